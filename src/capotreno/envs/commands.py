"""The command `capotreno export`."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import register
from capotreno.match import read_log
from capotreno.words import Voice


def export_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno export`."""
    sub.add_argument("logs", nargs="+", type=Path, metavar="LOG", help=voice.say("help.log"))
    words = voice.say("help.export.parquet")
    default = Path("games.parquet")
    sub.add_argument(
        "--parquet",
        type=Path,
        nargs="?",
        const=default,
        default=default,
        metavar="FILE",
        help=words,
    )
    words = voice.say("help.export.bare")
    sub.add_argument("--bare", action="store_true", help=words)
    words = voice.say("help.log_board")
    sub.add_argument("--board", action="append", default=[], metavar="FILE", help=words)


def run_export(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """All decisions of some logs as one table."""
    try:
        from capotreno.envs.export import Dataset  # noqa: PLC0415 -- only this needs the extras
    except ImportError:
        raise CapotrenoError(voice.say("export.extra")) from None
    register(*options.board)
    files = [file for path in options.logs for file in _logs(path)]
    if not files:
        raise CapotrenoError(voice.say("export.no_logs"))
    shown = Console(file=sys.stderr)
    label = voice.say("export.progress")
    with Dataset(options.parquet, observations=not options.bare) as dataset:
        for file in track(files, label, console=shown, disable=len(files) < 2, transient=True):
            dataset.add(read_log(file), file.name)
    size = f"{options.parquet.stat().st_size / 1024:,.0f}"
    facts = {"games": len(files), "decisions": dataset.decisions}
    said = voice.say("export.made", **facts, file=str(options.parquet), size=size)
    console.print(said, soft_wrap=True)
    return 0


def _logs(path: Path) -> list[Path]:
    """A log, or all logs of a folder."""
    return sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
