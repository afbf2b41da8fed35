"""The planner: one joint plan over all tickets, cards by their chances, an eye on the clock."""

from collections.abc import Callable

from capotreno.bots.advisers.cards import CardAdviser, Menu
from capotreno.bots.advisers.hand import HandNeeds
from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.stations import StationAdviser
from capotreno.bots.bot import Advice, Bot
from capotreno.bots.plan.extras import PassengerExtra, extras
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.outlook import Outlook
from capotreno.bots.plan.rivals import Rivals
from capotreno.bots.plan.sight import Sight
from capotreno.bots.plan.ways import TicketWays
from capotreno.bots.tuned.constants import Constants, constants, fitted
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.tickets import Tickets

ClaimCodes = dict[int, int]  # the routes that can be claimed, with their codes


class Joints(TicketWays):
    """The planner's own plan, for those who ask for one as the path bot's."""

    def __init__(self, game: Game, outlook: Callable[[View], Outlook]) -> None:
        super().__init__(game)
        self.outlook = outlook

    def plan(self, view: View, tickets: list[int]) -> tuple[int, list[int]]:
        joint = self.outlook(view).joint
        return joint.routes, [ticket for ticket in joint.done if ticket >= 0]


class PlannerBot(Bot):
    """Level 3. Everything it does can be told in a sentence: see `advise`."""

    name = "planner"

    def __init__(self, game: Game, seed: int, weights: Constants | None = None) -> None:
        super().__init__(game, seed)
        self.sight = Sight(game)
        self.constants = weights or constants(game.name, game.players)
        if not self.sight.race:
            self.constants = fitted(self.constants, self.sight.points_share())
        self.network = Network(self.sight.tickets.graph, self.sight.length)
        self.purse = HandNeeds(self.sight)
        self.extras = extras(self.sight)
        self.seafarer = HarbourAdviser(game, Joints(game, self.outlook))
        self.collector = CardAdviser(self.sight, self.purse, self.seafarer, self.constants)
        self.porter = JourneyAdviser(game)
        self.rivals = Rivals(self.sight, self.network)
        self._outlook: Outlook | None = None
        self.stations = StationAdviser(self.sight)
        self.ideas = (
            self.journey,
            self.station,
            self.last,
            self.harbour,
            self.claim,
            self.exchange,
            self.renew,
            self.more,
        )
        self.answers: dict[str, Callable[[View, Menu], Advice]] = {
            "turn": self.turn,
            "second_card": self.card,
            "payment": self.pay,
            "keep_tickets": self.keep,
            "ticket_mix": self.mix,
            "passenger": self.passenger,
            "harbour_payment": self.pay,
            "refill": self.refill,
            "pieces": self.pieces,
            "exchange": self.swap,
            "give": self.give,
            "place_passenger": self.put,
            "ride": self.ride,
        }

    def choose(self, view: View) -> int:
        return self.advise(view).code

    def advise(self, view: View) -> Advice:
        """What it would do, with the reason."""
        codes = self.game.legal(view)
        if len(codes) == 1:
            return Advice(codes[0], "only", {})
        menu: Menu = {}
        for code in codes:
            menu.setdefault(self.game.action(code).verb, []).append(code)
        answer = self.answers.get(self.asked(view))
        if answer is None and "pay" in menu:
            answer = self.pay  # whatever a part may ask a payment for
        if answer is None:
            return Advice(self.random.choice(codes), "any", {})
        return answer(view, menu)

    def outlook(self, view: View) -> Outlook:
        """The outlook on a view; the last one is kept, for the questions of one turn."""
        last = self._outlook
        if last is None or last.view.cells != view.cells or last.view.seat != view.seat:
            last = Outlook(
                self.sight, self.network, self.purse, self.extras, self.constants, view.copy()
            )
            self._outlook = last
        return last

    # -- a turn -------------------------------------------------------------------------------

    def turn(self, view: View, menu: Menu) -> Advice:
        """One idea after the other, until one has something to say."""
        outlook = self.outlook(view)
        claims = {self.sight.route(code): code for code in menu.get("claim", [])}
        for idea in self.ideas:
            advice = idea(outlook, menu, claims)
            if advice is not None:
                return advice
        draws = "take" in menu or "draw" in menu
        if outlook.joint.routes and draws:
            return self.besides(outlook, claims) or self.card(view, menu)
        target = self.collector.target(outlook)
        if target in claims and not (draws and self.waits(outlook, target)):
            return self._points(claims, target, self._no_plan(outlook))
        if draws:
            return self.card(view, menu)
        if claims:
            route = max(claims, key=outlook.worth.__getitem__)
            return self._points(claims, route, "claim_undrawn")
        return Advice(self.random.choice(self.game.legal(view)), "any", {})

    def journey(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """A passenger sets out: late, or when its journey cannot grow any more."""
        if "depart" not in menu:
            return None
        claim = max([self.gain(outlook, route) for route in claims], default=0.0)
        code = self.porter.send(outlook.view, menu["depart"], outlook.joint.routes, claim)
        return None if code is None else self.porter.told(outlook.view, code, outlook.joint.routes)

    def harbour(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """A harbour where tickets lead, done or planned."""
        planned = [ticket for ticket in outlook.joint.done if ticket >= 0]
        code = self.seafarer.build(outlook.view, menu.get("build", []), planned)
        if code is None:
            return None
        return self.seafarer.told(outlook.view, code, planned)

    def station(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """A station that saves a ticket."""
        code = self.stations.build(outlook, menu.get("station", []))
        if code is None:
            return None
        return Advice(code, "station", {"place": str(self.game.action(code).json["place"])})

    def exchange(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """Pieces of the kind the plan lacks."""
        codes = menu.get("exchange", [])
        code = self.seafarer.exchange(outlook.view, codes, outlook.joint.routes)
        return None if code is None else Advice(code, "exchange", {})

    def renew(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """New tickets for all in hand, if they promise more than the turn is worth."""
        stock = self.sight.tickets
        if "renew" not in menu or not isinstance(stock, TicketRace):
            return None
        if outlook.renewal(stock.hand) <= self.constants.tickets * self.constants.turn:
            return None
        return Advice(menu["renew"][0], "renew", {})

    def more(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """More tickets, if they promise more than the turn is worth."""
        if "tickets" not in menu:
            return None
        promise = {code: self.promise(outlook, code) for code in menu["tickets"]}
        best = max(promise, key=promise.__getitem__)  # of equal ones the first
        if promise[best] <= self.constants.tickets * outlook.turn:
            return None
        return Advice(best, "tickets", {})

    def claim(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """Of the planned routes it can pay: first where losing it would hurt most."""
        planned = [route for route in claims if outlook.joint.routes >> route & 1]
        needed = [route for route in planned if not self.collector.too_dear(outlook, route)]
        if not needed:
            return None
        urgency = {route: 0.01 * outlook.worth[route] for route in needed}
        if len(needed) > 1:
            for route in needed:
                urgency[route] += self.constants.risk * outlook.loss(route)
        route = max(needed, key=urgency.__getitem__)
        ticket, way = outlook.ticket_for(route)
        values: dict[str, str | int] = {"route": self.sight.claims.ids[route]}
        if ticket < 0:
            return Advice(claims[route], "claim_bonus", values)
        values["ticket"] = self.sight.tickets.tickets[ticket].id
        contested = urgency[route] > self.constants.turn
        reason = "claim_contested" if contested else "claim_plan"
        return Advice(claims[route], reason, values, self.sight.named(way))

    def besides(self, outlook: Outlook, claims: ClaimCodes) -> Advice | None:
        """A claim outside the plan that is worth its turn: for points, or against a rival."""
        c = self.constants
        best, found, harm = c.spare * outlook.turn, -1, 0.0
        for route in claims:
            value = outlook.spare(route)
            hurts = 0.0
            if value > 0 and self.collector.too_dear(outlook, route):
                continue
            if value > 0:
                hurts = c.block * self.rivals.harm(outlook.view, route)
            if value + hurts > best:
                best, found, harm = value + hurts, route, hurts
        if found < 0:
            return None
        if harm > best - harm:
            return Advice(claims[found], "claim_block", {"route": self.sight.claims.ids[found]})
        spared = outlook.missing_more(found) == 0
        return self._points(claims, found, "claim_spare" if spared else "claim_besides")

    def waits(self, outlook: Outlook, route: int) -> bool:
        """Whether drawing is better than claiming a route that no ticket needs."""
        return self.too_early(outlook, route) or self.collector.too_dear(outlook, route)

    def too_early(self, outlook: Outlook, route: int) -> bool:
        """Whether claiming a route would bring on the end while others are in front."""
        left = outlook.left - self.sight.length[route]
        if not self.sight.ends_at(left) or outlook.turns_left <= self.constants.rush + 1:
            return False
        return self.rivals.lead(outlook.view) + outlook.worth[route] < 0

    def _no_plan(self, outlook: Outlook) -> str:
        """Why a claim is for its points alone: all is done, or what is not is given up."""
        if outlook.joint.routes:
            return "claim_undrawn"
        return "claim_instead" if outlook.waiting else "claim_points"

    def _points(self, claims: ClaimCodes, route: int, reason: str) -> Advice:
        values: dict[str, str | int] = {
            "route": self.sight.claims.ids[route],
            "points": self.sight.points[route],
        }
        return Advice(claims[route], reason, values)

    def last(self, outlook: Outlook, menu: Menu, claims: ClaimCodes) -> Advice | None:
        """The last turn: the claim that brings most, tickets it completes included."""
        if not claims or not self.sight.last_turn(outlook.view):
            return None
        route = max(claims, key=lambda route: self.gain(outlook, route))
        values: dict[str, str | int] = {"route": self.sight.claims.ids[route]}
        return Advice(claims[route], "claim_last", values)

    def gain(self, outlook: Outlook, route: int) -> float:
        """What a claim brings in the last turn."""
        stock = self.sight.tickets
        owned = self.sight.network(outlook.view)
        root = stock.graph.roots(owned | 1 << route)
        done = [t for t in outlook.waiting if stock.joins(root, t)]
        return outlook.worth[route] + sum(outlook.demand(t).prize for t in done)

    # -- cards --------------------------------------------------------------------------------

    def card(self, view: View, menu: Menu) -> Advice:
        return self.collector.card(self.outlook(view), menu)

    def refill(self, view: View, menu: Menu) -> Advice:
        return self.collector.refill(self.outlook(view), menu)

    def pay(self, view: View, menu: Menu) -> Advice:
        return self.collector.pay(self.outlook(view), menu)

    def give(self, view: View, menu: Menu) -> Advice:
        return self.collector.give(self.outlook(view), menu)

    # -- tickets ------------------------------------------------------------------------------

    def promise(self, outlook: Outlook, code: int) -> float:
        """What a turn spent on tickets promises."""
        counts, keep = self._drawn(outlook.view, code)
        return outlook.draw_value(counts, keep)

    def _drawn(self, view: View, code: int) -> tuple[tuple[int, ...], int]:
        """How many tickets of each deck a code draws, and how many of them must be kept."""
        stock = self.sight.tickets
        assert isinstance(stock, Tickets)
        opening = self.asked(view) != "turn"
        rule = stock.opening if opening else stock.later
        if stock.mix:
            return stock.mixes[code - stock.announce], rule.keep
        counts = [0] * stock.decks
        deck = 0 if stock.decks == 1 else stock.decks - 1
        counts[deck] = min(rule.draw, view.cells[stock.left + deck])
        return tuple(counts), rule.keep

    def mix(self, view: View, menu: Menu) -> Advice:
        """The mix that promises most."""
        outlook = self.outlook(view)
        best = max(menu["tickets"], key=lambda code: (self.promise(outlook, code), -code))
        return Advice(best, "mix", {})

    def keep(self, view: View, menu: Menu) -> Advice:
        """Decide about all offered tickets together, then answer for the one that is asked."""
        outlook = self.outlook(view)
        chosen, undecided = self.sight.offered(view)
        base = outlook.waiting + chosen
        need = next(subject for _, seat, subject in reversed(view.stack) if seat == view.seat)
        best, best_value = undecided, float("-inf")
        for pick in range(1 << len(undecided)):
            subset = [t for i, t in enumerate(undecided) if pick >> i & 1]
            if len(subset) + len(chosen) < need:
                continue
            value = outlook.keep_value(base + subset)
            if value > best_value:
                best, best_value = subset, value
        asked = undecided[0]
        printed = self.sight.tickets.tickets[asked]
        values: dict[str, str | int] = {"ticket": printed.id, "points": printed.points}
        if asked not in best:
            return Advice(menu["return"][0], "return", values)
        without = outlook.keep_value(base + [ticket for ticket in best if ticket != asked])
        return Advice(menu["keep"][0], "keep" if best_value > without else "keep_least", values)

    # -- ships --------------------------------------------------------------------------------

    def pieces(self, view: View, menu: Menu) -> Advice:
        return Advice(self.seafarer.equip(view, menu["pieces"]), "pieces", {})

    def swap(self, view: View, menu: Menu) -> Advice:
        return Advice(self.seafarer.swap(view, menu["swap"]), "exchange", {})

    def put(self, view: View, menu: Menu) -> Advice:
        needed = self.outlook(view).joint.routes
        return self.porter.told(view, self.porter.put(view, menu["place"], needed), needed)

    def ride(self, view: View, menu: Menu) -> Advice:
        return self.porter.told(view, self.porter.ride(view, list(self.game.legal(view))), 0)

    # -- passengers ---------------------------------------------------------------------------

    def passenger(self, view: View, menu: Menu) -> Advice:
        """The colour in which one more passenger moves the race most."""
        extra = next(extra for extra in self.extras if isinstance(extra, PassengerExtra))
        gain = extra.by_colour(view)
        part = extra.part
        own = [code for code in menu["passenger"] if code != part.none]
        best = max(own, key=lambda code: gain[code - part.codes])
        return Advice(best, "passenger", {"colour": part.names[best - part.codes]})
