"""Tickets that leave the game: those refused are not put back (R-90)."""

from typing import ClassVar, Final

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Codec, Layout
from capotreno.engine.state import HIDDEN, WHO_CELL, Event, State
from capotreno.rules.ticket_stock import CHOSEN, REFUSED, Whereabouts
from capotreno.rules.tickets import Draw, Tickets

GONE: Final = 50  # a seat is added: it refused the ticket, and knows it


class LeavingPlaces(Whereabouts):
    """A ticket's cell in words: also gone 0."""

    words: ClassVar[tuple[tuple[str, int], ...]] = (*Whereabouts.words, ("gone", GONE))


class LeavingTickets(Tickets):
    """What is refused at the opening leaves the game; with `later_too`, what is refused later too.

    `dealt`: how many tickets of each deck make the opening; later ones come from the last deck.
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
        self.gone = layout.cells("tickets_gone", "seat", "ticket_deck")
        self.removed = layout.event(
            self, "removed", "seat", "ticket_deck", "ticket", secret=("ticket",)
        )

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
        cells[self.offers + seat * self.decks + deck] -= 1
        cells[self.gone + seat * self.decks + deck] += 1
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

    def _open_places(self, state: State, seat: int, deck: int) -> list[int]:
        places = super()._open_places(state, seat, deck)
        for other in range(self.players):
            if other != seat:
                n = state.cells[self.gone + other * self.decks + deck]
                places += [GONE + other] * n
        return places

    def audit(self, state: State) -> None:
        super().audit(state)
        where = state.cells[self.where : self.end]
        assert HIDDEN not in where
        for seat in range(self.players):
            for deck in range(self.decks):
                own = [where[t] for t in self.in_deck[deck]].count(GONE + seat)
                if own != state.cells[self.gone + seat * self.decks + deck]:
                    raise PositionError("tickets_gone: not the number of tickets refused")
