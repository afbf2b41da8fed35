"""The import law, read from the source: imports only point left.

Every import counts: at the top, inside a function, under TYPE_CHECKING, through importlib.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tools.papers import rooms
from tools.papers.rooms import (
    API,
    PACKAGE,
    Import,
    imports_of,
    module_name,
    targets,
    unit_of,
    units_in,
)

ROOT = Path(__file__).resolve().parent.parent

#: From left to right. A unit may import itself and what stands on rungs to its left; units that
#: share a rung do not know each other.
RUNGS = (
    {"rulebook", "words"},
    {"board"},
    {"engine"},
    {"rules"},
    {"swift"},
    {"games", "native", "telling"},
    {"learning", "reader"},
    {"match"},
    {"bots"},
    {"reviewing"},
    {API},
    {"crew", "invent", "printing"},
    {"study"},
    {"arena", "envs", "server"},
    {"bench", "edition", "simulate", "terminal"},
    {"cli"},
    {"__main__"},
)
RUNG_OF = {unit: number for number, rung in enumerate(RUNGS) for unit in rung}

#: Narrower than its rung: the public names are values, states, games, matches, the reader
#: and bots. The parts of a game and the tools around it are not among them.
API_MAY_IMPORT = {
    API,
    "board",
    "bots",
    "engine",
    "games",
    "match",
    "reader",
    "reviewing",
    "telling",
}

#: Machinery and mechanics: what serves every game may not know any of them by name.
NAMELESS = ("engine", "rules", "server")

#: Those who know what lies in the cells of a state: the parts that reserve them, and the engine.
OF_CELLS = ("engine", "native", "rules")

#: What is called a state or a view.
STATES = re.compile(r"(^|[._])(view|state|seen|position)$")

#: Packages whose modules have other names than they.
CALLED = {"pyspiel": "open_spiel"}

#: The boxes, with or without a file here yet. A mechanic's name (dice) is not among them.
BOXES = {
    "europe",
    "germany",
    "ghost_train",
    "great_lakes",
    "maerklin",
    "new_york",
    "nordic",
    "rails_and_sails",
    "switzerland",
    "usa",
    "world",
}


def complaint(found: Import) -> str | None:
    """What is wrong with an import, in one sentence; None when it points left."""
    here, there = unit_of(found.importer), unit_of(found.target)
    if here not in RUNG_OF or there not in RUNG_OF:
        return None  # named by the test of unknown units
    where = f"{found.importer}:{found.line}"
    if here == API and there not in API_MAY_IMPORT:
        return f"{where} the public names come from {sorted(API_MAY_IMPORT - {API})}, not {there}"
    if here == there or RUNG_OF[there] < RUNG_OF[here]:
        return None
    side = "beside" if RUNG_OF[there] == RUNG_OF[here] else "right of"
    return f"{where} imports {found.target}, and {there} stands {side} {here}"


def complaints(package: Path) -> list[str]:
    units = units_in(package) | set(RUNG_OF)
    found = (
        complaint(one)
        for path in sorted(package.rglob("*.py"))
        for one in imports_of(path, package, units)
    )
    return [sentence for sentence in found if sentence]


def spelled(text: str) -> str:
    """A name as an identifier: 'New York', 'new-york' and 'new_york' are one box."""
    return re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_")


def special_cases(path: Path, names: set[str]) -> Iterator[str]:
    """The lines of a file that know a box by name, or that ask a game or a board for its name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        match node:
            case ast.Constant(value=str(text)) if spelled(text) in names:
                yield f"{path.name}:{node.lineno} knows the box {text!r} by name"
            case ast.Compare(left=left, comparators=others):
                for side in (left, *others):
                    if re.search(r"\b(game|ruleset|board)\.name$", ast.unparse(side)):
                        yield f"{path.name}:{node.lineno} compares {ast.unparse(side)}"


def box_names() -> set[str]:
    """The known boxes and every board file."""
    return BOXES | {spelled(path.stem) for path in (PACKAGE / "board" / "data").glob("*.json")}


def needed(package: Path) -> dict[str, set[str]]:
    """Whatever is imported when a module is read and is neither Python's nor ours; and where."""
    found: dict[str, set[str]] = {}
    for path in sorted(package.rglob("*.py")):
        module = module_name(path, package)
        for node in ast.parse(path.read_text(encoding="utf-8"), str(path)).body:
            for target in targets(node, module, is_package=path.name == "__init__.py", units=set()):
                found.setdefault(target.split(".")[0], set()).add(module)
    found = {CALLED.get(name, name): by for name, by in found.items()}
    return {name: by for name, by in found.items() if name not in {API, *sys.stdlib_module_names}}


def raw_cells(path: Path) -> Iterator[str]:
    """The lines of a file that reach into the row of ints themselves instead of asking a part.

    Or into the stack of decisions, where `View.asked` and `State.waiting` say who is asked what.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        match node:
            case ast.Attribute(attr="cells"):
                yield f"{path.name}:{node.lineno} {ast.unparse(node)}"
            case ast.Attribute(value=value, attr="stack") if STATES.search(ast.unparse(value)):
                yield f"{path.name}:{node.lineno} {ast.unparse(node)}"
            case ast.alias(name=name) if name.endswith("_CELL"):
                yield f"{path.name}:{node.lineno} imports {name}"


def test_the_paper_draws_the_rooms_as_they_are() -> None:
    """`python -m tools.papers.rooms write` draws them anew."""
    text = rooms.PAPER.read_text("utf-8")
    assert rooms.BEGIN in text
    assert rooms.written(text) == text


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_papers_show_the_order_of_imports_as_it_is(page: str) -> None:
    """All rungs but the public names, which stand apart there, and what starts the program."""
    line = " ← ".join(", ".join(sorted(rung)) for rung in RUNGS if not rung & {API, "__main__"})
    lines = (ROOT / page).read_text("utf-8").splitlines()
    shown = [one.strip() for one in lines if one.startswith("    ") and "← engine ←" in one]
    order = [" ← ".join(", ".join(sorted(r.split(", "))) for r in s.split(" ← ")) for s in shown]
    assert order == [line]


def test_what_the_package_needs_is_declared() -> None:
    """As a dependency or as an extra that is not the developers'."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [names for extra, names in project["optional-dependencies"].items() if extra != "dev"]
    declared = {
        re.split(r"[^\w-]", name)[0].replace("-", "_")
        for names in (project["dependencies"], *extras)
        for name in names
    }
    assert {name: by for name, by in needed(PACKAGE).items() if name not in declared} == {}


def test_every_unit_has_its_rung() -> None:
    unknown = units_in(PACKAGE) - set(RUNG_OF)
    assert not unknown, f"give these a place in RUNGS and in the architecture: {sorted(unknown)}"


def test_imports_point_left() -> None:
    found = complaints(PACKAGE)
    assert not found, "\n" + "\n".join(found)


def known_by(unit: str) -> dict[str, set[str]]:
    """Which modules of a unit every module of it imports."""
    units = units_in(PACKAGE)
    found: dict[str, set[str]] = {}
    for path in (PACKAGE / unit).rglob("*.py"):
        there = {one.target for one in imports_of(path, PACKAGE, units)}
        found[module_name(path, PACKAGE)] = {one for one in there if unit_of(one) == unit}
    return found


def test_mechanics_know_each_other_one_way() -> None:
    """No two mechanics import each other, however long the way round."""
    assert list(TopologicalSorter(known_by("rules")).static_order())


def test_what_mechanics_ask_of_each_other_knows_no_mechanic() -> None:
    assert known_by("rules")["capotreno.rules.seams"] == set()


def test_machinery_and_mechanics_know_no_box_by_name() -> None:
    names = box_names()
    found = [
        f"{unit}/{sentence}"
        for unit in NAMELESS
        for path in sorted((PACKAGE / unit).rglob("*.py"))
        for sentence in special_cases(path, names)
    ]
    assert not found, "\n" + "\n".join(found)


def test_only_engine_and_rules_know_the_cells_and_the_stack() -> None:
    """Everybody else asks the reader or a part, and nobody else writes."""
    found = [
        f"{path.relative_to(PACKAGE).parent}/{sentence}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if unit_of(module_name(path, PACKAGE)) not in OF_CELLS
        for sentence in raw_cells(path)
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("hand = view.cells[first : first + kinds]", True),
        ("part, cells = self.part, view.cells", True),
        ("view.cells[part.built + seat] |= 1", True),
        ("same = last.view.cells != view.cells", True),
        ("from capotreno.engine.state import TURNS_CELL, View", True),
        ("cells = [Text(str(seat)) for seat in seats]", False),
        ("hand = read.hand_of(view, view.seat)", False),
        ("need = next(n for _, seat, n in reversed(view.stack) if seat == view.seat)", True),
        ("route = outlook.view.stack[-1][2]", True),
        ("asked = self.state.stack[-1][1] if seat is None else seat", True),
        ("route, found = view.asked[2], torch.stack([policy, missed])", False),
    ],
)
def test_the_reader_sees_raw_cells(tmp_path: Path, source: str, wrong: bool) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(raw_cells(path))) is wrong


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("engine/game.py", "from capotreno.board.model import Board", False),
        ("engine/game.py", "from capotreno.engine import state", False),
        ("engine/game.py", "from . import state", False),
        ("engine/game.py", "import json", False),
        ("engine/game.py", "from capotreno.rules.cards.cards import Cards", True),
        ("engine/game.py", "from capotreno import rules", True),
        ("engine/game.py", "from capotreno import load", True),
        ("engine/game.py", "from ..rules import cards", True),
        ("engine/game.py", "from .. import rules", True),
        ("engine/__init__.py", "from .game import Game", False),
        ("engine/__init__.py", "from ..rules import cards", True),
        ("engine/game.py", "import capotreno.games.registry as r", True),
        ("engine/game.py", "def late():\n    from capotreno.rules import cards", True),
        ("engine/game.py", "if TYPE_CHECKING:\n    import capotreno.rules", True),
        ("engine/game.py", "importlib.import_module('capotreno.rules.cards.cards')", True),
        ("board/load.py", "from capotreno.words import say", False),
        ("match.py", "from capotreno.games.registry import find", False),
        ("match.py", "from capotreno.reader.reader import Reader", False),
        ("games/usa.py", "from capotreno.reader.reader import Reader", True),
        ("match.py", "from capotreno.bots import greedy", True),
        ("server/app.py", "import capotreno.arena", True),
        ("bench/engine.py", "import capotreno.cli", True),
        ("__init__.py", "from capotreno.games.registry import find", False),
        ("__init__.py", "from capotreno.bots import greedy", False),
        ("bots/greedy.py", "from capotreno import load", True),
        ("__init__.py", "from capotreno.arena import run", True),
        ("__init__.py", "from .rules import cards", True),
        ("__main__.py", "from capotreno.cli import main", False),
    ],
)
def test_the_reader_sees_which_way_an_import_points(
    tmp_path: Path, file: str, source: str, wrong: bool
) -> None:
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(source, encoding="utf-8")
    assert bool(complaints(tmp_path)) is wrong


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("if name == 'germany': pass", True),
        ("match name:\n    case 'New York': pass", True),
        ("BONUS = {'rails-and-sails': 3}", True),
        ("if ruleset.name == other: pass", True),
        ("if self.game.name != other: pass", True),
        ("if part.name == 'cards': pass", False),
        ("def f():\n    'What Germany calls a passenger.'", False),
    ],
)
def test_the_reader_sees_a_box_called_by_name(tmp_path: Path, source: str, wrong: bool) -> None:
    path = tmp_path / "part.py"
    path.write_text(source, encoding="utf-8")
    assert bool(list(special_cases(path, BOXES))) is wrong


def test_rooms_and_their_cycles_are_found(tmp_path: Path) -> None:
    for name, source in {
        "words/__init__.py": "",
        "rules/__init__.py": "",
        "rules/seams.py": "import capotreno.words",
        "rules/cards/__init__.py": "",
        "rules/cards/row.py": "from capotreno.rules.seams import Keeper",
        "rules/dice/__init__.py": "",
        "rules/dice/dice.py": "from capotreno.rules.cards.row import Row",
        "match.py": "from capotreno.rules.dice.dice import Dice\nfrom capotreno import words",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source, "utf-8")
    found = rooms.rooms(tmp_path)
    assert found == {
        "match": {"rules/dice", "words"},
        "rules": {"words"},
        "rules/cards": {"rules"},
        "rules/dice": {"rules/cards"},
        "words": set(),
    }
    assert rooms.cycles(found) == []
    assert rooms.cycles({**found, "rules": {"rules/dice"}}) == [
        ["rules", "rules/cards", "rules/dice"]
    ]
