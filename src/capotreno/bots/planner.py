"""The planner: one joint plan over all tickets, cards by their chances, an eye on the clock."""

from collections.abc import Callable

from capotreno.bots.bot import Advice, Bot
from capotreno.bots.constants import Constants, constants
from capotreno.bots.extras import PassengerExtra, extras
from capotreno.bots.network import FAR, Network
from capotreno.bots.outlook import CARDS, Outlook
from capotreno.bots.plan import Planner
from capotreno.bots.purse import Purse
from capotreno.bots.rivals import Rivals
from capotreno.bots.seafarer import Seafarer
from capotreno.bots.sight import Sight
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.ticket_race import TicketRace
from capotreno.rules.tickets import Tickets

Menu = dict[str, list[int]]  # what is legal, by verb
Claims = dict[int, int]  # the routes that can be claimed, with their codes


class Joints(Planner):
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
        self.constants = weights or constants(game.name, game.players)
        self.sight = Sight(game)
        self.network = Network(self.sight.tickets.graph, self.sight.length)
        self.purse = Purse(self.sight)
        self.extras = extras(self.sight)
        self.seafarer = Seafarer(game, Joints(game, self.outlook))
        self.rivals = Rivals(self.sight, self.network)
        self._outlook: Outlook | None = None
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
        for idea in (self.last, self.harbour, self.claim, self.exchange, self.renew, self.more):
            advice = idea(outlook, menu, claims)
            if advice is not None:
                return advice
        draws = "take" in menu or "draw" in menu
        if outlook.joint.routes and draws:
            return self.besides(outlook, claims) or self.card(view, menu)
        target = self.target(outlook)
        if target in claims and not (draws and self.too_early(outlook, target)):
            return self._points(claims, target)
        if draws:
            return self.card(view, menu)
        if claims:
            return self._points(claims, max(claims, key=outlook.worth.__getitem__))
        return Advice(self.random.choice(self.game.legal(view)), "any", {})

    def harbour(self, outlook: Outlook, menu: Menu, claims: Claims) -> Advice | None:
        """A harbour where tickets lead, done or planned."""
        planned = [ticket for ticket in outlook.joint.done if ticket >= 0]
        code = self.seafarer.build(outlook.view, menu.get("build", []), planned)
        if code is None:
            return None
        return Advice(code, "build", {"place": str(self.game.action(code).json["place"])})

    def exchange(self, outlook: Outlook, menu: Menu, claims: Claims) -> Advice | None:
        """Pieces of the kind the plan lacks."""
        codes = menu.get("exchange", [])
        code = self.seafarer.exchange(outlook.view, codes, outlook.joint.routes)
        return None if code is None else Advice(code, "exchange", {})

    def renew(self, outlook: Outlook, menu: Menu, claims: Claims) -> Advice | None:
        """New tickets for all in hand, if they promise more than the turn is worth."""
        stock = self.sight.tickets
        if "renew" not in menu or not isinstance(stock, TicketRace):
            return None
        if outlook.renewal(stock.hand) <= self.constants.tickets * self.constants.turn:
            return None
        return Advice(menu["renew"][0], "renew", {})

    def more(self, outlook: Outlook, menu: Menu, claims: Claims) -> Advice | None:
        """More tickets, if they promise more than the turn is worth."""
        if "tickets" not in menu:
            return None
        promise = {code: self.promise(outlook, code) for code in menu["tickets"]}
        best = max(promise, key=promise.__getitem__)  # of equal ones the first
        if promise[best] <= self.constants.tickets * outlook.turn:
            return None
        return Advice(best, "tickets", {})

    def claim(self, outlook: Outlook, menu: Menu, claims: Claims) -> Advice | None:
        """Of the planned routes it can pay: first where losing it would hurt most."""
        needed = [route for route in claims if outlook.joint.routes >> route & 1]
        if not needed:
            return None
        urgency = {route: 0.01 * outlook.worth[route] for route in needed}
        if len(needed) > 1:
            for route in needed:
                urgency[route] += self.constants.risk * outlook.loss(route)
        route = max(needed, key=urgency.__getitem__)
        ticket = outlook.ticket_for(route)
        values: dict[str, str | int] = {"route": self.sight.claims.ids[route]}
        if ticket < 0:
            return Advice(claims[route], "claim_points", {**values, "points": self._score(route)})
        values["ticket"] = self.sight.tickets.tickets[ticket].id
        contested = urgency[route] > self.constants.turn
        return Advice(claims[route], "claim_contested" if contested else "claim_plan", values)

    def besides(self, outlook: Outlook, claims: Claims) -> Advice | None:
        """A claim outside the plan that is worth its turn: for points, or against a rival."""
        c = self.constants
        best, found, harm = c.spare * outlook.turn, -1, 0.0
        for route in claims:
            value = outlook.spare(route)
            hurts = 0.0
            if value > 0:
                hurts = c.block * self.rivals.harm(outlook.view, route)
            if value + hurts > best:
                best, found, harm = value + hurts, route, hurts
        if found < 0:
            return None
        if harm > best - harm:
            return Advice(claims[found], "claim_block", {"route": self.sight.claims.ids[found]})
        return self._points(claims, found)

    def too_early(self, outlook: Outlook, route: int) -> bool:
        """Whether claiming a route would bring on the end while others are in front."""
        left = outlook.left - self.sight.length[route]
        if not self.sight.ends_at(left) or outlook.turns_left <= self.constants.rush + 1:
            return False
        return self.rivals.lead(outlook.view) + outlook.worth[route] < 0

    def _points(self, claims: Claims, route: int) -> Advice:
        values: dict[str, str | int] = {
            "route": self.sight.claims.ids[route],
            "points": self._score(route),
        }
        return Advice(claims[route], "claim_points", values)

    def _score(self, route: int) -> int:
        return self.sight.points[route]

    def last(self, outlook: Outlook, menu: Menu, claims: Claims) -> Advice | None:
        """The last turn: the claim that brings most, tickets it completes included."""
        if not claims or not self.sight.last_turn(outlook.view):
            return None
        stock = self.sight.tickets
        owned = self.sight.owned(outlook.view, outlook.view.seat)

        def gain(route: int) -> float:
            root = stock.graph.roots(owned | 1 << route)
            done = [t for t in outlook.waiting if stock.joins(root, t)]
            return outlook.worth[route] + sum(outlook.demand(t).prize for t in done)

        route = max(claims, key=gain)
        values: dict[str, str | int] = {"route": self.sight.claims.ids[route]}
        return Advice(claims[route], "claim_last", values)

    def target(self, outlook: Outlook) -> int:
        """The route that brings most for its time when no ticket needs one; -1 if there is none.

        Cards in hand cost time too, as long as there is time to play them for something better
        and there are not more of them than pieces to place.
        """
        c = self.constants
        best, found = -FAR, -1
        scarce = self.purse.scarcity(self.sight.unseen(outlook.view))
        short = max(0.0, 1.0 - sum(outlook.hand) / max(1, outlook.left))
        for route, price in enumerate(self.purse.price):
            if not outlook.open >> route & 1:
                continue
            missing, kinds = self.purse.lacking(outlook.hand, route)
            slow = c.slow * scarce[kinds[0]] if self.sight.coloured[route] else c.slow
            turns = 1.0 + missing * max(slow, c.waste / CARDS)
            if turns > outlook.turns_left:
                continue
            time = min(1.0, (outlook.turns_left - turns) * 0.2 / c.rush)
            rate = outlook.worth[route] / (turns + short * time * (price - missing) / CARDS)
            if rate > best:
                best, found = rate, route
        return found

    # -- cards --------------------------------------------------------------------------------

    def wants(self, outlook: Outlook) -> tuple[list[float], int]:
        """What a card of each kind is worth in needed cards, and the route it is mainly for."""
        c = self.constants
        needs = outlook.needs
        aim = min(needs.by_route, key=lambda r: (needs.by_route[r] or 99, r), default=-1)
        if not needs.total:
            aim = self.target(outlook)
            if aim >= 0:
                needs = self.purse.needs(outlook.hand, [aim])
        scarce = self.purse.scarcity(self.sight.unseen(outlook.view))
        wants = []
        for kind, missing in enumerate(needs.by_kind):
            if kind == self.sight.wild:
                wants.append(c.wild)
            elif missing:
                need = min(1.0, missing)
                wants.append(need * (1.0 + 0.15 * (scarce[kind] - 1.0) + 0.05 * min(missing, 4.0)))
            else:
                wants.append(0.15 + 0.02 * outlook.hand[kind])
        if aim >= 0 and 0 < needs.by_route.get(aim, 0) <= CARDS and self.sight.coloured[aim]:
            wants[self.purse.lacking(outlook.hand, aim)[1][0]] += 0.3
        self.seafarer.wants(outlook.view, outlook.hand, wants)
        return wants, aim

    def card(self, view: View, menu: Menu) -> Advice:
        """Face up what is needed; a wild as a whole draw only if two cards promise less."""
        outlook = self.outlook(view)
        wants, aim = self.wants(outlook)
        takes = {self.sight.card(code): code for code in menu.get("take", [])}
        blind, deck = self.blind(view, menu.get("draw", []), wants)
        plain = sorted((wants[kind], kind) for kind in takes if kind != self.sight.wild)
        best = plain[-1][0] if plain else 0.0
        values: dict[str, str | int] = {}
        if aim >= 0:
            values["route"] = self.sight.claims.ids[aim]
        reason = "_for" if aim >= 0 else ""
        if self.sight.wild in takes:
            following = max(blind, plain[-2][0] if len(plain) > 1 else 0.0)
            if wants[self.sight.wild] > max(best, blind) + following:
                return Advice(takes[self.sight.wild], f"take_wild{reason}", values)
        if plain and (best >= blind or deck < 0):
            kind = plain[-1][1]
            values["card"] = self.sight.cards.names[kind]
            return Advice(takes[kind], f"take{reason}", values)
        if deck >= 0:
            return Advice(deck, f"draw{reason}", values)
        return Advice(next(iter(takes.values())), "any", {})

    def blind(self, view: View, codes: list[int], wants: list[float]) -> tuple[float, int]:
        """The deck that promises most, as the code to draw from it or refill with it."""
        unseen = self.sight.unseen(view)
        return max(
            ((self.purse.promise(unseen, wants, self._deck(code)), code) for code in codes),
            default=(0.0, -1),
        )

    def _deck(self, code: int) -> int:
        named = self.game.action(code).json.get("deck")
        return 0 if named is None else self.game.layout.words["card_deck"].index(str(named))

    def refill(self, view: View, menu: Menu) -> Advice:
        """The deck that serves the seat, if it may take another card; else the other one."""
        wants, _ = self.wants(self.outlook(view))
        questions = self.game.layout.questions
        again = any(questions[q].name == "second_card" for q, _, _ in view.stack)
        if not again:
            wants = [-want for want in wants]
        return Advice(self.blind(view, menu["refill"], wants)[1], "refill", {})

    def pay(self, view: View, menu: Menu) -> Advice:
        """What the rest of the plan misses least."""
        outlook = self.outlook(view)
        question, _, subject = view.stack[-1]
        paid = subject if self.game.layout.questions[question].about == "route" else -1
        rest = [route for route in outlook.needs.by_route if route != paid]
        needs = self.purse.needs(outlook.hand, rest)

        def price(code: int) -> tuple[float, int]:
            hand = outlook.hand[:]
            cost = 0.0
            for kind, n in self.sight.payer.cost(code):
                hand[kind] -= n
                cost += n * (self.constants.wild if kind == self.sight.wild else 0.9)
            return (self.purse.needs(hand, rest).total - needs.total + cost, code)

        return Advice(min(menu["pay"], key=price), "pay", {})

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
        verb = "keep" if asked in best else "return"
        return Advice(menu[verb][0], verb, values)

    # -- ships --------------------------------------------------------------------------------

    def pieces(self, view: View, menu: Menu) -> Advice:
        return Advice(self.seafarer.equip(view, menu["pieces"]), "pieces", {})

    def swap(self, view: View, menu: Menu) -> Advice:
        return Advice(self.seafarer.swap(view, menu["swap"]), "exchange", {})

    # -- passengers ---------------------------------------------------------------------------

    def passenger(self, view: View, menu: Menu) -> Advice:
        """The colour in which one more passenger moves the race most."""
        extra = next(extra for extra in self.extras if isinstance(extra, PassengerExtra))
        gain = extra.by_colour(view)
        part = extra.part
        own = [code for code in menu["passenger"] if code != part.none]
        best = max(own, key=lambda code: gain[code - part.codes])
        return Advice(best, "passenger", {"colour": part.names[best - part.codes]})
