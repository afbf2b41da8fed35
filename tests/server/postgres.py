"""A PostgreSQL of the tests' own: on loopback, in a temporary folder, gone at the end.

PostgreSQL refuses to run as root, so root lends it another user.
"""

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from tests.server.ready import migrate
from tools.setup.debian import Missing, provided

__all__ = ["Cluster"]

USER = "capotreno"


def programs() -> Path:
    """The folder of initdb and postgres; installs them if it may."""
    if _found() is None:
        _no_cluster()
    return provided("postgresql", _found)


def _found() -> Path | None:
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name)
    )
    on_path = shutil.which("initdb")
    folders += [Path(on_path).resolve().parent] if on_path else []
    whole = (f for f in reversed(folders) if (f / "initdb").exists() and (f / "postgres").exists())
    return next(whole, None)


def _no_cluster() -> None:
    """Debian would start a cluster of the system's."""
    settings = Path("/etc/postgresql-common/createcluster.conf")
    if os.geteuid() == 0 and not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("create_main_cluster = false\n", encoding="utf-8")


def _lent_user() -> str | None:
    """Whom PostgreSQL runs as; None for whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in known:
            return name
    raise Missing("PostgreSQL does not run as root, and there is no other user")


class Cluster:
    """A running PostgreSQL server with databases that are made as they are asked for."""

    def __init__(self) -> None:
        self._programs = programs()
        self._user = _lent_user()
        self._group: int | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="capotreno-pg-"))
        self._numbers = itertools.count()
        self._ready = False
        self._server: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            entry = pwd.getpwnam(self._user)
            self._group = entry.pw_gid
            os.chown(self._folder, entry.pw_uid, entry.pw_gid)
        made = self._run("initdb", "-D", str(self._folder / "data"), "-U", USER, "-A", "trust",
                         "-E", "UTF8", "--locale=C", "--no-sync")  # fmt: skip
        if made.returncode != 0:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise Missing(f"initdb failed: {made.stderr.strip()[-300:]}")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        log = (self._folder / "log").open("ab")
        with log:
            self._server = self._popen(
                "postgres", "-D", str(self._folder / "data"), "-p", str(self.port),
                "-k", str(self._folder), "-c", "listen_addresses=127.0.0.1",
                # No test takes the machine's power away.
                "-c", "fsync=off", "-c", "max_connections=100",
                output=log,
            )  # fmt: skip
        for _ in range(2400):
            if self._server.poll() is not None:
                break
            ready = self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port))
            if ready.returncode == 0:
                return
            time.sleep(0.05)
        log_text = (self._folder / "log").read_text(encoding="utf-8", errors="replace")
        raise Missing(f"the server did not start: {log_text[-300:]}")

    def stop(self) -> None:
        """Stops the server as an operator would: every connection is cut."""
        if self._server is None:
            return
        self._server.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            self._server.wait(timeout=20)
        self._server.kill()
        self._server.wait()
        self._server = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def create(self, *, empty: bool = False) -> str:
        """A new database that is up to date, or empty; its URL."""
        if empty:
            return self._create(f"test_{next(self._numbers)}", "template1")
        if not self._ready:
            migrate(self._create("ready", "template1"))
            self._ready = True
        return self._create(f"test_{next(self._numbers)}", "ready")

    def _create(self, name: str, like: str) -> str:
        here = ("-h", "127.0.0.1", "-p", str(self.port), "-U", USER)
        made = self._run("createdb", *here, "-T", like, name)
        assert made.returncode == 0, made.stderr
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    def run(self, program: str, *arguments: str, typed: str = "") -> str:
        """One of PostgreSQL's own programs, which must succeed; what it said."""
        done = self._run(program, *arguments, typed=typed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _run(
        self, program: str, *arguments: str, typed: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self._programs / program), *arguments],
            input=typed,
            cwd="/", user=self._user, group=self._group,
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip

    def _popen(self, program: str, *arguments: str, output: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [str(self._programs / program), *arguments],
            cwd="/", user=self._user, group=self._group,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            # Ctrl-C in the terminal is for the tests, which then stop the server.
            start_new_session=True,
        )  # fmt: skip
