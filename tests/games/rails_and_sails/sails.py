"""Scenes of Rails & Sails: both boards, looked at in words and brought to their end."""

from collections import Counter
from itertools import pairwise
from typing import Any, Self

import pytest

from capotreno import Outcome, Tape
from capotreno.board.graph import FAR
from capotreno.engine.menu import bits
from capotreno.engine.state import Event
from capotreno.engine.view import event_json
from capotreno.rules.building.harbours import Harbours
from tests.scene import Scene, game_of

BOARDS = ("world", "great_lakes")
on_both = pytest.mark.parametrize("name", BOARDS)
COLOURS = ("purple", "yellow", "green", "red", "black", "white")
PIECES = {"world": (20, 40), "great_lakes": (27, 23)}  # what the rulebook advises for a first game


def swap(kind: str, n: int) -> str:
    """The action that gets n pieces of a kind for as many of the other."""
    give = "sea" if kind == "rail" else "rail"
    return f"swap {give}*{n} {kind}*{n}"


class Sails(Scene):
    """A scene on one of the boards, every seat with the advised pieces."""

    def __init__(self, name: str, players: int = 2, seed: int = 1) -> None:
        super().__init__(name, players, seed)
        for seat in range(players):
            self.supply(seat, rail=PIECES[name][0], sea=PIECES[name][1])

    def see(self, name: str) -> Any:
        """Some cells by name, in words, nothing hidden."""
        cells: Any = self.game.position(self.state)["cells"]
        return cells[name]

    def route(self, kind: str, length: int, colour: str | None = None) -> str:
        """The first route of such a kind; colour "" for a gray one."""
        return next(
            route.id
            for route in self.game.board.routes
            if (route.kind, route.length, route.rugged) == (kind, length, 0)
            and colour in (None, route.colour)
        )

    def offered(self, action: str, **hand: int) -> list[Counter[str]]:
        """The payments seat 0 is offered for a claim or a harbour with exactly this hand."""
        self.hand(0, **hand).turn(0)
        if action not in self.legal:
            return []
        state = self.state.copy()
        self.game.apply(state, self.game.code(action))
        ways = [self.game.action(code).json["cards"] for code in self.game.legal(state)]
        return [Counter(cards) for cards in ways if isinstance(cards, dict)]

    def pays(self, action: str, **cards: int) -> bool:
        """Whether exactly these cards, no other in hand, pay for a claim or a harbour."""
        return Counter(cards) in self.offered(action, **cards)

    def join(self, seat: int, *stops: str) -> Self:
        """Routes of a cheapest way from stop to stop, with the pieces there are."""
        board, graph = self.game.board, self.game.graph
        for a, b in pairwise(stops):
            owned = set(self.see("owned")[seat])
            free = set(self.see("open")[seat])
            cost = [0 if r.id in owned else r.length if r.id in free else FAR for r in board.routes]
            price, way = graph.way(cost, (graph.nodes(a), graph.nodes(b)))
            assert price < FAR
            self.own(seat, *(r for r in (board.routes[i].id for i in bits(way)) if r not in owned))
        return self

    def harbour(self, seat: int, *places: str) -> Self:
        """Harbours of a seat, nothing paid."""
        for place in places:
            self.part(Harbours).build(self.state, seat, self.game.board.place(place).index)
        self.state.menu = None
        return self

    def words(self, events: list[Event], name: str) -> list[Any]:
        """The events of one name, in words."""
        told = [event_json(self.game, event) for event in events]
        return [event for event in told if event["event"] == name]

    def why(self, action: str) -> tuple[str, int]:
        """The key and the rule's number of a refusal."""
        self.audit()
        reason = self.refused(action).reason
        prefix, _, number = reason.rule.partition("-")
        assert prefix == {"world": "W", "great_lakes": "GL"}[self.game.name]
        return reason.key, int(number)

    @property
    def verbs(self) -> set[str]:
        """What the asked seat can do, by verb."""
        return {text.split()[0] for text in self.legal}

    def pass_turn(self) -> Self:
        """The asked seat draws two unseen cards."""
        self.play("draw train", "draw train")
        return self

    def end(self) -> Outcome:
        """The last turn of the game is played; what came of the game."""
        self.last_turn(self.players - 1).pass_turn()
        return self.game.outcome(self.state)


class Opening(Sails):
    """A game from its very beginning; chance says `forced` and then always its first outcome."""

    def __init__(self, name: str, players: int = 2, forced: tuple[int, ...] = ()) -> None:
        self.game = game_of(name, players)
        self.players = players
        self.told: list[Event] = []  # the events of the set-up
        self.state = self.game.start(1, Tape([*forced, *[0] * 400]), self.told)
        self.state.events = None
        self.cells = self.state.cells

    def keep_all(self) -> Self:
        """Everybody keeps all tickets."""
        while self.question == "keep_tickets":
            self.play(self.legal[0])
        return self
