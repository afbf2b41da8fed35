"""Every construct of the subset gives in C++ what it gives in Python; others are refused."""

from pathlib import Path

import pytest

from capotreno.engine.game import Game
from capotreno.native.program import Program
from capotreno.native.values import NotTranslatable, Run, StateTerm, Term
from tests.native.harness import RANGE, compiled, differences
from tests.native.refused import REFUSED, which_cell


def test_constructs_give_the_same(libraries: None, game: Game, tmp_path: Path) -> None:
    assert differences(compiled(game, tmp_path)) == ""


@pytest.mark.parametrize(("function", "reason"), REFUSED, ids=lambda p: getattr(p, "__name__", ""))
def test_what_is_outside_is_refused(function: object, reason: str, game: Game) -> None:
    """The error names the file, the line and the reason."""
    given: list[Term] = [Run(RANGE, "a", True)]
    if function is which_cell:
        given = [StateTerm(), *given]
    with pytest.raises(NotTranslatable, match=rf"refused\.py:\d+: in \w+: .*{reason}"):
        Program(game).instance(function, None, given, None)  # type: ignore[arg-type]
