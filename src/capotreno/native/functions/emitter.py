"""Writing one function: its lines, its variables, its names."""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from capotreno.native.values import (
    Bits,
    CType,
    Int,
    ListOf,
    NotTranslatable,
    Pick,
    Range,
    Run,
    Several,
    Slice,
    Term,
    Together,
    join,
)

if TYPE_CHECKING:
    from capotreno.native.program import Program

# Names of C++, of the prelude and of what is written, which a name of the rules may not take.
WORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
    class compl concept const const_cast constexpr continue decltype default delete do double
    dynamic_cast else enum explicit export extern false float for friend goto if inline int long
    mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    register reinterpret_cast requires return short signed sizeof static static_assert static_cast
    struct switch template this thread_local throw true try typedef typeid typename union unsigned
    using virtual void volatile wchar_t while xor xor_eq
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
    s out i w left capo game worlds State Codes Decision Mask List Span Tuple1 Tuple2 Tuple3 Tuple4
    As mask ones lowest length below least most count find total single widen shifted shifted_whole
    shifted_right unshifted claimed within scramble sort_by floor_div floor_mod at_index high_half
    start menu play totals measures hide resample together choose near far
    pick rest nth_one Rest Piece
"""
TAKEN = frozenset(WORDS.split())


class Emitter:
    """The lines of a function while they are written."""

    program: "Program"
    variables: dict[str, CType]  # declared at the top of the function, by their C++ name

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.temps = 0
        self.names: dict[str, Term] = {}
        self.node: ast.AST = ast.Pass()
        self.hint = ""
        self.writes = False
        self.rebound: set[str] = set()  # variables of C++ that get several lists
        self.aliased: set[str] = set()  # lists that have a name
        self.shared: set[str] = set()  # lists that Python would know to be one list
        self.tuples: set[str] = set()  # variables that hold tuples: += gives them another
        self.changing: set[str] = set()  # lists that are changed in place
        self.holding: set[str] = set()  # lists of lists of which an item has a name
        self.moved: set[str] = set()  # lists whose items do not stay where they are
        self.effects = 0  # how often something was written that changes cells, chance or a list
        self.blocks = [0]  # of C++, from the function's own to the one that is written
        self.blocks_begun = 0
        self.made_in: dict[str, int] = {}  # by list, the block in which it is made

    def refuse(self, reason: str) -> NoReturn:
        raise NotTranslatable(reason)

    def value(self, node: ast.expr) -> Term:
        raise NotImplementedError

    def sequence(self, value: Term) -> Run | Slice:
        raise NotImplementedError

    def fit(self, value: Term, kind: CType) -> str:
        raise NotImplementedError

    # -- lines --------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str, end: str = "}") -> Iterator[None]:
        self.emit(f"{head} {{".lstrip())
        self.depth += 1
        self.blocks_begun += 1
        self.blocks.append(self.blocks_begun)
        yield
        self.blocks.pop()
        self.depth -= 1
        self.emit(end)

    def condition(self, node: ast.expr) -> Term:
        raise NotImplementedError

    def captured(
        self, node: ast.expr, look: Callable[[ast.expr], Term] | None = None
    ) -> tuple[Term, list[str]]:
        """A value and the lines that it needs, which are not written yet."""
        mark = len(self.lines)
        self.depth += 1
        value = (look or self.value)(node)
        self.depth -= 1
        lines = self.lines[mark:]
        del self.lines[mark:]
        return value, lines

    def operands(self, nodes: list[ast.expr]) -> list[Term]:
        """Some values from left to right: what was read stays as it was when it was read."""
        values: list[Term] = []
        for node in nodes:
            mark = len(self.lines)
            value = self.value(node)
            if len(self.lines) > mark and any(not is_pure(v) for v in values):
                lines = self.lines[mark:]
                del self.lines[mark:]
                values = [self.still(v) for v in values]
                self.lines += lines
            values.append(value)
        return values

    def temp(self, kind: CType, text: str, anchor: int | None = None) -> Run:
        """A constant of C++ that holds a value from now on."""
        self.temps += 1
        name = f"t{self.temps}"
        self.emit(f"const {kind.c} {name} = {text};")
        return Run(kind, name, True, anchor)

    def changes(self, text: str) -> None:
        """A list is changed in place."""
        self.changing.add(text)
        self.effects += 1

    def quiet(self, effects: int, what: str) -> None:
        """Refuse what Python would leave half done, if it changes anything."""
        if self.effects != effects:
            self.refuse(f"{what} changes something, and Python may stop before that")

    def fresh(self, kind: CType, hint: str = "t") -> Run:
        """A variable of C++ without a value yet."""
        self.temps += 1
        name = f"{hint}{self.temps}"
        self.made_in[name] = self.blocks[-1]
        self.emit(f"{kind.c} {name};")
        return Run(kind, name, True)

    def still(self, value: Term) -> Term:
        """The same value, whatever changes from now on."""
        match value:
            case Run(type=ListOf()):
                return value
            case Run() if not value.pure:
                if value.bits:
                    inner = self.temp(value.type, value.text)
                    return Run(value.type, inner.text, True, bits=value.bits)
                return self.temp(value.type, value.text, value.anchor)
            case Pick() if not value.index.pure:
                index = self.still(value.index)
                assert isinstance(index, Run)
                return Pick(value.objs, index)
            case Several():
                return Several(tuple(self.still(item) for item in value.items))
            case Slice():
                return self.copied(value)
            case Range():
                start, stop = self.still(value.start), self.still(value.stop)
                assert isinstance(start, Run)
                assert isinstance(stop, Run)
                return Range(start, stop, value.step)
            case Together():
                return Together(
                    value.kind, tuple(self.still(item) for item in value.items), value.start
                )
            case _:
                return value

    def copied(self, some: Slice) -> Run:
        """A run of cells as a list of its own."""
        element: CType = Bits(some.wide) if some.wide else self.program.cell_type(some.first)
        fresh = self.fresh(ListOf(element, some.most))
        self.emit(f"{fresh.text}.begin({some.count.text});")
        with self.block(f"for (int i = 0; i < {fresh.text}.n; i++)"):
            self.emit(f"{fresh.text}.at[i] = {self.cell_of(some, 'i').text};")
        return fresh

    def cell_of(self, some: Slice, index: str) -> Run:
        """The cell of a run at an index."""
        step = f" * {some.step}" if some.step != 1 else ""
        kind = some.first.type
        assert isinstance(kind, Int)
        kind = Int(kind.low, kind.high + max(0, some.most - 1) * some.step)
        at = Run(kind, f"{some.first.text} + {index}{step}", False, some.first.anchor)
        return self.cell(at)

    def cell(self, index: Run) -> Run:
        """The cell at an index, for reading and writing: a number, or a set of a declared span."""
        span = self.program.span_of(index)
        if span.wide:
            at = f"{index.text} - {span.first}" if span.first else index.text
            words = Bits(span.wide).words
            return Run(Bits(span.wide), f"s.set<{words}>({span.place} + ({at}) * {words})")
        text = index.text if span.proven else f"claimed({index.text}, {span.first}, {span.end - 1})"
        return Run(span.kind, f"s.cells[{text}]")

    # -- names --------------------------------------------------------------------------------

    def spelled(self, name: str) -> str:
        """A name of the rules in C++."""
        taken = name in TAKEN or re.fullmatch(r"[a-z]\d+|\w+_\d+|\w*_", name) is not None
        return f"{name}_" if taken else name

    def keep(self, name: str, value: Term) -> Term:
        """A value under a name that gets no other."""
        match value:
            case Run(type=ListOf()):
                if value.text in self.rebound:
                    self.refuse(f"'{name}' would be a second name of a list that gets another")
                if self._is_older(value.text):
                    return self.own(name, value)
                self.aliased.add(value.text)
                self.named_item(value)
                return value
            case Run() if not value.bits:
                held = self.variable(name, value.type)
                self.assign(held, value)
                return Run(held.type, held.text, True, value.anchor)
            case Pick():
                return Pick(value.objs, self._kept(f"{name}_at_", value.index))
            case Several():
                items = [self.keep(f"{name}_{i}_", item) for i, item in enumerate(value.items)]
                return Several(tuple(items))
            case Slice():
                copy = self.copied(value)
                return self.keep(name, copy)
            case Range():
                start = self._kept(f"{name}_start_", value.start)
                return Range(start, self._kept(f"{name}_stop_", value.stop), value.step)
            case Together():
                kept = [self.keep(f"{name}_{i}_", item) for i, item in enumerate(value.items)]
                return Together(value.kind, tuple(kept), value.start)
            case _:
                return value

    def _kept(self, name: str, value: Run) -> Run:
        if value.pure and value.text.lstrip("-").isdigit():
            return value  # anything else may be another number in the next turn of a loop
        kept = self.keep(name, value)
        assert isinstance(kept, Run)
        return kept

    def variable(self, name: str, kind: CType) -> Run:
        """The variable of C++ for a name; it holds all that was ever put under the name."""
        spelled = self.spelled(name)
        self.variables[spelled] = joined = join(self.variables.get(spelled), kind)
        return Run(joined, spelled)

    def named_item(self, value: Term) -> None:
        """A name for a list in a list: the one that holds it must keep its items where they are."""
        if isinstance(value, Run) and isinstance(value.type, ListOf) and "[" in value.text:
            self.holding.add(value.text.split("[", 1)[0])

    def _is_older(self, text: str) -> bool:
        """Whether a list was made in a block around this one, which may be gone through again."""
        made = self.made_in.get(text, 0)
        return made not in (0, self.blocks[-1])

    def own(self, name: str, value: Run) -> Run:
        """A list under a name that may outlive the list's own; neither may be changed."""
        held = self.variable(name, value.type)
        self.shared |= {value.text, held.text}
        self.refill(held.text, value)
        return held

    def refill(self, target: str, some: Run) -> None:
        """Put the elements of a sequence into a list instead of its own."""
        if isinstance(some.type, ListOf) and some.type.element is None:
            self.emit(f"{target}.begin(0);")  # nothing was ever in it, so it has no type
        else:
            self.emit(f"{target}.assign({some.text});")

    def copied_from(self, some: Run, target: Run) -> None:
        """A list stands for another from now on: what Python knows to be one may not change."""
        if some.text in self.shared or not self.is_new(some):
            self.shared |= {some.text, target.text}
        if f"{some.text}[" in self.shared:
            self.shared.add(f"{target.text}[")

    def is_new(self, some: Run) -> bool:
        """Whether a list has been made just now, and has no name yet."""
        named = some.text in self.aliased or some.text in self.variables
        return some.text.isidentifier() and not named

    def assign(self, target: Run, value: Term) -> None:
        """Put a value into a variable."""
        kind = target.type
        if isinstance(kind, ListOf):
            some = self.sequence(value)
            if isinstance(some, Slice):
                some = self.copied(some)
            if isinstance(some.type, ListOf):
                self.copied_from(some, target)
            self.refill(target.text, some)
            return
        self.emit(f"{target.text} = {self.fit(value, kind)};")


def is_pure(value: Term) -> bool:
    """Whether a value stays as it is, whatever is done meanwhile."""
    match value:
        case Run():
            return value.pure
        case Pick():
            return value.index.pure
        case Several():
            return all(is_pure(item) for item in value.items)
        case Slice() | Range() | Together():
            return False
        case _:
            return True
