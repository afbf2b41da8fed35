"""Tunnels: three cards are turned up, and each that matches costs one card more (R-94)."""

from typing import Final

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import ENOUGH, PAY_OR_STOP, Layout, OneOf
from capotreno.engine.state import UNKNOWN, Event, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.seams import Digger, Keeper

TURNED_UP: Final = 3


class Tunnels(Digger):
    """Show what you pay, see what comes, then pay the rest or give up the turn."""

    def bind(self, layout: Layout) -> None:
        self.cards = layout.partner(Cards)
        self.payer = layout.partner(FerryPayment)
        self.claims = layout.partner(Claims)
        self.heap = layout.partner(TurnedUp)
        self.kinds = self.cards.kinds
        self.wild = self.cards.wild
        # what lies shown: a kind of card (null: none, only wilds), how many of it, how many wilds
        self.card = layout.cells("tunnel_card", codec=OneOf(layout.words["card"]))
        self.copies = layout.cells("tunnel_cards", most=max(self.cards.counts))
        self.wilds = layout.cells("tunnel_wilds", most=max(self.cards.counts))
        self.question = layout.question(self, "tunnel", form=PAY_OR_STOP, about="route")
        self.laid = layout.event(self, "laid", "seat", "card", "count", "wilds")
        self.taken_back = layout.event(self, "taken_back", "seat", quiet=True)
        self.give_up = layout.actions(self, [face("stop", "")], group="pay", spot=ENOUGH)

    def facts_now(self, state: State, seat: int) -> Json:
        card = state.cells[self.card]
        turned = self.heap.lying(state)
        counted = {self.cards.names[one] for one in turned if one in (card, self.wild)}
        return {"tunnel_matches": sorted(counted)} if turned else {}

    def lay(self, cells: list[int]) -> None:
        cells[self.card] = UNKNOWN

    def dig(self, state: State, seat: int, code: int, route: int) -> None:
        card, copies, wilds = self.payer.ways[code - self.payer.codes]
        self.show(state, seat, card if copies else UNKNOWN, copies, wilds)
        for _ in range(TURNED_UP):
            turned = self.cards.next_card(state)
            if turned >= 0:
                self.heap.turn_up(state, turned)
        if self.more(state):
            state.ask(self.question, seat, route)
        else:
            self._through(state, seat, route)

    def more(self, state: State) -> int:
        """How many more cards the tunnel costs."""
        card = state.cells[self.card]
        return sum([turned in (card, self.wild) for turned in self.heap.lying(state)])

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        cells = state.cells
        first = self.cards.hands + seat * self.kinds
        more, card = self.more(state), cells[self.card]
        wilds = cells[first + self.wild] - cells[self.wilds]
        codes: tuple[int, ...] = ()
        if card >= 0:
            left = cells[first + card] - cells[self.copies]
            codes = self.payer.menu[more][wilds][card][left]
        return tuple(sorted((*codes, *self.payer.all_wild[more][wilds], self.give_up)))

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        """The player gives up: the cards go back to the hand, and the turn is over."""
        self.take_back(state, seat)
        self.heap.clear_away(state)
        self._look_again(state)

    def pay_more(self, state: State, seat: int, code: int, route: int) -> None:
        for card, count in self.payer.cost(code):
            self.cards.spend(state, seat, card, count)
        self._through(state, seat, route)

    def _through(self, state: State, seat: int, route: int) -> None:
        """The tunnel is dug: what was shown is paid, the route is claimed."""
        cells = state.cells
        card, copies, wilds = cells[self.card], cells[self.copies], cells[self.wilds]
        self.take_back(state, seat)
        if copies:
            self.cards.spend(state, seat, card, copies)
        if wilds:
            self.cards.spend(state, seat, self.wild, wilds)
        self.heap.clear_away(state)
        self._look_again(state)
        self.claims.paid(state, seat, self.claims.payment, route)

    def _look_again(self, state: State) -> None:
        for keeper in self.cards.keepers:
            keeper.replenish(state)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return None

    def paid(self, state: State, seat: int, question: int, subject: int) -> None:
        """A tunnel is paid by `pay_more`; that there is a payment to await is all this says."""

    # -- events -------------------------------------------------------------------------------

    def show(self, state: State, seat: int, card: int, copies: int, wilds: int) -> None:
        """Cards are shown to all; they stay in the hand."""
        cells = state.cells
        cells[self.card], cells[self.copies], cells[self.wilds] = card, copies, wilds
        first = self.cards.hands_seen + seat * self.kinds
        if card >= 0:
            cells[first + card] = max(cells[first + card], copies)
        cells[first + self.wild] = max(cells[first + self.wild], wilds)
        if state.events is not None:
            state.events.append((self.laid, seat, card, copies, wilds))

    def take_back(self, state: State, seat: int) -> None:
        """Nothing lies shown any more; what was seen stays known."""
        cells = state.cells
        cells[self.card], cells[self.copies], cells[self.wilds] = UNKNOWN, 0, 0
        if state.events is not None:
            state.events.append((self.taken_back, seat))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.laid:
            self.show(state, event[1], event[2], event[3], event[4])
        else:
            self.take_back(state, event[1])

    def audit(self, state: State) -> None:
        cells = state.cells
        asked = [entry for entry in state.stack if entry[0] == self.question]
        card, copies, wilds = cells[self.card], cells[self.copies], cells[self.wilds]
        if not asked:
            if (card, copies, wilds) != (UNKNOWN, 0, 0) or self.heap.lying(state):
                raise PositionError("tunnel: cards lie there although nobody digs")
            return
        _, seat, route = asked[0]
        length = self.payer.length
        first = self.cards.hands_seen + seat * self.kinds
        if (
            len(state.stack) > 1
            or not 0 <= route < len(length)
            or not self.payer.tunnel[route]
            or copies + wilds != length[route]
            or min(copies, wilds) < 0
            or (card >= 0) != (copies > 0)
            or (card >= 0 and self.payer.colour[route] not in (card, UNKNOWN))
            or (card >= 0 and cells[first + card] < copies)
            or cells[first + self.wild] < wilds
            or not self.more(state)
            or not state.cells[self.claims.open + seat] >> route & 1
            or not self.claims.pieces.within(state, seat) >> route & 1
        ):
            raise PositionError("tunnel: what lies there does not fit the tunnel")


class TurnedUp(Keeper):
    """The cards turned up for a tunnel; they lie open until it is decided."""

    def bind(self, layout: Layout) -> None:
        self.cards = layout.partner(Cards)
        layout.name("turned_up", [str(n + 1) for n in range(TURNED_UP)])
        self.first = layout.cells("turned_up", "turned_up", codec=OneOf(layout.words["card"]))
        self.end = self.first + TURNED_UP
        self.turned = layout.event(self, "turned_up", "card")
        self.cleared = layout.event(self, "cleared_away", quiet=True)

    def lay(self, cells: list[int]) -> None:
        cells[self.first : self.end] = [UNKNOWN] * TURNED_UP

    def lying(self, state: State) -> list[int]:
        return [card for card in state.cells[self.first : self.end] if card >= 0]

    def replenish(self, state: State) -> None:
        """Nothing is kept here beyond a tunnel."""

    def turn_up(self, state: State, card: int) -> None:
        cells = state.cells
        cells[self.cards.left] -= 1
        cells[self.cards.deck + card] -= 1
        cells[cells.index(UNKNOWN, self.first, self.end)] = card
        if state.events is not None:
            state.events.append((self.turned, card))

    def clear_away(self, state: State) -> None:
        cells = state.cells
        for card in self.lying(state):
            cells[self.cards.discards + card] += 1
        cells[self.first : self.end] = [UNKNOWN] * TURNED_UP
        if state.events is not None:
            state.events.append((self.cleared,))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.turned:
            self.turn_up(state, event[1])
        else:
            self.clear_away(state)
