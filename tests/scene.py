"""Scenes: states arranged by hand, so that a rule can be shown in a few lines.

A scene starts after the opening, with empty hands, no tickets and nobody owning a route, and it is
audited before play: a scene that breaks a law of the game is an error in the test.
"""

import re
from functools import cache
from typing import Any, Self, TypeVar

from capotreno import Game, NotLegal, State, Tape, load
from capotreno.engine.part import Part
from capotreno.engine.state import PASSES_CELL, TURN_QUESTION, TURNS_CELL, WHO_CELL, Event
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.row import Row
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.tickets.whereabouts import DECK, HELD, UNDER
from capotreno.rules.travelling.passengers import Passengers

P = TypeVar("P", bound=Part)

# Refusals that rest on no rule: the action is no answer to what is asked now.
OUT_OF_ORDER = ("not_asked", "not_now", "decide_first", "already_decided", "not_offered")

PAYMENTS = ("payment", "harbour_payment")


@cache
def game_of(name: str, players: int) -> Game:
    """A game, built once for all scenes: it is immutable."""
    return load(name, players)


class Scene:
    """A state to arrange and then to play on."""

    lawful = True  # whether it is audited

    def __init__(
        self, name: str, players: int = 2, seed: int = 1, game: Game | None = None
    ) -> None:
        self.game: Game = game or game_of(name, players)
        self.players = players
        self.state: State = self.game.start(seed)
        while self.state.cells[WHO_CELL] < 0:
            self.game.apply(self.state, self.game.legal(self.state)[0])
        self.cells = self.state.cells
        for seat in range(players):
            self.tickets(seat)
            if self.game.layout.partners(Cards):
                self.hand(seat)
        if self.game.layout.partners(Row):
            self.row(*self._plain_row())

    def part(self, kind: type[P]) -> P:
        return self.game.layout.partner(kind)

    def _plain_row(self) -> list[str]:
        """One card after the other, of several decks in turn; no wilds."""
        board = self.game.board
        decks = list(dict.fromkeys(card.deck for card in board.cards))
        plain = [[c.id for c in board.cards if c.deck == deck and not c.wild] for deck in decks]
        row = range(self.part(Row).row)
        return [plain[i % len(decks)][i // len(decks) % len(plain[0])] for i in row]

    # -- arranging ----------------------------------------------------------------------------

    def hand(self, seat: int, **counts: int) -> Self:
        """Exactly these cards in a hand; they come from the deck, the old ones go back to it."""
        cards = self.part(Cards)
        for i, name in enumerate(cards.names):
            at = cards.hands + seat * cards.kinds + i
            want = counts.get(name, 0)
            self.cells[cards.deck + i] += self.cells[at] - want
            self.cells[at] = want
            self.cells[cards.hands_seen + seat * cards.kinds + i] = 0
        self._count_cards()
        return self

    def row(self, *names: str | None) -> Self:
        """Exactly these cards face up (None: an empty slot); the rest from and to the deck."""
        cards, market = self.part(Cards), self.part(Row)
        for slot in range(market.row):
            old = self.cells[market.first + slot]
            if old >= 0:
                self.cells[cards.deck + old] += 1
            name = names[slot]
            new = -1 if name is None else cards.names.index(name)
            if new >= 0:
                self.cells[cards.deck + new] -= 1
            self.cells[market.first + slot] = new
        self._count_cards()
        return self

    def deck(self, discards: dict[str, int] | None = None, **counts: int) -> Self:
        """Exactly these cards in the deck, these in the discards; all others to the LAST seat."""
        cards = self.part(Cards)
        last = (self.players - 1) * cards.kinds
        for i, name in enumerate(cards.names):
            want = counts.get(name, 0), (discards or {}).get(name, 0)
            have = self.cells[cards.deck + i] + self.cells[cards.discards + i]
            self.cells[cards.hands + last + i] += have - sum(want)
            self.cells[cards.deck + i], self.cells[cards.discards + i] = want
        self._count_cards()
        return self

    def _count_cards(self) -> None:
        cards = self.part(Cards)
        for deck in range(cards.decks):
            own = [i for i in range(cards.kinds) if cards.deck_of[i] == deck]
            self.cells[cards.left + deck] = sum(self.cells[cards.deck + i] for i in own)
            for seat in range(self.players):
                held = sum(self.cells[cards.hands + seat * cards.kinds + i] for i in own)
                self.cells[cards.sizes + seat * cards.decks + deck] = held
        self.state.menu = None

    def supply(self, seat: int, **counts: int) -> Self:
        """A seat that chooses its pieces has chosen so that it has these in its supply now."""
        part = self.part(Pieces)
        for kind, name in enumerate(self.game.layout.words["piece"]):
            have = self.cells[part.first + seat * part.kinds + kind]
            part.unbox(self.state, seat, kind, counts[name] - have)
        self.state.menu = None
        return self

    def own(self, seat: int, *routes: str) -> Self:
        """Give a seat routes, pieces placed, nothing paid, no passengers taken."""
        claims = self.part(Claims)
        for route in routes:
            index = claims.ids.index(route)
            claims.pieces.fill(self.state, seat, index)
            claims.own(self.state, seat, index)
        self.state.menu = None
        return self

    def tickets(self, seat: int, *ids: str) -> Self:
        """A seat holds exactly these tickets; the old ones go back into the decks."""
        part = self.part(TicketStock)
        where = part.where
        for index, ticket in enumerate(self.game.board.tickets):
            deck = part.deck_of[index]
            if self.cells[where + index] == HELD + seat:
                self.cells[where + index] = DECK
                self._move_ticket(deck, 1, seat)
            if ticket.id in ids:
                assert self.cells[where + index] == DECK, f"{ticket.id} is not free"
                self.cells[where + index] = HELD + seat
                self._move_ticket(deck, -1, seat)
        self.state.menu = None
        return self

    def _move_ticket(self, deck: int, step: int, seat: int) -> None:
        part = self.part(TicketStock)
        before = part.in_play(self.state, deck)
        self.cells[part.fresh + deck] += step
        self.cells[part.left + deck] += part.in_play(self.state, deck) - before
        self.cells[part.held + seat * part.decks + part.counted[deck]] -= step

    def ticket_deck(self, fresh: tuple[str, ...] = (), under: tuple[str, ...] = ()) -> Self:
        """Only these tickets remain in the decks, `under` in order; the rest to the LAST seat."""
        part = self.part(TicketStock)
        last = self.players - 1
        turns = [self.cells[part.head + deck] for deck in range(part.decks)]
        for deck in range(part.decks):
            self.cells[part.tail + deck] = self.cells[part.head + deck]
            self.cells[part.left + deck] = self.cells[part.fresh + deck] = 0
        for index, ticket in enumerate(self.game.board.tickets):
            at, deck = part.where + index, part.deck_of[index]
            if self.cells[at] > 0:
                continue
            if ticket.id in fresh:
                self.cells[at] = DECK
                self.cells[part.fresh + deck] += 1
                self.cells[part.left + deck] = part.in_play(self.state, deck)
            elif ticket.id not in under:
                self.cells[at] = HELD + last
                self.cells[part.held + last * part.decks + part.counted[deck]] += 1
        for id in under:
            index = self.game.board.ticket(id).index
            deck = part.deck_of[index]
            self.cells[part.where + index] = UNDER + turns[deck] * 8 + last
            turns[deck] += 1
            self.cells[part.tail + deck] = turns[deck]
            self.cells[part.left + deck] += 1
        self.state.menu = None
        return self

    def passengers(self, place: str, *colours: str) -> Self:
        """Exactly these passengers wait at a place; swapped with other places' to keep the sums."""
        part = self.part(Passengers)
        here = self.game.board.place(place).index
        for colour, name in enumerate(part.names):
            while self._waiting(here, colour) > colours.count(name):
                self._swap(here, colour, colours)
        assert sum(self._waiting(here, c) for c in range(part.colours)) == part.stock[here]
        self.state.menu = None
        return self

    def _waiting(self, place: int, colour: int) -> int:
        part = self.part(Passengers)
        return self.cells[part.waiting + place * part.colours + colour]

    def _swap(self, here: int, colour: int, colours: tuple[str, ...]) -> None:
        """Exchange one passenger of `here` for a wanted one of another place."""
        part = self.part(Passengers)
        want = next(
            c for c, name in enumerate(part.names) if self._waiting(here, c) < colours.count(name)
        )
        other = next(p for p in range(len(part.stock)) if p != here and self._waiting(p, want) > 0)
        for place, out, into in ((here, colour, want), (other, want, colour)):
            self.cells[part.waiting + place * part.colours + out] -= 1
            self.cells[part.waiting + place * part.colours + into] += 1

    def has_passengers(self, seat: int, **counts: int) -> Self:
        """A seat takes so many passengers of a colour, from wherever they wait."""
        part = self.part(Passengers)
        for name, n in counts.items():
            colour = part.names.index(name)
            for _ in range(n):
                place = next(p for p in range(len(part.stock)) if self._waiting(p, colour) > 0)
                part.take(self.state, seat, place, colour)
        self.state.menu = None
        return self

    def turn(self, seat: int) -> Self:
        """It is this seat's turn."""
        self.cells[WHO_CELL] = seat
        self.cells[PASSES_CELL] = 0
        self.cells[TURNS_CELL] += 1
        self.state.stack[:] = [(TURN_QUESTION, seat, 0)]
        self.state.menu = None
        return self

    def last_turn(self, seat: int) -> Self:
        """It is this seat's turn and the last of the game, however many pieces everybody has.

        Play never comes to that, so the scene is audited no more.
        """
        self.turn(seat)
        self.cells[self.part(LastRound).to_go] = 1
        self.lawful = False
        return self

    def audit(self) -> None:
        if self.lawful:
            self.game.audit(self.state)

    def chance(self, *outcomes: int) -> Self:
        """From now on chance says this; one outcome too few is an error."""
        self.state.tape = Tape(list(outcomes))
        return self

    # -- playing ------------------------------------------------------------------------------

    @property
    def legal(self) -> list[str]:
        self.audit()
        return [self.game.action(code).text for code in self.game.legal(self.state)]

    @property
    def actor(self) -> int | None:
        return self.game.actor(self.state)

    @property
    def question(self) -> str:
        return self.game.layout.questions[self.state.stack[-1][0]].name

    def play(self, *actions: str, seat: int = -1) -> list[Event]:
        """Do this; gives the events."""
        self.audit()
        events: list[Event] = []
        self.state.events = events
        for action in actions:
            if not action.startswith("pay"):
                self._pay(seat)
            self.game.apply(self.state, self.game.code(action), seat)
        self._pay(seat)
        self.state.events = None
        self.audit()
        return events

    def _pay(self, seat: int) -> None:
        """What can be paid in one way only is paid that way."""
        while self.state.stack and self.question in PAYMENTS and len(self.legal) == 1:
            self.game.apply(self.state, self.game.legal(self.state)[0], seat)

    def names(self, events: list[Event]) -> list[str]:
        return [self.game.layout.events[event[0]].name for event in events]

    def refused(self, action: str) -> NotLegal:
        """The refusal of an action, after making sure that it changed nothing.

        It cites a rule, unless the action answers no question asked now.
        """
        before = self.game.digest(self.state)
        try:
            self.game.apply(self.state, self.game.code(action))
        except NotLegal as error:
            assert self.game.digest(self.state) == before
            cited = re.search(r"\[\w+-\d+\]$", str(error)) is not None
            if not cited and error.reason.key not in OUT_OF_ORDER:
                raise AssertionError(f"no rule cited: {error}") from error
            return error
        raise AssertionError(f"{action} was allowed")

    def held(self, seat: int) -> dict[str, int]:
        """A hand as counts by card, zeros left out."""
        cards = self.part(Cards)
        counts = self.cells[cards.hands + seat * cards.kinds :][: cards.kinds]
        return {name: n for name, n in zip(cards.names, counts, strict=True) if n}

    @property
    def face_up(self) -> list[str | None]:
        """The row, None for an empty slot."""
        market = self.part(Row)
        names: list[str | None] = [*self.part(Cards).names, None]  # an empty slot is -1
        return [names[card] for card in self.cells[market.first : market.end]]

    def seen(self, seat: int, name: str) -> Any:
        """Some cells by name, in words, as a seat (-1: a spectator) sees them; None: hidden."""
        cells: Any = self.game.position(self.game.view(self.state, seat))["cells"]
        return cells[name]

    def total(self, seat: int) -> int:
        return self.game.sheets(self.state)[seat].total

    def line(self, seat: int, label: str) -> int:
        return self.game.sheets(self.state)[seat].line(label).points
