"""Every construct of the subset gives in C++ what it gives in Python; others are refused."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from capotreno.engine.game import Game
from capotreno.native.program import Program
from capotreno.native.values import NotTranslatable, Run, StateTerm, Term
from tests.native import constructs, exact
from tests.native.harness import RANGE, compiled, differences, library
from tests.native.refused import ON_A_STATE, REFUSED


@pytest.mark.parametrize("module", [constructs, exact])
def test_constructs_give_the_same(
    module: ModuleType, libraries: None, game: Game, tmp_path: Path
) -> None:
    assert differences(compiled(game, tmp_path, module), module) == ""


@pytest.mark.parametrize("function", exact.STOPPED)
def test_what_no_game_comes_to_stops_the_program(
    function: Callable[..., int], libraries: None, game: Game, tmp_path: Path
) -> None:
    """A range that is not proven is checked while the game runs, also where claims are not."""
    file = library(game, tmp_path, (function,))
    name = f"construct_{function.__name__}"
    call = f"import ctypes; ctypes.CDLL({str(file)!r}).{name}(299, 299, 0, (ctypes.c_int64 * 9)())"
    ran = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=False)
    assert ran.returncode != 0
    assert "not a move of this game" in ran.stderr


@pytest.mark.parametrize(("function", "reason"), REFUSED, ids=lambda p: getattr(p, "__name__", ""))
def test_what_is_outside_is_refused(function: object, reason: str, game: Game) -> None:
    """The error names the file, the line and the reason."""
    given: list[Term] = [Run(RANGE, "a", True)]
    if function in ON_A_STATE:
        given = [StateTerm(), *given]
    with pytest.raises(NotTranslatable, match=rf"refused\.py:\d+: in \w+: .*{reason}"):
        Program(game).instance(function, None, given, None)  # type: ignore[arg-type]
