// One game of many: its end, its random playout and what a row shows. The same for CPU and CUDA.

#include <stddef.h>

namespace many {
using game::State;

// The rules are long: on a GPU each of these is compiled once, and called by every kernel.
CAPO_APART void start(State &state, uint64_t seed) { game::start(state, seed); }
CAPO_APART void menu(State &state, game::Decision asked, game::Codes &codes) {
    codes.begin(0);
    game::menu(state, asked, codes);
}
CAPO_APART void play(State &state, int code, int place) { game::play(state, code, place); }
CAPO_APART void totals(State &state, int *points) { game::totals(state, points); }
CAPO_APART void measures(State &state, int seat, int *counts) { game::measures(state, seat, counts); }

struct Played {
    int64_t decisions;
    uint64_t checksum;
};

// The code that chance takes of the legal ones, and the checksum with it (capotreno.h).
CAPO_FN Played playout(State &state, uint64_t &chooser) {
    Played played = {0, 0xcbf29ce484222325ull};
    game::Codes codes;
    while (state.depth) {
        many::menu(state, state.stack[state.depth - 1], codes);
        const int code = codes.drawn(capo::below(chooser, codes.n));
        played.checksum = (played.checksum ^ (uint64_t)code) * 0x100000001b3ull;
        played.decisions++;
        many::play(state, code, state.depth - 1);
    }
    return played;
}

CAPO_FN uint64_t chooser_of(uint64_t seed) { return capo::scramble(seed) ^ CAPO_CHOOSER; }

// Whether seat a ranks behind seat b: by points, then by what breaks ties.
CAPO_FN bool behind(State &state, const int *totals, int a, int b) {
    if (totals[a] != totals[b]) return totals[a] < totals[b];
    int own[game::MEASURES + 1], other[game::MEASURES + 1];
    many::measures(state, a, own);
    many::measures(state, b, other);
    for (int i = 0; i < game::MEASURES; i++)
        if (own[i] != other[i]) return own[i] < other[i];
    return false;
}

// The seats that have won, as bits.
CAPO_FN uint32_t winners(State &state, const int *totals) {
    int best = 0;
    for (int seat = 1; seat < game::PLAYERS; seat++)
        if (behind(state, totals, best, seat)) best = seat;
    uint32_t found = 0;
    for (int seat = 0; seat < game::PLAYERS; seat++)
        if (seat == best || (totals[seat] == totals[best] && !behind(state, totals, seat, best)))
            found |= 1u << seat;
    return found;
}

// Points, and rewards that add up to 0: of a victory alone 1.
CAPO_FN void reward(State &state, int32_t *told, float *rewards) {
    int points[game::PLAYERS];
    many::totals(state, points);
    const uint32_t won = winners(state, points);
    const float share = (float)game::PLAYERS / (float)capo::ones(won);
    for (int seat = 0; seat < game::PLAYERS; seat++) {
        const float own = won >> seat & 1 ? share : 0.0f;
        told[seat] = points[seat];
        rewards[seat] = game::PLAYERS > 1 ? (own - 1.0f) / (float)(game::PLAYERS - 1) : 0.0f;
    }
}

// -- observations: as engine/fields.py reads them ------------------------------------------------

enum { VALUE, BIT, EQUALS, AGO, REST, QUESTION, ASKED, ABOUT, NUMBER, WAITING };

constexpr int CELL_WORD = (int)(offsetof(State, cells) / 4), SET_WORD = (int)(offsetof(State, wide) / 4);
constexpr int DEPTH_WORD = (int)(offsetof(State, depth) / 4), STACK_WORD = (int)(offsetof(State, stack) / 4);
constexpr int TURNS_CELL = 3;

// The decision the seat asked may answer: the first one of those that are made together.
CAPO_FN int asked_place(const State &state) {
    const int top = state.depth - 1;
    const game::Decision &asked = state.stack[top];
    if (!game::together(asked.question)) return top;
    int at = 0;
    while (state.stack[at].question != asked.question || state.stack[at].seat != asked.seat) at++;
    return at;
}

// One number of an observation. `word` gives the words of a state, 4 bytes each.
template <class Words>
CAPO_METHOD int observed(const Words &word, int what, int cell, int argument, int place, const int32_t *about) {
    if (what == BIT) {
        const capo::CellPlace own = game::PLACES[cell];
        const int at = own.words ? SET_WORD + 2 * own.wide + argument / 32 : CELL_WORD + cell;
        return (int)((uint32_t)word(at) >> (argument & 31) & 1);
    }
    if (what <= REST) {
        const int held = word(CELL_WORD + cell);
        if (what == VALUE) return held < argument ? held : argument;
        if (what == EQUALS) return held == argument;
        if (what == REST) return held < 0 && held != CAPO_HIDDEN && (held & 7) == argument;
        const int ago = word(CELL_WORD + TURNS_CELL) - held;
        return ago < argument ? ago : argument;
    }
    if (what == WAITING) {
        int n = 0;
        for (int at = 0; at < word(DEPTH_WORD); at++)
            n += word(STACK_WORD + 3 * at) == cell && word(STACK_WORD + 3 * at + 1) == argument;
        return n;
    }
    const int question = word(STACK_WORD + 3 * place), subject = word(STACK_WORD + 3 * place + 2);
    if (what == QUESTION) return question == cell;
    if (what == ASKED) return word(STACK_WORD + 3 * place + 1) == cell;
    if (what == ABOUT) return about[question] == cell && subject == argument;
    return about[question] >= 0 ? 0 : subject < argument ? subject : argument;
}

} // namespace many
