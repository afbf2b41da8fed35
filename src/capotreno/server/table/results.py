"""What a finished table's result says to those who count: days, ratings, tournaments, people."""

from msgspec import Struct, convert

__all__ = ["Finish", "FinishedSheet", "finish_of"]


class SheetLine(Struct):
    """Of a score sheet's line what counts there."""

    label: str
    points: int
    items: list[tuple[str, int]] = []


class FinishedSheet(Struct):
    """Of a seat's score sheet what counts there."""

    total: int
    lines: list[SheetLine] = []


class Finish(Struct):
    """Of a game's result what counts there, seat by seat."""

    winners: list[int]
    ranks: list[int]
    sheets: list[FinishedSheet]

    @property
    def totals(self) -> list[int]:
        """The points of every seat."""
        return [sheet.total for sheet in self.sheets]


def finish_of(result: dict[str, object] | None) -> Finish:
    """A result as the store keeps it; msgspec's ValidationError where it is not understood."""
    return convert(result, Finish)
