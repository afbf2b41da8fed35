"""The fields of an observation: what a View says, as whole numbers, from its seat's own chair.

The spans of the layout are the fields. A set becomes a zero or one for each thing, a choice
likewise; seats are counted from the one that looks, so 0 is always oneself. What a seat may not
know has no column at all: the row of numbers is the same for every world a seat cannot tell from
the true one. `Fields.columns` says for each column how it is read, in a table of whole numbers, so
that any other program with the same cells makes the same row.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.layout import (
    AGO,
    BIT,
    EQUALS,
    MANY,
    OWNER,
    REST,
    SECRET,
    VALUE,
    Reading,
    Span,
)
from capotreno.engine.state import HIDDEN, TURNS_CELL, Decision, State, View

if TYPE_CHECKING:
    from capotreno.engine.game import Game

# Further readings: of the stack and not of a cell. The decision is the one that the seat may answer
# now or, if it is not asked, the top one.
QUESTION: Final = 5  # 1 if the decision is this question
ASKED: Final = 6  # 1 if the decision is this seat's
ABOUT: Final = 7  # 1 if its subject is the argument, a thing of this kind (`Fields.about`)
NUMBER: Final = 8  # its subject, at most the argument, where that is of no kind; else 0
WAITING: Final = 9  # how many decisions of this question wait for the seat that is the argument

ZEROS: Final = bytes(range(256)).translate(bytes([*([0] * 49), *range(1, 208)]))  # '0', '1': 0, 1


@dataclass(frozen=True)
class Axis:
    """One dimension of a field: the kind of things along it, and their names."""

    kind: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """A named block of an observation's row: from `first` on, `size` whole numbers low to high."""

    name: str
    axes: tuple[Axis, ...]
    low: int
    high: int
    first: int
    size: int

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple([len(axis.labels) for axis in self.axes])


class Fields:
    """The fields of a game's observations, and the row of numbers that a View gives."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.all: list[Field] = []
        self.columns: list[list[Reading]] = [[] for _ in range(game.players)]  # by seat
        self._seats = Axis("seat", tuple([str(seat) for seat in range(game.players)]))
        for span in game.layout.spans:
            self._span(span)
        kinds = sorted({question.about for question in game.layout.questions} - {""})
        self.about = [(kind, len(game.layout.words[kind])) for kind in kinds]
        of_cells = len(self.columns[0])
        self._decision()
        self.size = len(self.columns[0])
        self._stack_size = self.size - of_cells
        self._steps = [_steps(columns) for columns in self.columns]

    def row(self, view: View) -> list[int]:
        """What a view says, as one row of numbers."""
        self.game.check_view(view)
        if view.seat < 0:
            raise CapotrenoError("a spectator has no observation; a seat has")
        return self.read(view, view.seat)

    def read(self, state: State, seat: int) -> list[int]:
        """The same of a whole state, as a seat would see it: no column reads what it may not."""
        cells = state.cells
        row: list[int] = []
        for what, first, size, numbers in self._steps[seat]:
            if what == VALUE:
                row += cells[first : first + size]
            elif what == BIT:
                text = bin(cells[first] | 1 << size)[:2:-1]
                row += list(text.encode().translate(ZEROS))
            elif what == EQUALS:
                at = len(row)
                row += [0] * size
                if cells[first] in numbers:
                    row[at + numbers.index(cells[first])] = 1
            else:
                row.append(read_cell(state, self.columns[seat][first]))
        return row + self._decision_row(state, seat)

    def _decision_row(self, state: State, seat: int) -> list[int]:
        players, questions = self.game.players, self.game.layout.questions
        row = [0] * self._stack_size
        asked = self.decision(state, seat)
        if asked is None:
            return row
        question, whose, subject = asked
        row[question] = 1
        at = len(questions)
        row[at + (whose - seat) % players] = 1
        at += players
        for kind, size in self.about:
            if questions[question].about == kind:
                row[at + subject] = 1
            at += size
        if not questions[question].about:
            row[at] = min(subject, MANY)
        at += 1
        for one, other, _ in state.stack:
            row[at + (other - seat) % players * len(questions) + one] += 1
        return row

    def decision(self, state: State, seat: int) -> Decision | None:
        """What the seat may answer now; if it is not asked, what another one is asked."""
        return self.game.decision(state, seat) or (state.stack[-1] if state.stack else None)

    # -- which fields there are ---------------------------------------------------------------

    def _add(self, name: str, axes: list[Axis], high: int, columns: list[list[Reading]]) -> None:
        size = len(columns[0])
        self.all.append(Field(name, tuple(axes), 0, high, len(self.columns[0]), size))
        for seat, more in enumerate(columns):
            self.columns[seat] += more

    def _span(self, span: Span) -> None:
        """A span of cells: the own row where others' are secret, else all seats from one's own."""
        players, codec = self.game.players, span.codec
        labels = codec.labels(players)
        if span.secrecy == SECRET or (not labels and not span.most):
            return
        words = self.game.layout.words
        axes = [self._seats if kind == "seat" else Axis(kind, words[kind]) for kind in span.shape]
        if span.secrecy == OWNER:
            del axes[0]
        if labels:
            kinds = [kind for kind in words if words[kind] == labels]
            axes.append(Axis(kinds[0] if kinds else "where", labels))
        columns: list[list[Reading]] = []
        for seat in range(players):
            cells = list(range(span.first, span.first + span.size))
            if span.shape[:1] == ("seat",):
                row = span.size // players
                whose = [seat] if span.secrecy == OWNER else [*range(seat, players), *range(seat)]
                cells = [cells[one * row + i] for one in whose for i in range(row)]
            columns.append(
                [one for at in cells for one in codec.readings(at, seat, players, span.most)]
            )
        self._add(span.name, axes, 1 if labels else span.most, columns)

    def _decision(self) -> None:
        """The question that is asked, whom, about what; and how many wait."""
        layout, players = self.game.layout, self.game.players
        names = tuple([question.name for question in layout.questions])
        every = range(len(names))
        chairs = [[(seat + i) % players for i in range(players)] for seat in range(players)]
        self._add(
            "question", [Axis("question", names)], 1, [[(QUESTION, q, 1) for q in every]] * players
        )
        self._add("asked", [self._seats], 1, [[(ASKED, one, 1) for one in own] for own in chairs])
        for kind, (name, size) in enumerate(self.about):
            columns = [(ABOUT, kind, i) for i in range(size)]
            self._add(f"about_{name}", [Axis(name, layout.words[name])], 1, [columns] * players)
        self._add("about_number", [], MANY, [[(NUMBER, 0, MANY)]] * players)
        waiting = [[(WAITING, q, one) for one in own for q in every] for own in chairs]
        self._add("waiting_for", [self._seats, Axis("question", names)], MANY, waiting)


def read_cell(state: State, reading: Reading) -> int:
    """One number of an observation, read from a cell as its reading says."""
    what, cell, argument = reading
    held = state.cells[cell]
    if what == VALUE:
        return min(held, argument)
    if what == BIT:
        return held >> argument & 1
    if what == EQUALS:
        return int(held == argument)
    if what == AGO:
        return min(state.cells[TURNS_CELL] - held, argument)
    assert what == REST
    return int(HIDDEN < held < 0 and held % 8 == argument)


Stretch = tuple[int, int, int, tuple[int, ...]]  # what, first cell (REST: column), size, numbers


def _steps(columns: list[Reading]) -> list[Stretch]:
    """The readings of cells in runs that are quick to read: slices, masks, choices, the rest."""
    steps: list[Stretch] = []
    at = 0
    while at < len(columns) and columns[at][0] < QUESTION:
        what, cell, argument = columns[at]
        end = at + 1
        if what == VALUE and argument < MANY:
            while end < len(columns) and columns[end] == (VALUE, cell + end - at, argument):
                end += 1
            steps.append((VALUE, cell, end - at, ()))
        elif what in (BIT, EQUALS):
            while end < len(columns) and columns[end][:2] == (what, cell):
                end += 1
            numbers = tuple([number for _, _, number in columns[at:end]])
            steps.append((what, cell, end - at, numbers))
        else:
            steps.append((REST, at, 1, ()))
        at = end
    return steps
