"""The command `capotreno train`."""

import argparse
import sys
from math import inf
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import REGISTRY, games
from capotreno.words import Voice

MINUTES: Final = 20.0


def train_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno train`."""

    def say(name: str) -> str:
        return voice.say(f"help.train.{name}")

    sub.add_argument("kinds", nargs="*", metavar="KIND", help=say("kinds"))
    sub.add_argument("--minutes", type=float, default=MINUTES, metavar="M", help=say("minutes"))
    sub.add_argument("--sitting", type=float, default=inf, metavar="M", help=say("sitting"))
    folder = Path("training")
    sub.add_argument("--out", type=Path, default=folder, metavar="FOLDER", help=say("out"))
    sub.add_argument("--device", default="cuda", metavar="cuda|cpu", help=say("device"))
    sub.add_argument("--games", type=int, default=8192, metavar="N", help=say("games"))
    sub.add_argument("--steps", type=int, default=16, metavar="N", help=say("steps"))
    sub.add_argument("--batch", type=int, default=16384, metavar="N", help=say("batch"))
    sub.add_argument("--start", default="", metavar="FILE", help=say("start"))
    sub.add_argument("--rival", default="", metavar="FILE", help=say("rival"))
    sub.add_argument("--seed", type=int, default=1, metavar="N", help=voice.say("help.seed"))


def every_kind() -> list[str]:
    """All shipped games at every table, with cards and with dice.

    The smallest and the largest tables stand there twice: they are played twice as often.
    """
    found = []
    for name in games():
        least, most = REGISTRY[name]().board.players
        tables = [*range(least, most + 1), least, most]
        found += [f"{name}-{players}{dice}" for players in tables for dice in ("", "-dice")]
    return found


def run_train(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Train a network; what there is of a run in the folder goes on."""
    try:
        from capotreno.learning.training import Course, Training  # noqa: PLC0415 -- only this needs torch
    except ImportError:
        raise CapotrenoError(voice.say("train.extra")) from None
    plan = Course(
        options.kinds or every_kind(),
        options.minutes,
        options.device,
        options.games,
        horizon=options.steps,
        batch=options.batch,
        seed=options.seed,
        start=options.start,
        rival=options.rival,
        sitting=options.sitting,
        fast=options.device != "cpu",
    )
    training = Training(plan, options.out)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    whole = 60 * options.minutes
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task("", total=whole)
        shown.update(task, completed=training.seconds)
        for report in training.run():
            speed = f"{report.speed:,.0f}"
            said = voice.say("train.progress", decisions=report.decisions, speed=speed)
            shown.update(task, description=said, completed=report.seconds)
    file = str(options.out / "weights.npz")
    said = voice.say("train.made", decisions=training.decisions, file=file)
    console.print(said, soft_wrap=True)
    return 0
