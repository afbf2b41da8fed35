"""The load bench measures, ends by itself and leaves nothing behind."""

import pytest

from capotreno.bench.server import run
from capotreno.engine.errors import CapotrenoError


@pytest.mark.slow
def test_the_bench_measures_a_small_load(capfd: pytest.CaptureFixture[str]) -> None:
    report = run(tables=3, seats=2, period=0.1, seconds=2.0, sleeping=30)
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


def test_no_game_is_for_a_crowd() -> None:
    with pytest.raises(CapotrenoError, match="no game is for 40 players"):
        run(tables=1, seats=40)
