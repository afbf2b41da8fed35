"""A run of training: kinds of games, a plan from bold to careful, and what is kept on the way.

A run lives in a folder: `run.pt` to go on from, `log.jsonl` with what was seen, `weights.npz` to
play with. The same seed on the same machine begins with the same games.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import torch

from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import load
from capotreno.learning.net import Weights, fresh
from capotreno.learning.player import weights as stored
from capotreno.learning.player import widths
from capotreno.learning.ppo import Learner, Manner
from capotreno.learning.selfplay import Games

WIDE, TABLE, ROUNDS = 64, 192, 2  # what a node and the table remember; how often they tell
RATE: Final = (6e-4, 2e-5)  # of learning, at the beginning and at the end
ENTROPY: Final = (0.012, 0.001)
WIN: Final = (0.5, 1.0)  # the weight of winning beside the margin
KEPT: Final = 60.0  # seconds between two states that are kept


@dataclass(frozen=True)
class Subject:
    """A kind of game to learn: `usa-2`, `usa-2-dice`, or a board's file with `-2`."""

    name: str
    players: int
    dice: bool = False

    @classmethod
    def of(cls, text: str) -> "Subject":
        name, _, rest = text.removesuffix("-dice").rpartition("-")
        if not name or not rest.isdigit():
            raise CapotrenoError(f"'{text:.60}' is no kind of game; one is usa-2 or usa-2-dice")
        return cls(name, int(rest), text.endswith("-dice"))

    def __str__(self) -> str:
        return f"{self.name}-{self.players}{'-dice' if self.dice else ''}"


@dataclass
class Course:
    """What a run is told."""

    kinds: list[str]  # one that is named twice is played twice as often
    minutes: float
    device: str = "cpu"
    games: int = 8192  # side by side, of each kind
    at_once: int = 6  # kinds in one lesson
    horizon: int = 16
    batch: int = 16384
    seed: int = 1
    fast: bool = True  # compiled by torch
    start: str = ""  # weights to begin with
    rival: str = ""  # weights that play the other seats and do not learn
    sitting: float = inf  # minutes until the run is left for another time


@dataclass
class Progressed:
    """What a lesson was like."""

    seconds: float
    progress: float
    decisions: int
    speed: float  # decisions a second, playing and learning
    losses: dict[str, float]
    points: dict[str, float]  # of a seat at the end of a game, by kind
    won: dict[str, float]  # against the rival


class Training:
    """One run."""

    def __init__(self, plan: Course, folder: Path) -> None:
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        torch.fx.experimental._config.use_duck_shape = False  # noqa: SLF001 -- equal by chance
        self.plan, self.folder = plan, folder
        self.random = Random(plan.seed)
        self.kinds = [Subject.of(text) for text in plan.kinds]
        own = (
            stored(Path(plan.start))
            if plan.start
            else fresh(widths(), WIDE, TABLE, ROUNDS, plan.seed)
        )
        precise = plan.device == "cpu"
        settings = Manner(horizon=plan.horizon, batch=plan.batch, precise=precise)
        weights = self._moved(own)
        for one in weights.values():
            one.requires_grad_()
        self.learner = Learner(weights, settings, plan.device, plan.fast)
        self.rival = self._moved(stored(Path(plan.rival))) if plan.rival else None
        self.games: dict[Subject, Games] = {}
        self.seconds, self.decisions = 0.0, 0
        self.waited = 0.0  # seconds for libraries, which are no training
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "run.pt").exists():
            self._resume()

    def _moved(self, own: Weights) -> Weights:
        return {name: torch.from_numpy(one).to(self.plan.device) for name, one in own.items()}

    def _at(self, kind: Subject) -> Games:
        if kind not in self.games:
            begun = time.monotonic()
            options: dict[str, Any] = {"dice": True} if kind.dice else {}
            game = load(kind.name, kind.players, **options)
            seed = 1_000_003 * (1 + self.kinds.index(kind)) + int(self.seconds) + self.plan.seed
            self.games[kind] = Games(game, self.plan.games, self.plan.device, seed)
            self.waited += time.monotonic() - begun
        return self.games[kind]

    def run(self) -> Iterator[Progressed]:
        """Lessons until the time is up; whoever listens no more stops the run and loses nothing.

        The plan is that of the whole run, however many sittings it takes; a sitting's own time
        counts what it waits for too.
        """
        whole = 60 * self.plan.minutes
        kept = self.seconds
        end = time.monotonic() + 60 * self.plan.sitting
        while self.seconds < whole and time.monotonic() < end:
            begun, waited = time.monotonic(), self.waited
            report = self._lesson(self.seconds / whole)
            self.seconds += time.monotonic() - begun - (self.waited - waited)
            report.seconds = self.seconds
            with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(asdict(report)) + "\n")
            if self.seconds - kept > KEPT:
                self.keep()
                kept = self.seconds
            yield report
        self.keep()

    def _lesson(self, progress: float) -> Progressed:
        rate, entropy, self.learner.win = (
            first + (last - first) * progress for first, last in (RATE, ENTROPY, WIN)
        )
        for group in self.learner.optimiser.param_groups:
            group["lr"] = rate
        begun = time.monotonic() - self.waited
        chosen = dict.fromkeys(self.random.choices(self.kinds, k=self.plan.at_once))
        material, points, won, count = [], {}, {}, 0
        for kind in chosen:
            games = self._at(kind)
            played = self.learner.play(games, self.rival)
            count += len(played.lesson.codes)
            if len(played.lesson.codes):
                material.append((games, played.lesson))
            if played.games:
                points[str(kind)] = round(played.points, 2)
                if self.rival is not None:
                    won[str(kind)] = round(played.won, 3)
        losses = self.learner.learn(material, entropy)
        if not all(np.isfinite(one) for one in losses.values()):
            raise CapotrenoError("the run has gone astray: a loss is no number any more")
        self.decisions += count
        speed = count / (time.monotonic() - self.waited - begun)
        return Progressed(0.0, progress, self.decisions, speed, losses, points, won)

    # -- what is kept ---------------------------------------------------------------------------

    def keep(self) -> None:
        """The state of the run, to go on from, and its weights, to play with."""
        own = {name: one.detach().float().cpu() for name, one in self.learner.weights.items()}
        state = {
            "weights": own,
            "optimiser": self.learner.optimiser.state_dict(),
            "seconds": self.seconds,
            "decisions": self.decisions,
        }
        new = self.folder / "run.new"
        torch.save(state, new)
        new.replace(self.folder / "run.pt")
        save(own, self.folder / "weights.npz")

    def _resume(self) -> None:
        state = torch.load(self.folder / "run.pt", map_location=self.plan.device, weights_only=True)
        with torch.no_grad():
            for name, one in self.learner.weights.items():
                one.copy_(state["weights"][name])
        self.learner.optimiser.load_state_dict(state["optimiser"])
        self.seconds, self.decisions = state["seconds"], state["decisions"]
        # other games and choices than those of the sittings before
        self.random = Random(self.plan.seed + self.decisions)
        torch.manual_seed(self.plan.seed + self.decisions)


def save(own: Weights, file: Path) -> None:
    """Weights in half precision, which plays as well and is half as large."""
    halves = {name: np.asarray(one, np.float16) for name, one in own.items()}
    np.savez_compressed(file, **halves)  # type: ignore[arg-type]
