"""The end of a game: score sheets, ranking and the reason."""

from typing import NamedTuple

from capotreno.engine.actions import Json
from capotreno.engine.errors import NoSuchThing
from capotreno.engine.part import ScoreLine


class Sheet(NamedTuple):
    """A seat's score sheet; its lines sum to its total."""

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int

    def line(self, label: str) -> ScoreLine:
        for line in self.lines:
            if line.label == label:
                return line
        raise NoSuchThing(f"the score sheet has no line {label!r:.60}")


class Outcome(NamedTuple):
    """The final sheets, each seat's rank from 1 (shared on a full tie), and why the game ended."""

    sheets: tuple[Sheet, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    tie_break: str  # the measure that decided between equal points at the top, or ""

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.sheets)

    def json(self) -> Json:
        return {
            "reason": self.reason,
            "winners": list(self.winners),
            "ranks": list(self.ranks),
            "tie_break": self.tie_break,
            "sheets": [
                {
                    "seat": sheet.seat,
                    "total": sheet.total,
                    "lines": [
                        {
                            "label": line.label,
                            "points": line.points,
                            "items": [[item.id, item.points] for item in line.items],
                        }
                        for line in sheet.lines
                    ],
                }
                for sheet in self.sheets
            ],
        }


def ranks(keys: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank 1 for the greatest key; equal keys share a rank."""
    order = sorted(keys, reverse=True)
    return tuple([1 + order.index(key) for key in keys])


def deciding(keys: list[tuple[int, ...]], measures: tuple[str, ...]) -> str:
    """Which measure after the points told the winners from others with as many points."""
    best = max(keys)
    rivals = [key for key in keys if key[0] == best[0] and key != best]
    if not rivals:
        return ""
    closest = max(rivals)
    for i, measure in enumerate(measures, start=1):
        if closest[i] != best[i]:
            return measure
    return ""
