"""What a network reads of a game: its graph, its nodes and its actions as arrays.

All of it follows from the bound game. The arrays are NumPy's, or wherever `to` puts them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from capotreno.engine.game import Game
from capotreno.learning import nodes
from capotreno.learning.actions import Outputs
from capotreno.learning.columns import NOTHING, Columns
from capotreno.learning.names import GLOBAL_CELLS, KINDS, PARTS, QUESTIONS, SEAT_CELLS
from capotreno.learning.nodes import Array, Floats, Nodes
from capotreno.learning.ways import SLOTS

Move = Callable[[NDArray[Any]], Array]
COLOURED = 4  # a route that more kinds of card pay is gray: no colour's need


class Lens:
    """One game as a network sees it."""

    def __init__(self, game: Game, to: Move = lambda array: array) -> None:
        self.game = game
        self.players = game.players
        columns = Columns(game)
        board, graph = game.board, game.graph
        words = game.layout.words
        self.routes, self.places, self.tickets = len(board.routes), graph.count, len(board.tickets)
        place_of = [0] * graph.count
        for place, own in enumerate(graph.nodes_of):
            for node in own:
                place_of[node] = place
        things = [(kind, i) for kind in KINDS for i in range(len(words.get(kind, ())))]
        kinds = {
            "route": nodes.route_nodes(game, columns),
            "place": nodes.place_nodes(game, columns, place_of),
            "ticket": nodes.ticket_nodes(game, columns),
            "card": nodes.card_nodes(game, columns),
            "thing": nodes.thing_nodes(columns, things),
        }
        counts = {kind: len(own.static) for kind, own in kinds.items()}
        self.kinds: dict[str, Nodes] = {kind: own.moved(to) for kind, own in kinds.items()}
        supply = [sum(supply.count for supply in board.supplies)]
        self.supply = to(np.array(supply, np.float32))

        # The graph: who meets whom.
        ends = np.array(graph.ends, np.int64)
        incident = np.zeros((self.places, self.routes), np.float32)
        for route, (a, b) in enumerate(graph.ends):
            incident[a, route] = incident[b, route] = 1.0
        begins, leads = self._stops()
        pays, wild = self._paying(counts["card"])
        paid = (pays > 0).astype(np.float32)
        self.ends = to(ends)
        self.length = to(np.array([route.length for route in board.routes], np.float32))
        self.points = to(np.array(nodes.route_points(game), np.float32))
        self.worth = to(np.array([ticket.points for ticket in board.tickets], np.float32))
        self.penalty = to(np.array([ticket.penalty for ticket in board.tickets], np.float32))
        self.begins, self.leads = to(begins), to(leads)
        self.stops = to(begins + leads)
        self.begins_mean, self.leads_mean = to(_mean(begins)), to(_mean(leads))
        self.incident, self.incident_mean = to(incident), to(_mean(incident))
        self.pays, self.wild = to(pays), to(wild)
        self.paid_by = to(_mean(paid + wild[None]))
        self.paying = to(_mean(paid.T))
        coloured = paid * (paid.sum(1, keepdims=True) <= COLOURED)
        self.needs = to(np.ascontiguousarray(coloured.T))
        self.slots = to(np.arange(1, SLOTS + 1))
        self.numbers = to(np.arange(self.tickets))

        # The table as a whole.
        self.static = to(self._static())
        self.columns, self.scale = (to(array) for array in self._global(columns))
        self.adds = to(Outputs(game, counts, things).array())

    def _stops(self) -> tuple[Floats, Floats]:
        """By ticket the places where it begins, and those of which it wants one at the end."""
        graph = self.game.graph
        begins = np.zeros((self.tickets, self.places), np.float32)
        leads = np.zeros((self.tickets, self.places), np.float32)
        for ticket in self.game.board.tickets:
            begins[ticket.index, list(graph.nodes(ticket.stops[0]))] = 1.0
            for stop in [option.stop for option in ticket.options] or [ticket.stops[-1]]:
                leads[ticket.index, list(graph.nodes(stop))] = 1.0
        return begins, leads

    def _paying(self, cards: int) -> tuple[Floats, Floats]:
        """By route and card the spaces that a card pays, wilds apart; and which cards are wild."""
        pays = np.zeros((self.routes, cards), np.float32)
        wild = np.zeros(cards, np.float32)
        known = len(self.game.layout.words.get("card", ()))
        for at, card in enumerate(self.game.board.cards[:known]):
            wild[at] = float(card.wild)
            for route in self.game.board.routes:
                fits = card.kind in ("", route.kind) and route.length >= card.from_length
                same = not card.wild and (not route.colour or card.colour == route.colour)
                pays[route.index, at] = float(fits and same) * max(1, card.spaces)
        return pays, wild

    def _static(self) -> Floats:
        names = {type(part).__name__ for part in self.game.parts}
        lengths = sum(route.length for route in self.game.board.routes)
        return np.array(
            [float(name in names) for name in PARTS]
            + [self.players / 5, *[float(self.players == n) for n in range(2, 6)]]
            + [self.routes / 100, self.places / 50, self.tickets / 50, lengths / 300],
            np.float32,
        )

    def _global(self, columns: Columns) -> tuple[NDArray[np.int64], Floats]:
        found = [columns.of(name) for name, _ in GLOBAL_CELLS]
        scale = [unit for _, unit in GLOBAL_CELLS]
        for name, second, unit in SEAT_CELLS:
            for i in range(second or 1):
                own = columns.seats(name, i) if second else columns.seats(name)
                found += own
                scale += [unit] * len(own)
        asked = [question.name for question in self.game.layout.questions]
        for name in QUESTIONS:
            known = name in asked
            found.append(columns.of("question", asked.index(name)) if known else NOTHING)
            scale.append(1.0)
        return np.array(found, np.int64), np.array(scale, np.float32)


def _mean(matrix: Floats) -> Floats:
    """Rows that add up to one, or to nothing."""
    return np.asarray(matrix / np.maximum(matrix.sum(1, keepdims=True), 1), np.float32)
