"""Where libraries are used the results are the interpreter's; without one, a line says so."""

from pathlib import Path
from typing import Any

import pytest

from capotreno import load
from capotreno import simulate as simulation
from capotreno.bench import libraries as commands
from capotreno.engine.outcome import Outcome
from capotreno.native.library import build
from capotreno.native.library.compare import compared
from tests.terminal.driver import Shell

pytestmark = pytest.mark.slow


def results(games: int) -> dict[str, object]:
    told = simulation.simulate("new_york", 2, games, 3, ["random"]).json()
    return {key: value for key, value in told.items() if "second" not in key}


def test_simulate_gives_the_same_by_a_library(
    libraries: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulation, "WORTH_IT", 1)
    calls: list[int] = []
    real = simulation.play_fast

    def counted(*words: Any) -> Outcome:
        calls.append(1)
        return real(*words)

    monkeypatch.setattr(simulation, "play_fast", counted)
    fast = results(6)
    assert len(calls) == 6
    monkeypatch.setattr(simulation, "WORTH_IT", 10**6)
    assert results(6) == fast
    assert len(calls) == 6
    assert capsys.readouterr().err == ""


def test_simulate_without_a_compiler_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulation, "WORTH_IT", 10**6)
    wanted = results(3)
    monkeypatch.setattr(simulation, "WORTH_IT", 1)
    monkeypatch.setattr(build, "PREBUILT", tmp_path)
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert results(3) == wanted
    said = " ".join(capsys.readouterr().err.split())
    assert said == (
        "there is no C++ compiler here (CXX names 'no-such-compiler'): "
        "played interpreted, with the same results."
    )


def test_variants_are_all_that_can_be_chosen() -> None:
    europe = list(commands.variants([("europe", "europe")], every=True))
    # four ticket sets with cards, and with dice of three kinds, at four tables
    assert len(europe) == len(set(map(str, europe))) == 4 * (1 + 3) * 4
    assert len({variant.game().id for variant in europe}) == len(europe)
    assert len(list(commands.variants([("europe", "europe")], every=False))) == 2 * 4


def test_verify_compares_and_counts(
    libraries: None, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = commands.Variant("new_york", 2)
    monkeypatch.setattr(commands, "variants", lambda *_, **__: [one])
    ran = shell("native", "verify", "new_york", "--games", "3", "--jobs", "1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("One variant, 3 games, ")
    assert ran.out.endswith(" decisions: no difference.\n")
    built = shell("native", "build", "new_york", "--jobs", "1")
    assert built.out.startswith("One library is ready, ")


def test_a_difference_is_shown(libraries: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("new_york")
    assert compared(game, 0, 1)[1] == ""
    monkeypatch.setattr(type(game.ending), "turn_over", lambda *_: "last_round")
    assert "seed 0, after" in compared(game, 0, 1)[1]


@pytest.mark.parametrize(
    "argv", [["build", "atlantis"], ["verify", "usa", "--games", "0"], ["build", "--jobs", "-1"]]
)
def test_wrong_words_are_one_line(shell: Shell, argv: list[str]) -> None:
    ran = shell("native", *argv)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
