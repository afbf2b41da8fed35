"""Plays the ladder of bots on every board and writes its table into docs/bots.md.

Each bot meets the one below: in duels, and one against copies at the board's largest table; with
dice on the boards named after `--dice`. It plays on all cores. The results stay in a folder, so
that it can be interrupted, gone on with (with more deals, if one likes) and reported on:

    python tools/ladder.py --out build/ladder
    python tools/ladder.py --games --dice new_york --deals 500
    capotreno report build/ladder
"""

import argparse
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from capotreno.arena.report.summary import Summary, summary
from capotreno.arena.results import Contest, read
from capotreno.arena.run import RunWishes, contest, read_times, run, times_of
from capotreno.arena.statistics import Estimate
from capotreno.bots.registry import bots
from capotreno.games.registry import REGISTRY, games
from capotreno.words import Voice

PAPER = Path(__file__).resolve().parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- ladder -->", "<!-- end of the ladder -->"

#: What a level must reach over the one below: the lower end of the interval is to be above it.
DUEL = {"greedy": 0.95, "path": 0.65, "planner": 0.58}
COPIES = {"path": 1.7, "planner": 1.2}  # times the fair share
WITH_DICE = ("new_york", "germany", "usa")
FEWEST = 80  # deals: from 75 without a defeat on, a gate of 95 % is proven
PIECES = 6000  # so many pieces are placed in the deals of a board: short games can have more


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


def is_rolled(what: Contest) -> bool:
    """Whether a contest is played with dice."""
    return dict(what.options).get("dice") == "true"


def usual(name: str) -> int:
    """How many deals a board gets if nobody says so."""
    pieces = sum(supply.count for supply in REGISTRY[name]().board.supplies)
    return max(FEWEST, PIECES // max(1, pieces))


def row(path: Path) -> str:
    """One line of the table: a board at a table."""
    what, samples = read(path)
    found = summary(what, samples)
    title = REGISTRY[what.game]().title.en + (", dice" if is_rolled(what) else "")
    cells = [cell(found, one) for one in range(1, len(what.bots))]
    deals = 1 + max(sample.deal for sample in samples)
    times = read_times(times_of(path))
    thinking = f"{times.milliseconds(len(what.bots) - 1):.1f} ms"
    return f"| {title} | {what.players} | {' | '.join(cells)} | {deals} | {thinking} |"


def key(line: str) -> tuple[str, int]:
    """What a row is about: a board and a number of players."""
    cells = [cell.strip() for cell in line.split("|")]
    return cells[1], int(cells[2])


def write(folder: Path, command: str) -> None:
    """Put the table where the paper wants it; tables that were not played keep their rows."""
    names = bots()
    heads = [f"{upper} over {lower}" for lower, upper in pairwise(names)]
    lines = [
        f"Made by `{command}`, with `--deals` as in the table. 95 % intervals; ✓ the lower end is",
        "above the gate, ✗ the upper end is below it, ? neither can be said with so few deals.",
        "",
        f"| board | players | {' | '.join(heads)} | deals | planner |",
        "|---|---" + "|---:" * (len(heads) + 2) + "|",
    ]
    text = PAPER.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    rows = {key(line): line for line in old.splitlines() if line.startswith("| ") and "(" in line}
    rows.update({key(line): line for line in map(row, folder.glob("*.jsonl"))})
    lines += [rows[one] for one in sorted(rows)]
    PAPER.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Play what is missing, then write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--deals", type=int, help="of each table; as the board's length says")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("build/ladder"))
    parser.add_argument("--games", nargs="*", default=games(), help="boards with cards")
    parser.add_argument("--dice", nargs="*", default=WITH_DICE, help="boards with dice")
    parser.add_argument("--players", type=int, nargs="*", help="smallest and largest otherwise")
    parser.add_argument("--only-write", action="store_true")
    options = parser.parse_args()
    rolled = (("dice", "true"),)
    wanted = [(name, ()) for name in options.games] + [(name, rolled) for name in options.dice]
    for name, chosen in () if options.only_write else wanted:
        for players in options.players or REGISTRY[name]().board.players:
            what = contest(name, players, bots(), options.seed, True, chosen)
            wishes = RunWishes(options.deals or usual(name), options.out, options.workers)
            run(what, wishes, Voice("en"), Console(stderr=True))
            print(row(options.out / what.file), flush=True)
    write(options.out, f"python tools/ladder.py --seed {options.seed}")


if __name__ == "__main__":
    main()
