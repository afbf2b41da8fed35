"""What must hold on every board beyond the shape of its file."""

from collections import Counter
from collections.abc import Iterable, Iterator

from capotreno.board.errors import BoardError, unknown
from capotreno.board.model import Board, Route, Ticket

MOST_PLAYERS = 8

Fault = tuple[str, str]  # the item and what is wrong with it


def check(board: Board, file: str) -> None:
    """Raise a `BoardError` with the first fault of the board, if it has one."""
    for item, fault in faults(board):
        raise BoardError(file, item, fault)


def faults(board: Board) -> Iterator[Fault]:
    """Everything that does not hold."""
    for some in (_board, _unique, _places, _cards, _routes, _tickets):
        yield from some(board)


def _board(board: Board) -> Iterator[Fault]:
    fewest, most = board.players
    if not 1 <= fewest <= most <= MOST_PLAYERS:
        fault = f"players {fewest} to {most} is not a range within 1 to {MOST_PLAYERS}"
        yield "players", fault
    if len(board.seat_colours) < most:
        fault = f"{len(board.seat_colours)} colours are too few for {most} players"
        yield "seat_colours", fault
    waiting = sum(place.passengers for place in board.places)
    bag = sum(passengers.count for passengers in board.passengers)
    if waiting and bag and waiting != bag:
        yield "passengers", f"the places want {waiting} but the bag holds {bag}"


def _unique(board: Board) -> Iterator[Fault]:
    yield from twice("region", (region.id for region in board.regions))
    yield from twice("route", (route.id for route in board.routes))
    yield from twice("ticket", (ticket.id for ticket in board.tickets))
    yield from twice("card", (card.id for card in board.cards))
    yield from twice("passengers", (passengers.colour for passengers in board.passengers))
    yield from twice("seat colour", board.seat_colours)
    yield from twice("supply", (supply.kind for supply in board.supplies))
    places = {place.id for place in board.places}
    for region in board.regions:
        if region.id in places:
            yield f"region {region.id}", "a place has the same id"


def twice(noun: str, ids: Iterable[str]) -> Iterator[Fault]:
    """The faults of ids that are used more than once."""
    for id, count in Counter(ids).items():
        if count > 1:
            yield f"{noun} {id}", f"the id '{id}' is used {count} times"


def _places(board: Board) -> Iterator[Fault]:
    for region in board.regions:
        for index, count in Counter(region.places).items():
            if count > 1:
                yield f"region {region.id}", f"it names '{board.places[index].id}' twice"


def _cards(board: Board) -> Iterator[Fault]:
    for card in board.cards:
        if card.wild and card.colour:
            yield f"card {card.id}", "a wild card has no colour"
        if card.colour == "gray":
            yield f"card {card.id}", "gray is no card colour, grey routes take any"


def _routes(board: Board) -> Iterator[Fault]:
    for route in board.routes:
        for fault in _route(board, route):
            yield f"route {route.id}", fault


def _route(board: Board, route: Route) -> Iterator[str]:
    if route.a == route.b:
        yield f"it runs from '{board.places[route.a].id}' to itself"
    if route.colour and route.colour not in board.colours:
        yield unknown("card colour", route.colour, (*board.colours, "gray"))
    for what, count in (("ferry", route.ferry), ("rugged", route.rugged)):
        if count > route.length:
            yield f"{what} {count} is more than its length {route.length}"
    spaces = len(route.drawing.spaces)
    if spaces and spaces != route.length:
        yield f"it has {spaces} spaces but length {route.length}"


def _tickets(board: Board) -> Iterator[Fault]:
    networks = _networks(board)
    members: dict[str, tuple[int, ...]] = {place.id: (place.index,) for place in board.places}
    members.update({region.id: region.places for region in board.regions})
    for ticket in board.tickets:
        for fault in _ticket(ticket, members, networks):
            yield f"ticket {ticket.id}", fault


def _ticket(
    ticket: Ticket, members: dict[str, tuple[int, ...]], networks: list[set[int]]
) -> Iterator[str]:
    if ticket.options and len(ticket.stops) != 1:
        yield "a ticket with options has exactly one stop"
    if not ticket.options and len(ticket.stops) < 2:
        yield "it needs two stops, or one stop and options"
    if ticket.points_in_order < ticket.points:
        yield "points_in_order is less than points"
    ways = [(*ticket.stops, option.stop) for option in ticket.options] or [ticket.stops]
    if len(set(ways)) < len(ways):
        yield "it has the same option twice"
    for stops in ways:
        seen: set[int] = set()
        for stop in stops:
            if not seen.isdisjoint(members[stop]):
                yield f"it visits '{stop}' twice"
            seen.update(members[stop])
        reached = (set().union(*(networks[place] for place in members[stop])) for stop in stops)
        if not set.intersection(*reached):
            yield f"no routes can ever connect {' and '.join(stops)}"


def _networks(board: Board) -> list[set[int]]:
    """For each place the numbers of the networks it is part of.

    A network is what can be connected without running through a dead end, so a dead end
    may belong to several, and a route between two dead ends is a network of its own.
    """
    root = list(range(len(board.places)))

    def find(place: int) -> int:
        while root[place] != place:
            root[place] = root[root[place]]
            place = root[place]
        return place

    dead = [place.dead_end for place in board.places]
    for route in board.routes:
        if not dead[route.a] and not dead[route.b]:
            root[find(route.a)] = find(route.b)
    networks: list[set[int]] = [
        set() if place.dead_end else {find(place.index)} for place in board.places
    ]
    for route in board.routes:
        if dead[route.a] and dead[route.b]:
            networks[route.a].add(-1 - route.index)
            networks[route.b].add(-1 - route.index)
        elif dead[route.a]:
            networks[route.a].add(find(route.b))
        elif dead[route.b]:
            networks[route.b].add(find(route.a))
    return networks
