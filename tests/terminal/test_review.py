"""`capotreno review` and `capotreno puzzle`: on the screen, as a page, in both languages."""

import json
from pathlib import Path

import pytest

import capotreno
from capotreno.reviewing.puzzle import from_json, puzzles
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import from_json as review_from_json
from tests.terminal.driver import Shell

BUDGET = ("--budget", "60")
MORE = ("--budget", "300")  # finds mistakes


@pytest.fixture
def log(tmp_path: Path) -> Path:
    game = capotreno.load("new_york", players=2)
    bots = [capotreno.make_bot(name, game, 1) for name in ("random", "path")]
    match = capotreno.Match(game, 3, ["Anna", "Bruno (path)"])
    while match.actor is not None:
        match.play(bots[match.actor].choose(match.view(match.actor)))
    path = tmp_path / "game.jsonl"
    match.save(path)
    return path


@pytest.mark.parametrize("language", ["en", "it"])
def test_it_is_shown(shell: Shell, log: Path, language: str) -> None:
    ran = shell("review", str(log), *BUDGET, "--language", language)
    assert ran.code == 0
    assert "Anna" in ran.out
    assert "Bruno" not in ran.out.splitlines()[0]  # a bot's game is reviewed if it is asked for
    assert {"en": "luck", "it": "sorte"}[language] in ran.out
    assert any(bar in ran.out for bar in "▁▂▃▄▅▆▇█")


def test_it_is_written(shell: Shell, log: Path, tmp_path: Path) -> None:
    ran = shell("review", str(log), *BUDGET, "--seat", "0", "--seat", "1", "--json")
    found = review_from_json(json.loads(ran.out))
    assert [own.seat for own in found.reviews] == [0, 1]
    page = tmp_path / "review.html"
    assert shell("review", str(log), *BUDGET, "--html", str(page)).code == 0
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "<svg" in text
    assert "http" not in text


def test_what_is_no_finished_game_is_refused(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "running.jsonl"
    capotreno.Match(capotreno.load("new_york", players=2), 1).save(path)
    for argv in (["review", str(path)], ["puzzle", str(path)], ["review", str(tmp_path)]):
        ran = shell(*argv)
        assert ran.code == 2
        assert ran.err.count("\n") == 1


def test_puzzles_are_asked_and_kept(shell: Shell, log: Path, tmp_path: Path) -> None:
    kept = tmp_path / "puzzles.json"
    ran = shell("puzzle", str(log), *MORE, "--save", str(kept), typed="0\n1\n" + "1\n" * 99)
    assert ran.code == 0
    match = capotreno.Match.open(log)
    found = puzzles(review(match, [0], budget=300), match.log)
    saved = [from_json(one) for one in json.loads(kept.read_text("utf-8"))]
    assert saved == found
    for one in saved:
        assert one.best in one.answers()
        assert one.decided.played in one.answers()
        assert one.view(match.game).seat == 0
    again = shell("puzzle", str(kept), "--language", "it", typed="1\n" * 99)
    assert again.code == 0
    with pytest.raises(capotreno.CapotrenoError):
        from_json({"format": "capotreno-puzzle/1", "log": "", "seat": 0, "decided": {}})


def test_a_puzzle_is_made_from_a_seed(shell: Shell, tmp_path: Path) -> None:
    kept = tmp_path / "puzzle.json"
    argv = ("puzzle", "--seed", "4", *MORE, "--save", str(kept))
    first, second = (shell(*argv, typed="1\n").out for _ in range(2))
    assert first == second
    assert "←" in first
    [puzzle] = [from_json(one) for one in json.loads(kept.read_text("utf-8"))]
    assert puzzle.clear
    assert puzzle.open
