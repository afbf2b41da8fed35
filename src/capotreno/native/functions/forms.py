"""Values in the form that is needed: a number, a set, a sequence, a truth."""

from capotreno.engine.part import Item, ScoreLine
from capotreno.native.functions.emitter import Emitter
from capotreno.native.tables import looked_up
from capotreno.native.values import (
    HOLE,
    LARGE,
    SMALL,
    TRUTH,
    Bits,
    Cells,
    Const,
    CType,
    Int,
    ListOf,
    Method,
    Pick,
    Range,
    Run,
    Several,
    Slice,
    SpanOf,
    Stack,
    StateTerm,
    Term,
    TupleOf,
    WordOf,
    int_range,
    join,
    literal,
)


class Forms(Emitter):
    """What a value is in C++."""

    # -- forms --------------------------------------------------------------------------------

    def run(self, value: Term) -> Run:
        """A value as one of C++."""
        match value:
            case Run():
                return value
            case Const(obj):
                return self._run_const(obj)
            case Pick():
                return self._run_pick(value)
            case Several() | Slice():
                return self.listed(value)
        self.refuse(f"{type(value).__name__} is not a value while a game runs")

    def _run_const(self, obj: object) -> Run:
        if obj is HOLE:  # nothing is there: this is never reached
            self.emit("CAPO_TRAP();")
            return Run(Int(0, 0), "0", True)
        if isinstance(obj, int):
            kind = int_range([obj])
            return Run(kind, literal(obj), True, obj)
        if isinstance(obj, str):
            return Run(WordOf(), str(self.program.word(obj)), True)
        if isinstance(obj, (Item, ScoreLine)):
            return self._run_const(obj.points)
        if isinstance(obj, (list, tuple, range)):
            return self.listed(Const(obj))
        self.refuse(f"{obj!r:.60} is not a value while a game runs")

    def _run_pick(self, value: Pick) -> Run:
        objs = tuple(o.points if isinstance(o, (Item, ScoreLine)) else o for o in value.objs)
        there = [obj for obj in objs if obj is not HOLE]
        if all(isinstance(obj, str) for obj in there):
            words = tuple(self.program.word(o) if isinstance(o, str) else HOLE for o in objs)
            name, _ = self.program.tables.numbers(words, self.hint)
            return Run(WordOf(), f"{name}[{value.index.text}]", value.index.pure)
        if all(isinstance(obj, (list, tuple, range)) for obj in there):
            text, kind = self.program.tables.rows(objs, value.index.text, self.hint)
            return Run(kind, text, value.index.pure)
        name, number = self.program.tables.numbers(objs, self.hint)
        text = looked_up(name, value.index.text)
        if isinstance(number, Int):
            text = f"(int){text}"
        return Run(number, text, value.index.pure)

    def joins(self, value: Term, owner: Run) -> None:
        raise NotImplementedError

    def element(self, value: Term) -> Term:
        """A value as an element of a list: a tuple stays one."""
        if isinstance(value, Several):
            return Several(tuple(self.element(item) for item in value.items))
        if isinstance(value, Const) and isinstance(value.obj, tuple):
            return self.element(Several(tuple(Const(one) for one in value.obj)))
        return self.run(value)

    def type_of(self, value: Term) -> CType:
        """The type of an element."""
        if isinstance(value, Several):
            return TupleOf(tuple(self.type_of(item) for item in value.items))
        return self.run(value).type

    def opened(self, run: Run) -> Term:
        """What was taken out of a list: a tuple as its items."""
        if not isinstance(run.type, TupleOf):
            return run
        kinds = enumerate(run.type.items)
        items = [self.opened(Run(kind, f"{run.text}.v{i}", run.pure)) for i, kind in kinds]
        return Several(tuple(items))

    def number(self, value: Term) -> Run:
        """A value as a number that is no set."""
        found = self.run(value)
        if isinstance(found.type, Bits) and not found.bits and found.type.n < 32:
            return Run(Int(0, 2**found.type.n - 1), f"(int32_t){found.text}.w[0]", found.pure)
        if not isinstance(found.type, Int):
            self.refuse(f"a number is needed, not {found.type}")
        return found

    def set_of(self, value: Term, kind: Bits) -> str:
        """A value as a set of so many words."""
        if isinstance(value, Const) and isinstance(value.obj, int):
            return literal(value.obj & 2 ** (64 * kind.words) - 1, kind)
        found = self.run(value)
        text = found.text
        if isinstance(found.type, Bits):
            if found.type.words != kind.words:
                text = f"widen<{kind.words}>({text})"
        elif isinstance(found.type, Int) and found.type.low >= 0:
            text = f"mask<{kind.words}>((uint64_t)({text}))"
        else:
            self.refuse(f"a set is needed, not {found.type}")
        return f"{found.bits}{text}" if found.bits else text

    def fit(self, value: Term, kind: CType) -> str:
        """A value as one of a type that holds it."""
        if isinstance(kind, Bits):
            return self.set_of(value, kind)
        if isinstance(kind, TupleOf):
            if not isinstance(value, Several):
                self.refuse("a tuple joins a list of something else, or the other way round")
            texts = [self.fit(i, k) for i, k in zip(value.items, kind.items, strict=True)]
            return f"{kind.c}{{{', '.join(texts)}}}"
        found = self.run(value)
        if isinstance(kind, Int):
            number = self.number(found)
            assert isinstance(number.type, Int)
            if number.type.low < kind.low or number.type.high > kind.high:
                self.refuse(f"{number.type} does not fit {kind}")
            return number.text
        if type(found.type) is not type(kind):
            self.refuse(f"{found.type} is not {kind}")
        if isinstance(kind, ListOf) and found.type.c != kind.c:
            return f"As<{kind.c}>::of({found.text})"
        return found.text

    def stored(self, value: Term, kind: Int) -> str:
        """A value for a cell: its range is declared by the span, and checked where asked for."""
        number = self.number(value)
        assert isinstance(number.type, Int)
        if number.type.low < -LARGE or number.type.high >= LARGE:
            self.refuse("a number without a bound")
        inside = kind.low <= number.type.low and number.type.high <= kind.high
        if inside or number.text == "CAPO_HIDDEN":
            return number.text
        low = min(kind.low, number.type.low) if number.type.low == -SMALL else kind.low
        return f"(int32_t)claimed({number.text}, {low}, {kind.high})"

    def within(self, number: Run, kind: Int) -> str:
        """A number that is used as one of a narrower range: checked in every build."""
        assert isinstance(number.type, Int)
        if kind.low <= number.type.low and number.type.high <= kind.high:
            return number.text
        cast = f"({kind.c})" if kind.c != number.type.c else ""
        return f"{cast}within({number.text}, {kind.low}ll, {kind.high}ll)"

    def sequence(self, value: Term) -> Run | Slice:
        """A value as something that has a length and can be read by index."""
        match value:
            case Slice():
                return value
            case Run(type=ListOf() | SpanOf()):
                return value
            case Const(obj) if obj is HOLE:
                self.emit("CAPO_TRAP();")
                return self.listed(Several(()))
            case Const(obj) if isinstance(obj, (list, tuple, range)):
                if obj and all(isinstance(one, int) for one in obj):
                    text, kind = self.program.tables.rows((obj,), "0", self.hint)
                    return Run(kind, text, True)
                return self.listed(value)
            case Pick():
                return self._run_pick(value)
            case Several() | Range():
                return self.listed(value)
        self.refuse(f"a sequence is needed, not {value!r:.60}")

    def listed(self, value: Term) -> Run:
        """A value as a list of its own."""
        match value:
            case Slice():
                return self.copied(value)
            case Run(type=ListOf()):
                return value
            case Const(obj) if isinstance(obj, (list, tuple)):
                return self.listed(Several(tuple(Const(one) for one in obj)))
            case Several():
                runs = [self.element(item) for item in value.items]
                element: CType | None = None
                for run in runs:
                    element = join(element, self.type_of(run))
                fresh = self.fresh(ListOf(element, len(runs)))
                self.emit(f"{fresh.text}.begin({len(runs)});")
                for i, run in enumerate(runs):
                    self.joins(run, fresh)
                    assert element is not None
                    self.emit(f"{fresh.text}.at[{i}] = {self.fit(run, element)};")
                return fresh
            case Range():
                start, stop = self.number(value.start), self.number(value.stop)
                assert isinstance(start.type, Int)
                assert isinstance(stop.type, Int)
                if value.step != 1:
                    self.refuse("a list of a range that does not count by one")
                most = max(0, min(stop.type.high - start.type.low, self.program.longest))
                fresh = self.fresh(ListOf(Int(start.type.low, stop.type.high - 1), most))
                self.emit(f"{fresh.text}.begin(0);")
                head = f"for (int32_t i = {start.text}; i < {stop.text}; i++)"
                with self.block(head):
                    self.emit(f"{fresh.text}.push(i);")
                return fresh
        some = self.sequence(value)
        assert isinstance(some, Run)
        assert isinstance(some.type, SpanOf)
        fresh = self.fresh(ListOf(some.type.element, some.type.most))
        self.emit(f"{fresh.text}.assign({some.text});")
        return fresh

    def readable(self, some: Run | Slice) -> str:
        """A sequence as an expression with n and []."""
        if isinstance(some, Run):
            return some.text
        if some.step == 1 and not some.wide:
            return f"Span<int32_t>{{s.cells + ({some.first.text}), {some.count.text}}}"
        return self.copied(some).text

    def element_of(self, some: Run | Slice) -> CType:
        if isinstance(some, Slice):
            return Bits(some.wide) if some.wide else self.program.cell_type(some.first)
        assert isinstance(some.type, (ListOf, SpanOf))
        return some.type.element or Int(0, 0)

    def most_of(self, some: Run | Slice) -> int:
        if isinstance(some, Slice):
            return some.most
        assert isinstance(some.type, (ListOf, SpanOf))
        return some.type.most

    def truth(self, value: Term) -> Term:
        """Whether a value counts as true: known, or a truth of C++."""
        match value:
            case Const(obj):
                return Const(bool(obj))
            case Several(items):
                return Const(bool(items))
            case Pick(objs):
                truths = tuple(HOLE if obj is HOLE else bool(obj) for obj in objs)
                return self.picked(Pick(truths, value.index))
            case Stack():
                return Run(TRUTH, "(s.depth != 0)")
            case Run(type=Int(low, high)):
                if low == 0 == high or low > 0 or high < 0:
                    return Const(bool(low))
                return (
                    value if value.type == TRUTH else Run(TRUTH, f"({value.text} != 0)", value.pure)
                )
            case Run(type=Bits()):
                return Run(TRUTH, f"(bool)({value.text})", value.pure)
            case Run(type=WordOf()):
                return Run(TRUTH, f"({value.text} != 0)", value.pure)
            case Run(type=ListOf() | SpanOf()):
                return Run(TRUTH, f"({value.text}.n != 0)")
            case Slice():
                return self.truth(value.count)
            case StateTerm() | Cells() | Method():
                return Const(True)
        self.refuse(f"whether {value!r:.60} is true")

    def picked(self, value: Pick) -> Term:
        """One of some objects; known, if they are all the same."""
        there = [obj for obj in value.objs if obj is not HOLE]
        if not there:
            return Const(HOLE)
        first = there[0]
        simple = isinstance(first, (int, str, tuple, type(None)))
        if all(obj is first or (simple and _same(obj, first)) for obj in there):
            return Const(first)
        return value


def _same(one: object, two: object) -> bool:
    return type(one) is type(two) and one == two
