"""The same observation as a graph: places, routes, tickets, cards and seats with their features.

Every number of the row becomes a feature of the thing it is about; what is printed on the board
is added once, with the edges: which places a route joins, which a ticket names, which cards pay.
So one network can read every board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from capotreno.board.model import Board, Card, Route
from capotreno.engine.game import Game
from capotreno.envs.observation import Numbers, Observation

#: A field belongs to the first of these that it has an axis of; without any, to the table.
NODES: Final = ("route", "ticket", "place", "card", "seat")
TABLE: Final = "table"
GRID: Final = 1000  # a place's position on the map, in thousandths

Indices = npt.NDArray[np.int32]
Printed = tuple[tuple[str, ...], list[list[int]]]


@dataclass(frozen=True)
class Things:
    """All nodes of one kind: what their features are called, and where in the row they stand."""

    features: tuple[str, ...]  # that change during a game
    columns: Indices  # nodes by features: columns of the row
    printed: tuple[str, ...]  # features that never change
    values: Numbers  # nodes by printed features


class GraphObservation:
    """An observation's numbers, sorted by the things they are about.

    `size`: how many columns the rows have, where they come from the compiled rules and so have
    nothing that is worked out.
    """

    def __init__(self, observation: Observation, size: int = 0) -> None:
        game = observation.game
        self.game = game
        self.observation = observation
        counts = {
            "route": len(game.board.routes),
            "ticket": len(game.board.tickets),
            "place": len(game.board.places),
            "card": len(game.layout.words.get("card", ())),
            "seat": game.players,
            TABLE: 1,
        }
        columns: dict[str, list[Indices]] = {kind: [] for kind in counts}
        names: dict[str, list[str]] = {kind: [] for kind in counts}
        for field in observation.fields:
            if size and field.first >= size:
                continue
            kinds = [axis.kind for axis in field.axes]
            kind = next((kind for kind in NODES if kind in kinds), TABLE)
            own: Indices = np.arange(field.first, field.first + field.size, dtype=np.int32)
            rest = list(field.axes)
            own = own.reshape(field.shape)
            if kind != TABLE:
                at = kinds.index(kind)
                own = np.moveaxis(own, at, 0)
                del rest[at]
            own = own.reshape(counts[kind], -1)
            columns[kind].append(own)
            names[kind] += _names(field.name, [axis.labels for axis in rest])
        self.things = {
            kind: Things(tuple(names[kind]), _beside(own, counts[kind]), *_printed(game, kind))
            for kind, own in columns.items()
            if counts[kind]
        }
        self.edges = _edges(game.board, counts["card"] > 0)
        self.verbs, self.actions = _actions(game)

    def of(self, row: Numbers) -> dict[str, Numbers]:
        """A row as tables of nodes by features, by kind of node; many rows as tables for each."""
        return {kind: row[..., own.columns] for kind, own in self.things.items()}


def _beside(columns: list[Indices], count: int) -> Indices:
    return np.concatenate([np.zeros((count, 0), np.int32), *columns], 1)


def _names(name: str, axes: list[tuple[str, ...]]) -> list[str]:
    found = [name]
    for labels in axes:
        found = [f"{one}/{label}" for one in found for label in labels]
    return found


def _printed(game: Game, kind: str) -> tuple[tuple[str, ...], Numbers]:
    board = game.board
    names: tuple[str, ...] = ()
    rows: list[list[int]] = []
    match kind:
        case "route":
            names = ("length", "gray", "ferry", "tunnel", "rugged", "card_set", "twins")
            rows = [_route(route) for route in board.routes]
        case "ticket":
            names = ("points", "points_in_order", "penalty", "stops")
            rows = [
                [one.points, one.points_in_order, one.penalty, len(one.stops)]
                for one in board.tickets
            ]
        case "place":
            names = ("x", "y", "landmark", "port", "dead_end", "passengers", "tokens")
            rows = [
                [
                    *(round(p.at.x * GRID), round(p.at.y * GRID), int(p.landmark), int(p.port)),
                    *(int(p.dead_end), p.passengers, sum(p.tokens)),
                ]
                for p in board.places
            ]
        case "card":
            names = ("count", "wild", "spaces", "harbour", "passenger")
            rows = [
                [c.count, int(c.wild), c.spaces, int(c.harbour), int(c.passenger)]
                for c in board.cards
            ]
    count = game.players if kind == "seat" else 1
    return names, np.array(rows or [[] for _ in range(count)], np.int16)


def _route(route: Route) -> list[int]:
    rough = [route.ferry, int(route.tunnel), route.rugged, route.card_set]
    return [route.length, int(not route.colour), *rough, len(route.twins)]


def _pays(card: Card, route: Route) -> bool:
    """Whether a kind of card is meant for a route by its colour and kind."""
    if card.passenger or card.kind not in ("", route.kind):
        return False
    return card.wild or not route.colour or card.colour == route.colour


def _edges(board: Board, cards: bool) -> dict[tuple[str, str], Indices]:
    """Pairs of things that belong together, by their kinds: two rows of numbers."""
    found: dict[tuple[str, str], Iterable[tuple[int, int]]] = {
        ("route", "place"): [(r.index, place) for r in board.routes for place in (r.a, r.b)],
        ("route", "route"): [(r.index, twin) for r in board.routes for twin in r.twins],
        ("ticket", "place"): [
            (t.index, place)
            for t in board.tickets
            for stop in dict.fromkeys([*t.stops, *(option.stop for option in t.options)])
            for place in board.places_of(stop)
        ],
    }
    if cards:
        found["route", "card"] = [
            (route.index, at)
            for route in board.routes
            for at, card in enumerate(board.cards)
            if _pays(card, route)
        ]
    return {
        kinds: np.array(list(pairs), np.int32).reshape(-1, 2).T for kinds, pairs in found.items()
    }


def _actions(game: Game) -> tuple[tuple[str, ...], dict[str, Indices]]:
    """What every code does and names: its verb, and by kind of thing code, thing and how many."""
    verbs = tuple(dict.fromkeys(action.verb for action in game.actions.all))
    words = game.layout.words
    links: dict[str, list[tuple[int, int, int]]] = {"verb": []}
    for action in game.actions.all:
        links["verb"].append((action.code, verbs.index(action.verb), 1))
        for key, value in action.json.items():
            named = value if isinstance(value, dict) else {value: 1}
            kinds = [key, action.verb, *words]
            kind = next((k for k in kinds if k in words and set(named) <= set(words[k])), "")
            if key != "do" and kind:
                links.setdefault(kind, []).extend(
                    (action.code, words[kind].index(one), n) for one, n in named.items()
                )
    return verbs, {kind: np.array(own, np.int32).T for kind, own in links.items()}
