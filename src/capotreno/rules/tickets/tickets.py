"""Tickets: announced, offered, kept or returned; done or missed at the end."""

from dataclasses import dataclass
from typing import ClassVar

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import MIX, NO, SEVERAL_OF, TICKET_DECK, YES, Layout
from capotreno.engine.part import Item, ScoreLine, require
from capotreno.engine.state import TURN_QUESTION, WHO_CELL, State
from capotreno.rules.seams import Toll
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.tickets.whereabouts import CHOSEN, OFFERED, REFUSED


@dataclass(frozen=True)
class Draw:
    """How many tickets are drawn and how many of them must be kept."""

    draw: int
    keep: int


class Tickets(TicketStock):
    """A turn may be spent on tickets, and the game opens with some.

    `opening` and `later` say how many are drawn and kept. `mix`: the seat announces how many from
    each deck before drawing. `shuffle_back`: opening refusals return into their decks at random
    (otherwise under them, as later ones always do). Where there is a toll, a seat announces how
    many it draws, up to what that allows; `later` then is the most there can be.
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

    def redrawn(self, later: Draw) -> "Tickets":
        """The same, not bound yet, with other draws in a turn."""
        return Tickets(self.opening, later, self.mix, self.shuffle_back)

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        self.tolls = layout.partners(Toll)
        require(self.decks_fit(), "several ticket decks need an announced mix")
        self.drawn = 0  # the deck of the later tickets, where no mix is announced
        self.won = [Item(t.id, t.points) for t in self.tickets]
        self.lost = [Item(t.id, -t.penalty) for t in self.tickets]
        self.mixing = layout.question(self, "ticket_mix", form=MIX, of="ticket_deck")
        self.keeping = layout.question(
            self, "keep_tickets", form=SEVERAL_OF, of="ticket", together=True
        )
        self._codes(layout)
        layout.reason("ticket_mix", "no_tickets", "must_keep")

    def decks_fit(self) -> bool:
        """Whether it is said from which deck tickets come."""
        return self.mix or self.decks == 1

    def _codes(self, layout: Layout) -> None:
        self.deck_names = decks = layout.words["ticket_deck"]
        most = max(self.opening.draw, self.later.draw)
        self.mixes = [(s, n - s) for n in range(1, most + 1) for s in range(n + 1)]
        if self.mix:
            require(self.decks == 2, "an announced mix needs two ticket decks")
        self.announce = layout.actions(
            self, self._announcements(decks), group="tickets", spot=TICKET_DECK
        )
        # mix_menus[draw][s][l]: what can be announced when the decks hold s and l
        full = [range(len(own) + 1) for own in self.in_deck] if self.mix else [range(0)]
        self.mix_menus = {
            draw: [[self._within(draw, short, long) for long in full[-1]] for short in full[0]]
            for draw in {self.opening.draw, self.later.draw}
        }
        ids = [t.id for t in self.tickets]
        self.keep_code = layout.actions(
            self, [face("keep", id, ticket=id) for id in ids], group="keep", spot=YES
        )
        self.return_code = layout.actions(
            self, [face("return", id, ticket=id) for id in ids], group="keep", spot=NO
        )

    def _announcements(self, decks: tuple[str, ...]) -> list[tuple[str, str, Json]]:
        """The words for drawing tickets: how many from each deck, where that is announced."""
        if not self.mix and self.tolls:
            return [face("tickets", str(n), count=n) for n in range(1, self.later.draw + 1)]
        if not self.mix:
            return [face("tickets", "")]
        return [
            face(
                "tickets",
                " ".join(f"{d}*{n}" for d, n in zip(decks, mix, strict=True) if n),
                decks=dict(zip(decks, mix, strict=True)),
            )
            for mix in self.mixes
        ]

    def _within(self, draw: int, short: int, long: int) -> tuple[int, ...]:
        n = min(draw, short + long)
        return tuple(
            self.announce + i
            for i, (a, b) in enumerate(self.mixes)
            if a + b == n and a <= short and b <= long
        )

    # -- the opening --------------------------------------------------------------------------

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
        if self.tolls:
            return self._allowed(state, self.tolls[0].allows(state, seat))
        if self.mix:
            return self._mixes(state, self.later.draw)
        return (self.announce,) if state.cells[self.left + self.drawn] else ()

    def _allowed(self, state: State, most: int) -> tuple[int, ...]:
        """What can be announced: up to so many, within each deck."""
        left = state.cells[self.left : self.left + self.decks]
        if not self.mix:
            return tuple(range(self.announce, self.announce + min(most, left[self.drawn])))
        return tuple(
            [
                self.announce + i
                for i, (a, b) in enumerate(self.mixes)
                if a + b <= most and a <= left[0] and b <= left[1]
            ]
        )

    def _announced(self, code: int) -> int:
        """How many tickets a code announces, where there is a toll."""
        number = code - self.announce
        return sum(self.mixes[number]) if self.mix else number + 1

    def _mixes(self, state: State, draw: int) -> tuple[int, ...]:
        """The mixes (s, l) with s + l = min(draw, tickets left), within each deck (R-20)."""
        return self.mix_menus[draw][state.cells[self.left]][state.cells[self.left + 1]]

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        if question == self.mixing:
            return self._mixes(state, self.opening.draw)
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
        most = self.later.draw
        if self.tolls and question == TURN_QUESTION:
            most = self._announced(code)
            self.tolls[0].charge(state, seat, most)
        if self.mix:
            for deck, n in enumerate(self.mixes[code - self.announce]):
                if n:
                    self.offer(state, seat, deck, n)
        else:
            left = state.cells[self.left + self.drawn]
            self.offer(state, seat, self.drawn, min(most, left))
        if question == TURN_QUESTION:
            offered = state.cells[self.undecided + seat]
            state.ask(self.keeping, seat, min(self.later.keep, offered))
        elif not any(asked == self.mixing for asked, _, _ in state.stack):
            self._ask_opening(state)

    def _finished(self, state: State, seat: int, keep: int) -> None:
        """A seat has decided about all its tickets; when every asked seat has, all is settled."""
        opening = state.cells[WHO_CELL] < 0
        kept = state.cells[self.chosen + seat]
        state.close(self.keeping, seat, keep)
        if opening:
            if not any(asked == self.keeping for asked, _, _ in state.stack):
                for other in range(self.players):
                    self.settle(state, other, self.shuffle_back)
        else:
            self.settle(state, seat, False)
            for toll in self.tolls:
                toll.settled(state, seat, kept)

    def concerns(self, question: int, code: int) -> bool:
        asking = (TURN_QUESTION, self.mixing) if code < self.keep_code else (self.keeping,)
        return question in asking

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json] | None:
        """How many tickets from each deck, or how many, where that is announced."""
        number = code - self.announce
        if code >= self.keep_code:
            return None
        if self.mix:
            mix = zip(self.deck_names, self.mixes[number], strict=True)
            return "mixed_tickets", {"decks": dict(mix)}
        return ("some_tickets", {"count": number + 1}) if self.tolls else None

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if code < self.keep_code:
            if question not in (TURN_QUESTION, self.mixing):
                return None
            if self.tolls and question == TURN_QUESTION:
                refused = self.tolls[0].refuse(state, seat, self._announced(code))
                return refused or Reason("no_tickets", {})
            left = sum(state.cells[self.left + self.drawn : self.left + self.decks])
            if left == 0:
                return Reason("no_tickets", {})
            return Reason("ticket_mix", {"count": min(self.later.draw, left)})
        if question != self.keeping:
            return None
        asked = state.cells[self.deciding + seat]
        returning = code >= self.return_code
        ticket = code - (self.return_code if returning else self.keep_code)
        if ticket == asked and returning:
            return Reason("must_keep", {"ticket": self.tickets[ticket].id})
        where = state.cells[self.where + ticket]
        if where == OFFERED + seat:
            return Reason("decide_first", {"ticket": self.tickets[asked].id})
        if where in (CHOSEN + seat, REFUSED + seat):
            return Reason("already_decided", {"ticket": self.tickets[ticket].id})
        return Reason("not_offered", {"ticket": self.tickets[ticket].id})

    def resample(self, state: State, seat: int) -> None:
        """Who has answered the opening before the others has kept some of its tickets: any."""
        super().resample(state, seat)
        if any(question == self.mixing for question, _, _ in state.stack):
            return
        for other in range(self.players):
            offered = state.cells[self.undecided + other]
            asked = any(q == self.keeping and who == other for q, who, _ in state.stack)
            if other != seat and offered and not asked:
                kept = self.opening.keep + state.below(offered - self.opening.keep + 1)
                for left in range(offered, 0, -1):
                    keep = int(state.below(left) < kept)
                    self.decide(state, other, state.cells[self.deciding + other], keep)
                    kept -= keep

    def audit(self, state: State) -> None:
        super().audit(state)
        cells = state.cells
        for seat in range(self.players):
            first = self.offers + seat * self.decks
            offered = sum(cells[first : first + self.decks])
            own = (self.mixing, self.keeping)
            asked = [(q, sub) for q, other, sub in state.stack if other == seat and q in own]
            if not self._sensible(state, seat, offered, asked):
                raise PositionError("asked: the questions about tickets do not fit the tickets")

    def _sensible(
        self, state: State, seat: int, offered: int, asked: list[tuple[int, int]]
    ) -> bool:
        """Whether a seat with so many tickets offered is asked what it should be asked."""
        cells = state.cells
        undecided, chosen = cells[self.undecided + seat], cells[self.chosen + seat]
        if cells[WHO_CELL] >= 0:
            draw, keep, mixing = self.later.draw, min(self.later.keep, offered), False
            finished = not offered and all(q not in (self.mixing, self.keeping) for q, _ in asked)
        else:
            draw, keep = self.opening.draw, self.opening.keep
            mixing = any(question == self.mixing for question, _, _ in state.stack)
            if not any(q in (self.mixing, self.keeping) for q, _, _ in state.stack):
                return not offered  # all have chosen; something else is asked at the opening
            finished = offered == draw and not undecided and chosen >= keep and not asked
            if mixing:
                finished = (offered, chosen, len(asked)) in ((draw, 0, 0), (0, 0, 1))
                return finished and asked in ([], [(self.mixing, 0)])
        deciding = 0 < undecided <= offered <= draw and chosen + undecided >= keep
        return finished or (deciding and asked == [(self.keeping, keep)])

    # -- scoring ------------------------------------------------------------------------------

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            root = self.graph.roots(self.network(state, seat))
            won: list[Item] = []
            lost: list[Item] = []
            for ticket in self.holding(state, seat):
                if self.choices[ticket] and self.joins(root, ticket):
                    won.append(Item(self.tickets[ticket].id, self.worth(root, ticket)))
                elif self.joins(root, ticket):
                    won.append(self.won[ticket])
                else:
                    lost.append(self.lost[ticket])
            gained = sum([item.points for item in won])
            missed = sum([item.points for item in lost])
            sheets.append(
                [
                    ScoreLine("tickets_done", gained, tuple(won)),
                    ScoreLine("tickets_missed", missed, tuple(lost)),
                ]
            )
        return sheets

    def measure(self, state: State, seat: int, name: str) -> int:
        return len(self.done(state, seat))
