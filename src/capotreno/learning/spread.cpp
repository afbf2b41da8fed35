// The ways that are left, for many positions at once: the same text for a CPU and, through nvcc,
// for a GPU, where one thread searches the ways of one stop. See ways.py.
#include <stdint.h>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

constexpr int FAR = 255, MOST = 256; // places

struct Board {
    int32_t routes, places, slots;
    const int16_t *ends;    // [routes][2]
    const uint8_t *sources; // [tickets][2][places]: where a ticket begins, and where it leads
};

// One stop of one ticket: the cost from there to every place.
BOTH static void spread(const Board &board, const uint8_t *cost, int ticket, int end, uint8_t *out) {
    uint8_t found[MOST];
    const uint8_t *source = board.sources + (int64_t)(2 * ticket + end) * board.places;
    for (int p = 0; p < board.places; p++) found[p] = ticket >= 0 && source[p] ? 0 : FAR;
    for (bool moved = ticket >= 0; moved;) {
        moved = false;
        for (int r = 0; r < board.routes; r++) {
            const int price = cost[r], a = board.ends[2 * r], b = board.ends[2 * r + 1];
            const int there = found[a] + price, back = found[b] + price;
            if (there < found[b]) found[b] = (uint8_t)there, moved = true;
            if (back < found[a]) found[a] = (uint8_t)back, moved = true;
        }
    }
    for (int p = 0; p < board.places; p++) out[p] = found[p];
}

// Number `at` of [batch][2][slots].
BOTH static void one(const Board &board, const uint8_t *cost, const int16_t *picked, uint8_t *out, int64_t at) {
    const int slot = (int)(at % board.slots), end = (int)(at / board.slots % 2);
    const int64_t row = at / (2 * board.slots);
    spread(board, cost + row * board.routes, picked[row * board.slots + slot], end, out + at * board.places);
}

#ifdef __CUDACC__
static __global__ void all(Board board, const uint8_t *cost, const int16_t *picked, uint8_t *out, int64_t n) {
    const int64_t at = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (at < n) one(board, cost, picked, out, at);
}
#endif

extern "C" __attribute__((visibility("default"))) int32_t
capo_spread(const Board *board, const uint8_t *cost, const int16_t *picked, uint8_t *out, int64_t batch, void *stream) {
    const int64_t n = batch * 2 * board->slots;
    if (board->places > MOST) return -1;
#ifdef __CUDACC__
    if (n) all<<<(unsigned)((n + 127) / 128), 128, 0, (cudaStream_t)stream>>>(*board, cost, picked, out, n);
    return (int32_t)cudaGetLastError();
#else
    (void)stream;
    for (int64_t at = 0; at < n; at++) one(*board, cost, picked, out, at);
    return 0;
#endif
}
