"""Who imports whom, room by room: `python -m tools.papers.rooms` prints it, `write` into the docs.

A room is a folder of source. With commits, `python -m tools.papers.rooms c8c8512 HEAD`, it prints
figures of the house as it stood then: modules, edges, cycles and the fullest folder.
"""

import ast
import io
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "capotreno"
PAPER = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: python -m tools.papers.rooms write -->\n", "<!-- /rooms -->\n"
API = "capotreno"  # `capotreno/__init__.py` itself: the public names of the library

Rooms = dict[str, set[str]]  # a room and those it imports


@dataclass(frozen=True)
class Import:
    """One import of a module of this project: who, where, whom."""

    importer: str
    line: int
    target: str


def unit_of(module: str) -> str:
    """The top-level unit a dotted name belongs to: `capotreno.rules.cards.cards` is of `rules`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else API


def module_name(path: Path, package: Path) -> str:
    """The dotted name under which a file is imported."""
    parts = [API, *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def units_in(package: Path) -> set[str]:
    """Every top-level module and every top-level folder with Python in it."""
    return {unit_of(module_name(path, package)) for path in package.rglob("*.py")}


def targets(node: ast.AST, module: str, *, is_package: bool, units: set[str]) -> Iterator[str]:
    """The dotted names a statement or call imports, in full."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=source, names=names, level=level):
            base = module.split(".")
            if level:
                base = base[: len(base) - level + (1 if is_package else 0)]
                base += source.split(".") if source else []
            else:
                base = (source or "").split(".")
            for alias in names:
                # `from capotreno import rules` reaches the unit, `import Game` from there the API
                reaches_unit = base == [API] and alias.name in units
                yield ".".join([*base, alias.name] if reaches_unit else base)
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__")
            | ast.Attribute(attr="import_module" | "__import__"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            yield name
        case _:
            return


def imports_of(path: Path, package: Path, units: set[str]) -> Iterator[Import]:
    """Every import of a file counts: at the top, in a function, under TYPE_CHECKING."""
    module = module_name(path, package)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        for target in targets(node, module, is_package=path.name == "__init__.py", units=units):
            if target.split(".")[0] == API:
                yield Import(module, getattr(node, "lineno", 0), target)


# -- rooms ----------------------------------------------------------------------------------------


def room_of(module: str, package: Path) -> str:
    """The folder a module lies in, `rules/cards`; a module outside folders is a room by itself."""
    parts = module.split(".")[1:]
    while len(parts) > 1 and not package.joinpath(*parts, "__init__.py").exists():
        parts.pop()
    return "/".join(parts[:2]) or API


def rooms(package: Path = PACKAGE) -> Rooms:
    """Every room with the other rooms it imports."""
    found: Rooms = defaultdict(set)
    units = units_in(package)
    for path in sorted(package.rglob("*.py")):
        here = room_of(module_name(path, package), package)
        there = {room_of(one.target, package) for one in imports_of(path, package, units)}
        found[here] |= there - {here}
    return dict(found)


def modules(package: Path = PACKAGE) -> Rooms:
    """Every module with the other modules it imports."""
    units = units_in(package)
    paths = {module_name(path, package): path for path in package.rglob("*.py")}
    return {
        name: {one.target for one in imports_of(path, package, units)} & (paths.keys() - {name})
        for name, path in paths.items()
    }


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups whose members import each other, however long the way round."""
    reached = {start: _reached(graph, start) for start in graph}
    groups = {
        frozenset(other for other in reached[one] if one in reached.get(other, ()))
        for one in graph
        if one in reached[one]
    }
    return sorted(sorted(group) for group in groups)


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        one = ahead.pop()
        if one not in seen:
            seen.add(one)
            ahead.extend(graph.get(one, ()))
    return seen


# -- paper and figures ----------------------------------------------------------------------------


def table(found: Rooms) -> str:
    """The rooms as a table: those of one package that are all imported stand as `package/*`."""
    lines = ["| room | imports |", "|---|---|"]
    for room in sorted(found):
        there = ", ".join(f"`{one}`" for one in _gathered(found[room], found))
        lines.append(f"| `{room}` | {there or 'nothing'} |")
    return "\n".join(lines) + "\n"


def _gathered(there: set[str], every: Rooms) -> list[str]:
    own: dict[str, list[str]] = defaultdict(list)
    for room in sorted(there):
        own[room.split("/")[0]].append(room)
    told: list[str] = []
    for unit, some in sorted(own.items()):
        whole = {room for room in every if room.split("/")[0] == unit}
        told += [f"{unit}/*"] if len(whole) > 1 and whole <= set(some) else some
    return told


def figures(package: Path) -> dict[str, int]:
    """The house in numbers."""
    files = list(package.rglob("*.py"))
    fullest = Counter(path.parent for path in files if path.name != "__init__.py")
    of_rooms, of_modules = rooms(package), modules(package)
    return {
        "modules": len([path for path in files if path.name != "__init__.py"]),
        "rooms": len(of_rooms),
        "edges between packages": len(
            {
                (room.split("/")[0], other.split("/")[0])
                for room, there in of_rooms.items()
                for other in there
                if room.split("/")[0] != other.split("/")[0]
            }
        ),
        "edges between rooms": sum(len(there) for there in of_rooms.values()),
        "edges between modules": sum(len(there) for there in of_modules.values()),
        "cycles of rooms": len(cycles(of_rooms)),
        "cycles of modules": len(cycles(of_modules)),
        "files in the fullest folder": max(fullest.values()),
    }


def at(commit: str) -> dict[str, int]:
    """The figures of the house as it stood at a commit."""
    archive = subprocess.run(
        ["git", "archive", commit, "src/capotreno"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(folder, filter="data")
        return figures(Path(folder) / "src" / "capotreno")


def written(text: str) -> str:
    """The paper with the rooms as they are now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table(rooms())}{END}{after}"


def main(words: list[str]) -> None:
    """Print the rooms, write them into the docs, or compare commits."""
    if words == ["write"]:
        PAPER.write_text(written(PAPER.read_text("utf-8")), "utf-8")
    elif words:
        every = [at(commit) for commit in words]
        for name in every[0]:
            print(f"{name:30}" + "".join(f"{one[name]:>12}" for one in every))
    else:
        print(table(rooms()), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
