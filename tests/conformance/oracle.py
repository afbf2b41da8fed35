"""Scores, ranks and conservation told anew from a position's JSON and the printed board.

Nothing here calls a rule of src/; only the numbers of a declaration are read from its parts.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

from capotreno import Game
from capotreno.board.model import Board, Route
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.building.stations import Stations
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.scoring.connection_bonus import ConnectionBonus
from capotreno.rules.scoring.districts import Districts
from capotreno.rules.scoring.double_paths import DoublePaths
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.travelling.passengers import Passengers

Cells = dict[str, Any]  # the cells of a position, in words


def networks(board: Board, owned: set[int]) -> list[set[int]]:
    """The places each connected network of routes touches.

    Two routes belong together if they meet in a place that is no dead end (R-23).
    """
    left = set(owned)
    found = []
    while left:
        wave = [left.pop()]
        touched: set[int] = set()
        while wave:
            route = board.routes[wave.pop()]
            touched |= {route.a, route.b}
            through = {place for place in (route.a, route.b) if not board.places[place].dead_end}
            near = {r for r in left if through & {board.routes[r].a, board.routes[r].b}}
            left -= near
            wave.extend(near)
        found.append(touched)
    return found


def stops(board: Board, ticket: int) -> list[set[int]]:
    """The places of every stop of a ticket."""
    regions = {region.id: set(region.places) for region in board.regions}
    places = {place.id: {place.index} for place in board.places}
    return [places.get(stop) or regions[stop] for stop in board.tickets[ticket].stops]


def owned_by(board: Board, cells: Cells, seat: int) -> set[int]:
    index = {route.id: route.index for route in board.routes}
    return {index[id] for id in cells["owned"][seat]}


def held_by(board: Board, cells: Cells, seat: int) -> list[int]:
    return [t.index for t in board.tickets if cells["tickets"][t.id] == f"held {seat}"]


def done_by(board: Board, cells: Cells, seat: int) -> list[int]:
    """The tickets done, by own routes and by what stations lend."""
    held = held_by(board, cells, seat)
    return list(joined_by(board, held, networks(board, usable_by(board, cells, seat))))


def usable_by(board: Board, cells: Cells, seat: int) -> set[int]:
    """The routes that count for a seat's tickets: its own and, for each station, one of others.

    Every choice is tried: the most points win, then the most tickets done (R-95).
    """
    own, held = owned_by(board, cells, seat), held_by(board, cells, seat)
    places = cells["stations"][seat] if "stations" in cells else []

    def value(routes: set[int]) -> tuple[int, int]:
        done = joined_by(board, held, networks(board, routes))
        lost = sum(board.tickets[t].penalty for t in held if t not in done)
        return sum(done.values()) - lost, len(done)

    lent = [foreign_at(board, cells, seat, place) for place in places]
    choices = [own | {route for route in chosen if route >= 0} for chosen in product(*lent)]
    return max(choices, key=value)


def foreign_at(board: Board, cells: Cells, seat: int, place: str) -> list[int]:
    """The routes of other seats that lead to a place, and none; one to each far end is enough."""
    here = board.place(place).index
    others = {r for s in range(len(cells["owned"])) if s != seat for r in owned_by(board, cells, s)}
    near: dict[int, int] = {}
    for r in sorted(others):
        if here in (board.routes[r].a, board.routes[r].b):
            near.setdefault(board.routes[r].a + board.routes[r].b - here, r)
    return [-1, *near.values()]


def joined_by(board: Board, held: list[int], nets: list[set[int]]) -> dict[int, int]:
    """The tickets that some networks do, and what each gives."""
    found = {}
    for ticket in held:
        printed = board.tickets[ticket]
        ways = [(stops(board, ticket), printed.points)]
        if printed.options:
            start = stops(board, ticket)
            ways = [([*start, set(board.places_of(o.stop))], o.points) for o in printed.options]
        gives = [n for way, n in ways if any(all(net & stop for stop in way) for net in nets)]
        if gives:
            found[ticket] = max(gives)
    return found


# -- score lines -----------------------------------------------------------------------------


def _routes(game: Game, cells: Cells) -> list[int]:
    points, routes = game.board.route_points, game.board.routes
    return [
        sum(points[routes[r].length] for r in owned_by(game.board, cells, seat))
        for seat in range(game.players)
    ]


def shown_by(board: Board, cells: Cells, seat: int) -> list[int]:
    """The tickets that lie face up before a seat, done and counted, in a race."""
    return [t.index for t in board.tickets if cells["tickets"][t.id] == f"done {seat}"]


def _tickets_done(game: Game, cells: Cells) -> list[int]:
    board = game.board
    if "completed" in cells:  # a race: what was shown counts one each
        return [len(shown_by(board, cells, seat)) for seat in range(game.players)]
    found = []
    for seat in range(game.players):
        nets = networks(board, usable_by(board, cells, seat))
        found.append(sum(joined_by(board, held_by(board, cells, seat), nets).values()))
    return found


def _tickets_missed(game: Game, cells: Cells) -> list[int]:
    board = game.board
    found = []
    for seat in range(game.players):
        missed = set(held_by(board, cells, seat)) - set(done_by(board, cells, seat))
        found.append(-sum(board.tickets[t].penalty for t in missed))
    return found


def _globetrotter(game: Game, cells: Cells) -> list[int]:
    prize = game.layout.partner(Globetrotter).points
    done = [len(done_by(game.board, cells, seat)) for seat in range(game.players)]
    return [prize if n and all(n >= other for other in done) else 0 for n in done]


def _landmarks(game: Game, cells: Cells) -> list[int]:
    board = game.board
    worth = game.layout.partner(Landmarks).points
    found = []
    for seat in range(game.players):
        routes = [board.routes[r] for r in owned_by(board, cells, seat)]
        touched = {end for route in routes for end in (route.a, route.b)}
        found.append(worth * sum(board.places[place].landmark for place in touched))
    return found


def awards(held: list[int], most: int, second: int) -> list[int]:
    """Passenger points of one colour, by sorting: a lone leader leaves second place open."""
    ladder = sorted((n for n in held if n > 0), reverse=True)
    points = []
    for n in held:
        ahead = sum(other > n for other in ladder)
        points.append(0 if n == 0 or ahead > 1 else second if ahead == 1 else most)
    return points


def _stations_unbuilt(game: Game, cells: Cells) -> list[int]:
    part = game.layout.partner(Stations)
    return [part.unbuilt * (part.each - len(own)) for own in cells["stations"]]


def _passengers(game: Game, cells: Cells) -> list[int]:
    part = game.layout.partner(Passengers)
    total = [0] * game.players
    for colour in (passenger.colour for passenger in game.board.passengers):
        held = [cells["passengers"][seat][colour] for seat in range(game.players)]
        for seat, points in enumerate(awards(held, part.most, part.second)):
            total[seat] += points
    return total


def _merchandise(game: Game, cells: Cells) -> list[int]:
    """What everybody took, city by city; together the tokens missing from the top of its stack."""
    for place in game.board.places:
        gone = len(place.tokens) - cells["goods"][place.id]
        won = [cells["merchandise"][seat][place.id] for seat in range(game.players)]
        assert sum(won) == sum(place.tokens[:gone]), f"tokens of {place.id}"
    return [sum(own.values()) for own in cells["merchandise"]]


def _exchange(game: Game, cells: Cells) -> list[int]:
    return [-game.layout.partner(Exchange).cost * n for n in cells["exchanged"]]


def _harbours(game: Game, cells: Cells) -> list[int]:
    """Ticket by ticket: each done one adds to every harbour in a city it names (R-36)."""
    scale = game.layout.partner(Harbours).points
    found = []
    for seat in range(game.players):
        served = dict.fromkeys(cells["harbours"][seat], 0)
        for ticket in done_by(game.board, cells, seat):
            for stop in set(game.board.tickets[ticket].stops) & set(served):
                served[stop] += 1
        found.append(sum((*scale, *[scale[-1]] * 99)[n] for n in served.values()))
    return found


def _harbours_unbuilt(game: Game, cells: Cells) -> list[int]:
    part = game.layout.partner(Harbours)
    return [-part.unbuilt * (part.each - len(own)) for own in cells["harbours"]]


def trail(ends: dict[int, tuple[int, int]], at: int, stops: list[int]) -> bool:
    """Whether one can go on from a place, no route twice, and meet the stops one after another.

    Step by step, every way tried; `seen` only spares what has been tried in vain.
    """
    seen: set[tuple[int, int, frozenset[int]]] = set()

    def go(at: int, met: int, left: frozenset[int]) -> bool:
        if met < len(stops) and at == stops[met]:
            return go(at, met + 1, left)
        if met == len(stops):
            return True
        if (at, met, left) in seen:
            return False
        seen.add((at, met, left))
        for route in left:
            if at in ends[route]:
                a, b = ends[route]
                if go(b if at == a else a, met, left - {route}):
                    return True
        return False

    return go(at, 0, frozenset(ends))


def _tours_in_order(game: Game, cells: Cells) -> list[int]:
    board = game.board
    found = []
    for seat in range(game.players):
        total = 0
        for ticket in done_by(board, cells, seat):
            tour = board.tickets[ticket]
            if len(tour.stops) > 2 and in_order(board, owned_by(board, cells, seat), ticket):
                total += tour.points_in_order - tour.points
        found.append(total)
    return found


def in_order(board: Board, owned: set[int], ticket: int) -> bool:
    """Whether some routes hold a trail along the stops, each of them any place of its own."""
    ends = {
        r: (
            _end(board, board.routes[r], board.routes[r].a),
            _end(board, board.routes[r], board.routes[r].b),
        )
        for r in owned
    }
    met = [
        [
            _end(board, board.routes[r], place)
            for r in owned
            for place in stop
            if place in (board.routes[r].a, board.routes[r].b)
        ]
        for stop in stops(board, ticket)
    ]
    return any(
        trail(useful_ends(ends, set(chosen)), chosen[0], list(chosen))
        for chosen in product(*[set(nodes) for nodes in met])
    )


def useful_ends(ends: dict[int, tuple[int, int]], stops: set[int]) -> dict[int, tuple[int, int]]:
    """The routes and their ends, without those that end in nothing and are no stop."""
    while True:
        met = [place for pair in ends.values() for place in pair]
        kept = {
            r: pair
            for r, pair in ends.items()
            if all(place in stops or met.count(place) > 1 for place in pair)
        }
        if len(kept) == len(ends):
            return ends
        ends = kept


def joined(board: Board, owned: set[int], a: str, b: str) -> bool:
    """Whether some routes join two ends, each a place or a region."""
    ends = set(board.places_of(a)), set(board.places_of(b))
    return any(net & ends[0] and net & ends[1] for net in networks(board, owned))


def _bonuses(game: Game, cells: Cells) -> list[int]:
    """A bonus ticket counts one; it is had where its ends are joined, unless the race was over."""
    found = []
    if "bonuses" not in cells:
        return [0] * game.players
    for seat in range(game.players):
        owned = owned_by(game.board, cells, seat)
        had = cells["bonuses"][seat]
        for bonus in game.layout.partner(ConnectionBonus).bonuses:
            met = joined(game.board, owned, bonus.a, bonus.b)
            assert had[bonus.name] == met or (cells["over"] and not had[bonus.name])
        tickets = [b for b in game.layout.partner(ConnectionBonus).bonuses if b.ticket]
        found.append(sum(had[bonus.name] for bonus in tickets))
    return found


def _districts(game: Game, cells: Cells) -> list[int]:
    """The points of every region all of whose places are in one network."""
    board = game.board
    regions = {region.id: set(region.places) for region in board.regions}
    worth = game.layout.partner(Districts).points
    nets = [networks(board, owned_by(board, cells, seat)) for seat in range(game.players)]
    return [
        sum(n for region, n in worth.items() if any(regions[region] <= net for net in own))
        for own in nets
    ]


def _double_paths(game: Game, cells: Cells) -> list[int]:
    """Way by way: one that leaves, without its routes, another is the first of two."""
    board, scale = game.board, game.layout.partner(DoublePaths).points
    found = []
    for seat in range(game.players):
        owned, count = owned_by(board, cells, seat), 0
        for ticket in done_by(board, cells, seat):
            printed = board.tickets[ticket]
            ends = [option.stop for option in printed.options] or list(printed.stops[1:])
            if printed.options or len(ends) == 1:
                count += any(two_ways(board, owned, printed.stops[0], end) for end in ends)
        found.append(([0, *scale] + [scale[-1]] * 99)[count])
    return found


def two_ways(board: Board, owned: set[int], start: str, goal: str) -> bool:
    """Whether some way between two ends leaves another that has none of its routes."""
    goals = set(board.places_of(goal))

    def go(at: int, seen: frozenset[int], used: frozenset[int]) -> bool:
        if at in goals:
            return joined(board, owned - used, start, goal)
        if used and board.places[at].dead_end:
            return False
        for r in owned - used:
            a, b = board.routes[r].a, board.routes[r].b
            there = b if at == a else a
            if at in (a, b) and there not in seen and go(there, seen | {there}, used | {r}):
                return True
        return False

    return any(go(place, frozenset({place}), frozenset()) for place in board.places_of(start))


def longest_trail(edges: list[tuple[int, int, int]]) -> int:
    """The longest trail over edges (place, place, length): step by step, every way tried."""
    best = 0
    tried: set[tuple[int, frozenset[int]]] = set()

    def go(at: int, left: frozenset[int], length: int) -> None:
        nonlocal best
        best = max(best, length)
        if (at, left) not in tried:
            tried.add((at, left))
            for i in left:
                a, b, more = edges[i]
                if at in (a, b):
                    go(b if at == a else a, left - {i}, length + more)

    for place in {end for a, b, _ in edges for end in (a, b)}:
        go(place, frozenset(range(len(edges))), 0)
    return best


MOST_TRIED = 11  # routes of one network; larger ones are compared in tests/rules


def _longest_path(game: Game, cells: Cells) -> list[int]:
    part = game.layout.partner(LongestPath)
    board = game.board
    found = []
    for seat in range(game.players):
        own = owned_by(board, cells, seat)
        best = 0
        for net in networks(board, own):
            routes = [board.routes[r] for r in own if {board.routes[r].a, board.routes[r].b} <= net]
            edges = [(_end(board, r, r.a), _end(board, r, r.b), r.length) for r in routes]
            few = len(edges) <= MOST_TRIED
            best = max(best, longest_trail(edges) if few else part.longest(_mask(routes)))
        found.append(best)
    return [part.points if n and n == max(found) else 0 for n in found]


def _end(board: Board, route: Route, place: int) -> int:
    """A place as the end of a path; a dead end is another one for every route (R-23)."""
    return -1 - 2 * route.index - (place == route.a) if board.places[place].dead_end else place


def _mask(routes: list[Route]) -> int:
    return sum(1 << route.index for route in routes)


LINES: dict[str, Callable[[Game, Cells], list[int]]] = {
    "routes": _routes,
    "tickets_done": _tickets_done,
    "tickets_missed": _tickets_missed,
    "globetrotter": _globetrotter,
    "landmarks": _landmarks,
    "passengers": _passengers,
    "exchange": _exchange,
    "harbours": _harbours,
    "harbours_unbuilt": _harbours_unbuilt,
    "tours_in_order": _tours_in_order,
    "bonuses": _bonuses,
    "longest_path": _longest_path,
    "stations_unbuilt": _stations_unbuilt,
    "merchandise": _merchandise,
    "districts": _districts,
    "double_paths": _double_paths,
}

MEASURES: dict[str, Callable[[Game, Cells, int], int]] = {
    "tickets": lambda game, cells, seat: len(done_by(game.board, cells, seat)),
    "passengers": lambda game, cells, seat: sum(cells["passengers"][seat].values()),
    "stations": lambda game, cells, seat: -len(cells["stations"][seat]),
    "merchandise": lambda game, cells, seat: sum(cells["merchandise"][seat].values()),
    "longest_path": lambda game, cells, seat: int(_longest_path(game, cells)[seat] > 0),
}


def ladder(keys: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks by sorting: the place of a key's first occurrence from the top."""
    order = sorted(keys, reverse=True)
    return tuple(order.index(key) + 1 for key in keys)


def ranks(game: Game, cells: Cells, totals: list[int]) -> tuple[int, ...]:
    keys = [
        (totals[seat], *(MEASURES[name](game, cells, seat) for name in game.ruleset.ranking))
        for seat in range(game.players)
    ]
    return ladder(keys)


# -- conservation ----------------------------------------------------------------------------


def conserved(game: Game, cells: Cells) -> None:
    """Every card, piece, ticket and passenger of the box is somewhere, exactly once."""
    board = game.board
    for card in board.cards if "hands" in cells else ():
        held = sum(hand[card.id] for hand in cells["hands"])
        open_cards = [*cells.get("row", {}).values(), *cells.get("turned_up", {}).values()]
        lying = open_cards.count(card.id)
        total = held + lying + cells["deck"][card.id] + cells["discards"][card.id]
        assert total == card.count, f"{total} {card.id} cards, not {card.count}"
    for seat in range(game.players):
        owned = [board.routes[r] for r in owned_by(board, cells, seat)]
        for supply in board.supplies:
            used = sum(route.length for route in owned if route.kind == supply.kind)
            boxed = cells["box"][seat][supply.kind] if "box" in cells else 0
            assert used + cells["pieces"][seat][supply.kind] + boxed == supply.count
        assert len(held_by(board, cells, seat)) == sum(cells["tickets_held"][seat].values())
    taken = [id for routes in cells["owned"] for id in routes]
    assert len(taken) == len(set(taken)), "a route with two owners"
    for seat in range(game.players) if "completed" in cells else ():
        nets = networks(board, owned_by(board, cells, seat))
        for t in shown_by(board, cells, seat):
            assert any(all(net & stop for stop in stops(board, t)) for net in nets)
        shown = len(shown_by(board, cells, seat))
        assert cells["completed"][seat] == shown + _bonuses(game, cells)[seat]
    assert list(cells["tickets"]) == [ticket.id for ticket in board.tickets]
    for passenger in board.passengers if "waiting" in cells else ():
        waiting = sum(place[passenger.colour] for place in cells["waiting"].values())
        riding = sum(seat[passenger.colour] for seat in cells["passengers"])
        assert waiting + riding == passenger.count
