"""What the ladder of docs/bots.md says of the levels' strength, for the ratings of a server.

`python -m tools.bots.bot_ratings` writes src/capotreno/bots/tuned/ratings.json.
"""

import json
import re
from pathlib import Path

from capotreno.games.registry import REGISTRY, games

ROOT = Path(__file__).resolve().parents[2]
LADDER = ROOT / "docs" / "bots.md"
TARGET = ROOT / "src" / "capotreno" / "bots" / "tuned" / "ratings.json"
ROW = re.compile(
    r"^\| ([^|]+?) \| 2 \| ([\d.]+) %[^|]*\| ([\d.]+) %[^|]*\| ([\d.]+) %", re.MULTILINE
)


def found() -> dict[str, list[float]]:
    """The shares of the duels at tables of two: each level over the one below."""
    names = {REGISTRY[name]().title.en: name for name in games()}
    shares = {}
    for board, *won in ROW.findall(LADDER.read_text("utf-8")):
        title, comma, dice = board.partition(", ")
        shares[names[title] + comma + dice] = [round(float(one) / 100, 3) for one in won]
    return shares


def written() -> str:
    """The file, a board a line."""
    rows = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(found().items())]
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
