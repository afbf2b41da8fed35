// As much of CUDA as the text for a GPU needs, on a CPU: one thread after the other, and its memory is ours.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define __CUDACC__
#define __CUDA_ARCH__ 900
#define __device__
#define __global__
#define __shared__ static
#define __noinline__ __attribute__((noinline))

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
static dim3 gridDim(1), blockDim(1), blockIdx(0, 0, 0), threadIdx(0, 0, 0);

// Where the threads of a block wait for each other: each comes here from its beginning, then all go
// through. What a kernel does before it must give the same a second time.
struct Waits {};
static bool together;
static void __syncthreads() {
    if (!together) throw Waits();
}
template <class Thread> static bool through_block(const Thread &thread) {
    bool all = true;
    for (threadIdx.y = 0; threadIdx.y < blockDim.y; threadIdx.y++)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) try {
                thread();
            } catch (Waits) {
                all = false;
            }
    return all;
}
template <class Thread> static void launch(dim3 blocks, dim3 threads, const Thread &thread) {
    gridDim = blocks, blockDim = threads;
    for (blockIdx.y = 0; blockIdx.y < blocks.y; blockIdx.y++)
        for (blockIdx.x = 0; blockIdx.x < blocks.x; blockIdx.x++) {
            together = false;
            if (through_block(thread)) continue;
            together = true;
            through_block(thread);
        }
}

static int __popc(uint32_t x) { return __builtin_popcount(x); }
static int __popcll(uint64_t x) { return __builtin_popcountll(x); }
static int __ffs(int x) { return __builtin_ffs(x); }
static int __ffsll(long long x) { return __builtin_ffsll(x); }
static int __clzll(long long x) { return x ? __builtin_clzll((uint64_t)x) : 64; }
static uint64_t __umul64hi(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }
template <class T> static void atomicAdd(T *sum, T more) { *sum += more; }
template <class T> static void atomicMin(T *least, T other) {
    if (other < *least) *least = other;
}

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };
enum { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaLimitStackSize };
struct cudaFuncAttributes {
    size_t localSizeBytes;
};
static const char *cudaGetErrorString(cudaError_t) { return "no memory"; }
static cudaError_t cudaGetLastError() { return cudaSuccess; }
static cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static cudaError_t cudaGetDeviceCount(int *n) { return *n = 1, cudaSuccess; }
static cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *told, const void *) { return told->localSizeBytes = 0, cudaSuccess; }
static cudaError_t cudaDeviceGetLimit(size_t *given, int) { return *given = 0, cudaSuccess; }
static cudaError_t cudaDeviceSetLimit(int, size_t) { return cudaSuccess; }
static cudaError_t cudaMalloc(void **memory, size_t bytes) {
    return (*memory = malloc(bytes)) ? cudaSuccess : cudaErrorMemoryAllocation;
}
static cudaError_t cudaFree(void *memory) { return free(memory), cudaSuccess; }
static cudaError_t cudaMemset(void *memory, int value, size_t bytes) { return memset(memory, value, bytes), cudaSuccess; }
static cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int) { return memcpy(to, from, bytes), cudaSuccess; }
