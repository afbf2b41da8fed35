"""Tunes the planner's constants for a table, and stores them with the command that made them.

An evolution strategy on paired seeds: every candidate of a generation plays the same deals in
every seating, candidates come in mirrored pairs, and the constants move (by factors) towards
those that did better. What counts is the chance to win as the margin tells it, which says more
per game than victories do. In the end the new constants meet the old ones' figures on fresh deals
and are stored only if they are better.

    python tools/bots/tune.py germany --players 2 --generations 15 --workers 2
    python tools/bots/tune.py germany --players 2 --dice --generations 15
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from capotreno.arena.deals import Maker, play
from capotreno.arena.pairings import Pairing
from capotreno.arena.report.times import Times
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.levels.dice_planner import DicePlanner
from capotreno.bots.registry import make
from capotreno.bots.tuned.constants import CardConstants, DiceConstants
from capotreno.engine.game import Game
from capotreno.games.registry import load

FOLDER = Path(__file__).resolve().parents[2] / "src" / "capotreno" / "bots" / "tuned"
NAMES = [field.name for field in fields(CardConstants)]
DICE_NAMES = [field.name for field in fields(DiceConstants)]
WIDTH = 0.2  # of a mutation, in logarithms
STEP = 0.6  # how far the constants follow what the candidates say


class Trial(NamedTuple):
    """One candidate on one deal against one opponent, in every seating."""

    game: str
    players: int
    candidate: tuple[float, ...]
    rival: tuple[float, ...] | str
    seed: int
    deal: int
    dice: bool


@cache
def table(name: str, players: int, dice: bool) -> Game:
    """A game, built once in every process."""
    return load(name, players, dice=dice)


def bot(values: Sequence[float] | str, dice: bool) -> Maker:
    """A planner with such constants, in their order, or a bot by its name."""
    if isinstance(values, str):
        return partial(make, values)
    if dice:
        rolled = DiceConstants(**dict(zip(DICE_NAMES, values, strict=True)))
        return partial(DicePlanner, weights=rolled)
    return partial(CardPlanner, weights=CardConstants(**dict(zip(NAMES, values, strict=True))))


def trial(job: Trial) -> tuple[float, float]:
    """The candidate's mean margin and its share of the victories."""
    game = table(job.game, job.players, job.dice)
    makers = [bot(job.candidate, job.dice), bot(job.rival, job.dice)]
    times = Times()
    games = [
        play(game, makers, seats, (job.seed, job.deal), times)
        for seats in Pairing(0, 1).seatings(job.players)
    ]
    n = len(games)
    return sum(g.margin(0) for g in games) / n, sum(g.share(0) for g in games) / n


class Tuner:
    """The evolution of one table's constants."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.names = DICE_NAMES if options.dice else NAMES
        if not set(options.start) <= set(self.names):
            raise SystemExit(f"the constants are {', '.join(self.names)}")
        kind = DiceConstants if options.dice else CardConstants
        first = asdict(kind.of(options.game, options.players))
        self.start = tuple({**first, **options.start}.values())
        self.rivals: tuple[tuple[float, ...] | str, ...] = ("path", self.start)
        self.random = random.Random(options.seed)
        self.scale = 0.0
        workers = options.workers
        self.pool = ProcessPoolExecutor(workers, get_context("spawn")) if workers > 1 else None

    def fitness(
        self, candidates: Sequence[tuple[float, ...]], deals: range
    ) -> list[tuple[float, float]]:
        """Of every candidate: the chance to win as its margins tell it, and its victories."""
        o = self.options
        jobs = [
            Trial(o.game, o.players, candidate, rival, o.seed, deal, o.dice)
            for candidate in candidates
            for rival in self.rivals
            for deal in deals
        ]
        found = list(self.pool.map(trial, jobs) if self.pool else map(trial, jobs))
        if not self.scale:
            mean = sum(margin for margin, _ in found) / len(found)
            self.scale = 1.0 + math.sqrt(sum((m - mean) ** 2 for m, _ in found) / len(found))
        each = len(self.rivals) * len(deals)
        fits = []
        for first in range(0, len(found), each):
            own = found[first : first + each]
            chance = sum(1 / (1 + math.exp(-2 * margin / self.scale)) for margin, _ in own)
            fits.append((chance / each, sum(share for _, share in own) / each))
        return fits

    def run(self) -> tuple[float, ...]:
        """Evolve for so many generations; gives the constants it ends at."""
        o = self.options
        centre = [math.log(value) for value in self.start]
        began = time.monotonic()
        for generation in range(o.generations):
            noise = [[self.random.gauss(0, 1) for _ in self.names] for _ in range(o.pairs)]
            mirrored = noise + [[-x for x in one] for one in noise]
            candidates = [
                tuple(math.exp(c + WIDTH * x) for c, x in zip(centre, one, strict=True))
                for one in mirrored
            ]
            fits = self.fitness(candidates, range(generation * o.deals, (generation + 1) * o.deals))
            order = sorted(range(len(fits)), key=lambda i: fits[i])
            rank = [0.0] * len(fits)
            for place, i in enumerate(order):
                rank[i] = place / (len(fits) - 1) - 0.5
            for at in range(len(self.names)):
                pull = sum(r * one[at] for r, one in zip(rank, mirrored, strict=True))
                centre[at] += STEP * WIDTH * 2 * pull / len(mirrored) ** 0.5
            mean = sum(fit for fit, _ in fits) / len(fits)
            won = sum(share for _, share in fits) / len(fits)
            spent = time.monotonic() - began
            print(f"generation {generation}: {mean:.3f}, victories {won:.3f}, {spent:.0f} s")
            print(
                "  "
                + " ".join(
                    f"{n}={math.exp(c):.3g}" for n, c in zip(self.names, centre, strict=True)
                )
            )
            sys.stdout.flush()
        return tuple(float(f"{math.exp(c):.4g}") for c in centre)


def store(
    options: argparse.Namespace, values: tuple[float, ...], figures: dict[str, float]
) -> None:
    """Write the constants with the command that made them."""
    file = FOLDER / (DiceConstants if options.dice else CardConstants).FILE
    data = json.loads(file.read_text(encoding="utf-8"))
    command = (
        f"python tools/bots/tune.py {options.game} --players {options.players} "
        f"--seed {options.seed} --generations {options.generations} "
        f"--pairs {options.pairs} --deals {options.deals}"
    )
    if options.dice:
        command += " --dice"
    if options.start:
        command += " --start " + ",".join(f"{name}={v:g}" for name, v in options.start.items())
    entry = {
        "constants": dict(zip(DICE_NAMES if options.dice else NAMES, values, strict=True)),
        "command": command,
        "figures": figures,
    }
    data.setdefault(options.game, {})[str(options.players)] = entry
    text = json.dumps({game: dict(sorted(data[game].items())) for game in sorted(data)}, indent=1)
    file.write_text(text + "\n", encoding="utf-8")


def given(text: str) -> dict[str, float]:
    """Constants to start from, instead of the stored ones."""
    return {name: float(value) for name, _, value in (p.partition("=") for p in text.split(","))}


def main() -> None:
    """Tune, check on fresh deals, store."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    for name, value in (("players", 2), ("seed", 1), ("generations", 15), ("pairs", 6)):
        parser.add_argument(f"--{name}", type=int, default=value)
    for name, value in (("deals", 4), ("check", 40), ("workers", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--dice", action="store_true")
    parser.add_argument("--start", type=given, default={}, help="turn=3,slow=0.6 ...")
    options = parser.parse_args()
    tuner = Tuner(options)
    values = tuner.run()
    fresh = range(1_000_000, 1_000_000 + options.check)
    (old, won), (new, wins) = tuner.fitness([tuner.start, values], fresh)
    print(
        f"on {options.check} fresh deals: {old:.3f} -> {new:.3f}, victories {won:.3f} -> {wins:.3f}"
    )
    if new > old or options.start:
        best = values if new > old else tuner.start
        store(options, best, {"start": round(old, 4), "tuned": round(new, 4)})
        which = "what was tuned" if new > old else "the start, which nothing bettered"
        print(f"stored: {which}")
    else:
        print("no better: nothing stored")


if __name__ == "__main__":
    main()
