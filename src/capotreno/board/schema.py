"""The JSON schema of board files, for editors and other programs.

`board.schema.json` beside this file is its text; `python -m capotreno.board.schema`
writes it anew after a change of format.py.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from capotreno.board.format import BoardFile

FILE = Path(__file__).with_name("board.schema.json")


def schema() -> dict[str, Any]:
    """The schema as plain values."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A board of Capotreno",
        **msgspec.json.schema(BoardFile),
    }


def text() -> str:
    """The schema as it stands in `board.schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
