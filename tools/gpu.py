"""The table of what `bench native --gpu --json` has told of each game, one file for each.

Ends with 1 if something differs from the CPU, or if a game told nothing.
"""

import json
import sys
from pathlib import Path


def told(file: Path) -> list[str]:
    """The lines of a game's tables; a sentence if its bench stopped."""
    text = file.read_text("utf-8")
    rows = json.loads(text)["rows"] if text else []
    lines = []
    for row in rows:
        name = f"{row['game']} {row['players']}{' dice' if row.get('dice') else ''}"
        speeds = [row["gpu_decisions_per_second"], row["gpu_batch_decisions_per_second"]]
        shown = "".join(f"{speed / 1e6:>10,.0f}" for speed in speeds)
        equal = [row["gpu_equal"], row["gpu_batch_equal"]]
        lines.append(f"{name:<24}{shown}" + "".join(f"{'yes' if e else 'NO':>8}" for e in equal))
    return lines or [f"{file.stem:<24}stopped: NO table"]


def main() -> int:
    """Print the table."""
    print(f"{'M decisions/s':<24}{'playouts':>10}{'batch':>10}{'equal':>8}{'equal':>8}")
    lines = [line for file in sorted(Path(sys.argv[1]).glob("*.json")) for line in told(file)]
    print("\n".join(lines))
    return int(any("NO" in line for line in lines))


if __name__ == "__main__":
    sys.exit(main())
