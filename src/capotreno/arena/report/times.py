"""How long decisions take: counts in buckets of a quarter octave, so that runs can be added up."""

import math
from collections import Counter
from collections.abc import Mapping

PER_OCTAVE = 4


class Times:
    """Microseconds per decision, by entrant. They differ from run to run and are kept apart."""

    def __init__(self) -> None:
        self.buckets: dict[int, Counter[int]] = {}

    def add(self, entrant: int, seconds: float) -> None:
        bucket = round(PER_OCTAVE * math.log2(max(seconds * 1e6, 1.0)))
        self.buckets.setdefault(entrant, Counter())[bucket] += 1

    def merge(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Add what another process, or an earlier run, has counted."""
        for entrant, own in counts.items():
            mine = self.buckets.setdefault(int(entrant), Counter())
            for bucket, n in own.items():
                mine[int(bucket)] += n

    def json(self) -> dict[str, dict[str, int]]:
        return {
            str(entrant): {str(bucket): own[bucket] for bucket in sorted(own)}
            for entrant, own in sorted(self.buckets.items())
        }

    def milliseconds(self, entrant: int, share: float = 0.5) -> float:
        """What so large a share of an entrant's decisions stays within; 0 if there are none."""
        own = self.buckets.get(entrant, Counter())
        left = share * own.total()
        for bucket in sorted(own):
            left -= own[bucket]
            if left <= 0:
                return float(2 ** (bucket / PER_OCTAVE) / 1000)
        return 0.0
