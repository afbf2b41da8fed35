"""Functions of the subset in one library: what Python and C++ give for the same numbers."""

import ctypes
import importlib
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.games.registry import load
from capotreno.native import translate
from capotreno.native.library import build
from capotreno.native.program import Instance, Program
from capotreno.native.values import Bits, Int, Run, SpanOf, StateTerm, Term
from tests.native import constructs
from tests.native.constructs import CELL

Functions = tuple[Callable[..., Any], ...]
RANGE = Int(-300, 300)
TRIALS = 300


def translated(game: Game, function: object, on_state: bool, program: Program) -> Instance:
    """A function for any two numbers of a range."""
    assert isinstance(function, types.FunctionType)
    numbers: list[Term] = [Run(RANGE, "a", True), Run(RANGE, "b", True)]
    given: list[Term] = [StateTerm(), *numbers] if on_state else numbers
    return program.instance(function, None, given, None)


def compiled(game: Game, folder: Path, module: types.ModuleType = constructs) -> Path:
    """All functions that a module lists as one library, with claims checked."""
    return library(game, folder, module.PURE, module.ON_A_STATE, ("-DCAPO_CHECK",))


def library(
    game: Game, folder: Path, pure: Functions, on_state: Functions = (), more: tuple[str, ...] = ()
) -> Path:
    """Functions as one library, compiled with some more flags."""
    program = Program(game)
    found = [(f, translated(game, f, False, program)) for f in pure]
    found += [(f, translated(game, f, True, program)) for f in on_state]
    program.settle()
    wrappers = [_wrapper(function.__name__, instance) for function, instance in found]
    body = "\n\n".join([translate.written(program.order), *wrappers])
    inside = translate.inside(program, body)
    prelude = (translate.RUNTIME / "prelude.hpp").read_text()
    text = f"{translate.HEADER.read_text()}\n{prelude}\n{inside}"
    file = folder / "constructs.so"
    flags = ("-std=c++17", "-O0", "-shared", "-fPIC", "-w", *more)
    build.compile_text(text, file, build.compiler(), flags)
    return file


def _wrapper(name: str, instance: Instance) -> str:
    """A function of C for any result: how many numbers, then the numbers."""
    numbers = "s, a, b" if instance.types else "s"
    call = f"{instance.name}({numbers})"
    result = instance.result
    if result.kind == "list":
        copied = _copied("r") if instance.function is not constructs.drawn_codes else _drawn("r")
        body = f"{result.types[0].c} r; {instance.name}({numbers}, r); {copied}"
    elif result.kind == "known":
        body = f"{call}; out[0] = 1; out[1] = {result.known};"
    elif isinstance(result.types[0], SpanOf):
        body = f"const auto r = {call}; " + _copied("r")
    else:
        low = ".w[0]" if isinstance(result.types[0], Bits) else ""
        body = f"out[0] = 1; out[1] = (int64_t){call}{low};"
    return (
        f'extern "C" __attribute__((visibility("default"))) void construct_{name}'
        f"(int64_t a, int64_t b, int64_t c, int64_t *out) "
        f"{{ State s = State(); s.cells[{CELL}] = (int32_t)c; {body} }}"
    )


def _copied(name: str) -> str:
    return f"out[0] = {name}.n; for (int i = 0; i < {name}.n; i++) out[i + 1] = {name}[i];"


def _drawn(name: str) -> str:
    """Codes one by one, while none of them is written down."""
    return f"out[0] = {name}.n; for (int i = 0; i < {name}.n; i++) out[i + 1] = {name}.drawn(i);"


def differences(file: Path, module: types.ModuleType = constructs) -> str:
    """The functions for which C++ gives something else, or stops; in a process of its own."""
    command = [sys.executable, "-m", "tests.native.harness", str(file), module.__name__]
    root = Path(__file__).parents[2]
    told = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)
    return told.stdout if told.returncode == 0 else f"{told.stdout}\nstopped: {told.stderr[:300]}"


def _told(
    function: Callable[..., Any], game: Game, on_state: bool, a: int, b: int, c: int
) -> list[int]:
    """What Python gives."""
    if on_state:
        cells = [0] * game.layout.size
        cells[CELL] = c
        told = function(State(cells, [], 0, game.id), a, b)
    else:
        told = function(a, b)
    return list(told) if isinstance(told, (list, tuple)) else [int(told)]


def told_apart(library: ctypes.CDLL, game: Game, module: types.ModuleType) -> list[str]:
    """The same in this process."""
    found = []
    for function in (*module.PURE, *module.ON_A_STATE):
        on_state = function in module.ON_A_STATE
        random = Random(function.__name__)
        for _ in range(TRIALS):
            a, b, c = (random.randint(low, 300) for low in (-300, -300, 0))  # a cell is a count
            numbers = _told(function, game, on_state, a, b, c)
            out = (ctypes.c_int64 * 200)()
            wide = [ctypes.c_int64(n) for n in (a, b, c)]
            getattr(library, f"construct_{function.__name__}")(*wide, out)
            if list(out[1 : out[0] + 1]) != numbers:
                found.append(f"{function.__name__}({a}, {b}): {numbers} and {out[1 : out[0] + 1]}")
                break
    return found


if __name__ == "__main__":
    own = importlib.import_module(sys.argv[2])
    for line in told_apart(ctypes.CDLL(sys.argv[1]), load("new_york", 2), own):
        print(line)  # noqa: T201 (a process of its own tells it so)
