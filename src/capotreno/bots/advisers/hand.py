"""What a hand is worth for a plan: which cards are missing, and how likely each is to come."""

from dataclasses import dataclass

from capotreno.bots.plan.sight import Sight
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.tunnels import TURNED_UP

SECOND_BEST = 0.6  # how much a card is needed that helps, but less than another would
SPARE = 1  # cards beyond its spaces that one likes to have for a tunnel


@dataclass(frozen=True)
class Needs:
    """Cards still missing for some routes: in all, by kind, and by route."""

    total: int
    by_kind: list[float]
    by_route: dict[int, int]


class HandNeeds:
    """Deals a hand out to routes, as the part that takes payments says what they lack."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        payer = self.payer = sight.payer
        self.wild = sight.wild
        self.price = [payer.price(route) for route in range(sight.routes)]
        self.tunnel = payer.tunnel if isinstance(payer, FerryPayment) else [False] * sight.routes
        nothing = [0] * sight.kinds
        one_wild = [int(kind == self.wild) for kind in range(sight.kinds)]
        # whether a wild helps to pay a route at all
        self.joker = [
            payer.lacking(one_wild, route)[0] < payer.lacking(nothing, route)[0]
            for route in range(sight.routes)
        ]
        cards = sight.cards
        self.deck_kinds = [
            range(cards.first_kind[deck], cards.end_kind[deck]) for deck in range(cards.decks)
        ]

    def lacking(self, hand: list[int], route: int) -> tuple[int, list[int]]:
        """How many cards this hand lacks for a route alone, and the kinds that help."""
        missing, kinds = self.payer.lacking(hand, route)
        if self.tunnel[route]:
            missing = self.sight.length[route] + SPARE - hand[kinds[0]] - hand[self.wild]
        return max(0, missing), kinds

    def needs(self, hand: list[int], routes: list[int]) -> Needs:
        """Deal the hand out, to routes of one colour first: gray ones take what is left."""
        sight = self.sight
        left = hand[:]
        by_kind = [0.0] * sight.kinds
        by_route = {}
        for route in sorted(routes, key=lambda route: not sight.coloured[route]):
            missing, kinds = self.lacking(left, route)
            self._take(left, kinds, self.price[route] - missing)
            by_route[route] = missing
            want = float(missing)
            for kind in kinds:
                by_kind[kind] += want
                want *= SECOND_BEST
        return Needs(sum(by_route.values()), by_kind, by_route)

    def _take(self, hand: list[int], kinds: list[int], count: int) -> None:
        """Take so many cards out of a hand, those of a colour before the wilds."""
        for kind in (*kinds, self.wild):
            used = min(hand[kind], count)
            hand[kind] -= used
            count -= used

    def after(self, hand: list[int], route: int) -> list[int]:
        """The hand after paying a route, as far as can be said before the payment is chosen."""
        left = hand[:]
        missing, kinds = self.lacking(hand, route)
        self._take(left, kinds, self.price[route] - missing)
        return left

    def scarcity(self, unseen: list[int]) -> list[float]:
        """How many times as long each kind takes to come as one usually does."""
        found = [1.0] * len(unseen)
        for kinds in self.deck_kinds:
            usual = sum([unseen[kind] for kind in kinds]) / len(kinds)
            for kind in kinds:
                found[kind] = min(4.0, max(0.5, usual / max(0.2, unseen[kind])))
        return found

    def promise(self, unseen: list[int], wants: list[float], deck: int) -> float:
        """What a blind card of a deck is worth on the average."""
        kinds = self.deck_kinds[deck]
        total = sum([unseen[kind] for kind in kinds])
        return sum([wants[kind] * unseen[kind] for kind in kinds]) / total if total > 0 else 0.0

    def caves_in(self, unseen: list[int], spare: int, kind: int) -> float:
        """The chance that a tunnel paid with a kind costs more than so many cards to spare."""
        if spare >= TURNED_UP:
            return 0.0
        matching = unseen[self.wild] + (unseen[kind] if kind != self.wild else 0)
        hit = matching / max(1, sum(unseen))
        miss = 1.0 - hit
        return 1.0 - (miss**3, miss**3 + 3 * hit * miss**2, 1.0 - hit**3)[max(0, spare)]
