"""A board of one's own: the game its file asks for, of the parts of the classic boxes.

What the map needs (ferries, tunnels, tours) comes by itself; what does not fit together is
refused with one sentence, before anybody sits down.
"""

from collections.abc import Iterator
from dataclasses import replace

from capotreno.board.errors import BoardError
from capotreno.board.mechanics import BonusRules, Mechanics, PassengerRules
from capotreno.board.model import Board, Route
from capotreno.engine.part import Part
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.any_cards import AnyCards
from capotreno.rules.paying.any_for_wild import AnyForWild
from capotreno.rules.paying.card_sets import CardSets
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.paying.tunnels import Tunnels, TurnedUp
from capotreno.rules.paying.wilds import EVERYWHERE
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.scoring.tours import Tours
from capotreno.rules.tickets.leaving import LeavingTickets
from capotreno.rules.tickets.tickets import Draw, Tickets
from capotreno.rules.travelling.passengers import Passengers

PAPER = "own"  # the rulebook that holds for all boards of one's own

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}

LAWS = {
    "not_in_row": "OB-12",
    "second_wild": "OB-14",
    "no_cards": "OB-17",
    "route_taken": "OB-22",
    "twin_owned": "OB-24",
    "twin_closed": "OB-25",
    "pieces_short": "OB-21",
    "cards_short": "OB-18",
    "payment_short": "OB-18",
    "ticket_mix": "OB-27",
    "no_tickets": "OB-29",
    "must_keep": "OB-27",
}
FERRY_LAWS = {"wilds_short": "OB-34"}
STATION_LAWS = {"station_taken": "OB-40", "no_stations": "OB-40", "station_short": "OB-41"}
PASSENGER_LAWS = {"no_passenger": "OB-43"}

# What tables of masks and payments bear; ten times what any box needs.
MOST = {"places": 300, "routes": 400, "tickets": 400, "kinds of card": 12}
MOST_COPIES = 60
LONGEST = 12
# What the longest path and tours are found in without a wait, however the routes are tangled.
MOST_OWNED = 100
MOST_STOPS = 5
SEATS = (2, 7)

Fault = tuple[str, str]  # the item and what is wrong with it


def own(board: Board, version: int = 1, file: str = "board") -> Ruleset:
    """The game of a board's file; without a section `game`, the classic rules."""
    game = board.game or Mechanics()
    bonuses = _bonuses(board, game)
    for item, fault in _faults(board, game, bonuses):
        raise BoardError(file, item, fault)
    points = _points(board)
    printed = tuple(points.get(length, 0) for length in range(max(points) + 1))
    board = replace(board, route_points=printed)  # the classic table is printed where none was
    rough = _rough(board, game)
    laws = LAWS | (FERRY_LAWS if rough else {})
    laws |= STATION_LAWS if game.stations else {}
    laws |= PASSENGER_LAWS if board.passengers else {}
    return Ruleset(
        name=board.id,
        version=version,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=game.hand),
            Market(row=game.row, flush=game.flush, whole=game.face_up_wild == "whole_draw"),
            Pieces(),
            Parallel(open_from=game.twins_from),
            _payer(game) if rough else SetPayment(),
            Claims(points=points),
            *_tunnels(board),
            _tickets(game),
            *_extras(board, game, bonuses),
        ),
        ending=LastRound(pieces=game.ending.pieces, turns=game.ending.turns),
        ranking=_ranking(board, game, bonuses),
        laws=laws,
        options={},
    )


def _bonuses(board: Board, game: Mechanics) -> BonusRules:
    if game.bonuses is not None:
        return game.bonuses
    landmarks = any(place.landmark for place in board.places)
    return BonusRules(longest_path=10, landmarks=1 if landmarks else 0)


def _points(board: Board) -> dict[int, int]:
    """The board's own table, or the classic one."""
    printed = {length: points for length, points in enumerate(board.route_points) if length}
    lengths = sorted({route.length for route in board.routes})
    return printed or {length: POINTS[length] for length in lengths if length in POINTS}


def _rough(board: Board, game: Mechanics) -> bool:
    """Whether routes are paid in more ways than with a plain set."""
    rough = any(route.ferry or route.tunnel or route.card_set for route in board.routes)
    return rough or game.wilds != EVERYWHERE


def _payer(game: Mechanics) -> FerryPayment:
    any_cards: tuple[AnyCards, ...] = (CardSets(),)
    if game.cards_for_wild:
        any_cards += (AnyForWild(game.cards_for_wild),)
    return FerryPayment(game.wilds, any_cards)


def _tunnels(board: Board) -> tuple[Part, ...]:
    return (TurnedUp(), Tunnels()) if any(route.tunnel for route in board.routes) else ()


def _tickets(game: Mechanics) -> Tickets:
    opening, later = Draw(*game.tickets.opening), Draw(*game.tickets.later)
    if game.tickets.refused == "under":
        return Tickets(opening, later)
    return LeavingTickets(opening, later, later_too=game.tickets.refused == "leave")


def _extras(board: Board, game: Mechanics, bonuses: BonusRules) -> list[Part]:
    """What the file chooses beyond the classic turn, in the order of the score sheet."""
    parts: list[Part] = []
    if any(ticket.tour for ticket in board.tickets):
        parts.append(Tours())
    if game.stations:
        parts.append(Stations(game.stations.each, game.stations.unbuilt))
    if bonuses.globetrotter:
        parts.append(Globetrotter(bonuses.globetrotter))
    if bonuses.landmarks:
        parts.append(Landmarks(bonuses.landmarks))
    if board.passengers:
        passengers = game.passengers or PassengerRules()
        parts.append(Passengers(passengers.most, passengers.second))
    if bonuses.longest_path:
        parts.append(LongestPath(bonuses.longest_path))
    return parts


def _counted(board: Board, game: Mechanics, bonuses: BonusRules) -> tuple[str, ...]:
    """What this game counts and a tie can be broken by."""
    there = {
        "tickets": True,
        "stations": game.stations is not None,
        "longest_path": bonuses.longest_path > 0,
        "passengers": bool(board.passengers),
    }
    return tuple(measure for measure, counted in there.items() if counted)


def _ranking(board: Board, game: Mechanics, bonuses: BonusRules) -> tuple[str, ...]:
    counted = _counted(board, game, bonuses)
    return counted if game.ranking is None else tuple(game.ranking)


# -- what does not fit together -------------------------------------------------------------------


def _faults(board: Board, game: Mechanics, bonuses: BonusRules) -> Iterator[Fault]:
    yield from _sizes(board)
    yield from _cards(board, game)
    for route in board.routes:
        yield from ((f"route {route.id}", fault) for fault in _route(board, route))
    yield from _pieces(board, game)
    yield from _ticket_faults(board, game)
    yield from _choices(board, game, bonuses)
    yield from _tangles(board, bonuses)


def _sizes(board: Board) -> Iterator[Fault]:
    fewest, most = SEATS
    if board.players[0] < fewest or board.players[1] > most:
        yield "players", f"a board of one's own is for {fewest} to {most} players"
    counts = (board.places, board.routes, board.tickets, board.cards)
    for (what, limit), items in zip(MOST.items(), counts, strict=True):
        if len(items) > limit:
            yield "", f"{len(items)} {what} are too many to play with; the most is {limit}"


def _cards(board: Board, game: Mechanics) -> Iterator[Fault]:
    if len({card.deck for card in board.cards}) != 1:
        yield "decks", "a game needs one deck of cards"
    if [card.wild for card in board.cards].count(True) != 1 or not board.cards[-1].wild:
        yield "decks", "a game needs one kind of wild card, and it stands last"
    if len(board.cards) < 2:
        yield "decks", "a game needs cards of at least one colour"
    colours = [card.colour for card in board.cards[:-1]]
    for card in board.cards:
        if card.count > MOST_COPIES:
            yield f"card {card.id}", f"{card.count} copies are too many; the most is {MOST_COPIES}"
        if not card.wild and (not card.colour or colours.count(card.colour) > 1):
            yield f"card {card.id}", "every kind of card but the wild needs a colour of its own"
        if card.kind or card.spaces > 1 or card.harbour or card.from_length:
            yield f"card {card.id}", "ships, harbours and locomotives are no part of this game"
    need = game.hand * board.players[1] + game.row
    have = sum(card.count for card in board.cards)
    if need > have:
        fault = f"{board.players[1]} hands of {game.hand} and a row of {game.row} take {need} cards"
        yield "game", f"{fault}, but there are {have}"
    if game.flush > game.row:
        yield "game", f"flush {game.flush} is more than the {game.row} cards of the row"


def _route(board: Board, route: Route) -> Iterator[str]:
    supplies = {supply.kind: supply.count for supply in board.supplies}
    if route.kind not in supplies:
        yield f"nobody has pieces of its kind '{route.kind}': add a supply"
    elif route.length > supplies[route.kind]:
        yield f"its {route.length} spaces are more than the {supplies[route.kind]} pieces there are"
    if route.length > LONGEST:
        yield f"its length {route.length} is too much to play with; the most is {LONGEST}"
    if route.length not in _points(board):
        yield f"no points for its length {route.length}: add route_points"
    if route.rugged:
        yield "rugged spaces are no part of this game"
    if route.card_set and (route.tunnel or route.ferry):
        yield "card_set is for routes that are neither ferries nor tunnels"
    if route.ferry > board.cards[-1].count:
        yield f"ferry {route.ferry} is more than the {board.cards[-1].count} wilds there are"


def _pieces(board: Board, game: Mechanics) -> Iterator[Fault]:
    kinds = {route.kind for route in board.routes}
    for supply in board.supplies:
        if supply.kind not in kinds:
            yield f"supply {supply.kind}", "no route takes its pieces: the last round never begins"
    pieces = sum(supply.count for supply in board.supplies)
    if game.ending.pieces >= pieces:
        yield "game", f"ending.pieces {game.ending.pieces}: everybody begins with only {pieces}"


def _ticket_faults(board: Board, game: Mechanics) -> Iterator[Fault]:
    decks = list(dict.fromkeys(ticket.deck for ticket in board.tickets))
    if len(decks) > 1:
        yield "tickets", f"a game has one deck of tickets, not {' and '.join(decks)}"
    for when in ("opening", "later"):
        draw, keep = getattr(game.tickets, when)
        if not 1 <= keep <= draw <= 9:
            fault = f"tickets.{when} [{draw}, {keep}] is not [drawn, kept] with 1 <= kept <= drawn"
            yield "game", f"{fault} <= 9"
    need = game.tickets.opening[0] * board.players[1]
    if need > len(board.tickets):
        fault = f"{board.players[1]} players are dealt {need} tickets at the opening"
        yield "tickets", f"{fault}, but there are {len(board.tickets)}"


def _choices(board: Board, game: Mechanics, bonuses: BonusRules) -> Iterator[Fault]:
    if bonuses.landmarks and not any(place.landmark for place in board.places):
        yield "game", "bonuses.landmarks gives points for landmarks, but no place is one"
    waiting = sum(place.passengers for place in board.places)
    bag = sum(passengers.count for passengers in board.passengers)
    if waiting != bag:
        yield "passengers", f"the places want {waiting} but the bag holds {bag}"
    if game.passengers and not bag:
        yield "game", "passengers give points, but the board has none"
    if any(place.tokens for place in board.places):
        yield "places", "merchandise is no part of this game"
    if game.cards_for_wild and not any(r.ferry and not r.tunnel for r in board.routes):
        yield "game", "cards_for_wild is about ferries that are no tunnels, but there are none"
    rough = any(route.ferry or route.tunnel for route in board.routes)
    if game.wilds == "ferries_and_tunnels" and not rough:
        yield "game", "wilds are for ferries and tunnels, but there are none"
    counted = _counted(board, game, bonuses)
    for measure in game.ranking or ():
        if measure not in counted:
            yield "game", f"ranking names '{measure}', which this game does not count"
    if game.ranking and len(set(game.ranking)) < len(game.ranking):
        yield "game", "ranking names the same thing twice"


def _tangles(board: Board, bonuses: BonusRules) -> Iterator[Fault]:
    """Networks and tours that are too large to be scored without a wait."""
    tours = [ticket for ticket in board.tickets if ticket.tour]
    for ticket in tours:
        if len(ticket.stops) > MOST_STOPS:
            fault = f"{len(ticket.stops)} stops are too many for a tour; the most is {MOST_STOPS}"
            yield f"ticket {ticket.id}", fault
    owned = sum(_fillable(board, supply.kind, supply.count) for supply in board.supplies)
    if owned > MOST_OWNED and (tours or bonuses.longest_path):
        fault = f"with its pieces one player could fill {owned} routes, too many for the longest"
        yield "supplies", f"{fault} path or a tour to be found; the most is {MOST_OWNED}"


def _fillable(board: Board, kind: str, pieces: int) -> int:
    """How many routes of a kind one player's pieces fill, of parallel ones only one."""
    shortest: dict[tuple[int, ...], int] = {}
    for route in board.routes:
        if route.kind == kind:
            tracks = tuple(sorted((route.index, *route.twins)))
            shortest[tracks] = min(route.length, shortest.get(tracks, route.length))
    filled = 0
    for length in sorted(shortest.values()):
        pieces -= length
        filled += pieces >= 0
    return filled
