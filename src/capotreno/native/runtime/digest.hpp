// The digest of a state: BLAKE2b with eight bytes over decimal text, as Game.digest defines it.
#if !defined(__CUDACC__)
#include <string.h>

namespace capo {

struct Blake2b { // RFC 7693, without a key
    uint64_t h[8];
    uint8_t block[128];
    uint64_t done = 0;
    int filled = 0;

    static uint64_t turned(uint64_t x, int by) { return x >> by | x << (64 - by); }
    explicit Blake2b(int size) {
        static const uint64_t IV[8] = {0x6a09e667f3bcc908ull, 0xbb67ae8584caa73bull, 0x3c6ef372fe94f82bull,
                                       0xa54ff53a5f1d36f1ull, 0x510e527fade682d1ull, 0x9b05688c2b3e6c1full,
                                       0x1f83d9abfb41bd6bull, 0x5be0cd19137e2179ull};
        memcpy(h, IV, sizeof h);
        h[0] ^= 0x01010000u ^ (uint64_t)size;
    }
    void compress(bool last) {
        static const uint8_t SIGMA[12][16] = {
            {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
            {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
            {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
            {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
            {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
            {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};
        const Blake2b first(0);
        uint64_t v[16], m[16];
        memcpy(v, h, sizeof h);
        memcpy(v + 8, first.h, sizeof h);
        v[8] ^= 0x01010000u; // without the parameters that were mixed in
        v[12] ^= done;
        if (last) v[14] = ~v[14];
        memcpy(m, block, sizeof m);
        for (int round = 0; round < 12; round++) {
            const uint8_t *s = SIGMA[round];
            for (int i = 0; i < 8; i++) {
                const int a = i & 3, shift = i >> 2;
                const int b = 4 + ((i + shift) & 3), c = 8 + ((i + 2 * shift) & 3), d = 12 + ((i + 3 * shift) & 3);
                v[a] += v[b] + m[s[2 * i]];
                v[d] = turned(v[d] ^ v[a], 32);
                v[c] += v[d];
                v[b] = turned(v[b] ^ v[c], 24);
                v[a] += v[b] + m[s[2 * i + 1]];
                v[d] = turned(v[d] ^ v[a], 16);
                v[c] += v[d];
                v[b] = turned(v[b] ^ v[c], 63);
            }
        }
        for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
    }
    void add(char letter) {
        if (filled == 128) {
            done += 128;
            compress(false);
            filled = 0;
        }
        block[filled++] = (uint8_t)letter;
    }
    uint64_t ended() { // the first eight bytes, the first of them highest
        done += (uint64_t)filled;
        memset(block + filled, 0, (size_t)(128 - filled));
        compress(true);
        uint64_t out = 0;
        for (int i = 0; i < 8; i++) out = out << 8 | (h[0] >> 8 * i & 255);
        return out;
    }
    void number(const uint64_t *words, int count) { // in decimal, the lowest word first
        uint64_t left[8];
        char digits[160];
        int n = 0;
        memcpy(left, words, sizeof(uint64_t) * (size_t)count);
        for (bool more = true; more;) {
            unsigned __int128 rest = 0;
            more = false;
            for (int i = count - 1; i >= 0; i--) {
                rest = rest << 64 | left[i];
                left[i] = (uint64_t)(rest / 10);
                rest %= 10;
                more = more || left[i];
            }
            digits[n++] = (char)('0' + (int)rest);
        }
        while (n) add(digits[--n]);
    }
    void number(int64_t value) {
        const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        if (value < 0) add('-');
        number(&size, 1);
    }
};

} // namespace capo

extern "C" __attribute__((visibility("default"))) uint64_t capo_digest(const void *state) {
    const game::State &s = *(const game::State *)state;
    capo::Blake2b digest(8);
    for (int i = 0; i < game::CELLS; i++) {
        const capo::CellPlace place = game::PLACES[i];
        if (i) digest.add(',');
        if (place.words) digest.number(s.wide + place.wide, place.words);
        else digest.number(s.cells[i] == CAPO_HIDDEN ? -((int64_t)1 << 40) : s.cells[i]);
    }
    digest.add(';');
    for (int i = 0; i < s.depth; i++) {
        const int32_t parts[3] = {s.stack[i].question, s.stack[i].seat, s.stack[i].subject};
        for (int j = 0; j < 3; j++) {
            if (i || j) digest.add(',');
            digest.number((int64_t)parts[j]);
        }
    }
    digest.add(';');
    digest.number(&s.seed, 1);
    return digest.ended();
}
#endif
