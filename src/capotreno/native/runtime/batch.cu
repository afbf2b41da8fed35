// Games on a GPU: one thread plays one game. The functions capo_gpu_… of capotreno.h.
#include <stdio.h>

namespace gpu {
using game::State;

constexpr int WORDS = sizeof(State) / 4;
constexpr int MENU = (game::ACTIONS + 31) / 32; // the legal codes as bits
constexpr int BLOCK = 128, TILE = 32;
constexpr size_t CALLS = 32768; // bytes for calls of rules within themselves
static_assert(sizeof(State) % 4 == 0, "states are made of words");

static char reason[256] = "";

static bool failed(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return false;
    snprintf(reason, sizeof reason, "%s: %s", what, cudaGetErrorString(error));
    return true;
}

// States lie word by word, all games of one word side by side: a warp reads and writes whole lines.
static __device__ void take(State &state, const uint32_t *words, int64_t games, int64_t i) {
    uint32_t *own = (uint32_t *)&state;
    for (int w = 0; w < WORDS; w++) own[w] = words[w * games + i];
}
static __device__ void put(const State &state, uint32_t *words, int64_t games, int64_t i) {
    const uint32_t *own = (const uint32_t *)&state;
    for (int w = 0; w < WORDS; w++) words[w * games + i] = own[w];
}

// What a game shows: its menu, word by word too, and which decision is asked.
struct Scratch {
    long long *wrong;
    uint32_t *menus;
    int32_t *places;
};
static Scratch scratch_of(void *memory, int64_t games) {
    uint32_t *words = (uint32_t *)memory;
    return {(long long *)memory, words + 4, (int32_t *)(words + 4 + MENU * games)};
}

// A kernel of its own: the rules are long, and each kernel that holds them takes long to compile.
static __global__ void look(capo_batch_t batch, Scratch out) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i >= batch.games) return;
    State state;
    take(state, (const uint32_t *)batch.states, batch.games, i);
    uint32_t menu[MENU];
    for (int w = 0; w < MENU; w++) menu[w] = 0;
    if (state.depth) {
        const game::Decision top = state.stack[state.depth - 1];
        game::Codes codes;
        many::menu(state, top, codes);
        codes.write();
        for (int k = 0; k < codes.n; k++) menu[codes.at[k] >> 5] |= 1u << (codes.at[k] & 31);
        batch.seats[i] = top.seat;
        out.places[i] = many::asked_place(state);
    } else {
        batch.seats[i] = -1;
    }
    for (int w = 0; w < MENU; w++) out.menus[w * batch.games + i] = menu[w];
}

static __device__ void forget(const capo_batch_t &batch, int64_t i) {
    for (int seat = 0; seat < game::PLAYERS; seat++) {
        batch.rewards[i * game::PLAYERS + seat] = 0;
        batch.totals[i * game::PLAYERS + seat] = 0;
    }
    batch.done[i] = 0;
}

static __global__ void reset(capo_batch_t batch, const uint64_t *seeds) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i >= batch.games) return;
    State state;
    batch.seeds[i] = seeds[i];
    batch.choosers[i] = many::chooser_of(seeds[i]);
    forget(batch, i);
    many::start(state, seeds[i]);
    put(state, (uint32_t *)batch.states, batch.games, i);
}

static __global__ void check(capo_batch_t batch, Scratch out, const int32_t *codes) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i >= batch.games || batch.seats[i] < 0) return;
    const int32_t code = codes[i];
    const bool legal = 0 <= code && code < game::ACTIONS &&
                       (out.menus[(code >> 5) * batch.games + i] >> (code & 31) & 1);
    if (!legal) atomicMin(out.wrong, (long long)i);
}

static __global__ void step(capo_batch_t batch, const int32_t *codes) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i >= batch.games) return;
    if (batch.done[i]) forget(batch, i);
    if (batch.seats[i] < 0) return;
    State state;
    take(state, (const uint32_t *)batch.states, batch.games, i);
    many::play(state, codes[i], state.depth - 1);
    if (!state.depth) {
        batch.done[i] = 1;
        many::reward(state, batch.totals + i * game::PLAYERS, batch.rewards + i * game::PLAYERS);
        if (batch.stride) {
            many::start(state, batch.seeds[i] += batch.stride);
            batch.choosers[i] = many::chooser_of(batch.seeds[i]);
        }
    }
    put(state, (uint32_t *)batch.states, batch.games, i);
}

static __global__ void choose(capo_batch_t batch, Scratch out, int32_t *codes) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i >= batch.games) return;
    codes[i] = 0;
    if (batch.seats[i] < 0) return;
    int n = 0, w = 0;
    for (int k = 0; k < MENU; k++) n += __popc(out.menus[k * batch.games + i]);
    int left = capo::below(batch.choosers[i], n);
    for (int here; (here = __popc(out.menus[w * batch.games + i])) <= left; w++) left -= here;
    uint32_t rest = out.menus[w * batch.games + i];
    for (; left; left--) rest &= rest - 1;
    codes[i] = 32 * w + __ffs((int)rest) - 1;
}

// Menus as bits become a row of bytes for each game.
static __global__ void spread_menus(capo_batch_t batch, Scratch out) {
    const int64_t at = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    const int64_t i = at / game::ACTIONS;
    if (i >= batch.games) return;
    const int code = (int)(at - i * game::ACTIONS);
    batch.legal[at] = out.menus[(code >> 5) * batch.games + i] >> (code & 31) & 1;
}

// The words of one game's state.
struct Words {
    const int32_t *first;
    int64_t games;
    __device__ int32_t operator()(int at) const { return first[at * games]; }
};

// States become observations: a tile of games and columns is turned round in fast memory.
static __global__ void observe(capo_batch_t batch, Scratch out) {
    __shared__ int16_t tile[TILE][TILE + 2];
    const int64_t first = (int64_t)blockIdx.x * TILE, i = first + threadIdx.x;
    const int left = blockIdx.y * TILE;
    const int seat = i < batch.games ? batch.seats[i] : -1;
    for (int c = threadIdx.y; c < TILE; c += blockDim.y) {
        int value = 0;
        if (seat >= 0 && left + c < batch.columns) {
            const int32_t *reading = batch.readings + 3 * ((int64_t)seat * batch.columns + left + c);
            const Words word = {(const int32_t *)batch.states + i, batch.games};
            value = many::observed(word, reading[0], reading[1], reading[2], out.places[i], batch.about);
        }
        tile[c][threadIdx.x] = (int16_t)value;
    }
    __syncthreads();
    const int column = left + threadIdx.x;
    for (int g = threadIdx.y; g < TILE; g += blockDim.y)
        if (first + g < batch.games && column < batch.columns)
            batch.rows[(first + g) * batch.columns + column] = tile[threadIdx.x][g];
}

static bool shown(const capo_batch_t &batch, const Scratch &out) {
    const int64_t bytes = batch.games * game::ACTIONS;
    look<<<(unsigned)((batch.games + BLOCK - 1) / BLOCK), BLOCK>>>(batch, out);
    spread_menus<<<(unsigned)((bytes + 255) / 256), 256>>>(batch, out);
    if (batch.rows) {
        const dim3 tiles((unsigned)((batch.games + TILE - 1) / TILE), (batch.columns + TILE - 1) / TILE);
        observe<<<tiles, dim3(TILE, 8)>>>(batch, out);
    }
    return !failed(cudaGetLastError(), "a kernel") && !failed(cudaDeviceSynchronize(), "a step");
}

struct Sums {
    unsigned long long decisions, checksum, sums[game::PLAYERS], wins[game::PLAYERS];
};

static __global__ void playouts(uint64_t first, int64_t games, Sums *all) {
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i >= games) return;
    const uint64_t seed = first + (uint64_t)i;
    uint64_t chooser = many::chooser_of(seed);
    State state;
    many::start(state, seed);
    const many::Played played = many::playout(state, chooser);
    int totals[game::PLAYERS];
    many::totals(state, totals);
    const uint32_t won = many::winners(state, totals);
    atomicAdd(&all->decisions, (unsigned long long)played.decisions);
    atomicAdd(&all->checksum, (unsigned long long)played.checksum);
    for (int seat = 0; seat < game::PLAYERS; seat++) {
        atomicAdd(&all->sums[seat], (unsigned long long)(long long)totals[seat]);
        if (won >> seat & 1) atomicAdd(&all->wins[seat], 2520ull / capo::ones(won));
    }
}

} // namespace gpu

#define CAPO_EXPORT __attribute__((visibility("default")))
extern "C" {

CAPO_EXPORT const char *capo_gpu_error(void) { return gpu::reason; }
CAPO_EXPORT int32_t capo_gpu_state_bytes(void) { return sizeof(game::State); }

CAPO_EXPORT int32_t capo_gpu_open(void) {
    int n = 0;
    if (gpu::failed(cudaGetDeviceCount(&n), "no GPU")) return CAPO_GPU_FAILED;
    // Every kernel's own frame, and room for rules that call themselves, which nvcc does not count.
    size_t most = 0, given = 0;
    const void *const kernels[] = {(const void *)gpu::playouts, (const void *)gpu::step,
                                   (const void *)gpu::look, (const void *)gpu::reset};
    for (const void *kernel : kernels) {
        cudaFuncAttributes told;
        if (gpu::failed(cudaFuncGetAttributes(&told, kernel), "a kernel")) return CAPO_GPU_FAILED;
        if (told.localSizeBytes > most) most = told.localSizeBytes;
    }
    if (gpu::failed(cudaDeviceGetLimit(&given, cudaLimitStackSize), "room for calls"))
        return CAPO_GPU_FAILED;
    most += gpu::CALLS;
    if (given < most && gpu::failed(cudaDeviceSetLimit(cudaLimitStackSize, most), "room for calls"))
        return CAPO_GPU_FAILED;
    return 0;
}

CAPO_EXPORT void *capo_gpu_new(int64_t bytes) {
    void *memory = nullptr;
    if (gpu::failed(cudaMalloc(&memory, (size_t)bytes), "memory of the GPU")) return nullptr;
    if (gpu::failed(cudaMemset(memory, 0, (size_t)bytes), "memory of the GPU")) return nullptr;
    return memory;
}
CAPO_EXPORT void capo_gpu_free(void *memory) { cudaFree(memory); }

CAPO_EXPORT int32_t capo_gpu_put(void *device, const void *host, int64_t bytes) {
    const cudaError_t error = cudaMemcpy(device, host, (size_t)bytes, cudaMemcpyHostToDevice);
    return gpu::failed(error, "copying") ? CAPO_GPU_FAILED : 0;
}
CAPO_EXPORT int32_t capo_gpu_get(void *host, const void *device, int64_t bytes) {
    const cudaError_t error = cudaMemcpy(host, device, (size_t)bytes, cudaMemcpyDeviceToHost);
    return gpu::failed(error, "copying") ? CAPO_GPU_FAILED : 0;
}

CAPO_EXPORT int32_t capo_gpu_playouts(uint64_t first, int64_t games, int64_t *sums, int64_t *wins,
                                      capo_played_t *played, int32_t block) {
    gpu::Sums *device = (gpu::Sums *)capo_gpu_new(sizeof(gpu::Sums)), host;
    if (!device) return CAPO_GPU_FAILED;
    gpu::playouts<<<(unsigned)((games + block - 1) / block), block>>>(first, games, device);
    const bool bad = gpu::failed(cudaGetLastError(), "a kernel") ||
                     gpu::failed(cudaDeviceSynchronize(), "playouts") ||
                     capo_gpu_get(&host, device, sizeof host) != 0;
    capo_gpu_free(device);
    if (bad) return CAPO_GPU_FAILED;
    played->decisions = (int64_t)host.decisions;
    played->checksum = host.checksum;
    for (int seat = 0; seat < game::PLAYERS; seat++) {
        if (sums) sums[seat] += (int64_t)host.sums[seat];
        if (wins) wins[seat] += (int64_t)host.wins[seat];
    }
    return 0;
}

CAPO_EXPORT int64_t capo_gpu_scratch_bytes(int64_t games) {
    return 16 + 4 * games * (gpu::MENU + 1);
}

CAPO_EXPORT int32_t capo_gpu_reset(const capo_batch_t *batch, void *scratch, const uint64_t *seeds) {
    const gpu::Scratch out = gpu::scratch_of(scratch, batch->games);
    if (gpu::failed(cudaDeviceSynchronize(), "what came before")) return CAPO_GPU_FAILED;
    cudaGetLastError(); // what another library was refused is not our failure
    gpu::reset<<<(unsigned)((batch->games + gpu::BLOCK - 1) / gpu::BLOCK), gpu::BLOCK>>>(*batch, seeds);
    return gpu::shown(*batch, out) ? 0 : CAPO_GPU_FAILED;
}

CAPO_EXPORT int64_t capo_gpu_step(const capo_batch_t *batch, void *scratch, const int32_t *codes) {
    const gpu::Scratch out = gpu::scratch_of(scratch, batch->games);
    const unsigned blocks = (unsigned)((batch->games + gpu::BLOCK - 1) / gpu::BLOCK);
    long long wrong = INT64_MAX;
    // Whoever made the codes may not have finished, on a stream of its own.
    if (gpu::failed(cudaDeviceSynchronize(), "what came before")) return CAPO_GPU_FAILED;
    cudaGetLastError(); // what another library was refused is not our failure
    if (capo_gpu_put(out.wrong, &wrong, sizeof wrong)) return CAPO_GPU_FAILED;
    gpu::check<<<blocks, gpu::BLOCK>>>(*batch, out, codes);
    if (gpu::failed(cudaGetLastError(), "a kernel")) return CAPO_GPU_FAILED;
    if (capo_gpu_get(&wrong, out.wrong, sizeof wrong)) return CAPO_GPU_FAILED;
    if (wrong != INT64_MAX) return wrong;
    gpu::step<<<blocks, gpu::BLOCK>>>(*batch, codes);
    return gpu::shown(*batch, out) ? -1 : CAPO_GPU_FAILED;
}

CAPO_EXPORT int32_t capo_gpu_choose(const capo_batch_t *batch, void *scratch, int32_t *codes) {
    const gpu::Scratch out = gpu::scratch_of(scratch, batch->games);
    const unsigned blocks = (unsigned)((batch->games + gpu::BLOCK - 1) / gpu::BLOCK);
    gpu::choose<<<blocks, gpu::BLOCK>>>(*batch, out, codes);
    const bool bad = gpu::failed(cudaGetLastError(), "a kernel") ||
                     gpu::failed(cudaDeviceSynchronize(), "a choice");
    return bad ? CAPO_GPU_FAILED : 0;
}

} // extern "C"
