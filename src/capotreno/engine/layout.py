"""The layout of a game's cells, questions, events and codes: who owns which int, and who sees it.

Secrecy is declared here and nowhere else: on a span of cells and on the fields of an event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from capotreno.engine.actions import Json
from capotreno.engine.errors import RulesetError

if TYPE_CHECKING:
    from capotreno.board.model import Board
    from capotreno.engine.part import Part

PUBLIC: Final = 0  # everybody sees these cells
OWNER: Final = 1  # the first dimension is the seat; each sees its own row
SECRET: Final = 2  # nobody sees these cells
MIXED: Final = 3  # the part's `hide` decides cell by cell

LARGEST: Final = 2**31  # that a plain cell of a position may hold

P = TypeVar("P")


class Codec:
    """How a cell is written in a position; this one writes plain numbers."""

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

    def write(self, value: int) -> object:
        return [word for i, word in enumerate(self.words) if value >> i & 1]

    def read(self, value: object) -> int:
        if not isinstance(value, list):
            raise ValueError(f"{value!r:.60} is not a list")
        mask = 0
        for word in value:
            if not isinstance(word, str) or word not in self.words:
                raise ValueError(f"{word!r:.60} is not known here")
            mask |= 1 << self.words.index(word)
        return mask


@dataclass(frozen=True)
class Span:
    """A named run of cells, shaped by words: ("seat", "card") is a table of seats by cards."""

    name: str
    first: int
    shape: tuple[str, ...]
    sizes: tuple[int, ...]
    secrecy: int
    codec: Codec
    size: int


@dataclass(frozen=True)
class Question:
    """Something a seat can be asked.

    `together`: several seats at once, in any order. `about`: the kind of its subject, if any.
    """

    name: str
    part: "Part | None"
    together: bool
    about: str


@dataclass(frozen=True)
class EventKind:
    """A kind of event with its fields; secret fields are for the event's seat alone.

    A field is written with the words of its own name (a "card" with the cards' ids).
    A private event reaches its seat only.
    """

    name: str
    part: "Part | None"
    fields: tuple[str, ...]
    secret: tuple[str, ...]
    private: bool


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
        self.reasons: list[str] = []

    def name(self, kind: str, words: Sequence[str]) -> None:
        """Declare the words for a kind of thing: cards, routes, tickets ..."""
        self.words[kind] = tuple(words)

    def cells(
        self, name: str, *shape: str, secrecy: int = PUBLIC, codec: Codec | None = None
    ) -> int:
        """Reserve a span; gives its first cell. Each dimension is a kind with declared words."""
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
        self.spans.append(Span(name, first, shape, sizes, secrecy, codec or Codec(), size))
        return first

    def question(
        self, part: "Part | None", name: str, together: bool = False, about: str = ""
    ) -> int:
        self.questions.append(Question(name, part, together, about))
        return len(self.questions) - 1

    def event(
        self,
        part: "Part | None",
        name: str,
        *fields: str,
        secret: tuple[str, ...] = (),
        private: bool = False,
    ) -> int:
        if (secret or private) and "seat" not in fields:
            raise RulesetError(f"the event '{name}' has secrets but no seat")
        self.events.append(EventKind(name, part, fields, secret, private))
        return len(self.events) - 1

    def actions(self, part: "Part | None", faces: Sequence[tuple[str, str, Json]]) -> int:
        """Reserve codes; gives the first."""
        first = len(self.faces)
        self.faces.extend(faces)
        self.owners.extend([part] * len(faces))
        return first

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
        return [part for part in self.parts if isinstance(part, kind)]
