"""The wheel's build step: the browser client goes into the wheel, built if it is not there yet."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebBuildHook(BuildHookInterface[Any]):
    """Builds the client before a wheel is packed. An editable install goes without."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or (root / "src/capotreno/web/index.html").exists():
            return
        subprocess.run(["sh", "tools/web.sh", sys.executable, "build"], cwd=root, check=True)
