"""What the first levels share where there are dice: a turn by its values, tickets and the rest."""

from collections.abc import Callable

from capotreno.bots.advisers.dice import DiceAdviser
from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.passengers import board
from capotreno.bots.bot import Bot
from capotreno.bots.odds.turn_values import DiceTables, TurnValues
from capotreno.bots.plan.keeping import keep, one_long
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.layout import (
    MIX,
    NUMBER,
    ONE_OF,
    PAYMENT,
    ROUTE_BY_ROUTE,
    SEVERAL_OF,
    TURN,
    UNTIL_DONE,
)
from capotreno.engine.state import View
from capotreno.rules.travelling.passengers import Passengers


class DiceBot(Bot):
    """A bot that rolls.

    Its level says what a turn's ends are worth (`turn_values`); the dice are weighed alike for all.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.dice_tables = DiceTables(game)
        self.dice = DiceAdviser(game, self.dice_tables, self)
        self.plans = self.ways()
        self.harbours = HarbourAdviser(game, self.plan)
        self.journeys = JourneyAdviser(game)
        self.passengers = game.layout.partners(Passengers)
        self.claims = self.plans.claims
        self.points = [item.points for item in self.claims.items]
        self.answers: dict[tuple[str, str], Callable[[View, list[int]], int]] = {
            (TURN, ""): self.turn,
            (PAYMENT, ""): self.dice.pay,
            (UNTIL_DONE, "token"): self.dice.token,
            (ONE_OF, "token"): self.dice.token,
            (SEVERAL_OF, "ticket"): self.keep,
            (MIX, "ticket_deck"): self.mix,
            (ONE_OF, "passenger"): self.passenger,
            (MIX, "piece"): self.harbours.equip,
            (NUMBER, "piece"): self.harbours.swap,
            (ONE_OF, "place"): self.put,
            (ROUTE_BY_ROUTE, ""): self.journeys.ride,
        }

    def ways(self) -> TicketWays:
        """Who finds the ways of its tickets."""
        return TicketWays(self.game)

    def plan(self, view: View) -> tuple[int, list[int]]:
        """The mask of routes it means to claim, and the tickets these will do."""
        return self.plans.plan(view, self.plans.own(view))

    def turn_values(self, view: View) -> TurnValues:
        """What the ends of a turn are worth."""
        raise NotImplementedError

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        """By kind: what 0 to 3 tokens are worth after the turn; `paying`: a route being paid."""
        raise NotImplementedError

    def bought(self, view: View, code: int) -> float:
        """What an action that stations buy is worth."""
        return 0.0

    def choose(self, view: View) -> int:
        menu = list(self.game.legal(view))
        if len(menu) == 1:
            return menu[0]
        answer = self.answers.get(self.form(view))
        return self.random.choice(menu) if answer is None else answer(view, menu)

    def of(self, menu: list[int], *verbs: str) -> list[int]:
        """What of a menu has one of these verbs."""
        return [code for code in menu if self.game.action(code).verb in verbs]

    # -- a turn -------------------------------------------------------------------------------

    def turn(self, view: View, menu: list[int]) -> int:
        if not self.dice_tables.dice.is_rolled(view):
            return self.before_rolling(view, menu)
        journey = self.journey(view, menu)
        return self.dice.turn(view, menu) if journey is None else journey

    def before_rolling(self, view: View, menu: list[int]) -> int:
        """Rolling, unless pieces of the wrong kind are in the way."""
        exchanges = self.of(menu, "exchange")
        return self.harbours.make_way(view, exchanges, self.plan(view)[0]) or menu[0]

    def journey(self, view: View, menu: list[int]) -> int | None:
        """A passenger sets out, if it is time."""
        departs = self.of(menu, "depart")
        if not departs:
            return None
        claims = [self.points[code - self.claims.codes] for code in self.of(menu, "claim")]
        return self.journeys.send(view, departs, self.plan(view)[0], max(claims, default=0))

    # -- tickets and the rest -------------------------------------------------------------------

    def keep(self, view: View, menu: list[int]) -> int:
        return keep(self.plans, view, menu)

    def mix(self, view: View, menu: list[int]) -> int:
        """At the opening: one long ticket, the others short."""
        return one_long(menu)

    def passenger(self, view: View, menu: list[int]) -> int:
        return board(self.passengers[0], view, menu)

    def put(self, view: View, menu: list[int]) -> int:
        """Where a passenger waits."""
        return self.journeys.put(view, menu, self.plan(view)[0])
