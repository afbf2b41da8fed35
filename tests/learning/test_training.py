"""A run of training, as small as one can be, where torch is installed."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="NOT TESTED: training, which needs torch (capotreno[train])")

from capotreno.games.registry import load
from capotreno.learning.player import Player, weights
from capotreno.learning.training import Course, Training


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Course(["new_york-2", "new_york-2-dice"], 60, games=8, at_once=2, horizon=8, fast=False)
    first = Training(plan, tmp_path)
    report = next(iter(first.run()))
    assert report.decisions > 0
    first.keep()
    again = Training(plan, tmp_path)
    assert (again.decisions, again.seconds) == (first.decisions, first.seconds)
    assert next(iter(again.run())).decisions > first.decisions
    game = load("new_york", 2)
    scores, _ = Player(game, weights(tmp_path / "weights.npz")).look(game.view(game.start(1), 0))
    assert len(scores) == game.num_actions


def test_a_seed_is_a_run(tmp_path: Path) -> None:
    plan = Course(["new_york-2"], 60, games=8, horizon=8, seed=5, fast=False)
    reports = [next(iter(Training(plan, tmp_path / name).run())) for name in ("one", "other")]
    assert reports[0].decisions == reports[1].decisions > 0
    assert reports[0].losses == reports[1].losses


def test_against_a_rival_only_the_learner_learns(tmp_path: Path) -> None:
    Training(Course(["new_york-2"], 60, games=8, fast=False), tmp_path / "rival").keep()
    rival = str(tmp_path / "rival/weights.npz")
    plan = Course(["new_york-2"], 60, games=8, horizon=80, fast=False, start=rival, rival=rival)
    training = Training(plan, tmp_path / "exploiter")
    report = next(iter(training.run()))
    assert 0 <= report.won["new_york-2"] <= 1
