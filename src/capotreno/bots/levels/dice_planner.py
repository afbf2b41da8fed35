"""The planner with dice: exact odds for what a turn may end with, and what that is worth."""

from typing import Final

from capotreno.bots.advisers.dice import DiceAdviser
from capotreno.bots.bot import Advice, ByVerb, Values
from capotreno.bots.levels.planner import Planner
from capotreno.bots.odds.dice import throws
from capotreno.bots.odds.turn_values import NO, NOTHING, TurnValues
from capotreno.bots.plan.dice_outlook import DiceOutlook, DiceSight
from capotreno.bots.tuned.constants import DiceConstants
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.dice.dice import DICE, DOUBLE, SINGLE
from capotreno.rules.dice.tokens import MOST
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.tickets import Tickets

SHOWN = 100  # a chance is told in hundredths
IDLE = 2  # rounds in which nobody builds: then waiting is no use any more
NUDGE = 0.01  # points that a space is worth at least: it brings the end nearer

#: Reasons that compare a claim with everything else.
BEST_OF_ALL: Final = frozenset(("claim_points_dice", "claim_dice"))


class DicePlanner(Planner):
    """A turn is what it may end with, each at its worth; then the dice are weighed."""

    sight: DiceSight

    def __init__(self, game: Game, seed: int, weights: DiceConstants | None = None) -> None:
        self.sight = DiceSight(game)
        super().__init__(game, seed, self.sight)
        self.constants = weights or DiceConstants.of(game.name, game.players)
        self.dice_tables = self.sight.dice_tables
        self.dice = DiceAdviser(game, self.dice_tables, self)
        self._outlook: DiceOutlook | None = None

    def outlook(self, view: View) -> DiceOutlook:
        swept = view.copy()  # what is planned does not hang on how the dice lie
        self.dice_tables.dice.sweep(swept)
        last = self._outlook
        if last is None or not last.view.same_table(swept) or last.view.seat != view.seat:
            last = DiceOutlook(self.sight, self.network, self.extras, self.constants, swept)
            self._outlook = last
        return last

    def advise(self, view: View) -> Advice:
        """What it would do, with the reason; what a roll is for is found only for who asks."""
        told = self.decide(view)
        return self._why_reroll(view, told.code) if told.reason == "reroll" else told

    # -- a turn -------------------------------------------------------------------------------

    def turn(self, view: View, menu: ByVerb) -> Advice:
        if not self.dice_tables.dice.is_rolled(view):
            return self.before_rolling(view, menu)
        journey = self.journey(view, menu)
        if journey is not None:
            return journey
        code = self.dice.turn(view, list(self.game.legal(view)))
        verb = self.game.action(code).verb
        if verb == "claim":
            return self._why_claim(view, code)
        if verb == "build":
            return self.harbours.told(view, code, self.outlook(view).served)
        if verb == "no_action":
            return Advice(code, self._why_nothing(view), {})
        return Advice(code, "tickets_dice" if verb == "tickets" else verb, {})

    def before_rolling(self, view: View, menu: ByVerb) -> Advice:
        """Rolling, unless pieces of the wrong kind are in the way."""
        code = self.harbours.make_way(view, menu.get("exchange", []), self.plan(view)[0])
        if code is None:
            code = self.game.legal(view)[0]
        return Advice(code, self.game.action(code).verb, {})

    def turn_values(self, view: View) -> TurnValues:
        """What the ends of a turn are worth: routes, what stations buy, tokens for later."""
        outlook = self.outlook(view)
        tokens = [[0.0] * (MOST + 1)] * 2 if self.stuck(outlook) else self.tokens(view)
        return TurnValues(self.dice_tables, view, self.routes(outlook), self.shop(view), tokens)

    def stuck(self, outlook: DiceOutlook) -> bool:
        """Whether there is nothing to wait for: nobody builds, and the seat can save no more.

        If all went on like that the game would end by itself (R-78), with the pieces unused.
        """
        view, tokens = outlook.view, self.dice_tables.tokens
        if self.dice_tables.dice.idle_turns(view) <= IDLE * self.sight.players:
            return False
        held = self.dice_tables.held(view)
        return all(n >= tokens.most(view, view.seat, kind) for kind, n in enumerate(held))

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        return self.outlook(view).tokens(paying)

    def routes(self, outlook: DiceOutlook) -> dict[int, float]:
        """What claiming each route now is worth."""
        if self.sight.last_turn(outlook.view):
            return {route: outlook.last_gain(route) for route in bits(outlook.open)}
        planned, stuck = outlook.joint.routes, self.stuck(outlook)
        worth = outlook.bare if stuck else outlook.worth
        free = outlook.left - self.sight.spaces(planned)
        found = {}
        for route in bits(outlook.open):
            if planned >> route & 1:
                risk = self._risk(outlook, route)
                found[route] = outlook.turn * outlook.turns[route] + risk
            elif self.sight.length[route] <= free and not self.sight.race:
                harm = self.constants.block * self.rivals.harm(outlook.view, route)
                nudge = NUDGE * self.sight.length[route] if stuck else 0.0
                found[route] = worth[route] + harm + nudge
            if route in found and not stuck:
                found[route] += self._ending(outlook, route)
        return found

    def _risk(self, outlook: DiceOutlook, route: int) -> float:
        """What waiting with a planned route is likely to cost: somebody else may take it."""
        danger = outlook.wanted[route] * self.rivals.danger(outlook.view, route)
        return min(1.0, self.constants.risk * danger) * outlook.loss(route)

    def _ending(self, outlook: DiceOutlook, route: int) -> float:
        """What it means to bring on the last round with a claim."""
        left = outlook.left - self.sight.length[route]
        ending = self.sight.last_round
        if ending is None or left > ending.limit or outlook.turns_left <= ending.turns + 1:
            return 0.0
        value = self.constants.finish * self.rivals.ahead(outlook.view, outlook.bare[route])
        rest = (outlook.joint.routes & ~(1 << route)).bit_count() - ending.turns
        if rest > 0:  # no time for the whole plan any more
            value -= outlook.joint.net + outlook.joint.cost
        return value

    def shop(self, view: View) -> list[float]:
        """The best that each number of stations buys: tickets, other tickets, a harbour."""
        outlook, stock = self.outlook(view), self.tickets
        worth = NOTHING[:]
        if isinstance(stock, Tickets):
            for n in range(1, DICE + 1):
                draws = [outlook.draw_value(counts) for counts in self._draws(stock, view, n)]
                worth[n] = outlook.time_for_tickets * max(draws) if draws else NO
        elif isinstance(stock, TicketRace):
            worth[1] = outlook.renewal(stock.hand)
        sites = self.harbours.sites(view, outlook.served)
        if sites and self.dice.harbour_price is not None:
            price = self.dice.harbour_price.price(view, view.seat)
            worth[price] = max(worth[price], *sites.values())
        return worth

    def _draws(self, stock: Tickets, view: View, n: int) -> list[tuple[int, ...]]:
        """The ways to draw n tickets, by deck."""
        left = stock.left_in(view)
        ways = [mix for mix in stock.mixes if sum(mix) == n] if stock.mix else [self.of_one_deck(n)]
        return [way for way in ways if all(k <= m for k, m in zip(way, left, strict=True))]

    def bought(self, view: View, code: int) -> float:
        """Tickets from certain decks, other tickets, or a harbour in a certain place."""
        outlook = self.outlook(view)
        if self.game.action(code).verb == "build":
            return self.harbours.site_worth(view, code, outlook.served)
        if isinstance(self.tickets, TicketRace):
            return outlook.renewal(self.tickets.hand)
        return outlook.time_for_tickets * self.promise(view, code)

    def counted(self, keep: int) -> int:
        """None: what stations buy may all be returned, and at the opening few are out of reach."""
        return 0

    # -- payments and tokens --------------------------------------------------------------------

    def pay(self, view: View, menu: ByVerb) -> Advice:
        return Advice(self.dice.pay(view, menu["pay"]), "pay_dice", {})

    def token(self, view: View, menu: ByVerb) -> Advice:
        """A token for later, if there is one."""
        code = self.dice.token(view, list(self.game.legal(view)))
        if self.game.action(code).verb == "done":
            return Advice(code, "tokens_kept", {})
        return Advice(code, "any" if self.sight.last_turn(view) else "tokens", {})

    # -- reasons ------------------------------------------------------------------------------

    def _why_nothing(self, view: View) -> str:
        """Tokens are for later, if there is one and they can be had."""
        tokens = self.dice_tables.tokens
        buyable = any(tokens.buyable(view, view.seat, kind) for kind in (SINGLE, DOUBLE))
        return "tokens_only" if buyable and not self.sight.last_turn(view) else "no_use"

    def serving(self, view: View, code: int, verb: str) -> Advice | None:
        if verb != "claim":
            return None
        found = self._why_claim(view, code)
        return None if found.reason in BEST_OF_ALL else found

    def _why_claim(self, view: View, code: int) -> Advice:
        outlook = self.outlook(view)
        route = self.sight.route(code)
        values: Values = {"route": self.sight.claims.ids[route]}
        if self.sight.last_turn(view):
            return Advice(code, "claim_last", values)
        planned = outlook.joint.routes >> route & 1
        ticket, way = outlook.ticket_for(route) if planned else (-1, [])
        if ticket >= 0:
            values["ticket"] = self.tickets.tickets[ticket].id
            reason = self.guarded(outlook, ticket, route, values) or "claim_plan_dice"
            return Advice(code, reason, values, self.sight.named(way))
        if planned:
            return self.prized(outlook, code, route)
        harm = self.constants.block * self.rivals.harm(view, route)
        if harm > max(0.0, outlook.worth[route]):
            return self.blocking(view, code, route)
        boarding = self.boarding(outlook, code, route)
        if boarding is not None:
            return boarding
        points = self.sight.points[route]
        if not points:
            return Advice(code, "claim_dice", values)
        return Advice(code, "claim_points_dice", {**values, "points": points})

    def _why_reroll(self, view: View, code: int) -> Advice:
        """The route that most of the rolls to come would be used for, and its chance."""
        dice, turn_values = self.dice_tables.dice, self.turn_values(view)
        roll, some = dice.showing(view), dice.again[code - dice.codes]
        kept = [n - m for n, m in zip(roll, some, strict=True)]
        aims: dict[int, float] = {}
        for new, odds in throws(sum(some)):
            a, b, c, d = [n + m for n, m in zip(kept, new, strict=True)]
            aim = turn_values.aim((a, b, c, d))
            aims[aim] = aims.get(aim, 0.0) + odds
        route = max(aims, key=aims.__getitem__)
        # What can be paid already is rolled for something better beside it.
        if route < 0 or self.sight.claims.codes + route in self.game.legal(view):
            return Advice(code, "reroll", {})
        chance = min(SHOWN - 1, max(1, round(SHOWN * turn_values.chance(route, roll, some))))
        return Advice(code, "reroll_for", {"route": self.sight.claims.ids[route], "chance": chance})
