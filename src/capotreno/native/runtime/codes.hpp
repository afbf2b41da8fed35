// A list of codes holds them as they were found, a row of a table or the ones of a set, and writes
// them down when somebody looks at them: whoever draws one of them needs that one alone.
namespace capo {

struct Piece { // codes from a place on
    int32_t first, n;
    int32_t base; // the code of the lowest one of the set
    int32_t wide; // bytes of a number of the row, negative if it has a sign; 0: the set
    const void *row;
    Mask<game::WIDEST> set;
    CAPO_METHOD int32_t code(int k) const {
        if (wide == 0) return base + set.nth(k);
        if (wide == 1) return ((const uint8_t *)row)[k];
        if (wide == -1) return ((const int8_t *)row)[k];
        return wide == 2 ? ((const uint16_t *)row)[k] : ((const int16_t *)row)[k];
    }
};

template <> struct List<int32_t, game::ACTIONS> {
    static constexpr int N = game::ACTIONS, PIECES = 12;
    int32_t n;
    mutable int32_t pieces = 0; // that are not written yet; all else is in `at`
    mutable int32_t at[N];
    Piece piece[PIECES];

    CAPO_METHOD int32_t drawn(int k) const { // one code, and nothing is written
        for (int p = 0; p < pieces; p++) {
            const int place = k - piece[p].first;
            if ((uint32_t)place < (uint32_t)piece[p].n) return piece[p].code(place);
        }
        return at[k];
    }
    CAPO_METHOD void write() const {
        for (int p = 0; p < pieces; p++) write(piece[p]);
        pieces = 0;
    }
    CAPO_METHOD int32_t &operator[](int i) {
        if (pieces) write();
        return at[i];
    }
    CAPO_METHOD const int32_t &operator[](int i) const {
        if (pieces) write();
        return at[i];
    }
    struct Mark {
        int32_t n, pieces;
    };
    CAPO_METHOD Mark mark() const { return {n, pieces}; }
    CAPO_METHOD void back(const Mark &mark) { n = mark.n, pieces = mark.pieces; }
    CAPO_METHOD void begin(int count) { n = count, pieces = 0; }
    CAPO_METHOD void push(int32_t value) {
        CAPO_SURE(n < N);
        at[n++] = value;
    }
    CAPO_METHOD void push_if(bool wanted, int32_t value) {
        if (wanted) push(value);
    }
    CAPO_METHOD void extend(const Span<int8_t> &other) { row(other, -1); }
    CAPO_METHOD void extend(const Span<uint8_t> &other) { row(other, 1); }
    CAPO_METHOD void extend(const Span<int16_t> &other) { row(other, -2); }
    CAPO_METHOD void extend(const Span<uint16_t> &other) { row(other, 2); }
    template <class Some> CAPO_METHOD void extend(const Some &other) {
        const int first = n, more = other.n;
        CAPO_SURE(first + more <= N);
        for (int i = 0; i < more; i++) at[first + i] = As<int32_t>::of(other[i]);
        n = first + more;
    }
    template <class Some> CAPO_METHOD void assign(const Some &other) {
        begin(0);
        extend(other);
    }
    template <class U> CAPO_METHOD void fill(int count, const U &value) {
        CAPO_SURE(count <= N);
        begin(count < 0 ? 0 : count);
        for (int i = 0; i < count; i++) at[i] = (int32_t)value;
    }
    CAPO_METHOD int32_t pop(int i) {
        CAPO_SURE(0 <= i && i < n);
        const int32_t taken = (*this)[i];
        for (n--; i < n; i++) at[i] = at[i + 1];
        return taken;
    }
    // The ones of a set join, as codes from `base` on or by a table.
    template <int W> CAPO_METHOD void ones(const Mask<W> &set, int32_t base) {
        Piece &own = next(set.count());
        own.wide = 0;
        own.base = base;
        for (int w = 0; w < game::WIDEST; w++) own.set.w[w] = w < W ? set.w[w] : 0;
        joined(own);
    }
    template <int W, class T> CAPO_METHOD void ones(const Mask<W> &set, const T *codes) {
        for (int w = 0; w < W; w++)
            for (uint64_t left = set.w[w]; left; left &= left - 1) push(codes[64 * w + lowest(left)]);
    }

private:
    // Field by field: what is stored in parts and copied as a whole makes a processor wait.
    CAPO_METHOD Piece &next(int more) {
        CAPO_SURE(n + more <= N);
        Piece &own = piece[pieces];
        own.first = n;
        own.n = more;
        return own;
    }
    CAPO_METHOD void joined(const Piece &own) {
        n += own.n;
        if (pieces + 1 < PIECES)
            pieces += own.n > 0;
        else
            write(own);
    }
    template <class T> CAPO_METHOD void row(const Span<T> &other, int32_t wide) {
        Piece &own = next(other.n);
        own.wide = wide;
        own.row = other.at;
        joined(own);
    }
    CAPO_METHOD void write(const Piece &own) const {
        int32_t *to = at + own.first;
        if (own.wide == 0) {
            for (int w = 0; w < game::WIDEST; w++)
                for (uint64_t left = own.set.w[w]; left; left &= left - 1) *to++ = own.base + 64 * w + lowest(left);
        } else {
            for (int k = 0; k < own.n; k++) to[k] = own.code(k);
        }
    }
};

} // namespace capo
