// The state of a game, over the sizes that were written for it; inside its namespace.
using Codes = List<int32_t, ACTIONS>;
struct State {
    uint64_t seed;
    uint64_t wide[WIDE];
    int32_t cells[CELLS];
    int32_t depth;
    Decision stack[DEPTH];
    template <int W> CAPO_METHOD Mask<W> &set(int at) {
        return *reinterpret_cast<Mask<W> *>(wide + at);
    }
    CAPO_METHOD void ask(int32_t question, int32_t seat, int32_t subject) {
        CAPO_SURE(depth < DEPTH);
        stack[depth++] = {question, seat, subject};
    }
    CAPO_METHOD void close(int32_t question, int32_t seat, int32_t subject) {
        int at = 0;
        while (at < depth && (stack[at].question != question || stack[at].seat != seat || stack[at].subject != subject))
            at++;
        CAPO_SURE(at < depth);
        for (depth--; at < depth; at++) stack[at] = stack[at + 1];
    }
};
