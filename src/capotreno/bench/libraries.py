"""The commands `capotreno native build` and `capotreno native verify`: libraries of games.

A build takes games with cards and with dice at every number of players, a comparison every variant.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.games.registry import OF_DICE, REGISTRY, build, choices, games, named, register
from capotreno.native.library.build import PREBUILT
from capotreno.native.library.shelf import NOTE
from capotreno.words import Voice

DIFFERENT = 1  # the exit code where a library plays other games than the interpreter
AT_ONCE = 50  # games of one job of a comparison

Task = TypeVar("Task", bound=tuple[object, ...])
Made = TypeVar("Made")


@dataclass(frozen=True)
class Variant:
    """A game at a table, as one process names it to another."""

    name: str
    players: int
    options: dict[str, object] = field(default_factory=dict)
    file: str = ""  # of a board of your own

    def __str__(self) -> str:
        told = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.name}, {self.players}{told}"

    def game(self) -> Game:
        if self.file:
            register(self.file)
        return build(self.name, self.players, self.options)


def native_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno native`."""
    what = ("build", "verify")
    sub.add_argument("what", choices=what, help=voice.say("help.native.what"))
    sub.add_argument("boards", nargs="*", metavar="GAME", help=voice.say("help.native.boards"))
    for name, otherwise in (("games", 20), ("jobs", 0)):
        words = voice.say(f"help.native.{name}")
        sub.add_argument(f"--{name}", type=int, default=otherwise, metavar="N", help=words)
    for name in ("gpu", "prebuilt"):
        sub.add_argument(f"--{name}", action="store_true", help=voice.say(f"help.native.{name}"))


def run_native(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Build the libraries of games, or compare them with the interpreter."""
    jobs = options.jobs or os.cpu_count() or 1
    if not 1 <= jobs <= 512 or not 1 <= options.games < 2**31:
        raise CapotrenoError("--games and --jobs are numbers from 1 on")
    wanted = [(named(word), word) for word in options.boards] or [(name, "") for name in games()]
    for name, _ in wanted:
        if name not in REGISTRY:
            raise CapotrenoError(f"there is no game '{name:.60}'; there are {', '.join(games())}")
    work = LibraryWork(voice, console, jobs)
    if options.what == "verify":
        return work.verify(list(variants(wanted, every=True)), options.games)
    made = work.build(list(variants(wanted, every=False)), options.prebuilt, options.gpu)
    if options.prebuilt and not options.boards:  # what older rules were built into is not shipped
        shipped = made | {file.with_suffix(NOTE) for file in made}
        for file in set(PREBUILT.iterdir()) - shipped:
            file.unlink()
    return 0


def variants(wanted: Sequence[tuple[str, str]], *, every: bool) -> Iterator[Variant]:
    """The tables of games: with cards and with dice, or with every option that can be chosen."""
    for name, word in wanted:
        low, high = REGISTRY[name]().board.players
        known = choices(name)
        if not every:
            known = {"dice": known["dice"]}
        file = word if word != name else ""
        for values in product(*known.values()):
            chosen = dict(zip(known, values, strict=True))
            if not chosen["dice"]:
                if any(chosen[key] != known[key][0] for key in OF_DICE if key in chosen):
                    continue  # dice that nobody rolls
                chosen = {key: value for key, value in chosen.items() if key not in OF_DICE}
            for players in range(low, high + 1):
                yield Variant(name, players, chosen, file)


@dataclass
class LibraryWork:
    """Jobs on several processes, with a bar on a terminal."""

    voice: Voice
    console: Console
    jobs: int

    def build(self, found: list[Variant], prebuilt: bool, gpu: bool) -> set[Path]:
        made: set[Path] = set()
        for _, files in self._done(_built, [(variant, prebuilt, gpu) for variant in found]):
            made |= {Path(file) for file in files}
        size = sum(file.stat().st_size for file in made)
        figure = self.voice.figure(size / 2**20, ".1f")
        self.console.print(self.voice.say("native.built", n=len(made), size=figure))
        return made

    def verify(self, found: list[Variant], count: int) -> int:
        decisions = total = 0
        work = [
            (variant, first, min(AT_ONCE, count - first))
            for first in range(0, count, AT_ONCE)
            for variant in found
        ]
        for (variant, _, played), (made, fault) in self._done(_compared, work):
            if fault:
                self.console.print(self.voice.say("native.differs", table=str(variant)))
                self.console.print(fault)
                return DIFFERENT
            decisions += made
            total += played
        self.console.print(
            self.voice.say(
                "native.equal",
                n=len(found),
                games=total,
                decisions=self.voice.figure(decisions, ",.0f"),
            )
        )
        return 0

    def _done(self, what: Callable[..., Made], work: Sequence[Task]) -> Iterator[tuple[Task, Made]]:
        """Every job with its result, as they come; at the first fault the others are left."""
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
        screen = Console(stderr=True)
        off = not screen.is_terminal
        pool = ProcessPoolExecutor(min(self.jobs, len(work)), get_context("spawn"))
        try:
            with Progress(
                *columns, TimeElapsedColumn(), console=screen, disable=off, transient=True
            ) as bar:
                task = bar.add_task("", total=len(work))
                waiting: dict[Future[Made], Task] = {pool.submit(what, *job): job for job in work}
                for future in as_completed(waiting):
                    job = waiting[future]
                    bar.update(task, advance=1, description=str(job[0]))
                    yield job, future.result()
        finally:
            pool.shutdown(cancel_futures=True)


# The compiler and what it needs are imported by the processes that work with them.


def _built(variant: Variant, prebuilt: bool, gpu: bool) -> list[str]:
    from capotreno.native.library import build as libraries  # noqa: PLC0415
    from capotreno.native.library.game import library, source  # noqa: PLC0415
    from capotreno.native.library.gpu import gpu_library  # noqa: PLC0415
    from capotreno.native.library.identity import identity  # noqa: PLC0415
    from capotreno.native.library.shelf import note  # noqa: PLC0415

    game = variant.game()
    if prebuilt:
        made = libraries.shipped(identity(game), lambda: source(game), PREBUILT)
        note(made, game)
    else:
        made = library(game)
    return [str(made), *([str(gpu_library(game))] if gpu else [])]


def _compared(variant: Variant, first: int, count: int) -> tuple[int, str]:
    from capotreno.native.library.compare import compared  # noqa: PLC0415

    return compared(variant.game(), first, count)
