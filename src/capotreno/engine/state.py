"""The state of a game: a row of ints, a stack of decisions and one integer of chance.

Every part reserves named spans of `cells` (see layout.py) and alone gives them meaning. A View is
the same row with the cells its seat may not know set to HIDDEN.
"""

from typing import Final

from capotreno.engine.chance import MASK, SALT, WEYL, Tape

Decision = tuple[int, int, int]  # question, seat, subject; all three are public
Event = tuple[int, ...]  # kind, then the fields its declaration names

HIDDEN: Final = -(2**40)  # stands in a View's cell where the seat may not know the value
UNKNOWN: Final = -1  # stands in an event's field where the seat may not know the value
NOBODY: Final = -1  # the seat of a spectator

# The engine's own cells come first; parts get the following ones.
OVER_CELL: Final = 0  # 0 while the game runs, then the number of the reason why it is over
WHO_CELL: Final = 1  # whose turn it is; -1 during the opening
PASSES_CELL: Final = 2  # turns passed in a row before this one
TURNS_CELL: Final = 3  # turns begun so far

TURN_QUESTION: Final = 0  # the engine's own question: what do you do in your turn?

# Events of the engine itself; parts get the following numbers.
ASKED: Final = 0  # question, seat, subject
ANSWERED: Final = 1  # question, seat, subject
TURN: Final = 2  # seat, passes in a row before it
OVER: Final = 3  # reason


class State:  # noqa: PLW1641 -- what changes has no hash
    """One moment of one game, which `game` names. Only `Game` and its parts change it.

    States are compared by value and, as they change, have no hash.
    """

    def __init__(self, cells: list[int], stack: list[Decision], seed: int, game: str) -> None:
        self.cells = cells
        self.stack = stack
        self.seed = seed
        self.game = game
        self.menu: tuple[int, ...] | None = None  # legal codes of the top decision, once listed
        self.tape: Tape | None = None
        self.events: list[Event] | None = None

    def __repr__(self) -> str:
        return f"<State of {self.game}: {self._moment()}>"

    def __eq__(self, other: object) -> bool:
        """Equal in every value that decides how the game goes on; a view never equals a state."""
        return isinstance(other, State) and not isinstance(other, View) and self._alike(other)

    def _alike(self, other: "State") -> bool:
        same = self.game == other.game and self.seed == other.seed
        return same and self.stack == other.stack and self.cells == other.cells

    def _moment(self) -> str:
        """Where the game is, in a few words that anybody may hear."""
        turn = f"turn {self.cells[TURNS_CELL]}" if self.cells[TURNS_CELL] else "the opening"
        if self.stack:
            return f"{turn}, seat {self.stack[-1][1]} is asked"
        return f"over after {turn}"

    def copy(self) -> "State":
        """An independent state equal to this one; tape and events stay behind."""
        twin = State(self.cells[:], self.stack[:], self.seed, self.game)
        twin.menu = self.menu
        return twin

    @property
    def turn(self) -> int:
        """How many turns have begun so far."""
        return self.cells[TURNS_CELL]

    @property
    def whose_turn(self) -> int:
        """The seat whose turn it is; NOBODY during the opening."""
        return self.cells[WHO_CELL]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.cells[OVER_CELL] != 0

    @property
    def waiting(self) -> tuple[Decision, ...]:
        """Every decision that waits, the next one first."""
        return tuple(reversed(self.stack))

    def same_table(self, other: "State") -> bool:
        """Whether everything lies as in another state of the game, whatever is asked."""
        return self.cells == other.cells

    def below(self, n: int) -> int:
        """The one door of chance: a number from 0 to n - 1 (chance.py has the definition)."""
        tape = self.tape
        if tape is not None and tape.forced is not None:
            outcome = tape.next_forced(n)
        else:
            self.seed = s = (self.seed + WEYL) & MASK
            t = s * (s ^ SALT)
            outcome = ((t >> 64 ^ t & MASK) * n) >> 64
        if tape is not None:
            tape.rolled.append(outcome)
        return outcome

    def pick(self, first: int, total: int) -> int:
        """Draw from a multiset: the cells from `first` on count copies, `total` in all."""
        left = self.below(total)
        cells = self.cells
        i = first
        left -= cells[i]
        while left >= 0:
            i += 1
            left -= cells[i]
        return i - first

    def ask(self, question: int, seat: int, subject: int) -> None:
        """Put a decision on top of the stack."""
        self.stack.append((question, seat, subject))
        if self.events is not None:
            self.events.append((ASKED, question, seat, subject))

    def close(self, question: int, seat: int, subject: int) -> None:
        """Take an answered decision off the stack, wherever it lies."""
        self.stack.remove((question, seat, subject))
        if self.events is not None:
            self.events.append((ANSWERED, question, seat, subject))

    def finish(self, reason: int) -> None:
        """The game is over at this moment."""
        self.cells[OVER_CELL] = reason
        self.stack.clear()
        if self.events is not None:
            self.events.append((OVER, reason))


class View(State):  # noqa: PLW1641 -- the same
    """What one seat (or NOBODY: a spectator) may know, in the shape of a state."""

    def __init__(self, cells: list[int], stack: list[Decision], seat: int, game: str) -> None:
        super().__init__(cells, stack, -1, game)  # no chance: a View cannot be played on
        self.seat = seat

    @property
    def asked(self) -> Decision:
        """What the view's seat is asked: question, seat and subject."""
        return next(decision for decision in self.waiting if decision[1] == self.seat)

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat == NOBODY else f"seat {self.seat}"
        return f"<View of {self.game} for {whose}: {self._moment()}>"

    def __eq__(self, other: object) -> bool:
        """What the same seat knows, equal in every value."""
        return isinstance(other, View) and self.seat == other.seat and self._alike(other)

    def copy(self) -> "View":
        twin = View(self.cells[:], self.stack[:], self.seat, self.game)
        twin.menu = self.menu
        return twin
