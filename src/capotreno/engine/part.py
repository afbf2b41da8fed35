"""A part: one mechanic, and what the engine asks of it. Parts hold numbers, never state."""

from typing import ClassVar, NamedTuple

from capotreno.engine.actions import Json
from capotreno.engine.errors import Reason, RulesetError
from capotreno.engine.layout import Layout
from capotreno.engine.state import Event, State


class Item(NamedTuple):
    """One entry of a score line: a ticket, a colour of passengers, a length of route."""

    id: str
    points: int


class ScoreLine(NamedTuple):
    """A named line of the score sheet; its items, where given, sum to its points."""

    label: str
    points: int
    items: tuple[Item, ...]


class Part:
    """One mechanic. These are the engine's questions to it; the defaults answer nothing.

    What mechanics ask of each other is in `rules/seams.py`.
    """

    labels: ClassVar[tuple[str, ...]] = ()  # of its score lines
    measures: ClassVar[tuple[str, ...]] = ()  # what it can count for a ranking
    bound: bool = False  # a part serves one game: its tables are made for that game's seats

    def bind(self, layout: Layout) -> None:
        """Reserve cells, codes, questions and events; find partners."""

    def facts(self) -> Json:
        """Numbers of your rule that people look at while they play, by name."""
        return {}

    def facts_now(self, state: State, seat: int) -> Json:
        """What people look at when this seat is asked and no cell says, by name.

        How far its dice reach, which cards count against it: whoever shows it knows no rule.
        """
        return {}

    def lay(self, cells: list[int]) -> None:
        """Set your cells to what they are before chance has spoken; the others are zero."""

    def start(self, state: State) -> None:
        """Let chance speak and ask the opening questions; the last asked is answered first."""

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        """What you add to a turn: sorted codes."""
        return ()

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        """Your question is asked: sorted codes of the possible answers."""
        raise NotImplementedError

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        """One of your codes was chosen: do it."""
        raise NotImplementedError

    def paid(self, state: State, seat: int, question: int, subject: int) -> None:
        """The payment you asked for (by your question, on your subject) has been made."""
        raise NotImplementedError

    def claimed(self, state: State, seat: int, route: int) -> None:
        """A route was claimed."""

    def ended(self, state: State) -> None:
        """The game is over: show what was hidden until now."""

    def score(self, state: State) -> list[list[ScoreLine]]:
        """Your lines of the score sheet, per seat."""
        return []

    def measure(self, state: State, seat: int, name: str) -> int:
        """A count the ranking may use to break ties."""
        raise NotImplementedError

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        """Why your code is not possible for this seat; None: it is no answer to the question."""
        return None

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json] | None:
        """What a menu says of your code, where that is more than its own fields say.

        The message (behind `choice.`) and its values: ids of what they name, numbers, seats.
        """
        return None

    def concerns(self, question: int, code: int) -> bool:
        """Whether your `why_not` may say anything of a code when a question is asked."""
        return True

    def hide(self, cells: list[int], seat: int, over: bool) -> None:
        """Hide your MIXED cells from a seat."""

    def resample(self, state: State, seat: int) -> None:
        """Fill your hidden cells with another world the seat cannot tell from the true one."""

    def fold(self, state: State, event: Event) -> None:
        """Change the cells as one of your events says; unknown fields are UNKNOWN."""

    def audit(self, state: State) -> None:
        """Raise PositionError where your cells break a law of the game."""


class Payer(Part):
    """The one part that knows how routes are paid."""

    def payable(self, state: State, seat: int) -> int:
        """The mask of routes this seat could pay, were they open."""
        raise NotImplementedError

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        """The codes of the ways to pay a route, or the instalment of it that is asked for."""
        raise NotImplementedError

    def instalments(self, route: int) -> int:
        """In how many payments, asked for one after the other, a route is paid."""
        return 1

    def price(self, route: int) -> int:
        """How many cards, or dice and tokens, a route takes at least."""
        raise NotImplementedError

    def pay(self, state: State, seat: int, code: int) -> None:
        """Take the payment."""
        raise NotImplementedError

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        """Why this seat cannot pay a route."""
        raise NotImplementedError


class Ending(Part):
    """The one part that knows when the game is over."""

    reasons: ClassVar[
        tuple[str, ...]
    ] = ()  # in words; the engine numbers them from 1 after its own

    def turn_over(self, state: State, seat: int) -> str:
        """A turn has ended: the reason why the game is over, or nothing."""
        raise NotImplementedError


def require(condition: bool, sentence: str) -> None:
    """A declaration must hold together."""
    if not condition:
        raise RulesetError(sentence)
