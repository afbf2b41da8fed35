"""The table of speeds in docs/native.md, from what `capotreno bench native --json` has told.

    python -m tools.native.speeds build/rows       files or folders of files, of a CPU or of a GPU

Rows and columns that were not measured stay as they are.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from capotreno.games.registry import REGISTRY

PAPER: Final = Path(__file__).parents[2] / "docs" / "native.md"
BEGIN, END = "<!-- speeds -->", "<!-- end of the speeds -->"
HEADS: Final = (
    "board", "players", "M decisions/s", "× python-chess", "batch, M/s", "H200, G/s",
    "H200 batch, M/s", "equal",
)  # fmt: skip
NOT_YET: Final = "–"


def rows(told: Path) -> Iterator[dict[str, Any]]:
    """All rows of a file, or of the files of a folder; an empty file is of a bench that stopped."""
    for file in sorted(told.glob("*.json")) if told.is_dir() else [told]:
        text = file.read_text("utf-8")
        yield from json.loads(text)["rows"] if text.strip() else []


def cells(row: dict[str, Any]) -> list[str]:
    """A row of the table."""
    title = REGISTRY[row["game"]]().title.en + (", dice" if row["dice"] else "")
    times = row["times_python_chess"]
    found = [
        title,
        str(row["players"]),
        f"{row['decisions_per_second'] / 1e6:.1f}",
        NOT_YET if times is None else f"{times:.0f}",
        f"{row['batch_decisions_per_second'] / 1e6:.1f}",
    ]
    if "gpu_decisions_per_second" not in row:
        return [*found, NOT_YET, NOT_YET, NOT_YET]
    equal = row["gpu_equal"] and row["gpu_batch_equal"]
    gpu = f"{row['gpu_decisions_per_second'] / 1e9:.2f}"
    batch = f"{row['gpu_batch_decisions_per_second'] / 1e6:.0f}"
    return [*found, gpu, batch, "yes" if equal else "NO"]


def joined(old: list[str], new: list[str], gpu_alone: bool) -> list[str]:
    """A row with what is new; figures of a busy CPU beside a GPU do not replace quiet ones."""
    if gpu_alone:
        return [*old[:5], *new[5:]]
    return [one if other == NOT_YET else other for one, other in zip(old, new, strict=True)]


def table(found: list[dict[str, Any]], before: str) -> str:
    """The table, with the rows it had."""
    known: dict[tuple[str, int], list[str]] = {}
    for line in before.splitlines():
        parts = [part.strip() for part in line.strip("| ").split("|")]
        if len(parts) == len(HEADS) and parts[1].isdigit():
            known[parts[0], int(parts[1])] = parts
    for row in found:
        new = cells(row)
        key = new[0], int(new[1])
        old = known.get(key)
        gpu_alone = old is not None and "gpu_decisions_per_second" in row
        known[key] = new if old is None else joined(old, new, gpu_alone)
    lines = [f"| {' | '.join(HEADS)} |", "|---|---:" + "|---:" * (len(HEADS) - 2) + "|"]
    return "\n".join([*lines, *[f"| {' | '.join(known[key])} |" for key in sorted(known)]])


def main() -> int:
    """Put the table where the paper wants it."""
    found = [row for told in sys.argv[1:] for row in rows(Path(told))]
    text = PAPER.read_text("utf-8")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    PAPER.write_text(f"{before}{BEGIN}\n{table(found, old)}\n{END}{after}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
