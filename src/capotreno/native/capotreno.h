/* One game of Capotreno as a library: the interface for any language, documented in docs/native.md.
 *
 * A library serves one game at one table (board, rules, options, number of players). A state is
 * plain old data of capo_sizes()->state_bytes bytes that the caller owns: copy it with memcpy, keep
 * thousands in one block, hand it to another thread. No function allocates or keeps anything, so
 * all of them may run in many threads at once, each on states of its own.
 *
 * The same seed gives the same game as the interpreted rules: cells, decisions, chance, codes.
 */
#ifndef CAPOTRENO_H
#define CAPOTRENO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CAPO_ABI 4 /* grows when a function or a structure below changes */
#define CAPO_HIDDEN INT32_MIN /* in a view: a plain cell that its seat may not know */

/* Answers of functions that may refuse; whatever is refused changes nothing. */
#define CAPO_DONE 0
#define CAPO_NOT_LEGAL 1 /* not possible now, or no code of this game */
#define CAPO_NOT_ASKED 2 /* this seat is not asked now, or the game is over */
#define CAPO_NO_STATE 3  /* a number does not fit a cell, too many decisions, or no such world */

typedef struct {
    int32_t abi;         /* CAPO_ABI of the library */
    int32_t state_bytes; /* of one state; states are aligned to 8 bytes */
    int32_t players;
    int32_t actions;     /* codes are 0 to actions - 1 */
    int32_t cells;       /* of a state, as the interpreter counts them */
    int32_t words;       /* of a state's cells as capo_read writes them */
    int32_t depth;       /* decisions that may wait at once */
    int32_t measures;    /* that may break a tie */
} capo_sizes_t;

const capo_sizes_t *capo_sizes(void);
const char *capo_game(void); /* the game's id: name, version, players, options */

/* By cell, how many words of capo_read it takes. A plain cell takes 1. A set of routes or places
 * takes one for every 64 of them, the lowest first; its words are the bits as they are. */
const int32_t *capo_cell_words(void);

/* -- play ---------------------------------------------------------------------------------- */

void capo_start(void *state, uint64_t seed);
int32_t capo_actor(const void *state);                   /* the seat asked next; -1: it is over */
int32_t capo_legal(const void *state, int32_t *codes);   /* sorted; how many; 0 when it is over */
int32_t capo_legal_for(const void *state, int32_t seat, int32_t *codes);
int32_t capo_apply(void *state, int32_t code);           /* CAPO_DONE or why it was refused */
int32_t capo_apply_as(void *state, int32_t code, int32_t seat); /* in a simultaneous choice */
void capo_play(void *state, int32_t code); /* the same unchecked: the code is one of the legal */

/* -- the end ------------------------------------------------------------------------------- */

void capo_totals(const void *state, int32_t *totals); /* by seat, as the sheets stand */
/* By seat: points, and the rank from 1, shared by equals. Gives the number of the measure that
 * decided between equal points at the top (an index of the game's ranking), or -1. */
int32_t capo_outcome(const void *state, int32_t *totals, int32_t *ranks);

/* -- random games -------------------------------------------------------------------------- */

/* Choices are drawn from a counter of their own with the generator of engine/chance.py: of n legal
 * codes the one at below(n). A checksum folds the codes played: h = (h ^ code) * 0x100000001b3. */
typedef struct {
    int64_t decisions;
    uint64_t checksum;
} capo_played_t;

/* By seat: who chooses in playouts. */
#define CAPO_RANDOM 0
#define CAPO_SWIFT 1 /* the policy of src/capotreno/swift, from what its seat may know */

/* From any state to the end, at random. `chooser` is the counter, and is moved on. */
capo_played_t capo_playout(void *state, uint64_t *chooser);
/* Whole games first, first + 1 ...: each starts from its number as the seed, is chosen with the
 * scrambled number xor CAPO_CHOOSER, and is scored. `sums` (players) adds totals, `wins` (players)
 * adds first ranks times 2520 / winners; both may be null. The checksums of games are added.
 * `policies` (players) says who chooses for each seat; null: chance for all of them. */
#define CAPO_CHOOSER 0x5851f42d4c957f2dull
capo_played_t capo_playouts(uint64_t first, int64_t games, const uint8_t *policies, int64_t *sums,
                            int64_t *wins);
/* What swift answers for a seat (-1: the one asked next) in a state or a view; -1: it is not asked.
 * One number of the counter decides between equal answers, which is moved on. */
int32_t capo_choose(const void *state, int32_t seat, uint64_t *chooser);

/* -- states in and out --------------------------------------------------------------------- */

/* `words`: the cells, see capo_cell_words; a hidden one is -2^40 there, as in Python (sets are never
 * hidden). `stack`: question, seat, subject of every decision, the bottom one first. */
int32_t capo_read(const void *state, int64_t *words, int32_t *stack, uint64_t *seed); /* decisions */
int32_t capo_write(void *state, const int64_t *words, const int32_t *stack, int32_t decisions,
                   uint64_t seed); /* CAPO_DONE or CAPO_NO_STATE */
void capo_view(const void *state, int32_t seat, void *view); /* seat -1: a spectator */
/* A state that looks to the view's seat as the true one does, as Game.resample gives it for the seed.
 * CAPO_DONE, or CAPO_NO_STATE: nothing that the view allows is possible, or a rule does not say it. */
int32_t capo_resample(const void *view, int32_t seat, uint64_t seed, void *state);
uint64_t capo_digest(const void *state); /* as Game.digest: BLAKE2b-64, first byte highest */

/* -- many games at once -------------------------------------------------------------------- */

/* Threads that play the games of a batch together with the caller; a pool serves one call at a
 * time. Null wherever a pool is asked for: the caller plays alone. */
typedef struct capo_pool capo_pool_t;
capo_pool_t *capo_pool_open(int32_t threads); /* the caller's counts; null: there are none to get */
void capo_pool_close(capo_pool_t *pool);

/* capo_playouts by the threads of a pool: the same sums, wins and checksum. */
capo_played_t capo_pool_playouts(capo_pool_t *pool, uint64_t first, int64_t games,
                                 const uint8_t *policies, int64_t *sums, int64_t *wins);

/* capo_resample for every seed, the states side by side. Gives -1, or a number for which there is no
 * state, and then what the states hold is of no use. */
int64_t capo_worlds(capo_pool_t *pool, const void *view, int32_t seat, const uint64_t *seeds,
                    int64_t worlds, void *states);

/* What the routes of a seat say of its tickets: `Guess` of src/capotreno/rules/tickets/guess.py. Sets of
 * routes are `words` words, at most CAPO_WAY. */
#define CAPO_WAY 16
typedef struct {
    int32_t where, place, deck; /* the cell of ticket 0, and what it holds in the seat's hand and in a deck */
    int32_t decks, words, fine, sweeps, tries;
    const int32_t *first;       /* decks + 1: where each deck's tickets begin in `unknown` */
    const int32_t *unknown;     /* tickets that nobody can place */
    const uint64_t *ways;       /* by ticket the routes of its way */
    const uint64_t *own;        /* the routes of the seat */
    const int32_t *lengths;     /* by route */
    const double *alone;        /* by ticket how likely it is by itself, ... */
    const double *whole;        /* ... and where no other ticket shares its way */
    const double *built;        /* by spaces that are built, and that are missing */
    const double *missing;
} capo_guess_t;

/* Give seats other tickets, in every world and guess by guess; chance of the worlds is moved on. */
void capo_exchange(const capo_guess_t *guesses, int32_t n, void *const *states, int64_t worlds);

/* Worlds that are played on, each in a copy: its code first (where one is given and not -1), by the
 * seat (-1: the one asked next), then by the policies to the end, or for `limit` decisions (0: none).
 * The choices of world i are drawn from the counter of a game of capo_playouts with seeds[i]. */
typedef struct {
    int64_t worlds;
    int64_t limit;
    int32_t seat;
    const void *states;
    const int32_t *codes;    /* may be null */
    const uint64_t *seeds;
    const uint8_t *policies; /* by seat, as in capo_playouts */
    int32_t *totals;         /* worlds x players: the points, as the sheets stand */
    double *wins;            /* worlds x players: 1 for a lone winner, its part for one who shares */
    int64_t *decisions;      /* by world; may be null */
} capo_rollouts_t;

/* Gives -1, or the number of a world whose code is not legal, and then what is written is of no use. */
int64_t capo_rollouts(capo_pool_t *pool, const capo_rollouts_t *asked);

/* A batch: one row per game in every array, all owned by the caller. The seat that is asked next is
 * shown what it may know, as an observation of engine/fields.py, and its legal codes. A column of an
 * observation is read as `readings` says, three numbers for each: what, cell, argument.
 *   0 the cell, at most the argument       5 1 if the question asked is number `cell`
 *   1 1 if the cell's set has this bit     6 1 if it is asked of seat `cell`
 *   2 1 if the cell is the argument        7 1 if it is about this thing of kind `cell`
 *   3 turns since the cell's, at most …    8 its subject, at most …, where that is of no kind
 *   4 1 if it is below 0 and leaves this   9 how many decisions with question `cell` wait for the
 *     rest when divided by 8                 seat that is the argument */
typedef struct {
    int64_t games;
    uint64_t stride;         /* a game that is over starts anew with its seed + stride; 0: it stays */
    int32_t columns;         /* of an observation */
    const int32_t *readings; /* players x columns x 3: a seat counts the others from itself */
    const int32_t *about;    /* by question: the kind of its subject, or -1 */
    void *states;            /* games x state_bytes; on a GPU words lie game by game, see below */
    uint64_t *seeds;         /* from which each game has begun */
    uint64_t *choosers;      /* the counters of random choices, as capo_playouts has them */
    int32_t *seats;          /* the seat asked; -1: the game is over and stays so */
    uint8_t *legal;          /* games x actions: 1 for the codes that are legal, or 0 */
    int16_t *rows;           /* games x columns: the observation of the seat asked; may be null */
    float *rewards;          /* games x players: 0 but for a game that ended with this step */
    int32_t *totals;         /* games x players: its points, or 0 */
    uint8_t *done;           /* 1: a game ended with this step */
} capo_batch_t;

/* Start all games with these seeds. */
void capo_batch_reset(capo_pool_t *pool, const capo_batch_t *batch, const uint64_t *seeds);
/* Every game's asked seat plays its code; what stands for a game that is over is not looked at.
 * Gives -1, or the first game whose code is not legal, and then nothing has changed. A reward is
 * 1 for a lone winner, -1 / (players - 1) for a loser, and adds up to 0. */
int64_t capo_batch_step(capo_pool_t *pool, const capo_batch_t *batch, const int32_t *codes);
/* A random legal code for every game: with nothing but these, the games of capo_playouts. */
void capo_batch_choose(capo_pool_t *pool, const capo_batch_t *batch, int32_t *codes);

/* -- the same on a GPU --------------------------------------------------------------------- */

/* Exported by a second library, the same text compiled by nvcc. One thread plays one game. Pointers
 * into a batch, `seeds` and `codes` are of the device; word w of game i's state lies at w * games + i.
 * What can fail gives 0 or CAPO_GPU_FAILED, and capo_gpu_error then says why. */
#define CAPO_GPU_FAILED -2
int32_t capo_gpu_open(void); /* before anything else: finds the device */
const char *capo_gpu_error(void);
int32_t capo_gpu_state_bytes(void);
void *capo_gpu_new(int64_t bytes); /* memory of the device, all 0; null: there is none left */
void capo_gpu_free(void *memory);
int32_t capo_gpu_put(void *device, const void *host, int64_t bytes);
int32_t capo_gpu_get(void *host, const void *device, int64_t bytes);
/* capo_playouts, on blocks of so many threads; `sums` and `wins` are of the host. */
int32_t capo_gpu_playouts(uint64_t first, int64_t games, int64_t *sums, int64_t *wins,
                          capo_played_t *played, int32_t block);
/* Room that a batch needs beside its arrays. */
int64_t capo_gpu_scratch_bytes(int64_t games);
int32_t capo_gpu_reset(const capo_batch_t *batch, void *scratch, const uint64_t *seeds);
int64_t capo_gpu_step(const capo_batch_t *batch, void *scratch, const int32_t *codes);
int32_t capo_gpu_choose(const capo_batch_t *batch, void *scratch, int32_t *codes);

#ifdef __cplusplus
}
#endif

#endif
