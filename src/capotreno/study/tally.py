"""What is counted while games are played: sums only, so that many processes' counts add up."""

from dataclasses import dataclass, field, fields
from typing import Self

from capotreno.engine.outcome import Outcome


@dataclass
class BoardTally:
    """Sums over games; lists go by route, ticket, seat or kind of card."""

    games: int = 0
    decisions: int = 0
    turns: dict[str, int] = field(default_factory=dict)  # games by their number of turns
    reasons: dict[str, int] = field(default_factory=dict)  # games by why they ended
    seat_wins: list[float] = field(default_factory=list)  # a shared victory is shared
    seat_points: list[int] = field(default_factory=list)
    claimed: list[int] = field(default_factory=list)  # games in which a route was claimed
    by_winners: list[int] = field(default_factory=list)  # and in which a winner owned it
    when: list[float] = field(default_factory=list)  # parts of the game that had gone by then
    offered: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    ahead: list[float] = field(
        default_factory=list
    )  # points of who kept it, above the table's mean
    in_hand: list[int] = field(default_factory=list)  # cards left over at the end, by kind
    changes: int = 0  # of the one who leads
    turned: int = 0  # games that the leader at half time did not win
    apart: int = 0  # points between the first and the second
    bots: dict[str, list[float]] = field(default_factory=dict)  # seats and victories
    # Every deal is played twice: how alike the two games end says how much the deal decides.
    deals: int = 0
    margin: float = 0.0
    margin_squared: float = 0.0
    margin_twice: float = 0.0

    @classmethod
    def of(cls, players: int, routes: int, tickets: int, cards: int) -> Self:
        """Nothing counted yet."""
        found = cls()
        found.seat_wins, found.seat_points = [0.0] * players, [0] * players
        found.claimed, found.by_winners = [0] * routes, [0] * routes
        found.when = [0.0] * routes
        found.offered, found.kept, found.done = [0] * tickets, [0] * tickets, [0] * tickets
        found.ahead = [0.0] * tickets
        found.in_hand = [0] * cards
        return found

    def add(self, other: "BoardTally") -> None:
        """Count another's games too."""
        for one in fields(self):
            mine, its = getattr(self, one.name), getattr(other, one.name)
            if isinstance(mine, list):
                setattr(self, one.name, [a + b for a, b in zip(mine, its, strict=True)])
            elif isinstance(mine, dict):
                for key, value in its.items():
                    mine[key] = _sum(mine.get(key), value)
            else:
                setattr(self, one.name, mine + its)

    def count_pair(self, first: float, second: float) -> None:
        """How far the first seat was ahead in two games of one deal."""
        self.deals += 1
        self.margin += first + second
        self.margin_squared += first * first + second * second
        self.margin_twice += first * second

    @property
    def decided_by_deal(self) -> float:
        """The part of the differences between games that the deal explains, from 0 to 1.

        The correlation of two games of the same deal (intraclass, of pairs).
        """
        if not self.deals:
            return 0.0
        mean = self.margin / (2 * self.deals)
        spread = self.margin_squared / (2 * self.deals) - mean * mean
        both = self.margin_twice / self.deals - mean * mean
        return max(0.0, both / spread) if spread > 0 else 1.0


def _sum(mine: object, its: object) -> object:
    """Two counts, or two rows of counts; the first may not be there yet."""
    if isinstance(its, list):
        return [
            a + b
            for a, b in zip(mine if isinstance(mine, list) else [0] * len(its), its, strict=True)
        ]
    assert isinstance(its, int)
    return (mine if isinstance(mine, int) else 0) + its


def margin_of(outcome: Outcome, seat: int) -> float:
    """How far a seat is ahead of the others' mean."""
    totals = outcome.totals
    others = len(totals) - 1
    return totals[seat] - (sum(totals) - totals[seat]) / others if others else 0.0
