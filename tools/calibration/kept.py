"""What has been found is kept, deal by deal: whoever is stopped goes on where they were."""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console

SAID = 20.0  # seconds between two lines about how far it is


class Clock:
    """How much time is left, and when something was last said."""

    def __init__(self, minutes: float, console: Console) -> None:
        self.ends = time.monotonic() + 60 * minutes
        self.console = console
        self.said = time.monotonic()

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.ends

    def part(self, parts: int) -> "Clock":
        """Of what is left an equal part, for the next one of so many."""
        left = max(0.0, self.ends - time.monotonic())
        return Clock(left / 60 / parts, self.console)

    def say(self, title: str, done: int, total: int) -> None:
        """A line about how far it is, if none was said lately or all is done."""
        now = time.monotonic()
        if now - self.said >= SAID or done == total or self.over:
            self.said = now
            self.console.print(f"{title}: {done} of {total} deals")


def read(path: Path) -> dict[int, Any]:
    """What was found of each deal. A line that was broken off is none."""
    found = {}
    if path.exists():
        for line in path.read_text("utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                one = json.loads(line)
                found[one["deal"]] = one["found"]
    return found


def go_on(
    path: Path,
    work: Callable[[int], Any],
    deals: Sequence[int],
    workers: int,
    clock: Clock,
    most: int | None = None,
) -> None:
    """Do what is not there yet, and keep each deal as soon as it is done.

    `work` finds something about a deal, in a process of its own, as plain data. `most`: so many
    deals of which something was found are enough.
    """
    known = read(path)
    if path.exists():  # without the line that was broken off
        rows = (json.dumps({"deal": deal, "found": own}) + "\n" for deal, own in known.items())
        path.write_text("".join(rows), encoding="utf-8")
    left = iter([deal for deal in deals if deal not in known])
    done = sum(deal in known for deal in deals)
    something = sum(own is not None for own in known.values())
    with ProcessPoolExecutor(workers) as pool, path.open("a", encoding="utf-8") as file:

        def more(n: int) -> dict[Future[Any], int]:
            if clock.over or (most is not None and something >= most):
                return {}
            return {pool.submit(work, deal): deal for deal in islice(left, n)}

        running = more(workers)
        while running:
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for one in ready:
                deal = running.pop(one)
                found = one.result()
                file.write(json.dumps({"deal": deal, "found": found}) + "\n")
                file.flush()
                done, something = done + 1, something + (found is not None)
                clock.say(path.stem, done, len(deals))
                running |= more(1)
