"""The site of the papers: gathers them from where they live, builds the pages, checks them.

    python -m tools.papers.docs          (or `make docs`; the site is build/site/index.html)

Papers link to each other by their places in the repository. On the site they have other places, so
every link is followed here and written anew; a link to something that is not on the site, a source
file or a folder, becomes plain text. The page of the library's public names is made from
`capotreno.__all__`. The law the site keeps: it fetches nothing from anywhere else.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import capotreno

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ROOT / "build" / "papers"
SITE = ROOT / "build" / "site"

LINK = re.compile(r"(!?)\[([^\]\n]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", flags=re.MULTILINE | re.DOTALL)
FETCHED = re.compile(r"<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=\"?https?://[^\s\">]+")


def places() -> dict[Path, Path]:
    """Every file of the site: where it lives, and where it goes."""
    found = {ROOT / "README.md": Path("index.md")}
    for paper in ("CONTRIBUTING.md", "CHANGELOG.md"):
        found[ROOT / paper] = Path(paper)
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file():
            found[path] = path.relative_to(ROOT / "docs")
    for path in sorted((ROOT / "src" / "capotreno" / "rulebook").glob("*.md")):
        found[path] = Path("rulebook") / path.name
    return found


def moved(text: str, source: Path, where: dict[Path, Path]) -> str:
    """A paper's text with its links written for the site; code is left alone."""

    def link(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z][a-z0-9+.-]*:", target):
            return found[0]
        to = where.get((source.parent / path).resolve())
        if to is None:
            return words
        here = os.path.relpath(to, where[source].parent)
        return f"{picture}[{words}]({here}{'#' + anchor if anchor else ''})"

    parts, at = [], 0
    for code in CODE.finditer(text):
        if code[0].startswith("```") or "](" in code[0]:
            parts += [LINK.sub(link, text[at : code.start()]), code[0]]
            at = code.end()
    return "".join([*parts, LINK.sub(link, text[at:])])


def reference() -> str:
    """The page of every public name, classes and functions first, then errors."""
    names = sorted(capotreno.__all__, key=lambda name: (_is_error(name), name.lower()))
    lines = ["# Reference", "", "Every name that `import capotreno` brings.", ""]
    for name in names:
        lines += [f"::: capotreno.{name}", ""]
    return "\n".join(lines)


def _is_error(name: str) -> bool:
    thing = getattr(capotreno, name)
    return isinstance(thing, type) and issubclass(thing, Exception)


def gather() -> None:
    """All papers into one folder, as the site wants them."""
    shutil.rmtree(PAPERS, ignore_errors=True)
    where = places()
    for source, to in where.items():
        target = PAPERS / to
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            target.write_text(moved(source.read_text("utf-8"), source, where), encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    (PAPERS / "reference.md").write_text(reference(), encoding="utf-8")


def fetched(site: Path) -> list[str]:
    """What the pages would fetch from elsewhere."""
    return [
        f"{page.relative_to(site)}: {found[0]}"
        for page in sorted(site.rglob("*.html"))
        for found in FETCHED.finditer(page.read_text("utf-8"))
        if 'rel="canonical"' not in found[0]
    ]


def main() -> int:
    """Gather, build strictly, look for what would be fetched."""
    gather()
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--clean"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, check=False, env=quiet)
    if done.returncode != 0:
        return done.returncode
    found = fetched(SITE)
    for line in found:
        print(f"docs: fetched from elsewhere: {line}", file=sys.stderr)
    if not found:
        print(f"The site is {SITE.relative_to(ROOT)}/index.html")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
