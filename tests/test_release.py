"""A release gives what is unreleased a version and a day, or changes nothing."""

import shutil
from pathlib import Path

import pytest

from tests.test_papers import ROOT
from tools.shipping.release import PLACES, NotReady, check, order, release, released

DAY = "2026-01-31"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What a release changes, as it is now."""
    for name in ("CHANGELOG.md", *PLACES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_what_is_committed_is_in_order() -> None:
    check(ROOT)


def test_a_version_stands_in_all_its_places(copy: Path) -> None:
    before = (copy / "CHANGELOG.md").read_text("utf-8")
    release(copy, "7.8.9", DAY)
    after = (copy / "CHANGELOG.md").read_text("utf-8")
    assert after == before.replace("## Unreleased\n", f"## 7.8.9 · {DAY}\n", 1) != before
    for name in PLACES:
        assert "7.8.9" in (copy / name).read_text("utf-8"), name
    assert released(after)[0] == "7.8.9"
    with pytest.raises(NotReady, match="nothing unreleased"):
        release(copy, "7.9.0", DAY)
    text = after.replace("## 7.8.9", "## Unreleased\n\n- More.\n\n## 7.8.9")
    (copy / "CHANGELOG.md").write_text(text, "utf-8")
    for version, why in (("7.8.9", "after"), ("7.8.9rc1", "after"), ("8", "no version")):
        with pytest.raises(NotReady, match=why):
            release(copy, version, DAY)
    assert (copy / "CHANGELOG.md").read_text("utf-8") == text
    release(copy, "7.10.0", DAY)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("## Unreleased", "## 0.1.0", "is no"),
        ("## Unreleased", "## 0.1.0 · 2026-01-01\n\n## 0.2.0 · 2026-01-02", "newest"),
        ("## Unreleased", "## 0.0.9 · 2026-01-01", "no section"),
        ("## Unreleased", "## 0.1.0 · 2026-01-01\n\n## Unreleased", "once and first"),
        (
            "## Unreleased",
            "## Unreleased\n\n## 0.1.0 · 2026-01-01\n\n## 0.1.0 · 2026-01-01",
            "each",
        ),
    ],
)
def test_what_is_out_of_order_is_no_release(copy: Path, old: str, new: str, why: str) -> None:
    paper = copy / "CHANGELOG.md"
    paper.write_text(paper.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(NotReady, match=why):
        check(copy)


def test_versions_that_differ_are_no_release(copy: Path) -> None:
    paper = copy / "pyproject.toml"
    paper.write_text(paper.read_text("utf-8").replace('version = "', 'version = "9', 1), "utf-8")
    with pytest.raises(NotReady, match="another"):
        check(copy)


def test_the_order_of_versions() -> None:
    versions = ["0.9.0", "0.10.0rc1", "0.10.0", "0.10.1", "1.0.0a1", "1.0.0"]
    mixed = [versions[place] for place in (3, 0, 5, 1, 4, 2)]
    assert sorted(mixed, key=order) == versions
