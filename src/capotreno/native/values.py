"""What an expression of the rules can be: known before the game begins, or found while it runs.

What is known is folded. What is not has a type with a proven or declared range; whatever does not
fit any type is refused, never cut.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.state import HIDDEN

WORD: Final = 64
NOWHERE: Final = -(2**50)  # the anchor of an index that begins at one of several constants
SMALL: Final = 2**31  # what fits 32 bits
LARGE: Final = 2**63
HALF: Final = 2**62  # two of them can be added
COUNT: Final = 2**40  # no sum of a game comes near: it would have to go on for years


class NotTranslatable(CapotrenoError):
    """A rule that leaves the subset: its file, its line and why."""


# -- types of what is found while a game runs -------------------------------------------------


@dataclass(frozen=True)
class Int:
    """A whole number in a range; a truth is 0 or 1."""

    low: int
    high: int

    @property
    def c(self) -> str:
        return "int32_t" if self.low >= -SMALL and self.high < SMALL else "int64_t"


@dataclass(frozen=True)
class Bits:
    """A set as the ones of a number, of at most so many bits."""

    n: int

    @property
    def words(self) -> int:
        return max(1, -(-self.n // WORD))

    @property
    def c(self) -> str:
        return f"Mask<{self.words}>"


@dataclass(frozen=True)
class WordOf:
    """One of the words that the rules know, by number; 0 is the empty one."""

    c: str = "int32_t"


@dataclass(frozen=True)
class ListOf:
    """A list of at most so many; `element` is None while nothing was ever put into it."""

    element: "CType | None"
    most: int

    @property
    def c(self) -> str:
        return f"List<{self.element.c if self.element else 'int32_t'}, {self.most}>"


@dataclass(frozen=True)
class SpanOf:
    """A run of numbers that lies in a table or in the cells."""

    element: Int
    stored: str  # its C type there
    most: int

    @property
    def c(self) -> str:
        return f"Span<{self.stored}>"


@dataclass(frozen=True)
class TupleOf:
    """A few values together, as an element of a list."""

    items: "tuple[CType, ...]"

    @property
    def c(self) -> str:
        return f"Tuple{len(self.items)}<{', '.join(item.c for item in self.items)}>"


CType = Int | Bits | WordOf | ListOf | SpanOf | TupleOf
TRUTH: Final = Int(0, 1)


# -- values -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Const:
    """Known: any object of Python."""

    obj: object


@dataclass(frozen=True)
class Run:
    """Found while the game runs, by an expression of C++.

    `pure`: nothing that happens meanwhile changes it. `anchor`: the constant that was added into
    it, which tells the span of a cell's index. `bits`: ~ or - of a set, only good for &.
    `line`: what a line of a score sheet is worth, which is all that is kept of it.
    """

    type: CType
    text: str
    pure: bool = False
    anchor: int | None = None
    bits: str = ""
    line: bool = False


@dataclass(frozen=True)
class Pick:
    """One of some known objects; which, is found while the game runs."""

    objs: tuple[object, ...]
    index: Run


@dataclass(frozen=True)
class Several:
    """A tuple of values."""

    items: "tuple[Term, ...]"


@dataclass(frozen=True)
class Cells:
    """The cells of the state, or a run of them that is read at once."""


@dataclass(frozen=True)
class Stack:
    """The decisions of the state."""


@dataclass(frozen=True)
class StateTerm:
    """The state itself."""


@dataclass(frozen=True)
class Slice:
    """Some cells in a row, or every so many-th; `most`: how many there can be."""

    first: Run
    count: Run
    step: int
    most: int
    wide: int = 0  # bits, where the cells are sets


@dataclass(frozen=True)
class Range:
    """The numbers from one up to another."""

    start: Run
    stop: Run
    step: int


@dataclass(frozen=True)
class Together:
    """What zip, enumerate and reversed give."""

    kind: str
    items: "tuple[Term, ...]"
    start: int = 0


@dataclass(frozen=True)
class Method:
    """A method of something found while the game runs."""

    owner: "Term"
    name: str


Term = Const | Run | Pick | Several | Cells | Stack | StateTerm | Slice | Range | Together | Method


class Hole:
    """Stands in a table where no index leads."""

    def __repr__(self) -> str:
        return "HOLE"


HOLE: Final = Hole()


@dataclass
class Scope:
    """The names of a function while it is translated."""

    names: dict[str, Term] = field(default_factory=dict)


def int_range(numbers: Sequence[int]) -> Int | Bits:
    """The type of some known numbers."""
    low, high = min(numbers), max(numbers)
    if low == HIDDEN:
        low = -SMALL
    if low >= -SMALL and high < SMALL:
        return Int(low, high)
    if low < 0:
        raise NotTranslatable(f"{low} to {high} fits neither a small number nor a set")
    return Bits(high.bit_length())


def literal(number: int, wanted: CType | None = None) -> str:
    """A known number in C++."""
    kind = wanted if isinstance(wanted, (Int, Bits)) else int_range([number])
    if isinstance(kind, Int):
        if number == HIDDEN:
            return "CAPO_HIDDEN"
        return f"{int(number)}ll" if kind.c == "int64_t" else str(int(number))
    return f"Mask<{kind.words}>{{{words(number, kind)}}}"


def words(number: int, kind: Bits) -> str:
    """The words of a set, in braces."""
    parts = [number >> WORD * i & 2**WORD - 1 for i in range(kind.words)]
    return "{" + ", ".join(f"{part:#x}ull" for part in parts) + "}"


def join(one: CType | None, two: CType | None) -> CType:
    """A type that holds what either does."""
    if one is None or two is None:
        found = one or two
        assert found is not None
        return found
    match one, two:
        case (Int(), Int()):
            return Int(min(one.low, two.low), max(one.high, two.high))
        case (Bits(), Bits()):
            return Bits(max(one.n, two.n))
        case (Int(), Bits()) | (Bits(), Int()):
            number, some = (one, two) if isinstance(one, Int) else (two, one)
            assert isinstance(number, Int)
            assert isinstance(some, Bits)
            if number.low < 0:
                raise NotTranslatable(f"a number from {number.low} on and a set are not one type")
            return Bits(max(some.n, number.high.bit_length()))
        case (WordOf(), WordOf()):
            return one
        case (TupleOf(), TupleOf()) if len(one.items) == len(two.items):
            return TupleOf(tuple(join(a, b) for a, b in zip(one.items, two.items, strict=True)))
        case (SpanOf(), SpanOf()) if one.stored == two.stored:
            element = join(one.element, two.element)
            assert isinstance(element, Int)
            return SpanOf(element, one.stored, max(one.most, two.most))
        case (ListOf() | SpanOf(), ListOf() | SpanOf()):
            if one.element is None or two.element is None:
                return ListOf(one.element or two.element, max(one.most, two.most))
            return ListOf(join(one.element, two.element), max(one.most, two.most))
    raise NotTranslatable(f"{one} and {two} are not one type")


STEPS: Final = (
    -HALF, -COUNT, -SMALL, -(2**30), -1, 0, 1, 2**8, 2**15, 2**30, SMALL - 1, COUNT, HALF,
)  # fmt: skip


def widened(kind: CType) -> CType:
    """The next rougher range: what grows at every look would never stay."""
    if isinstance(kind, ListOf) and kind.element is not None:
        return ListOf(widened(kind.element), kind.most)
    if isinstance(kind, TupleOf):
        return TupleOf(tuple(widened(item) for item in kind.items))
    if not isinstance(kind, Int):
        return kind
    low = max([n for n in STEPS if n <= kind.low], default=kind.low)
    return Int(low, min([n for n in STEPS if n >= kind.high], default=kind.high))
