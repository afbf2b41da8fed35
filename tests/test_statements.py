"""Every sentence of a rulebook has a number and a test, every silence a ruling and a test.

Statements are read from the English papers of the rulebook, tests are found by the marker
`rule` in their source: nothing is imported, so a broken test module still counts as written.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from capotreno.games.dice import dice
from capotreno.games.own import game as own_board
from capotreno.games.registry import REGISTRY

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "src" / "capotreno" / "rulebook"
RULINGS = RULES / "rulings.en.md"
PAPERS = sorted(set(RULES.glob("*.en.md")) - {RULINGS})
STATEMENT = re.compile(r"- \*\*([A-Z]+)-(\d{2,3})\*\* (\S.*[.)])")
CITED = re.compile(r"\b[A-Z]+-\d{2,3}\b")

# Rulings of boxes that are not built yet. Whoever builds one takes it off this list.
PENDING: dict[str, range] = {}

papers = pytest.mark.parametrize("paper", PAPERS, ids=lambda p: p.stem)
games = pytest.mark.parametrize("name", sorted(REGISTRY))


def statements(text: str) -> list[tuple[str, int, str]]:
    """Prefix, number and text of every statement of a paper; each list item must be one."""
    found = []
    for line in text.splitlines():
        if line.startswith(("- ", "* ")):
            match = STATEMENT.fullmatch(line)
            assert match, f"not a statement: {line[:60]}"
            found.append((match[1], int(match[2]), match[3]))
    return found


def numbers(paper: Path) -> list[str]:
    read = statements(paper.read_text("utf-8"))
    return [f"{prefix}-{number:02}" for prefix, number, _ in read]


def marks(source: str) -> Iterator[str]:
    """The numbers in every `pytest.mark.rule(...)` of a module."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Attribute(ast.Attribute(attr="mark"), "rule"), args, keywords):
                assert args, f"line {node.lineno}: a rule marker without a number"
                assert not keywords, f"line {node.lineno}: a rule marker takes numbers only"
                for arg in args:
                    assert isinstance(arg, ast.Constant), f"line {node.lineno}: write the number"
                    yield str(arg.value)


@cache
def shown_by() -> dict[str, set[str]]:
    """The files whose tests bear a number, by number."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path != Path(__file__).resolve():
            for number in marks(path.read_text("utf-8")):
                found.setdefault(number, set()).add(str(path.relative_to(ROOT)))
    return found


def pending() -> set[str]:
    return {f"R-{number}" for box in PENDING.values() for number in box}


@papers
def test_statements_are_numbered_from_one_without_gaps(paper: Path) -> None:
    read = statements(paper.read_text("utf-8"))
    assert [number for _, number, _ in read] == list(range(1, len(read) + 1))
    assert len({prefix for prefix, _, _ in read}) == 1
    assert "R" not in {prefix for prefix, _, _ in read}, "R is for rulings"


def test_no_two_papers_share_a_prefix() -> None:
    first = [numbers(paper)[0] for paper in PAPERS]
    assert len(set(first)) == len(first), first


def test_rulings_are_numbered_upwards() -> None:
    found = numbers(RULINGS)
    assert all(number.startswith("R-") for number in found)
    assert found == sorted(set(found), key=lambda number: int(number[2:]))


@papers
def test_every_statement_has_a_test(paper: Path) -> None:
    missing = [number for number in numbers(paper) if number not in shown_by()]
    assert not missing, f"{paper.name}: no test shows {', '.join(missing)}"


def test_every_ruling_has_a_test_unless_its_box_is_not_built() -> None:
    missing = [n for n in numbers(RULINGS) if n not in pending() and n not in shown_by()]
    assert not missing, f"no test shows {', '.join(missing)}"


def test_pending_rulings_exist_and_have_no_test_yet() -> None:
    assert pending() <= set(numbers(RULINGS))
    early = pending() & set(shown_by())
    assert not early, f"no longer pending: {', '.join(sorted(early))}"


def test_every_marker_names_a_statement_or_a_ruling() -> None:
    known = {number for paper in [RULINGS, *PAPERS] for number in numbers(paper)}
    unknown = {number: where for number, where in shown_by().items() if number not in known}
    assert not unknown, f"there is no such statement: {unknown}"


@papers
def test_cited_rulings_exist(paper: Path) -> None:
    rulings = set(numbers(RULINGS))
    for prefix, number, text in statements(paper.read_text("utf-8")):
        cited = {name for name in CITED.findall(text) if name.startswith("R-")}
        assert cited <= rulings, f"{prefix}-{number:02} cites {cited - rulings}"


@games
def test_every_registered_game_has_its_statements(name: str) -> None:
    assert (RULES / f"{name}.en.md").exists(), f"rulebook/{name}.en.md is missing"


@games
def test_every_refusal_rests_on_a_statement_of_its_game(name: str) -> None:
    known = set(numbers(RULES / f"{name}.en.md"))
    wrong = {key: law for key, law in REGISTRY[name]().laws.items() if law not in known}
    assert not wrong, f"rulebook/{name}.en.md has no such statement: {wrong}"


@games
def test_with_dice_a_refusal_rests_on_either_paper(name: str) -> None:
    """What dice change is refused by their booklet, all the rest by the board's own rules."""
    own, booklet = set(numbers(RULES / f"{name}.en.md")), set(numbers(RULES / "dice.en.md"))
    before, after = REGISTRY[name]().laws, dice(REGISTRY[name]()).laws
    wrong = {key: law for key, law in after.items() if law not in own | booklet}
    assert not wrong, f"neither paper has such a statement: {wrong}"
    assert {law for law in after.values() if law in own} <= set(before.values())
    assert any(law in booklet for law in after.values())


def test_every_refusal_of_a_board_of_ones_own_rests_on_its_paper() -> None:
    known = set(numbers(RULES / f"{own_board.PAPER}.en.md"))
    for laws in (*own_board.LAWS.values(), own_board.RUGGED_LAWS):
        assert set(laws.values()) <= known


@pytest.mark.parametrize(
    "line",
    ["- NY-01 No stars.", "- **NY-1** One digit.", "- **NY-01** No full stop", "- **NY-01**"],
)
def test_a_list_item_that_is_no_statement_is_found(line: str) -> None:
    with pytest.raises(AssertionError, match="not a statement"):
        statements(f"# Title\n\n{line}\n")


def test_markers_are_found_on_functions_classes_modules_and_parameters() -> None:
    source = """
pytestmark = pytest.mark.rule("X-01")
@pytest.mark.rule("X-02", "X-03")
def test(): ...
@pytest.mark.rule("X-04")
class Test: ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("X-05"))])
def test_x(x): ...
@pytest.mark.slow
def test_unmarked(): "not rule('X-06')"
"""
    assert sorted(marks(source)) == ["X-01", "X-02", "X-03", "X-04", "X-05"]
