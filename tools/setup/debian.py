"""Programs that tests and pictures need: the system's own, or installed from Debian's packages."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 600  # seconds for a package


class Missing(Exception):
    """A program is not to be had here, and why."""


def provided(package: str, find: Callable[[], Found | None]) -> Found:
    """What `find` finds, once the package is there; installs it where that is allowed."""
    with (Path(tempfile.gettempdir()) / f"capotreno-{package}.lock").open("w") as lock:
        # Several workers of the test-suite may come at once.
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = find()
        if found is None:
            _install(package)
            found = find()
    if found is None:
        raise Missing(f"{package} was installed, but what it should bring is not there")
    return found


def _install(package: str) -> None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Missing(f"it is not installed; on Debian or Ubuntu: sudo apt install {package}")
    with (Path(tempfile.gettempdir()) / "capotreno-apt.lock").open("w") as lock:
        # Another worker may be at another package: apt does one thing at a time.
        fcntl.flock(lock, fcntl.LOCK_EX)
        _update()
        failure = _apt("install", "-y", "--no-install-recommends", package)
    if failure:
        raise Missing(f"apt-get could not install {package}: {failure}")


@cache
def _update() -> None:
    """The list of packages as of now; one that fails may leave an older one that will do."""
    _apt("update")


def _apt(*words: str) -> str:
    """What went wrong, empty if nothing did."""
    try:
        done = subprocess.run(
            # Whoever else is at the system's packages is waited for.
            ["apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={PATIENCE}", *words],
            # At runlevel 1 no package starts a service of the system's.
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return "it took too long"
    return done.stderr.strip()[-300:] or "no reason given" if done.returncode else ""
