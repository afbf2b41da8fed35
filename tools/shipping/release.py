"""The parts of a release that no person should do by hand (docs/releasing.md has the others).

    python -m tools.shipping.release 0.2.0    the version everywhere it stands, the changes under it
    python -m tools.shipping.release --check  whether what is committed may become a release

Nothing is committed, tagged or sent anywhere.
"""

import argparse
import re
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

NUMBER = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
PENDING = "## Unreleased"
HEADING = re.compile(r"^## (?P<name>\S+)(?: · (?P<day>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)

#: Where the version stands: the package says it to programs, the project to installers, the paper
#: for operators names a wheel.
PLACES = {
    "pyproject.toml": r'(?m)^(version = ")[^"]+(")$',
    "src/capotreno/__init__.py": r'(?m)^(__version__ = ")[^"]+(")$',
    "docs/operate.md": r"(pip install '\./capotreno-)[\w.]+(-py3)",
}


class NotReady(Exception):
    """Why there is no release yet."""


def order(version: str) -> tuple[list[int], str]:
    """The place of a version among others; a candidate stands before what it becomes."""
    plain = re.match(r"[\d.]+", version)
    assert plain is not None
    rest = version[plain.end() :]
    return [int(part) for part in plain[0].strip(".").split(".")], rest or "~"


def released(changelog: str) -> list[str]:
    """The versions of a changelog, the newest first."""
    return [found["name"] for found in HEADING.finditer(changelog) if found["day"]]


def check(root: Path) -> None:
    """Raise NotReady unless versions agree and the changelog is in order."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    stands = f'\n__version__ = "{project}"\n'
    if stands not in _text(root, "src/capotreno/__init__.py"):
        raise NotReady(f"pyproject.toml is of version {project}, the package is of another")
    changelog = _text(root, "CHANGELOG.md")
    headings = re.findall(r"^## .*$", changelog, flags=re.MULTILINE)
    for heading in headings:
        found = HEADING.fullmatch(heading)
        if heading != PENDING and not (found and found["day"] and NUMBER.fullmatch(found["name"])):
            raise NotReady(f"CHANGELOG.md: '{heading}' is no '## 1.2.3 · 2026-01-31'")
    if headings.count(PENDING) > 1 or (PENDING in headings and headings[0] != PENDING):
        raise NotReady(f"CHANGELOG.md: '{PENDING}' stands once and first, or not at all")
    versions = released(changelog)
    if versions != sorted(set(versions), key=order, reverse=True):
        raise NotReady("CHANGELOG.md: the newest version stands first, and each once")
    if PENDING not in headings and project not in versions:
        raise NotReady(f"CHANGELOG.md has no section for {project}")


def release(root: Path, version: str, day: str) -> None:
    """Give what is unreleased a version and a day."""
    check(root)
    if not NUMBER.fullmatch(version):
        raise NotReady(f"'{version}' is no version: 1.2.3, or 1.2.3rc1")
    changelog = _text(root, "CHANGELOG.md")
    before, pending, after = changelog.partition(f"{PENDING}\n")
    if not pending or not re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0].strip():
        raise NotReady("CHANGELOG.md: there is nothing unreleased")
    older = released(changelog)
    if older and order(version) <= order(older[0]):
        raise NotReady(f"{version} does not come after {older[0]}")
    written = {"CHANGELOG.md": f"{before}## {version} · {day}\n{after}"}
    for name, pattern in PLACES.items():
        text, times = re.subn(pattern, rf"\g<1>{version}\g<2>", _text(root, name), count=1)
        if not times:
            raise NotReady(f"{name} names no version")
        written[name] = text
    for name, text in written.items():
        (root / name).write_text(text, "utf-8")
    check(root)


def _text(root: Path, name: str) -> str:
    return (root / name).read_text("utf-8")


def main(argv: list[str]) -> int:
    """Check, or release."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("version", nargs="?", help="the version of the release")
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args(argv)
    if bool(options.version) == options.check:
        parser.error("a version, or --check")
    try:
        if options.check:
            check(ROOT)
        else:
            release(ROOT, options.version, datetime.now(UTC).date().isoformat())
    except NotReady as why:
        print(f"not ready: {why}", file=sys.stderr)
        return 1
    print("CHANGELOG.md, pyproject.toml and the package say it." if options.version else "ready")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
