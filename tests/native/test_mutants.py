"""Faults put into the generator and its prelude: the constructs catch each of them."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from capotreno.engine.game import Game
from capotreno.native import translate
from capotreno.native.functions import calls, operators
from capotreno.native.functions.builtin import Builtins
from capotreno.native.functions.emitter import Emitter
from capotreno.native.functions.expressions import Expressions
from capotreno.native.functions.iteration import Body, Iteration
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.compare import compared
from capotreno.native.values import NotTranslatable, Term
from tests.native.harness import compiled, differences

Patch = pytest.MonkeyPatch

#: In the runtime: the file, what stands there, and the fault instead of it.
RUNTIME = {
    "division towards zero": ("prelude.hpp", "return a / b - (a % b", "return a / b - 0 * (a % b"),
    "remainder of C": ("prelude.hpp", "return rest + (rest != 0 &&", "return rest + (false &&"),
    "no index from the end": ("prelude.hpp", "i = i < 0 ? i + n : i;", "i = i < 0 ? 0 : i;"),
    "an unstable sort": (
        "prelude.hpp",
        "keys[at - 1] < key : key <",
        "keys[at - 1] <= key : key <",
    ),
    "the last of a list": ("prelude.hpp", "for (; i < left; i++) at[i] = at[i + 1];", ""),
    "a carry that is lost": ("prelude.hpp", "carry = carry && out.w[i] == 0;", "carry = false;"),
    "a word that is lost": ("prelude.hpp", "if (bits && from + 1 < W)", "if (false)"),
    "a draw that ends too early": ("prelude.hpp", "kind += left >= 0;", "kind += left > 0;"),
    "what is not wanted too": ("prelude.hpp", "n += wanted;", "n++;"),
    "four cells as one": ("prelude.hpp", "return i + __builtin_ctz((unsigned)equal);", "return i;"),
    "a rest that begins at the beginning": (
        "prelude.hpp",
        "whole.back(mark); } //",
        "whole.begin(0); } //",
    ),
    "a wrong one of a set": (
        "prelude.hpp",
        "const bool above = k >= here;",
        "const bool above = k > here;",
    ),
    "a piece in another place": ("codes.hpp", "own.first = n;", "own.first = 0;"),
    "codes from nought on": ("codes.hpp", "own.base = base;", "own.base = 0;"),
    "a piece too many": ("codes.hpp", "            write(own);", "            (void)own;"),
    "the top decision closed": ("state.hpp", "int at = 0;", "int at = depth - 1;"),
}


def _no_spilling(patch: Patch) -> None:
    patch.setattr(Emitter, "operands", lambda own, nodes: [own.value(node) for node in nodes])


def _live_slices(patch: Patch) -> None:
    loop = Iteration.loop

    def live(own: Iteration, value: Term, body: Body, *, changing: bool = True) -> None:
        loop(own, value, body, changing=False)

    patch.setattr(Iteration, "loop", live)


def _greatest(patch: Patch) -> None:
    best = Builtins._best

    def other(own: Builtins, least: bool, *rest: Any) -> object:
        return best(own, not least, *rest)

    patch.setattr(Builtins, "_best", other)


def _first_value(patch: Patch) -> None:
    patch.setattr(
        Expressions, "_chosen", lambda own, first, second, lines, deciding: own.still(first)
    )


def _wrong_callee(patch: Patch) -> None:
    switch = calls.Calls._switch

    def mixed(own: calls.Calls, index: object, objs: tuple[object, ...], *rest: object) -> object:
        return switch(own, index, tuple(reversed(objs)), *rest)  # type: ignore[arg-type]

    patch.setattr(calls.Calls, "_switch", mixed)


def _rash_comparison(patch: Patch) -> None:
    patch.setattr(operators, "_decided", lambda mark, one, two: one.low < two.high)


GENERATOR: dict[str, Callable[[Patch], None]] = {
    "operands are not spilled": _no_spilling,
    "a slice is no copy": _live_slices,
    "the greatest for the least": _greatest,
    "`or` gives its first value": _first_value,
    "another function is called": _wrong_callee,
    "a comparison is folded rashly": _rash_comparison,
}


#: In the functions that deal worlds: what stands there, and the fault instead of it.
WORLDS = {
    "another seed": ("s.seed = scramble(seed);\n    worlds::", "s.seed = seed;\n    worlds::"),
    "the known for the hidden": (" == CAPO_HIDDEN", " != CAPO_HIDDEN"),
    "a hand of one's own": ("!= seat)", "== seat)"),
    "the last ticket first": (".pop(t", ".pop(0 * t"),
}


def _caught(game: Game, folder: Path) -> str:
    try:
        return differences(compiled(game, folder))
    except (NotTranslatable, NoLibrary) as refused:
        return str(refused)


@pytest.mark.slow
@pytest.mark.parametrize("fault", RUNTIME)
def test_a_fault_of_the_runtime_is_caught(
    fault: str, libraries: None, game: Game, tmp_path: Path, monkeypatch: Patch
) -> None:
    name, right, wrong = RUNTIME[fault]
    folder = tmp_path / "runtime"
    shutil.copytree(translate.RUNTIME, folder)
    text = (folder / name).read_text()
    assert right in text
    (folder / name).write_text(text.replace(right, wrong))
    monkeypatch.setattr(translate, "RUNTIME", folder)
    assert _caught(game, tmp_path)


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    """The game's translation, made once."""
    return translate.generated(game)


@pytest.mark.slow
@pytest.mark.parametrize("fault", WORLDS)
def test_a_fault_in_dealing_worlds_is_caught(
    fault: str, soon: None, game: Game, text: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    sound = text
    right, wrong = WORLDS[fault]
    begin, end = text.index("namespace worlds {"), text.index("} // namespace worlds")
    if right not in text[begin:end]:
        begin, end = text.index(right), len(text)
    text = text[:begin] + text[begin:end].replace(right, wrong) + text[end:]
    assert text != sound
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(translate, "generated", lambda _: text)
    assert "world" in compared(game, 0, 2)[1]


@pytest.mark.slow
@pytest.mark.parametrize("fault", GENERATOR)
def test_a_fault_of_the_generator_is_caught(
    fault: str, libraries: None, game: Game, tmp_path: Path, monkeypatch: Patch
) -> None:
    GENERATOR[fault](monkeypatch)
    assert _caught(game, tmp_path)
