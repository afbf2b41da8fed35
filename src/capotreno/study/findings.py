"""What a study finds: whatever stands out in its figures, each with what might be changed."""

import math
from collections.abc import Iterator

from capotreno.board.check.findings import Finding
from capotreno.board.check.statistics import Bottleneck, statistics
from capotreno.board.model import Board
from capotreno.study.figures import LEAST, Figures

ENOUGH = 200  # games: of fewer nothing is said
NEVER, ALWAYS = 0.05, 0.99
OFF = 0.18  # of its points by which a ticket must be off
HARD, REFUSED = 0.35, 0.15  # done, kept
RARE, COMMON = 0.75, 1.25  # of the share of spaces that colours have taken on the whole
TAKEN, EARLY = 0.9, 0.5  # a bottleneck is taken nearly always, before half time
SURE = 1.96 * 1.5  # standard errors of a seat's share
ADVANTAGE = 0.04  # of victories that a seat must have above its share
STEADY, RESTLESS = 0.2, 0.6  # games that the leader at half time does not win
DEALT = 0.7  # of the result that the deal may decide
CHANCE = 0.6  # of its fair share that a seat at random may win
STUCK = 0.05  # games that end because nobody can go on
STALLED = ("all_passed", "stalled")
SHORT, LONG = 8, 45  # turns of each player


def study_findings(board: Board, found: Figures) -> tuple[Finding, ...]:
    """Everything that stands out, tickets and routes first."""
    if found.games < ENOUGH:
        return ()
    return (
        *_tickets(board, found),
        *_routes(board, found),
        *_bottlenecks(board, found),
        *_colours(found),
        *_seats(found),
        *_course(found),
    )


def _tickets(board: Board, found: Figures) -> Iterator[Finding]:
    for ticket, own in zip(board.tickets, found.tickets, strict=True):
        if own.times < LEAST:
            if own.kept < REFUSED:
                yield Finding("ticket_refused", ticket.stops, numbers=(("share", own.kept),))
            continue
        numbers = (("worth", own.points), ("fair", own.fair), ("done", own.done))
        if abs(own.fair - own.points) > OFF * own.points:
            kind = "ticket_dear" if own.fair < own.points else "ticket_cheap"
            yield Finding(kind, ticket.stops, numbers=(*numbers, ("ahead", own.ahead)))
        elif own.done < HARD:
            yield Finding("ticket_hard", ticket.stops, numbers=numbers)
        elif own.kept < REFUSED:
            yield Finding("ticket_refused", ticket.stops, numbers=(("share", own.kept),))


def _routes(board: Board, found: Figures) -> Iterator[Finding]:
    for route, own in zip(board.routes, found.routes, strict=True):
        ends = (board.places[route.a].id, board.places[route.b].id)
        numbers = (("taken", own.taken), ("spaces", route.length))
        if own.taken <= NEVER:
            kind = "route_never" if route.colour else "route_never_gray"
            yield Finding(kind, ends, (route.id,), numbers=numbers)
        elif own.taken >= ALWAYS:
            yield Finding("route_always", ends, (route.id,), numbers=(*numbers, ("when", own.when)))


def _bottlenecks(board: Board, found: Figures) -> Iterator[Finding]:
    """What many tickets miss when it is taken, and what is taken early in nearly every game."""
    index = {place.id: place.index for place in board.places}
    for weak in statistics(board).weak_pairs:
        a, b = (index[place] for place in weak.places)
        joined = [r for r in board.routes if {r.a, r.b} == {a, b}]
        own = [found.routes[route.index] for route in joined]
        if all(one.taken >= TAKEN and one.when <= EARLY for one in own) and _matters(weak):
            numbers = (
                ("tickets", weak.longer + weak.lost),
                ("more", weak.spaces),
                ("taken", min(one.taken for one in own)),
            )
            yield Finding("bottleneck", weak.places, numbers=numbers)


def _matters(weak: Bottleneck) -> bool:
    return weak.lost > 0 or weak.spaces >= 3 * max(1, weak.longer)


def _colours(found: Figures) -> Iterator[Finding]:
    own = [one for one in found.colours if one.colour != "gray"]
    spaces = sum(one.spaces for one in own)
    usual = sum(one.taken * one.spaces for one in own) / max(1, spaces)
    for one in own:
        numbers = (("taken", one.taken), ("usual", usual), ("left", one.left))
        if one.taken < RARE * usual:
            yield Finding("colour_rare", colour=one.colour, numbers=numbers)
        elif one.taken > COMMON * usual:
            yield Finding("colour_common", colour=one.colour, numbers=numbers)


def _seats(found: Figures) -> Iterator[Finding]:
    error = math.sqrt(found.even * (1 - found.even) / found.games)
    for seat, share in enumerate(found.seats):
        if share - found.even > max(ADVANTAGE, SURE * error):
            numbers = (("seat", seat + 1), ("share", share), ("fair", found.even))
            yield Finding("seat", numbers=numbers)


def _course(found: Figures) -> Iterator[Finding]:
    if found.turned < STEADY:
        yield Finding("steady", numbers=(("turned", found.turned),))
    elif found.turned > RESTLESS:
        yield Finding("restless", numbers=(("turned", found.turned),))
    if found.dealt > DEALT:
        yield Finding("dealt", numbers=(("share", found.dealt),))
    if found.chance is not None and found.chance > CHANCE * found.even:
        yield Finding("chance", numbers=(("share", found.chance), ("fair", found.even)))
    for reason, share in found.reasons:
        if reason in STALLED and share > STUCK:
            yield Finding("stuck", numbers=(("share", share),))
    each = found.turns / found.players
    if not SHORT <= each <= LONG:
        kind = "short" if each < SHORT else "long"
        yield Finding(kind, numbers=(("turns", each),))
