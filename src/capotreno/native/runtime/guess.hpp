// Tickets of another seat exchanged as a guess tells: `Guess.exchange` of rules/tickets/guess.py, draw
// by draw. By hand; the same for every game.
#if !defined(__CUDACC__)
namespace guess {
using game::State;

// A function of its own, never part of another: a weight is rounded before it is added, as in Python.
__attribute__((noinline)) static double weight(const capo_guess_t &guess, int32_t ticket, const uint64_t *shared) {
    const uint64_t *way = guess.ways + (int64_t)ticket * guess.words;
    int32_t built = 0, missing = 0;
    for (int w = 0; w < guess.words; w++)
        for (uint64_t left = way[w] & ~shared[w]; left; left &= left - 1) {
            const int route = capo::lowest(left);
            (guess.own[w] >> route & 1 ? built : missing) += guess.lengths[64 * w + route];
        }
    return guess.alone[ticket] * guess.built[built] * guess.missing[missing];
}

// One of the tickets in a deck, or the one that is held, by weight.
static int32_t drawn(State &state, const capo_guess_t &guess, int deck, const uint64_t *shared, int32_t held) {
    const int32_t *unknown = guess.unknown + guess.first[deck];
    const int n = guess.first[deck + 1] - guess.first[deck];
    double ladder[game::CELLS], sum = 0;
    for (int i = 0; i < n; i++) {
        const uint64_t *way = guess.ways + (int64_t)unknown[i] * guess.words;
        bool apart = true;
        for (int w = 0; w < guess.words; w++) apart = apart && !(way[w] & shared[w]);
        ladder[i] = sum += apart ? guess.whole[unknown[i]] : weight(guess, unknown[i], shared);
    }
    for (int tried = 0; tried < guess.tries; tried++) {
        const double wanted = (double)capo::below(state.seed, guess.fine) / guess.fine * sum;
        int at = 0, end = n;
        while (at < end) {
            const int middle = (at + end) / 2;
            if (wanted < ladder[middle]) end = middle;
            else at = middle + 1;
        }
        const int32_t ticket = unknown[at < n ? at : n - 1];
        if (ticket == held || state.cells[guess.where + ticket] == guess.deck) return ticket;
    }
    return held;
}

static void exchange(State &state, const capo_guess_t &guess) {
    int32_t held[game::CELLS], decks[game::CELLS];
    uint64_t shared[CAPO_WAY];
    int n = 0;
    for (int deck = 0; deck < guess.decks; deck++)
        for (int i = guess.first[deck]; i < guess.first[deck + 1]; i++)
            if (state.cells[guess.where + guess.unknown[i]] == guess.place) {
                held[n] = guess.unknown[i];
                decks[n++] = deck;
            }
    for (int at = 0; at < guess.sweeps * n; at++) {
        const int32_t ticket = held[at % n];
        for (int w = 0; w < guess.words; w++) {
            shared[w] = 0;
            for (int other = 0; other < n; other++)
                if (held[other] != ticket) shared[w] |= guess.ways[(int64_t)held[other] * guess.words + w];
        }
        const int32_t chosen = drawn(state, guess, decks[at % n], shared, ticket);
        state.cells[guess.where + ticket] = guess.deck;
        state.cells[guess.where + chosen] = guess.place;
        held[at % n] = chosen;
    }
}
} // namespace guess

CAPO_OUT void capo_exchange(const capo_guess_t *guesses, int32_t n, void *const *states, int64_t worlds) {
    for (int64_t world = 0; world < worlds; world++)
        for (int32_t i = 0; i < n; i++) guess::exchange(CAPO_STATE(states[world]), guesses[i]);
}
#endif
