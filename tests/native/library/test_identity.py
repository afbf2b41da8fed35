"""A library's name: the same wherever its game is made, another for other rules."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from capotreno import Game, load
from capotreno.bench.engine import one_game
from capotreno.native.library import identity as names
from capotreno.native.library.identity import identity
from capotreno.swift.swift import Swift
from tests.conformance.tables import VARIANTS, table
from tests.long import LONG

SCRIPT = """
from capotreno import load
from capotreno.native.library.identity import identity
print(identity(load("usa", 3)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS if LONG else VARIANTS[::3])
def test_playing_and_looking_do_not_change_it(name: str) -> None:
    plain = name.removesuffix("+dice")
    game = load(plain, 3, dice=plain != name)
    before = identity(game)
    one_game(game, random.Random(1).random)
    assert identity(game) == before
    game.resample(game.view(game.start(1), 0), 1)
    Swift(game)
    assert identity(game) == before


def test_it_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {identity(load("usa", 3))}


@pytest.mark.slow
def test_every_table_has_its_own() -> None:
    games = [table(name, players) for name in VARIANTS for players in (2, 3)]
    games += [load("usa", 2, tickets="mega"), load("europe", 3, dice=True, tunnel_faces=2)]
    assert len({identity(game) for game in games}) == len(games)


def test_a_number_of_a_part_is_in_it() -> None:
    """Rules changed by hand keep the game's id; they must not find the old library."""
    game, other = load("new_york"), load("new_york")
    part = next(part for part in other.parts if hasattr(part, "bonus") or hasattr(part, "points"))
    name = "bonus" if hasattr(part, "bonus") else "points"
    value = getattr(part, name)
    assert identity(game) == identity(other)
    setattr(part, name, value + 1 if isinstance(value, int) else [*value, 1])
    assert game == other
    assert identity(game) != identity(other)


def test_the_source_of_the_rules_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    before = identity(game)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "other.py").write_text("OTHER = 1\n", "utf-8")
    monkeypatch.setattr(names, "PACKAGE", tmp_path)
    names.sources.cache_clear()
    try:
        assert identity(game) != before
    finally:
        monkeypatch.undo()
        names.sources.cache_clear()
    assert identity(game) == before
