"""Servers born of a process that has read the program: to read it takes longer than most tests.

A server is a process of its own all the same, with its own memory, environment and death. That the
program starts from nothing is shown by test_journal.py, tests/browser and tests/test_install.py.
"""

import os
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from capotreno.server.serve import serve
from capotreno.server.settings import from_environment

_family = get_context("forkserver")
_family.set_forkserver_preload(["capotreno.server.serve"])


def born(environment: Mapping[str, str], words: Path) -> BaseProcess:
    """A server that runs, and writes what it has to say to the end of a file."""
    server = _family.Process(target=_live, args=(dict(environment), words))
    server.start()
    return server


def _live(environment: Mapping[str, str], words: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with words.open("ab") as file, Path(os.devnull).open("ab") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(file.fileno(), 2)
    serve(from_environment())
