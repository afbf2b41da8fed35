"""A server and a real browser of our own: for the tests that click and for the screenshots.

The browser is the system's Chromium, the one without windows if there is one: it takes a quarter
less of the machine. What is missing is installed from Debian's packages where that is allowed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Browser, sync_playwright

from tools.setup.debian import Missing, provided

__all__ = ["SIZES", "browser", "server", "serving"]

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


#: The windows a table is looked at in: phones upright and sideways, tablets, laptops, monitors.
SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
)

PROGRAM = ("-m", "capotreno")  # what Python runs to serve


def chromium() -> str:
    """The path of the system's Chromium; installs it if it may."""
    try:
        return provided(NAMES[0], _found)
    except Missing:  # an older Debian has it only whole
        return provided("chromium", _found)


def _found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield launched
        finally:
            launched.close()


@contextmanager
def serving(program: tuple[str, ...] = PROGRAM, /, **settings: str) -> Iterator[str]:
    """A server of our own with an empty data folder; its address."""
    with (
        tempfile.TemporaryDirectory(prefix="capotreno-") as folder,
        server(program, **{"CAPOTRENO_PORT": "0", "CAPOTRENO_DATA": folder, **settings}) as (
            _,
            address,
        ),
    ):
        yield address


@contextmanager
def server(
    program: tuple[str, ...] = PROGRAM, /, **settings: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process with these settings, open however busy the machine is; and its address."""
    process = subprocess.Popen(
        [sys.executable, *program, "serve"],
        env={**os.environ, "CAPOTRENO_LATE_SECONDS": "0", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process, _address(process)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def _address(process: subprocess.Popen[str]) -> str:
    """What the server says its address is, once it answers there."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        found = next((word for word in line.split() if word.startswith("http://")), None)
        if found is None:
            continue
        for _ in range(600):
            with suppress(OSError), urllib.request.urlopen(f"{found}/health", timeout=10):  # noqa: S310
                return found
            time.sleep(0.1)
    raise RuntimeError("the server did not start:\n" + "".join(said))
