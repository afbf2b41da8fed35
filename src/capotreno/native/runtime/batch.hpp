// Batches on the CPU: the functions of capotreno.h for many games, by a pool of threads.
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#ifdef __AVX512BW__
#include <immintrin.h>
#endif

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

// Pieces of work from 0 to a total: the threads take them in turn, the caller among them.
struct capo_pool {
    using Work = void (*)(void *job, int64_t from, int64_t to);

    explicit capo_pool(int extra) : owner(getpid()) {
        try {
            for (int i = 0; i < extra; i++) threads.emplace_back([this] { serve(); });
        } catch (const std::system_error &) {
            // Fewer threads than were wanted do the same work.
        }
    }
    ~capo_pool() {
        if (getpid() != owner) { // after a fork the threads are not here
            for (auto &thread : threads) new std::thread(std::move(thread));
            return;
        }
        {
            std::lock_guard<std::mutex> hold(door);
            closing = true;
        }
        wake.notify_all();
        for (auto &thread : threads) thread.join();
    }

    void run(Work what, void *with, int64_t all, int64_t piece) {
        if (threads.empty() || all <= piece || getpid() != owner) {
            what(with, 0, all);
            return;
        }
        std::lock_guard<std::mutex> mine(turn);
        {
            std::lock_guard<std::mutex> hold(door);
            work = what, job = with, total = all, size = piece;
            next = 0;
            busy = (int)threads.size();
            round++;
        }
        wake.notify_all();
        take();
        std::unique_lock<std::mutex> hold(door);
        finished.wait(hold, [this] { return busy == 0; });
    }

private:
    void take() {
        for (;;) {
            const int64_t from = next.fetch_add(size);
            if (from >= total) return;
            work(job, from, from + size < total ? from + size : total);
        }
    }
    void serve() {
        uint64_t seen = 0;
        std::unique_lock<std::mutex> hold(door);
        for (;;) {
            wake.wait(hold, [&] { return closing || round != seen; });
            if (closing) return;
            seen = round;
            hold.unlock();
            take();
            hold.lock();
            if (--busy == 0) finished.notify_one();
        }
    }

    const pid_t owner;
    std::vector<std::thread> threads;
    std::mutex turn, door;
    std::condition_variable wake, finished;
    Work work = nullptr;
    void *job = nullptr;
    int64_t total = 0, size = 1;
    std::atomic<int64_t> next{0};
    int busy = 0;
    uint64_t round = 0;
    bool closing = false;
};

namespace many {

// Columns side by side that are read together, from `column` on.
struct Run {
    int32_t cell, argument, column, n;
};

// A cell of which some values have a column: in `Plan::places`, from `first` on, by value.
struct Choice {
    int32_t cell, low, n, first;
};

// How a seat's observation is read: runs of its cells by what they are, where the decision's are.
struct Plan {
    std::vector<Run> values, sets, rests, others; // of the last, n is what they are
    std::vector<Choice> choices;
    std::vector<int32_t> places; // columns, or -1
    std::vector<int32_t> question, asked, about, waiting; // columns; of the last by question and seat
    int32_t number = -1, most = 0;
};

struct Job {
    const capo_batch_t *batch;
    const uint64_t *seeds;  // of a reset
    const int32_t *codes;   // of a step
    std::vector<Plan> plans; // by seat
    std::atomic<int64_t> wrong{INT64_MAX};
};

struct Drawn {
    const capo_batch_t *batch;
    int32_t *codes;
};

static void note(std::vector<int32_t> &columns, int at, int column) {
    if ((int)columns.size() <= at) columns.resize((size_t)at + 1, -1);
    columns[(size_t)at] = column;
}

// Joins a column to the run before it, if it goes on with it: over cells or over arguments.
static void join(std::vector<Run> &runs, Run one, int cells, int arguments) {
    if (!runs.empty()) {
        Run &last = runs.back();
        if (last.column + last.n == one.column && last.cell + cells * last.n == one.cell &&
            last.argument + arguments * last.n == one.argument) {
            last.n++;
            return;
        }
    }
    runs.push_back(one);
}

// The columns of values of one cell become a table by value; values far apart are looked at singly.
static void add_choice(Plan &plan, const Run *own, int n) {
    int32_t low = own[0].argument, high = low;
    for (int i = 1; i < n; i++) {
        low = own[i].argument < low ? own[i].argument : low;
        high = own[i].argument > high ? own[i].argument : high;
    }
    if (high - low >= 1024) {
        for (int i = 0; i < n; i++) plan.others.push_back({own[i].cell, own[i].argument, own[i].column, EQUALS});
        return;
    }
    const int first = (int)plan.places.size();
    plan.places.resize((size_t)(first + high - low + 1), -1);
    for (int i = 0; i < n; i++) plan.places[(size_t)(first + own[i].argument - low)] = own[i].column;
    plan.choices.push_back({own[0].cell, low, high - low + 1, first});
}

static Plan planned(const int32_t *readings, int columns) {
    Plan plan;
    std::vector<Run> equals;
    for (int c = 0; c < columns; c++) {
        const int what = readings[3 * c], cell = readings[3 * c + 1], argument = readings[3 * c + 2];
        switch (what) {
        case VALUE: join(plan.values, {cell, argument, c, 1}, 1, 0); break;
        case BIT: join(plan.sets, {cell, argument, c, 1}, 0, 1); break;
        case EQUALS: equals.push_back({cell, argument, c, 1}); break;
        case REST: plan.rests.push_back({cell, argument, c, 1}); break;
        case QUESTION: note(plan.question, cell, c); break;
        case ASKED: note(plan.asked, cell, c); break;
        case ABOUT: note(plan.about, cell, c - argument); break;
        case NUMBER: plan.number = c, plan.most = argument; break;
        case WAITING: note(plan.waiting, cell * game::PLAYERS + argument, c); break;
        default: plan.others.push_back({cell, argument, c, what});
        }
    }
    for (size_t from = 0, to = 0; from < equals.size(); from = to) {
        while (to < equals.size() && equals[to].cell == equals[from].cell) to++;
        add_choice(plan, &equals[from], (int)(to - from));
    }
    return plan;
}

static std::vector<Plan> plans(const capo_batch_t &batch) {
    std::vector<Plan> found;
    for (int seat = 0; batch.rows && seat < game::PLAYERS; seat++)
        found.push_back(planned(batch.readings + 3 * (int64_t)seat * batch.columns, batch.columns));
    return found;
}

// Every byte's bits as eight numbers.
struct Bytes {
    int16_t bits[256][8];
    Bytes() {
        for (int byte = 0; byte < 256; byte++)
            for (int i = 0; i < 8; i++) bits[byte][i] = (int16_t)(byte >> i & 1);
    }
};
static const Bytes BYTES;

static void expand(const uint8_t *set, int first, int n, int16_t *out) {
    const int end = first + n;
    int bit = first;
#ifdef __AVX512BW__
    for (; !(bit & 31) && bit + 32 <= end; bit += 32, out += 32) {
        uint32_t word;
        memcpy(&word, set + (bit >> 3), 4);
        _mm512_storeu_si512(out, _mm512_maskz_set1_epi16(word, 1));
    }
#endif
    for (; !(bit & 7) && bit + 8 <= end; bit += 8, out += 8) memcpy(out, BYTES.bits[set[bit >> 3]], 16);
    for (; bit < end; bit++) *out++ = (int16_t)(set[bit >> 3] >> (bit & 7) & 1);
}

static void observe(const State &state, const capo_batch_t &batch, const Plan &plan, int16_t *row) {
    const int32_t *words = (const int32_t *)&state;
    const auto word = [words](int at) { return words[at]; };
    int16_t nowhere;
    memset(row, 0, sizeof(int16_t) * (size_t)batch.columns);
    for (const Run &run : plan.values)
        for (int i = 0; i < run.n; i++) {
            const int32_t value = state.cells[run.cell + i];
            row[run.column + i] = (int16_t)(value < run.argument ? value : run.argument);
        }
    for (const Choice &choice : plan.choices) {
        const uint32_t at = (uint32_t)(state.cells[choice.cell] - choice.low);
        const int32_t column = at < (uint32_t)choice.n ? plan.places[(size_t)choice.first + at] : -1;
        *(column >= 0 ? row + column : &nowhere) = 1;
    }
    for (const Run &run : plan.rests) {
        const int32_t held = state.cells[run.cell];
        row[run.column] = (int16_t)((held < 0) & ((held & 7) == run.argument));
    }
    for (const Run &run : plan.sets) {
        const capo::CellPlace own = game::PLACES[run.cell];
        const void *set = own.words ? (const void *)(state.wide + own.wide) : &state.cells[run.cell];
        expand((const uint8_t *)set, run.argument, run.n, row + run.column);
    }
    for (const Run &run : plan.others)
        row[run.column] = (int16_t)observed(word, run.n, run.cell, run.argument, 0, batch.about);
    const game::Decision asked = state.stack[asked_place(state)];
    row[plan.question[(size_t)asked.question]] = 1;
    row[plan.asked[(size_t)asked.seat]] = 1;
    if (batch.about[asked.question] >= 0)
        row[plan.about[(size_t)batch.about[asked.question]] + asked.subject] = 1;
    else if (plan.number >= 0)
        row[plan.number] = (int16_t)(asked.subject < plan.most ? asked.subject : plan.most);
    for (int at = 0; at < state.depth; at++)
        row[plan.waiting[(size_t)(state.stack[at].question * game::PLAYERS + state.stack[at].seat)]]++;
}

static void show(State &state, int64_t i, const Job &job) {
    const capo_batch_t &batch = *job.batch;
    uint8_t *legal = batch.legal + i * game::ACTIONS;
    memset(legal, 0, game::ACTIONS);
    if (!state.depth) {
        batch.seats[i] = -1;
        if (batch.rows) memset(batch.rows + i * batch.columns, 0, sizeof(int16_t) * (size_t)batch.columns);
        return;
    }
    const game::Decision top = state.stack[state.depth - 1];
    batch.seats[i] = top.seat;
    game::Codes codes;
    codes.begin(0);
    game::menu(state, top, codes);
    codes.write();
    for (int k = 0; k < codes.n; k++) legal[codes.at[k]] = 1;
    if (batch.rows)
        observe(state, batch, job.plans[(size_t)top.seat], batch.rows + i * batch.columns);
}

static void reset(void *with, int64_t from, int64_t to) {
    const Job &job = *(const Job *)with;
    const capo_batch_t &batch = *job.batch;
    State *states = (State *)batch.states;
    for (int64_t i = from; i < to; i++) {
        batch.seeds[i] = job.seeds[i];
        batch.choosers[i] = chooser_of(job.seeds[i]);
        batch.done[i] = 0;
        memset(batch.rewards + i * game::PLAYERS, 0, sizeof(float) * game::PLAYERS);
        memset(batch.totals + i * game::PLAYERS, 0, sizeof(int32_t) * game::PLAYERS);
        game::start(states[i], job.seeds[i]);
        show(states[i], i, job);
    }
}

static void check(void *with, int64_t from, int64_t to) {
    Job &job = *(Job *)with;
    for (int64_t i = from; i < to; i++) {
        const int32_t code = job.codes[i];
        const bool known = 0 <= code && code < game::ACTIONS;
        if (job.batch->seats[i] >= 0 && !(known && job.batch->legal[i * game::ACTIONS + code])) {
            int64_t first = job.wrong;
            while (i < first && !job.wrong.compare_exchange_weak(first, i)) {
            }
            return;
        }
    }
}

static void step(void *with, int64_t from, int64_t to) {
    const Job &job = *(const Job *)with;
    const capo_batch_t &batch = *job.batch;
    State *states = (State *)batch.states;
    for (int64_t i = from; i < to; i++) {
        State &state = states[i];
        float *rewards = batch.rewards + i * game::PLAYERS;
        int32_t *totals = batch.totals + i * game::PLAYERS;
        if (batch.done[i]) {
            memset(rewards, 0, sizeof(float) * game::PLAYERS);
            memset(totals, 0, sizeof(int32_t) * game::PLAYERS);
            batch.done[i] = 0;
        }
        if (batch.seats[i] < 0) continue;
        game::play(state, job.codes[i], state.depth - 1);
        if (!state.depth) {
            batch.done[i] = 1;
            reward(state, totals, rewards);
            if (batch.stride) {
                game::start(state, batch.seeds[i] += batch.stride);
                batch.choosers[i] = chooser_of(batch.seeds[i]);
            }
        }
        show(state, i, job);
    }
}

// Eight codes at a time: a legal one is a byte that holds 1.
static void choose(void *with, int64_t from, int64_t to) {
    const Drawn &job = *(const Drawn *)with;
    constexpr int WHOLE = game::ACTIONS / 8;
    for (int64_t i = from; i < to; i++) {
        job.codes[i] = 0;
        if (job.batch->seats[i] < 0) continue;
        const uint8_t *legal = job.batch->legal + i * game::ACTIONS;
        uint64_t bytes[WHOLE + 1] = {};
        memcpy(bytes, legal, game::ACTIONS);
        int n = 0;
        for (int k = 0; k <= WHOLE; k++) n += capo::ones(bytes[k]);
        int left = capo::below(job.batch->choosers[i], n);
        int k = 0;
        for (int here; (here = capo::ones(bytes[k])) <= left; k++) left -= here;
        uint64_t rest = bytes[k];
        for (; left; left--) rest &= rest - 1;
        job.codes[i] = 8 * k + capo::lowest(rest) / 8;
    }
}

struct Games {
    uint64_t first;
    const uint8_t *policies;
    std::mutex door;
    int64_t *sums, *wins;
    capo_played_t played;
};

static void games(void *with, int64_t from, int64_t to) {
    Games &all = *(Games *)with;
    int64_t sums[game::PLAYERS] = {}, wins[game::PLAYERS] = {};
    const capo_played_t own = capo_playouts(all.first + (uint64_t)from, to - from, all.policies, sums, wins);
    std::lock_guard<std::mutex> hold(all.door);
    all.played.decisions += own.decisions;
    all.played.checksum += own.checksum;
    for (int seat = 0; seat < game::PLAYERS; seat++) {
        if (all.sums) all.sums[seat] += sums[seat];
        if (all.wins) all.wins[seat] += wins[seat];
    }
}

struct Rollouts {
    const capo_rollouts_t *asked;
    std::atomic<int64_t> wrong;
};
// Each world is played on in a copy: with its code first, then by its policies.
static void rollouts(void *with, int64_t from, int64_t to) {
    Rollouts &job = *(Rollouts *)with;
    const capo_rollouts_t &all = *job.asked;
    for (int64_t i = from; i < to; i++) {
        State state = ((const State *)all.states)[i];
        int32_t *totals = all.totals + i * game::PLAYERS;
        const int32_t code = all.codes ? all.codes[i] : -1;
        if (code >= 0 && (all.seat < 0 ? capo_apply(&state, code) : capo_apply_as(&state, code, all.seat))) {
            job.wrong = i;
            continue;
        }
        uint64_t chooser = chooser_of(all.seeds[i]);
        const int64_t limit = all.limit > 0 ? all.limit : INT64_MAX;
        const capo_played_t played = capo::played(state, chooser, all.policies, limit);
        int32_t ranks[game::PLAYERS];
        capo_outcome(&state, totals, ranks);
        int winners = 0;
        for (int seat = 0; seat < game::PLAYERS; seat++) winners += ranks[seat] == 1;
        for (int seat = 0; seat < game::PLAYERS; seat++)
            all.wins[i * game::PLAYERS + seat] = ranks[seat] == 1 ? 1.0 / winners : 0.0;
        if (all.decisions) all.decisions[i] = played.decisions;
    }
}

struct Worlds {
    const void *view;
    int32_t seat;
    const uint64_t *seeds;
    State *states;
    std::atomic<int64_t> failed;
};
static void worlds(void *job, int64_t from, int64_t to) {
    Worlds &all = *(Worlds *)job;
    for (int64_t i = from; i < to; i++)
        if (capo_resample(all.view, all.seat, all.seeds[i], all.states + i) != CAPO_DONE) all.failed = i;
}

static void spread(capo_pool_t *pool, capo_pool::Work work, void *job, int64_t n, int64_t piece) {
    if (pool)
        pool->run(work, job, n, piece);
    else
        work(job, 0, n);
}

} // namespace many

#define CAPO_EXPORT __attribute__((visibility("default")))
extern "C" {

CAPO_EXPORT capo_pool_t *capo_pool_open(int32_t threads) {
    return threads > 1 ? new (std::nothrow) capo_pool(threads - 1) : nullptr;
}
CAPO_EXPORT void capo_pool_close(capo_pool_t *pool) { delete pool; }

CAPO_EXPORT capo_played_t capo_pool_playouts(capo_pool_t *pool, uint64_t first, int64_t games,
                                             const uint8_t *policies, int64_t *sums, int64_t *wins) {
    many::Games all = {first, policies, {}, sums, wins, {0, 0}};
    many::spread(pool, many::games, &all, games, 64);
    return all.played;
}

CAPO_EXPORT int64_t capo_worlds(capo_pool_t *pool, const void *view, int32_t seat,
                                const uint64_t *seeds, int64_t worlds, void *states) {
    many::Worlds all = {view, seat, seeds, (game::State *)states, {-1}};
    many::spread(pool, many::worlds, &all, worlds, 16);
    return all.failed;
}

CAPO_EXPORT int64_t capo_rollouts(capo_pool_t *pool, const capo_rollouts_t *asked) {
    many::Rollouts all = {asked, {-1}};
    many::spread(pool, many::rollouts, &all, asked->worlds, 8);
    return all.wrong;
}

CAPO_EXPORT void capo_batch_reset(capo_pool_t *pool, const capo_batch_t *batch,
                                  const uint64_t *seeds) {
    many::Job job = {batch, seeds, nullptr, many::plans(*batch)};
    many::spread(pool, many::reset, &job, batch->games, 64);
}

CAPO_EXPORT int64_t capo_batch_step(capo_pool_t *pool, const capo_batch_t *batch,
                                    const int32_t *codes) {
    many::Job job = {batch, nullptr, codes, many::plans(*batch)};
    many::spread(pool, many::check, &job, batch->games, 4096);
    if (job.wrong != INT64_MAX) return job.wrong;
    many::spread(pool, many::step, &job, batch->games, 64);
    return -1;
}

CAPO_EXPORT void capo_batch_choose(capo_pool_t *pool, const capo_batch_t *batch, int32_t *codes) {
    many::Drawn job = {batch, codes};
    many::spread(pool, many::choose, &job, batch->games, 1024);
}

} // extern "C"
