"""Stations: built in a city, each lends its owner one route of somebody else at the end (R-95)."""

from typing import ClassVar, Final

from capotreno.board.memory import Memory
from capotreno.engine.actions import Json, face
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

NOTHING: Final = -(2**20)  # points: fewer than any tickets give
Lent = tuple[int, int, int]  # the points of tickets, how many are done, and the routes lent for it


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
        stock = self.tickets
        # by ticket: the nodes of all its stops, and what it costs when it is not done
        ends = [[end for end, _ in own] for own in stock.choices]
        self.stops = [
            [node for group in (*groups, *own) for node in group]
            for groups, own in zip(stock.groups, ends, strict=True)
        ]
        self.penalty = [ticket.penalty for ticket in stock.tickets]
        graph = stock.graph
        self.meeting = [0] * len(places)  # the routes that lead to a place
        for place, nodes in enumerate(graph.nodes_of):
            for node in nodes:
                self.meeting[place] |= graph.meeting[node]
        self.everywhere = (1 << len(places)) - 1
        layout.name("place", places)
        self.built = layout.cells("stations", "seat", codec=SomeOf(tuple(places)))
        self.payment = layout.question(self, "station_payment", form=PAYMENT, about="place")
        self.build = layout.event(self, "station", "seat", "place")
        self.codes = layout.actions(
            self, [face("station", id, place=id) for id in places], group="station"
        )
        self.menu = Menu(range(self.codes, self.codes + len(places)))
        self._lent: Memory[tuple[int, ...], int] = Memory()  # the latest answers of `borrowed`
        layout.reason("station_taken", "no_stations")
        self.pay_with(layout)

    def facts(self) -> Json:
        return {"sites": {"station": self.ids}, "unbuilt": self.unbuilt}

    def facts_now(self, state: State, seat: int) -> Json:
        """How many are left, what the next costs, where it would complete which tickets."""
        price = self.price(state, seat)
        if not price:
            return {}
        stock = self.tickets.tickets
        saved = {
            self.ids[place]: [stock[ticket].id for ticket in own]
            for place, own in self.saved(state, seat).items()
        }
        left = self.each - price + 1
        return {"station_left": left, "station_price": price, "station_saves": saved}

    def pay_with(self, layout: Layout) -> None:
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
        known = self._lent.get(key)
        if known is None:
            if len(self._lent) > 64:
                self._lent.clear()
            known = self._lent[key] = self._best(owned, seat, stations, tickets)
        return known

    def saved(self, state: State, seat: int) -> dict[int, list[int]]:
        """By place the tickets not done yet that one more station there would complete."""
        undone = self.tickets.undone(state, seat)
        if not undone:
            return {}
        holding = self.tickets.holding(state, seat)
        built = state.cells[self.built + seat]
        owned = state.cells[self.claims.owned : self.claims.owned + self.players]
        found: dict[int, list[int]] = {}
        for place in bits(self.everywhere & ~self._taken(state)):
            lent = self._best(owned, seat, built | 1 << place, holding)
            root = self.tickets.graph.roots(owned[seat] | lent)
            if own := [ticket for ticket in undone if self.tickets.joins(root, ticket)]:
                found[place] = own
        return found

    def _best(self, owned: list[int], seat: int, stations: int, tickets: list[int]) -> int:
        own = self.tickets.graph.roots(owned[seat])
        useful = self._useful(owned, seat, stations, tickets)
        return self._weighed(useful, 0, 0, own, tickets)[2]

    def _weighed(
        self, useful: list[list[int]], at: int, lent: int, root: list[int], tickets: list[int]
    ) -> Lent:
        """The best of what the stations from one on could lend beside what is lent already."""
        if at == len(useful) - 1:
            points, done, route = self._last(root, useful[at], tickets)
            return points, done, lent | route
        graph = self.tickets.graph
        best, most, found = NOTHING, 0, 0
        for route in useful[at]:
            then = graph.merged(root, route.bit_length() - 1) if route else root
            points, done, routes = self._weighed(useful, at + 1, lent | route, then, tickets)
            if points > best or (points == best and done > most):  # of equals, the first
                best, most, found = points, done, routes
        return best, most, found

    def _last(self, root: list[int], routes: list[int], tickets: list[int]) -> Lent:
        """The best of the routes that one station could lend to a network, and what it is worth.

        A route is looked at only for the tickets that have a stop in both networks it joins.
        """
        ends = self.tickets.graph.ends
        one = [root[ends[route.bit_length() - 1][0]] if route else 0 for route in routes]
        two = [root[ends[route.bit_length() - 1][1]] if route else 0 for route in routes]
        more, more_done = [0] * len(routes), [0] * len(routes)  # by route, beside what is there
        points = done = 0
        for ticket in tickets:
            worth = self.tickets.worth(root, ticket)
            is_done = int(worth != MISSED)
            now = worth if is_done else -self.penalty[ticket]
            points += now
            done += is_done
            if is_done and not self.tickets.choices[ticket]:
                continue
            near = 0
            for node in self.stops[ticket]:
                near |= 1 << root[node]
            for i in range(len(routes)):
                a, b = one[i], two[i]
                if a != b and near >> a & 1 and near >> b & 1:
                    then = self._joined(root, a, b, ticket, worth)
                    if then != MISSED:
                        more[i] += then - now
                        more_done[i] += 1 - is_done
        best = 0
        for i in range(1, len(routes)):
            if more[i] > more[best] or (more[i] == more[best] and more_done[i] > more_done[best]):
                best = i
        return points + more[best], done + more_done[best], routes[best]

    def _joined(self, root: list[int], a: int, b: int, ticket: int, worth: int) -> int:
        """What a ticket is worth when two networks become one; MISSED: not done."""
        stock = self.tickets
        for group in stock.groups[ticket]:
            if not _touches(root, a, b, group):
                return worth
        if not stock.choices[ticket]:
            return stock.tickets[ticket].points
        for end, points in stock.choices[ticket]:
            if _touches(root, a, b, end):
                worth = max(worth, points)
        return worth

    def _useful(
        self, owned: list[int], seat: int, stations: int, tickets: list[int]
    ) -> list[list[int]]:
        """What every station could lend: nothing, or a route that may help a ticket.

        Such a route leads to a stop, to a station, or to where another station's route leads too.
        """
        places = bits(stations)[: self.each]  # all of them: a seat has no more
        wanted = 0
        for ticket in tickets:
            for node in self.stops[ticket]:
                wanted |= 1 << node
        for place in places:
            for node in self.tickets.graph.nodes_of[place]:
                wanted |= 1 << node
        nets = self.tickets.graph.nets(owned[seat])
        leads = [self._leads(nets, owned, seat, place) for place in places]
        met = [far for own in leads for far, _ in own]
        return [
            [0] + [route for far, route in own if far & wanted or met.count(far) > 1]
            for own in leads
        ]

    def _leads(
        self, nets: list[int], owned: list[int], seat: int, place: int
    ) -> list[tuple[int, int]]:
        """Where the routes at a station lead that is not joined to it yet, and by which.

        Of several routes to one city, or to one network of the seat's own, one is enough. Into a
        dead end every route leads separately, so its station may stand on any of its nodes (R-23).
        """
        graph = self.tickets.graph
        nodes = graph.nodes_of[place]
        here = [self._whole(nets, 1 << node) for node in nodes]
        found: list[tuple[int, int]] = []
        for other in range(self.players):
            if other == seat:
                continue
            for route in bits(owned[other] & self.meeting[place]):
                a, b = graph.ends[route]
                far = self._whole(nets, 1 << (b if a in nodes else a))
                if far not in here:
                    here.append(far)
                    found.append((far, 1 << route))
        return found

    def _whole(self, nets: list[int], node: int) -> int:
        """The network a node is in, or the node alone."""
        for net in nets:
            if net & node:
                return net
        return node

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


def _touches(root: list[int], a: int, b: int, group: tuple[int, ...]) -> bool:
    """Whether one of some nodes is in one of two networks."""
    return any(root[node] in (a, b) for node in group)
