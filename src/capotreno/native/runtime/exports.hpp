// The functions of capotreno.h over `namespace game`. By hand; the same for every game.
#if !defined(__CUDACC__)
#include <string.h>

#define CAPO_OUT extern "C" __attribute__((visibility("default")))
#define CAPO_STATE(pointer) (*(game::State *)(pointer))

namespace capo {
using namespace game;

// The decision a seat may answer now: the top one, or one made together with it; -1: none.
static int place_of(const State &s, int seat) {
    if (s.depth == 0) return -1;
    const int top = s.depth - 1;
    if (!together(s.stack[top].question)) return s.stack[top].seat == seat ? top : -1;
    for (int at = 0; at <= top; at++)
        if (s.stack[at].question == s.stack[top].question && s.stack[at].seat == seat) return at;
    return -1;
}
// To the end, or for so many decisions at most.
static capo_played_t played(State &s, uint64_t &chooser, const uint8_t *policies = nullptr,
                            int64_t limit = INT64_MAX) {
    capo_played_t all = {0, 0xcbf29ce484222325ull};
    Codes codes;
    Plans plans = no_plans();
    while (s.depth && all.decisions < limit) {
        const Decision asked = s.stack[s.depth - 1];
        int code;
        if (policies && policies[asked.seat] == CAPO_SWIFT) {
            code = choose(s, asked, below(chooser, LUCK), plans);
        } else {
            menu(s, asked, codes);
            code = codes.drawn(below(chooser, codes.n));
        }
        play(s, code, s.depth - 1);
        all.decisions++;
        all.checksum = (all.checksum ^ (uint64_t)code) * 0x100000001b3ull;
    }
    return all;
}
static bool greater(const int32_t *one, const int32_t *two, int n) {
    for (int i = 0; i < n; i++)
        if (one[i] != two[i]) return one[i] > two[i];
    return false;
}
} // namespace capo

CAPO_OUT const capo_sizes_t *capo_sizes(void) {
    using namespace game;
    static const capo_sizes_t sizes = {CAPO_ABI, (int32_t)sizeof(State), PLAYERS, ACTIONS,
                                       CELLS,    WORDS,                  DEPTH,   MEASURES};
    return &sizes;
}
CAPO_OUT const char *capo_game(void) { return CAPO_GAME; }
CAPO_OUT const int32_t *capo_cell_words(void) {
    static int32_t words[game::CELLS];
    for (int i = 0; i < game::CELLS; i++) words[i] = game::PLACES[i].words ? game::PLACES[i].words : 1;
    return words;
}
CAPO_OUT void capo_start(void *state, uint64_t seed) { game::start(CAPO_STATE(state), seed); }
CAPO_OUT int32_t capo_actor(const void *state) {
    const game::State &s = CAPO_STATE(state);
    return s.depth ? s.stack[s.depth - 1].seat : -1;
}
static int32_t capo_menu(const void *state, int place, int32_t *codes) {
    game::State &s = CAPO_STATE(state);
    if (place < 0) return 0;
    game::Codes found;
    game::menu(s, s.stack[place], found);
    found.write();
    memcpy(codes, found.at, sizeof(int32_t) * (size_t)found.n);
    return found.n;
}
CAPO_OUT int32_t capo_legal(const void *state, int32_t *codes) {
    return capo_menu(state, CAPO_STATE(state).depth - 1, codes);
}
CAPO_OUT int32_t capo_legal_for(const void *state, int32_t seat, int32_t *codes) {
    return capo_menu(state, capo::place_of(CAPO_STATE(state), seat), codes);
}
static int32_t capo_answer(void *state, int32_t code, int place) {
    if (place < 0) return CAPO_NOT_ASKED;
    game::State &s = CAPO_STATE(state);
    game::Codes found;
    game::menu(s, s.stack[place], found);
    if (capo::find(found, code) < 0) return CAPO_NOT_LEGAL;
    game::play(s, code, place);
    return CAPO_DONE;
}
CAPO_OUT int32_t capo_apply(void *state, int32_t code) {
    return capo_answer(state, code, CAPO_STATE(state).depth - 1);
}
CAPO_OUT int32_t capo_apply_as(void *state, int32_t code, int32_t seat) {
    return capo_answer(state, code, capo::place_of(CAPO_STATE(state), seat));
}
CAPO_OUT void capo_play(void *state, int32_t code) {
    game::play(CAPO_STATE(state), code, CAPO_STATE(state).depth - 1);
}
CAPO_OUT void capo_totals(const void *state, int32_t *totals) { game::totals(CAPO_STATE(state), totals); }

CAPO_OUT int32_t capo_outcome(const void *state, int32_t *totals, int32_t *ranks) {
    using namespace game;
    constexpr int KEYS = 1 + MEASURES;
    State &s = CAPO_STATE(state);
    int32_t keys[PLAYERS][KEYS];
    game::totals(s, totals);
    bool tied = false;
    for (int seat = 0; seat < PLAYERS; seat++) {
        keys[seat][0] = totals[seat];
        for (int i = 1; i < KEYS; i++) keys[seat][i] = 0;
        for (int other = 0; other < seat; other++) tied = tied || totals[other] == totals[seat];
    }
    for (int seat = 0; tied && seat < PLAYERS; seat++) measures(s, seat, keys[seat] + 1);
    int best = 0, closest = -1;
    for (int seat = 0; seat < PLAYERS; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < PLAYERS; other++) ranks[seat] += capo::greater(keys[other], keys[seat], KEYS);
        if (ranks[seat] == 1) best = seat;
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        if (ranks[seat] > 1 && totals[seat] == totals[best] &&
            (closest < 0 || capo::greater(keys[seat], keys[closest], KEYS)))
            closest = seat;
    for (int i = 1; closest >= 0 && i < KEYS; i++)
        if (keys[closest][i] != keys[best][i]) return i - 1;
    return -1;
}
CAPO_OUT capo_played_t capo_playout(void *state, uint64_t *chooser) {
    return capo::played(CAPO_STATE(state), *chooser);
}
CAPO_OUT int32_t capo_choose(const void *state, int32_t seat, uint64_t *chooser) {
    game::State &s = CAPO_STATE(state);
    const int place = seat < 0 ? s.depth - 1 : capo::place_of(s, seat);
    if (place < 0) return -1;
    game::Plans plans = game::no_plans();
    return game::choose(s, s.stack[place], capo::below(*chooser, game::LUCK), plans);
}
CAPO_OUT capo_played_t capo_playouts(uint64_t first, int64_t games, const uint8_t *policies,
                                     int64_t *sums, int64_t *wins) {
    using namespace game;
    capo_played_t all = {0, 0};
    State s;
    int32_t totals[PLAYERS], ranks[PLAYERS];
    for (int64_t n = 0; n < games; n++) {
        uint64_t chooser = capo::scramble(first + (uint64_t)n) ^ CAPO_CHOOSER;
        start(s, first + (uint64_t)n);
        const capo_played_t one = capo::played(s, chooser, policies);
        all.decisions += one.decisions;
        all.checksum += one.checksum;
        capo_outcome(&s, totals, ranks);
        int winners = 0;
        for (int seat = 0; seat < PLAYERS; seat++) winners += ranks[seat] == 1;
        for (int seat = 0; seat < PLAYERS; seat++) {
            if (sums) sums[seat] += totals[seat];
            if (wins && ranks[seat] == 1) wins[seat] += 2520 / winners;
        }
    }
    return all;
}

#define CAPO_HIDDEN_OUT (-((int64_t)1 << 40))

CAPO_OUT int32_t capo_read(const void *state, int64_t *words, int32_t *stack, uint64_t *seed) {
    const game::State &s = CAPO_STATE(state);
    for (int i = 0; i < game::CELLS; i++) {
        const capo::CellPlace place = game::PLACES[i];
        for (int w = 0; w < place.words; w++) *words++ = (int64_t)s.wide[place.wide + w];
        if (!place.words) *words++ = s.cells[i] == CAPO_HIDDEN ? CAPO_HIDDEN_OUT : s.cells[i];
    }
    memcpy(stack, s.stack, sizeof(capo::Decision) * (size_t)s.depth);
    *seed = s.seed;
    return s.depth;
}
CAPO_OUT int32_t capo_write(void *state, const int64_t *words, const int32_t *stack, int32_t decisions,
                            uint64_t seed) {
    if (decisions < 0 || decisions > game::DEPTH) return CAPO_NO_STATE;
    game::State s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < game::CELLS; i++) {
        const capo::CellPlace place = game::PLACES[i];
        for (int w = 0; w < place.words; w++) s.wide[place.wide + w] = (uint64_t)*words++;
        if (place.words) continue;
        const int64_t value = *words++;
        const int64_t least = place.least == -2 ? -(1ll << 30) : place.least;
        if (value != CAPO_HIDDEN_OUT && (value < least || value > 1ll << 30)) return CAPO_NO_STATE;
        s.cells[i] = value == CAPO_HIDDEN_OUT ? CAPO_HIDDEN : (int32_t)value;
    }
    memcpy(s.stack, stack, sizeof(capo::Decision) * (size_t)decisions);
    s.depth = decisions;
    s.seed = seed;
    CAPO_STATE(state) = s;
    return CAPO_DONE;
}
CAPO_OUT void capo_view(const void *state, int32_t seat, void *view) {
    CAPO_STATE(view) = CAPO_STATE(state);
    CAPO_STATE(view).seed = ~0ull;
    game::hide(CAPO_STATE(view), seat);
}
CAPO_OUT int32_t capo_resample(const void *view, int32_t seat, uint64_t seed, void *state) {
    game::State s = CAPO_STATE(view);
    jmp_buf here;
    if (setjmp(here)) { // a rule has found that no hands fit the view
        capo::way_out = nullptr;
        return CAPO_NO_STATE;
    }
    capo::way_out = &here;
    game::resample(s, seat, seed);
    capo::way_out = nullptr;
    for (int i = 0; i < game::CELLS; i++)
        if (s.cells[i] == CAPO_HIDDEN) return CAPO_NO_STATE;
    CAPO_STATE(state) = s;
    return CAPO_DONE;
}
#endif
