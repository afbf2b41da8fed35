"""What is shipped installs and runs where nothing of this checkout is: wheel, sdist, any Python.

Everything happens in a copy of the committed files and in environments made for it. Packages come
from wherever pip finds them; where it finds none, the tests are skipped.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.long import LONG
from tests.test_papers import ROOT, committed

CLIENT = "capotreno/web/index.html"
VERSIONS = ((3, 11), (3, 12), (3, 13))
PROBE = "import sys, venv, ensurepip; print(*sys.version_info[:2])"


def environment(**more: str) -> dict[str, str]:
    """This process's environment without what points into the checkout."""
    mine = ("PYTHON", "VIRTUAL_ENV", "CAPOTRENO_", "COVERAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    return {**kept, **more}


def done(*command: str | Path, cwd: Path) -> None:
    """Run a command that must succeed."""
    ran = subprocess.run(
        command,
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"{command}:\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"


def pythons() -> dict[tuple[int, int], str]:
    """An interpreter for each version there is: on the path, or installed beside this one."""
    found: dict[tuple[int, int], str] = {}
    for version in VERSIONS:
        name = f"python{version[0]}.{version[1]}"
        beside = Path(sys.base_prefix).parent.glob(f"*/bin/{name}")
        for candidate in (sys.executable, shutil.which(name), *map(str, sorted(beside))):
            if candidate is not None and version not in found and runs(candidate, version):
                found[version] = candidate
    return found


def runs(python: str, version: tuple[int, int]) -> bool:
    """Whether this really is that Python: some names only say that it could be installed."""
    try:
        ran = subprocess.run(
            [python, "-c", PROBE], capture_output=True, text=True, check=False, env=environment()
        )
    except OSError:
        return False
    return ran.returncode == 0 and ran.stdout.split() == [str(part) for part in version]


class Place:
    """A virtual environment that holds nothing but what is installed into it."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        folder.mkdir()
        self.python = folder / "venv" / "bin" / "python"
        done(python, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)

    def pip(self, *arguments: str | Path) -> None:
        here = ("-m", "pip", "-q", "--python", self.python)  # the pip of whoever runs the tests
        done(sys.executable, *here, *arguments, cwd=self.folder)

    def capotreno(self, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [self.python.with_name("capotreno"), *arguments],
            cwd=self.folder,
            env=environment(CAPOTRENO_DATA=str(self.folder / "data"), LC_ALL="C.UTF-8"),
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )


@dataclass(frozen=True)
class Built:
    """What was built from a fresh copy of the committed files."""

    wheel: Path
    sdist: Path
    second: Path  # the wheel that the sdist gives


#: In place of npm and Vite, which have just made this client with the real script.
STAND_IN = """[ "$2" = node ] || cp -r {client} src/capotreno/web
"""


def build(folder: Path) -> Built:
    """Wheel and sdist of a fresh copy, and the sdist's wheel, which is made in isolation."""
    fresh = folder / "fresh"
    for file in committed():
        copy = fresh / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    client = ROOT / "src" / CLIENT
    if client.exists() and not LONG:
        (fresh / "tools" / "web" / "web.sh").write_text(
            STAND_IN.format(client=client.parent), "utf-8"
        )
    done(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=fresh)
    (wheel,), (sdist,) = folder.glob("capotreno-*.whl"), folder.glob("*.tar.gz")
    pip = (sys.executable, "-m", "pip", "-q")
    done(*pip, "wheel", "--no-deps", "-w", folder / "second", sdist, cwd=folder)
    (second,) = (folder / "second").glob("*.whl")
    return Built(wheel, sdist, second)


@pytest.mark.slow
def test_what_is_shipped_installs_and_runs(tmp_path: Path) -> None:
    """One test, for what is built once is tried with every Python there is in `make soak`.

    `make test` takes the newest (the other tests mostly run on another) and the client as built,
    and leaves `pipx run` and `uvx` out: they install what has just been installed.
    """
    found = pythons()
    assert found, "not even the Python of this test runs"
    probe = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "hatchling"]
    if subprocess.run(probe, cwd=tmp_path, capture_output=True, check=False).returncode:
        pytest.skip("pip finds no packages here")
    built = build(tmp_path)
    the_wheel_is_whole(built)
    the_sdist_gives_the_same_wheel(built)
    for version in sorted(found) if LONG else [max(found)]:
        place = Place(tmp_path / f"python{version}", found[version])
        whole = () if LONG else ("--no-compile",)  # what is run is compiled then
        place.pip("install", *whole, "-c", ROOT / "constraints.txt", built.wheel)
        it_plays(place)
        it_serves(place)
        it_says_what_it_is(place)
        shutil.rmtree(place.folder)
    if LONG:
        it_runs_without_being_installed(built, tmp_path)


def the_wheel_is_whole(built: Built) -> None:
    names = members(built.wheel)
    package = ROOT / "src"
    source = {file.relative_to(package) for file in committed() if package in file.parents}
    assert {file.as_posix() for file in source} - names == set()
    assert CLIENT in names
    assert any(re.fullmatch(r"capotreno/web/assets/.*\.js", name) for name in names)


def the_sdist_gives_the_same_wheel(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = archive.getnames()
    assert any(name.endswith(f"/src/{CLIENT}") for name in names)
    assert not [name for name in names if "node_modules" in name]
    assert members(built.second) == members(built.wheel)


def it_says_what_it_is(place: Place) -> None:
    """A wheel that was built outside of any checkout is known by the sum of its contents."""
    said = place.capotreno("--version", "--language", "en").stdout.splitlines()
    assert said[0].startswith("capotreno ")
    assert re.fullmatch(r"contents [0-9a-f]{12}", said[1])
    assert "with the browser client" in said


def it_runs_without_being_installed(built: Built, folder: Path) -> None:
    """By `pipx run` and `uvx`, as people do who only want to play; each in a place of its own."""
    tools = Place(folder / "tools", sys.executable)
    tools.pip("install", "pipx", "uv")
    mine = tools.python.parent
    where = {name: str(folder / name) for name in ("PIPX_HOME", "PIPX_BIN_DIR", "UV_TOOL_DIR")}
    for command in (
        (mine / "pipx", "run", "--spec", built.wheel, "capotreno"),
        (mine / "uvx", "--python", sys.executable, "--from", built.wheel, "capotreno"),
    ):
        for words in (("--version",), ("simulate", "new_york", "--games", "1")):
            ran = subprocess.run(
                [*command, *words],
                cwd=folder,
                env=environment(**where),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            assert ran.returncode == 0, f"{command}: {ran.stderr[-2000:]}"
            assert ran.stdout.strip(), command


def members(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def it_plays(place: Place) -> None:
    """Bots play, a person plays and goes, the load bench has all it needs."""
    for typed, command in (
        ("", "simulate new_york --games 2 --bots path,random"),
        ("1\n1\n1\n", "play new_york --seed 1"),
        ("", "bench server --tables 1 --seats 2 --seconds 1 --sleeping 0"),
    ):
        ran = place.capotreno(*command.split(), typed=typed)
        assert ran.stdout, command
        assert "Traceback" not in ran.stderr, f"{command}: {ran.stderr}"
        # The load bench says by its status whether this machine is fast enough: no matter here.
        assert ran.returncode == 0 or "p99" in ran.stdout, f"{command}: {ran.stderr}"


def it_serves(place: Place) -> None:
    """A server of the installed package shows the browser client and the games."""
    server = subprocess.Popen(
        [place.python.with_name("capotreno"), "serve"],
        cwd=place.folder,
        env=environment(CAPOTRENO_DATA=str(place.folder / "data"), CAPOTRENO_PORT="0"),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        page = fetched(address).decode()
        script = re.search(r'src="([^"]+\.js)"', page)
        assert script is not None
        assert fetched(f"{address}/{script[1].lstrip('./')}")
        assert len(json.loads(fetched(f"{address}/api/games"))) >= 10
    finally:
        server.terminate()
        server.communicate()


def fetched(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - a server of this test
        data: bytes = answer.read()
    return data
