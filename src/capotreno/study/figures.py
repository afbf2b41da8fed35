"""A study's figures: shares, yields and fair values, of which findings, page and JSON are made."""

from collections.abc import Mapping
from dataclasses import dataclass

from capotreno.board.model import Board, Ticket
from capotreno.study.tally import BoardTally

LEAST = 100  # times a ticket was kept: of fewer nothing is said
STEP = 0.5  # of what would even tickets out: who keeps a ticket follows its value too
STEEP = 0.4  # how much a point of a ticket's value moves who keeps it, at least
LIMIT = 0.35  # of a ticket's value that a study would change at once
ROOM = 1  # points that it may change in any case


@dataclass(frozen=True)
class RouteFigures:
    """One route: in how many games it was taken, when, and how often by a winner."""

    id: str
    taken: float  # of all games
    when: float  # of the game that had gone by, on average; 0 to 1
    by_winner: float  # of the games in which it was taken


@dataclass(frozen=True)
class TicketYield:
    """One ticket: how often it was kept and done, and what that brought."""

    id: str
    points: int
    kept: float  # of the times it was offered
    done: float  # of the times it was kept
    ahead: float  # points of who kept it, above the table's mean
    times: int  # it was kept
    fair: int  # what it might give, so that it brings as much as the others


@dataclass(frozen=True)
class ColourShare:
    """One colour of routes: which part of its spaces is taken in a game, and cards left over."""

    colour: str
    taken: float
    spaces: int
    left: float  # cards of it in all hands at the end


@dataclass(frozen=True)
class Figures:
    """Everything that a study measures."""

    games: int
    players: int
    turns: float
    shortest: int
    longest: int
    reasons: tuple[tuple[str, float], ...]
    seats: tuple[float, ...]  # their shares of victories
    points: tuple[float, ...]  # and mean points
    routes: tuple[RouteFigures, ...]
    tickets: tuple[TicketYield, ...]
    colours: tuple[ColourShare, ...]
    changes: float  # of the one who leads, in a game
    turned: float  # games that the leader at half time did not win
    apart: float  # points from the first to the second
    dealt: float  # of the differences between games, what the deal decides
    chance: float | None  # victories of a seat that chooses at random, against its fair share
    spread: float  # of what tickets bring: the standard deviation, in points

    @property
    def even(self) -> float:
        """A seat's fair share of victories."""
        return 1 / self.players


def figures(board: Board, tally: BoardTally, mixed: BoardTally) -> Figures:
    """The figures of some games."""
    games = max(1, tally.games)
    turns = {int(turn): count for turn, count in tally.turns.items()}
    tickets = tuple(_tickets(board, tally))
    random = mixed.bots.get("random")
    return Figures(
        games=tally.games,
        players=len(tally.seat_wins),
        turns=sum(turn * count for turn, count in turns.items()) / games,
        shortest=min(turns, default=0),
        longest=max(turns, default=0),
        reasons=_shares(tally.reasons, games),
        seats=tuple(won / games for won in tally.seat_wins),
        points=tuple(points / games for points in tally.seat_points),
        routes=tuple(
            RouteFigures(
                route.id,
                tally.claimed[route.index] / games,
                tally.when[route.index] / max(1, tally.claimed[route.index]),
                tally.by_winners[route.index] / max(1, tally.claimed[route.index]),
            )
            for route in board.routes
        ),
        tickets=tickets,
        colours=tuple(_colours(board, tally, games)),
        changes=tally.changes / games,
        turned=tally.turned / games,
        apart=tally.apart / games,
        dealt=tally.decided_by_deal,
        chance=random[1] / random[0] if random else None,
        spread=spread(tickets),
    )


def _shares(counts: Mapping[str, int], games: int) -> tuple[tuple[str, float], ...]:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return tuple((key, count / games) for key, count in ordered)


# -- tickets --------------------------------------------------------------------------------------


def _tickets(board: Board, tally: BoardTally) -> list[TicketYield]:
    known = [n for n in range(len(board.tickets)) if tally.kept[n] >= LEAST]
    usual = sum(tally.ahead[n] for n in known) / max(1, sum(tally.kept[n] for n in known))
    found = []
    for ticket in board.tickets:
        n = ticket.index
        kept = max(1, tally.kept[n])
        done, ahead = tally.done[n] / kept, tally.ahead[n] / kept
        fair = _fair(ticket, done, usual - ahead) if n in known else ticket.points
        # Where nobody is asked, as in a race, whatever is dealt is kept.
        offered = tally.kept[n] / tally.offered[n] if tally.offered[n] else 1.0
        row = TicketYield(ticket.id, ticket.points, offered, done, ahead, tally.kept[n], fair)
        found.append(row)
    return found


def _fair(ticket: Ticket, done: float, short: float) -> int:
    """What a ticket might give whose keepers end up so many points short of other tickets' keepers.

    A point more is a point won if it is done and one lost if not, so where half of them are done it
    moves nothing: then it is said that the ticket is hard, and its value stays.
    """
    if ticket.options or ticket.tour or ticket.penalty != ticket.points:
        return ticket.points
    slope = 2 * done - 1
    if abs(slope) < STEEP / 4:
        return ticket.points
    steep = max(abs(slope), STEEP) * (1 if slope > 0 else -1)
    most = room(ticket.points)
    change = max(-most, min(most, round(STEP * short / steep)))
    return max(1, ticket.points + change)


def room(points: int) -> int:
    """How much a study would change a ticket's value."""
    return max(ROOM, round(LIMIT * points))


def spread(tickets: tuple[TicketYield, ...]) -> float:
    """How far apart tickets are in what they bring: the standard deviation over all keepers."""
    rows = [(one.times, one.ahead) for one in tickets if one.times >= LEAST]
    times = sum(count for count, _ in rows)
    if not times:
        return 0.0
    mean = sum(count * ahead for count, ahead in rows) / times
    return float((sum(count * (ahead - mean) ** 2 for count, ahead in rows) / times) ** 0.5)


# -- colours --------------------------------------------------------------------------------------


def _colours(board: Board, tally: BoardTally, games: int) -> list[ColourShare]:
    found = []
    for colour in dict.fromkeys((*board.colours, "")):
        routes = [route for route in board.routes if route.colour == colour]
        spaces = sum(route.length for route in routes)
        if not spaces:
            continue
        taken = sum(route.length * tally.claimed[route.index] for route in routes)
        left = sum(
            tally.in_hand[n]
            for n, card in enumerate(board.cards)
            if (card.colour == colour if colour else card.wild)
        )
        share = ColourShare(colour or "gray", taken / spaces / games, spaces, left / games)
        found.append(share)
    return found
