"""Every mechanic by file: each of the ten boxes, written as a file, plays exactly as declared."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from capotreno import Game
from capotreno.games.dice import dice
from capotreno.games.registry import OWN, REGISTRY, games
from tests import long
from tests.games.own.shipped import written
from tests.games.own.table import declared

SHIPPED = [name for name in games() if name not in OWN]


def tables() -> Iterator[tuple[str, int, bool]]:
    """Every box at every number of players, with cards and with dice."""
    for name in SHIPPED:
        fewest, most = REGISTRY[name]().board.players
        for players in range(fewest, most + 1):
            yield from ((name, players, rolled) for rolled in (False, True))


def both(name: str, players: int, rolled: bool) -> tuple[Game, Game]:
    """The game as it is declared, and as its file says."""
    rulesets = (REGISTRY[name](), declared(written(name)))
    one, other = (Game(dice(each) if rolled else each, players) for each in rulesets)
    return one, other


def told(game: Game, outcome: dict[str, Any]) -> str:
    """A result without the names that a file gives itself: those of connections."""
    text = repr(outcome)
    for number, name in enumerate(game.layout.words.get("bonus", ())):
        text = re.sub(rf"'{name}'", f"'bonus {number}'", text)
    return text


@pytest.mark.parametrize(
    ("name", "players", "rolled"),
    [  # in turn, so that the quick run has some of every box
        pytest.param(*row, marks=() if at % 3 == 0 else pytest.mark.slow)
        for at, row in enumerate(tables())
        if at % 3 != 1 or long.LONG
    ],
)
def test_a_box_as_a_file_plays_as_the_declared_one(name: str, players: int, rolled: bool) -> None:
    box, own = both(name, players, rolled)
    assert [action.text for action in own.actions.all] == [a.text for a in box.actions.all]
    for seed in range(2):
        random = Random(seed)
        one, other = box.start(seed), own.start(seed)
        while box.actor(one) is not None:
            codes = box.legal(one)
            assert own.legal(other) == codes
            assert other.stack == one.stack
            code = random.choice(codes)
            box.apply(one, code)
            own.apply(other, code)
        assert own.actor(other) is None
        assert other.cells == one.cells
        outcome = box.outcome(one).json()
        assert told(own, own.outcome(other).json()) == told(box, outcome)
