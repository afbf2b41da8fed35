"""Which passenger to take: the one that changes the awards most in the seat's favour."""

from capotreno.engine.state import View
from capotreno.rules.travelling.passengers import Passengers


def board(part: Passengers, view: View, menu: list[int]) -> int:
    """The best of the colours that wait; nobody is worse than anybody."""
    players = part.players

    def gain(code: int) -> tuple[float, int]:
        colour = code - part.codes
        if colour == part.colours:
            return (-1.0, 0)
        held = part.held(view, colour)
        before = part.awards(held)
        held[view.seat] += 1
        after = part.awards(held)
        others = sum(before) - before[view.seat] - sum(after) + after[view.seat]
        rivals = max(1, players - 1)
        return (after[view.seat] - before[view.seat] + others / rivals, held[view.seat])

    return max(menu, key=gain)
