"""The laws on very many games, outside the tests: `python -m tools.checks.laws 100000`.

Every registered game at every number of players in turn, on two processes. In every game: the
audit at sampled steps and at the end, nothing lost or found, the score sheet against an
independent oracle, the log replayed from its seed and from its record, secrecy at sampled moments.
Ends with 1 at the first broken law, and names the seed that brings it back:

    python -m tools.checks.laws 1 --first 4711 --game germany --players 3
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.conformance.soak import soak
from tests.conformance.tables import TABLES, table

BATCH = 50


def batch(name: str, players: int, first: int, count: int) -> tuple[int, Counter[str], str]:
    """Some games of one table: decisions made, how they ended, and what went wrong."""
    decisions = 0
    reasons: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            done, reason = soak(table(name, players), seed)
        except Exception:  # noqa: BLE001  whatever it is, the seed must be told
            return decisions, reasons, f"{name} {players} seed {seed}\n{traceback.format_exc()}"
        decisions += done
        reasons[f"{name}-{players}: {reason}"] += 1
    return decisions, reasons, ""


def jobs(games: int, first: int, tables: list[tuple[str, int]]) -> list[tuple[str, int, int, int]]:
    """The games shared out evenly over the tables, in batches that take turns."""
    found = []
    each = -(-games // len(tables))
    for start in range(0, each, BATCH):
        for name, players in tables:
            found.append((name, players, first + start, min(BATCH, each - start)))
    return found


def run(work: list[tuple[str, int, int, int]], processes: int) -> int:
    """Do it with a line of progress; 0 if every law held."""
    total = sum(count for *_, count in work)
    began = time.perf_counter()
    games = decisions = 0
    reasons: Counter[str] = Counter()
    with ProcessPoolExecutor(processes) as pool:
        for future in as_completed([pool.submit(batch, *job) for job in work]):
            done, ended, fault = future.result()
            if fault:
                pool.shutdown(cancel_futures=True)
                print(f"\nA law is broken: {fault}")
                return 1
            decisions += done
            reasons += ended
            games = reasons.total()
            spent = time.perf_counter() - began
            left = spent / games * (total - games)
            bar = "#" * (30 * games // total)
            print(f"\r[{bar:30}] {games}/{total} games, {left:.0f} s left ", end="", flush=True)
    print(f"\n{games} games, {decisions} decisions, {time.perf_counter() - began:.0f} s, no fault")
    for reason, count in sorted(reasons.items()):
        print(f"  {reason} {count}")
    return 0


def main(argv: list[str] | None = None) -> int:
    """The command line: how many games, of which."""
    parser = argparse.ArgumentParser(description="The laws of the engine on very many games.")
    parser.add_argument("games", type=int, help="how many in all")
    parser.add_argument("--first", type=int, default=10**6, help="the first seed")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--players", type=int, help="only at this number of players")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(argv)
    tables = [
        (name, players)
        for name, players in TABLES
        if options.game in (None, name) and options.players in (None, players)
    ]
    if not tables:
        parser.error("there is no such game")
    return run(jobs(options.games, options.first, tables), options.processes)


if __name__ == "__main__":
    raise SystemExit(main())
