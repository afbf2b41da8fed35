"""Is the review right? Plays, compares, plants, and writes the figures into docs/review.md.

python -m tools.calibration                       all of it: some hours on two cores
python -m tools.calibration --minutes 9           as far as it comes; the next call goes on
python -m tools.calibration --games 40 --plants 5 a first look
python -m tools.calibration --only chances,luck   what is kept in the folder stays as it was
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from capotreno.arena.statistics import average, share
from capotreno.reviewing.review import BUDGET
from tools.calibration import blunders, kept, luck, page
from tools.calibration.figures import Figures
from tools.calibration.samples import Kind, Sample, Wanted, work
from tools.calibration.scaling import checked, fitted_scale

ROOT = Path(__file__).resolve().parents[2]
PAPER = ROOT / "docs" / "review.md"
BEGIN, END = "<!-- calibration: {} -->\n", "<!-- end of {} -->"

#: Boards with the players, and how many of the games that are asked for: long games are fewer.
BOARDS = (
    (Kind("new_york", 2), 1.0),
    (Kind("new_york", 4), 0.5),
    (Kind("new_york", 2, dice=True), 0.5),
    (Kind("usa", 2), 0.3),
    (Kind("germany", 2), 0.2),
    (Kind("germany", 4), 0.1),
)
PLANTED = (Kind("new_york", 4), Kind("new_york", 3))
DEALS = 400  # that are looked through for one blunder, at most
LUCKY = Kind("new_york", 2)
QUICK = (
    200  # games for a decision where only sums are looked at: many reviews say more than sure ones
)
WHOLE = 12  # one in so many of the games is reviewed with all its games, for its mistakes
MOMENTS = 3  # of a game
ROLLOUTS = 256  # of a moment


def main() -> None:
    """Do what is wanted and write what was found."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--plants", type=int, default=20, help="of one sort on one board")
    options.add_argument("--reviews", type=int, default=600)
    options.add_argument("--bot", default="planner")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--minutes", type=float, default=1e6, help="then stop; go on another time")
    options.add_argument("--only", default=",".join(DO))
    options.add_argument("--out", type=Path, default=ROOT / "build" / "calibration")
    wanted = options.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    clock = kept.Clock(wanted.minutes, console)
    for part in wanted.only.split(","):
        DO[part](wanted, clock)
    chances, boards = told(wanted.out, wanted.bot)
    found = {
        "chances": chances,
        "plants": _told_plants(wanted.out),
        "luck": _told_luck(wanted.out),
    }
    words = "\n\n".join("\n".join(lines) for lines in found.values() if lines)
    page.write(wanted.out / "calibration.html", boards, words)
    paper = PAPER.read_text("utf-8")
    for part, lines in found.items():
        paper = written(paper, part, lines)
    PAPER.write_text(paper, encoding="utf-8")
    console.print(words)
    console.print(f"{wanted.out / 'calibration.html'}")


def written(paper: str, part: str, lines: Sequence[str]) -> str:
    """The paper with new figures of one part; where none were found the old ones stay."""
    if not lines:
        return paper
    begin, end = BEGIN.format(part), END.format(part)
    before, rest = paper.split(begin)
    _, after = rest.split(end)
    return "".join((before, begin, "\n", *(f"{line}\n" for line in lines), "\n", end, after))


def _chances(wanted: argparse.Namespace, clock: kept.Clock) -> None:
    for table, part in BOARDS:
        what = Wanted(table, (wanted.bot,), MOMENTS, ROLLOUTS)
        deals = range(max(4, round(wanted.games * part)))
        path = wanted.out / f"chances-{table.file}.jsonl"
        kept.go_on(path, partial(work, what), deals, wanted.workers, clock)


def _plants(wanted: argparse.Namespace, clock: kept.Clock) -> None:
    sorts = [(table, kind) for table in PLANTED for kind in blunders.KINDS]
    for n, (table, kind) in enumerate(sorts):
        job = blunders.Job(table, kind, wanted.bot, BUDGET)
        deals = range(wanted.plants * DEALS)
        path = wanted.out / f"plants-{kind}-{table.file}.jsonl"
        own = clock.part(len(sorts) - n)
        kept.go_on(path, partial(blunders.judged, job), deals, wanted.workers, own, wanted.plants)


def _luck(wanted: argparse.Namespace, clock: kept.Clock) -> None:
    jobs = (("luck", QUICK, wanted.reviews), ("mistakes", BUDGET, wanted.reviews // WHOLE))
    for n, (name, budget, deals) in enumerate(jobs):
        path, work = wanted.out / f"{name}-{LUCKY.file}.jsonl", partial(luck.sums, LUCKY, budget)
        kept.go_on(path, work, range(deals), wanted.workers, clock.part(len(jobs) - n))


DO = {"chances": _chances, "plants": _plants, "luck": _luck}


def told(folder: Path, bot: str) -> tuple[list[str], dict[str, Figures]]:
    """The table of chances in Markdown, and the figures by board."""
    boards, samples = {}, {}
    for table, _ in BOARDS:
        found = kept.read(folder / f"chances-{table.file}.jsonl")
        if len(found) > 1:
            rows = [Sample(**one) for deal in sorted(found) for one in found[deal]]
            samples[table] = rows
            boards[table.title] = checked(table, rows)
    if not boards:
        return [], boards
    lines = [
        f"Chances, in games of copies of `{bot}`; the baseline is a logistic regression on the",
        "lead in points and how far the game is, fitted on the other half of the games; in",
        "brackets 95 % intervals by games. Every second game, of which these are none, has fitted",
        "how chances are told; *untold* is what the rollouts alone would say too much.",
        "",
        "| board | games | Brier | baseline | better by | said less happened | untold | slope |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for title, own in boards.items():
        cells = (
            title,
            str(own.deals),
            page.figure(own.brier),
            page.figure(own.baseline),
            page.figure(own.better, sign="+"),
            page.figure(own.bias, sign="+"),
            f"{own.untold:+.3f}",
            f"{own.slope:.2f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    sure, hope = fitted_scale(samples)
    lines += ["", f"These games would tell them with `SURE` {sure:.2f} and `HOPE` {hope:.2f}."]
    return lines, boards


def _told_plants(folder: Path) -> list[str]:
    files = [
        folder / f"plants-{kind}-{table.file}.jsonl" for kind in blunders.KINDS for table in PLANTED
    ]
    found = [one for file in files for one in kept.read(file).values() if one is not None]
    if not found:
        return []
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


def _both(one: str, other: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, other), (other, one)


def _told_luck(folder: Path) -> list[str]:
    found, whole = [
        [one for own in kept.read(folder / f"{name}-{LUCKY.file}.jsonl").values() for one in own]
        for name in ("luck", "mistakes")
    ]
    if not found:
        return []
    lines = [
        "| played by | against | games | luck, points | luck, chance | skill, points | mistakes |",
        "|---|---|---|---|---|---|---|",
    ]
    pairs = dict.fromkeys(pair for rival in luck.RIVALS for pair in _both("planner", rival))
    for bot, rival in (*pairs, ("", "")):
        own, sure = [
            [one for one in rows if not bot or (one["bot"], one["rival"]) == (bot, rival)]
            for rows in (found, whole)
        ]
        if own:
            cells = [
                page.figure(average([one["luck_margin"] for one in own]), 2, "+"),
                page.figure(average([one["luck_win"] for one in own]), 3, "+"),
                page.figure(average([one["skill_margin"] for one in own]), 1, "+"),
                _mistakes([one["mistakes"] for one in sure]),
            ]
            who = f"`{bot}` | `{rival}`" if bot else "all | all"
            lines.append(f"| {who} | {len(own)} | {' | '.join(cells)} |")
    return lines


def _mistakes(counts: Sequence[int]) -> str:
    if len(counts) < 2:
        return "–"
    return f"{page.figure(average(counts), 2)}, {len(counts)} games"


if __name__ == "__main__":
    main()
