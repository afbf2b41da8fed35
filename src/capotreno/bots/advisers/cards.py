"""Cards: which to draw for a plan, which to pay and give, and the routes that need no ticket."""

from capotreno.bots.advisers.hand import HandNeeds
from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.bot import Advice, ByVerb, Values
from capotreno.bots.plan.card_outlook import CARDS, CardOutlook
from capotreno.bots.plan.sight import Sight
from capotreno.bots.tuned.constants import CardConstants
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.cards.two_decks import TwoDeckMarket

USELESS = 0.15  # what a card is worth that nothing needs, in needed ones
FILLERS = 4  # routes beyond the plan that cards are drawn for
HASTE = 4  # turns before the end: no time to wait for better cards
DARING = 0.3  # the chance to fail that a tunnel may have
PATIENCE = 1.0
LOST = 6.0  # cards that a tunnel costs if it is not dug: a turn, and what was shown


def best_first(rated: tuple[float, int]) -> tuple[float, int]:
    """By rate; of routes that bring the same for their time the first on the board is the better.

    Which one does not matter, but that it is always the same: a plan must not swing between two.
    """
    rate, route = rated
    return rate, -route


class CardAdviser:
    """Draws and pays with the plan in mind; what it wants follows from an outlook alone."""

    def __init__(
        self, sight: Sight, hand_needs: HandNeeds, harbours: HarbourAdviser, c: CardConstants
    ) -> None:
        self.game = sight.game
        self.sight = sight
        self.hand_needs = hand_needs
        self.harbours = harbours
        self.constants = c
        self.two_decks = sight.game.layout.partners(TwoDeckMarket)

    def target(self, outlook: CardOutlook) -> int:
        """The route that brings most for its time when no ticket needs one; -1 if there is none."""
        _, route = max(
            self.rates(outlook, outlook.hand, outlook.open), key=best_first, default=(0.0, -1)
        )
        return route

    def rates(self, outlook: CardOutlook, hand: list[int], routes: int) -> list[tuple[float, int]]:
        """What routes bring for their time, with a hand: only those for which there is time.

        Cards in hand cost time too, as long as there is time to play them for something better
        and there are not more of them than pieces to place.
        """
        c = self.constants
        found = []
        scarce = self.hand_needs.scarcity(self.sight.unseen(outlook.view))
        short = max(0.0, 1.0 - sum(hand) / max(1, outlook.left))
        for route in bits(routes):
            price = self.hand_needs.price[route]
            missing, kinds = self.hand_needs.lacking(hand, route)
            slow = c.slow * scarce[kinds[0]] if self.sight.coloured[route] else c.slow
            turns = 1.0 + missing * max(slow, c.waste / CARDS)
            if turns > outlook.turns_left:
                continue
            time = min(1.0, (outlook.turns_left - turns) * 0.2 / c.rush)
            rate = outlook.worth[route] / (turns + short * time * (price - missing) / CARDS)
            found.append((rate, route))
        return found

    def besides(self, outlook: CardOutlook, planned: list[int]) -> list[float]:
        """How much each kind is wanted for routes beyond those planned, from 0 to about 1."""
        hand_needs, sight = self.hand_needs, self.sight
        wants = [0.0] * sight.kinds
        spaces = outlook.left - sum([sight.length[route] for route in planned])
        time = outlook.turns_left - outlook.length_of(outlook.joint.routes)
        if spaces < 3 or time < 2:
            return wants
        hand = outlook.hand[:]
        for route in planned:
            hand = hand_needs.after(hand, route)
        mask = outlook.open & ~sum([1 << route for route in planned])
        found = sorted(self.rates(outlook, hand, mask), key=best_first, reverse=True)[:FILLERS]
        if not found:
            return wants
        top = found[0][0]
        for rate, route in found:
            if rate <= 0 or sight.length[route] > spaces:
                continue
            missing, kinds = hand_needs.lacking(hand, route)
            for kind in kinds:
                if missing:
                    wants[kind] = max(wants[kind], rate / top)
        return wants

    # -- drawing ------------------------------------------------------------------------------

    def wants(self, outlook: CardOutlook) -> tuple[list[float], int]:
        """What a card of each kind is worth in needed cards, and the route it is mainly for."""
        needs = outlook.needs
        aim = min(needs.by_route, key=lambda r: (needs.by_route[r] or 99, r), default=-1)
        if not needs.total:
            aim = self.target(outlook)
            if aim >= 0:
                needs = self.hand_needs.needs(outlook.hand, [aim])
        scarce = self.hand_needs.scarcity(self.sight.unseen(outlook.view))
        fillers = self.besides(outlook, list(needs.by_route))
        wants = []
        for kind, missing in enumerate(needs.by_kind):
            if kind == self.sight.wild:
                wants.append(self.wild(outlook, needs.by_route, missing))
            elif missing:
                need = min(1.0, missing)
                wants.append(need * (1.0 + 0.15 * (scarce[kind] - 1.0) + 0.05 * min(missing, 4.0)))
            else:
                more = self.constants.fill * fillers[kind]
                wants.append(max(more, USELESS + 0.02 * outlook.hand[kind]))
        if aim >= 0 and 0 < needs.by_route.get(aim, 0) <= CARDS and self.sight.coloured[aim]:
            wants[self.hand_needs.lacking(outlook.hand, aim)[1][0]] += 0.3
        self.harbours.wants(outlook.view, outlook.hand, wants)
        return wants, aim

    def wild(self, outlook: CardOutlook, lacking: dict[int, int], due: float) -> float:
        """What a wild is worth: as much as the routes that lack cards may be paid with it."""
        total = sum(lacking.values())
        if not total:
            return self.constants.wild
        helped = sum([n for route, n in lacking.items() if self.hand_needs.joker[route]])
        return max(USELESS, self.constants.wild * helped / total, min(1.2, due))

    def card(self, outlook: CardOutlook, menu: ByVerb) -> Advice:
        """Face up what is needed; a wild as a whole draw only if two cards promise less."""
        code, reason, values = self._card(outlook, menu)
        if self.sight.last_turn(outlook.view):
            return Advice(code, "late", {})
        return self._serving(outlook, code, reason, values)

    def helping(self, outlook: CardOutlook, code: int) -> Advice | None:
        """A card that lies face up, if a planned route needs it."""
        reason, values = self._taken(outlook, "take", self.sight.card(code))
        return self._serving(outlook, code, reason, values) if "route" in values else None

    def _serving(self, outlook: CardOutlook, code: int, reason: str, values: Values) -> Advice:
        """A card for a route, with the ticket that the route is planned for, if it is for one."""
        route = self.sight.claims.ids.index(str(values["route"])) if "route" in values else -1
        planned = route >= 0 and outlook.joint.routes >> route & 1
        ticket, way = outlook.ticket_for(route) if planned else (-1, [])
        if ticket < 0:
            return Advice(code, reason, values)
        values = {**values, "ticket": self.sight.tickets.tickets[ticket].id}
        return Advice(code, f"{reason}_ticket", values, self.sight.named(way))

    def _card(self, outlook: CardOutlook, menu: ByVerb) -> tuple[int, str, Values]:
        wants, aim = self.wants(outlook)
        wild, whole = self.sight.wild, self.sight.whole
        takes = {self.sight.card(code): code for code in menu.get("take", [])}
        blind, deck = self.blind(outlook.view, menu.get("draw", []), wants)
        plain = sorted((wants[kind], kind) for kind in takes if kind != wild or not whole)
        best = plain[-1][0] if plain else 0.0
        if whole and wild in takes:
            following = max(blind, plain[-2][0] if len(plain) > 1 else 0.0)
            if wants[wild] > max(best, blind) + following:
                return takes[wild], *self._taken(outlook, "take_wild", wild)
        if plain and (best >= blind or deck < 0):
            kind = plain[-1][1]
            return takes[kind], *self._taken(outlook, "take", kind)
        if deck >= 0:
            return deck, *self._drawn(outlook, menu, deck, aim)
        return next(iter(takes.values())), "any", {}

    def _drawn(self, outlook: CardOutlook, menu: ByVerb, code: int, aim: int) -> tuple[str, Values]:
        """A card drawn unseen: from a deck of several, beside a row if one lies there, for a route.

        The reasons are draw, draw_unseen (nothing can be taken from a row), draw_from (one of
        several decks), and each of them with _for.
        """
        reason, values = "draw", Values()
        named = self.game.action(code).json.get("deck")
        if named is not None:
            reason, values = "draw_from", {"deck": str(named)}
        elif "take" not in menu:
            reason = "draw_unseen"
        if aim < 0 or not self.hand_needs.lacking(outlook.hand, aim)[0]:
            return reason, values
        return f"{reason}_for", {**values, "route": self.sight.claims.ids[aim]}

    def _taken(self, outlook: CardOutlook, reason: str, kind: int) -> tuple[str, Values]:
        """A card taken, with the planned route that it helps to pay, if there is one."""
        values: Values = {"card": self.sight.cards.names[kind]}
        helped = []
        for route, missing in outlook.needs.by_route.items():
            wild = kind == self.sight.wild and self.hand_needs.joker[route]
            if missing and (wild or kind in self.hand_needs.lacking(outlook.hand, route)[1]):
                helped.append((missing, route))
        if not helped:
            return reason, values
        return f"{reason}_for", {**values, "route": self.sight.claims.ids[min(helped)[1]]}

    def blind(self, view: View, codes: list[int], wants: list[float]) -> tuple[float, int]:
        """The deck that promises most, as the code to draw from it or refill with it."""
        unseen = self.sight.unseen(view)
        return max(
            ((self.hand_needs.promise(unseen, wants, self._deck(code)), code) for code in codes),
            default=(0.0, -1),
        )

    def _deck(self, code: int) -> int:
        named = self.game.action(code).json.get("deck")
        return 0 if named is None else self.game.layout.words["card_deck"].index(str(named))

    def refill(self, outlook: CardOutlook, menu: ByVerb) -> Advice:
        """The deck that serves the seat, if it may take another card; else the other one."""
        wants, _ = self.wants(outlook)
        again = self.two_decks[0].second_is_due(outlook.view)
        if not again:
            wants = [-want for want in wants]
        code = self.blind(outlook.view, menu["refill"], wants)[1]
        reason = "refill" if again else "refill_rivals"
        return Advice(code, reason, {"deck": str(self.game.action(code).json["deck"])})

    # -- paying -------------------------------------------------------------------------------

    def pay(self, outlook: CardOutlook, menu: ByVerb) -> Advice:
        """What the rest of the plan misses least, and what leaves enough for a tunnel."""
        view, hand_needs = outlook.view, self.hand_needs
        question, _, subject = view.asked
        asked = self.game.layout.questions[question]
        paid = subject if asked.about == "route" else -1
        digs = asked.name == "payment" and hand_needs.tunnel[subject]
        rest = [route for route in outlook.needs.by_route if route != paid]
        lacking = hand_needs.needs(outlook.hand, rest).total
        unseen = self.sight.unseen(view)

        def price(code: int) -> tuple[float, int]:
            hand = outlook.hand[:]
            cost = 0.9 * self.loose(code)
            for kind, n in self.sight.payer.cost(code):
                hand[kind] -= n
                cost += n * (self.constants.wild if kind == self.sight.wild else 0.9)
            if digs:
                kind = self.sight.payer.cost(code)[0][0]
                wilds = hand[self.sight.wild]
                spare = wilds if kind == self.sight.wild else hand[kind] + wilds
                cost += LOST * hand_needs.caves_in(unseen, spare, kind)
            return (hand_needs.needs(hand, rest).total - lacking + cost, code)

        return Advice(min(menu["pay"], key=price), "pay", {})

    def loose(self, code: int) -> int:
        """How many cards of any kind a payment takes, to be given one by one."""
        cards = self.game.action(code).json["cards"]
        return int(cards.get("any", 0)) if isinstance(cards, dict) else 0

    def too_dear(self, outlook: CardOutlook, route: int) -> bool:
        """Whether it is better to wait with a route that could be claimed.

        A tunnel may fail, and cards of any kind in place of the right ones are a waste, unless
        nothing else needs them. Near the end there is no time to wait.
        """
        if outlook.turns_left <= HASTE:
            return False
        view, hand_needs, payer = outlook.view, self.hand_needs, self.sight.payer
        if hand_needs.tunnel[route]:
            kind = hand_needs.lacking(outlook.hand, route)[1][0]
            spare = outlook.hand[kind] + outlook.hand[self.sight.wild] - self.sight.length[route]
            return hand_needs.caves_in(self.sight.unseen(view), spare, kind) > DARING
        loose = min([self.loose(code) for code in payer.payments(view, view.seat, route)])
        if not loose:
            return False
        others = [other for other in outlook.needs.by_route if other != route]
        needed = (
            sum([hand_needs.price[other] for other in others])
            - hand_needs.needs(outlook.hand, others).total
        )
        return sum(outlook.hand) - self.sight.length[route] - needed < loose * PATIENCE

    def give(self, outlook: CardOutlook, menu: ByVerb) -> Advice:
        """The card that is wanted least, of those there are most of."""
        wants, _ = self.wants(outlook)

        def loss(code: int) -> tuple[float, int]:
            kind = self.sight.card(code)
            return wants[kind], -outlook.hand[kind]

        return Advice(min(menu["give"], key=loss), "give", {})
