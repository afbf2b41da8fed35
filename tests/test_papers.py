"""What is written about the project is true of it, and the repository can be cloned anywhere."""

import doctest
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from capotreno.words import say
from tools.papers.docs import fetched, moved, places

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
LONGEST_MODULE = 450
MADE = ("build/", "boards/", "web/src/lib/wire.ts")  # what commands write or examples name
MOST_FILES = 14  # of one folder of source, about a dozen: what grows past it gets rooms
#: One file after the other, each once and for ever: nobody looks for anything among them.
STEPS = "src/capotreno/server/store/migrations/versions"

# Spelled in pieces, so that this file does not find itself.
FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.~-])/(?:wor" + r"k|roo" + r"t|hom" + r"e)/"),
    "a package registry": re.compile("|".join(["pypi" + r"\.org", "registry" + r"\.npmjs"])),
    "an option naming a package registry": re.compile("--index" + "-url"),
}


def papers() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def committed() -> list[Path]:
    """The files git tracks or would take; a source archive has no git and skips the question."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode != 0:
        pytest.skip("not a git checkout")
    paths = {ROOT / name for name in listing.stdout.split("\0") if name}
    return sorted(path for path in paths if path.is_file() and not path.is_symlink())


def without_code(text: str) -> str:
    """Markdown with its fenced and inline code blanked: brackets in code are not links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def relative_links(text: str) -> Iterator[str]:
    for target in re.findall(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)", without_code(text)):
        if not re.match(r"[a-z][a-z0-9+.-]*:", target):
            yield target


def anchors(text: str) -> set[str]:
    """What can follow the # of a link to a paper: its headings, written as the site writes them."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ +(.+?) *$", plain, flags=re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title.lower())) for title in titles}


def dead_links(paper: Path) -> list[str]:
    """The links of a paper that lead to no file, or to no heading of one."""
    dead = []
    for link in relative_links(paper.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        target = (paper.parent / path) if path else paper
        found = target.exists()
        if not found or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            dead.append(link)
    return dead


def test_readme_ends_with_the_disclaimer() -> None:
    last = README.read_text(encoding="utf-8").strip().split("\n\n")[-1]
    for words in ("unofficial", "Ticket to Ride", "Days of Wonder", "Alan R. Moon", "No art"):
        assert words in last, f"README.md's last paragraph does not say {words!r}"


@pytest.mark.parametrize("paper", papers(), ids=name_of)
def test_links_lead_somewhere(paper: Path) -> None:
    dead = dead_links(paper)
    assert not dead, f"{name_of(paper)} links to what does not exist: {dead}"


def test_a_dead_link_or_anchor_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# A busy server!\n```\n# code\n```\n", encoding="utf-8")
    paper = tmp_path / "paper.md"
    good = "[a](other.md) [b](other.md#a-busy-server) [c](#mine) [d](https://a.example/#x) `[e](f)`"
    paper.write_text(f"# Mine\n{good}\n[x](gone.md) [y](other.md#code) [z](#yours)", "utf-8")
    assert dead_links(paper) == ["gone.md", "other.md#code", "#yours"]


def test_the_papers_of_the_site_are_those_there_are() -> None:
    """Every paper is in the site's list, and the list names no other; the reference is made."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r": (\S+\.md)$", text, flags=re.MULTILINE))
    there = {str(to) for to in places().values() if to.suffix == ".md"}
    papers = {to for to in there if not to.startswith("rulebook/")}
    assert listed - {"reference.md"} == papers, "the nav of mkdocs.yml lists the papers"


@pytest.mark.parametrize("paper", papers(), ids=name_of)
def test_the_files_it_names_are_there(paper: Path) -> None:
    """`table/stored.py` in a paper is the end of a file's or a folder's path."""
    text = re.sub(r"^```.*?^```", "", paper.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    named = re.findall(r"`([a-z_][\w.-]*(?:/[\w.-]+)*/(?:[\w.-]+\.(?:py|ts|json))?)`", text)
    known = {f"/{name_of(path)}" for path in committed()}
    known |= {f"{parent}/" for path in known for parent in Path(path).parents}
    gone = [name for name in named if not any(path.endswith(f"/{name}") for path in known)]
    assert not [name for name in gone if not name.startswith(MADE)]


def test_the_rooms_hold_what_is_said_of_them() -> None:
    """Whoever looks for where something is decided finds the file, or the function, there."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("### Rooms")[2]
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|$", text, flags=re.MULTILINE)
    gone = []
    for rooms, what in rows:
        folders = [
            ROOT / room
            if room.startswith(("web/", "tools/"))
            else ROOT / "src" / "capotreno" / room
            for room in re.findall(r"`([^`]+)`", rooms)
        ]
        there = [path for folder in folders for path in folder.rglob("*")]
        code = "\n".join(path.read_text("utf-8") for path in there if path.suffix == ".py")
        for name in re.findall(r"`(\w+)`", what):
            known = any(path.stem == name for path in there) or f"def {name}(" in code
            gone += [] if known else [f"{rooms}: {name}"]
    assert len(rows) > 20
    assert not gone


def test_links_are_written_anew_for_the_site() -> None:
    """Papers have other places there; what is not on the site is no link; code stays as it is."""
    where = places()
    text = "[bots](docs/bots.md#advice), [licence](LICENSE), `[x](docs/bots.md)`, [a](https://b.c)"
    told = moved(text, README, where)
    assert told == "[bots](bots.md#advice), licence, `[x](docs/bots.md)`, [a](https://b.c)"
    rules = ROOT / "docs" / "rules" / "README.md"
    link = "[New York](../../src/capotreno/rulebook/new_york.en.md)"
    assert moved(link, rules, where) == "[New York](../rulebook/new_york.en.md)"
    fenced = "```\n[x](docs/bots.md)\n```\n"
    assert moved(fenced, README, where) == fenced


def test_what_a_page_would_fetch_from_elsewhere_is_found(tmp_path: Path) -> None:
    page = '<a href="https://a.example">a</a><script src="assets/own.js"></script>'
    (tmp_path / "good.html").write_text(page, encoding="utf-8")
    assert fetched(tmp_path) == []
    bad = '<link rel="stylesheet" href="https://fonts.example/css">'
    (tmp_path / "bad.html").write_text(bad, encoding="utf-8")
    assert len(fetched(tmp_path)) == 1


def test_the_servers_settings_are_the_ones_described() -> None:
    """docs/server.md names every setting that `capotreno serve --help` lists, and no other."""
    name = re.compile(r"CAPOTRENO_[A-Z_]+")
    told = name.findall((ROOT / "docs" / "server.md").read_text(encoding="utf-8"))
    assert set(told) == set(name.findall(say("en", "help.serve.examples")))


def test_changelog_has_a_section_for_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## \[?([\w.]+)", text, flags=re.MULTILINE)
    assert {"Unreleased", project["version"]} & set(sections), f"CHANGELOG.md has only {sections}"


def test_nothing_committed_names_one_machine_or_registry() -> None:
    found = []
    for path in committed():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture has no paths
        found += [
            f"{name_of(path)}:{number} holds {what}: {line.strip()[:80]}"
            for number, line in enumerate(lines, 1)
            for what, pattern in FORBIDDEN.items()
            if pattern.search(line)
        ]
    assert not found, "\n" + "\n".join(found)


def test_no_module_is_too_long() -> None:
    lengths = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "src").rglob("*.py")
    }
    long = {name: length for name, length in lengths.items() if length > LONGEST_MODULE}
    assert not long, f"over {LONGEST_MODULE} lines, so more than one thing: {long}"


def too_full(root: Path) -> dict[str, int]:
    """The folders of source that hold more files than one room has place for."""
    kinds = {".py", ".sh", ".ts", ".svelte"}
    counts = Counter(
        str(path.parent.relative_to(root))
        for folder in ("src/capotreno", "tools", "web/src", "web/tests")
        for path in (root / folder).rglob("*")
        if path.suffix in kinds and path.name not in {"__init__.py", "wire.ts"}
    )
    return {room: n for room, n in counts.items() if n > MOST_FILES and room != STEPS}


def test_no_folder_is_too_full() -> None:
    assert not too_full(ROOT), f"over {MOST_FILES} files, so more than one room"


@pytest.mark.parametrize("folder", ["src/capotreno/rules", "tools", "web/src/lib", "web/tests"])
def test_a_folder_that_is_too_full_is_found(folder: str, tmp_path: Path) -> None:
    kinds = ("ts", "svelte") if folder.startswith("web") else ("py", "sh")
    (tmp_path / folder).mkdir(parents=True)
    for number in range(MOST_FILES + 1):
        assert not too_full(tmp_path)
        (tmp_path / folder / f"room{number}.{kinds[number % 2]}").touch()
    assert too_full(tmp_path) == {folder: MOST_FILES + 1}


EXAMPLES = [README, ROOT / "docs" / "api.md", ROOT / "docs" / "review.md"]


@pytest.mark.parametrize("paper", EXAMPLES, ids=name_of)
def test_examples_do_what_they_show(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    for block in re.finditer(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start()) + 1
        assert ">>> " in block[1], f"{paper.name}:{line} a Python example without >>> is never run"
    # A fence right under an example's output would be read as output: blanked, lines keep their
    # numbers and the examples share one session, as a reader would type them.
    plain = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(plain, {}, paper.name, str(paper), 0)
    report: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.FAIL_FAST
    result = doctest.DocTestRunner(verbose=False, optionflags=flags).run(
        examples, out=report.append
    )
    assert result.failed == 0, "\n" + "".join(report)
