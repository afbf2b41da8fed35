"""The layout of a game's cells, questions, events and codes: who owns which int, and who sees it.

Secrecy is declared through this and nowhere else: by each part in its `bind`, on a span of cells
and on the fields of an event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar, cast

from capotreno.board.memory import Memory
from capotreno.engine.actions import Json
from capotreno.engine.errors import RulesetError
from capotreno.engine.menu import bits
from capotreno.engine.state import HIDDEN
from capotreno.words import LANGUAGES, messages

if TYPE_CHECKING:
    from capotreno.board.model import Board
    from capotreno.engine.part import Part

PUBLIC: Final = 0  # everybody sees these cells
OWNER: Final = 1  # the first dimension is the seat; each sees its own row
SECRET: Final = 2  # nobody sees these cells
MIXED: Final = 3  # the part's `hide` decides cell by cell

# The forms of questions: how one is answered, whatever mechanic asks. Who shows a question knows
# these and no mechanic; one shown by nobody in a way of its own is a list of its answers.
TURN: Final = "turn"  # with whatever lies on the table
PAYMENT: Final = "payment"  # one of some ways to pay
PAY_OR_STOP: Final = "pay_or_stop"  # the same, or giving up what was to be paid
ONE_OF: Final = "one_of"  # one of a list
SEVERAL_OF: Final = "several_of"  # yes or no about each thing of a list, all in one gesture
NUMBER: Final = "number"  # how many
MIX: Final = "mix"  # how many of each kind
ROUTE_BY_ROUTE: Final = "route_by_route"  # over the board, until it is enough
UNTIL_DONE: Final = "until_done"  # one thing after the other, until it is enough
FORMS: Final = (
    TURN, PAYMENT, PAY_OR_STOP, ONE_OF, SEVERAL_OF, NUMBER, MIX, ROUTE_BY_ROUTE, UNTIL_DONE,
)  # fmt: skip

# The spots of a table: where a person finds what a verb offers, whatever mechanic offers it.
ROUTE: Final = "route"  # on the route it names
NEXT_ROUTE: Final = "next_route"  # the same, while a way is gone route by route
PLACE: Final = "place"  # at the place it names
PIECE: Final = "piece"  # on a piece that stands at the place it names; these few are listed too
ROW: Final = "row"  # on a card of the face-up row
DECK: Final = "deck"  # on a deck of cards
TICKET_DECK: Final = "ticket_deck"  # on the decks of tickets
DICE_TRAY: Final = "dice"  # on the dice
YES: Final = "yes"  # with the thing that is asked about: it is taken
NO: Final = "no"  # the same: it is put back
ENOUGH: Final = "enough"  # beside all other answers: it ends the question
BUTTON: Final = "button"  # nowhere: it has a button of its own
SPOTS: Final = (
    *(ROUTE, NEXT_ROUTE, PLACE, PIECE, ROW, DECK, TICKET_DECK, DICE_TRAY),
    *(YES, NO, ENOUGH, BUTTON),
)

OTHER: Final = "other"  # the group of what belongs to no other; it comes last

LARGEST: Final = 2**31  # that a plain cell of a position may hold
MANY: Final = 999  # what an observation tells at most of a count that has no limit

# How one number of an observation is read from a cell (fields.py): what it is, with what.
VALUE: Final = 0  # the number itself, at most the argument
BIT: Final = 1  # 1 if this bit of the mask is set
EQUALS: Final = 2  # 1 if the cell holds this number
AGO: Final = 3  # how many turns ago the turn of this number was, at most the argument
REST: Final = 4  # 1 if the cell is below zero and leaves this rest when divided by eight

Reading = tuple[int, int, int]  # what, cell, argument

P = TypeVar("P")


class Codec:
    """How a cell is written in a position and read by an observation: here as a plain number."""

    def labels(self, players: int) -> tuple[str, ...]:
        """What the numbers mean that an observation reads from one cell; none: it reads one."""
        return ()

    def readings(self, cell: int, seat: int, players: int, most: int) -> list[Reading]:
        """The numbers that a seat's observation reads from one cell, seats counted from its own."""
        return [(VALUE, cell, most)]

    def write(self, value: int) -> object:
        return value

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"{value!r:.60} is not a whole number")
        if abs(value) > LARGEST:
            raise ValueError("the number is too large")
        return value


class OneOf(Codec):
    """A cell that holds one of some words, or none (null)."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def labels(self, players: int) -> tuple[str, ...]:
        return self.words

    def readings(self, cell: int, seat: int, players: int, most: int) -> list[Reading]:
        return [(EQUALS, cell, i) for i in range(len(self.words))]

    def write(self, value: int) -> object:
        return None if value < 0 else self.words[value]

    def read(self, value: object) -> int:
        if value is None:
            return -1
        if isinstance(value, str) and value in self.words:
            return self.words.index(value)
        raise ValueError(f"{value!r:.60} is not one of {', '.join(self.words[:8])} ...")


class SomeOf(Codec):
    """A cell that holds a set of words as a mask."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def labels(self, players: int) -> tuple[str, ...]:
        return self.words

    def readings(self, cell: int, seat: int, players: int, most: int) -> list[Reading]:
        return [(BIT, cell, i) for i in range(len(self.words))]

    def write(self, value: int) -> object:
        words = self.words
        return [words[i] for i in bits(value)]

    def read(self, value: object) -> int:
        if not isinstance(value, list):
            raise ValueError(f"{value!r:.60} is not a list")
        mask = 0
        for word in value:
            if not isinstance(word, str) or word not in self.words:
                raise ValueError(f"{word!r:.60} is not known here")
            mask |= 1 << self.words.index(word)
        return mask


class SeatNumber(Codec):
    """A cell that holds a seat, or none (NOBODY)."""

    def labels(self, players: int) -> tuple[str, ...]:
        return tuple(str(seat) for seat in range(players))

    def readings(self, cell: int, seat: int, players: int, most: int) -> list[Reading]:
        return [(EQUALS, cell, (seat + i) % players) for i in range(players)]


class TurnNumber(Codec):
    """A cell that holds the number of a turn."""

    def readings(self, cell: int, seat: int, players: int, most: int) -> list[Reading]:
        return [(AGO, cell, most)]


@dataclass(frozen=True)
class Span:
    """A named run of cells, shaped by words: ("seat", "card") is a table of seats by cards.

    `most`: what an observation tells of a number at most; 0: no observation needs it.
    """

    name: str
    first: int
    shape: tuple[str, ...]
    sizes: tuple[int, ...]
    secrecy: int
    codec: Codec
    size: int
    most: int


@dataclass(frozen=True)
class Question:
    """Something a seat can be asked.

    `form`: how it is answered. `of`: the kind of things its answers name, where they are of one.
    `together`: several seats at once, in any order. `about`: the kind of its subject, if any.
    """

    name: str
    part: "Part | None"
    form: str
    of: str
    together: bool
    about: str


@dataclass(frozen=True)
class EventKind:
    """A kind of event with its fields; secret fields are for the event's seat alone.

    A field is written with the words of its own name (a "card" with the cards' ids).
    A private event reaches its seat only. A quiet one is not told in words to who sits at the
    table: one sees it there, or it is bookkeeping and means nothing to a person.
    """

    name: str
    part: "Part | None"
    fields: tuple[str, ...]
    secret: tuple[str, ...]
    private: bool
    quiet: bool


class Layout:
    """What the parts reserve while they are bound."""

    def __init__(self, board: "Board", players: int, parts: "tuple[Part, ...]") -> None:
        self.board = board
        self.players = players
        self.parts = parts
        self.words: dict[str, tuple[str, ...]] = {"seat": tuple(str(s) for s in range(players))}
        self.spans: list[Span] = []
        self.size = 0
        self.questions: list[Question] = []
        self.events: list[EventKind] = []
        self.faces: list[tuple[str, str, Json]] = []
        self.owners: list[Part | None] = []
        self.groups: dict[str, str] = {}  # by verb, in the order they are bound
        self.spots: dict[str, str] = {}  # by verb
        self.reasons: list[str] = []
        self._found: Memory[type, list[Part]] = (
            Memory()
        )  # the parts of each kind that was asked for

    def name(self, kind: str, words: Sequence[str]) -> None:
        """Declare the words for a kind of thing: cards, routes, tickets ..."""
        self.words[kind] = tuple(words)

    def cells(
        self,
        name: str,
        *shape: str,
        secrecy: int = PUBLIC,
        codec: Codec | None = None,
        most: int = 0,
    ) -> int:
        """Reserve a span; gives its first cell. Each dimension is a kind with declared words.

        `most`: what its numbers are at most, as observations tell them; 0: they do not.
        """
        if any(span.name == name for span in self.spans):
            raise RulesetError(f"two parts want the cells '{name}'")
        if secrecy == OWNER and shape[:1] != ("seat",):
            raise RulesetError(f"the cells '{name}' have no seat that could own them")
        sizes = tuple(len(self.words[kind]) for kind in shape)
        size = 1
        for n in sizes:
            size *= n
        first = self.size
        self.size += size
        self.spans.append(Span(name, first, shape, sizes, secrecy, codec or Codec(), size, most))
        return first

    @cached_property
    def public(self) -> list[Span]:
        """The spans that everybody sees alike."""
        return [span for span in self.spans if span.secrecy == PUBLIC]

    @cached_property
    def covered(self) -> list[Span]:
        """The others: of them each seat sees its own."""
        return [span for span in self.spans if span.secrecy != PUBLIC]

    @cached_property
    def covers(self) -> list[list[tuple[int, int, list[int]]]]:
        """The runs of cells that are never a seat's to know: first, end, and what stands there.

        By seat; the last is the spectator's, who is number -1.
        """
        runs: list[list[tuple[int, int, list[int]]]] = [[] for _ in range(self.players + 1)]
        for span in self.spans:
            rows = self.players if span.secrecy == OWNER else 1
            size = span.size // rows
            for seat, own in enumerate(runs):
                for row in range(rows):
                    if span.secrecy == SECRET or (span.secrecy == OWNER and row != seat):
                        first = span.first + row * size
                        own.append((first, first + size, [HIDDEN] * size))
        return runs

    def question(
        self,
        part: "Part | None",
        name: str,
        *,
        form: str,
        of: str = "",
        together: bool = False,
        about: str = "",
    ) -> int:
        """Declare a question with its form; `question.<name>` is its words."""
        if form not in FORMS:
            raise RulesetError(f"the question '{name}' has no form that there is: '{form}'")
        self.questions.append(Question(name, part, form, of, together, about))
        return len(self.questions) - 1

    def event(
        self,
        part: "Part | None",
        name: str,
        *fields: str,
        secret: tuple[str, ...] = (),
        private: bool = False,
        quiet: bool = False,
    ) -> int:
        if (secret or private) and "seat" not in fields:
            raise RulesetError(f"the event '{name}' has secrets but no seat")
        self.events.append(EventKind(name, part, fields, secret, private, quiet))
        return len(self.events) - 1

    def actions(
        self,
        part: "Part | None",
        faces: Sequence[tuple[str, str, Json]],
        *,
        group: str,
        spot: str = "",
    ) -> int:
        """Reserve codes; gives the first.

        In a menu the verbs of a `group` stand together; `group.<group>`, `verb.<verb>`: words.
        `spot`: where on the table they are found; what names a route or a place is found there,
        anything else has a button.
        """
        if spot and spot not in SPOTS:
            raise RulesetError(f"there is no such spot on a table: '{spot}'")
        for verb, _, data in faces:
            if self.groups.setdefault(verb, group) != group:
                raise RulesetError(f"'{verb}' is in two groups: {self.groups[verb]} and {group}")
            named = ROUTE if "route" in data else PLACE if "place" in data else BUTTON
            if self.spots.setdefault(verb, spot or named) != (spot or named):
                raise RulesetError(f"'{verb}' is in two spots: {self.spots[verb]} and {spot}")
        first = len(self.faces)
        self.faces.extend(faces)
        self.owners.extend([part] * len(faces))
        return first

    def groups_in_order(self) -> list[str]:
        """The groups as a menu shows them: as their parts are declared, what is left at the end."""
        found = dict.fromkeys(self.groups.values())
        found.pop(OTHER, None)
        return [*found, OTHER]

    def check_spoken(self) -> None:
        """Every question, verb and group has its words, in every language."""
        for question in self.questions:
            if question.of and question.of not in self.words:
                raise RulesetError(f"'{question.name}' is a choice of unknown '{question.of}'")
        wanted = [f"question.{question.name}" for question in self.questions]
        wanted += [f"verb.{verb}" for verb in self.groups]
        wanted += [f"group.{group}" for group in self.groups.values()]
        for language in LANGUAGES:
            known = messages(language)
            for key in wanted:
                if key not in known:
                    raise RulesetError(f"there are no words for '{key}' in '{language}'")

    def reason(self, *keys: str) -> None:
        """Declare the reasons a part may give for a refusal; the game cites a rule for each."""
        self.reasons.extend(keys)

    def partner(self, kind: type[P]) -> P:
        """The part of a kind that this one works with."""
        found = self.partners(kind)
        if len(found) != 1:
            raise RulesetError(f"{len(found)} parts of kind {kind.__name__}, but one is needed")
        return found[0]

    def partners(self, kind: type[P]) -> list[P]:
        found = self._found.get(kind)
        if found is None:
            found = self._found[kind] = [part for part in self.parts if isinstance(part, kind)]
        return cast("list[P]", found)
