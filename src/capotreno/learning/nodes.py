"""The nodes a network reads: routes, places, tickets, cards and small things of one game.

Every kind has the same features on every board: what is printed, and columns of the observation.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from capotreno.engine.game import Game
from capotreno.learning.columns import NOTHING, Columns
from capotreno.learning.names import (
    ALONE,
    CARD_CELLS,
    KINDS,
    MOST_SEATS,
    PLACE_CELLS,
    ROUTE_CELLS,
    THING_CELLS,
    WHERE,
)

Array = Any  # of NumPy or of torch
NO_CARDS = 2  # what a network sees of a game without cards; one would be a size of its own to torch
Floats = NDArray[np.float32]


@dataclass
class Nodes:
    """One kind of node: what is printed on each, and which columns tell about it now."""

    static: Array  # [nodes, printed features]
    columns: Array  # [nodes, read features]
    scale: Array  # [read features]: what brings them near 1
    at: dict[str, int] = field(default_factory=dict)  # where a name's features begin among the read

    def moved(self, to: Any) -> "Nodes":  # noqa: ANN401 -- a function of NumPy's arrays
        return Nodes(to(self.static), to(self.columns), to(self.scale), self.at)


class _Reader:
    """Gathers the features of one kind."""

    def __init__(self, static: list[list[float]]) -> None:
        self.static = static
        self.columns: list[list[int]] = [[] for _ in static]
        self.scale: list[float] = []
        self.at: dict[str, int] = {}

    def read(self, name: str, unit: float, columns: list[list[int]]) -> None:
        self.at[name] = len(self.scale)
        for own, more in zip(self.columns, columns, strict=True):
            own.extend(more)
        self.scale += [unit] * len(columns[0])

    def nodes(self) -> Nodes:
        return Nodes(
            np.array(self.static, np.float32),
            np.array(self.columns, np.int64),
            np.array(self.scale, np.float32),
            self.at,
        )


def route_points(game: Game) -> list[int]:
    """What each route scores, or its length where none does."""
    table = game.board.route_points
    lengths = [route.length for route in game.board.routes]
    return [table[n] if n < len(table) else n for n in lengths]


def route_nodes(game: Game, columns: Columns) -> Nodes:
    """The routes of a board."""
    points = route_points(game)
    found = _Reader(
        [
            [route.length / 6, points[route.index] / 15, float(not route.colour)]
            + [route.ferry / 3, float(route.tunnel), route.rugged / 3, float(route.wrap)]
            + [float(route.kind == kind) for kind in ("rail", "road", "sea")]
            + [len(route.twins) / 2, float(route.card_set > 0)]
            + [float(route.length == n) for n in range(1, 8)]
            for route in game.board.routes
        ]
    )
    for name, unit in ROUTE_CELLS:
        shared = name in ALONE or _shape(columns, name) == ("route",)
        each = [
            [columns.of(name, route)] if shared else columns.seats(name, route)
            for route in range(len(game.board.routes))
        ]
        found.read(name, unit, each)
    return found.nodes()


def _shape(columns: Columns, name: str) -> tuple[str, ...]:
    known = columns.fields.get(name)
    return tuple(axis.kind for axis in known.axes) if known else ()


def place_nodes(game: Game, columns: Columns, place_of: list[int]) -> Nodes:
    """One for every node of the graph: a dead end has several, of the same place."""
    board, graph = game.board, game.graph
    static = []
    for node, own in enumerate(place_of):
        place = board.places[own]
        static.append(
            [len(graph.at[node]) / 6, float(place.dead_end), float(place.landmark)]
            + [float(place.port), place.passengers / 3, len(place.tokens) / 4]
            + [float(place.kind == kind) for kind in ("city", "country", "waypoint")]
        )
    found = _Reader(static)
    for name, unit in PLACE_CELLS:
        each = [
            [columns.of(name, own)] if name in ALONE else columns.seats(name, own)
            for own in place_of
        ]
        found.read(name, unit, each)
    found.read(
        "waiting", 1 / 2, [[columns.of("waiting", own, i) for i in range(6)] for own in place_of]
    )
    return found.nodes()


def ticket_nodes(game: Game, columns: Columns) -> Nodes:
    """The tickets of a board, whoever has them."""
    tickets = game.board.tickets
    decks = game.layout.words["ticket_deck"]
    found = _Reader(
        [
            [ticket.points / 20, ticket.penalty / 20, ticket.points_in_order / 20]
            + [float(ticket.tour), len(ticket.options) / 5]
            + [float(decks.index(ticket.deck) == i) for i in range(3)]
            for ticket in tickets
        ]
    )
    for word in WHERE:
        found.read(word, 1.0, [[columns.labelled("tickets", t.index, word)] for t in tickets])
    found.read("deciding", 1.0, [[columns.of("deciding", t.index)] for t in tickets])
    return found.nodes()


def card_nodes(game: Game, columns: Columns) -> Nodes:
    """A game without cards has two that nobody ever holds: no table is empty."""
    cards = game.board.cards[: len(game.layout.words.get("card", ()))]
    found = _Reader(
        [
            [
                *(float(card.wild), card.count / 14, card.spaces / 2, card.from_length / 4),
                *(float(card.kind == kind) for kind in ("rail", "sea")),
                *(float(card.harbour), float(card.passenger)),
            ]
            for card in cards
        ]
        or [[0.0] * 8] * NO_CARDS
    )
    every = range(len(found.static))
    for name, unit in CARD_CELLS:
        each = [[columns.of(name, c)] if name in ALONE else columns.seats(name, c) for c in every]
        found.read(name, unit, each)
    found.read("row", 1.0, [[columns.of("row", slot, c) for slot in range(6)] for c in every])
    turned = [[columns.of("turned_up", slot, c) for slot in range(3)] for c in every]
    found.read("turned_up", 1.0, turned)
    return found.nodes()


def thing_nodes(columns: Columns, things: list[tuple[str, int]]) -> Nodes:
    """Passengers, tokens, faces of dice, pieces and decks: of each its kind and number."""
    found = _Reader(
        [
            [float(kind == k) for k in KINDS] + [float(i == n) for n in range(6)]
            for kind, i in things
        ]
    )
    for name, kind, unit in THING_CELLS:
        each = []
        for own, i in things:
            if own != kind:
                each.append([NOTHING] * (1 if name in ALONE else MOST_SEATS))
            else:
                each.append([columns.of(name, i)] if name in ALONE else columns.seats(name, i))
        found.read(f"{name} {kind}", unit, each)
    return found.nodes()
