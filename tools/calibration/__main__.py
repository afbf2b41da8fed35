"""Is the review right? Plays, compares, plants, and writes the figures into docs/review.md.

python -m tools.calibration                       all of it: an hour or so on two cores
python -m tools.calibration --games 40 --plants 5 a first look
python -m tools.calibration --only chances,luck   what is kept in the folder stays as it was
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from capotreno.arena.statistics import average, share
from tools.calibration import blunders, luck, page
from tools.calibration.figures import Figures, figures
from tools.calibration.samples import Wanted, read, samples, write

ROOT = Path(__file__).resolve().parents[2]
PAPER = ROOT / "docs" / "review.md"
BEGIN, END = "<!-- calibration -->\n", "<!-- end of the calibration -->"
PARTS = ("chances", "plants", "luck")

#: Boards with the players, and how many of the games that are asked for: long games are fewer.
BOARDS = (("new_york", 2, 1.0), ("new_york", 4, 0.3), ("usa", 2, 0.2), ("germany", 4, 0.06))
PLANTED = (("new_york", 2), ("usa", 2))
MOMENTS = 6  # of a game
ROLLOUTS = 256  # of a moment
BUDGET = 3000  # of a decision, where blunders are looked for


def main() -> None:
    """Do what is wanted and write what was found."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--plants", type=int, default=40)
    options.add_argument("--reviews", type=int, default=60)
    options.add_argument("--bot", default="planner")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--only", default=",".join(PARTS))
    options.add_argument("--out", type=Path, default=ROOT / "build" / "calibration")
    wanted = options.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    only = wanted.only.split(",")
    console = Console(stderr=True)
    if "chances" in only:
        for name, players, part in BOARDS:
            deals = tuple(range(max(4, round(wanted.games * part))))
            what = Wanted(name, players, (wanted.bot,), deals, MOMENTS, ROLLOUTS)
            found = []
            with Progress(console=console, transient=True) as bar:
                task = bar.add_task(f"{name} {players}", total=len(deals) * MOMENTS)
                for own in samples(what, wanted.workers):
                    found += own
                    bar.update(task, completed=len(found))
            write(wanted.out / f"chances-{name}-{players}.jsonl", found)
    if "plants" in only:
        jobs = [
            blunders.Job(name, players, kind, wanted.plants, wanted.bot, BUDGET)
            for name, players in PLANTED
            for kind in blunders.KINDS
        ]
        plants = [one for own in blunders.all_of(jobs, wanted.workers) for one in own]
        rows = "".join(json.dumps(asdict(one)) + "\n" for one in plants)
        (wanted.out / "plants.jsonl").write_text(rows, encoding="utf-8")
    if "luck" in only:
        rows = "".join(
            json.dumps(asdict(one)) + "\n"
            for one in luck.sums("new_york", 2, wanted.reviews, wanted.workers)
        )
        (wanted.out / "luck.jsonl").write_text(rows, encoding="utf-8")
    words, boards = told(wanted.out, wanted.bot)
    page.write(wanted.out / "calibration.html", boards, words)
    text = PAPER.read_text("utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAPER.write_text(f"{before}{BEGIN}{words}{END}{after}", encoding="utf-8")
    console.print(words)
    console.print(f"{wanted.out / 'calibration.html'}")


def told(folder: Path, bot: str) -> tuple[str, dict[str, Figures]]:
    """The tables in Markdown, and the figures by board."""
    boards = {}
    for name, players, _ in BOARDS:
        file = folder / f"chances-{name}-{players}.jsonl"
        if file.exists():
            boards[f"{name}, {players} players"] = figures(read(file))
    lines = [
        f"Chances, in games of copies of `{bot}`; the baseline is a logistic regression on the",
        "lead in points and how far the game is, fitted on the other half of the games; in",
        "brackets 95 % intervals by games.",
        "",
        "| board | games | Brier | baseline | better by | said less happened | slope |",
        "|---|---|---|---|---|---|---|",
    ]
    for title, own in boards.items():
        cells = (
            title,
            str(own.deals),
            page.figure(own.brier),
            page.figure(own.baseline),
            page.figure(own.better, sign="+"),
            page.figure(own.bias, sign="+"),
            f"{own.slope:.2f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", *_plants(folder), "", *_luck(folder), ""]
    return "\n".join(lines), boards


def _plants(folder: Path) -> list[str]:
    file = folder / "plants.jsonl"
    if not file.exists():
        return []
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    lines = [
        "| planted | cases | among the three dearest | called a mistake |",
        "|---|---|---|---|",
    ]
    for kind in (*blunders.KINDS, ""):
        own = [one for one in found if kind in ("", one["kind"])]
        if own:
            three = _percent([float(one["found"]) for one in own])
            called = _percent([float(one["mistake"]) for one in own])
            lines.append(f"| {blunders.NAMES.get(kind, 'all')} | {len(own)} | {three} | {called} |")
    return lines


def _percent(figures_: Sequence[float]) -> str:
    own = share(figures_).times(100)
    return f"{own.mean:.0f} % ({own.low:.0f} to {own.high:.0f})"


def _luck(folder: Path) -> list[str]:
    file = folder / "luck.jsonl"
    if not file.exists():
        return []
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    lines = [
        "| played by | games | luck, points | luck, chance | skill, points | mistakes a game |",
        "|---|---|---|---|---|---|",
    ]
    for bot in luck.LINEUP:
        own = [one for one in found if one["bot"] == bot]
        if own:
            cells = [
                page.figure(average([one["luck_margin"] for one in own]), 2, "+"),
                page.figure(average([one["luck_win"] for one in own]), 3, "+"),
                page.figure(average([one["skill_margin"] for one in own]), 1, "+"),
                page.figure(average([one["mistakes"] for one in own]), 2),
            ]
            lines.append(f"| `{bot}` | {len(own)} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    main()
