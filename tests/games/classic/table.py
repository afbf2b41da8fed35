"""What the tests of the classic boards share: the numbers of each box, and scenes in words."""

from dataclasses import dataclass
from typing import Any, Self

from capotreno import Outcome
from tests.scene import Scene


@dataclass(frozen=True)
class Box:
    """What a box says of itself."""

    name: str
    players: range
    pieces: int
    tickets: int
    dealt: dict[str, int]  # tickets of each deck at the opening
    keep: int
    draw: int
    open_from: int  # players, for both of parallel routes
    points: dict[int, int]
    leaving: bool  # tickets refused at the opening leave the game
    later_leaving: bool
    single_wild: bool  # a face-up wild is the whole draw
    two: str  # a plain route of two spaces and its colour
    colour: str
    gray: str  # a plain gray route of two spaces
    twins: tuple[str, str]

    @property
    def deck(self) -> str:
        """The deck that tickets are drawn from later."""
        return list(self.dealt)[-1]


CLASSIC = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}

USA = Box(
    "usa", range(2, 6), 45, 30, {"normal": 3}, 2, 3, 4, CLASSIC, False, False, True,
    "boston-new_york/1", "yellow", "boston-montreal/1", ("boston-new_york/1", "boston-new_york/2"),
)  # fmt: skip

NORDIC = Box(
    "nordic", range(2, 4), 40, 46, {"base": 5}, 2, 3, 3, CLASSIC | {9: 27}, True, True, False,
    "goteborg-orebro", "blue", "norrkoping-orebro", ("boden-kiruna/1", "boden-kiruna/2"),
)  # fmt: skip

EUROPE = Box(
    "europe", range(2, 6), 45, 46, {"long": 1, "regular": 3}, 2, 3, 4, CLASSIC | {8: 21}, True,
    False, True, "berlin-essen", "blue", "kyiv-wilno", ("bruxelles-paris/1", "bruxelles-paris/2"),
)  # fmt: skip

SWITZERLAND = Box(
    "switzerland", range(2, 4), 40, 46, {"base": 5}, 2, 3, 3, CLASSIC, True, True, False,
    "kreuzlingen-winterthur", "yellow", "st_gallen-deutschland_st_gallen",
    ("winterthur-zurich/1", "winterthur-zurich/2"),
)  # fmt: skip

BOXES = (USA, NORDIC, EUROPE, SWITZERLAND)


class Board(Scene):
    """A scene of a classic board."""

    def see(self, name: str) -> Any:
        """Some cells by name, in words, nothing hidden."""
        cells: Any = self.game.position(self.state)["cells"]
        return cells[name]

    def leave(self, seat: int, pieces: int, avoid: tuple[str, ...] = ()) -> Self:
        """Give a seat long routes until it has so many pieces left."""
        left = self.see("pieces")[seat]["rail"]
        ways: dict[int, list[str]] = {left: []}
        for route in sorted(self.game.board.routes, key=lambda route: -route.length):
            if route.id not in avoid and not route.twins and route.length > 2:
                for rest, own in list(ways.items()):
                    if rest - route.length >= pieces:
                        ways.setdefault(rest - route.length, [*own, route.id])
        return self.own(seat, *ways[pieces])

    @property
    def claimable(self) -> set[str]:
        """The routes the asked seat can claim."""
        return {text.split()[1] for text in self.legal if text.startswith("claim ")}

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)
