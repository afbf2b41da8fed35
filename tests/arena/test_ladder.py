"""The tool that writes the ladder: its marks, its rows, and that it spoils no others."""

from pathlib import Path

import pytest

from capotreno.arena.results import Contest
from capotreno.arena.statistics import Estimate, share
from capotreno.games import registry
from capotreno.games.registry import REGISTRY, games
from tools.bots import ladder


def test_a_gate_is_passed_by_the_lower_end() -> None:
    assert ladder.mark(Estimate(0.7, 0.66, 0.74, 99), 0.65) == " ✓"
    assert ladder.mark(Estimate(0.7, 0.64, 0.74, 99), 0.65) == " ?"
    assert ladder.mark(Estimate(0.6, 0.55, 0.64, 99), 0.65) == " ✗"
    assert ladder.mark(Estimate(0.6, 0.55, 0.64, 99), None) == ""


def test_every_board_gets_deals_enough_to_prove_the_first_gate() -> None:
    gate = ladder.DUEL["greedy"]
    assert share([1.0] * ladder.FEWEST).low > gate
    assert min(ladder.usual(name) for name in games()) >= ladder.FEWEST


def test_invented_boards_have_a_row_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = tmp_path / "bots.md"
    paper.write_text(f"{ladder.BEGIN}\n{ladder.END}\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "PAPER", paper)
    monkeypatch.setattr(ladder, "entrants", lambda: ("random", "greedy"))
    monkeypatch.setattr(ladder, "UNSEEN", 77)
    words = ["ladder", "--games", "--dice", "--invented", "2", "--deals", "1", "--workers", "1"]
    monkeypatch.setattr("sys.argv", [*words, "--out", str(tmp_path / "out")])
    before = {*REGISTRY}
    try:
        ladder.main()
        rows = [one for one in paper.read_text("utf-8").splitlines() if "Invented" in one]
        assert len(rows) == 1
        assert rows[0].startswith("| Invented, 2 boards | 2 | ")
        assert len({*REGISTRY} - before) == 2
    finally:
        for name in {*REGISTRY} - before:
            del registry.OWN[name], REGISTRY[name]


@pytest.mark.parametrize(
    ("bot", "game", "rolled", "wanted"),
    [
        ("learned", "usa", False, 0.85),
        ("learned", "usa", True, 0.58),
        ("learned", "germany", False, 0.58),
        ("search", "usa", False, 0.55),
        ("random", "usa", False, None),
    ],
)
def test_the_gates_of_a_duel(bot: str, game: str, rolled: bool, wanted: float | None) -> None:
    options = (("dice", "true"),) if rolled else ()
    assert ladder.gate(Contest(game, 1, 2, ("random", bot), 1, False, options), bot) == wanted


def test_what_was_not_played_keeps_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "bots.md"
    more = " | –" * (len(ladder.entrants()) - 2)
    old = f"| Atlantis | 2 | 1 % (0.0–2.0) ✗{more} | 3 | 0.1 ms |"
    narrow = "| Avalon | 2 | 1 % (0.0–2.0) ✗ | 3 | 0.1 ms |"
    stale = "| New York, dice | 2 | 1 % (0.0–2.0) ✗ | 3 | 0.1 ms |"
    paper.write_text(
        f"before\n{ladder.BEGIN}\n{old}\n{narrow}\n{stale}\n{ladder.END}\nafter\n", encoding="utf-8"
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
    wide = narrow.replace(" | 3 |", f"{more} | 3 |")
    assert f"{old}\n{wide}\n{told}\n{ladder.END}" in text
    assert stale not in text
    assert (tmp_path / "out" / "new_york-dice_true-2.jsonl").exists()
    ladder.main()  # goes on where it was, which is at the end
    assert capsys.readouterr().out.strip() == told
