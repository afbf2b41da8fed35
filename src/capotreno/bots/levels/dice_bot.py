"""What the levels below the planner share where there are dice: a turn by its values."""

from capotreno.bots.advisers.dice import DiceAdviser
from capotreno.bots.levels.ticket_bot import TicketBot
from capotreno.bots.odds.turn_values import DiceTables, TurnValues
from capotreno.bots.plan.keeping import one_long
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.state import View


class DiceBot(TicketBot):
    """A bot that rolls.

    Its level says what a turn's ends are worth (`turn_values`); the dice are weighed alike for all.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.dice_tables = DiceTables(game)
        super().__init__(game, seed, self.ways(game))
        self.dice = DiceAdviser(game, self.dice_tables, self)
        self.claims = self.plans.claims
        self.points = [item.points for item in self.claims.items]

    def ways(self, game: Game) -> TicketWays:
        """Who finds the ways of its tickets."""
        return TicketWays(game)

    def turn_values(self, view: View) -> TurnValues:
        """What the ends of a turn are worth."""
        raise NotImplementedError

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        """By kind: what 0 to 3 tokens are worth after the turn; `paying`: a route being paid."""
        raise NotImplementedError

    def bought(self, view: View, code: int) -> float:
        """What an action that stations buy is worth."""
        return 0.0

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

    def mix(self, view: View, menu: list[int]) -> int:
        """At the opening: one long ticket, the others short."""
        return one_long(menu)

    def pay(self, view: View, menu: list[int]) -> int:
        return self.dice.pay(view, menu)

    def token(self, view: View, menu: list[int]) -> int:
        return self.dice.token(view, menu)
