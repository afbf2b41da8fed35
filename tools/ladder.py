"""Plays the ladder of bots on every board and writes its table into docs/bots.md.

Each bot meets the one below: in duels, and one against copies at the board's largest table. The
results stay in a folder, so that it can be interrupted, gone on with and reported on:

    python tools/ladder.py --deals 200 --out build/ladder
    capotreno report build/ladder
"""

import argparse
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from capotreno.arena.results import read
from capotreno.arena.run import Wishes, contest, read_times, run, times_of
from capotreno.arena.statistics import Estimate
from capotreno.arena.summary import Summary, summary
from capotreno.bots.registry import bots
from capotreno.games.registry import REGISTRY, games
from capotreno.words import Voice

PAPER = Path(__file__).resolve().parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- ladder -->", "<!-- end of the ladder -->"

#: What a level must reach over the one below: the lower end of the interval is to be above it.
DUEL = {"greedy": 0.95, "path": 0.65, "planner": 0.58}
COPIES = {"path": 1.7, "planner": 1.2}  # times the fair share


def mark(found: Estimate, gate: float | None) -> str:
    """Whether a gate is passed: yes, no, or not to be said with so few deals."""
    if gate is None:
        return ""
    return " ✓" if found.low >= gate else " ✗" if found.high < gate else " ?"


def cell(found: Summary, one: int) -> str:
    """How one level fares against the one below."""
    duel = next((d for pairing, d in found.duels.items() if pairing.one == one), None)
    if duel is None:
        return "–"
    name = found.contest.bots[one]
    if found.contest.players == 2:
        own = duel.share.times(100)
        passed = mark(duel.share, DUEL.get(name))
        return f"{own.mean:.1f} % ({own.low:.1f}–{own.high:.1f}){passed}"
    own = duel.share.times(found.contest.players)
    return f"{own.mean:.2f} × ({own.low:.2f}–{own.high:.2f}){mark(own, COPIES.get(name))}"


def row(path: Path) -> str:
    """One line of the table: a board at a table."""
    what, samples = read(path)
    found = summary(what, samples)
    title = REGISTRY[what.game]().title.en
    cells = [cell(found, one) for one in range(1, len(what.bots))]
    deals = 1 + max(sample.deal for sample in samples)
    times = read_times(times_of(path))
    thinking = f"{times.milliseconds(len(what.bots) - 1):.1f} ms"
    return f"| {title} | {what.players} | {' | '.join(cells)} | {deals} | {thinking} |"


def write(folder: Path, command: str) -> None:
    """Put the table where the paper wants it."""
    names = bots()
    heads = [f"{upper} over {lower}" for lower, upper in pairwise(names)]
    lines = [
        f"Made by `{command}`, with `--deals` as in the table. 95 % intervals; ✓ the lower end is",
        "above the gate, ✗ the upper end is below it, ? neither can be said with so few deals.",
        "",
        f"| board | players | {' | '.join(heads)} | deals | planner |",
        "|---|---" + "|---:" * (len(heads) + 2) + "|",
    ]
    lines += [row(path) for path in sorted(folder.glob("*.jsonl"))]
    text = PAPER.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAPER.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Play what is missing, then write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("build/ladder"))
    parser.add_argument("--games", nargs="*", default=games())
    parser.add_argument("--only-write", action="store_true")
    options = parser.parse_args()
    for name in () if options.only_write else options.games:
        low, high = REGISTRY[name]().board.players
        for players in (low, high):
            what = contest(name, players, bots(), options.seed, ladder=True)
            wishes = Wishes(options.deals, options.out, options.workers)
            run(what, wishes, Voice("en"), Console(stderr=True))
            print(row(options.out / what.file), flush=True)
    write(options.out, f"python tools/ladder.py --seed {options.seed}")


if __name__ == "__main__":
    main()
