"""Bonuses for connections: the first time a seat's own network joins two ends, something is won."""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar

from capotreno.board.graph import Graph
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Layout
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import OVER_CELL, Event, State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.seams import Windfall
from capotreno.rules.tickets.race import TicketRace


@dataclass(frozen=True)
class Bonus:
    """Two ends, each a place or a region, and what joining them brings.

    `ticket`: it counts as a completed one. `cards`: so many are drawn from the deck.
    """

    name: str
    a: str
    b: str
    ticket: bool = False
    cards: int = 0


class ConnectionBonus(Part):
    """Each bonus once for every seat, looked for over its whole network after each claim (R-41)."""

    labels: ClassVar[tuple[str, ...]] = ("bonuses",)

    def __init__(self, bonuses: tuple[Bonus, ...]) -> None:
        self.bonuses = bonuses

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.owned = self.claims.owned
        self.race = layout.partner(TicketRace)
        self.draws = layout.partner(Windfall)
        graph: Graph = self.race.graph
        self.graph = graph
        self.count = len(self.bonuses)
        self.one = [graph.mask(bonus.a) for bonus in self.bonuses]
        self.two = [graph.mask(bonus.b) for bonus in self.bonuses]
        # the routes that touch the first end of any bonus, and those that touch the second
        starts = [node for bonus in self.bonuses for node in graph.nodes(bonus.a)]
        goals = [node for bonus in self.bonuses for node in graph.nodes(bonus.b)]
        self.from_one = reduce(or_, [graph.meeting[node] for node in starts])
        self.from_two = reduce(or_, [graph.meeting[node] for node in goals])
        self.items = [
            (which, Item(bonus.name, 1)) for which, bonus in enumerate(self.bonuses) if bonus.ticket
        ]
        layout.name("bonus", [bonus.name for bonus in self.bonuses])
        self.first = layout.cells("bonuses", "seat", "bonus", most=1)
        self.won = layout.event(self, "bonus", "seat", "bonus")

    def claimed(self, state: State, seat: int, route: int) -> None:
        owned = state.cells[self.owned + seat]
        if not owned & self.from_one or not owned & self.from_two:
            return
        net = self.graph.net(owned, route)
        at = self.first + seat * self.count
        for which, bonus in enumerate(self.bonuses):
            joined = net & self.one[which] and net & self.two[which]
            if joined and not state.cells[at + which] and not state.cells[OVER_CELL]:
                self.win(state, seat, which)
                if bonus.ticket:
                    self.race.ending.reached(state, state.cells[self.race.completed + seat])
                if bonus.cards:
                    self.draws.draw(state, seat, bonus.cards)

    def is_won(self, state: State, seat: int, which: int) -> bool:
        """Whether a seat has won a bonus."""
        return bool(state.cells[self.first + seat * self.count + which])

    def joined(self, state: State, seat: int, which: int) -> bool:
        """Whether a seat's network joins the two ends of a bonus."""
        nets = self.graph.nets(state.cells[self.owned + seat])
        return any(net & self.one[which] and net & self.two[which] for net in nets)

    def win(self, state: State, seat: int, which: int) -> None:
        """The event `bonus`: a seat has won one."""
        state.cells[self.first + seat * self.count + which] = 1
        if self.bonuses[which].ticket:
            state.cells[self.race.completed + seat] += 1
        if state.events is not None:
            state.events.append((self.won, seat, which))

    def fold(self, state: State, event: Event) -> None:
        self.win(state, event[1], event[2])

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            at = self.first + seat * self.count
            items = [item for which, item in self.items if state.cells[at + which]]
            sheets.append([ScoreLine("bonuses", len(items), tuple(items))])
        return sheets

    def audit(self, state: State) -> None:
        """A network never shrinks, so a bonus is had exactly where its ends are joined."""
        cells = state.cells
        for seat in range(self.players):
            tickets = len(self.race.finished(state, seat))
            for which, bonus in enumerate(self.bonuses):
                had = cells[self.first + seat * self.count + which]
                joined = self.joined(state, seat, which)
                tickets += had if bonus.ticket else 0
                if had != joined and (had or not cells[OVER_CELL]):
                    raise PositionError("bonuses: one is had where its ends are joined")
            if cells[self.race.completed + seat] != tickets:
                raise PositionError("completed: not the number of tickets and bonuses")
