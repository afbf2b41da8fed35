"""What the properties are tried on: games with a mechanic, boards, random networks."""

from copy import copy
from functools import cache
from random import Random

from hypothesis import strategies as st

from capotreno import games, load_board
from capotreno.board.load import shipped
from capotreno.board.model import Board
from capotreno.engine.menu import bits
from capotreno.engine.part import Part
from capotreno.engine.state import TURNS_CELL
from capotreno.games.registry import REGISTRY
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.building.stations import Stations
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.piece_choice import PieceChoice
from capotreno.rules.travelling.merchandise import Merchandise
from capotreno.rules.travelling.passengers import Passengers
from tests.conformance.laws import cells_of
from tests.conformance.tables import counts
from tests.scene import Scene

BOARDS = {name: load_board(name) for name in shipped()}


def having(*kinds: type[Part]) -> list[str]:
    """The registered games with such parts."""
    found = []
    for name in games():
        parts = REGISTRY[name]().parts
        if all(any(isinstance(part, kind) for part in parts) for kind in kinds):
            found.append(name)
    return found


def tables_having(*kinds: type[Part]) -> list[tuple[str, int]]:
    """The smallest and the largest tables of the games with such parts."""
    return [(name, counts(name)[end]) for name in having(*kinds) for end in (0, -1)]


def network(board: Board) -> st.SearchStrategy[set[int]]:
    """Some routes of a board: sparse or dense, scattered or grown from one place."""

    def build(seed: int, size: int, grown: bool) -> set[int]:
        random = Random(seed)
        if not grown:
            return set(random.sample(range(len(board.routes)), min(size, len(board.routes))))
        reached = {random.randrange(len(board.places))}
        owned: set[int] = set()
        for _ in range(size):
            near = [
                route.index
                for route in board.routes
                if route.index not in owned and reached & {route.a, route.b}
            ]
            if not near:
                break
            route = board.routes[random.choice(near)]
            owned.add(route.index)
            reached |= {route.a, route.b}
        return owned

    top = len(board.routes)
    return st.builds(build, st.integers(0, 2**32), st.integers(0, top), st.booleans())


@cache
def _scene(name: str, players: int) -> Scene:
    return Scene(name, players)


def fresh_scene(name: str, players: int) -> Scene:
    """A scene of its own, made once for all."""
    scene = copy(_scene(name, players))
    scene.state = scene.state.copy()
    scene.cells = scene.state.cells
    return scene


def mask(routes: set[int]) -> int:
    return sum(1 << route for route in routes)


def deal(scene: Scene, random: Random) -> None:
    """Give the seats random routes, tickets, passengers and whatever else their game has."""
    layout = scene.game.layout
    _choose_pieces(scene, random)
    _deal_routes(scene, random)
    free = [ticket.id for ticket in scene.game.board.tickets]
    most = max(2, len(free) // 8)
    random.shuffle(free)
    for seat in range(scene.players):
        if random.random() < 0.5:
            _near_last(scene, seat, free)
        scene.tickets(seat, *(free.pop() for _ in range(random.randint(0, most))))
    for part in layout.partners(Passengers):
        _deal_passengers(scene, part, random)
    for goods in layout.partners(Merchandise):
        for place, stack in enumerate(goods.stacks):
            for _ in range(random.randint(0, len(stack))):
                goods.take(scene.state, random.randrange(scene.players), place)
    for harbours in layout.partners(Harbours):
        _build(scene, harbours, random)
    for trade in layout.partners(Exchange):
        _exchange(scene, trade, random)
    for stations in layout.partners(Stations):
        sites = random.sample(stations.ids, len(stations.ids))
        for seat in range(scene.players):
            for site in sites[seat :: scene.players][: random.randint(0, stations.each)]:
                stations.put(scene.state, seat, stations.ids.index(site))


def _deal_routes(scene: Scene, random: Random) -> None:
    """Routes for every seat, as far as its pieces go; twins as the table allows them."""
    board = scene.game.board
    greed = random.choice((0.1, 0.5, 1.0))
    shared = scene.players >= scene.part(Parallel).open_from
    pieces = cells_of(scene.game, scene.state)["pieces"]
    used: set[tuple[int, int]] = set()
    for route in random.sample(board.routes, int(len(board.routes) * greed)):
        seat = random.randrange(scene.players)
        track = (seat if shared else 0, min((route.index, *route.twins)))
        if track not in used and pieces[seat][route.kind] >= route.length:
            used.add(track)
            pieces[seat][route.kind] -= route.length
            scene.own(seat, route.id)


def _near_last(scene: Scene, seat: int, tickets: list[str]) -> None:
    """Tickets between places that a seat has reached come last: they may be done."""
    board = scene.game.board
    own = [board.route(id) for id in cells_of(scene.game, scene.state)["owned"][seat]]
    reached = {place for route in own for place in (route.a, route.b)}
    tickets.sort(
        key=lambda id: all(
            reached.intersection(board.places_of(stop)) for stop in board.ticket(id).stops
        )
    )


def _deal_passengers(scene: Scene, part: Passengers, random: Random) -> None:
    for colour, name in enumerate(part.names):
        left = part.bag[colour]
        for seat in range(scene.players):
            some = min(left, random.choice((0, 0, 1, 1, 2)))
            left -= some
            scene.has_passengers(seat, **{name: some})


def _choose_pieces(scene: Scene, random: Random) -> None:
    """Every seat any mix it could have chosen, where pieces are chosen."""
    for part in scene.game.layout.partners(PieceChoice):
        for seat in range(scene.players):
            kinds = scene.game.layout.words["piece"]
            mix = zip(kinds, random.choice(part.mixes), strict=True)
            scene.supply(seat, **dict(mix))


def _build(scene: Scene, part: Harbours, random: Random) -> None:
    for seat in range(scene.players):
        for _ in range(random.randint(0, part.each)):
            sites = bits(part.sites(scene.state, seat))
            if sites:
                part.build(scene.state, seat, random.choice(sites))


def _exchange(scene: Scene, trade: Exchange, random: Random) -> None:
    for seat in range(scene.players):
        for kind in (0, 1):
            # a seat that has had one turn has exchanged no more than one turn allows
            room = trade.limit * scene.cells[TURNS_CELL] - scene.cells[trade.done + seat]
            most = min(room, trade.most(scene.state, seat, kind))
            if most and random.random() < 0.5:
                trade.swap(scene.state, seat, kind, random.randint(1, most))
