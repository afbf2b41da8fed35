"""A wheel carries the libraries that were built, and is then for one kind of machine."""

from pathlib import Path
from typing import Any

import pytest

from tools.shipping.build_web import WebBuildHook


def packed(root: Path, target: str, version: str = "standard") -> dict[str, Any]:
    """What the build step says about a wheel or an sdist."""
    data: dict[str, Any] = {"force_include": {}}
    hook = WebBuildHook(str(root), {}, None, None, str(root), target)  # type: ignore[arg-type]
    hook.initialize(version, data)
    hook.finalize(version, data, "")
    assert not any(Path(file).exists() for file in data["force_include"])
    return data


@pytest.fixture
def root(tmp_path: Path) -> Path:
    client = tmp_path / "src" / "capotreno" / "web" / "index.html"
    client.parent.mkdir(parents=True)
    client.touch()
    return tmp_path


def test_without_libraries_a_wheel_is_for_any_machine(root: Path) -> None:
    data = packed(root, "wheel")
    assert [*data.pop("force_include").values()] == ["capotreno/built.json"]
    assert data == {}


def test_with_libraries_it_is_for_this_kind_and_every_python(root: Path) -> None:
    folder = root / "src" / "capotreno" / "native" / "library" / "prebuilt"
    folder.mkdir(parents=True)
    (folder / "abc.so").touch()
    data = packed(root, "wheel")
    assert data["pure_python"] is False
    assert data["tag"].startswith("py3-none-")
    assert not data["tag"].startswith(("py3-none-linux", "py3-none-any"))
    data = packed(root, "sdist")
    assert [*data.pop("force_include").values()] == ["src/capotreno/built.json"]
    assert data == {}
    assert packed(root, "wheel", "editable") == {"force_include": {}}
