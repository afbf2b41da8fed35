"""What does not fit together in the file of a board of your own, one sentence each."""

from collections.abc import Iterator

from capotreno.board.check.laws import Fault
from capotreno.board.graph import Graph
from capotreno.board.mechanics import BonusRules, EndingRules, Mechanics, TicketRules
from capotreno.board.model import Board, Route
from capotreno.games.own.choices import (
    bonuses_of,
    counted,
    decks_of,
    pieces_of,
    points_of,
    ticket_decks,
    with_limited_wilds,
    with_ships,
)
from capotreno.games.own.payment_faults import payment_faults

# What tables of masks and payments bear; ten times what any box needs.
MOST = {"places": 300, "routes": 400, "tickets": 400}
LONGEST = 12
# What the longest path and tours are found in without a wait, however the routes are tangled.
MOST_OWNED = 100
MOST_STOPS = 5
MOST_CHOSEN = 99  # pieces of a kind: every mix of them is an action
SEATS = (2, 7)


def faults(board: Board, game: Mechanics) -> Iterator[Fault]:
    """Every reason why there is no such game."""
    yield from _sizes(board)
    yield from payment_faults(board, game)
    for route in board.routes:
        yield from ((f"route {route.id}", fault) for fault in _route(board, game, route))
    yield from _pieces(board, game)
    yield from _race(board, game) if game.race else _tickets(board, game)
    yield from _choices(board, game)
    yield from _ports(board, game)
    yield from _ranking(board, game)
    yield from _tangles(board, game)


def _sizes(board: Board) -> Iterator[Fault]:
    fewest, most = SEATS
    if board.players[0] < fewest or board.players[1] > most:
        yield "players", f"a board of your own is for {fewest} to {most} players"
    counts = (board.places, board.routes, board.tickets)
    for (what, limit), items in zip(MOST.items(), counts, strict=True):
        if len(items) > limit:
            yield "", f"{len(items)} {what} are too many to play with; the most is {limit}"


def _route(board: Board, game: Mechanics, route: Route) -> Iterator[str]:
    supplies = {supply.kind: supply.count for supply in board.supplies}
    if route.kind not in supplies:
        yield f"nobody has pieces of its kind '{route.kind}': add a supply"
    elif route.length > supplies[route.kind]:
        yield f"its {route.length} spaces are more than the {supplies[route.kind]} pieces there are"
    if route.length > LONGEST:
        yield f"its length {route.length} is too much to play with; the most is {LONGEST}"
    if route.length not in points_of(board) and not game.race:
        yield f"no points for its length {route.length}: add route_points"


def _pieces(board: Board, game: Mechanics) -> Iterator[Fault]:
    kinds = {route.kind for route in board.routes}
    for supply in board.supplies:
        if supply.kind not in kinds:
            yield f"supply {supply.kind}", "no route takes its pieces: the last round never begins"
    pieces = pieces_of(board, game)
    if game.ending.pieces >= pieces:
        yield "game", f"ending.pieces {game.ending.pieces}: everybody begins with only {pieces}"
    if game.piece_choice is not None:
        yield from _piece_choice(board, game.piece_choice)
    if game.exchange and game.piece_choice is None:
        yield "game", "exchange takes pieces out of the box: add piece_choice, which leaves some"


def _piece_choice(board: Board, advised: dict[str, int]) -> Iterator[Fault]:
    supplies = {supply.kind: supply.count for supply in board.supplies}
    if len(supplies) != 2:
        fault = f"piece_choice is between two kinds of pieces, but there are {len(supplies)}"
        yield "game", f"{fault}: see supplies"
    elif set(advised) != set(supplies):
        yield "game", f"piece_choice names how many of each kind: {' and '.join(supplies)}"
    for kind, count in supplies.items():
        if advised.get(kind, 0) > count:
            fault = f"piece_choice.{kind} {advised[kind]} is more than the {count} pieces there are"
            yield "game", fault
        if count > MOST_CHOSEN:
            fault = f"{count} pieces are too many to choose from; the most is {MOST_CHOSEN}"
            yield f"supply {kind}", fault


# -- tickets --------------------------------------------------------------------------------------


def _tickets(board: Board, game: Mechanics) -> Iterator[Fault]:
    rules = game.tickets
    for when in ("opening", "later"):
        draw, keep = getattr(rules, when)
        if not 1 <= keep <= draw <= 9:
            fault = f"tickets.{when} [{draw}, {keep}] is not [drawn, kept] with 1 <= kept <= drawn"
            yield "game", f"{fault} <= 9"
    need = rules.opening[0] * board.players[1]
    if need > len(board.tickets):
        fault = f"{board.players[1]} players are dealt {need} tickets at the opening"
        yield "tickets", f"{fault}, but there are {len(board.tickets)}"
    if game.connections:
        yield "game", "connections are won in a race: add race, or leave them out"
    yield from _decks(board, rules)


def _decks(board: Board, rules: TicketRules) -> Iterator[Fault]:
    """Several decks of tickets: one says from which of them a ticket comes."""
    decks = ticket_decks(board)
    in_order = [deck for deck in decks for ticket in board.tickets if ticket.deck == deck]
    leaving = rules.refused in ("leave_opening", "leave")
    if [ticket.deck for ticket in board.tickets] != in_order:
        yield "tickets", "the tickets of a deck stand together"
    if len(decks) > 1 and not rules.mix and not rules.dealt:
        fault = f"a game has one deck of tickets, not {' and '.join(decks)}"
        yield "tickets", f"{fault}, unless tickets.mix or tickets.dealt says what comes from which"
    if rules.mix and len(decks) != 2:
        yield (
            "game",
            f"tickets.mix is announced of two decks of tickets, but there are {len(decks)}",
        )
    if rules.mix and (leaving or rules.dealt):
        yield "game", "tickets.mix is for refused tickets that go back into their own deck"
    if rules.dealt:
        yield from _dealt(board, rules, leaving)


def _dealt(board: Board, rules: TicketRules, leaving: bool) -> Iterator[Fault]:
    decks = ticket_decks(board)
    if not leaving:
        yield "game", "tickets.dealt is for refused tickets that leave the game: see refused"
    if list(rules.dealt) != decks:
        yield "game", f"tickets.dealt names how many of each deck, in order: {', '.join(decks)}"
        return
    if sum(rules.dealt.values()) != rules.opening[0]:
        yield "game", f"tickets.dealt is not {rules.opening[0]} together, as tickets.opening says"
    for deck, each in rules.dealt.items():
        have = [ticket.deck for ticket in board.tickets].count(deck)
        if each * board.players[1] > have:
            fault = f"{board.players[1]} players are dealt {each * board.players[1]} tickets of"
            yield "tickets", f"{fault} {deck}, but there are {have}"


def _race(board: Board, game: Mechanics) -> Iterator[Fault]:
    """A race counts tickets done and nothing else."""
    assert game.race
    graph = Graph(board)
    for ticket in board.tickets:
        if [len(graph.nodes(stop)) for stop in ticket.stops] != [1, 1]:
            fault = "a race is run on tickets between two places, neither regions nor dead ends"
            yield f"ticket {ticket.id}", fault
    if len(ticket_decks(board)) > 1:
        yield "tickets", "a race has one deck of tickets"
    need = game.race.hand * board.players[1]
    if need > len(board.tickets) or not board.tickets:
        fault = f"{board.players[1]} players hold {need} tickets in a race"
        yield "tickets", f"{fault}, but there are {len(board.tickets)}"
    no_part = {
        "tickets": game.tickets != TicketRules(),
        "ending": game.ending != EndingRules(),
        "bonuses": bonuses_of(board, game) != BonusRules(),
        "stations": game.stations is not None,
        "harbours": game.harbours is not None,
        "exchange": game.exchange is not None,
        "passengers": bool(board.passengers),
        "merchandise": any(place.tokens for place in board.places),
    }
    for what in [name for name, there in no_part.items() if there]:
        yield "game", f"a race counts the tickets done and nothing else: {what} is no part of it"
    yield from _connections(board, game, graph)


def _connections(board: Board, game: Mechanics, graph: Graph) -> Iterator[Fault]:
    stops = {place.id for place in board.places} | {region.id for region in board.regions}
    if len(decks_of(board)) > 1 and game.connections:
        yield "game", "connections are for a game with one deck of cards"
    if len({(bonus.a, bonus.b) for bonus in game.connections}) < len(game.connections):
        yield "game", "connections names the same two ends twice"
    for bonus in game.connections:
        name = f"connection {bonus.a}-{bonus.b}"
        unknown = [stop for stop in (bonus.a, bonus.b) if stop not in stops]
        if unknown:
            yield name, f"there is no place and no region '{unknown[0]}'"
        elif set(board.places_of(bonus.a)) & set(board.places_of(bonus.b)):
            yield name, "its two ends have a place in common"
        elif not any(
            net & graph.mask(bonus.a) and net & graph.mask(bonus.b) for net in _all(graph)
        ):
            yield name, "no routes can ever connect its ends"
        if not bonus.ticket and not bonus.cards:
            yield name, "it brings nothing: give it a ticket or cards"


def _all(graph: Graph) -> list[int]:
    """The networks that all routes together make."""
    return graph.nets((1 << len(graph.ends)) - 1)


# -- what is scored -------------------------------------------------------------------------------


def _choices(board: Board, game: Mechanics) -> Iterator[Fault]:
    bonuses = bonuses_of(board, game)
    if bonuses.landmarks and not any(place.landmark for place in board.places):
        yield "game", "bonuses.landmarks gives points for landmarks, but no place is one"
    yield from _districts(board, bonuses)
    waiting = sum(place.passengers for place in board.places)
    bag = sum(passengers.count for passengers in board.passengers)
    if waiting != bag:
        yield "passengers", f"the places want {waiting} but the bag holds {bag}"
    if game.passengers and not bag:
        yield "game", "passengers give points, but the board has none"
    goods = any(place.tokens for place in board.places)
    if game.journeys and not goods:
        yield "game", "journeys are made for merchandise, but no place has tokens"
    if goods and bag:
        yield "places", "merchandise and passengers that wait in places do not go together"
    if goods and not any(card.passenger for card in board.cards):
        yield "places", "merchandise needs passenger cards in the deck, the fares of journeys"
    if not goods and any(card.passenger for card in board.cards):
        yield "decks", "passenger cards are fares of journeys, but no place has tokens"
    if game.stations and (with_ships(board) or with_limited_wilds(board)):
        fault = "stations are paid with cards of one colour and one kind of wild"
        yield "game", f"{fault}: they go with no ships, wilds for long routes or passenger cards"


def _districts(board: Board, bonuses: BonusRules) -> Iterator[Fault]:
    graph = Graph(board)
    regions = {region.id: region for region in board.regions}
    for id in bonuses.districts:
        if id not in regions:
            yield "game", f"bonuses.districts names '{id}', but there is no such region"
            continue
        places = [graph.mask(board.places[place].id) for place in regions[id].places]
        if len(places) < 2:
            yield "game", f"bonuses.districts: region {id} has one place, and nothing to join"
        elif not any(all(net & place for place in places) for net in _all(graph)):
            yield "game", f"bonuses.districts: no routes can ever join all places of {id}"


def _ports(board: Board, game: Mechanics) -> Iterator[Fault]:
    if not game.harbours:
        return
    if not any(place.port for place in board.places):
        yield "game", "harbours are built in ports, but no place is one"
    if not with_ships(board):
        yield "game", "harbours are paid with trains and ships, but there are no such cards"
    for card in board.cards:
        if card.kind == "sea" and card.harbour != (card.spaces == 1):
            yield f"card {card.id}", "with harbours a single ship bears their mark, a double none"


def _ranking(board: Board, game: Mechanics) -> Iterator[Fault]:
    known = counted(board, game)
    for measure in game.ranking or ():
        if measure not in known:
            yield "game", f"ranking names '{measure}', which this game does not count"
    if game.ranking and len(set(game.ranking)) < len(game.ranking):
        yield "game", "ranking names the same thing twice"


def _tangles(board: Board, game: Mechanics) -> Iterator[Fault]:
    """Networks and tours that are too large to be scored without a wait."""
    tours = [ticket for ticket in board.tickets if ticket.tour]
    for ticket in tours:
        if len(ticket.stops) > MOST_STOPS:
            fault = f"{len(ticket.stops)} stops are too many for a tour; the most is {MOST_STOPS}"
            yield f"ticket {ticket.id}", fault
    owned = sum(_fillable(board, supply.kind, supply.count) for supply in board.supplies)
    bonuses = bonuses_of(board, game)
    if owned > MOST_OWNED and (tours or bonuses.longest_path or bonuses.double_paths):
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
