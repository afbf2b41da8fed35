"""The commands `capotreno serve`, `admin`, `backup` and `restore`.

What they need takes half a second to import, so it is imported when one of them runs.
"""

import argparse
import os
from pathlib import Path

from rich.console import Console

from capotreno.games.registry import register
from capotreno.words import Voice

__all__ = ["ADMIN", "BACKUP", "RESTORE", "SERVE"]

WHAT = (
    "tables",
    "people",
    "boards",
    "remove",
    "release",
    "export",
    "vacuum",
    "health",
    "reports",
    "settle",
)
STATUS = ("open", "running", "finished")


def serve_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno serve`."""
    sub.add_argument("boards", nargs="*", metavar="FILE", help=voice.say("help.boards"))
    sub.add_argument("--open", action="store_true", help=voice.say("help.open"))


def run_serve(options: argparse.Namespace, voice: Voice, _console: Console) -> int:
    """The server, until it is told to stop."""
    from capotreno.server.serve import bound_anywhere, serve  # noqa: PLC0415
    from capotreno.server.settings import from_environment  # noqa: PLC0415

    register(*options.boards)
    settings = from_environment(os.environ)
    anywhere = options.open and not os.environ.get("CAPOTRENO_PORT")
    listener = bound_anywhere(settings, voice.language) if anywhere else None
    serve(settings, listener, show=options.open)
    return 0


def admin_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno admin`."""
    sub.add_argument("what", choices=WHAT, help=voice.say("help.admin.what"))
    sub.add_argument("ids", nargs="*", metavar="TABLE", help=voice.say("help.admin.ids"))
    sub.add_argument("--person", metavar="MARK", help=voice.say("help.admin.person"))
    sub.add_argument("--board", metavar="BOARD", help=voice.say("help.admin.board"))
    sub.add_argument("--status", choices=STATUS, help=voice.say("help.admin.status"))
    words = voice.say("help.admin.most")
    sub.add_argument("--most", type=int, default=50, metavar="N", help=words)
    words = voice.say("help.admin.out")
    sub.add_argument("--out", type=Path, default=Path(), metavar="DIR", help=words)
    sub.add_argument("--yes", action="store_true", help=voice.say("help.admin.yes"))
    sub.add_argument("--json", action="store_true", help=voice.say("help.admin.json"))


def run_admin(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """A look at the tables and people there are, and what an operator does about them."""
    from capotreno.server.operating.admin import admin  # noqa: PLC0415

    return admin(options, voice, console)


def backup_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno backup`."""
    sub.add_argument("to", type=Path, metavar="FILE", help=voice.say("help.backup.to"))
    sub.add_argument("--keep", type=int, metavar="N", help=voice.say("help.backup.keep"))


def run_backup(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """A copy of everything, while servers run."""
    from capotreno.server.operating.admin import copied  # noqa: PLC0415

    return copied(options.to, options.keep, voice, console)


def restore_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno restore`."""
    sub.add_argument("file", type=Path, metavar="FILE", help=voice.say("help.restore.file"))


def run_restore(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """What a backup holds and the database does not."""
    from capotreno.server.operating.admin import restored  # noqa: PLC0415

    return restored(options.file, voice, console)


SERVE = ("serve", run_serve, serve_arguments)
ADMIN = ("admin", run_admin, admin_arguments)
BACKUP = ("backup", run_backup, backup_arguments)
RESTORE = ("restore", run_restore, restore_arguments)
