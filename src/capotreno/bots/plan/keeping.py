"""Which tickets to keep: all that are offered are judged together."""

from collections.abc import Callable
from functools import partial

from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.state import View

SPACE = 0.8  # what a space costs in turns, as points
ROOM = 0.7  # of the pieces: what the ways of all tickets may take before they are in each other's
RIVAL = 0.03  # of the pieces: by so much less for every rival but one
CROWD = 2.0  # points, for every space beyond that


def keep(planner: TicketWays, view: View, menu: list[int]) -> int:
    """The answer for the ticket that is asked about; a single answer is given without asking."""
    return best_of(planner, view, menu, partial(worth, planner))


def best_of(
    planner: TicketWays, view: View, menu: list[int], worth: Callable[[View, list[int]], float]
) -> int:
    """The same, with another opinion of what holding some tickets is worth."""
    chosen, undecided = planner.offered(view)
    keeping, giving_back = menu
    base = planner.own(view) + chosen
    need = next(subject for _, seat, subject in reversed(view.stack) if seat == view.seat)
    best, best_value = frozenset(undecided), float("-inf")
    for pick in range(1 << len(undecided)):
        subset = frozenset(t for i, t in enumerate(undecided) if pick >> i & 1)
        if len(subset) + len(chosen) < need:
            continue
        value = worth(view, [*base, *sorted(subset)])
        if value > best_value:
            best, best_value = subset, value
    return keeping if undecided[0] in best else giving_back


def worth(planner: TicketWays, view: View, tickets: list[int]) -> float:
    """Points won and lost with these tickets, less what their routes cost in turns."""
    needed, reached = planner.plan(view, tickets)
    board = planner.tickets.tickets
    value = 0.0
    for ticket in tickets:
        value += board[ticket].points if ticket in reached else -board[ticket].penalty
    spaces = planner.spaces(needed)
    room = ROOM - RIVAL * (planner.players - 2)
    crowded = max(0.0, spaces - room * planner.left(view))
    return value - SPACE * spaces - CROWD * crowded
