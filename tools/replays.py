"""The golden files of tests/replays, made anew: `python -m tools.replays`, then read the diff.

    logs/<game>-<players>-<reason>.jsonl   finished games, one for every way of ending that was met
    playthroughs/<game>.txt                the first gestures of a game, for a reader
    perft.json                             numbers of sequences of legal actions
    signatures.json                        hashes over a thousand games per game

Files of games that are no longer registered are removed.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from capotreno import games
from tests.conformance.tables import TABLES, table
from tests.replays import made


def folder(path: Path, files: dict[str, str]) -> None:
    """Exactly these files in a folder."""
    path.mkdir(parents=True, exist_ok=True)
    for old in path.iterdir():
        if old.name not in files:
            old.unlink()
    for name, text in files.items():
        (path / name).write_text(text, encoding="utf-8")


def main() -> int:
    """Write everything."""
    began = time.perf_counter()
    logs = {}
    for name, players in TABLES:
        found = made.logs_of(table(name, players))
        logs.update({f"{name}-{players}-{reason}.jsonl": text for reason, text in found.items()})
        print(f"{name}, {players} players: {', '.join(sorted(found))}")
    folder(made.LOGS, logs)
    folder(made.PLAYTHROUGHS, {f"{name}.txt": made.playthrough(name) for name in games()})
    perft = {f"{name}-{players}": made.perft(table(name, players)) for name, players in TABLES}
    made.PERFT.write_text(_lines(perft), encoding="utf-8")
    signatures = {
        name: [made.signature(name, first) for first in range(0, made.GAMES, made.BLOCK)]
        for name in games()
    }
    made.SIGNATURES.write_text(json.dumps(signatures, indent=1) + "\n", encoding="utf-8")
    print(f"{len(logs)} logs, {len(signatures)} games, {time.perf_counter() - began:.0f} s")
    return 0


def _lines(perft: dict[str, dict[str, list[int]]]) -> str:
    """JSON with one row of counts a line: so that a diff can be read."""
    tables = [
        f' "{name}": {{\n'
        + ",\n".join(f'  "{moment}": {json.dumps(row)}' for moment, row in rows.items())
        + "\n }"
        for name, rows in perft.items()
    ]
    return "{\n" + ",\n".join(tables) + "\n}\n"


if __name__ == "__main__":
    raise SystemExit(main())
