"""The planner with dice: one joint plan over all tickets, exact odds, an eye on time and rivals."""

from collections.abc import Callable

from capotreno.bots.bot import Advice
from capotreno.bots.levels.dice_bot import DiceBot
from capotreno.bots.odds.dice import throws
from capotreno.bots.odds.stakes import NO, NOTHING, TurnValues
from capotreno.bots.plan.dice_outlook import DiceOutlook, DiceSight
from capotreno.bots.plan.extras import PassengerExtra, extras
from capotreno.bots.plan.keeping import best_of
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.rivals import Rivals
from capotreno.bots.plan.ways import TicketWays
from capotreno.bots.tuned.dice_constants import DiceConstants, dice_constants
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
REASONS = {
    "roll": "roll", "done": "tokens_kept", "tickets": "tickets_dice", "renew": "renew",
    "exchange": "exchange", "swap": "exchange", "pieces": "pieces", "pay": "pay_dice",
}  # fmt: skip


class JointPlans(TicketWays):
    """The planner's own plan, for those who ask for one as the path bot's."""

    def __init__(self, game: Game, outlook: Callable[[View], DiceOutlook]) -> None:
        super().__init__(game)
        self.outlook = outlook

    def plan(self, view: View, tickets: list[int]) -> tuple[int, list[int]]:
        joint = self.outlook(view).joint
        return joint.routes, [ticket for ticket in joint.done if ticket >= 0]


class DicePlanner(DiceBot):
    """Level 3. Everything it does can be told in a sentence: see `advise`."""

    name = "planner"

    def __init__(self, game: Game, seed: int, weights: DiceConstants | None = None) -> None:
        self.constants = weights or dice_constants(game.name, game.players)
        self.sight = DiceSight(game)
        self.network = Network(self.sight.tickets.graph, self.sight.length)
        self.extras = extras(self.sight)
        self.rivals = Rivals(self.sight, self.network)
        self._outlook: tuple[list[int], int, DiceOutlook] | None = None
        super().__init__(game, seed)

    def planner(self) -> TicketWays:
        return JointPlans(self.game, self.outlook)

    def outlook(self, view: View) -> DiceOutlook:
        """The outlook on a view; the last one is kept as long as nothing but dice has moved."""
        dice = self.tray.dice
        cells = view.cells[:]
        cells[dice.first : dice.first + 4] = [0] * 4
        cells[dice.rolls] = 0
        last = self._outlook
        if last is None or last[0] != cells or last[1] != view.seat:
            fresh = DiceOutlook(self.sight, self.network, self.extras, self.constants, view.copy())
            last = self._outlook = (cells, view.seat, fresh)
        return last[2]

    # -- a turn -------------------------------------------------------------------------------

    def stakes(self, view: View) -> TurnValues:
        outlook = self.outlook(view)
        tokens = [[0.0] * (MOST + 1)] * 2 if self.stuck(outlook) else self.tokens(view)
        return TurnValues(self.tray, view, self.routes(outlook), self.stations(outlook), tokens)

    def stuck(self, outlook: DiceOutlook) -> bool:
        """Whether there is nothing to wait for: nobody builds, and the seat can save no more.

        If all went on like that the game would end by itself (R-78), with the pieces unused.
        """
        view, tokens = outlook.view, self.tray.tokens
        if view.cells[self.tray.dice.idle] <= IDLE * self.sight.players:
            return False
        held = self.tray.held(view)
        return all(n >= tokens.most(view, view.seat, kind) for kind, n in enumerate(held))

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        return self.outlook(view).tokens(paying)

    def routes(self, outlook: DiceOutlook) -> dict[int, float]:
        """What claiming each route now is worth."""
        if self.sight.last_turn(outlook.view):
            return self._last_claims(outlook)
        planned, stuck = outlook.joint.routes, self.stuck(outlook)
        worth = outlook.bare if stuck else outlook.worth
        free = outlook.left - self.sight.spaces(planned)
        found = {}
        for route in bits(outlook.open):
            if planned >> route & 1:
                risk = self.constants.risk * outlook.losses[route]
                found[route] = outlook.turn * outlook.turns[route] + risk
            elif self.sight.length[route] <= free and not self.sight.race:
                harm = self.constants.block * self.rivals.harm(outlook.view, route)
                nudge = NUDGE * self.sight.length[route] if stuck else 0.0
                found[route] = worth[route] + harm + nudge
            if route in found and not stuck:
                found[route] += self._ending(outlook, route)
        return found

    def _last_claims(self, outlook: DiceOutlook) -> dict[int, float]:
        """The last turn: points, and the tickets a claim completes."""
        stock = self.sight.tickets
        owned = self.sight.owned(outlook.view, outlook.view.seat)
        found = {}
        for route in bits(outlook.open):
            root = stock.graph.roots(owned | 1 << route)
            done = [t for t in outlook.waiting if stock.joins(root, t)]
            found[route] = outlook.bare[route] + sum(outlook.demand(t).prize for t in done)
        return found

    def _ending(self, outlook: DiceOutlook, route: int) -> float:
        """What it means to bring on the last round with a claim."""
        left = outlook.left - self.sight.length[route]
        if not self.sight.ends_at(left) or outlook.turns_left <= self.sight.endings[0].turns + 1:
            return 0.0
        ahead = self.rivals.lead(outlook.view) + outlook.bare[route] >= 0
        value = self.constants.finish if ahead else -self.constants.finish
        rest = (outlook.joint.routes & ~(1 << route)).bit_count() - self.sight.endings[0].turns
        if rest > 0:  # no time for the whole plan any more
            value -= outlook.joint.net + outlook.joint.cost
        return value

    def stations(self, outlook: DiceOutlook) -> list[float]:
        """The best that each number of stations buys: tickets, other tickets, a harbour."""
        view, stock = outlook.view, self.sight.tickets
        worth = NOTHING[:]
        if isinstance(stock, Tickets):
            for n in range(1, DICE + 1):
                draws = [outlook.draw_value(counts) for counts in self._draws(view, n)]
                worth[n] = outlook.time_for_tickets * max(draws) if draws else NO
        elif isinstance(stock, TicketRace):
            worth[1] = outlook.renewal(stock.hand)
        sites = self.sites(view, [ticket for ticket in outlook.joint.done if ticket >= 0])
        if sites and self.harbour_price is not None:
            price = self.harbour_price.price(view, view.seat)
            worth[price] = max(worth[price], *sites.values())
        return worth

    def _draws(self, view: View, n: int) -> list[tuple[int, ...]]:
        """The ways to draw n tickets, by deck."""
        stock = self.sight.tickets
        assert isinstance(stock, Tickets)
        left = view.cells[stock.left : stock.left + stock.decks]
        if stock.mix:
            return [
                mix
                for mix in stock.mixes
                if sum(mix) == n and mix[0] <= left[0] and mix[1] <= left[1]
            ]
        counts = [0] * stock.decks
        counts[stock.drawn] = n
        return [tuple(counts)] if n <= left[stock.drawn] else []

    def bought(self, view: View, code: int) -> float:
        """Tickets from certain decks, other tickets, or a harbour in a certain place."""
        outlook, stock = self.outlook(view), self.sight.tickets
        verb = self.game.action(code).verb
        if verb == "build":
            planned = [ticket for ticket in outlook.joint.done if ticket >= 0]
            return self.site_worth(view, code, planned)
        if isinstance(stock, TicketRace):
            return outlook.renewal(stock.hand)
        assert isinstance(stock, Tickets)
        draws = self._draws(view, self.stations_for(view, code))
        own = stock.mixes[code - stock.announce] if stock.mix else draws[0]
        return outlook.time_for_tickets * outlook.draw_value(own)

    # -- reasons ------------------------------------------------------------------------------

    def advise(self, view: View) -> Advice:
        """What it would do, with the reason."""
        code = self.choose(view)
        if len(self.game.legal(view)) == 1:
            return Advice(code, "only", {})
        action = self.game.action(code)
        if action.verb in ("place", "depart", "ride", "alight"):
            return self.porter.told(view, code, self.outlook(view).joint.routes)
        if action.verb == "claim":
            return self._why_claim(view, code)
        if action.verb == "reroll":
            return self._why_reroll(view, code)
        if action.verb in ("keep", "return"):
            return self._why_keep(view, code)
        if action.verb == "passenger":
            return Advice(code, "passenger", {"colour": str(action.json["colour"])})
        if action.verb == "build":
            planned = [ticket for ticket in self.outlook(view).joint.done if ticket >= 0]
            return self.seafarer.told(view, code, planned)
        if action.verb in ("no_action", "token", "gift"):
            return Advice(code, self._why_tokens(view, action.verb), {})
        if action.verb == "tickets" and self.asked(view) == "ticket_mix":
            return Advice(code, "mix", {})
        return Advice(code, REASONS.get(action.verb, "any"), {})

    def _why_keep(self, view: View, code: int) -> Advice:
        """Whether a ticket is worth its way, or only the least harm of those that must be kept."""
        stock, outlook = self.sight.tickets, self.outlook(view)
        asked = self.plans.offered(view)[1][0]
        ticket = stock.tickets[asked]
        reason = self.game.action(code).verb
        chosen = self.plans.offered(view)[0]
        need = next(subject for _, seat, subject in reversed(view.stack) if seat == view.seat)
        if reason == "keep" and len(chosen) < need:
            others = self.plans.own(view) + chosen
            if outlook.keep_value([*others, asked]) <= outlook.keep_value(others):
                reason = "keep_least"
        return Advice(code, reason, {"ticket": ticket.id, "points": ticket.points})

    def _why_tokens(self, view: View, verb: str) -> str:
        """Tokens are for later, if there is one and they can be had."""
        last = self.sight.last_turn(view)
        if verb != "no_action":
            return "any" if last else "tokens"
        tokens = self.tray.tokens
        buyable = any(tokens.buyable(view, view.seat, kind) for kind in (SINGLE, DOUBLE))
        return "tokens_only" if buyable and not last else "no_use"

    def _why_claim(self, view: View, code: int) -> Advice:
        outlook = self.outlook(view)
        route = code - self.claims.codes
        values: dict[str, str | int] = {"route": self.claims.ids[route]}
        if self.sight.last_turn(view):
            return Advice(code, "claim_last", values)
        planned = outlook.joint.routes >> route & 1
        ticket, way = outlook.ticket_for(route) if planned else (-1, [])
        if ticket >= 0:
            values["ticket"] = self.sight.tickets.tickets[ticket].id
            contested = self.constants.risk * outlook.losses[route] > outlook.turn_price
            reason = "claim_contested" if contested else "claim_plan_dice"
            return Advice(code, reason, values, self.sight.named(way))
        harm = self.constants.block * self.rivals.harm(view, route)
        if harm > outlook.worth[route]:
            return Advice(code, "claim_block", values)
        if not self.points[route]:
            return Advice(code, "claim_dice", values)
        return Advice(code, "claim_points_dice", {**values, "points": self.points[route]})

    def _why_reroll(self, view: View, code: int) -> Advice:
        """The route that most of the rolls to come would be used for, and its chance."""
        dice, stakes = self.tray.dice, self.stakes(view)
        roll, some = dice.showing(view), dice.again[code - dice.codes]
        kept = [n - m for n, m in zip(roll, some, strict=True)]
        aims: dict[int, float] = {}
        for new, odds in throws(sum(some)):
            a, b, c, d = [n + m for n, m in zip(kept, new, strict=True)]
            aim = stakes.aim((a, b, c, d))
            aims[aim] = aims.get(aim, 0.0) + odds
        route = max(aims, key=aims.__getitem__)
        # What can be paid already is rolled for something better beside it.
        if route < 0 or self.claims.codes + route in self.game.legal(view):
            return Advice(code, "reroll", {})
        chance = min(SHOWN - 1, max(1, round(SHOWN * stakes.chance(route, roll, some))))
        return Advice(code, "reroll_for", {"route": self.claims.ids[route], "chance": chance})

    # -- tickets and the rest -------------------------------------------------------------------

    def keep(self, view: View, menu: list[int]) -> int:
        """All that are offered are judged together."""
        outlook = self.outlook(view)
        return best_of(self.plans, view, menu, lambda _, tickets: outlook.keep_value(tickets))

    def mix(self, view: View, menu: list[int]) -> int:
        """The mix that promises most."""
        stock = self.sight.tickets
        assert isinstance(stock, Tickets)
        outlook = self.outlook(view)
        mixes = {code: stock.mixes[code - stock.announce] for code in menu}
        return max(menu, key=lambda code: (outlook.draw_value(mixes[code]), -code))

    def passenger(self, view: View, menu: list[int]) -> int:
        """The colour in which one more passenger moves the race most."""
        extra = next(extra for extra in self.extras if isinstance(extra, PassengerExtra))
        gain = extra.by_colour(view)
        own = [code for code in menu if code != extra.part.none]
        return max(own, key=lambda code: gain[code - extra.part.codes])
