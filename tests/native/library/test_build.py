"""A library is compiled once, kept whole, and never taken from where others can write."""

import ctypes
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from capotreno.native.library import build
from capotreno.native.library.build import NoLibrary

TEXT = 'extern "C" __attribute__((visibility("default"))) int answer(void) { return 42; }\n'


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment with a cache of its own."""
    try:
        build.compiler()
    except NoLibrary as reason:
        pytest.skip(f"NOT TESTED: {reason}")
    return {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}


def made(text: str, environment: dict[str, str]) -> Path:
    """A text's library, under a name of its own."""
    return build.library(build.fingerprint(text), lambda: text, environment)


def counting(home: dict[str, str], tmp_path: Path) -> Path:
    """CXX becomes a compiler that leaves a line for every file it compiles."""
    real = build.compiler().command[0]
    count = tmp_path / "count"
    count.touch()
    own = tmp_path / "own-compiler"
    own.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] || echo x >> {count}\nexec {real} "$@"\n', "utf-8"
    )
    own.chmod(0o700)
    home["CXX"] = str(own)
    return count


def test_a_text_becomes_a_library(home: dict[str, str]) -> None:
    file = made(TEXT, home)
    assert ctypes.CDLL(str(file)).answer() == 42
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert not list(file.parent.glob(".new-*"))


def test_it_is_compiled_once(home: dict[str, str], tmp_path: Path) -> None:
    count = counting(home, tmp_path)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: made(TEXT, home), range(4)))
    assert len(found) == 1
    assert count.read_text("utf-8").count("x") == 1
    other = made(TEXT.replace("42", "43"), home)
    assert other not in found
    assert count.read_text("utf-8").count("x") == 2


def test_another_version_of_the_compiler_compiles_anew(
    home: dict[str, str], tmp_path: Path
) -> None:
    first = made(TEXT, home)
    own = tmp_path / "newer"
    real = build.compiler().command[0]
    own.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo newer 99 || exec {real} "$@"\n', "utf-8"
    )
    own.chmod(0o700)
    assert made(TEXT, {**home, "CXX": str(own)}) != first


def test_what_does_not_compile_leaves_nothing(home: dict[str, str]) -> None:
    with pytest.raises(NoLibrary, match="error"):
        made("this is no C++", home)
    folder = build.cache_folder(home)
    assert not [file for file in folder.iterdir() if file.suffix != ".lock"]


def test_without_a_compiler_one_sentence(home: dict[str, str]) -> None:
    with pytest.raises(NoLibrary, match=r"there is no C\+\+ compiler here \(CXX names"):
        made(TEXT, {**home, "CXX": "no-such-compiler"})
    with pytest.raises(NoLibrary, match=r"tried c\+\+, g\+\+, clang\+\+"):
        made(TEXT, {"PATH": "/nowhere", "XDG_CACHE_HOME": home["XDG_CACHE_HOME"]})


@pytest.mark.parametrize("where", ["capotreno/native", "capotreno", "."])
def test_a_cache_that_others_can_write_to_is_refused(home: dict[str, str], where: str) -> None:
    folder = build.cache_folder(home)
    place = Path(home["XDG_CACHE_HOME"]) / where
    place.chmod(0o777)
    with pytest.raises(NoLibrary, match=f"others can write to {place}"):
        made(TEXT, home)
    place.chmod(0o700)
    assert made(TEXT, home).parent == folder


def test_a_library_that_others_can_write_to_is_refused(home: dict[str, str]) -> None:
    file = made(TEXT, home)
    file.chmod(0o722)
    with pytest.raises(NoLibrary, match="others can write to"):
        made(TEXT, home)


def test_a_link_is_no_library(home: dict[str, str], tmp_path: Path) -> None:
    file = made(TEXT, home)
    elsewhere = tmp_path / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    with pytest.raises(NoLibrary, match="is a link"):
        made(TEXT, home)


def test_a_prebuilt_library_comes_first(
    home: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "prebuilt")
    ready = build.shipped(build.fingerprint(TEXT), lambda: TEXT, tmp_path / "prebuilt", home)
    assert made(TEXT, {"PATH": "/nowhere"}) == ready
    assert ctypes.CDLL(str(ready)).answer() == 42


def test_a_relative_cache_is_refused() -> None:
    with pytest.raises(NoLibrary, match="must be a whole path"):
        build.cache_folder({"XDG_CACHE_HOME": "here"})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes of this kind here")
def test_processes_wait_for_each_other(home: dict[str, str], tmp_path: Path) -> None:
    count = counting(home, tmp_path)
    script = (
        "import sys; from capotreno.native.library import build; "
        "print(build.library('a name', lambda: sys.argv[1]))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script, TEXT], env=home, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    assert len({process.communicate()[0] for process in running}) == 1
    assert count.read_text("utf-8").count("x") == 1
