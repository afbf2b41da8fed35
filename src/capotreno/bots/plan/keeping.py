"""Which tickets to keep: all that are offered are judged together."""

from collections.abc import Callable
from functools import partial

from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.state import View
from capotreno.rules.tickets.stock import TicketStock

SPACE = 0.8  # what a space costs in turns, as points
ROOM = 0.7  # of the pieces: what the ways of all tickets may take before they are in each other's
RIVAL = 0.03  # of the pieces: by so much less for every rival but one
CROWD = 2.0  # points, for every space beyond that

Opinion = Callable[[list[int]], float]  # what holding some tickets is worth


def keep(planner: TicketWays, view: View, menu: list[int]) -> int:
    """The answer for the ticket that is asked about; a single answer is given without asking."""
    return answer(planner, view, menu, partial(worth, planner, view))


def answer(planner: TicketWays, view: View, menu: list[int], worth: Opinion) -> int:
    """The same, with another opinion of what holding some tickets is worth."""
    keeping, giving_back = menu
    _, best = best_to_keep(planner.tickets, view, worth)
    return keeping if planner.tickets.offered_to(view, view.seat)[0] in best else giving_back


def best_to_keep(stock: TicketStock, view: View, worth: Opinion) -> tuple[list[int], list[int]]:
    """The tickets in hand that count, and of those offered and not decided about the best to keep.

    Every choice that keeps enough is weighed with what is in hand; of equal ones the smallest wins.
    """
    chosen = stock.chosen_by(view, view.seat)
    undecided = stock.offered_to(view, view.seat)
    held = stock.undone(view, view.seat) + chosen
    need = view.asked[2]
    best, best_value = undecided, float("-inf")
    for pick in range(1 << len(undecided)):
        some = [ticket for i, ticket in enumerate(undecided) if pick >> i & 1]
        if len(some) + len(chosen) < need:
            continue
        value = worth([*held, *some])
        if value > best_value:
            best, best_value = some, value
    return held, best


def one_long(mixes: list[int]) -> int:
    """Of the mixes of tickets that can be announced, the one with a single long ticket.

    They are in the order of their codes, from all long to all short: the last but one has one long
    ticket. Where there is nothing to mix, the only choice.
    """
    return mixes[-2] if len(mixes) > 1 else mixes[0]


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
