"""The load bench measures, ends by itself and leaves nothing behind."""

import pytest

from capotreno.bench.server import Group, run
from capotreno.engine.errors import CapotrenoError


@pytest.mark.slow
def test_the_bench_measures_a_small_load(capfd: pytest.CaptureFixture[str]) -> None:
    only, group = ["new_york"], Group(reviews=True)
    report = run(tables=3, seats=2, period=0.1, seconds=2.0, sleeping=30, only=only, group=group)
    # How many and how soon is the machine's business; that they are counted is ours.
    assert report.refused == 0
    assert report.gestures > 0
    assert 0 < report.p50 <= report.p95 <= report.p99 <= report.worst
    assert report.start > 0
    assert 500 < report.disk_per_sleeping_table < 10_000
    told = capfd.readouterr()
    assert told.out == ""
    assert "6 sockets are open" in told.err
    assert report.json()["gestures"] == report.gestures
    assert "3 tables of 2" in report.text()
    assert "reviewed" in report.text()


@pytest.mark.slow
def test_the_bench_measures_a_group(postgresql_url: str) -> None:
    group = Group(2, postgresql_url)
    report = run(tables=4, seats=2, period=0.1, seconds=2.0, group=group)
    assert (report.refused, report.sleeping, report.processes) == (0, 0, 2)
    assert report.gestures > 0
    assert report.cpu_per_gesture > 0
    with pytest.raises(CapotrenoError, match="--database"):
        run(group=Group(2))


def test_no_game_is_for_a_crowd() -> None:
    with pytest.raises(CapotrenoError, match="no game is for 40 players"):
        run(tables=1, seats=40)
