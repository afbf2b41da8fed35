"""Tickets: dealt, drawn, kept or returned, done or missed.

Every ticket is in exactly one place, and one cell per ticket says where. A deck is the set of
tickets never returned, drawn from at random, and below it the returned ones in order.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from capotreno.board.graph import Graph
from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import MIXED, OWNER, Choice, Codec, Layout
from capotreno.engine.part import Item, Line, Part, require
from capotreno.engine.state import HIDDEN, TURN_QUESTION, UNKNOWN, Event, State
from capotreno.rules.claims import Claims

# Where a ticket is. A seat is added to all but the first; under a deck also eight times its turn,
# so that the ticket to be drawn next from there has the least number of all.
DECK: Final = 0
HELD: Final = 10
OFFERED: Final = 20
CHOSEN: Final = 30
REFUSED: Final = 40
UNDER: Final = -(2**30)


class Whereabouts(Codec):
    """A ticket's cell in words: deck, held 0, offered 0, chosen 0, refused 0, under 7 0."""

    words = (("held", HELD), ("offered", OFFERED), ("chosen", CHOSEN), ("refused", REFUSED))

    def write(self, value: int) -> object:
        if value == DECK:
            return "deck"
        if value < 0:
            return f"under {(value - UNDER) // 8} {(value - UNDER) % 8}"
        return f"{self.words[value // 10 - 1][0]} {value % 10}"

    def read(self, value: object) -> int:
        text = value.split() if isinstance(value, str) else []
        if text == ["deck"]:
            return DECK
        numbers = [int(word) for word in text[1:] if word.isdecimal() and len(word) < 6]
        if len(numbers) == len(text) - 1:
            if text[0] == "under" and len(numbers) == 2 and numbers[1] < 8:
                return UNDER + numbers[0] * 8 + numbers[1]
            for word, base in self.words:
                if text[0] == word and len(numbers) == 1 and numbers[0] < 8:
                    return base + numbers[0]
        raise ValueError(f"{value!r:.60} is not a place where a ticket can be")


@dataclass(frozen=True)
class Draw:
    """How many tickets are drawn and how many of them must be kept."""

    draw: int
    keep: int


class Tickets(Part):
    """The ticket decks of a board.

    `opening` and `later` say how many are drawn and kept. `mix`: the seat announces how many from
    each deck before drawing. `shuffle_back`: opening refusals return into their decks at random
    (otherwise under them, as later ones always do).
    """

    labels: ClassVar[tuple[str, ...]] = ("tickets_done", "tickets_missed")
    measures: ClassVar[tuple[str, ...]] = ("tickets",)

    def __init__(
        self, opening: Draw, later: Draw, mix: bool = False, shuffle_back: bool = False
    ) -> None:
        self.opening = opening
        self.later = later
        self.mix = mix
        self.shuffle_back = shuffle_back

    def bind(self, layout: Layout) -> None:
        board = layout.board
        tickets = board.tickets
        decks = sorted({t.deck for t in tickets}, key=[t.deck for t in tickets].index)
        require(self.mix or len(decks) == 1, "several ticket decks need an announced mix")
        in_order = sorted(tickets, key=lambda ticket: decks.index(ticket.deck))
        require(in_order == list(tickets), "the tickets of a deck must stand together")
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.graph = Graph(board)
        self.tickets = tickets
        self.count = len(tickets)
        self.decks = len(decks)
        self.deck_of = [decks.index(t.deck) for t in tickets]
        self.in_deck = [[t.index for t in tickets if t.deck == deck] for deck in decks]
        self.won = [Item(t.id, t.points) for t in tickets]
        self.lost = [Item(t.id, -t.penalty) for t in tickets]
        self.groups = [tuple(self.graph.nodes(stop) for stop in t.stops) for t in tickets]
        # Most tickets join two places that are one node each: no need to look at groups.
        self.plain = [[len(group) for group in groups] == [1, 1] for groups in self.groups]
        self.a = [groups[0][0] for groups in self.groups]
        self.b = [groups[-1][0] for groups in self.groups]
        layout.name("ticket", [t.id for t in tickets])
        layout.name("ticket_deck", decks)
        self._cells(layout)
        self.mixing = layout.question(self, "ticket_mix")
        self.keeping = layout.question(self, "keep_tickets", together=True)
        self._events(layout)
        self._codes(layout, decks)
        layout.reason("ticket_mix", "no_tickets", "must_keep")

    def _cells(self, layout: Layout) -> None:
        ids = layout.words["ticket"]
        self.where = layout.cells("tickets", "ticket", secrecy=MIXED, codec=Whereabouts())
        self.end = self.where + self.count
        self.deck_span = [(self.where + own[0], self.where + own[-1] + 1) for own in self.in_deck]
        self.held = layout.cells("tickets_held", "seat", "ticket_deck")
        self.offers = layout.cells("tickets_offered", "seat", "ticket_deck")
        self.deciding = layout.cells("deciding", "seat", secrecy=OWNER, codec=Choice(ids))
        self.undecided = layout.cells("undecided", "seat", secrecy=OWNER)
        self.chosen = layout.cells("chosen", "seat", secrecy=OWNER)
        self.left = layout.cells("tickets_left", "ticket_deck")  # in the deck, returned ones too
        self.fresh = layout.cells("tickets_fresh", "ticket_deck")  # never returned
        self.head = layout.cells("tickets_under_first", "ticket_deck")
        self.tail = layout.cells("tickets_under_next", "ticket_deck")

    def _events(self, layout: Layout) -> None:
        hidden = ("ticket",)
        self.offered = layout.event(self, "offered", "seat", "ticket_deck", "ticket", secret=hidden)
        self.decided = layout.event(self, "decided", "seat", "ticket", "keep", private=True)
        self.kept = layout.event(self, "kept", "seat", "ticket_deck", "ticket", secret=hidden)
        self.returned = layout.event(
            self, "returned", "seat", "ticket_deck", "ticket", "shuffled", secret=hidden
        )
        self.revealed = layout.event(self, "revealed", "seat", "ticket")

    def _codes(self, layout: Layout, decks: list[str]) -> None:
        most = self.most = max(self.opening.draw, self.later.draw)
        self.mixes = [(s, n - s) for n in range(1, most + 1) for s in range(n + 1)]
        if self.mix:
            require(self.decks == 2, "an announced mix needs two ticket decks")
            require(self.opening.draw == self.later.draw, "an announced mix has one size")
            faces = [
                face(
                    "tickets",
                    " ".join(f"{d}*{n}" for d, n in zip(decks, mix, strict=True) if n),
                    decks=dict(zip(decks, mix, strict=True)),
                )
                for mix in self.mixes
            ]
        else:
            faces = [face("tickets", "")]
        self.announce = layout.actions(self, faces)
        # mix_menu[s][l]: what can be announced when the decks hold s and l (or at least draw)
        sizes = range(most + 1)
        self.mix_menu = [[self._within(short, long) for long in sizes] for short in sizes]
        ids = [t.id for t in self.tickets]
        self.keep_code = layout.actions(self, [face("keep", id, ticket=id) for id in ids])
        self.return_code = layout.actions(self, [face("return", id, ticket=id) for id in ids])

    def _within(self, short: int, long: int) -> tuple[int, ...]:
        n = min(self.later.draw, short + long)
        return tuple(
            self.announce + i
            for i, (s, l) in enumerate(self.mixes)
            if s + l == n and s <= short and l <= long
        )

    # -- the opening --------------------------------------------------------------------------

    def lay(self, cells: list[int]) -> None:
        cells[self.deciding : self.deciding + self.players] = [UNKNOWN] * self.players
        for deck in range(self.decks):
            cells[self.left + deck] = cells[self.fresh + deck] = len(self.in_deck[deck])

    def start(self, state: State) -> None:
        if self.mix:
            for seat in reversed(range(self.players)):
                state.ask(self.mixing, seat, 0)
            return
        for seat in range(self.players):
            self.offer(state, seat, 0, self.opening.draw)
        self._ask_opening(state)

    def _ask_opening(self, state: State) -> None:
        for seat in reversed(range(self.players)):
            state.ask(self.keeping, seat, self.opening.keep)

    # -- the turn -----------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        if self.mix:
            return self._mixes(state)
        return (self.announce,) if state.cells[self.left] else ()

    def _mixes(self, state: State) -> tuple[int, ...]:
        """The mixes (s, l) with s + l = min(draw, tickets left), within each deck (R-20)."""
        most = self.most
        short = state.cells[self.left]
        long = state.cells[self.left + 1]
        return self.mix_menu[short if short < most else most][long if long < most else most]

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        if question == self.mixing:
            return self._mixes(state)
        cells = state.cells
        ticket = cells[self.deciding + seat]
        if cells[self.chosen + seat] + cells[self.undecided + seat] > subject:
            return (self.keep_code + ticket, self.return_code + ticket)
        return (self.keep_code + ticket,)

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code >= self.keep_code:
            if code < self.return_code:
                self.decide(state, seat, code - self.keep_code, 1)
            else:
                self.decide(state, seat, code - self.return_code, 0)
            if not state.cells[self.undecided + seat]:
                self._finished(state, seat, subject)
            return
        if self.mix:
            for deck, n in enumerate(self.mixes[code - self.announce]):
                if n:
                    self.offer(state, seat, deck, n)
        else:
            self.offer(state, seat, 0, min(self.later.draw, state.cells[self.left]))
        if question == TURN_QUESTION:
            offered = state.cells[self.undecided + seat]
            state.ask(self.keeping, seat, min(self.later.keep, offered))
        elif not any(asked == self.mixing for asked, _, _ in state.stack):
            self._ask_opening(state)

    def _finished(self, state: State, seat: int, keep: int) -> None:
        """A seat has decided about all its tickets; when every asked seat has, all is settled."""
        opening = state.cells[1] < 0
        state.close(self.keeping, seat, keep)
        if opening:
            if not any(asked == self.keeping for asked, _, _ in state.stack):
                for other in range(self.players):
                    self.settle(state, other, self.shuffle_back)
        else:
            self.settle(state, seat, False)

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

    def offer(self, state: State, seat: int, deck: int, n: int) -> None:
        """Draw n tickets of a deck: at random from those never returned, then from below."""
        cells = state.cells
        first, end = self.deck_span[deck]
        tickets: list[int] = []
        if cells[self.fresh + deck]:
            fresh = [t for t, place in enumerate(cells[first:end], first) if place == DECK]
            while fresh and len(tickets) < n:
                tickets.append(fresh.pop(state.below(len(fresh))) - self.where)
        if len(tickets) < n:
            under = sorted([place for place in cells[first:end] if place < 0])
            for place in under[: n - len(tickets)]:
                tickets.append(cells.index(place, first, end) - self.where)
        self.show(state, seat, deck, tickets)

    def why_not(self, state: State, seat: int, code: int) -> Reason | None:
        if code < self.keep_code:
            left = sum(state.cells[self.left : self.left + self.decks])
            if left == 0:
                return Reason("no_tickets", {})
            return Reason("ticket_mix", {"count": min(self.later.draw, left)})
        if code >= self.return_code:
            ticket = code - self.return_code
            if state.cells[self.where + ticket] == OFFERED + seat:
                return Reason("must_keep", {"ticket": self.tickets[ticket].id})
        return None

    # -- events: the only places that move tickets --------------------------------------------

    def show(self, state: State, seat: int, deck: int, tickets: list[int]) -> None:
        """Tickets go from their deck to a seat that must decide about them."""
        cells = state.cells
        n = len(tickets)
        fresh = min(n, cells[self.fresh + deck])
        cells[self.left + deck] -= n
        cells[self.fresh + deck] -= fresh
        cells[self.head + deck] += n - fresh
        cells[self.offers + seat * self.decks + deck] += n
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
        cells[self.offers + seat * self.decks + deck] -= 1
        cells[self.held + seat * self.decks + deck] += 1
        cells[self.chosen + seat] -= 1
        if ticket >= 0:
            cells[self.where + ticket] = HELD + seat
        if state.events is not None:
            state.events.append((self.kept, seat, deck, ticket))

    def put_back(self, state: State, seat: int, deck: int, ticket: int, shuffled: int) -> None:
        cells = state.cells
        cells[self.offers + seat * self.decks + deck] -= 1
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
        known = {place + seat for place in (HELD, OFFERED, CHOSEN, REFUSED)} if seat >= 0 else set()
        if over:
            known.update(range(HELD, HELD + self.players))
        cells[self.where : self.end] = [
            value if value in known or (UNDER <= value < 0 and value % 8 == seat) else HIDDEN
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
        mine = {(value - UNDER) // 8 for value in known if UNDER <= value < 0}
        stranger = (seat + 1) % self.players
        for turn in range(cells[self.head + deck], cells[self.tail + deck]):
            if turn not in mine:
                places.append(UNDER + turn * 8 + stranger)
        return places

    # -- scoring ------------------------------------------------------------------------------

    def holding(self, state: State, seat: int) -> list[int]:
        """The tickets a seat holds, by index."""
        first = self.held + seat * self.decks
        return self.all_in(state, HELD + seat, sum(state.cells[first : first + self.decks]))

    def all_in(self, state: State, place: int, n: int) -> list[int]:
        """The n tickets that are in a place, by index."""
        cells = state.cells
        found = []
        at = self.where - 1
        for _ in range(n):
            at = cells.index(place, at + 1, self.end)
            found.append(at - self.where)
        return found

    def done(self, state: State, seat: int) -> list[int]:
        """Those of them that are done: the seat's own routes join all their stops."""
        root = self.graph.roots(self.claims.routes(state, seat))
        return [ticket for ticket in self.holding(state, seat) if self.joins(root, ticket)]

    def joins(self, root: list[int], ticket: int) -> bool:
        """Whether a network, given by the roots of its nodes, joins all stops of a ticket."""
        if self.plain[ticket]:
            return root[self.a[ticket]] == root[self.b[ticket]]
        return self.graph.joined(root, self.groups[ticket])

    def score(self, state: State) -> list[list[Line]]:
        sheets = []
        for seat in range(self.players):
            root = self.graph.roots(self.claims.routes(state, seat))
            won: list[Item] = []
            lost: list[Item] = []
            for ticket in self.holding(state, seat):
                if self.joins(root, ticket):
                    won.append(self.won[ticket])
                else:
                    lost.append(self.lost[ticket])
            gained = sum([item.points for item in won])
            missed = sum([item.points for item in lost])
            sheets.append(
                [
                    Line("tickets_done", gained, tuple(won)),
                    Line("tickets_missed", missed, tuple(lost)),
                ]
            )
        return sheets

    def measure(self, state: State, seat: int, name: str) -> int:
        return len(self.done(state, seat))

    def audit(self, state: State) -> None:
        cells = state.cells
        where = cells[self.where : self.end]
        for deck in range(self.decks):
            own = [where[t] for t in self.in_deck[deck]]
            under = cells[self.tail + deck] - cells[self.head + deck]
            if cells[self.left + deck] != cells[self.fresh + deck] + under:
                raise PositionError("tickets: tickets_left is not the number in the deck")
            if own.count(DECK) != cells[self.fresh + deck]:
                raise PositionError("tickets: tickets_fresh is not the number in the deck")
            turns = sorted((value - UNDER) // 8 for value in own if value < 0)
            if turns != list(range(cells[self.head + deck], cells[self.tail + deck])):
                raise PositionError("tickets: those under the deck are not in a row")
            for seat in range(self.players):
                at = seat * self.decks + deck
                waiting = sum(own.count(place + seat) for place in (OFFERED, CHOSEN, REFUSED))
                if (own.count(HELD + seat), waiting) != (
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
        if any((value % 8 if value < 0 else value % 10) >= self.players for value in where):
            raise PositionError("tickets: one belongs to a seat that does not exist")
