"""Native decisions per second, on the CPU and on a GPU, with python-chess as the yardstick.

Measured as `bench/engine.py` does, on one core; the GPU plays the games of the CPU, and everything
it says is compared.
"""

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from rich.console import Console, Group
from rich.progress import track
from rich.table import Table
from rich.text import Text

from capotreno.bench.engine import SLICE, chess_player, rate, tables
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import REGISTRY
from capotreno.native.library.batch import Batch
from capotreno.native.library.game import NativeGame
from capotreno.native.library.gpu import GpuBatch, GpuGame
from capotreno.native.library.rollouts import Playouts
from capotreno.words import Voice

GAMES = 200  # of one call, on the CPU
BATCH = 1024  # games side by side
BATCH_STEPS = 60
GPU_GAMES = 1 << 19
GPU_BATCH = 1 << 16
GPU_STEPS = 40
BLOCKS = (64, 128, 256)
COMPARED = 600  # steps that both batches make


@dataclass
class NativeRow:
    """One game at one number of players; rates are decisions per second."""

    game: str
    players: int
    dice: bool
    speeds: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)  # to python-chess in the next slice
    batch: float = 0.0  # observation, legal codes and step, on one core
    gpu: float | None = None
    gpu_block: int = 0
    gpu_equal: bool | None = None  # checksum, points and wins as on the CPU
    gpu_batch: float | None = None
    gpu_batch_equal: bool | None = None  # every array as on the CPU

    def json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "game": self.game,
            "players": self.players,
            "dice": self.dice,
            "decisions_per_second": round(median(self.speeds)),
            "times_python_chess": round(median(self.ratios), 3) if self.ratios else None,
            "batch_decisions_per_second": round(self.batch),
            "slices": len(self.speeds),
        }
        if self.gpu is not None:
            found |= {
                "gpu_decisions_per_second": round(self.gpu),
                "gpu_block": self.gpu_block,
                "gpu_equal": self.gpu_equal,
                "gpu_batch_decisions_per_second": round(self.gpu_batch or 0),
                "gpu_batch_equal": self.gpu_batch_equal,
            }
        return found


@dataclass
class NativeBench:
    """What a run measured."""

    rows: list[NativeRow]
    chess: list[float]

    def json(self) -> dict[str, object]:
        return {
            "native": True,
            "slice_seconds": SLICE,
            "python_chess_decisions_per_second": round(median(self.chess)) if self.chess else None,
            "rows": [row.json() for row in self.rows],
        }

    @property
    def equal(self) -> bool:
        """Whether the GPU, where it was asked, said everything as the CPU does."""
        told = [(row.gpu_equal, row.gpu_batch_equal) for row in self.rows]
        return all(answer is not False for row in told for answer in row)


def bench(seconds: float, only: Sequence[str] = (), *, gpu: bool = False) -> NativeBench:
    """Measure every game at every number of players for about so many seconds in all."""
    if not 0 < seconds < 86_400:
        raise CapotrenoError(f"{seconds:g} is not a time to measure for")
    wanted = tables(only)
    chess = chess_player()
    own = random.Random(1).random
    each = len(wanted) * SLICE * (2 if chess else 1)
    slices = max(1, round(seconds / each))
    screen = Console(stderr=True)
    result = NativeBench([], [])
    for game in track(wanted, console=screen, disable=not screen.is_terminal, transient=True):
        row = NativeRow(game.name, game.players, "dice" in game.ruleset.options)
        result.rows.append(row)
        native = NativeGame(game)
        counter = iter(range(0, 2**62, GAMES))
        native.playouts(10)  # what is loaded at the first use is not measured
        for _ in range(slices):
            row.speeds.append(rate(partial(_some_games, native, counter.__next__), SLICE))
            if chess:
                result.chess.append(rate(partial(chess, own), SLICE))
                row.ratios.append(row.speeds[-1] / result.chess[-1])
        row.batch = _steps(Batch(native, BATCH), BATCH_STEPS, time.process_time)
        if gpu:
            _on_gpu(row, native)
            screen.print_json(data=row.json(), indent=None)  # a long run says what it knows
    return result


def _some_games(native: NativeGame, first: Callable[[], int]) -> int:
    return native.playouts(GAMES, first()).decisions


def _steps(batch: Batch | GpuBatch, steps: int, clock: Callable[[], float]) -> float:
    """Decisions per second of steps alone: choosing codes is the caller's business."""
    spent = 0.0
    for _ in range(steps):
        codes = batch.choose()
        began = clock()
        batch.step(codes)  # type: ignore[arg-type]
        spent += clock() - began
    return batch.games * steps / max(spent, 1e-9)


# -- the GPU --------------------------------------------------------------------------------------


def _on_gpu(row: NativeRow, native: NativeGame) -> None:
    gpu = GpuGame(native)
    best: Playouts | None = None
    row.gpu = 0.0
    for block in BLOCKS:
        gpu.playouts(1 << 12, 0, block)
        began = time.perf_counter()
        best = gpu.playouts(GPU_GAMES, 0, block)
        speed = best.decisions / (time.perf_counter() - began)
        if speed > row.gpu:
            row.gpu, row.gpu_block = speed, block
    row.gpu_equal = best == native.playouts(GPU_GAMES, 0, threads=os.cpu_count() or 1)
    row.gpu_batch_equal = same_batches(native, gpu)
    row.gpu_batch = _steps(GpuBatch(gpu, GPU_BATCH), GPU_STEPS, time.perf_counter)


def same_batches(native: NativeGame, gpu: GpuGame) -> bool:
    """Whether a batch on the GPU shows everything that the CPU's does, step by step."""
    here, there = Batch(native, BATCH), GpuBatch(gpu, BATCH)
    for _ in range(COMPARED):
        if not all(
            (getattr(here, name) == there.numpy(getattr(there, name))).all()
            for name in ("seeds", "seats", "legal", "rows", "rewards", "totals", "done")
        ):
            return False
        codes = here.choose()
        if (codes != there.numpy(there.choose())).any():
            return False
        here.step(codes)
        there.step(codes)
    return True


def report(result: NativeBench, voice: Voice) -> Group:
    """The table of a run."""
    gpu = any(row.gpu is not None for row in result.rows)
    table = Table(box=None, header_style="bold", padding=(0, 2))
    table.add_column(voice.say("label.game"))
    keys = (
        "players",
        "decisions",
        "ratio",
        "batch",
        *(("gpu", "gpu_batch", "equal") if gpu else ()),
    )
    for key in keys:
        table.add_column(voice.say(f"bench.{key}"), justify="right")
    for row in result.rows:
        title = REGISTRY[row.game]().title.of(voice.language)
        figures = [
            voice.say("game.with_dice", game=title) if row.dice else title,
            str(row.players),
            voice.figure(median(row.speeds), ",.0f"),
            f"× {voice.figure(median(row.ratios), '.0f')}" if row.ratios else "–",
            voice.figure(row.batch, ",.0f"),
        ]
        if gpu:
            same = row.gpu_equal and row.gpu_batch_equal
            figures += [
                voice.figure(row.gpu or 0, ",.0f"),
                voice.figure(row.gpu_batch or 0, ",.0f"),
                voice.say("bench.same" if same else "bench.differs"),
            ]
        table.add_row(*figures)
    if result.chess:
        yardstick = voice.say("bench.chess", speed=voice.figure(median(result.chess), ",.0f"))
    else:
        yardstick = voice.say("bench.no_chess")
    method = voice.say("bench.native_method")
    return Group(table, Text(yardstick), Text(method, "dim"))
