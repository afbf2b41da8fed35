"""The tool that writes the ladder: its marks, its rows, and that it spoils no others."""

from pathlib import Path

import pytest

from capotreno.arena.statistics import Estimate, share
from capotreno.games.registry import games
from tools import ladder


def test_a_gate_is_passed_by_the_lower_end() -> None:
    assert ladder.mark(Estimate(0.7, 0.66, 0.74, 99), 0.65) == " ✓"
    assert ladder.mark(Estimate(0.7, 0.64, 0.74, 99), 0.65) == " ?"
    assert ladder.mark(Estimate(0.6, 0.55, 0.64, 99), 0.65) == " ✗"
    assert ladder.mark(Estimate(0.6, 0.55, 0.64, 99), None) == ""


def test_every_board_gets_deals_enough_to_prove_the_first_gate() -> None:
    gate = ladder.DUEL["greedy"]
    assert share([1.0] * ladder.FEWEST).low > gate
    assert min(ladder.usual(name) for name in games()) >= ladder.FEWEST


def test_what_was_not_played_keeps_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "bots.md"
    old = "| Atlantis | 2 | 1 % (0.0–2.0) ✗ | 3 | 0.1 ms |"
    stale = "| New York, dice | 2 | 1 % (0.0–2.0) ✗ | 3 | 0.1 ms |"
    paper.write_text(
        f"before\n{ladder.BEGIN}\n{old}\n{stale}\n{ladder.END}\nafter\n", encoding="utf-8"
    )
    monkeypatch.setattr(ladder, "PAPER", paper)
    out = str(tmp_path / "out")
    words = ["ladder", "--games", "--dice", "new_york", "--players", "2", "--deals", "2"]
    monkeypatch.setattr("sys.argv", [*words, "--workers", "1", "--out", out])
    ladder.main()
    told = capsys.readouterr().out.strip()
    text = paper.read_text(encoding="utf-8")
    assert told.startswith("| New York, dice | 2 |")
    assert told.endswith(" ms |")
    assert f"{old}\n{told}\n{ladder.END}" in text
    assert stale not in text
    assert (tmp_path / "out" / "new_york-dice_true-2.jsonl").exists()
    ladder.main()  # goes on where it was, which is at the end
    assert capsys.readouterr().out.strip() == told
