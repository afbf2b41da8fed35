"""The planner with cards: what to claim, what to draw, and what to pay with."""

from capotreno.bots.advisers.cards import CardAdviser
from capotreno.bots.advisers.hand import HandNeeds
from capotreno.bots.bot import Advice, ByVerb, Values
from capotreno.bots.levels.planner import Planner
from capotreno.bots.plan.card_outlook import CardOutlook
from capotreno.bots.plan.sight import Sight
from capotreno.bots.tuned.constants import CardConstants
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.tickets.race import TicketRace

ClaimCodes = dict[int, int]  # the routes that can be claimed, with their codes


class CardPlanner(Planner):
    """A turn is one idea after the other, the most pressing first."""

    def __init__(self, game: Game, seed: int, weights: CardConstants | None = None) -> None:
        self.sight = Sight(game)
        super().__init__(game, seed, self.sight)
        self.constants = weights or CardConstants.of(game.name, game.players)
        if not self.sight.race:
            self.constants = self.constants.fitted(self.sight.points_share())
        self.hand_needs = HandNeeds(self.sight)
        self.cards = CardAdviser(self.sight, self.hand_needs, self.harbours, self.constants)
        self._outlook: CardOutlook | None = None
        self.ideas = (
            self.station,
            self.last,
            self.harbour,
            self.claim,
            self.exchange,
            self.renew,
            self.more,
        )

    def outlook(self, view: View) -> CardOutlook:
        last = self._outlook
        if last is None or not last.view.same_table(view) or last.view.seat != view.seat:
            last = CardOutlook(
                self.sight, self.network, self.hand_needs, self.extras, self.constants, view.copy()
            )
            self._outlook = last
        return last

    # -- a turn -------------------------------------------------------------------------------

    def turn(self, view: View, menu: ByVerb) -> Advice:
        """One idea after the other, until one has something to say."""
        journey = self.journey(view, menu)
        if journey is not None:
            return journey
        outlook = self.outlook(view)
        claims = {self.sight.route(code): code for code in menu.get("claim", [])}
        for idea in self.ideas:
            advice = idea(outlook, menu, claims)
            if advice is not None:
                return advice
        draws = "take" in menu or "draw" in menu
        if outlook.joint.routes and draws:
            return self.besides(outlook, claims) or self.card(view, menu)
        target = self.cards.target(outlook)
        if target in claims and not (draws and self.waits(outlook, target)):
            return self._points(outlook, claims, target, self._no_plan(outlook))
        if draws:
            return self.card(view, menu)
        if claims:
            route = max(claims, key=outlook.worth.__getitem__)
            return self._points(outlook, claims, route, "claim_undrawn")
        return Advice(self.random.choice(self.game.legal(view)), "any", {})

    def serving(self, view: View, code: int, verb: str) -> Advice | None:
        outlook = self.outlook(view)
        if verb == "claim":
            claims = {self.sight.route(code): code}
            return self.claim(outlook, {}, claims) or self.besides(outlook, claims)
        return self.cards.helping(outlook, code) if verb == "take" else None

    def harbour(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """A harbour where tickets lead, done or planned."""
        code = self.harbours.build(outlook.view, menu.get("build", []), outlook.served)
        return None if code is None else self.harbours.told(outlook.view, code, outlook.served)

    def station(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """A station that saves a ticket."""
        code = self.stations.build(outlook, menu.get("station", []))
        if code is None:
            return None
        return Advice(code, "station", {"place": str(self.game.action(code).json["place"])})

    def exchange(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """Pieces of the kind the plan lacks."""
        codes = menu.get("exchange", [])
        code = self.harbours.exchange(outlook.view, codes, outlook.joint.routes)
        return None if code is None else Advice(code, "exchange", {})

    def renew(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """New tickets for all in hand, if they promise more than the turn is worth."""
        stock = self.sight.tickets
        if "renew" not in menu or not isinstance(stock, TicketRace):
            return None
        if outlook.renewal(stock.hand) <= self.constants.tickets * self.constants.turn:
            return None
        return Advice(menu["renew"][0], "renew", {})

    def more(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """More tickets, if they promise more than the turn is worth."""
        if "tickets" not in menu:
            return None
        promise = {code: self.promise(outlook.view, code) for code in menu["tickets"]}
        best = max(promise, key=promise.__getitem__)  # of equal ones the first
        if promise[best] <= self.constants.tickets * outlook.turn:
            return None
        return Advice(best, "tickets", {})

    def claim(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """Of the planned routes it can pay: first where losing it would hurt most."""
        planned = [route for route in claims if outlook.joint.routes >> route & 1]
        needed = [route for route in planned if not self.cards.too_dear(outlook, route)]
        if not needed:
            return None
        urgency = {route: 0.01 * outlook.worth[route] for route in needed}
        if len(needed) > 1:
            for route in needed:
                urgency[route] += self.constants.risk * outlook.loss(route)
        route = max(needed, key=urgency.__getitem__)
        ticket, way = outlook.ticket_for(route)
        values: Values = {"route": self.sight.claims.ids[route]}
        if ticket < 0:
            return self.prized(outlook, claims[route], route)
        values["ticket"] = self.sight.tickets.tickets[ticket].id
        reason = self.guarded(outlook, ticket, route, values) or "claim_plan"
        return Advice(claims[route], reason, values, self.sight.named(way))

    def besides(self, outlook: CardOutlook, claims: ClaimCodes) -> Advice | None:
        """A claim outside the plan that is worth its turn: for points, or against a rival."""
        c = self.constants
        best, found, harm = c.spare * outlook.turn, -1, 0.0
        for route in claims:
            value = outlook.spare(route)
            hurts = 0.0
            if value > 0 and self.cards.too_dear(outlook, route):
                continue
            if value > 0:
                hurts = c.block * self.rivals.harm(outlook.view, route)
            if value + hurts > best:
                best, found, harm = value + hurts, route, hurts
        if found < 0:
            return None
        if harm > max(0.0, best - harm):
            return self.blocking(outlook.view, claims[found], found)
        spared = outlook.missing_more(found) == 0
        return self._points(outlook, claims, found, "claim_spare" if spared else "claim_besides")

    def waits(self, outlook: CardOutlook, route: int) -> bool:
        """Whether drawing is better than claiming a route that no ticket needs."""
        return self.too_early(outlook, route) or self.cards.too_dear(outlook, route)

    def too_early(self, outlook: CardOutlook, route: int) -> bool:
        """Whether claiming a route would bring on the end while others are in front."""
        left = outlook.left - self.sight.length[route]
        if not self.sight.ends_at(left) or outlook.turns_left <= self.constants.rush + 1:
            return False
        return self.rivals.lead(outlook.view) + outlook.worth[route] < 0

    def _no_plan(self, outlook: CardOutlook) -> str:
        """Why a claim is for its points alone: all is done, or what is not is given up."""
        if outlook.joint.routes:
            return "claim_undrawn"
        return "claim_instead" if outlook.waiting else "claim_points"

    def _points(self, outlook: CardOutlook, claims: ClaimCodes, route: int, reason: str) -> Advice:
        values: Values = {
            "route": self.sight.claims.ids[route],
            "points": self.sight.points[route],
        }
        told = Advice(claims[route], reason, values)
        return self.boarding(outlook, claims[route], route) or told

    def last(self, outlook: CardOutlook, menu: ByVerb, claims: ClaimCodes) -> Advice | None:
        """The last turn: the claim that brings most, tickets it completes included."""
        if not claims or not self.sight.last_turn(outlook.view):
            return None
        route = max(claims, key=outlook.last_gain)
        values: Values = {"route": self.sight.claims.ids[route]}
        return Advice(claims[route], "claim_last", values)

    # -- cards --------------------------------------------------------------------------------

    def card(self, view: View, menu: ByVerb) -> Advice:
        return self.cards.card(self.outlook(view), menu)

    def refill(self, view: View, menu: ByVerb) -> Advice:
        return self.cards.refill(self.outlook(view), menu)

    def pay(self, view: View, menu: ByVerb) -> Advice:
        return self.cards.pay(self.outlook(view), menu)

    def give(self, view: View, menu: ByVerb) -> Advice:
        return self.cards.give(self.outlook(view), menu)
