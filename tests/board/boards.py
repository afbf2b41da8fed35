"""Board files for tests: the one of the documentation, and changed copies of it."""

import json
import re
from pathlib import Path
from typing import Any

from capotreno.board.load import parse
from capotreno.board.model import Board

DOCUMENT = Path(__file__).parents[2] / "docs" / "board-format.md"
DATA = Path(__file__).parents[2] / "src" / "capotreno" / "board" / "data"


def documented() -> dict[str, Any]:
    """The example of docs/board-format.md."""
    found = re.search(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    value: dict[str, Any] = json.loads(found[1])
    return value


def read(value: object) -> Board:
    return parse(json.dumps(value).encode(), "my-board.json")
