"""A plan: which routes a seat still needs for its tickets, as cheaply as can be seen now."""

from capotreno.board.graph import FAR, Graph
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.part import Payer
from capotreno.engine.state import View
from capotreno.reader.reader import Reader

SPACE = 10  # the cost of a space ...
ROUTE = 3  # ... and of a turn to claim a route, in the same unit


class TicketWays:
    """Joins tickets one after the other by the cheapest way, using what is already planned."""

    def __init__(self, game: Game) -> None:
        self.read = Reader(game)
        self.players = game.players
        self.tickets = self.read.tickets
        self.claims = self.read.claims
        self.pieces = self.read.pieces
        self.payment = game.layout.partner(Payer)
        self.graph: Graph = self.tickets.graph
        self.length = self.claims.length
        self.coloured = [bool(route.colour) for route in game.board.routes]
        self.all_pieces = self.pieces.total or sum(self.pieces.counts)
        # what a space takes: a piece, and about half as much worth of cards as a plain one
        self.price = [
            (n + self.payment.price(route)) * SPACE // 2 + ROUTE
            for route, n in enumerate(self.length)
        ]

    def own(self, view: View) -> list[int]:
        """The tickets the seat holds and has not done."""
        return self.read.undone_by(view, view.seat)

    def offered(self, view: View) -> tuple[list[int], list[int]]:
        """The tickets the seat has chosen to keep so far, and those it has not decided about."""
        return self.read.chosen_by(view, view.seat), self.read.offered_to(view, view.seat)

    def left(self, view: View) -> int:
        """The pieces the seat has left to place."""
        return self.read.to_place(view, view.seat)

    def costs(self, view: View) -> list[float]:
        """What every route costs the seat: nothing if owned, FAR if it cannot be had."""
        owned = self.read.owned_by(view, view.seat)
        free = self.read.open_to(view, view.seat)
        return [
            0.0 if owned >> r & 1 else self.price[r] if free >> r & 1 else FAR
            for r in range(len(self.length))
        ]

    def plan(self, view: View, tickets: list[int]) -> tuple[int, list[int]]:
        """The mask of routes still to claim for these tickets, and the tickets it completes.

        Valuable tickets first; one that the pieces left cannot reach is given up.
        """
        cost = self.costs(view)
        budget = self.left(view)
        needed = 0
        reached = []
        board = self.tickets.tickets
        for ticket in sorted(tickets, key=lambda t: -board[t].points):
            more = self.way(cost, ticket)
            if more < 0:
                continue
            new = more & ~needed & self._unowned(cost)
            spaces = sum(self.length[r] for r in bits(new))
            if spaces > budget:
                continue
            budget -= spaces
            needed |= new
            reached.append(ticket)
            for r in bits(new):
                cost[r] = 0.0
        return needed, reached

    def way(self, cost: list[float], ticket: int) -> int:
        """The routes of the cheapest way that does a ticket, or -1 if there is none."""
        if self.tickets.choices[ticket]:
            return self._best_way(cost, ticket)
        price, mask = self.graph.way(cost, self.tickets.groups[ticket])
        return -1 if price == FAR else mask

    def _best_way(self, cost: list[float], ticket: int) -> int:
        """The way to the destination of several that gives most for what it costs."""
        found = []
        for end, points in self.tickets.choices[ticket]:
            price, mask = self.graph.way(cost, (self.tickets.groups[ticket][0], end))
            if price < FAR:
                found.append((points * SPACE - price, mask))
        return max(found)[1] if found else -1

    def _unowned(self, cost: list[float]) -> int:
        return sum(1 << r for r, price in enumerate(cost) if price > 0)

    def spaces(self, mask: int) -> int:
        return sum(self.length[r] for r in bits(mask))

    def spaces_by_kind(self, mask: int) -> list[int]:
        """How many pieces of each kind some routes take."""
        found = [0] * self.pieces.kinds
        for r in bits(mask):
            found[self.pieces.kind[r]] += self.length[r]
        return found
