"""One word, one thing: no two kinds of things in the source have the same name."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.web.wire_types import typescript

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "capotreno"
WEB = ROOT / "web" / "src"

#: What the browser's source declares: interfaces, types and classes, also those no other file sees.
DECLARED = re.compile(
    r"^\s*(?:export )?(?:declare )?(?:interface|type|class|enum) (\w+)", re.MULTILINE
)
#: Every component has a type of this name: what it is given.
GIVEN = "Props"


def kinds(source: str) -> Iterator[str]:
    """The kinds a module declares: its classes and its aliases of types, private ones too."""
    tree = ast.parse(source)
    yield from (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name.lstrip("_")[:1].isupper() and not name.isupper():
                    yield name
            case _ if type(node).__name__ == "TypeAlias":  # a statement that Python 3.12 brings
                yield ast.unparse(node).split()[1].partition("[")[0]


def test_no_two_kinds_share_a_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in kinds(path.read_text("utf-8")):
            homes[name].append(str(path.relative_to(SOURCE)))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_no_two_kinds_of_the_browser_share_a_name() -> None:
    sources = {
        str(path.relative_to(WEB)): path.read_text("utf-8")
        for kind in ("*.ts", "*.svelte")
        for path in sorted(WEB.rglob(kind))
        if path.name != "wire.ts"
    }
    homes: dict[str, list[str]] = defaultdict(list)
    for path, source in {"the wire": typescript(), **sources}.items():
        for name in DECLARED.findall(source):
            homes[name].append(path)
    assert "Offer" in homes
    assert "Atlas" in homes
    shared = {name: where for name, where in homes.items() if len(where) > 1 and name != GIVEN}
    assert shared == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class Line: ...", ["Line"]),
        ("def make():\n    class _Inner: ...", ["_Inner"]),
        ("Way = tuple[int, int]", ["Way"]),
        ("Way: TypeAlias = tuple[int, int]", ["Way"]),
        ("LONGEST = 12\nT = TypeVar('T')\nway = Way()", []),
    ],
)
def test_the_reader_of_names_sees_kinds(source: str, found: list[str]) -> None:
    assert list(kinds(source)) == found
