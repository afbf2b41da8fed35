"""All games on this machine's GPU within a time: built, measured, compared with the CPU.

    python tools/native/gpu.py --seconds 520 --out "$OUT"  one call, on a machine with nvcc and GPU
    python -m tools.native.speeds FOLDER                   afterwards, anywhere: into docs/native.md
    python tools/native/gpu.py --dry-run --only new_york   the way without a GPU, and no figures

Libraries are built on all cores but two; a game is measured, in a process of its own, as soon as
its libraries are there. A file for each game tells its rows; games with a file are not asked
again, so a second call goes on where the time was up. Ends with 1 if something differs or stopped,
the time was too short.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

from capotreno.bench.engine import tables
from capotreno.engine.game import Game
from capotreno.games.registry import games, load

LONGEST = 150.0  # seconds that measuring one game may take, when the time is nearly up
SHORT = 2  # the exit code where games are left


def built(name: str, players: int, dice: bool, gpu: bool) -> str:
    """A table's libraries, in a process of its own; a sentence if that failed."""
    from capotreno.native.library.game import library  # noqa: PLC0415 -- the compiler is slow to load
    from capotreno.native.library.gpu import gpu_library  # noqa: PLC0415

    game = load(name, players, dice=dice)
    try:
        library(game)
        if gpu:
            gpu_library(game)
    except Exception as error:  # noqa: BLE001 -- one sentence, and the others go on
        return f"{game.id}: {error!r:.300}"
    return ""


def measured(name: str, file: Path, gpu: bool, seconds: float) -> str:
    """A game's rows into its file; a sentence if something is wrong."""
    words = ["bench", "native", "--json", "--only", name, "--seconds", "5", *["--gpu"] * gpu]
    command = [sys.executable, "-m", "capotreno", *words]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"{name}: no time was left to measure it"
    if told.returncode != 0 and not told.stdout.strip():
        return f"{name}: its bench stopped: {told.stderr[-300:]}"
    file.write_text(told.stdout, "utf-8")
    wrong = [
        f"{row['game']} {row['players']}: other games than the CPU's"
        for row in json.loads(told.stdout)["rows"]
        if gpu and not (row["gpu_equal"] and row["gpu_batch_equal"])
    ]
    return "; ".join(wrong)


def in_turn(jobs: dict[str, list[Future[str]]]) -> Iterator[str]:
    """The games as their libraries are there."""
    left = dict(jobs)
    while left:
        ready = [name for name, own in left.items() if all(one.done() for one in own)]
        for name in ready:
            del left[name]
            yield name
        if not ready:
            wait([one for own in left.values() for one in own if not one.done()], 1.0)
            yield ""  # time passes


def main() -> int:
    """Build and measure, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=520.0, help="after which nothing begins")
    parser.add_argument("--out", type=Path, default=Path("build/rows"), help="a file for each game")
    parser.add_argument("--only", default="", help="games, separated by commas")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) - 2))
    parser.add_argument("--dry-run", action="store_true", help="as if, without a GPU")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    gpu = not options.dry_run
    options.out.mkdir(parents=True, exist_ok=True)
    names = [name for name in options.only.split(",") if name] or games()
    wanted = [name for name in names if not (options.out / f"{name}.json").exists()]
    faults, left = [], set(wanted)
    pool = ProcessPoolExecutor(options.jobs, get_context("spawn"))

    def asked(game: Game) -> "Future[str]":
        return pool.submit(built, game.name, game.players, "dice" in game.ruleset.options, gpu)

    jobs = {name: [asked(game) for game in tables([name])] for name in wanted}
    for name in in_turn(jobs):
        rest = end - time.monotonic()
        if rest <= 0:
            break
        if name:
            left.discard(name)
            stopped = [one.result() for one in jobs[name] if one.result()]
            file = options.out / f"{name}.json"
            fault = "; ".join(stopped) or measured(name, file, gpu, max(rest, LONGEST))
            faults += [fault] if fault else []
            print(f"{options.seconds - rest:6.0f} s  {name}: {fault or 'measured'}", flush=True)
    pool.shutdown(wait=False, cancel_futures=True)
    if left:
        print(f"the time was too short for {', '.join(sorted(left))}: the same call goes on")
    sys.stdout.flush()
    # what still compiles ends with this process: whatever is whole is in the cache
    os._exit(1 if faults else SHORT if left else 0)


if __name__ == "__main__":
    sys.exit(main())
