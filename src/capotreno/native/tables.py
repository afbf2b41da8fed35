"""The tables of a game: what its parts know, as constants of C++."""

from capotreno.native.values import HOLE, Bits, Int, NotTranslatable, SpanOf, int_range, words

STORED = (
    ("int8_t", -(2**7), 2**7), ("uint8_t", 0, 2**8), ("int16_t", -(2**15), 2**15),
    ("uint16_t", 0, 2**16), ("int32_t", -(2**31), 2**31),
)  # fmt: skip
LINE = 96


def stored(kind: Int) -> str:
    """The smallest type of C that holds a range."""
    for name, low, end in STORED:
        if low <= kind.low and kind.high < end:
            return name
    raise NotTranslatable(f"a table of numbers from {kind.low} to {kind.high}")


def looked_up(name: str, index: str) -> str:
    """What a table holds at an index; of sets that are the same by way of a second table."""
    return f"{name}[{index}]" + "]" * name.count("[")


class Tables:
    """Every table once, however many rules look into it."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._known: dict[object, str] = {}

    def numbers(self, objs: tuple[object, ...], hint: str) -> tuple[str, Int | Bits]:
        """A table of numbers or of sets; a hole holds 0. See `looked_up`."""
        there = [obj for obj in objs if isinstance(obj, int)]
        if len(there) + sum(obj is HOLE for obj in objs) != len(objs):
            odd = next(obj for obj in objs if not isinstance(obj, int) and obj is not HOLE)
            raise NotTranslatable(f"{odd!r:.60} is no number to be looked up while a game runs")
        kind = int_range(there or [0])
        values = [obj if isinstance(obj, int) else 0 for obj in objs]
        if isinstance(kind, Bits):
            return self._sets(values, kind, hint), kind
        items = ["CAPO_HIDDEN" if v < -(2**31) else str(int(v)) for v in values]
        return self._table(stored(kind), items, hint), kind

    def _sets(self, values: list[int], kind: Bits, hint: str) -> str:
        """A table of sets; where many are the same, each once, and a small table of which."""
        distinct = list(dict.fromkeys(values))
        if 2 * len(distinct) > len(values):
            return self._table(kind.c, ["{" + words(v, kind) + "}" for v in values], hint)
        sets = self._table(kind.c, ["{" + words(v, kind) + "}" for v in distinct], hint)
        number = {value: i for i, value in enumerate(distinct)}
        which, _ = self.numbers(tuple(number[value] for value in values), f"{hint}_which")
        return f"{sets}[{which}"

    def rows(self, objs: tuple[object, ...], index: str, hint: str) -> tuple[str, SpanOf]:
        """Rows of numbers of any length: the expression that finds one, and its type."""
        rows: list[tuple[int, ...]] = []
        for obj in objs:
            if obj is HOLE:
                rows.append(())
            elif isinstance(obj, (list, tuple, range)) and all(isinstance(n, int) for n in obj):
                rows.append(tuple(obj))
            else:
                raise NotTranslatable(f"{obj!r:.60} is no row of numbers")
        flat: list[int] = []
        first: dict[tuple[int, ...], int] = {}
        for row in rows:
            if row not in first:
                first[row] = len(flat)
                flat.extend(row)
        kind = int_range(flat or [0])
        if isinstance(kind, Bits):
            raise NotTranslatable("rows of sets are not looked up")
        name = stored(kind)
        data = self._table(name, [str(int(n)) for n in flat] or ["0"], hint)
        most = max([len(row) for row in rows], default=0)
        if len(rows) == 1:
            return f"Span<{name}>{{{data}, {most}}}", SpanOf(kind, name, most)
        starts, _ = self.numbers(tuple(first[row] for row in rows), f"{hint}_from")
        counts, _ = self.numbers(tuple(len(row) for row in rows), f"{hint}_size")
        text = f"Span<{name}>{{{data} + {starts}[{index}], {counts}[{index}]}}"
        return text, SpanOf(kind, name, most)

    def _table(self, kind: str, items: list[str], hint: str) -> str:
        key = (kind, tuple(items))
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = f"{hint or 'table'}_{len(self._known)}"
            lines, line = [], ""
            for item in items:
                if len(line) + len(item) > LINE:
                    lines.append(line)
                    line = ""
                line += item + ", "
            body = "\n    ".join([*lines, line.rstrip(", ")])
            self.texts.append(f"CAPO_TABLE {kind} {name}[{len(items)}] = {{\n    {body}}};")
        return name
