"""The chance of an inventor: the engine's own generator, so that a seed is one board for ever."""

from collections.abc import Sequence
from typing import TypeVar

from capotreno.engine.state import State

T = TypeVar("T")

FINE = 1 << 20  # steps between 0 and 1


class Luck:
    """Numbers, choices and orders, drawn one after the other from a seed."""

    def __init__(self, seed: int) -> None:
        self._state = State([], [], seed, "")

    def below(self, n: int) -> int:
        return self._state.below(n)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.below(FINE) / FINE

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        found = list(things)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
