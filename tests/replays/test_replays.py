"""Golden games: logs, playthroughs and counts. `python -m tools.checks.replays` makes them."""

import json
import re
from pathlib import Path

import pytest

from capotreno import Game, Match
from capotreno.engine.record import log as logs
from capotreno.match import game_of, read_log
from capotreno.rules.dice.dice import Dice
from tests.conformance.laws import judged, same
from tests.conformance.tables import VARIANTS, called, every_table, table
from tests.replays import made

FILES = sorted(made.LOGS.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_finished_game_replays(path: Path) -> None:
    log = read_log(path)
    game = game_of(log)
    state = logs.verify(game, log)
    assert same(logs.verify(game, log, forced=True), state)
    assert path.stem == f"{called(game)}-{game.players}-{game.outcome(state).reason}"
    assert Match.of(log).log.write() == path.read_text(encoding="utf-8")
    judged(game, state)


@every_table
def test_every_way_of_ending_has_a_replay(game: Game) -> None:
    """Those its ending knows, and that all pass (R-02) where it is known to be reachable."""
    patient = any(dice.rounds for dice in game.layout.partners(Dice))  # then all pass
    rare = ["all_passed"] if patient or (game.name, game.players) in made.RARE else []
    for reason in (*game.ending.reasons, *rare):
        names = [path.name for path in made.LOGS.glob(f"{called(game)}-?-{reason}.jsonl")]
        assert len(names) == 1, f"{called(game)}, {reason}: {names}; python -m tools.checks.replays"


def test_no_replay_is_of_another_game() -> None:
    for path in FILES:
        found = re.fullmatch(r"([\w+]+)-(\d)-(\w+)", path.stem)
        assert found
        game = table(found[1], int(found[2]))
        assert found[3] in game.layout.words["reason"][1:]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_playthrough_is_as_recorded(name: str) -> None:
    recorded = (made.PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
    assert made.playthrough(name).splitlines() == recorded.splitlines()


@every_table
def test_the_numbers_of_sequences_are_as_recorded(game: Game) -> None:
    recorded = json.loads(made.PERFT.read_text(encoding="utf-8"))
    assert made.perft(game) == recorded[f"{called(game)}-{game.players}"]
