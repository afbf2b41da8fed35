"""The tickets themselves: which there are, where each of them is, and whether it is done.

Every ticket is in exactly one place, and one cell per ticket says where. A deck is the set of
tickets never returned, drawn from at random, and below it the returned ones in order.
"""

from typing import Final

from capotreno.board.graph import Graph
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import MIXED, OWNER, Codec, Layout, OneOf
from capotreno.engine.part import Part, require
from capotreno.engine.state import HIDDEN, UNKNOWN, Event, State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.seams import Lender
from capotreno.rules.tickets.whereabouts import (
    CHOSEN,
    DECK,
    HELD,
    NOBODYS,
    OFFERED,
    REFUSED,
    UNDER,
    Whereabouts,
)

MISSED: Final = -1  # in place of the points of a ticket that is not done
MOST_TURNS: Final = 2**24  # that a position may claim were put under a deck


class TicketStock(Part):
    """Decks, offers and holdings of tickets; how they are offered and chosen is another matter."""

    def bind(self, layout: Layout) -> None:
        tickets = layout.board.tickets
        decks = sorted({t.deck for t in tickets}, key=[t.deck for t in tickets].index)
        in_order = sorted(tickets, key=lambda ticket: decks.index(ticket.deck))
        require(in_order == list(tickets), "the tickets of a deck must stand together")
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.lenders: list[Lender] = layout.partners(Lender)
        self.graph = Graph(layout.board)
        self.tickets = tickets
        self.count = len(tickets)
        self.decks = len(decks)
        self.deck_of = [decks.index(t.deck) for t in tickets]
        self.in_deck = [[t.index for t in tickets if t.deck == deck] for deck in decks]
        self.counted = self.backs(len(decks))
        self.aside = self.never_dealt()
        self.groups = [tuple(self.graph.nodes(stop) for stop in t.stops) for t in tickets]
        self.choices = [[(self.graph.nodes(o.stop), o.points) for o in t.options] for t in tickets]
        # Most tickets join two places that are one node each: no need to look at groups.
        self.plain = [[len(group) for group in groups] == [1, 1] for groups in self.groups]
        self.a = [groups[0][0] for groups in self.groups]
        self.b = [groups[-1][0] for groups in self.groups]
        # where a seat sees a ticket, at the end also what others hold; the last seat is NOBODY
        seats, mine = range(self.players), (HELD, OFFERED, CHOSEN, REFUSED)
        own = [[place + seat for place in mine] for seat in seats]
        held = [HELD + seat for seat in seats]
        self.seen = [[*own, []], [*[places + held for places in own], held]]
        layout.name("ticket", [t.id for t in tickets])
        layout.name("ticket_deck", decks)
        self._cells(layout)
        self._events(layout)

    def places(self) -> Codec:
        """How the place of a ticket is written."""
        return Whereabouts()

    def backs(self, decks: int) -> list[int]:
        """The deck that the tickets of each deck are counted with before a seat.

        The backs of different decks tell them apart; where they do not, all look like one deck's.
        """
        return list(range(decks))

    def never_dealt(self) -> list[int]:
        """How many tickets of each deck are out of the game from the first deal on, unseen."""
        return [0] * self.decks

    def in_play(self, state: State, deck: int) -> int:
        """How many tickets never returned can still be drawn from a deck."""
        return max(0, state.cells[self.fresh + deck] - self.aside[deck])

    def _cells(self, layout: Layout) -> None:
        ids = layout.words["ticket"]
        self.where = layout.cells("tickets", "ticket", secrecy=MIXED, codec=self.places())
        self.end = self.where + self.count
        self.deck_span = [(self.where + own[0], self.where + own[-1] + 1) for own in self.in_deck]
        self.spots = [[self.where + ticket for ticket in own] for own in self.in_deck]
        every = self.count
        self.held = layout.cells("tickets_held", "seat", "ticket_deck", most=every)
        self.offers = layout.cells("tickets_offered", "seat", "ticket_deck", most=every)
        self.deciding = layout.cells("deciding", "seat", secrecy=OWNER, codec=OneOf(ids))
        self.undecided = layout.cells("undecided", "seat", secrecy=OWNER, most=every)
        self.chosen = layout.cells("chosen", "seat", secrecy=OWNER, most=every)
        self.left = layout.cells("tickets_left", "ticket_deck", most=every)  # also returned ones
        self.fresh = layout.cells("tickets_fresh", "ticket_deck", most=every)  # never returned
        self.head = layout.cells("tickets_under_first", "ticket_deck")
        self.tail = layout.cells("tickets_under_next", "ticket_deck")

    def _events(self, layout: Layout) -> None:
        hidden = ("ticket",)
        alike = len(set(self.counted)) < self.decks
        # Which deck a ticket comes from everybody sees, but not which of its own a seat then keeps.
        self.unseen = ("ticket_deck", "ticket") if alike else hidden
        self.offered = layout.event(
            self, "offered", "seat", "ticket_deck", "ticket", secret=hidden, quiet=True
        )
        self.decided = layout.event(
            self, "decided", "seat", "ticket", "keep", private=True, quiet=True
        )
        self.kept = layout.event(self, "kept", "seat", "ticket_deck", "ticket", secret=self.unseen)
        self.returned = layout.event(
            self, "returned", "seat", "ticket_deck", "ticket", "shuffled", secret=hidden
        )
        self.revealed = layout.event(self, "revealed", "seat", "ticket", quiet=True)

    def lay(self, cells: list[int]) -> None:
        cells[self.deciding : self.deciding + self.players] = [UNKNOWN] * self.players
        for deck in range(self.decks):
            cells[self.fresh + deck] = len(self.in_deck[deck])
            cells[self.left + deck] = len(self.in_deck[deck]) - self.aside[deck]

    def offer(self, state: State, seat: int, deck: int, n: int) -> None:
        """Draw n tickets of a deck for a seat that must decide about them."""
        self.show(state, seat, deck, self.top(state, deck, n))

    def top(self, state: State, deck: int, n: int) -> list[int]:
        """The top n tickets of a deck: at random from those never returned, then from below."""
        cells = state.cells
        tickets: list[int] = []
        left = cells[self.fresh + deck]
        if left:
            fresh = [at for at in self.spots[deck] if not cells[at]]  # DECK is 0
            while left and len(tickets) < n:
                tickets.append(fresh.pop(state.below(left)) - self.where)
                left -= 1
        if len(tickets) < n:
            first, end = self.deck_span[deck]
            places = cells[first:end]
            while len(tickets) < n:  # the next one under a deck has the least number of all
                at = places.index(min(places))
                places[at] = DECK
                tickets.append(first + at - self.where)
        return tickets

    def settle(self, state: State, seat: int, shuffled: bool) -> None:
        """Chosen tickets are held from now on; refused ones go back."""
        cells = state.cells
        chosen = cells[self.chosen + seat]
        offers = self.offers + seat * self.decks
        refused = sum(cells[offers : offers + self.decks]) - chosen
        if chosen:
            for ticket in self.all_in(state, CHOSEN + seat, chosen):
                self.keep(state, seat, self.deck_of[ticket], ticket)
        if refused:
            for ticket in self.all_in(state, REFUSED + seat, refused):
                self.put_back(state, seat, self.deck_of[ticket], ticket, int(shuffled))

    # -- events: the only places that move tickets --------------------------------------------

    def show(self, state: State, seat: int, deck: int, tickets: list[int]) -> None:
        """Tickets go from their deck to a seat that must decide about them."""
        cells = state.cells
        n = len(tickets)
        fresh = self.lift(state, deck, n)
        cells[self.offers + seat * self.decks + self.counted[deck]] += n
        cells[self.undecided + seat] += n
        asked = cells[self.deciding + seat]
        for ticket in tickets:
            if ticket >= 0:
                cells[self.where + ticket] = OFFERED + seat
                if asked < 0 or ticket < asked:
                    asked = ticket
            if state.events is not None:
                state.events.append((self.offered, seat, deck, ticket))
        cells[self.deciding + seat] = asked
        if UNKNOWN in tickets and n > fresh:
            self._forget(cells, deck)

    def lift(self, state: State, deck: int, n: int) -> int:
        """Count n tickets off the top of a deck; how many of them were never returned."""
        cells = state.cells
        cells[self.left + deck] -= n
        fresh = cells[self.fresh + deck]
        if fresh >= n:
            cells[self.fresh + deck] = fresh - n
            return n
        cells[self.fresh + deck] = 0
        cells[self.head + deck] += n - fresh
        return fresh

    def _forget(self, cells: list[int], deck: int) -> None:
        """In a view: tickets the seat had put under a deck itself have been drawn by another."""
        first, end = self.deck_span[deck]
        drawn = UNDER + cells[self.head + deck] * 8
        cells[first:end] = [
            HIDDEN if UNDER <= place < drawn else place for place in cells[first:end]
        ]

    def decide(self, state: State, seat: int, ticket: int, keep: int) -> None:
        cells = state.cells
        cells[self.undecided + seat] -= 1
        cells[self.chosen + seat] += keep
        cells[self.where + ticket] = (CHOSEN if keep else REFUSED) + seat
        cells[self.deciding + seat] = (
            cells.index(OFFERED + seat, self.where + ticket + 1, self.end) - self.where
            if cells[self.undecided + seat]
            else UNKNOWN
        )
        if state.events is not None:
            state.events.append((self.decided, seat, ticket, keep))

    def keep(self, state: State, seat: int, deck: int, ticket: int) -> None:
        cells = state.cells
        at = seat * self.decks + self.counted[deck]  # unknown: -1, and all look like the last
        cells[self.offers + at] -= 1
        cells[self.held + at] += 1
        cells[self.chosen + seat] -= 1
        if ticket >= 0:
            cells[self.where + ticket] = HELD + seat
        if state.events is not None:
            state.events.append((self.kept, seat, deck, ticket))

    def put_back(self, state: State, seat: int, deck: int, ticket: int, shuffled: int) -> None:
        cells = state.cells
        cells[self.offers + seat * self.decks + self.counted[deck]] -= 1
        cells[self.left + deck] += 1
        place = DECK
        if shuffled:
            cells[self.fresh + deck] += 1
        else:
            place = UNDER + cells[self.tail + deck] * 8 + seat
            cells[self.tail + deck] += 1
        if ticket >= 0:
            cells[self.where + ticket] = place
        if state.events is not None:
            state.events.append((self.returned, seat, deck, ticket, shuffled))

    def reveal(self, state: State, seat: int, ticket: int) -> None:
        state.cells[self.where + ticket] = HELD + seat
        if state.events is not None:
            state.events.append((self.revealed, seat, ticket))

    def ended(self, state: State) -> None:
        for seat in range(self.players):
            for ticket in self.holding(state, seat):
                self.reveal(state, seat, ticket)

    def fold(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind == self.offered:
            self.show(state, event[1], event[2], [event[3]])
        elif kind == self.decided:
            self.decide(state, event[1], event[2], event[3])
        elif kind == self.kept:
            self.keep(state, event[1], event[2], event[3])
        elif kind == self.returned:
            self.put_back(state, event[1], event[2], event[3], event[4])
        else:
            self.reveal(state, event[1], event[2])

    # -- secrecy ------------------------------------------------------------------------------

    def hide(self, cells: list[int], seat: int, over: bool) -> None:
        """A seat sees its own tickets and those it put under a deck itself; at the end all held."""
        known = self.seen[over][seat]
        cells[self.where : self.end] = [
            value
            if value in known or (value < 0 and value >= UNDER and value % 8 == seat)
            else HIDDEN
            for value in cells[self.where : self.end]
        ]

    def resample(self, state: State, seat: int) -> None:
        """Every ticket the seat cannot place takes one of the places it cannot fill."""
        cells = state.cells
        for other in range(self.players):
            if other != seat:
                first = self.offers + other * self.decks
                cells[self.undecided + other] = sum(cells[first : first + self.decks])
                cells[self.chosen + other] = 0
        for deck in range(self.decks):
            loose = [t for t in self.in_deck[deck] if cells[self.where + t] == HIDDEN]
            for place in self._open_places(state, seat, deck):
                cells[self.where + loose.pop(state.below(len(loose)))] = place
            for ticket in loose:
                cells[self.where + ticket] = DECK
        where = cells[self.where : self.end]
        for other in range(self.players):
            mark = OFFERED + other
            cells[self.deciding + other] = where.index(mark) if mark in where else UNKNOWN

    def _open_places(self, state: State, seat: int, deck: int) -> list[int]:
        """The places for tickets of a deck whose ticket the seat does not know, the deck apart."""
        cells = state.cells
        known = [cells[self.where + t] for t in self.in_deck[deck]]
        places = []
        for other in range(self.players):
            for place, first in ((HELD, self.held), (OFFERED, self.offers)):
                if other != seat and place + other not in known:
                    places.extend([place + other] * cells[first + other * self.decks + deck])
        mine = [(value - UNDER) // 8 for value in known if UNDER <= value < 0]
        stranger = (seat + 1) % self.players
        turns = range(cells[self.head + deck], cells[self.tail + deck])
        places += [UNDER + turn * 8 + stranger for turn in turns if turn not in mine]
        return places

    # -- whose they are, and whether they are done --------------------------------------------

    def holding(self, state: State, seat: int) -> list[int]:
        """The tickets a seat holds, by index."""
        return self.all_in(state, HELD + seat, sum(self.held_by(state, seat)))

    def all_in(self, state: State, place: int, n: int) -> list[int]:
        """The n tickets that are in a place, by index."""
        cells = state.cells
        found = []
        at = self.where - 1
        for _ in range(n):
            at = cells.index(place, at + 1, self.end)
            found.append(at - self.where)
        return found

    def all_where(self, state: State) -> list[int]:
        """Where every ticket is, as far as is known: what tells one position from another."""
        return state.cells[self.where : self.end]

    def held_by(self, state: State, seat: int) -> list[int]:
        """How many tickets of each deck a seat holds, as everybody can count."""
        first = self.held + seat * self.decks
        return state.cells[first : first + self.decks]

    def left_in(self, state: State) -> list[int]:
        """How many tickets can still be drawn from each deck."""
        return state.cells[self.left : self.left + self.decks]

    def offered_to(self, state: State, seat: int) -> list[int]:
        """The tickets a seat has yet to decide about, in the order it is asked."""
        return self.all_in(state, OFFERED + seat, state.cells[self.undecided + seat])

    def chosen_by(self, state: State, seat: int) -> list[int]:
        """The tickets of an offer that a seat has decided to keep so far."""
        return self.all_in(state, CHOSEN + seat, state.cells[self.chosen + seat])

    def unplaced(self, state: State) -> list[list[int]]:
        """By deck: the tickets of which the seat of a view does not know where they are."""
        where = state.cells[self.where : self.end]
        return [[ticket for ticket in deck if where[ticket] == HIDDEN] for deck in self.in_deck]

    def undone(self, state: State, seat: int) -> list[int]:
        """The tickets a seat holds that are not done."""
        root = self.graph.roots(self.network(state, seat))
        return [ticket for ticket in self.holding(state, seat) if not self.joins(root, ticket)]

    def done(self, state: State, seat: int) -> list[int]:
        """Those of them that are done: the seat's own routes join all their stops."""
        root = self.graph.roots(self.network(state, seat))
        return [ticket for ticket in self.holding(state, seat) if self.joins(root, ticket)]

    def network(self, state: State, seat: int) -> int:
        """The mask of routes that count for a seat's tickets: its own, and what is lent to it."""
        routes = self.claims.routes(state, seat)
        for lender in self.lenders:
            routes |= lender.borrowed(state, seat)
        return routes

    def joins(self, root: list[int], ticket: int) -> bool:
        """Whether a network, given by the roots of its nodes, joins all stops of a ticket."""
        if self.plain[ticket]:
            return root[self.a[ticket]] == root[self.b[ticket]]
        if self.choices[ticket]:
            return self.worth(root, ticket) != MISSED
        return self.graph.joined(root, self.groups[ticket])

    def worth(self, root: list[int], ticket: int) -> int:
        """What a network gives for a ticket: of several destinations joined, the best (R-96).

        MISSED: the ticket is not done; one that is done may give nothing.
        """
        if not self.choices[ticket]:
            return self.tickets[ticket].points if self.joins(root, ticket) else MISSED
        start = self.groups[ticket][0]
        joined = [n for end, n in self.choices[ticket] if self.graph.joined(root, (start, end))]
        return max(joined, default=MISSED)

    def audit(self, state: State) -> None:
        cells = state.cells
        where = cells[self.where : self.end]
        for deck in range(self.decks):
            own = [where[t] for t in self.in_deck[deck]]
            under = cells[self.tail + deck] - cells[self.head + deck]
            if not 0 <= cells[self.head + deck] <= MOST_TURNS or not 0 <= under <= self.count:
                raise PositionError("tickets: the counts under a deck are impossible")
            if cells[self.left + deck] != self.in_play(state, deck) + under:
                raise PositionError("tickets: tickets_left is not the number in the deck")
            if own.count(DECK) != cells[self.fresh + deck]:
                raise PositionError("tickets: tickets_fresh is not the number in the deck")
            turns = sorted((value - UNDER) // 8 for value in own if value < 0)
            if turns != list(range(cells[self.head + deck], cells[self.tail + deck])):
                raise PositionError("tickets: those under the deck are not in a row")
            alike = [where[t] for t in range(self.count) if self.counted[self.deck_of[t]] == deck]
            for seat in range(self.players):
                at = seat * self.decks + deck
                waiting = sum(alike.count(place + seat) for place in (OFFERED, CHOSEN, REFUSED))
                if (alike.count(HELD + seat), waiting) != (
                    cells[self.held + at],
                    cells[self.offers + at],
                ):
                    raise PositionError("tickets: a seat's counts are not those of its tickets")
        for seat in range(self.players):
            counts = (where.count(OFFERED + seat), where.count(CHOSEN + seat))
            if counts != (cells[self.undecided + seat], cells[self.chosen + seat]):
                raise PositionError("tickets: undecided or chosen is wrong")
            first = where.index(OFFERED + seat) if counts[0] else UNKNOWN
            if cells[self.deciding + seat] != first:
                raise PositionError("tickets: deciding is not the first ticket offered")
        whose = [value % 8 if value < 0 else value % 10 for value in where]
        if any(
            s >= self.players and (s != NOBODYS or v > 0) for s, v in zip(whose, where, strict=True)
        ):
            raise PositionError("tickets: one belongs to a seat that does not exist")
