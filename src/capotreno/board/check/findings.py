"""What stands out on a board: things its maker may want to look at again. No fault among them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from capotreno.board.check.statistics import Statistics
from capotreno.board.load import shipped
from capotreno.board.mechanics import Mechanics
from capotreno.board.model import Board, Point, Route, Space

FAR = 2.0  # points off the line, at least: what nobody would notice is no finding
FARTHER = 4.5  # times as far off the line as tickets usually lie
RARE, COMMON = 0.6, 1.5  # of the mean of all colours
FEW_TICKETS = 2  # average tickets that a player's pieces should reach for
FEW_CARDS = 8  # for each of the most players
ROOMY, CROWDED = 0.4, 1.5  # the pieces of the most players, over the spaces of the map


@dataclass(frozen=True)
class Finding:
    """One thing to look at again, as a word, the ids it is about, and numbers."""

    kind: str
    stops: tuple[str, ...] = ()  # places and regions
    routes: tuple[str, ...] = ()
    colour: str = ""
    numbers: tuple[tuple[str, int | float], ...] = ()
    lengths: tuple[int, ...] = ()


def findings(board: Board, facts: Statistics) -> tuple[Finding, ...]:
    """Everything that stands out, what hinders play first."""
    found = (
        *_map(board, facts),
        *_payable(board),
        *_pieces(facts),
        *_room(board, facts),
        # What counts on a shipped board, its game declares and not its file.
        *((*_last_round(board), *_unscored(board)) if board.id not in shipped() else ()),
        *_deck(board, facts),
        *_tickets(facts),
        *_colours(facts),
        *_twins(board),
        *_turned(board),
    )
    # A ticket that is printed twice, or in both directions, is one finding.
    once = {(item.kind, frozenset(item.stops), item.routes, item.colour): item for item in found}
    return tuple(once.values())


def _map(board: Board, facts: Statistics) -> Iterator[Finding]:
    if facts.isolated_places:
        yield Finding("isolated", facts.isolated_places)
    if facts.parts > 1:
        yield Finding("parts", numbers=(("parts", facts.parts),))
    lone = tuple(id for id in facts.lone_places if id not in facts.dead_ends)
    if lone:
        yield Finding("lone", lone)
    for bridge in facts.bridges:
        yield Finding("bridge", bridge.ends, numbers=(("places", bridge.places),))
    spots: dict[tuple[float, float], list[str]] = defaultdict(list)
    for place in board.places:
        spots[place.at.x, place.at.y].append(place.id)
    for places in spots.values():
        if len(places) > 1:
            yield Finding("same_spot", tuple(places))


def _payable(board: Board) -> Iterator[Finding]:
    """Routes for which all the cards that may pay them are too few."""
    for route in board.routes:
        if route.card_set or not board.cards:
            continue
        have = _cards_for(board, route)
        if have < route.length + route.rugged:
            numbers = (("cards", have), ("spaces", route.length + route.rugged))
            yield Finding("unpayable", routes=(route.id,), numbers=numbers)


def _cards_for(board: Board, route: Route) -> int:
    """How many spaces of a route the whole deck could pay, in the colour that is best for it."""
    pays = Counter[str]()
    for card in board.cards:
        fits = card.kind in ("", route.kind) and card.from_length <= route.length
        if fits and not card.passenger:
            pays["" if card.wild else card.colour] += card.count * card.spaces
    wilds = pays.pop("", 0)
    best = pays[route.colour] if route.colour else max(pays.values(), default=0)
    return wilds + best


def _pieces(facts: Statistics) -> Iterator[Finding]:
    if not facts.pieces or not facts.tickets:
        return
    for ticket in facts.tickets:
        if ticket.distance > facts.pieces:
            numbers = (("spaces", ticket.distance), ("pieces", facts.pieces))
            yield Finding("too_long", ticket.stops, numbers=numbers)
    if facts.pieces < FEW_TICKETS * facts.mean_distance:
        mean = round(facts.mean_distance, 1)
        yield Finding("few_pieces", numbers=(("pieces", facts.pieces), ("spaces", mean)))


def _room(board: Board, facts: Statistics) -> Iterator[Finding]:
    """Maps that are full before anybody runs out of pieces, or where nobody meets anybody."""
    pieces = facts.pieces * board.players[1]
    if pieces and not ROOMY * facts.spaces <= pieces <= CROWDED * facts.spaces:
        numbers = (("pieces", pieces), ("players", board.players[1]), ("spaces", facts.spaces))
        kind = "crowded" if pieces > facts.spaces else "roomy"
        yield Finding(kind, numbers=numbers)


def _last_round(board: Board) -> Iterator[Finding]:
    """Pieces that are too many for the map: the last round waits until they are placed."""
    game = board.game or Mechanics()
    if game.race or game.piece_choice:
        return  # a race ends when nothing moves; whoever chooses pieces chooses what the map takes
    ending = game.ending.pieces
    left = 0
    for supply in board.supplies:
        # Nobody owns two twins: of several tracks between two places the longest counts.
        tracks = {
            min((route.index, *route.twins)): max(
                [route.length, *(board.routes[twin].length for twin in route.twins)]
            )
            for route in board.routes
            if route.kind == supply.kind
        }
        left += max(0, supply.count - sum(tracks.values()))
    if left > ending:
        yield Finding("never_last", numbers=(("pieces", left), ("ending", ending)))


def _unscored(board: Board) -> Iterator[Finding]:
    """What is in the file and can never count for anything."""
    named = {stop for ticket in board.tickets for stop in ticket.stops}
    named |= {option.stop for ticket in board.tickets for option in ticket.options}
    named |= set(board.game.bonuses.districts) if board.game and board.game.bonuses else set()
    named |= {
        end for bonus in (board.game or Mechanics()).connections for end in (bonus.a, bonus.b)
    }
    regions = tuple(region.id for region in board.regions if region.id not in named)
    if regions:
        yield Finding("region_unused", regions)
    ports = tuple(place.id for place in board.places if place.port)
    if ports and not any(card.harbour for card in board.cards):
        yield Finding("port_unused", ports)
    landmarks = tuple(place.id for place in board.places if place.landmark)
    bonuses = board.game.bonuses if board.game else None
    if landmarks and bonuses is not None and not bonuses.landmarks:
        yield Finding("landmark_unused", landmarks)
    there = {route.length for route in board.routes}
    listed = [length for length, points in enumerate(board.route_points) if points]
    lengths = tuple(length for length in listed if length not in there)
    if lengths:
        yield Finding("points_unused", lengths=lengths)


def _deck(board: Board, facts: Statistics) -> Iterator[Finding]:
    each = facts.cards / board.players[1]
    if board.cards and each < FEW_CARDS:
        numbers = (("cards", facts.cards), ("players", board.players[1]), ("each", round(each, 1)))
        yield Finding("small_deck", numbers=numbers)


def _tickets(facts: Statistics) -> Iterator[Finding]:
    """Tickets that lie far off the board's own line, the farthest first."""
    line = facts.line
    if line is None:
        return
    limit = max(FAR, FARTHER * line.usual)
    off = [(ticket.points - line.points(ticket.distance), ticket) for ticket in facts.tickets]
    for by, ticket in sorted(off, key=lambda pair: -abs(pair[0])):
        if abs(by) >= limit:
            numbers = (
                ("points", ticket.points),
                ("spaces", ticket.distance),
                ("usual", round(line.points(ticket.distance), 1)),
            )
            yield Finding("dear" if by > 0 else "cheap", ticket.stops, numbers=numbers)


def _colours(facts: Statistics) -> Iterator[Finding]:
    coloured = [own for own in facts.colours if own.colour != "gray"]
    used = [own for own in coloured if own.spaces]
    if not used:
        return
    mean = sum(own.spaces for own in used) / len(used)
    for own in coloured:
        kind = "unused" if not own.spaces else "rare" if own.spaces < RARE * mean else ""
        kind = "common" if own.spaces > COMMON * mean else kind
        if kind:
            numbers = (("spaces", own.spaces), ("mean", round(mean, 1)))
            yield Finding(f"colour_{kind}", colour=own.colour, numbers=numbers)


def _twins(board: Board) -> Iterator[Finding]:
    """Parallel routes that look like a line copied and not changed."""
    for route in board.routes:
        ends = (board.places[route.a].id, board.places[route.b].id)
        for twin in (board.routes[index] for index in route.twins if index > route.index):
            both = (route.id, twin.id)
            if twin.length != route.length:
                numbers = (("one", route.length), ("other", twin.length))
                yield Finding("odd_twins", ends, both, numbers=numbers)
            elif route.colour and route.colour == twin.colour:
                yield Finding("equal_twins", ends, both, route.colour)


def _turned(board: Board) -> Iterator[Finding]:
    """Routes whose spaces are listed from b to a: the way round that is shorter is meant."""
    for route in board.routes:
        spaces = route.drawing.spaces
        if len(spaces) < 2:
            continue
        a = route.drawing.a_at or board.places[route.a].at
        b = route.drawing.b_at or board.places[route.b].at
        listed = _apart(board, a, spaces[0]) + _apart(board, spaces[-1], b)
        if _apart(board, a, spaces[-1]) + _apart(board, spaces[0], b) < listed:
            yield Finding("turned", routes=(route.id,))


def _apart(board: Board, one: Point | Space, other: Point | Space) -> float:
    """How far apart two spots of the picture are, also over its edge."""
    across = min(abs(one.x - other.x + over) for over in (-1, 0, 1))
    return hypot(across * board.aspect, one.y - other.y)
