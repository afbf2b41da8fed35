"""Points, awards, ranks and closed twins told a second time, on states arranged at random."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.board.model import Route
from capotreno.engine.menu import bits
from capotreno.engine.outcome import deciding
from capotreno.engine.outcome import ranks as ranked
from capotreno.games.registry import REGISTRY
from capotreno.rules.claims import Claims
from capotreno.rules.exchange import Exchange
from capotreno.rules.harbours import Harbours
from capotreno.rules.merchandise import Merchandise
from capotreno.rules.parallel import Parallel
from capotreno.rules.passengers import Passengers
from capotreno.rules.piece_choice import PieceChoice
from capotreno.rules.row import Row
from capotreno.rules.tickets import Tickets
from tests.conformance import oracle
from tests.conformance.laws import cells_of, judged
from tests.properties.worlds import fresh_scene, tables_having
from tests.scene import Scene

TABLES = tables_having(Claims, Tickets, Row)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)

LAST_ROUND = 2  # the number of that reason, in every game of this family


def arranged(name: str, players: int, seed: int) -> Scene:
    """Seats with random routes (twins and pieces respected), tickets and passengers."""
    random = Random(seed)
    scene = fresh_scene(name, players)
    board = scene.game.board
    greed = random.choice((0.1, 0.5, 1.0))
    shared = players >= scene.part(Parallel).open_from
    _choose_pieces(scene, random)
    pieces = cells_of(scene.game, scene.state)["pieces"]
    used: set[tuple[int, Pair]] = set()
    for route in random.sample(board.routes, int(len(board.routes) * greed)):
        seat = random.randrange(players)
        pair = (seat if shared else 0, ends(route))
        if pair not in used and pieces[seat][route.kind] >= route.length:
            used.add(pair)
            pieces[seat][route.kind] -= route.length
            scene.own(seat, route.id)
    free = [ticket.id for ticket in board.tickets]
    random.shuffle(free)
    for seat in range(players):
        scene.tickets(
            seat, *(free.pop() for _ in range(random.randint(0, len(board.tickets) // 8)))
        )
    if any(isinstance(part, Passengers) for part in scene.game.parts):
        for colour in scene.part(Passengers).names:
            for seat in range(players):
                scene.has_passengers(seat, **{colour: random.choice((0, 0, 1, 1, 2))})
    for goods in scene.game.layout.partners(Merchandise):
        for place, stack in enumerate(goods.stacks):
            for _ in range(random.randint(0, len(stack))):
                goods.take(scene.state, random.randrange(players), place)
    for part in scene.game.layout.partners(Harbours):
        _build_and_exchange(scene, part, random)
    return scene


def _choose_pieces(scene: Scene, random: Random) -> None:
    """Every seat any mix it could have chosen, where pieces are chosen."""
    for part in scene.game.layout.partners(PieceChoice):
        for seat in range(scene.players):
            rail, sea = random.choice(part.mixes)
            scene.supply(seat, rail=rail, sea=sea)


def _build_and_exchange(scene: Scene, part: Harbours, random: Random) -> None:
    trade = scene.part(Exchange)
    for seat in range(scene.players):
        for _ in range(random.randint(0, part.each)):
            sites = bits(part.sites(scene.state, seat))
            if sites:
                part.build(scene.state, seat, random.choice(sites))
        for kind in (0, 1):
            most = trade.most(scene.state, seat, kind)
            if most and random.random() < 0.5:
                trade.swap(scene.state, seat, kind, random.randint(1, most))


Pair = tuple[str, frozenset[int]]


def ends(route: Route) -> Pair:
    """What twins have in common: both ends, and what is built on them (R-39)."""
    return route.kind, frozenset((route.a, route.b))


@every_table
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_points_are_those_of_the_oracle(name: str, players: int, seed: int) -> None:
    scene = arranged(name, players, seed)
    scene.game.audit(scene.state)
    scene.state.finish(LAST_ROUND)
    judged(scene.game, scene.state)


@every_table
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_twins_close_as_the_board_says(name: str, players: int, seed: int) -> None:
    """Twins are found here by their ends: nobody owns two, and at small tables one closes all."""
    scene = arranged(name, players, seed)
    board = scene.game.board
    cells = cells_of(scene.game, scene.state)
    shared = players >= scene.part(Parallel).open_from
    taken = [id for own in cells["owned"] for id in own]
    for seat in range(players):
        blocking = cells["owned"][seat] if shared else taken
        pairs = {ends(board.route(id)) for id in blocking}
        free = {
            route.id for route in board.routes if route.id not in taken and ends(route) not in pairs
        }
        assert set(cells["open"][seat]) == free


def test_the_arrangements_are_worth_scoring() -> None:
    """The random states above do meet done and missed tickets, and shared leads."""
    labels: set[str] = set()
    declared: set[str] = set()
    for name, players in TABLES:
        declared |= {label for part in REGISTRY[name]().parts for label in part.labels}
        for seed in range(12):
            scene = arranged(name, players, seed)
            for sheet in scene.game.sheets(scene.state):
                labels |= {line.label for line in sheet.lines if line.points}
    assert labels == declared


@given(st.lists(st.integers(0, 5), min_size=2, max_size=5), st.integers(1, 30), st.integers(1, 30))
def test_awards_are_those_of_sorting(held: list[int], most: int, second: int) -> None:
    assert Passengers(most, second).awards(held) == oracle.awards(held, most, second)


keys = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=2, max_size=5)


@given(keys)
def test_ranks_are_places_on_a_ladder(found: list[tuple[int, int, int]]) -> None:
    rows: list[tuple[int, ...]] = list(found)
    assert ranked(rows) == oracle.ladder(rows)


@given(keys)
def test_the_deciding_measure_is_the_first_that_differs(
    found: list[tuple[int, int, int]],
) -> None:
    rows: list[tuple[int, ...]] = list(found)
    level = [row for row in rows if row[0] == max(rows)[0]]
    measures = ("tickets", "passengers")
    told = ""
    while level and not told and len(set(level)) > 1:
        # strike out who is behind by one measure after the other, the last rival decides
        for i, measure in enumerate(measures, start=1):
            ahead = [row for row in level if row[i] == max(other[i] for other in level)]
            if len(ahead) < len(level):
                told, level = measure, ahead
        break
    assert deciding(rows, measures) == told
