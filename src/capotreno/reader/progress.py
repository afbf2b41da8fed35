"""How a ticket stands, its cheapest way, and what is found of them, for the next look."""

from dataclasses import dataclass
from typing import NamedTuple

DONE = "done"
OPEN = "open"
BLOCKED = "blocked"

HARDLY = 2**-10  # what a lent route costs: no piece, but where own routes lead they are taken


@dataclass(frozen=True)
class TicketProgress:
    """How a ticket stands for a seat: done, still possible by these routes, or blocked."""

    ticket: int
    status: str
    missing: int  # pieces the cheapest way still takes
    routes: tuple[int, ...]  # that the cheapest way still needs
    via: tuple[int, ...]  # the places it runs through, its ends apart
    points: int
    lent: tuple[int, ...] = ()  # routes of others on its way, which its seat's stations lend


@dataclass(frozen=True)
class Way:
    """The cheapest way of a ticket; of several destinations, that of the one to be gone for.

    It is so as long as none of `mask` gets dearer, and no route so much cheaper that it helps.
    """

    points: int
    mask: int = 0  # its routes, and those of the ways to the other destinations
    missing: int = 0
    routes: tuple[int, ...] = ()
    via: tuple[int, ...] = ()
    lent: tuple[int, ...] = ()
    blocked: bool = False  # there is none


class FoundWays(NamedTuple):
    """The cheapest ways of a seat's tickets, by what each route cost it."""

    masks: tuple[int, int, int]  # the routes that are its own, lent to it, open to it
    pieces: int  # that it could place
    costs: list[float]
    found: dict[int, Way]
    progress: dict[int, TicketProgress]


def progress_by(ticket: int, way: Way, status: str) -> TicketProgress:
    """How a ticket stands, by its cheapest way."""
    points = way.points
    if way.blocked:
        return TicketProgress(ticket, BLOCKED, 0, (), (), points)
    if status == DONE:
        return TicketProgress(ticket, DONE, 0, (), (), points, way.lent)
    return TicketProgress(ticket, status, way.missing, way.routes, way.via, points, way.lent)
