"""Running the command line in this process, and a person who types whatever is typed next."""

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from capotreno.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Shell:
    """Runs `capotreno` with a data folder of its own, in English, not on a terminal."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.patch = patch
        self.folder = folder
        for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "NO_COLOR"):
            patch.delenv(name, raising=False)
        patch.setenv("CAPOTRENO_DATA", str(folder / "data"))
        patch.setenv("COLUMNS", "100")
        patch.setenv("LINES", "40")

    def __call__(self, *argv: str, typed: str = "") -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with self.patch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(typed))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main(list(argv))
        return Ran(code, out.getvalue(), err.getvalue())

    def saved(self) -> list[Path]:
        return sorted((self.folder / "data" / "games").glob("*.jsonl"))


def one_line(ran: Ran) -> str:
    """The single line of an error."""
    assert ran.code == 2, ran
    assert ran.err.startswith("capotreno: "), ran.err
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    return ran.err


#: First choices, empty lines, nonsense and questions, over and over: it ends every game.
CHATTER = "1\n\n1\ndance with me\nwhy claim soho\n1\nmap soho\n\t1\n"
