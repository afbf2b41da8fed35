"""Plays the ladder of bots on every board and writes its table into docs/bots.md.

Each bot meets the one below: in duels, and one against copies at the board's largest table; with
dice on the boards named after `--dice`; `--invented 20` adds as many boards that no network has
learned, all in one row. It plays on all cores. The results stay in a folder, so
that it can be interrupted, gone on with (with more deals, if one likes) and reported on:

    python tools/bots/ladder.py --out build/ladder
    python tools/bots/ladder.py --games --dice new_york --deals 500
    capotreno report build/ladder
"""

import argparse
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from capotreno.arena.report.summary import Summary, summary
from capotreno.arena.report.times import Times
from capotreno.arena.results import Contest, Sample, read
from capotreno.arena.run import RunWishes, contest, read_times, run, times_of
from capotreno.arena.statistics import Estimate
from capotreno.bots.levels.learned import LearnedBot
from capotreno.bots.registry import bots
from capotreno.games.registry import OWN, REGISTRY, games, register_content
from capotreno.invent.invent import invent
from capotreno.words import Voice

PAPER = Path(__file__).resolve().parents[2] / "docs" / "bots.md"
BEGIN, END = "<!-- ladder -->", "<!-- end of the ladder -->"

#: What a level must reach over the one below: the lower end of the interval is to be above it.
DUEL = {"greedy": 0.95, "path": 0.65, "planner": 0.58, "learned": 0.58, "search": 0.55}
DUEL_ON = {("learned", "usa"): 0.85}  # with cards
DUEL_INVENTED = {"learned": 0.6}
COPIES = {"path": 1.7, "planner": 1.2, "learned": 1.4}  # times the fair share
SEARCH = "search@200ms"
WITH_DICE = ("new_york", "germany", "usa", "europe")
UNSEEN = 9000  # the seed of the first invented board: `tools/bots/train.py` takes those from 0 on
FEWEST = 80  # deals: from 75 without a defeat on, a gate of 95 % is proven
PIECES = 6000  # so many pieces are placed in the deals of a board: short games can have more


def mark(found: Estimate, gate: float | None) -> str:
    """Whether a gate is passed: yes, no, or not to be said with so few deals."""
    if gate is None:
        return ""
    return " ✓" if found.low >= gate else " ✗" if found.high < gate else " ?"


def entrants() -> tuple[str, ...]:
    """The levels, weakest first; the search is one over a learned bot."""
    return (*bots(), *([SEARCH] if LearnedBot.name in bots() else []))


def gate(what: Contest, name: str) -> float | None:
    """What a level must reach in a duel with the one below."""
    if what.game in OWN:
        return DUEL_INVENTED.get(name)
    usual = DUEL.get(name)
    return usual if is_rolled(what) else DUEL_ON.get((name, what.game), usual)


def cell(found: Summary, one: int) -> str:
    """How one level fares against the one below."""
    duel = next((d for pairing, d in found.duels.items() if pairing.one == one), None)
    if duel is None:
        return "–"
    name = found.contest.bots[one].partition("@")[0]
    if found.contest.players == 2:
        own = duel.share.times(100)
        passed = mark(duel.share, gate(found.contest, name))
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
    title = REGISTRY[what.game]().title.en + (", dice" if is_rolled(what) else "")
    return line(title, what, samples, read_times(times_of(path)))


def line(title: str, what: Contest, samples: list[Sample], times: Times) -> str:
    """The same from what was played."""
    found = summary(what, samples)
    cells = [cell(found, one) for one in range(1, len(what.bots))]
    cells += ["–"] * (len(entrants()) - len(what.bots))
    deals = 1 + max(sample.deal for sample in samples)
    thinking = f"{times.milliseconds(len(what.bots) - 1):.1f} ms"
    return f"| {title} | {what.players} | {' | '.join(cells)} | {deals} | {thinking} |"


def invented(count: int) -> list[str]:
    """Boards that nobody has drawn or learned, of many sizes, as games of this process."""
    return [
        register_content(invent(16 + 3 * (seed % 7), 2 + seed % 4, UNSEEN + seed))
        for seed in range(count)
    ]


def together(paths: list[Path]) -> str:
    """One line for all invented boards."""
    read_all = [read(path) for path in paths]
    samples = [sample for _, own in read_all for sample in own]
    times = Times()
    for path in paths:
        times.merge(read_times(times_of(path)).json())
    return line(f"Invented, {len(paths)} boards", read_all[0][0], samples, times)


def key(line: str) -> tuple[str, int]:
    """What a row is about: a board and a number of players."""
    cells = [cell.strip() for cell in line.split("|")]
    return cells[1], int(cells[2])


def widened(line: str, levels: int) -> str:
    """A row from when there were fewer levels."""
    cells = line.strip("| ").split(" | ")
    missing = levels - (len(cells) - 4)
    return f"| {' | '.join([*cells[:-2], *['–'] * missing, *cells[-2:]])} |"


def write(folder: Path, command: str) -> None:
    """Put the table where the paper wants it; tables that were not played keep their rows."""
    names = [name.partition("@")[0] for name in entrants()]
    heads = [f"{upper} over {lower}" for lower, upper in pairwise(names)]
    lines = [
        f"Made by `{command}`, with `--deals` as in the table. 95 % intervals; ✓ the lower end is",
        "above the gate, ✗ the upper end is below it, ? neither can be said with so few deals.",
        "",
        f"| board | players | {' | '.join(heads)} | deals | {names[-1]} |",
        "|---|---" + "|---:" * (len(heads) + 2) + "|",
    ]
    text = PAPER.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    known = [one for one in old.splitlines() if one.startswith("| ") and "(" in one]
    rows = {key(one): widened(one, len(heads)) for one in known}
    own = {path for path in folder.glob("*.jsonl") if read(path)[0].game in OWN}
    rows.update({key(one): one for one in map(row, set(folder.glob("*.jsonl")) - own)})
    if own:
        rows |= {key(one): one for one in [together(sorted(own))]}
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
    parser.add_argument("--invented", type=int, default=0, help="boards that nobody has learned")
    parser.add_argument("--only-write", action="store_true")
    options = parser.parse_args()
    own = invented(options.invented)
    rolled = (("dice", "true"),)
    voice, screen = Voice("en"), Console(stderr=True)
    wanted = [(name, ()) for name in options.games] + [(name, rolled) for name in options.dice]
    for name, chosen in () if options.only_write else wanted:
        for players in options.players or REGISTRY[name]().board.players:
            what = contest(name, players, entrants(), options.seed, True, chosen)
            wishes = RunWishes(options.deals or usual(name), options.out, options.workers)
            run(what, wishes, voice, screen)
            print(row(options.out / what.file), flush=True)
    for name in () if options.only_write else own:
        what = contest(name, 2, entrants(), options.seed, True)
        run(what, RunWishes(options.deals or FEWEST, options.out, options.workers), voice, screen)
    write(options.out, f"python tools/bots/ladder.py --seed {options.seed}")


if __name__ == "__main__":
    main()
