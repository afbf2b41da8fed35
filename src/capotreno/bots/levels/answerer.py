"""A bot that answers by the form of a question: which of its methods says what to which one.

This is the only table of forms on the bots' side. A bot that has no opinion about a question
leaves its method alone, and a question that nobody knows is answered the same way: with `any`.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from capotreno.bots.bot import Bot
from capotreno.engine.game import Game
from capotreno.engine.layout import (
    MIX,
    NUMBER,
    ONE_OF,
    PAY_OR_STOP,
    PAYMENT,
    ROUTE_BY_ROUTE,
    SEVERAL_OF,
    TURN,
    UNTIL_DONE,
)
from capotreno.engine.state import View

M = TypeVar("M")  # how it looks at what is legal
A = TypeVar("A")  # what it says: a code, or one with its reason


class Answerer(Bot, Generic[M, A]):
    """One method for each form of a question, and the things it is a choice of."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.answers: dict[tuple[str, str], Callable[[View, M], A]] = {
            (TURN, ""): self.turn,
            (SEVERAL_OF, "ticket"): self.keep,
            (MIX, "ticket_deck"): self.mix,
            (ONE_OF, "card"): self.card,
            (ONE_OF, "card_deck"): self.refill,
            (PAYMENT, ""): self.pay,
            (PAY_OR_STOP, ""): self.pay,
            (PAYMENT, "card"): self.give,
            (UNTIL_DONE, "token"): self.token,
            (ONE_OF, "token"): self.token,
            (ONE_OF, "passenger"): self.passenger,
            (MIX, "piece"): self.pieces,
            (NUMBER, "piece"): self.swap,
            (ONE_OF, "place"): self.put,
            (ROUTE_BY_ROUTE, ""): self.ride,
        }

    def answer(self, view: View, menu: M) -> A:
        """What it says to the question its seat is asked."""
        question = self.game.layout.questions[view.asked[0]]
        return self.answers.get((question.form, question.of), self.any)(view, menu)

    def any(self, view: View, menu: M) -> A:
        """An answer by chance."""
        raise NotImplementedError

    def turn(self, view: View, menu: M) -> A:
        """What to do with a turn."""
        return self.any(view, menu)

    def keep(self, view: View, menu: M) -> A:
        """Whether to keep a ticket."""
        return self.any(view, menu)

    def mix(self, view: View, menu: M) -> A:
        """From which decks tickets are drawn."""
        return self.any(view, menu)

    def card(self, view: View, menu: M) -> A:
        """Which card is drawn second."""
        return self.any(view, menu)

    def refill(self, view: View, menu: M) -> A:
        """From which deck the row is filled."""
        return self.any(view, menu)

    def pay(self, view: View, menu: M) -> A:
        """What something is paid with."""
        return self.any(view, menu)

    def give(self, view: View, menu: M) -> A:
        """Which card is given, where they are given one by one."""
        return self.any(view, menu)

    def token(self, view: View, menu: M) -> A:
        """Which token of the dice is taken."""
        return self.any(view, menu)

    def passenger(self, view: View, menu: M) -> A:
        """Which passenger boards."""
        return self.any(view, menu)

    def pieces(self, view: View, menu: M) -> A:
        """How many pieces of each kind it begins with."""
        return self.any(view, menu)

    def swap(self, view: View, menu: M) -> A:
        """How many pieces are exchanged."""
        return self.any(view, menu)

    def put(self, view: View, menu: M) -> A:
        """Where a passenger waits for its journey."""
        return self.any(view, menu)

    def ride(self, view: View, menu: M) -> A:
        """Along which route a journey goes on."""
        return self.any(view, menu)
