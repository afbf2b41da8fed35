"""What mechanics ask of each other: small questions, each with who asks and who answers.

A part that needs something of another finds it by the kind named here, so it knows neither the
file nor the form (with cards, with dice) of whoever answers. The engine's own questions are in
`engine/part.py`. Nothing here knows a mechanic.
"""

from capotreno.engine.errors import Reason
from capotreno.engine.part import Part
from capotreno.engine.state import State


class Keeper(Part):
    """Keeps cards lying open on the table. The cards ask; the row and the tunnels' cards answer."""

    def lying(self, state: State) -> list[int]:
        """The kinds of the cards lying open."""
        raise NotImplementedError

    def replenish(self, state: State) -> None:
        """Cards have come back to the discards: fill what stood empty, look again (R-05)."""
        raise NotImplementedError


class Windfall(Part):
    """Gives a seat what a bonus brings. The connection bonus asks; the blind draw answers.

    With dice, the tokens' windfall answers instead.
    """

    def draw(self, state: State, seat: int, count: int) -> None:
        """So many, as many of them as there are."""
        raise NotImplementedError


class Digger(Part):
    """Digs tunnels, which may cost more than they seem to. The payer asks; the tunnels answer."""

    question: int

    def dig(self, state: State, seat: int, code: int, route: int) -> None:
        """The cards to pay with are shown."""
        raise NotImplementedError

    def pay_more(self, state: State, seat: int, code: int, route: int) -> None:
        """What a tunnel costs beyond them is paid."""
        raise NotImplementedError


class HarbourPrice(Part):
    """Knows how a harbour is paid. The harbours ask; their form with cards or dice answers."""

    def affords(self, state: State, seat: int) -> bool:
        """Whether this seat could pay a harbour."""
        raise NotImplementedError

    def payments(self, state: State, seat: int) -> tuple[int, ...]:
        """The codes of the ways to pay a harbour."""
        raise NotImplementedError

    def short_of(self, state: State, seat: int) -> Reason:
        """Why this seat cannot pay a harbour."""
        raise NotImplementedError


class Lender(Part):
    """Lends a seat routes of others. The tickets ask, for nothing else; the stations answer."""

    def borrowed(self, state: State, seat: int) -> int:
        """The mask of the routes lent."""
        raise NotImplementedError


class Toll(Part):
    """Limits how many tickets a seat may draw. The tickets ask; the dice for tickets answer.

    Where nobody answers, the number is always the same.
    """

    def allows(self, state: State, seat: int) -> int:
        """How many tickets a seat may draw now."""
        raise NotImplementedError

    def charge(self, state: State, seat: int, count: int) -> None:
        """So many are drawn."""
        raise NotImplementedError

    def settled(self, state: State, seat: int, kept: int) -> None:
        """So many of those drawn were kept."""
        raise NotImplementedError

    def refuse(self, state: State, seat: int, count: int) -> Reason | None:
        """Why so many may not be drawn; None: they may."""
        raise NotImplementedError


class DiceListener(Part):
    """Wants to know when a seat first rolls in its turn. The dice tell; the tokens listen."""

    def first_roll(self, state: State, seat: int) -> None:
        """The seat's turn has begun in earnest."""
        raise NotImplementedError
