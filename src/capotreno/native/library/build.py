"""The library of a game: prebuilt in the package, kept in the user's cache, or compiled there.

A library is code that this process will run. So it is taken only from the package itself and from a
folder that nobody else can write to, and it is put there whole, by renaming.
"""

import contextlib
import os
import platform
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from capotreno.engine.errors import CapotrenoError

COMPILERS = ("c++", "g++", "clang++")
FLAGS = ("-std=c++17", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-pthread", "-w")
#: For this machine alone, so not for what is shipped.
OWN_FLAGS = ("-march=native",)
#: What every machine of a kind can do: a set's size in one instruction needs the second level.
SHIPPED_FLAGS = {"x86_64": ("-march=x86-64-v2",), "amd64": ("-march=x86-64-v2",)}
#: C++'s own library comes along: another system's may be older.
STATIC_FLAGS = ("-static-libstdc++", "-static-libgcc")
ENDING = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
PREBUILT = Path(__file__).parent / "prebuilt"


Source = Callable[[], str]


class NoLibrary(CapotrenoError):
    """A game has no library here; interpreted it plays the same games."""


@dataclass(frozen=True)
class Compiler:
    """A compiler: the words that call it and the version it tells."""

    command: tuple[str, ...]
    version: str


def compiler(environment: Mapping[str, str] = os.environ) -> Compiler:
    """The C++ compiler of this machine: what CXX says, or the first there is."""
    wanted = environment.get("CXX", "")
    return _compiler(wanted, environment.get("PATH", os.defpath))


@cache
def _compiler(wanted: str, path: str) -> Compiler:
    for name in (wanted,) if wanted else COMPILERS:
        first, *more = shlex.split(name) or [""]
        program = shutil.which(first, path=path)
        if program is None:
            continue
        version = told_version((program, *more))
        if version:
            return Compiler((program, *more), version)
    tried = f"CXX names '{wanted}'" if wanted else f"tried {', '.join(COMPILERS)}"
    raise NoLibrary(f"there is no C++ compiler here ({tried})")


def told_version(command: tuple[str, ...]) -> str:
    """What a compiler tells of its version; nothing if it is none."""
    asked = subprocess.run(  # noqa: S603 -- the person's own compiler
        [*command, "--version"], capture_output=True, text=True, check=False
    )
    return asked.stdout if asked.returncode == 0 else ""


def runtime(name: str) -> str:
    """A text of the runtime that is written by hand."""
    return files("capotreno.native").joinpath("runtime", name).read_text("utf-8")


def library(name: str, text: Source | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The file of a library: prebuilt, or from the cache, or compiled into it now.

    `name` stands for everything the text is made from; the text is asked for if it is needed. Who
    gives none has no time to wait for a compiler.
    """
    ready = PREBUILT / f"{name}{ENDING}"
    if ready.exists():
        return ready
    return kept(name, text, lambda: compiler(environment), (*FLAGS, *OWN_FLAGS), environment)


def own_name(name: str, by: Compiler) -> str:
    """What a library of this name is called in the cache, compiled for this machine alone."""
    return fingerprint(name, by.version, *FLAGS, *OWN_FLAGS, _processor())


def kept(
    name: str,
    text: Source | None,
    found: Callable[[], Compiler],
    flags: tuple[str, ...],
    environment: Mapping[str, str] = os.environ,
) -> Path:
    """The library of a name in the user's cache, compiled into it if it is not there."""
    by = found()
    folder = cache_folder(environment)
    key = fingerprint(name, by.version, *flags, _processor())
    file = folder / f"{key}{ENDING}"
    if text is None:
        if not file.exists():
            raise NoLibrary("no library of this game has been built here")
        _check(file)
        return file
    with _alone(folder / f"{key}.lock"):
        if not file.exists():
            compile_text(text(), file, by, flags)
        _check(file)
    return file


def shipped(
    name: str, text: Source, folder: Path, environment: Mapping[str, str] = os.environ
) -> Path:
    """Compile a text for every machine of this kind, under the name by which it is found."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}{ENDING}"
    if not file.exists():
        alone = STATIC_FLAGS if sys.platform.startswith("linux") else ()
        flags = (*FLAGS, *SHIPPED_FLAGS.get(platform.machine().lower(), ()), *alone)
        compile_text(text(), file, compiler(environment), flags)
    return file


def fingerprint(*texts: str) -> str:
    """A name that belongs to these texts alone."""
    return sha256("\0".join(texts).encode()).hexdigest()[:32]


@cache
def _processor() -> str:
    """What this machine's processor can do: a home may be shared by several machines."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith(("flags", "Features")):
                return line
    return f"{platform.machine()} {platform.processor()}"


def compile_text(text: str, file: Path, found: Compiler, flags: tuple[str, ...]) -> None:
    """Compile a text into a file, which is there whole or not at all."""
    with tempfile.TemporaryDirectory(prefix=".new-", dir=file.parent) as folder:
        source = Path(folder) / "game.cpp"
        made = Path(folder) / f"game{ENDING}"
        source.write_text(text, encoding="utf-8")
        ran = subprocess.run(  # noqa: S603 -- the person's own compiler
            [*found.command, *flags, "-o", str(made), str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode != 0:
            said = next((line for line in ran.stderr.splitlines() if "error" in line), ran.stderr)
            raise NoLibrary(f"{Path(found.command[0]).name} stopped: {said[-300:].strip()}")
        made.chmod(0o755)
        made.replace(file)


# -- the cache ------------------------------------------------------------------------------------


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's folder of compiled games; made if it is missing, refused if others can write."""
    home = environment.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(home) / "capotreno" / "native"
    if not folder.is_absolute():
        raise NoLibrary(f"XDG_CACHE_HOME must be a whole path, not '{home:.200}'")
    try:
        for missing in reversed([folder, *folder.parents]):
            if not missing.exists():
                missing.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise NoLibrary(f"{folder} cannot be made: {error.strerror or error}") from error
    _check(folder)
    return folder


def _check(path: Path) -> None:
    """Refuse a file or folder that another user could have put there or could exchange."""
    if not hasattr(os, "getuid"):
        return
    for place in (path, *path.parents):
        seen = place.lstat() if place == path else place.stat()
        if stat.S_ISLNK(seen.st_mode):
            raise NoLibrary(f"{path} is a link; no library is loaded from there")
        others = seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        kept = place != path and seen.st_mode & stat.S_ISVTX  # as /tmp: who made it keeps it
        if seen.st_uid not in (0, os.getuid()) or (others and not kept):
            raise NoLibrary(f"others can write to {place}; no library is loaded from there")


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """One process compiles a game; the others wait for it and take what it made."""
    try:
        import fcntl  # noqa: PLC0415 -- not on every system
    except ImportError:
        yield
        return
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
