"""What the properties are tried on: games with a mechanic, boards, random networks."""

from copy import copy
from functools import cache
from random import Random

from hypothesis import strategies as st

from capotreno import games, load_board
from capotreno.board.load import shipped
from capotreno.board.model import Board
from capotreno.engine.part import Part
from capotreno.games.registry import REGISTRY
from tests.conformance.tables import counts
from tests.scene import Scene

BOARDS = {name: load_board(name) for name in shipped()}


def having(*kinds: type[Part]) -> list[str]:
    """The registered games with such parts."""
    found = []
    for name in games():
        parts = REGISTRY[name]().parts
        if all(any(isinstance(part, kind) for part in parts) for kind in kinds):
            found.append(name)
    return found


def tables_having(*kinds: type[Part]) -> list[tuple[str, int]]:
    return [(name, players) for name in having(*kinds) for players in counts(name)]


def network(board: Board) -> st.SearchStrategy[set[int]]:
    """Some routes of a board: sparse or dense, scattered or grown from one place."""

    def build(seed: int, size: int, grown: bool) -> set[int]:
        random = Random(seed)
        if not grown:
            return set(random.sample(range(len(board.routes)), min(size, len(board.routes))))
        reached = {random.randrange(len(board.places))}
        owned: set[int] = set()
        for _ in range(size):
            near = [
                route.index
                for route in board.routes
                if route.index not in owned and reached & {route.a, route.b}
            ]
            if not near:
                break
            route = board.routes[random.choice(near)]
            owned.add(route.index)
            reached |= {route.a, route.b}
        return owned

    top = len(board.routes)
    return st.builds(build, st.integers(0, 2**32), st.integers(0, top), st.booleans())


@cache
def _scene(name: str, players: int) -> Scene:
    return Scene(name, players)


def fresh_scene(name: str, players: int) -> Scene:
    """A scene of its own, made once for all."""
    scene = copy(_scene(name, players))
    scene.state = scene.state.copy()
    scene.cells = scene.state.cells
    return scene


def mask(routes: set[int]) -> int:
    return sum(1 << route for route in routes)
