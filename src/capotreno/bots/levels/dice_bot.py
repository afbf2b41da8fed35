"""What the bots of games with dice share: a turn by its stakes, payments, tokens, tickets."""

from collections.abc import Callable

from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.passengers import board
from capotreno.bots.bot import Bot
from capotreno.bots.odds.stakes import NO, NOTHING, DiceTables, TurnValues
from capotreno.bots.plan.keeping import keep
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
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.dice.dice import LOCOMOTIVE, Roll
from capotreno.rules.dice.harbours import DiceHarbours
from capotreno.rules.dice.tokens import KINDS
from capotreno.rules.travelling.passengers import Passengers


class DiceBot(Bot):
    """A bot that rolls.

    Its level says what a turn's ends are worth (`stakes`); the dice are weighed alike for all.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        layout = game.layout
        self.tray = DiceTables(game)
        self.plans = self.planner()
        self.seafarer = HarbourAdviser(game, self.plans)
        self.porter = JourneyAdviser(game)
        self.passengers = layout.partners(Passengers)
        self.harbours = next(iter(layout.partners(Harbours)), None)
        self.harbour_price = next(iter(layout.partners(DiceHarbours)), None)
        self.claims = self.plans.claims
        self.points = [item.points for item in self.claims.items]
        self.answers: dict[tuple[str, str], Callable[[View, list[int]], int]] = {
            (TURN, ""): self.turn,
            (PAYMENT, ""): self.pay,
            (UNTIL_DONE, "token"): self.token,
            (ONE_OF, "token"): self.token,
            (SEVERAL_OF, "ticket"): self.keep,
            (MIX, "ticket_deck"): self.mix,
            (ONE_OF, "passenger"): self.passenger,
            (MIX, "piece"): self.seafarer.equip,
            (NUMBER, "piece"): self.seafarer.swap,
            (ONE_OF, "place"): self.put,
            (ROUTE_BY_ROUTE, ""): self.porter.ride,
        }

    def planner(self) -> TicketWays:
        """Who plans for the decisions that only some games have."""
        return TicketWays(self.game)

    def stakes(self, view: View) -> TurnValues:
        """What the ends of a turn are worth."""
        raise NotImplementedError

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        """By kind: what 0 to 3 tokens are worth after the turn; `paying`: a route being paid."""
        raise NotImplementedError

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
        if not self.tray.dice.is_rolled(view):
            return self.before_rolling(view, menu)
        journey = self.journey(view, menu)
        if journey is not None:
            return journey
        stakes = self.stakes(view)
        dice = self.tray.dice
        roll = dice.showing(view)
        again = {dice.again[code - dice.codes]: code for code in self.of(menu, "reroll")}
        if again:
            _, some = stakes.reroll(roll, list(again))
            if some is not None:
                return again[some]
        return max(menu, key=lambda code: self.worth(view, stakes, roll, code))

    def journey(self, view: View, menu: list[int]) -> int | None:
        """A passenger sets out, if it is time."""
        departs = self.of(menu, "depart")
        if not departs:
            return None
        needed, _ = self.plans.plan(view, self.plans.own(view))
        claims = [self.points[code - self.claims.codes] for code in self.of(menu, "claim")]
        return self.porter.send(view, departs, needed, max(claims, default=0))

    def put(self, view: View, menu: list[int]) -> int:
        """Where a passenger waits."""
        return self.porter.put(view, menu, self.plans.plan(view, self.plans.own(view))[0])

    def before_rolling(self, view: View, menu: list[int]) -> int:
        """Rolling, unless pieces of the wrong kind are in the way."""
        needed, _ = self.plans.plan(view, self.plans.own(view))
        return self.seafarer.make_way(view, self.of(menu, "exchange"), needed) or menu[0]

    def worth(self, view: View, stakes: TurnValues, roll: Roll, code: int) -> float:
        """What an action is worth with the dice as they lie."""
        action = self.game.action(code)
        locos = roll[LOCOMOTIVE]
        if action.verb == "claim":
            route = code - self.claims.codes
            kind = self.tray.sorts[route][0]
            known = route in stakes.routes
            return stakes.claim(route, roll[kind] + locos, locos) if known else NO
        if action.verb == "no_action":
            return stakes.nothing()
        n = self.stations_for(view, code)
        return self.bought(view, code) + stakes.rest(n) if n else NO

    def stations_for(self, view: View, code: int) -> int:
        """How many stations an action takes; 0 if it is none that stations buy."""
        action = self.game.action(code)
        if action.verb == "renew":
            return 1
        if action.verb == "build" and self.harbours and self.harbour_price:
            return self.harbour_price.price(view, view.seat)
        if action.verb == "tickets":
            decks = action.json.get("decks")
            n = sum(decks.values()) if isinstance(decks, dict) else action.json.get("count", 1)
            return int(str(n))
        return 0

    def bought(self, view: View, code: int) -> float:
        """What an action that stations buy is worth."""
        return 0.0

    def site_worth(self, view: View, code: int, reached: list[int]) -> float:
        """What the harbour that a code builds would bring."""
        assert self.harbours is not None
        return self.sites(view, reached).get(self.harbours.ports[code - self.harbours.codes], NO)

    def sites(self, view: View, reached: list[int]) -> dict[int, float]:
        """What harbours would bring, by place, with the tickets done or planned."""
        if self.harbours is None:
            return {}
        hopes = self.plans.tickets.done(view, view.seat) + reached
        places = self.harbours.sites(view, view.seat)
        found = {site: self.seafarer.gain(site, hopes) for site in bits(places)}
        return {site: float(gain) for site, gain in found.items() if gain}

    # -- payments and tokens --------------------------------------------------------------------

    def pay(self, view: View, menu: list[int]) -> int:
        """What leaves most, with the tokens that the dice left over will buy."""
        payer = self.tray.payer
        route = view.stack[-1][2]
        kind = self.tray.sorts[route][0]
        stakes = TurnValues(self.tray, view, {}, NOTHING, self.tokens(view, route))

        def left(code: int) -> tuple[float, int]:
            dice, tokens = payer.ways[code - payer.codes]
            return stakes.paid(kind, dice, tokens), dice

        return max(menu, key=left)

    def token(self, view: View, menu: list[int]) -> int:
        """The token that is worth most; a fourth of a kind is not worth throwing one away."""
        able = self.of(menu, "token", "gift")
        if not able:
            return menu[-1]
        tokens, held = self.tokens(view), self.tray.held(view)

        def gain(code: int) -> tuple[float, int]:
            kind = KINDS.index(str(self.game.action(code).json["token"]))
            return tokens[kind][held[kind] + 1] - tokens[kind][held[kind]], -held[kind]

        return max(able, key=gain)

    # -- tickets and the rest -------------------------------------------------------------------

    def keep(self, view: View, menu: list[int]) -> int:
        return keep(self.plans, view, menu)

    def mix(self, view: View, menu: list[int]) -> int:
        """At the opening: one long ticket, the others short."""
        return menu[-2]

    def passenger(self, view: View, menu: list[int]) -> int:
        return board(self.passengers[0], view, menu)
