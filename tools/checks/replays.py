"""The golden files of tests/replays, made anew: `python -m tools.checks.replays`; read the diff.

    logs/<game>-<players>-<reason>.jsonl   finished games: the shortest for every way of ending
    playthroughs/<game>.txt                the first gestures of a game, for a reader
    perft.json                             numbers of sequences of legal actions
    signatures.json                        hashes over a thousand games per game

Files of games that are no longer registered are removed. With names of games, only theirs are made:
`python -m tools.checks.replays usa europe+dice`.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.conformance.tables import TABLES, VARIANTS, table
from tests.replays import made


def folder(path: Path, files: dict[str, str], wanted: tuple[str, ...]) -> None:
    """Exactly these files in a folder; those of games that are registered and not wanted stay."""
    path.mkdir(parents=True, exist_ok=True)
    for old in path.iterdir():
        name = re.split(r"[-.]", old.name)[0]
        if old.name not in files and (name in wanted or name not in VARIANTS):
            old.unlink()
    for name, text in files.items():
        (path / name).write_text(text, encoding="utf-8")


def merged(path: Path, made_now: dict[str, Any], wanted: tuple[str, ...]) -> dict[str, Any]:
    """The entries of a file with those of the wanted games made anew, in the games' order."""
    old: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept = {
        key: value
        for key, value in old.items()
        if key.split("-")[0] in VARIANTS and key.split("-")[0] not in wanted
    }
    return dict(sorted({**kept, **made_now}.items()))


def main() -> int:
    """Write everything, or what belongs to the games named."""
    began = time.perf_counter()
    wanted = tuple(sys.argv[1:]) or tuple(VARIANTS)
    tables = [(name, players) for name, players in TABLES if name in wanted]
    shortest: dict[tuple[str, str], tuple[int, int, str]] = {}  # by game and way of ending
    for name, players in tables:
        found = made.logs_of(table(name, players))
        for reason, text in found.items():
            met = (len(text), players, text)
            shortest[name, reason] = min(met, shortest.get((name, reason), met))
        print(f"{name}, {players} players: {', '.join(sorted(found))}")
    logs = {
        f"{name}-{players}-{reason}.jsonl": text
        for (name, reason), (_, players, text) in shortest.items()
    }
    folder(made.LOGS, logs, wanted)
    folder(made.PLAYTHROUGHS, {f"{name}.txt": made.playthrough(name) for name in wanted}, wanted)
    perft = {f"{name}-{players}": made.perft(table(name, players)) for name, players in tables}
    made.PERFT.write_text(_lines(merged(made.PERFT, perft, wanted)), encoding="utf-8")
    signatures = {
        name: [made.signature(name, first) for first in range(0, made.GAMES, made.BLOCK)]
        for name in wanted
    }
    whole = merged(made.SIGNATURES, signatures, wanted)
    made.SIGNATURES.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
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
