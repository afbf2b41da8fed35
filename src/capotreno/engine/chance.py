"""Chance: one generator, bit for bit, and the tape that records or forces its outcomes.

The generator is counter-based; the state carries one unsigned 64-bit integer `s`.
To draw a number below n, in 64-bit arithmetic unless said otherwise:

    s = s + WEYL                     (mod 2**64)
    t = s * (s ^ SALT)               (the full 128-bit product)
    x = (t >> 64) ^ (t & 2**64 - 1)
    outcome = (x * n) >> 64          (the high half of the 128-bit product)

`State.below` is the only place that does this.
"""

from typing import Final

from capotreno.engine.errors import CapotrenoError, ChanceError

MASK: Final = 0xFFFFFFFFFFFFFFFF
WEYL: Final = 0xA0761D6478BD642F
SALT: Final = 0xE7037ED1A0B428DB


def scramble(seed: int) -> int:
    """A seed's first counter: neighbouring seeds start far apart (the finaliser of splitmix64)."""
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def seeded(seed: int) -> int:
    """The same of a seed that somebody chose, which may be none."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MASK:
        raise CapotrenoError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r:.60}")
    return scramble(seed)


class Tape:
    """What chance said, in order; with `forced` outcomes it says those instead of drawing."""

    def __init__(self, forced: list[int] | None = None) -> None:
        self.forced = forced
        self.rolled: list[int] = []
        self.wanted = 0  # when the forced outcomes are used up: below what the next one would be

    def next_forced(self, n: int) -> int:
        forced = self.forced
        assert forced is not None
        used = len(self.rolled)
        if used >= len(forced):
            self.wanted = n
            raise ChanceError(f"the recorded outcomes end after {used}, but one more is needed")
        outcome = forced[used]
        if not 0 <= outcome < n:
            raise ChanceError(f"recorded outcome {outcome} (number {used}) is not below {n}")
        return outcome
