"""Train the network of all boards on a machine that is lent for a few minutes at a time.

    python tools/bots/train.py --seconds 560 --out "$OUT"                 three such calls in turn
    python tools/bots/train.py --seconds 560 --out "$OUT" --begin FOLDER  on a fresh machine: FOLDER
                                                                      is what the last brought
    python tools/bots/train.py --minutes 9 --start FILE --rival FILE ...  an exploiter: this network
                                                                      plays the other seats
    python tools/bots/train.py --device cpu --games 8 --minutes 1 --kinds new_york-2 --out /tmp/try

A machine whose Python has torch and little else: `sh tools/native/gpu.sh --train`, the same words.

A call builds what is missing on all cores (the first spends minutes on it), trains for the rest of
its time and leaves `run.pt` to go on from, `weights.npz` to play with and `log.jsonl`. The plan is
that of `--minutes` in all, so learning grows careful towards the end of the last call; judge a
network only then (docs/learning.md). Ends with 2 while there is more to train.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from capotreno.board import load as boards
from capotreno.games.registry import load
from capotreno.learning.commands import every_kind

LARGEST = 16 * 2**20  # bytes of a file that may be brought back
SPARE = 25.0  # seconds of a call that are kept for leaving the run in order
MORE = 2  # the exit code where the run is not at its end
KEPT = ("run.pt", "weights.npz", "log.jsonl")


def invented(count: int, folder: Path) -> list[str]:
    """Kinds of games on boards that nobody has seen, as files."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = []
    for seed in range(count):
        file = folder / f"invented_{seed}.json"
        if not file.exists():
            size = ["--places", str(16 + 3 * (seed % 7)), "--players", str(2 + seed % 4)]
            words = ["invent", *size, "--seed", str(seed), "--out", str(file)]
            subprocess.run([sys.executable, "-m", "capotreno", *words], check=True)
        players = boards.load(file).players
        kinds += [f"{file}-{n}" for n in dict.fromkeys(players)]
    return kinds


def built(kind: str, gpu: bool) -> str:
    """A kind's libraries, in a process of its own; a sentence if that failed."""
    from capotreno.learning.training import Subject  # noqa: PLC0415 -- torch is slow to load
    from capotreno.native.library.game import library  # noqa: PLC0415
    from capotreno.native.library.gpu import gpu_library  # noqa: PLC0415

    subject = Subject.of(kind)
    options = {"dice": True} if subject.dice else {}
    try:
        game = load(subject.name, subject.players, **options)
        library(game)
        if gpu:
            gpu_library(game)
    except Exception as error:  # noqa: BLE001 -- one sentence, and the others go on
        return f"{kind}: {error!r:.300}"
    return ""


def told(last: list[dict[str, Any]]) -> str:
    """What the last lessons were like."""
    speed = sum(one["speed"] for one in last) / len(last)
    return (
        f"{last[-1]['seconds']:.0f} s of training, {last[-1]['decisions'] / 1e6:,.1f} M decisions, "
        f"{speed / 1e6:.2f} M decisions/s"
    )


def main() -> int:
    """One call."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=560.0, help="of this call, all in all")
    parser.add_argument("--minutes", type=float, default=22.0, help="of training, in all calls")
    parser.add_argument("--out", type=Path, required=True, help="for what is to be kept")
    parser.add_argument("--begin", type=Path, help="what an earlier call has left")
    parser.add_argument("--folder", type=Path, default=Path("build/training"))
    parser.add_argument("--kinds", default="", help="separated by commas; all that are shipped")
    parser.add_argument("--invented", type=int, default=0, help="boards nobody has seen, besides")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--games", type=int, default=4096, help="side by side, of each kind")
    parser.add_argument("--start", default="", help="weights to begin with")
    parser.add_argument("--rival", default="", help="weights that play the other seats")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    options.folder.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in KEPT:
        if options.begin and (options.begin / name).exists():
            shutil.copyfile(options.begin / name, options.folder / name)
    kinds = [kind for kind in options.kinds.split(",") if kind] or every_kind()
    kinds += invented(options.invented, options.folder / "boards")
    gpu, each = options.device != "cpu", list(dict.fromkeys(kinds))
    with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn")) as pool:
        for fault in pool.map(built, each, [gpu] * len(each)):
            if fault:
                print(fault, flush=True)
                return 1
    rest = end - time.monotonic()
    print(f"libraries are there, {rest:.0f} s left", flush=True)
    words = ["train", *kinds, "--minutes", str(options.minutes), "--device", options.device]
    words += ["--sitting", str(max(0.0, rest - SPARE) / 60), "--games", str(options.games)]
    words += ["--seed", str(options.seed), "--start", options.start, "--rival", options.rival]
    command = [sys.executable, "-m", "capotreno", *words, "--out", str(options.folder)]
    rc = subprocess.run(command, check=False).returncode
    if rc:
        return 1
    log = options.folder / "log.jsonl"
    if not log.exists():
        print("no time was left to train; the same call goes on")
        return MORE
    for name in KEPT:
        size = (options.folder / name).stat().st_size
        print(f"{name}: {size / 2**20:.1f} MiB{'' if size < LARGEST else ', TOO LARGE'}")
        shutil.copyfile(options.folder / name, options.out / name)
    last = [json.loads(line) for line in log.read_text("utf-8").splitlines()[-20:]]
    print(told(last))
    return 0 if last[-1]["seconds"] >= 60 * options.minutes else MORE


if __name__ == "__main__":
    sys.exit(main())
