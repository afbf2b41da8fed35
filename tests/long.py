"""How much the tests play: `make test` what shows a fault soon, `make soak` many times that."""

import os
from collections.abc import Iterable
from typing import TypeVar

LONG = os.environ.get("CAPOTRENO_SOAK") == "1"


T = TypeVar("T")


def some(rows: Iterable[T], every: int) -> list[T]:
    """Of rows that are alike, one of `every` so many."""
    return list(rows) if LONG else list(rows)[::every]


def of(short: int, long: int) -> int:
    """A number of games, seeds or deals."""
    return long if LONG else short
