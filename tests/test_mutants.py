"""Faults put into the source, and the tests that find them: a suite made faster finds them still.

`make test` looks whether each fault still fits what stands there; `make soak` tries them all. One:

    CAPOTRENO_SOAK=1 pytest tests/test_mutants.py -k "rival"
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.long import LONG
from tests.test_papers import ROOT

SOURCE = ROOT / "src"
LAWS = "tests/conformance"
SCENARIOS = "tests/bots/test_scenarios.py"


@dataclass(frozen=True)
class Mutant:
    """What stands in a file, the fault instead of it, and who finds it."""

    file: str
    right: str
    wrong: str
    tests: str
    quick: bool = True  # found by what `make quick` runs of these tests


MUTANTS = {
    # -- judgement
    "a contested route is no loss": Mutant(
        "bots/plan/outlook.py", "= self._loss(route)", "= 0.0 * self._loss(route)", SCENARIOS
    ),
    "no harm to a rival": Mutant(
        "bots/plan/rivals.py",
        "return harm / (self.sight.players - 1)",
        "return 0.0 * harm",
        SCENARIOS,
    ),
    "never too early to end": Mutant(
        "bots/levels/card_planner.py",
        "return self.rivals.lead(outlook.view) + outlook.worth[route] < 0",
        "return self.rivals.lead(outlook.view) + outlook.worth[route] < -1000",
        SCENARIOS,
    ),
    "never too early to end, with dice": Mutant(
        "bots/levels/dice_planner.py",
        "value = self.constants.finish * self.rivals",
        "value = 0.0 * self.rivals",
        SCENARIOS,
    ),
    # -- what a seat may know
    "what is private is seen by all": Mutant(
        "engine/view.py",
        "if kind.private:\n        return None",
        "if kind.private:\n        return event",
        LAWS,
    ),
    "secret fields are read": Mutant(
        "engine/view.py", "UNKNOWN if field in kind.secret else value", "value", LAWS
    ),
    "what lies hidden is seen at once": Mutant(
        "engine/view.py",
        "cells[first:end] = hidden",
        "pass",
        LAWS,
    ),
    # -- rules
    "the last round is a turn too short": Mutant(
        "rules/ending/last_round.py",
        "state.cells[self.to_go] = self.players * self.turns",
        "state.cells[self.to_go] = self.players * self.turns - 1",
        LAWS + " tests/games/new_york/test_end.py",
    ),
    "points for no path at all": Mutant(
        "rules/scoring/longest_path.py", "n == best and best > 0", "n == best", LAWS, quick=False
    ),
    "a route without pieces for it": Mutant(
        "rules/claiming/claims.py",
        "mask &= self.pieces.within(state, seat)",
        "mask &= mask",
        LAWS,
    ),
    "twins stay open to their owner": Mutant(
        "rules/claiming/parallel.py",
        "everything & ~(1 << r) & ~self.twins[r] for",
        "everything & ~(1 << r) for",
        "tests/games/germany/test_parallel.py",
    ),
    # -- the server
    "a gesture sent twice is played or refused": Mutant(
        "server/table/table.py",
        "once more, and it has been played already.\n            known = None if key is None",
        "once more, and it has been played already.\n            known = None if True",
        "tests/server/doors/test_socket.py tests/server/table",
        quick=False,
    ),
    "a move is told before it is kept": Mutant(
        "server/table/table.py",
        "        if not added:\n            await self._catch_up()",
        "        if False:\n            await self._catch_up()",
        "tests/server/store tests/server/hall/test_two_servers.py",
        quick=False,
    ),
    "whoever asks may undo": Mutant(
        "server/table/table.py",
        'raise Refusal("undo_over")',
        "pass",
        "tests/server/table/test_undo.py",
        quick=False,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_fits_what_stands_there(name: str) -> None:
    mutant = MUTANTS[name]
    assert (SOURCE / "capotreno" / mutant.file).read_text("utf-8").count(mutant.right) == 1
    assert all((ROOT / tests).exists() for tests in mutant.tests.split())


def found(mutant: Mutant, folder: Path) -> str:
    """What the tests of a mutant say of a copy of the source that has it."""
    copy = folder / "capotreno"
    unread = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(SOURCE / "capotreno", copy, ignore=unread)
    file = copy / mutant.file
    file.write_text(file.read_text("utf-8").replace(mutant.right, mutant.wrong), "utf-8")
    fast = ("-m", "not slow") if mutant.quick else ()
    pytest_of = (sys.executable, "-m", "pytest", "-qx", "-n0", "-p", "no:cacheprovider")
    ran = subprocess.run(
        [*pytest_of, *fast, *mutant.tests.split()],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder), "CAPOTRENO_SOAK": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "found" if ran.returncode == 1 else ran.stdout[-2000:] + ran.stderr[-2000:]


if LONG:

    @pytest.mark.slow
    @pytest.mark.parametrize("name", MUTANTS)
    def test_a_fault_is_found(name: str, tmp_path: Path) -> None:
        assert found(MUTANTS[name], tmp_path) == "found"
