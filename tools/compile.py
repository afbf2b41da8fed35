"""The optional compiled build: the same typed source through mypyc, into build/compiled.

The source is copied unchanged, the modules named below become extension modules in the copy, and a
program takes the compiled build by putting it first on the path:

    PYTHONPATH=build/compiled python -c "import capotreno.engine.game as g; print(g.__file__)"

The law it keeps: compiling is a build flag. Nothing in src/ knows whether it runs compiled.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

#: What is compiled, relative to the package: the inner loop and what it calls directly.
#: A pattern that matches nothing yet is passed over; `__init__.py` files stay plain.
COMPILED = (
    "board/model.py",
    "board/graph.py",
    "board/tour.py",
    "board/trails.py",
    "engine/**/*.py",
    "rules/**/*.py",
    "games/*.py",
)

ROOT = Path(__file__).resolve().parent.parent

# setuptools insists on owning the process (argv, working directory, exit), so it gets its own.
# One group of modules shares one C library: calls across modules are then direct C calls.
SETUP = """\
import os
import sys

from mypyc.build import mypycify
from setuptools import setup

modules = sys.argv[1:]
setup(
    name="capotreno-compiled",
    packages=[],
    py_modules=[],
    ext_modules=mypycify(
        # An empty config file: the project's own names src/ and would find each module twice.
        ["--strict", "--config-file=", *modules],
        opt_level="3",
        group_name="capotreno",
    ),
    script_args=["--quiet", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)],
)
"""


class CompileError(Exception):
    """The compiled build could not be made; the message is for the person who asked for it."""


def chosen(package: Path, patterns: tuple[str, ...] = COMPILED) -> list[Path]:
    """The source files to compile, in a stable order."""
    found = {
        path for pattern in patterns for path in package.glob(pattern) if path.name != "__init__.py"
    }
    return sorted(found)


def copy_package(source: Path, target: Path) -> Path:
    """A fresh copy of the package in the build folder: an old .so must never outlive its source."""
    if target.exists():
        shutil.rmtree(target)
    target.mkdir(parents=True)
    copy = target / source.name
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    return copy


def build(source: Path, target: Path) -> list[Path]:
    """Compile the package at `source` into `target`; the compiled files, relative to it."""
    if not source.is_dir():
        raise CompileError(f"there is no package at {source}")
    package = copy_package(source, target)
    modules = [path.relative_to(target) for path in chosen(package)]
    if not modules:
        raise CompileError(f"nothing in {source} matches {', '.join(COMPILED)}")
    script = target / "setup.py"
    script.write_text(SETUP, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script.name, *map(str, modules)],
        cwd=target,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CompileError(f"mypyc or the C compiler stopped:\n\n{done.stdout.rstrip()}")
    missing = [path for path in modules if not extensions_of(target / path)]
    if missing:
        raise CompileError(f"no extension module was made for {', '.join(map(str, missing))}")
    script.unlink()
    return modules


def extensions_of(module: Path) -> list[Path]:
    """The extension modules built beside a source file."""
    return [
        path for suffix in ("so", "pyd") for path in module.parent.glob(f"{module.stem}.*.{suffix}")
    ]


def main(argv: list[str] | None = None) -> int:
    """The command line: where from, where to."""
    parser = argparse.ArgumentParser(description="Compile the engine with mypyc.")
    parser.add_argument("--source", type=Path, default=ROOT / "src" / "capotreno")
    parser.add_argument("--target", type=Path, default=ROOT / "build" / "compiled")
    options = parser.parse_args(argv)
    began = time.perf_counter()
    try:
        modules = build(options.source, options.target)
    except CompileError as error:
        print(f"compile: {error}", file=sys.stderr)
        return 1
    for path in modules:
        print(f"  {path}")
    print(f"{len(modules)} modules compiled in {time.perf_counter() - began:.0f} s")
    print(f"use it with PYTHONPATH={options.target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
