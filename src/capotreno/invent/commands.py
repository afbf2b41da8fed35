"""The command `capotreno invent`."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from capotreno.board.load import parse
from capotreno.engine.errors import CapotrenoError
from capotreno.invent.invent import PLACES, invent
from capotreno.invent.land import regions
from capotreno.words import Voice


def invent_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno invent`."""
    fewest, most = PLACES
    words = voice.say("help.invent.places", fewest=fewest, most=most)
    sub.add_argument("--places", type=int, default=30, metavar="N", help=words)
    for name, otherwise in (("players", 5), ("seed", 0), ("count", 1)):
        words = voice.say(f"help.invent.{name}")
        sub.add_argument(f"--{name}", type=int, default=otherwise, metavar="N", help=words)
    words = voice.say("help.invent.region", regions=", ".join(regions()))
    sub.add_argument("--region", metavar="NAME", help=words)
    sub.add_argument("--out", type=Path, metavar="PATH", help=voice.say("help.invent.out"))


def run_invent(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """One board, or many with neighbouring seeds, each in a file."""
    if options.count < 1:
        raise CapotrenoError(f"--count is at least 1, not {options.count}")
    if options.count > 1 and options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    seeds = range(options.seed, options.seed + options.count)
    file = Path()
    shown = Console(file=sys.stderr)
    label = voice.say("invent.progress")
    for seed in track(seeds, label, console=shown, disable=len(seeds) < 2, transient=True):
        content = invent(options.places, options.players, seed, options.region)
        board = parse(content)
        file = _target(options.out, f"{board.id}.json")
        file.write_bytes(content)
        if options.count == 1:
            facts = {"places": len(board.places), "routes": len(board.routes)}
            facts["tickets"] = len(board.tickets)
            name = board.name.of(voice.language)
            said = voice.say("invent.made", name=name, **facts, file=str(file))
            console.print(said, soft_wrap=True)
    if options.count > 1:
        said = voice.say("invent.made_many", n=options.count, folder=str(file.parent))
        console.print(said, soft_wrap=True)
    return 0


def _target(out: Path | None, name: str) -> Path:
    if out is None:
        return Path(name)
    return out / name if out.is_dir() else out
