// What generated games are written with: sets, lists, chance. By hand; the same for CPU and CUDA.
#include <stdint.h>

#if defined(__CUDACC__)
#define CAPO_FN static __device__
// Functions with lists of their own are never put into others there: nvcc 13.0 gives lists of inlined
// functions the same place while both are in use. Their frames lie over each other instead.
#define CAPO_APART static __device__ __noinline__
#define CAPO_METHOD __device__ inline
#define CAPO_TABLE static __device__ const
#define CAPO_TRAP() asm("trap;")
#define CAPO_TABLES 0
#else
#ifdef __SSE2__
#include <immintrin.h>
#endif
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define CAPO_FN static
#define CAPO_APART static
#define CAPO_METHOD inline
#define CAPO_TABLE static const
#define CAPO_TRAP() capo::stopped(__FILE__, __LINE__)
#define CAPO_TABLES 1 // room for large ones; a thread of a GPU has none
namespace capo {
// Where a thread goes on that finds no world; otherwise what is no move of the game ends the program.
static thread_local jmp_buf *way_out;
[[noreturn]] static void stopped(const char *file, int line) {
    if (way_out) longjmp(*way_out, 1);
    fprintf(stderr, "%s:%d: not a move of this game\n", file, line);
    abort();
}
} // namespace capo
#endif

// What cannot happen if the rules are right, and would be an exception in Python. CAPO_CHECK adds
// what the translator has proved or taken from a declaration: ranges of cells and of indices.
#define CAPO_SURE(condition) \
    do { \
        if (!(condition)) CAPO_TRAP(); \
    } while (0)
#ifdef CAPO_CHECK
#define CAPO_CLAIM(condition) CAPO_SURE(condition)
#else
#define CAPO_CLAIM(condition) ((void)0)
#endif

namespace capo {

CAPO_FN int ones(uint64_t x) {
#ifdef __CUDA_ARCH__
    return __popcll(x);
#else
    return __builtin_popcountll(x);
#endif
}
CAPO_FN int lowest(uint64_t x) { // x is not 0
#ifdef __CUDA_ARCH__
    return __ffsll((long long)x) - 1;
#else
    return __builtin_ctzll(x);
#endif
}
CAPO_FN int length(uint64_t x) { // as int.bit_length
#ifdef __CUDA_ARCH__
    return 64 - __clzll((long long)x);
#else
    return x ? 64 - __builtin_clzll(x) : 0;
#endif
}
CAPO_FN int nth_one(uint64_t x, int k) { // the place of the one that has k others below it
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
    return lowest(_pdep_u64(1ull << k, x));
#else
    int at = 0;
    for (int half = 32; half; half >>= 1) {
        const int here = ones(x >> at & ((1ull << half) - 1));
        const bool above = k >= here;
        k -= above ? here : 0;
        at += above ? half : 0;
    }
    return at;
#endif
}
CAPO_FN uint64_t high_half(uint64_t a, uint64_t b) {
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#else
    return (uint64_t)((unsigned __int128)a * b >> 64);
#endif
}

// Chance, bit for bit as engine/chance.py defines it.
CAPO_FN uint64_t scramble(uint64_t seed) {
    uint64_t x = seed + 0x9E3779B97F4A7C15ull;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}
CAPO_FN int32_t below(uint64_t &counter, int32_t n) {
    const uint64_t s = counter += 0xA0761D6478BD642Full;
    const uint64_t t = s ^ 0xE7037ED1A0B428DBull;
    return (int32_t)high_half(high_half(s, t) ^ s * t, (uint64_t)n);
}

// Which of some kinds is drawn, of `total` things in all; without a branch that chance decides.
CAPO_METHOD int32_t pick(uint64_t &counter, const int32_t *counts, int32_t kinds, int32_t total) {
    int32_t left = below(counter, total), kind = 0;
#pragma GCC unroll 16
    for (int i = 0; i < kinds; i++) {
        left -= counts[i];
        kind += left >= 0;
    }
    CAPO_SURE(kind < kinds);
    return kind;
}
template <int N> CAPO_METHOD int32_t pick(uint64_t &counter, const int32_t *counts, int32_t total) {
    return pick(counter, counts, N, total);
}

// Python's // and %: towards minus infinity.
CAPO_FN int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
CAPO_FN int64_t floor_mod(int64_t a, int64_t b) {
    const int64_t rest = a % b;
    return rest + (rest != 0 && (rest < 0) != (b < 0) ? b : 0);
}
// Python's index: from the end if it is negative.
CAPO_FN int32_t at_index(int64_t i, int32_t n) {
    i = i < 0 ? i + n : i;
    CAPO_CLAIM(0 <= i && i < n);
    return (int32_t)i;
}
template <class T> CAPO_METHOD T claimed(T value, int64_t low, int64_t high) {
    CAPO_CLAIM(low <= (int64_t)value && (int64_t)value <= high);
    (void)low, (void)high;
    return value;
}
// The same for what no range tells, so in every build.
template <class T> CAPO_METHOD T within(T value, int64_t low, int64_t high) {
    CAPO_SURE(low <= (int64_t)value && (int64_t)value <= high);
    return value;
}
CAPO_FN int64_t shifted_right(int64_t a, int64_t by) { return a >> (by < 63 ? by : 63); } // by any number
template <class T> CAPO_METHOD T least(T a, T b) { return b < a ? b : a; }
template <class T> CAPO_METHOD T most(T a, T b) { return a < b ? b : a; }

// A set of up to 64 * W things, or what Python keeps in one whole number.
template <int W> struct Mask {
    uint64_t w[W];
    CAPO_METHOD explicit operator bool() const {
        uint64_t any = 0;
        for (int i = 0; i < W; i++) any |= w[i];
        return any != 0;
    }
    CAPO_METHOD bool has(int bit) const { return bit < 64 * W && (w[bit >> 6] >> (bit & 63) & 1); }
    CAPO_METHOD int count() const {
        int n = 0;
        for (int i = 0; i < W; i++) n += ones(w[i]);
        return n;
    }
    CAPO_METHOD int bit_length() const {
        for (int i = W - 1; i > 0; i--)
            if (w[i]) return 64 * i + length(w[i]);
        return length(w[0]);
    }
    CAPO_METHOD int first() const { // the lowest bit; there is one
        for (int i = 0; i < W - 1; i++)
            if (w[i]) return 64 * i + lowest(w[i]);
        return 64 * (W - 1) + lowest(w[W - 1]);
    }
    CAPO_METHOD int nth(int k) const { // the one that has k others below it
        for (int i = 0; i < W - 1; i++) {
            const int here = ones(w[i]);
            if (k < here) return 64 * i + nth_one(w[i], k);
            k -= here;
        }
        return 64 * (W - 1) + nth_one(w[W - 1], k);
    }
    CAPO_METHOD Mask operator-() const {
        Mask out;
        bool carry = true;
        for (int i = 0; i < W; i++) {
            out.w[i] = ~w[i] + carry;
            carry = carry && out.w[i] == 0;
        }
        return out;
    }
    CAPO_METHOD Mask operator~() const {
        Mask out;
        for (int i = 0; i < W; i++) out.w[i] = ~w[i];
        return out;
    }
};
#define CAPO_MASK_OPERATOR(op) \
    template <int W> CAPO_METHOD Mask<W> operator op(const Mask<W> &a, const Mask<W> &b) { \
        Mask<W> out; \
        for (int i = 0; i < W; i++) out.w[i] = a.w[i] op b.w[i]; \
        return out; \
    }
CAPO_MASK_OPERATOR(&)
CAPO_MASK_OPERATOR(|)
CAPO_MASK_OPERATOR(^)
template <int W> CAPO_METHOD bool operator==(const Mask<W> &a, const Mask<W> &b) {
    for (int i = 0; i < W; i++)
        if (a.w[i] != b.w[i]) return false;
    return true;
}
template <int W> CAPO_METHOD bool operator!=(const Mask<W> &a, const Mask<W> &b) { return !(a == b); }
template <int W> CAPO_METHOD bool operator<(const Mask<W> &a, const Mask<W> &b) {
    for (int i = W - 1; i > 0; i--)
        if (a.w[i] != b.w[i]) return a.w[i] < b.w[i];
    return a.w[0] < b.w[0];
}
template <int W, int V> CAPO_METHOD Mask<W> widen(const Mask<V> &a) { // or cut what is known to be 0
    Mask<W> out;
    for (int i = 0; i < W; i++) out.w[i] = i < V ? a.w[i] : 0;
    return out;
}
template <int W> CAPO_METHOD Mask<W> mask(uint64_t low) {
    Mask<W> out;
    out.w[0] = low;
    for (int i = 1; i < W; i++) out.w[i] = 0;
    return out;
}
template <int W> CAPO_METHOD Mask<W> shifted(const Mask<W> &a, int by) {
    CAPO_CLAIM(by >= 0);
    Mask<W> out;
    for (int i = 0; i < W; i++) {
        const int from = i - (by >> 6), bits = by & 63;
        uint64_t word = from >= 0 ? a.w[from] << bits : 0;
        if (bits && from > 0) word |= a.w[from - 1] >> (64 - bits);
        out.w[i] = word;
    }
    return out;
}
template <int W> CAPO_METHOD Mask<W> unshifted(const Mask<W> &a, int by) {
    CAPO_CLAIM(by >= 0);
    Mask<W> out;
    for (int i = 0; i < W; i++) {
        const int from = i + (by >> 6), bits = by & 63;
        uint64_t word = from < W ? a.w[from] >> bits : 0;
        if (bits && from + 1 < W) word |= a.w[from + 1] << (64 - bits);
        out.w[i] = word;
    }
    return out;
}
template <int W> CAPO_METHOD Mask<W> shifted_whole(const Mask<W> &a, int by) { // no bit is lost
    const Mask<W> out = shifted(a, by);
    CAPO_SURE(unshifted(out, by) == a);
    return out;
}
template <int W> CAPO_METHOD Mask<W> single(int bit) {
    CAPO_CLAIM(0 <= bit && bit < 64 * W);
    Mask<W> out;
    for (int i = 0; i < W; i++) out.w[i] = i == bit >> 6 ? 1ull << (bit & 63) : 0;
    return out;
}

// A run of values that lie somewhere else and do not change while it is looked at.
template <class T> struct Span {
    const T *at;
    int32_t n;
    CAPO_METHOD const T &operator[](int i) const { return at[i]; }
};

// A few values together.
template <class A> struct Tuple1 {
    A v0;
};
template <class A, class B> struct Tuple2 {
    A v0;
    B v1;
};
template <class A, class B, class C> struct Tuple3 {
    A v0;
    B v1;
    C v2;
};
template <class A, class B, class C, class D> struct Tuple4 {
    A v0;
    B v1;
    C v2;
    D v3;
};

// One value as another type that holds it.
template <class T> struct As {
    template <class U> CAPO_METHOD static T of(const U &value) { return (T)value; }
};
template <int W> struct As<Mask<W>> {
    template <int V> CAPO_METHOD static Mask<W> of(const Mask<V> &value) { return widen<W>(value); }
    CAPO_METHOD static Mask<W> of(int32_t value) { return mask<W>((uint64_t)value); }
};

// A list of at most N values. Python's list: what does not fit stops the program.
template <class T, int N> struct List {
    int32_t n;
    T at[N > 0 ? N : 1];
    CAPO_METHOD T &operator[](int i) { return at[i]; }
    CAPO_METHOD const T &operator[](int i) const { return at[i]; }
    using Mark = int32_t;
    CAPO_METHOD Mark mark() const { return n; }
    CAPO_METHOD void back(Mark mark) { n = mark; }
    CAPO_METHOD void begin(int count) { n = count; }
    CAPO_METHOD void push(const T &value) {
        CAPO_SURE(n < N);
        at[n++] = value;
    }
    CAPO_METHOD void push_if(bool wanted, const T &value) {
        CAPO_SURE(n < N || !wanted);
        at[n < N ? n : N - 1] = n < N ? value : at[N - 1];
        n += wanted;
    }
    // The count is kept aside while elements are written, which may be of its type.
    template <class Some> CAPO_METHOD void extend(const Some &other) {
        const int first = n, more = other.n;
        CAPO_SURE(first + more <= N);
        for (int i = 0; i < more; i++) at[first + i] = As<T>::of(other[i]);
        n = first + more;
    }
    template <class Some> CAPO_METHOD void assign(const Some &other) {
        const int more = other.n;
        CAPO_SURE(more <= N);
        for (int i = 0; i < more; i++) at[i] = As<T>::of(other[i]);
        n = more;
    }
    template <class U> CAPO_METHOD void fill(int count, const U &value) {
        const T one = As<T>::of(value);
        CAPO_SURE(count <= N);
        n = count < 0 ? 0 : count;
        for (int i = 0; i < count; i++) at[i] = one;
    }
    // The ones of a set join, as numbers from `base` on or by a table.
    template <int W> CAPO_METHOD void ones(const Mask<W> &set, int32_t base) {
        int count = n;
        for (int w = 0; w < W; w++)
            for (uint64_t left = set.w[w]; left; left &= left - 1) at[count++] = base + 64 * w + lowest(left);
        n = count;
    }
    template <int W, class U> CAPO_METHOD void ones(const Mask<W> &set, const U *table) {
        int count = n;
        for (int w = 0; w < W; w++)
            for (uint64_t left = set.w[w]; left; left &= left - 1) at[count++] = table[64 * w + lowest(left)];
        n = count;
    }
    CAPO_METHOD T pop(int i) {
        CAPO_SURE(0 <= i && i < n);
        const T taken = at[i];
        const int left = n - 1;
        for (; i < left; i++) at[i] = at[i + 1];
        n = left;
        return taken;
    }
};
// What joins a list is a list of its own for whoever makes it.
template <class L> struct Rest {
    L &whole;
    const typename L::Mark mark;
    CAPO_METHOD void begin(int) { whole.back(mark); } // always of nothing
    template <class T> CAPO_METHOD void push(const T &value) { whole.push(value); }
    template <class T> CAPO_METHOD void push_if(bool wanted, const T &value) { whole.push_if(wanted, value); }
    template <class Some> CAPO_METHOD void extend(const Some &other) { whole.extend(other); }
    template <class Some> CAPO_METHOD void assign(const Some &other) {
        whole.back(mark);
        whole.extend(other);
    }
    template <class Set, class Base> CAPO_METHOD void ones(const Set &set, const Base &base) { whole.ones(set, base); }
};
template <class T, int N> CAPO_METHOD Rest<List<T, N>> rest(List<T, N> &list) { return {list, list.mark()}; }
template <class L> CAPO_METHOD Rest<L> rest(Rest<L> &list) { return {list.whole, list.whole.mark()}; }
template <class A, class B> struct As<Tuple2<A, B>> {
    template <class X, class Y> CAPO_METHOD static Tuple2<A, B> of(const Tuple2<X, Y> &value) {
        return {As<A>::of(value.v0), As<B>::of(value.v1)};
    }
};
template <class A, class B, class C> struct As<Tuple3<A, B, C>> {
    template <class X, class Y, class Z> CAPO_METHOD static Tuple3<A, B, C> of(const Tuple3<X, Y, Z> &value) {
        return {As<A>::of(value.v0), As<B>::of(value.v1), As<C>::of(value.v2)};
    }
};
template <class T, int N> struct As<List<T, N>> {
    template <class Some> CAPO_METHOD static List<T, N> of(const Some &other) {
        List<T, N> out;
        out.assign(other);
        return out;
    }
};
template <class Some, class T> CAPO_METHOD int32_t count(const Some &some, T value) {
    int32_t found = 0;
    for (int i = 0; i < some.n; i++) found += some[i] == value;
    return found;
}
template <class Some, class T> CAPO_METHOD int32_t find(const Some &some, T value) { // -1: not there
    for (int i = 0; i < some.n; i++)
        if (some[i] == value) return i;
    return -1;
}
#if defined(__SSE2__) && !defined(__CUDACC__)
template <class T> CAPO_METHOD int32_t find(const Span<int32_t> &some, T value) { // four at a time
    if ((int32_t)value != value) return -1;
    const __m128i wanted = _mm_set1_epi32((int32_t)value);
    int i = 0;
    for (; i + 4 <= some.n; i += 4) {
        const __m128i four = _mm_loadu_si128((const __m128i *)(some.at + i));
        const int equal = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(four, wanted)));
        if (equal) return i + __builtin_ctz((unsigned)equal);
    }
    for (; i < some.n; i++)
        if (some.at[i] == value) return i;
    return -1;
}
#endif
template <class Some> CAPO_METHOD int64_t total(const Some &some) {
    int64_t sum = 0;
    for (int i = 0; i < some.n; i++) sum += some[i];
    return sum;
}
// Sorted by keys, equal ones in their order; insertion, for short lists.
template <class T, int N, class K, int M>
CAPO_METHOD void sort_by(List<T, N> &list, List<K, M> &keys, bool reverse) {
    for (int i = 1; i < list.n; i++) {
        const T value = list[i];
        const K key = keys[i];
        int at = i;
        for (; at > 0 && (reverse ? keys[at - 1] < key : key < keys[at - 1]); at--) {
            list[at] = list[at - 1];
            keys[at] = keys[at - 1];
        }
        list[at] = value;
        keys[at] = key;
    }
}

struct Decision {
    int32_t question, seat, subject;
};
struct CellPlace {
    int16_t wide, words; // where a set lies in `wide`; words 0: a plain cell
    int16_t least;       // that a plain cell may hold; -2: anything
};

} // namespace capo
