"""Tickets that leave the game: those refused are not put back (R-90)."""

from typing import ClassVar, Final

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Codec, Layout
from capotreno.engine.state import HIDDEN, WHO_CELL, Event, State
from capotreno.rules.tickets.tickets import Draw, Tickets
from capotreno.rules.tickets.whereabouts import CHOSEN, HELD, OFFERED, REFUSED, Whereabouts

GONE: Final = 50  # a seat is added: it refused the ticket, and knows it


class LeavingPlaces(Whereabouts):
    """A ticket's cell in words: also gone 0."""

    words: ClassVar[tuple[tuple[str, int], ...]] = (*Whereabouts.words, ("gone", GONE))


class LeavingTickets(Tickets):
    """What is refused at the opening leaves the game; with `later_too`, what is refused later too.

    `dealt`: how many tickets of each deck make the opening; later ones come from the last deck.
    All backs are alike: nobody sees which of them a seat keeps, and they count as the last deck's
    (R-89).
    """

    def __init__(
        self, opening: Draw, later: Draw, later_too: bool, dealt: tuple[int, ...] = ()
    ) -> None:
        super().__init__(opening, later)
        self.later_too = later_too
        self.dealt = dealt or (opening.draw,)

    def redrawn(self, later: Draw) -> Tickets:
        return LeavingTickets(self.opening, later, self.later_too, self.dealt)

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        self.drawn = self.decks - 1  # the deck of the later tickets
        self.gone = layout.cells("tickets_gone", "seat", "ticket_deck", most=self.count)
        self.removed = layout.event(
            self, "removed", "seat", "ticket_deck", "ticket", secret=self.unseen
        )

    def backs(self, decks: int) -> list[int]:
        return [decks - 1] * decks

    def never_dealt(self) -> list[int]:
        """Only the last deck is drawn from after the opening."""
        dealt = [self.players * n for n in self.dealt[: self.decks - 1]]
        sizes = [len(own) for own in self.in_deck[: self.decks - 1]]
        return [size - n for size, n in zip(sizes, dealt, strict=True)] + [0]

    def decks_fit(self) -> bool:
        return len(self.dealt) == self.decks and sum(self.dealt) == self.opening.draw

    def places(self) -> Codec:
        return LeavingPlaces()

    def start(self, state: State) -> None:
        for seat in range(self.players):
            for deck, n in enumerate(self.dealt):
                self.offer(state, seat, deck, n)
        self._ask_opening(state)

    def settle(self, state: State, seat: int, shuffled: bool) -> None:
        opening = state.cells[WHO_CELL] < 0
        if not opening and not self.later_too:
            super().settle(state, seat, shuffled)
            return
        where = state.cells[self.where : self.end]
        for place, move in ((CHOSEN, self.keep), (REFUSED, self.remove)):
            for ticket in [t for t, here in enumerate(where) if here == place + seat]:
                move(state, seat, self.deck_of[ticket], ticket)

    def remove(self, state: State, seat: int, deck: int, ticket: int) -> None:
        """A ticket leaves the game; who refused it knows which."""
        cells = state.cells
        at = seat * self.decks + self.counted[deck]
        cells[self.offers + at] -= 1
        cells[self.gone + at] += 1
        if ticket >= 0:
            cells[self.where + ticket] = GONE + seat
        if state.events is not None:
            state.events.append((self.removed, seat, deck, ticket))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.removed:
            self.remove(state, event[1], event[2], event[3])
        else:
            super().fold(state, event)

    def hide(self, cells: list[int], seat: int, over: bool) -> None:
        mine = [t for t in range(self.where, self.end) if cells[t] == GONE + seat and seat >= 0]
        super().hide(cells, seat, over)
        for ticket in mine:
            cells[ticket] = GONE + seat

    def resample(self, state: State, seat: int) -> None:
        """First the tickets that only the opening deals, then those of the last deck."""
        others = [other for other in range(self.players) if other != seat]
        for deck in range(self.drawn):
            for other in others:
                self._place(state, other, deck, self.dealt[deck], sum(self.dealt))
            for other in others:  # in a position that no game leads to a seat may have more
                self._place(state, other, deck, self.count, self.count)
        super().resample(state, seat)

    def _place(self, state: State, seat: int, deck: int, quota: int, kept: int) -> None:
        """Tickets of a deck go where a seat has some that are not known, up to a quota.

        What the seat keeps and what it has refused may be any of those it was dealt, `kept` of all
        that it holds or has refused.
        """
        cells = state.cells
        at = seat * self.decks + self.drawn
        where = cells[self.where : self.end]
        loose = [t for t in self.in_deck[deck] if where[t] == HIDDEN]
        gone = cells[self.gone + at]
        spots = [GONE + seat] * (gone - where.count(GONE + seat))
        spots += [OFFERED + seat] * (cells[self.offers + at] - where.count(OFFERED + seat))
        held = cells[self.held + at] - where.count(HELD + seat)
        spots += [HELD + seat] * min(held, kept - gone)
        quota -= len([t for t in self.in_deck[deck] if where[t] == HELD + seat])
        for _ in range(min(quota, len(loose) - cells[self.fresh + deck], len(spots))):
            ticket = loose.pop(state.below(len(loose)))
            cells[self.where + ticket] = spots.pop(state.below(len(spots)))

    def _open_places(self, state: State, seat: int, deck: int) -> list[int]:
        places = super()._open_places(state, seat, deck)
        cells = state.cells
        for other in range(self.players):
            if other != seat:
                places += [GONE + other] * cells[self.gone + other * self.decks + deck]
        for ticket in range(self.in_deck[deck][0]):  # already placed, and counted with this deck
            if cells[self.where + ticket] in places:
                places.remove(cells[self.where + ticket])
        return places

    def audit(self, state: State) -> None:
        super().audit(state)
        where = state.cells[self.where : self.end]
        assert HIDDEN not in where
        for seat in range(self.players):
            first = self.gone + seat * self.decks
            gone = state.cells[first : first + self.decks]
            if gone != [0] * self.drawn + [where.count(GONE + seat)]:
                raise PositionError("tickets_gone: not the number of tickets refused")
