"""The terminal keeps nothing by a verb's name: it asks for spots, for fields, and whose it is."""

import re
from pathlib import Path

from capotreno import terminal

BY_NAME = re.compile(r"""\.verb\s*(?:[!=]=|in)\s*\(?["']|["']\w+["']\s+in\s+verbs""")


def test_no_verb_is_known_by_name() -> None:
    folder = Path(terminal.__file__).parent
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted(folder.rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if BY_NAME.search(line)
    ]
    assert found == []
