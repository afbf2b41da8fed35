"""Thrift: of the ways to pay, which one takes least of what the seat's own tickets still need."""

from collections.abc import Iterable

from capotreno.engine.state import NOBODY, State
from capotreno.reader.progress import OPEN, TicketProgress
from capotreno.reader.reader import Reader
from capotreno.rules.paying.payment import CardPayment

PAIR = 2
NOTHING: frozenset[int] = frozenset()
LONG_WILD = 0.9  # a wild that is good for long routes only is missed a little less


class Thrift:
    """A seat's hand as its View shows it, dealt out to the routes that its open tickets need.

    Routes of one colour are dealt to first: those of any colour take what is left.
    """

    def __init__(
        self, read: Reader, view: State, seat: int, tickets: Iterable[TicketProgress]
    ) -> None:
        self.owners = read.game.owners
        self.payer = read.claims.payer
        self.routes = read.game.board.routes
        self.hand = read.hand_of(view, seat)
        self.open = read.open_to(view, seat)
        planned = {route for one in tickets if one.status == OPEN for route in one.routes}
        self.planned = sorted(planned, key=lambda route: (not self.routes[route].colour, route))
        kinds = read.game.board.cards
        self.dear = [
            0 if not kind.wild else LONG_WILD if kind.from_length else 1.0 for kind in kinds
        ]
        self.wilds = [at for at, kind in enumerate(kinds) if kind.wild]
        # A route that is paid is not needed any more, and nor are those beside it.
        self.beside = {
            track: frozenset((route, *self.routes[route].twins)) & planned
            for route in planned
            for track in (route, *self.routes[route].twins)
        }
        self._spare: dict[frozenset[int], list[int]] = {}
        self._weights: dict[frozenset[int], dict[int, tuple[float, ...]]] = {}
        self._known: dict[object, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def ordered(
        self, payments: tuple[int, ...], route: int = NOBODY
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The payments of a route (NOBODY: of something else), and those that take what is needed.

        The thriftiest is the first: a card that is needed weighs as much as a wild that is not.
        """
        besides = self.beside.get(route, NOTHING)
        known = self._known.get((payments, besides))  # routes of a length and colour are paid alike
        if known is None:
            weights = self._weights.setdefault(besides, {})
            spare = self._left(besides)
            for payment in payments:
                if payment not in weights:
                    weights[payment] = self._weight(payment, spare)
            order = tuple(sorted(payments, key=weights.__getitem__))
            needed = tuple([payment for payment in order if weights[payment][1]])
            known = self._known[payments, besides] = order, needed
        return known

    def _weight(self, payment: int, spare: list[int]) -> tuple[float, ...]:
        """What a payment takes, and of it what is needed: the less the better."""
        payer = self.owners[payment]
        cost = payer.cost(payment) if isinstance(payer, CardPayment) else []
        needed = dear = cards = left = 0.0
        for kind, n in cost:
            needed += max(0, n - spare[kind])
            dear += n * self.dear[kind]
            cards += n
            if not self.dear[kind]:
                left = max(left, self.hand[kind] - n)
        return needed + dear, needed, cards, -left, payment

    def _left(self, besides: frozenset[int]) -> list[int]:
        """What of the hand no planned route needs, some routes aside."""
        if besides in self._spare:
            return self._spare[besides]
        left, payer = self.hand[:], self.payer
        some = sum(left)
        for route in self.planned:
            if not some:
                break
            if route in besides or not isinstance(payer, CardPayment):
                continue
            # Any of those beside it joins the same places.
            tracks = [route, *(one for one in self.routes[route].twins if self.open >> one & 1)]
            track, (missing, kinds) = route, payer.lacking(left, route)
            for other in tracks[1:]:
                better = payer.lacking(left, other)
                if better[0] < missing:
                    track, (missing, kinds) = other, better
            wanted = payer.price(track) - max(0, missing)
            if missing > 0:
                # Wilds are kept for what they complete; and one card alone is no beginning of a
                # set of any colour: another will do as well.
                wanted = min(wanted, sum([left[kind] for kind in kinds]))
                if not self.routes[track].colour and wanted < PAIR:
                    continue
            for kind in kinds if missing > 0 else (*kinds, *self.wilds):
                taken = min(left[kind], wanted)
                left[kind] -= taken
                some -= taken
                wanted -= taken
        self._spare[besides] = left
        return left
