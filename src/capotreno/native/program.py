"""All functions of one game, each translated for the arguments it is called with.

A function's parameters and result get types that hold whatever any call hands over; it is written
anew until none of them changes any more.
"""

import ast
import inspect
import textwrap
import types
import typing
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from capotreno.engine.game import Game
from capotreno.engine.layout import MIXED, PUBLIC, Codec, OneOf, SomeOf
from capotreno.engine.layout import Span as LayoutSpan
from capotreno.native import values as v
from capotreno.native.tables import Tables
from capotreno.native.values import (
    Bits,
    Const,
    CType,
    Int,
    ListOf,
    NotTranslatable,
    Run,
    Term,
    WordOf,
)

DEPTH: Final = 32  # decisions that may wait at once
CELL: Final = Int(-(2**30), 2**30)  # what a plain cell may hold
SUBJECT: Final = 2**15 - 1  # what a decision is about
PATIENCE: Final = 12  # changes of a type before it is widened


@dataclass(frozen=True)
class SpanPlace:
    """Where a span of cells lies: its sets in `wide`, plain cells under their own number."""

    first: int
    end: int
    wide: int  # bits of a set; 0: plain cells
    place: int  # of the first set
    kind: Int
    proven: bool = False


@dataclass
class Result:
    """What a function gives: nothing, something known, a value, a list, or a tuple."""

    kind: str = ""
    types: tuple[CType, ...] = ()
    known: object = None


@dataclass
class Instance:
    """One function for one shape of arguments."""

    name: str
    function: types.FunctionType
    home: type | None
    shapes: list[Term]
    types: list[CType]
    anchors: list[int | None]
    result: Result = field(default_factory=Result)
    writes: bool = False
    traps: bool = False
    shares: bool = False  # it may give back a list that it was handed
    fills: set[int] = field(default_factory=set)  # which of the lists it was handed it changes
    text: str = ""
    head: str = ""
    callers: "set[int]" = field(default_factory=set)
    calls: "set[str]" = field(default_factory=set)
    changes: int = 0
    busy: bool = False
    variables: dict[str, CType] = field(default_factory=dict)
    number: int = 0


class Program:
    """The functions and tables of a game; `seen`: on what a seat sees, with cells that are hidden.

    Parts fill hidden cells before they read them, all but those that they hide one by one (MIXED).
    """

    def __init__(self, game: Game, seen: bool = False) -> None:
        self.game = game
        self.seen = seen
        self.tables = Tables()
        self.instances: dict[object, Instance] = {}
        self.order: list[Instance] = []
        self.waiting: list[Instance] = []
        self._kept: list[object] = []  # what is known by its id must not go
        self._words: dict[str, int] = {"": 0}
        self.depth = DEPTH
        self.menu = game.num_actions
        board = game.board
        kinds = [len(words) for words in game.layout.words.values()]
        self.longest = max(64, *kinds, game.graph.count)
        self.widest = 64 * -(-max(len(board.routes), len(board.places), game.graph.count) // 64)
        self.places: list[SpanPlace] = []
        self.wide = 0
        for span in game.layout.spans:
            self.places.append(self._place(span))
        subjects = Int(0, SUBJECT)
        self.decision = (Int(0, len(game.layout.questions) - 1), Int(0, game.players - 1), subjects)

    def _place(self, span: LayoutSpan) -> SpanPlace:
        end = span.first + span.size
        if isinstance(span.codec, SomeOf):
            if span.secrecy != PUBLIC:
                raise NotTranslatable(f"the sets '{span.name}' are hidden from somebody")
            bits = len(span.codec.words)
            place = self.wide
            self.wide += span.size * Bits(bits).words
            return SpanPlace(span.first, end, bits, place, CELL)
        # plain numbers are counts; a codec of its own may mean anything
        kind = Int(0, CELL.high) if type(span.codec) is Codec else CELL
        if span.secrecy == MIXED and self.seen:
            kind = Int(-v.SMALL, kind.high)
        if isinstance(span.codec, OneOf):
            kind = Int(-1, len(span.codec.words) - 1)
        if span.name in ("over", "turn_of", "passes"):
            most = max(len(self.game.layout.words["reason"]), self.game.players)
            kind = Int(-1 if span.name == "turn_of" else 0, most - 1)
            if span.name == "turn_of":
                kind = Int(-1, self.game.players - 1)
        return SpanPlace(span.first, end, 0, 0, kind)

    # -- cells --------------------------------------------------------------------------------

    def span_of(self, index: Run) -> SpanPlace:
        """The span a cell's index lies in: by its range, or by the constant in it."""
        kind = index.type
        assert isinstance(kind, Int)
        for place in self.places:
            if place.first <= kind.low and kind.high < place.end:
                return SpanPlace(place.first, place.end, place.wide, place.place, place.kind, True)
        if index.anchor is not None:
            for place in self.places:
                meant = place.first <= index.anchor < place.end
                if meant and place.first <= kind.high and kind.low < place.end:
                    return place
        touched = [p for p in self.places if p.first <= kind.high and kind.low < p.end]
        if touched and not any(place.wide for place in touched) and kind.low >= 0:
            return SpanPlace(touched[0].first, touched[-1].end, 0, 0, CELL)
        raise NotTranslatable(f"which cells lie at {kind.low} to {kind.high}?")

    def same_span(self, one: int | None, two: int | None) -> int | None:
        """The constant that two indices have in common, if it is in one span."""
        if one is None or two is None:
            return None
        low, high = min(one, two), max(one, two)
        found = any(place.first <= low and high <= place.end for place in self.places)
        return low if found else v.NOWHERE

    def cell_type(self, index: Run) -> Int:
        return self.span_of(index).kind

    def distance(self, first: Run, end: Run) -> int | None:
        """How many cells lie between two indices, where their expressions tell."""
        if first.text == end.text:
            return 0
        one, two = first.type, end.type
        assert isinstance(one, Int)
        assert isinstance(two, Int)
        if one.low == one.high and two.low == two.high:
            return two.low - one.low
        if end.text.startswith(f"({first.text} + ") and end.text.endswith(")"):
            rest = end.text[len(first.text) + 4 : -1]
            if rest.isdigit():
                return int(rest)
        return None

    # -- words --------------------------------------------------------------------------------

    def word(self, text: str) -> int:
        return self._words.setdefault(text, len(self._words))

    def place_of(self, words: "list[object] | tuple[object, ...]", wanted: Run) -> Run:
        """At which place of some known words a word stands."""
        for word in words:
            assert isinstance(word, str)
            self.word(word)
        table = tuple(words.index(w) if w in words else -1 for w in self._words)
        name, _ = self.tables.numbers(table, "word_place")
        return Run(Int(0, len(words) - 1), f"{name}[{wanted.text}]", wanted.pure)

    # -- functions ----------------------------------------------------------------------------

    def bound(
        self, function: types.FunctionType, arguments: list[Term], words: dict[str, Term]
    ) -> list[Term]:
        """The arguments by parameter, defaults filled in."""
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        found: dict[str, Term] = dict(zip(names, arguments, strict=False))
        found.update(words)
        defaults = function.__defaults__ or ()
        for name, default in zip(names[code.co_argcount - len(defaults) :], defaults, strict=False):
            found.setdefault(name, Const(default))
        missing = [name for name in names if name not in found]
        if missing or len(arguments) > code.co_argcount:
            raise NotTranslatable(f"{function.__qualname__} is called with other arguments")
        return [found[name] for name in names]

    def instance(
        self,
        function: types.FunctionType,
        home: type | None,
        given: list[Term],
        caller: "Instance | None",
    ) -> Instance:
        """The function for such arguments, translated as far as is known."""
        key = (function, home, tuple(self._shape(value) for value in given))
        found = self.instances.get(key)
        kinds = [leaf.type for value in given for leaf in leaves(value)]
        if found is None:
            name = f"{(home.__name__ + '_') if home else ''}{function.__name__.strip('_')}"
            number = len(self.instances)
            mark = "w" if self.seen else ""  # no namespace keeps apart what is called on a State
            anchors = [leaf.anchor for value in given for leaf in leaves(value)]
            found = Instance(
                f"{name}_{number}{mark}", function, home, given, kinds, anchors, number=number
            )
            found.result = _promised(function)
            self.instances[key] = found
            self.order.append(found)
        else:
            runs = [leaf for value in given for leaf in leaves(value)]
            for i, leaf in enumerate(runs):
                if found.anchors[i] != leaf.anchor:
                    found.anchors[i] = self.same_span(found.anchors[i], leaf.anchor)
            joined = [v.join(one, two) for one, two in zip(found.types, kinds, strict=True)]
            if joined != found.types:
                found.changes += 1
                before = [kind.c for kind in found.types]
                found.types = [v.widened(k) for k in joined] if found.changes > PATIENCE else joined
                self._again(found)
                if [kind.c for kind in found.types] != before:  # who calls it hands over another
                    for number in found.callers:
                        self._again(self.order[number])
        if caller is not None:
            found.callers.add(caller.number)
            caller.calls.add(found.name)
        if not found.busy and (not found.text or found in self.waiting):
            self.write(found)
        return found

    def is_busy(self, function: types.FunctionType) -> bool:
        """Whether a function is being translated just now, so that it calls itself."""
        return any(one.busy and one.function is function for one in self.order)

    def _again(self, instance: Instance) -> None:
        if instance not in self.waiting:
            self.waiting.append(instance)

    def write(self, instance: Instance) -> None:
        """Translate a function; who calls it hears if its result has changed."""
        from capotreno.native.functions.function import Function  # noqa: PLC0415 (each needs the other)

        if instance in self.waiting:
            self.waiting.remove(instance)
        before = _seen_by_callers(instance)
        instance.busy = True
        try:
            for _ in range(40):
                if not Function(self, instance).translated():
                    break
            else:
                raise NotTranslatable(f"{instance.function.__qualname__}: its types never settle")
        finally:
            instance.busy = False
        if before != _seen_by_callers(instance):
            for number in instance.callers:
                self._again(self.order[number])

    def settle(self) -> None:
        """Write again what depends on something that has changed since."""
        for _ in range(5000):
            if not self.waiting:
                return
            self.write(self.waiting[0])
        raise NotTranslatable("the types of this game never settle")

    def _shape(self, value: Term) -> object:
        match value:
            case Const(obj):
                return self._identity(obj)
            case Run(type=ListOf() as kind):
                return ("list", kind.c)
            case Run(type=v.SpanOf() as span):
                return ("span", span.stored)
            case Run():
                return type(value.type).__name__
            case v.Pick(objs):
                return ("pick", tuple(self._identity(o) for o in objs))
            case v.Several(items):
                return ("row", *[self._shape(item) for item in items])
            case v.Range():
                return ("range", value.step)
            case v.Cells() | v.Stack() | v.StateTerm():
                return type(value).__name__
        raise NotTranslatable(f"{value!r:.60} as an argument")

    def _identity(self, obj: object) -> object:
        if obj is None or isinstance(obj, (int, str)):
            return (type(obj).__name__, obj)
        if isinstance(obj, types.MethodType):
            return ("method", id(obj.__self__), obj.__func__)
        if isinstance(obj, tuple):
            return ("tuple", *[self._identity(one) for one in obj])
        self._kept.append(obj)
        return ("id", id(obj))


def _seen_by_callers(one: Instance) -> object:
    """What of a function's translation matters where it is called."""
    return one.result.kind, one.result.types, one.writes, one.traps, one.shares, set(one.fills)


def leaves(value: Term) -> list[Run]:
    """What of an argument is found while the game runs."""
    match value:
        case Run():
            return [value]
        case v.Pick():
            return [value.index]
        case v.Several(items):
            return [leaf for item in items for leaf in leaves(item)]
        case v.Range():
            return [value.start, value.stop]
        case _:
            return []


def rebuilt(value: Term, runs: list[Run]) -> Term:
    """An argument as the function sees it, its leaves being parameters."""
    match value:
        case Run():
            return runs.pop(0)
        case v.Pick(objs):
            return v.Pick(objs, runs.pop(0))
        case v.Several(items):
            return v.Several(tuple(rebuilt(item, runs) for item in items))
        case v.Range():
            start = runs.pop(0)
            return v.Range(start, runs.pop(0), value.step)
        case _:
            return value


@cache
def parsed(function: types.FunctionType) -> tuple[ast.FunctionDef, str, int]:
    """A function's tree, its file and the line it begins in."""
    if hasattr(function, "__wrapped__"):
        raise NotTranslatable(f"{function.__qualname__} is wrapped by a decorator")
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree, inspect.getsourcefile(function) or "?", first


@cache
def returned(function: types.FunctionType) -> object:
    """What a function says that it gives."""
    try:
        return typing.get_type_hints(function).get("return")
    except (NameError, TypeError):
        return function.__annotations__.get("return")


def is_sequence(hint: object) -> bool:
    """Whether a result is a sequence of any length: a list, or tuple[int, ...]."""
    origin = typing.get_origin(hint)
    return origin is list or (origin is tuple and typing.get_args(hint)[-1:] == (...,))


def _promised(function: types.FunctionType) -> Result:
    """What a function gives as far as is said, while nothing is known."""
    hint = returned(function)
    if hint is bool:
        return Result("value", (v.TRUTH,))
    if hint is int:
        return Result("value", (Int(0, 0),))
    if hint is str:
        return Result("value", (WordOf(),))
    if is_sequence(hint):
        return Result("list", (ListOf(Int(0, 0), 1),))
    return Result("none")
