"""Stations: built in a city, each lends its owner one route of somebody else at the end (R-95)."""

from itertools import combinations
from typing import ClassVar, Final

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import PAYMENT, Layout, SomeOf
from capotreno.engine.menu import Menu, bits
from capotreno.engine.part import ScoreLine
from capotreno.engine.state import TURN_QUESTION, Event, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.seams import Lender
from capotreno.rules.tickets.stock import MISSED, TicketStock

FEW: Final = 6  # networks that a ticket touches: so few are looked up pair by pair
Value = tuple[int, int]  # the points of tickets, and how many of them are done


class Stations(Lender):
    """Everybody has `each`; the first costs one card, the next one more than the one before.

    All cards of one are of one colour. Each station not built gives `unbuilt` points.
    """

    labels: ClassVar[tuple[str, ...]] = ("stations_unbuilt",)
    measures: ClassVar[tuple[str, ...]] = ("stations",)

    def __init__(self, each: int, unbuilt: int) -> None:
        self.each = each
        self.unbuilt = unbuilt

    def bind(self, layout: Layout) -> None:
        places = [place.id for place in layout.board.places]
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.tickets = layout.partner(TicketStock)
        self.ids = places
        self.everywhere = (1 << len(places)) - 1
        layout.name("place", places)
        self.built = layout.cells("stations", "seat", codec=SomeOf(tuple(places)))
        self.payment = layout.question(self, "station_payment", form=PAYMENT, about="place")
        self.build = layout.event(self, "station", "seat", "place")
        self.codes = layout.actions(
            self, [face("station", id, place=id) for id in places], group="station"
        )
        self.menu = Menu(range(self.codes, self.codes + len(places)))
        self._lent: dict[tuple[int, ...], int] = {}  # the latest answers of `borrowed`
        layout.reason("station_taken", "no_stations")
        self.find_purse(layout)

    def find_purse(self, layout: Layout) -> None:
        """What stations are paid with: cards."""
        self.cards = layout.partner(Cards)
        self.payer = layout.partner(SetPayment)
        layout.reason("station_short")

    # -- building -----------------------------------------------------------------------------

    def price(self, state: State, seat: int) -> int:
        """How many cards the next station of a seat costs; 0: there is none left."""
        next_one = state.cells[self.built + seat].bit_count() + 1
        return next_one if next_one <= self.each else 0

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        if not self.affords(state, seat):
            return ()
        return self.menu.of(self.everywhere & ~self._taken(state))

    def affords(self, state: State, seat: int) -> bool:
        """Whether a seat can pay its next station: with cards of any one colour, and wilds."""
        price = self.price(state, seat)
        if not price:
            return False
        first = self.cards.hands + seat * self.cards.kinds
        most = max(state.cells[first : first + self.payer.colours])
        return most + state.cells[first + self.cards.wild] >= price

    def _taken(self, state: State) -> int:
        """The places that have a station."""
        mask = 0
        for own in state.cells[self.built : self.built + self.players]:
            mask |= own
        return mask

    def payments(self, state: State, seat: int) -> tuple[int, ...]:
        """The codes of the ways to pay the next station."""
        price = self.price(state, seat)
        hand = self.cards.hand_of(state, seat)
        wilds = hand[self.cards.wild]
        codes: tuple[int, ...] = ()
        for colour in range(self.payer.colours):
            codes += self.payer.menu[price][wilds][colour][hand[colour]]
        return codes + self.payer.all_wild[price][wilds]

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        state.ask(self.payment, seat, code - self.codes)

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return self.payments(state, seat)

    def paid(self, state: State, seat: int, question: int, subject: int) -> None:
        self.put(state, seat, subject)

    def put(self, state: State, seat: int, place: int) -> None:
        """The event `station`: one stands in a city."""
        state.cells[self.built + seat] |= 1 << place
        if state.events is not None:
            state.events.append((self.build, seat, place))

    def fold(self, state: State, event: Event) -> None:
        self.put(state, event[1], event[2])

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question != TURN_QUESTION:
            return None
        if self._taken(state) >> code - self.codes & 1:
            return Reason("station_taken", {"place": self.ids[code - self.codes]})
        if not self.price(state, seat):
            return Reason("no_stations", {})
        return self.short_of(state, seat)

    def short_of(self, state: State, seat: int) -> Reason:
        """Why a seat cannot pay its next station."""
        price = self.price(state, seat)
        hand = self.cards.hand_of(state, seat)
        missing = price - max(hand[: self.payer.colours]) - hand[self.cards.wild]
        return Reason("station_short", {"missing": missing, "length": price})

    # -- what they lend -----------------------------------------------------------------------

    def borrowed(self, state: State, seat: int) -> int:
        """The routes of others, one for each station at most, that serve its owner best."""
        stations = state.cells[self.built + seat]
        tickets = self.tickets.holding(state, seat) if stations else []
        if not tickets:
            return 0
        owned = state.cells[self.claims.owned : self.claims.owned + self.players]
        key = (seat, stations, *owned, *tickets)
        if key not in self._lent:
            if len(self._lent) > 64:
                self._lent.clear()
            self._lent[key] = self._best(owned, seat, stations, tickets)
        return self._lent[key]

    def _best(self, owned: list[int], seat: int, stations: int, tickets: list[int]) -> int:
        graph = self.tickets.graph
        own = graph.roots(owned[seat])
        *others, last = self._useful(owned, seat, stations, tickets)
        ways = [(0, own)]
        for routes in others:
            ways = [
                (lent | route, graph.merged(root, route.bit_length() - 1) if route else root)
                for lent, root in ways
                for route in routes
            ]
        best, found = None, 0
        for lent, root in ways:
            value, route = self._last(root, last, tickets)
            if best is None or value > best:
                best, found = value, lent | route
        return found

    def _last(self, root: list[int], routes: list[int], tickets: list[int]) -> tuple[Value, int]:
        """The best of the routes that one station could lend to a network, and what it is worth.

        A route is looked at only for the tickets that have a stop in both networks it joins.
        """
        stock, graph = self.tickets, self.tickets.graph
        ends = [graph.ends[route.bit_length() - 1] if route else (0, 0) for route in routes]
        joins = [(min(root[a], root[b]), max(root[a], root[b])) for a, b in ends]
        more = dict.fromkeys(joins, (0, 0))  # by the two networks that a route joins
        points = done = 0
        for ticket in tickets:
            now = self._value(root, ticket)
            points, done = points + now[0], done + now[1]
            if now[1] and not stock.choices[ticket]:
                continue
            groups = [*stock.groups[ticket], *[end for end, _ in stock.choices[ticket]]]
            near = {root[node] for group in groups for node in group}
            for a, b in combinations(sorted(near), 2) if len(near) < FEW else list(more):
                if (a, b) in more and a != b and a in near and b in near:
                    then, so_far = self._joined(root, (a, b), ticket, now), more[a, b]
                    more[a, b] = (so_far[0] + then[0] - now[0], so_far[1] + then[1] - now[1])
        best = max(range(len(routes)), key=lambda at: more[joins[at]])  # of equals, the first
        added = more[joins[best]]
        return (points + added[0], done + added[1]), routes[best]

    def _joined(self, root: list[int], pair: tuple[int, int], ticket: int, now: Value) -> Value:
        """What a ticket is worth when two networks become one."""
        stock = self.tickets
        for group in stock.groups[ticket]:
            if not _touches(root, pair, group):
                return now
        if not stock.choices[ticket]:
            return stock.tickets[ticket].points, 1
        ends = [n for end, n in stock.choices[ticket] if _touches(root, pair, end)]
        if now[1]:
            ends.append(now[0])
        return (max(ends), 1) if ends else now

    def _useful(
        self, owned: list[int], seat: int, stations: int, tickets: list[int]
    ) -> list[list[int]]:
        """What every station could lend: nothing, or a route that may help a ticket.

        Such a route leads to a stop, to a station, or to where another station's route leads too.
        """
        graph = self.tickets.graph
        places = bits(stations)
        ends = [end for ticket in tickets for end, _ in self.tickets.choices[ticket]]
        groups = [group for ticket in tickets for group in self.tickets.groups[ticket]]
        wanted = 0
        for group in (*groups, *ends, *[graph.nodes_of[place] for place in places]):
            for node in group:
                wanted |= 1 << node
        leads = [self._leads(owned, seat, place) for place in places]
        met = [far for own in leads for far in own]
        return [
            [0, *[route for far, route in own.items() if far & wanted or met.count(far) > 1]]
            for own in leads
        ]

    def _leads(self, owned: list[int], seat: int, place: int) -> dict[int, int]:
        """Where the routes at a station lead that is not joined to it yet, and by which.

        Of several routes to one city, or to one network of the seat's own, one is enough. Into a
        dead end every route leads separately, so its station may stand on any of its nodes (R-23).
        """
        graph = self.tickets.graph
        nodes = graph.nodes_of[place]
        nets = graph.nets(owned[seat])
        here = [self._whole(nets, 1 << node) for node in nodes]
        found: dict[int, int] = {}
        for other, routes in enumerate(owned):
            for route in bits(routes) if other != seat else ():
                a, b = graph.ends[route]
                if a in nodes or b in nodes:
                    far = self._whole(nets, 1 << (b if a in nodes else a))
                    if far not in here:
                        found.setdefault(far, 1 << route)
        return found

    def _whole(self, nets: list[int], node: int) -> int:
        """The network a node is in, or the node alone."""
        for net in nets:
            if net & node:
                return net
        return node

    def _value(self, root: list[int], ticket: int) -> Value:
        """The points of a ticket on a network, and whether it is done."""
        worth = self.tickets.worth(root, ticket)
        if worth == MISSED:
            return -self.tickets.tickets[ticket].penalty, 0
        return worth, 1

    # -- the end ------------------------------------------------------------------------------

    def left(self, state: State, seat: int) -> int:
        """How many stations a seat has not built."""
        return self.each - state.cells[self.built + seat].bit_count()

    def score(self, state: State) -> list[list[ScoreLine]]:
        return [
            [ScoreLine("stations_unbuilt", self.unbuilt * self.left(state, seat), ())]
            for seat in range(self.players)
        ]

    def measure(self, state: State, seat: int, name: str) -> int:
        return self.left(state, seat)

    def audit(self, state: State) -> None:
        taken = 0
        for seat in range(self.players):
            own = state.cells[self.built + seat]
            if own & taken or own.bit_count() > self.each or own < 0:
                raise PositionError("stations: one too many, or two in a city")
            taken |= own
        for question, seat, place in state.stack:
            if question == self.payment:
                free = 0 <= place < len(self.ids) and not taken >> place & 1
                if len(state.stack) > 1 or not free or not self.price(state, seat):
                    raise PositionError("asked: a station is built in a city that has none")


def _touches(root: list[int], pair: tuple[int, int], group: tuple[int, ...]) -> bool:
    """Whether one of some nodes is in one of two networks."""
    return any(root[node] in pair for node in group)
