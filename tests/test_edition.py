"""`capotreno --version` tells one build from another."""

import json
import subprocess
from pathlib import Path

import pytest

from capotreno import __version__, edition
from capotreno.words import Voice

SAID = Voice("en")


def test_a_build_is_known_by_its_commit_or_its_contents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edition, "files", lambda _: tmp_path)
    monkeypatch.setattr(edition, "PACKAGE", tmp_path / "lib" / "capotreno")
    assert edition.edition(SAID)[:2] == [
        f"capotreno {__version__}",
        "from source, of no known commit",
    ]
    for facts, said in (
        ({"commit": "abc", "changed": False, "sum": "123"}, "commit abc"),
        ({"commit": "abc", "changed": True, "sum": "123"}, "commit abc, with changes since"),
        ({"commit": "", "changed": False, "sum": "123"}, "contents 123"),
    ):
        (tmp_path / "built.json").write_text(json.dumps(facts), "utf-8")
        assert edition.edition(SAID)[1] == said


def test_what_came_along_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition, "PACKAGE", tmp_path)
    said = edition.edition(SAID)
    assert said[3:] == ["without the browser client", "no native libraries came along"]
    for name in ("native/library/prebuilt/usa-2.so", "web/index.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    said = edition.edition(SAID)
    assert said[3:] == ["with the browser client", "one native library came along"]


def test_a_checkout_knows_its_commit_and_whether_it_was_changed(tmp_path: Path) -> None:
    assert edition.checked_out(tmp_path) == ("", False)

    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
        subprocess.run(["git", "-C", tmp_path, *who, *words], check=True, capture_output=True)

    (tmp_path / "file").write_text("one")
    git("init", "-q")
    git("add", "file")
    git("commit", "-qm", "one")
    commit, changed = edition.checked_out(tmp_path)
    assert (len(commit), changed) == (12, False)
    (tmp_path / "other").write_text("nobody's")
    assert edition.checked_out(tmp_path) == (commit, False)
    (tmp_path / "file").write_text("two")
    assert edition.checked_out(tmp_path) == (commit, True)
