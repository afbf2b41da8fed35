"""A race by tickets: a few in hand, each turned up when it is done and replaced at once."""

from typing import ClassVar, Final

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import Codec, Layout
from capotreno.engine.part import Item, ScoreLine, require
from capotreno.engine.state import HIDDEN, OVER_CELL, TURN_QUESTION, UNKNOWN, Event, State
from capotreno.rules.ending.race_end import RaceEnd
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.tickets.whereabouts import HELD, NOBODYS, UNDER, Whereabouts

DONE: Final = 50  # a seat is added: the ticket lies face up before it


class RacePlaces(Whereabouts):
    """A ticket's cell in words: also done 0."""

    words: ClassVar[tuple[tuple[str, int], ...]] = (*Whereabouts.words, ("done", DONE))
    face_up: ClassVar[tuple[str, ...]] = ("done",)


class TicketRace(TicketStock):
    """Everybody holds `hand` tickets; who does one shows it and draws the next (R-41, R-42).

    A turn may be spent on swapping all tickets in hand for new ones.
    """

    labels: ClassVar[tuple[str, ...]] = ("tickets_done",)

    def __init__(self, hand: int) -> None:
        self.hand = hand

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        require(self.decks == 1, "a race by tickets has one ticket deck")
        self.owned = self.claims.owned
        self.ending = layout.partner(RaceEnd)
        self.items = [Item(ticket.id, 1) for ticket in self.tickets]
        require(all(self.plain), "a race is run on tickets of two places, no dead ends")
        graph = self.graph
        self.both = [1 << self.a[t] | 1 << self.b[t] for t in range(self.count)]
        # the routes that reach the one place of a ticket, and those that reach the other
        self.from_a = [graph.meeting[a] for a in self.a]
        self.from_b = [graph.meeting[b] for b in self.b]
        hops = [graph.way([1.0] * len(graph.ends), own)[0] for own in self.groups]
        self.fewest = int(min(hops)) + 1  # places that a network needs to do any ticket
        self.completed = layout.cells(
            "completed", "seat", most=self.count
        )  # and what counts as one
        self.dealt = layout.event(self, "dealt", "seat", "ticket", secret=("ticket",))
        self.showed = layout.event(self, "completed", "seat", "ticket")
        self.swapped = layout.event(self, "swapped", "seat", "count")
        self.swap_code = layout.actions(self, [face("renew", "")], group="tickets")
        self.menu = (self.swap_code,)
        layout.reason("no_tickets")

    def places(self) -> Codec:
        return RacePlaces()

    def start(self, state: State) -> None:
        for seat in range(self.players):
            self.deal(state, seat, self.hand)

    # -- the turn -----------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return self.menu if state.cells[self.left] else ()

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        """The new ones are counted before the old ones go under the deck, in any order (R-42)."""
        new = min(self.hand, state.cells[self.left])
        old = self.all_in(state, HELD + seat, state.cells[self.held + seat])
        for last in range(len(old) - 1, 0, -1):
            other = state.below(last + 1)
            old[last], old[other] = old[other], old[last]
        self.put_under(state, seat, old, len(old))
        self.look(state, seat, self.deal(state, seat, new))

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return Reason("no_tickets", {}) if question == TURN_QUESTION else None

    def claimed(self, state: State, seat: int, route: int) -> None:
        """Nothing in hand was done before: what is done now, the new route has joined."""
        net = self.graph.net(state.cells[self.owned + seat], route)
        if net.bit_count() < self.fewest:
            return
        held = self.all_in(state, HELD + seat, state.cells[self.held + seat])
        for ticket in held:
            if net & self.both[ticket] == self.both[ticket]:
                self.look(state, seat, held)
                return

    def look(self, state: State, seat: int, tickets: list[int]) -> None:
        """Turn up what is done of some tickets and replace it, until the race is over."""
        owned = state.cells[self.owned + seat]
        while tickets:
            ticket = tickets.pop()
            start = owned & self.from_a[ticket]
            if not start or not owned & self.from_b[ticket]:
                continue  # mostly: a place of it is not even reached
            net = self.graph.net(owned, start.bit_length() - 1)
            if net >> self.b[ticket] & 1:
                self.show_done(state, seat, ticket)
                if self.ending.reached(state, state.cells[self.completed + seat]):
                    return
                if state.cells[self.left]:
                    tickets += self.deal(state, seat, 1)

    def completed_by(self, state: State, seat: int) -> int:
        """How many tickets a seat has done, with what counts as one."""
        return state.cells[self.completed + seat]

    def deal(self, state: State, seat: int, n: int) -> list[int]:
        """So many tickets from the deck to a hand."""
        tickets = self.top(state, 0, n)
        self.take(state, seat, tickets)
        return tickets

    # -- events: the only places that move tickets --------------------------------------------

    def take(self, state: State, seat: int, tickets: list[int]) -> None:
        """Tickets go from the deck to a hand."""
        cells = state.cells
        n = len(tickets)
        self.lift(state, 0, n)
        cells[self.held + seat] += n
        for ticket in tickets:
            if ticket >= 0:
                cells[self.where + ticket] = HELD + seat
        if state.events is not None:
            for ticket in tickets:
                state.events.append((self.dealt, seat, ticket))

    def show_done(self, state: State, seat: int, ticket: int) -> None:
        """A ticket is done: it lies face up from now on."""
        cells = state.cells
        cells[self.held + seat] -= 1
        cells[self.completed + seat] += 1
        cells[self.where + ticket] = DONE + seat
        if state.events is not None:
            state.events.append((self.showed, seat, ticket))

    def put_under(self, state: State, seat: int, tickets: list[int], count: int) -> None:
        """A hand goes under the deck, shuffled: nobody knows the order, so no view keeps it."""
        cells = state.cells
        place = UNDER + cells[self.tail] * 8 + NOBODYS
        for ticket in tickets:
            cells[self.where + ticket] = place
            place += 8
        cells[self.held + seat] -= count
        cells[self.tail] += count
        cells[self.left] += count
        if state.events is not None:
            state.events.append((self.swapped, seat, count))

    def fold(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind == self.dealt:
            self.take(state, event[1], [event[2]])
        elif kind == self.showed:
            self.show_done(state, event[1], event[2])
        elif kind == self.swapped:
            seat = event[1]
            where = state.cells[self.where : self.end]
            state.cells[self.where : self.end] = [
                HIDDEN if place == HELD + seat else place for place in where
            ]
            self.put_under(state, seat, [], event[2])
        else:
            super().fold(state, event)

    # -- secrecy ------------------------------------------------------------------------------

    def hide(self, cells: list[int], seat: int, over: bool) -> None:
        """Tickets in hand are secret, those done are for all to see."""
        where = cells[self.where : self.end]
        super().hide(cells, seat, over)
        for ticket, place in enumerate(where):
            if place >= DONE:
                cells[self.where + ticket] = place

    def resample(self, state: State, seat: int) -> None:
        """Nobody holds a ticket that is done: it would have been shown."""
        hands: list[int] = []
        for other in range(self.players):
            known = HELD + other in state.cells[self.where : self.end]
            if other != seat and not known:
                hands += [other] * state.cells[self.held + other]
        roots = [self.graph.roots(self.claims.routes(state, s)) for s in range(self.players)]
        if not self._deal_undone(state, hands, roots, 0):
            raise PositionError("tickets: no hands that the view allows are all undone")
        super().resample(state, seat)

    def _deal_undone(self, state: State, hands: list[int], roots: list[list[int]], at: int) -> bool:
        """A ticket not done for each place in a hand, at random; steps back where none is left."""
        if at == len(hands):
            return True
        cells, root = state.cells, roots[hands[at]]
        loose = [t for t in range(self.count) if cells[self.where + t] == HIDDEN]
        fitting = [t for t in loose if not self.joins(root, t)]
        while fitting:
            ticket = fitting.pop(state.below(len(fitting)))
            cells[self.where + ticket] = HELD + hands[at]
            if self._deal_undone(state, hands, roots, at + 1):
                return True
            cells[self.where + ticket] = HIDDEN
        return False

    def audit(self, state: State) -> None:
        super().audit(state)
        cells = state.cells
        shown = 0
        for seat in range(self.players):
            done = cells[self.where : self.end].count(DONE + seat)
            shown += done
            if not 0 <= cells[self.held + seat] <= self.hand:
                raise PositionError("tickets: too many in a hand")
            if cells[self.completed + seat] < done:
                raise PositionError("completed: fewer than the tickets that lie face up")
            if not cells[OVER_CELL] and (
                self.done(state, seat) or cells[self.completed + seat] >= self.ending.goal
            ):
                raise PositionError("tickets: one that is done lies face up, and six are the end")
            if cells[self.offers + seat] or cells[self.deciding + seat] != UNKNOWN:
                raise PositionError("tickets: nobody is offered any")
        if sum(cells[self.held : self.held + self.players]) + cells[self.left] + shown != len(
            self.tickets
        ):
            raise PositionError("tickets: some are lost or too many")

    # -- scoring ------------------------------------------------------------------------------

    def finished(self, state: State, seat: int) -> list[int]:
        """The tickets that lie face up before a seat, by index."""
        shown = state.cells[self.where : self.end].count(DONE + seat)
        return self.all_in(state, DONE + seat, shown)

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            items = [self.items[ticket] for ticket in self.finished(state, seat)]
            sheets.append([ScoreLine("tickets_done", len(items), tuple(items))])
        return sheets
