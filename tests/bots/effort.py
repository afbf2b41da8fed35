"""How much a bot thinks, counted in a way that is the same on any machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def effort(think: Callable[[], T]) -> tuple[T, int]:
    """What somebody thinks of, and how many functions were called for it."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return think(), calls
    finally:
        sys.setprofile(before)
