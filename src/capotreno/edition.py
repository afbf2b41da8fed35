"""Which edition of the program this is: its version, its commit, and what came along with it."""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import capotreno
from capotreno.words import Voice

__all__ = ["ShowEdition", "edition"]

BUILT = "built.json"  # what the build wrote into the package (tools/shipping/build_web.py)
PACKAGE = Path(__file__).parent


class ShowEdition(argparse.Action):
    """`--version`: say it and end. It is looked up only when somebody asks."""

    def __init__(self, *, voice: Voice, **options: Any) -> None:
        super().__init__(nargs=0, **options)
        self.voice = voice

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option: str | None = None,
    ) -> None:
        sys.stdout.write("\n".join(edition(self.voice)) + "\n")
        parser.exit()


def edition(voice: Voice) -> list[str]:
    """The lines of `--version`; programs read the first one."""
    system = f"{platform.system()} {platform.machine()}"
    shipped = PACKAGE.glob("native/library/prebuilt/*.*")  # each with a note of whose it is
    libraries = len([file for file in shipped if file.suffix != ".json"])
    client = "there" if (PACKAGE / "web" / "index.html").exists() else "missing"
    return [
        f"capotreno {capotreno.__version__}",
        _origin(voice),
        voice.say("edition.python", version=platform.python_version(), system=system),
        voice.say(f"edition.client_{client}"),
        voice.say("edition.libraries", n=libraries),
    ]


def _origin(voice: Voice) -> str:
    """The commit it was built from or is a checkout of; else a sum over what it is made of."""
    try:
        built = json.loads(files("capotreno").joinpath(BUILT).read_text("utf-8"))
    except OSError:
        commit, changed = checked_out(PACKAGE.parents[1])
        built = {"commit": commit, "changed": changed, "sum": ""}
    if built["commit"]:
        key = "edition.commit_changed" if built["changed"] else "edition.commit"
        return voice.say(key, commit=built["commit"])
    if built["sum"]:
        return voice.say("edition.sum", sum=built["sum"])
    return voice.say("edition.source")


def checked_out(folder: Path) -> tuple[str, bool]:
    """The commit of a checkout, empty where it is none, and whether something was changed since."""
    if not (folder / ".git").exists():
        return "", False

    def git(*words: str) -> str:
        command = ["git", "-C", str(folder), *words]
        return subprocess.run(  # noqa: S603 - git itself
            command, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        changed = bool(git("status", "--porcelain", "--untracked-files=no"))
        return git("rev-parse", "--short=12", "HEAD"), changed
    except (OSError, subprocess.CalledProcessError):
        return "", False
