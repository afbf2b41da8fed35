"""Recorded games as a dataset: every decision, what was seen, what it led to."""

import json
from pathlib import Path

import pytest

pq = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
pytest.importorskip("numpy", reason="the extra `rl` is not installed")

from capotreno import Match, load  # noqa: E402
from capotreno.cli import main  # noqa: E402
from capotreno.envs.observation import Observation  # noqa: E402


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    assert main(["simulate", "new_york", "--games", "3", "--logs", str(folder)]) == 0
    return folder


def test_every_decision_is_a_row_with_what_the_seat_saw(
    logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "ny.parquet"
    assert main(["export", str(logs), "--parquet", str(target)]) == 0
    table = pq.read_table(target)
    log = min(logs.glob("*.jsonl"))
    first = Match.open(log)
    rows = [row for row in table.to_pylist() if row["log"] == log.name]
    played = [text for gesture in first.log.gestures for text in gesture.actions]
    assert [row["words"] for row in rows] == played
    game = load("new_york", 2)
    observation = Observation(game)
    state = game.start(first.log.seed or 0)
    for row in rows:
        seat = row["seat"]
        view = game.view(state, seat)
        assert row["legal"] == list(game.legal(view))
        assert row["action"] in row["legal"]
        assert row["observation"] == observation.row(view).tolist()
        game.apply(state, row["action"], seat)
        assert row["points"] == first.outcome().totals[seat]
        assert row["rank"] == first.outcome().ranks[seat]
    fields = json.loads(pq.read_metadata(target).metadata[b"fields"])[game.id]
    assert sum(field["name"] == "owned" for field in fields) == 1
    assert f"{table.num_rows} decisions" in capsys.readouterr().out


def test_without_what_was_seen_it_is_smaller(logs: Path, tmp_path: Path) -> None:
    whole, bare = tmp_path / "whole.parquet", tmp_path / "bare.parquet"
    assert main(["export", str(logs), "--parquet", str(whole)]) == 0
    assert main(["export", str(logs), "--parquet", str(bare), "--bare"]) == 0
    assert "observation" not in pq.read_table(bare).column_names
    assert bare.stat().st_size < whole.stat().st_size


def test_what_cannot_be_exported_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "games.parquet"
    unfinished = tmp_path / "half.jsonl"
    Match(load("new_york", 2), seed=1).save(unfinished)
    assert main(["export", str(unfinished), "--parquet", str(target)]) == 2
    assert "not finished" in capsys.readouterr().err
    assert main(["export", str(tmp_path / "empty"), "--parquet", str(target)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["half.jsonl"]
