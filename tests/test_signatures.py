"""The same seeds give the same games as when they were signed, word for word and digest for digest.

The signatures were made by `python -m tools.checks.replays`; `make soak` compares all thousand.
"""

import json

import pytest

from tests import long
from tests.conformance.tables import DICE, VARIANTS
from tests.replays import made

SIGNATURES: dict[str, list[str]] = json.loads(made.SIGNATURES.read_text(encoding="utf-8"))


def test_every_game_is_signed() -> None:
    assert set(SIGNATURES) == set(VARIANTS)
    assert all(len(own) == made.GAMES // made.BLOCK for own in SIGNATURES.values())


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if DICE in name else ()) for name in VARIANTS],
)
def test_the_first_games_are_as_signed(name: str) -> None:
    assert made.signature(name, 0) == SIGNATURES[name][0]


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_games_are_as_signed(name: str) -> None:
    for block in range(1, long.of(2, made.GAMES // made.BLOCK)):
        first = block * made.BLOCK
        found = made.signature(name, first)
        assert found == SIGNATURES[name][block], f"games {first} to {first + made.BLOCK - 1}"
