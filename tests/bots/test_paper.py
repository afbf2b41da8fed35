"""docs/bots.md tells the truth: its examples run, and its bot of ten lines enters the arena."""

import doctest
import re
from pathlib import Path

from rich.console import Console

from capotreno.arena.run import RunWishes, contest, run
from capotreno.bots.registry import bots
from capotreno.words import Voice

PAPER = Path(__file__).resolve().parent.parent.parent / "docs" / "bots.md"


def blocks() -> list[str]:
    text = PAPER.read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def test_its_examples_do_what_they_show() -> None:
    shown = [block for block in blocks() if ">>> " in block]
    assert shown
    for block in shown:
        examples = doctest.DocTestParser().get_doctest(block, {}, "bots.md", str(PAPER), 0)
        report: list[str] = []
        result = doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
        assert result.failed == 0, "".join(report)


def shown(what: str) -> tuple[str, int]:
    """A bot the paper shows, and how many lines it has."""
    (code,) = [block for block in blocks() if what in block]
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith('"')]
    return code, len(lines)


def test_its_bot_of_ten_lines_enters_the_arena_and_beats_chance(tmp_path: Path) -> None:
    code, lines = shown("class Longest")
    assert lines <= 10
    file = tmp_path / "mine.py"
    file.write_text(code, encoding="utf-8")
    what = contest("new_york", 2, ("random", f"{file}:Longest"), 1, ladder=False)
    ran = run(what, RunWishes(10, workers=1), Voice("en"), Console(quiet=True))
    assert sum(sample.share(1) for sample in ran.results.samples) > 5
    assert not any(sum(game.illegal) for sample in ran.results.samples for game in sample.games)


def test_its_search_plays_legally_and_scores(tmp_path: Path) -> None:
    code, lines = shown("class Search")
    assert lines <= 15
    file = tmp_path / "search.py"
    file.write_text(code.replace('"search", 2', '"search", 1'), encoding="utf-8")
    dice = (("dice", "true"),)
    what = contest("new_york", 2, ("greedy", f"{file}:Search"), 1, ladder=False, options=dice)
    ran = run(what, RunWishes(1, workers=1), Voice("en"), Console(quiet=True))
    games = [game for sample in ran.results.samples for game in sample.games]
    assert not any(sum(game.illegal) for game in games)
    assert all(game.points[game.seats.index(1)] > 10 for game in games)


def test_it_names_every_bot() -> None:
    text = PAPER.read_text(encoding="utf-8")
    assert all(f"`{bot}`" in text for bot in bots())
