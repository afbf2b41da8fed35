"""The reader against the position in words, which is written without asking any part."""

from random import Random
from typing import Any

import pytest

from capotreno import NOBODY, Game, State, games, load
from capotreno.board.graph import FAR
from capotreno.engine.menu import bits
from capotreno.engine.state import HIDDEN
from capotreno.reader.progress import BLOCKED, DONE, OPEN
from capotreno.reader.reader import Reader
from capotreno.reader.standing import Standing
from tests.scene import Scene

TABLES = [(name, dice) for name in games() for dice in (False, True)]
every_table = pytest.mark.parametrize(("name", "dice"), TABLES)
MOMENTS = 40  # decisions between two looks


def moments(game: Game, seed: int) -> list[State]:
    """States of a random game, from the opening to the end."""
    random, state, found = Random(seed), game.start(seed), []
    step = 0
    while menu := game.legal(state):
        if step % MOMENTS == 0:
            found.append(state.copy())
        game.apply(state, random.choice(menu))
        step += 1
    return [*found, state]


def counts(row: Any) -> list[int]:
    return list(row.values()) if isinstance(row, dict) else [row]


def seats_agree(read: Reader, state: State, cells: Any, seat: int) -> None:
    """Everything that is asked about a seat."""
    routes, tickets = read.game.board.routes, read.game.board.tickets
    assert [routes[r].id for r in bits(read.owned_by(state, seat))] == cells["owned"][seat]
    assert [routes[r].id for r in bits(read.open_to(state, seat))] == cells["open"][seat]
    assert read.pieces_of(state, seat) == counts(cells["pieces"][seat])
    assert read.pieces_left(state, seat) == sum(read.pieces_of(state, seat))
    assert read.ticket_count(state, seat) == sum(counts(cells["tickets_held"][seat]))
    for asked, place in (
        (read.tickets_of, "held"),
        (read.offered_to, "offered"),
        (read.chosen_by, "chosen"),
    ):
        lying = [t.id for t in tickets if cells["tickets"][t.id] == f"{place} {seat}"]
        assert [tickets[t].id for t in asked(state, seat)] == lying, place
    done = [t for t in read.tickets_of(state, seat) if t not in read.undone_by(state, seat)]
    assert done == read.tickets.done(state, seat)
    assert read.hand_of(state, seat) == (counts(cells["hands"][seat]) if read.cards else [])
    assert read.hand_size(state, seat) == sum(read.hand_of(state, seat))
    assert read.tokens_of(state, seat) == (counts(cells["tokens"][seat]) if read.tokens else [])
    if read.exchange:
        assert read.exchanged_by(state, seat) == cells["exchanged"][seat]
    if read.passengers:
        assert read.passengers_of(state, seat) == counts(cells["passengers"][seat])
    if read.journeys:
        assert read.beside(state, seat) == cells["passengers_left"][seat]
        assert read.standing_of(state, seat) == counts(cells["passengers_at"][seat])
        assert read.merchandise_of(state, seat) == sum(counts(cells["merchandise"][seat]))
    if read.harbours:
        built = len(cells["harbours"][seat])
        assert read.harbours_left(state, seat) == read.harbours.each - built
    if read.longest_path:
        lengths = [route.length for route in routes if route.id in cells["owned"][seat]]
        assert max(lengths, default=0) <= read.paths(state)[seat] <= sum(lengths)
    else:
        assert read.paths(state) == []
    if read.race:
        assert read.points_so_far(state)[seat] == cells["completed"][seat]
    else:
        printed = read.game.board.route_points
        points = {route.id: printed[route.length] for route in routes}
        won = sum(points[route] for route in cells["owned"][seat])
        won += sum(counts(cells["merchandise"][seat])) if read.merchandise else 0
        won -= read.exchange.cost * cells["exchanged"][seat] if read.exchange else 0
        assert read.points_so_far(state)[seat] == won


def table_agrees(read: Reader, state: State, cells: Any) -> None:
    """Everything that is asked about the table."""
    board, seats = read.game.board, range(read.players)
    for route in board.routes:
        owners = [seat for seat in seats if route.id in cells["owned"][seat]]
        assert read.owner(state, route.index) == (owners[0] if owners else NOBODY)
        anybody = any(route.id in cells["open"][seat] for seat in seats)
        assert bool(read.open_to(state, NOBODY) >> route.index & 1) == anybody
    assert read.tickets_left(state) == sum(counts(cells["tickets_left"]))
    assert read.turns_to_go(state) == cells.get("last_turns", 0)
    assert state.whose_turn == cells["turn_of"]
    assert state.turn == cells["turns"]
    if read.cards:
        decks = counts(cells["deck_size"])
        assert [read.deck_size(state, deck) for deck in range(len(decks))] == decks
    if read.market:
        lying = [card for card in cells["row"].values() if card is not None]
        assert [board.cards[card].id for card in read.face_up(state)] == lying
    if read.dice:
        rolled = cells["rolled_in"] == cells["turns"]
        assert list(read.roll(state)) == (counts(cells["dice"]) if rolled else [0] * 4)
    for place in board.places:
        if read.harbours:
            owners = [seat for seat in seats if place.id in cells["harbours"][seat]]
            assert read.harbour_of(state, place.index) == (owners[0] if owners else NOBODY)
        if read.passengers:
            waiting = counts(cells["waiting"][place.id])
            assert read.waiting_at(state, place.index) == waiting
        if read.merchandise:
            goods = read.goods_at(state, place.index)
            assert len(goods) == cells["goods"][place.id]
            assert goods == place.tokens[len(place.tokens) - len(goods) :]


@every_table
def test_the_reader_tells_what_the_position_says(name: str, dice: bool) -> None:
    game = load(name, 3, dice=dice)
    read = Reader(game)
    for state in moments(game, 5):
        cells: Any = game.position(state)["cells"]
        table_agrees(read, state, cells)
        for seat in range(3):
            seats_agree(read, state, cells, seat)


@every_table
def test_of_a_view_it_tells_what_its_seat_may_know(name: str, dice: bool) -> None:
    game = load(name, 2, dice=dice)
    read = Reader(game)
    for state in moments(game, 6)[:-1]:
        view = game.view(state, 0)
        table_agrees(read, view, game.position(state)["cells"])
        seats_agree(read, view, game.position(state)["cells"], 0)
        assert read.points_so_far(view) == read.points_so_far(state)
        if read.cards:
            assert set(read.hand_of(view, 1)) == {HIDDEN}
        assert read.hand_size(view, 1) == read.hand_size(state, 1)
        assert read.tickets_of(view, 1) == [] or read.ticket_count(state, 1) == 0


@every_table
def test_a_standing_agrees_with_the_rules(name: str, dice: bool) -> None:
    """A ticket is done just if the game says so, a station's help counted."""
    game = load(name, 2, dice=dice)
    for state in moments(game, 7):
        for seat in (0, 1):
            standing = Standing(game, game.view(state, seat), seat)
            found = {one.ticket: one for one in standing.progress}
            own = game.graph.roots(standing.read.owned_by(state, seat))
            counted = game.graph.roots(standing.read.network_of(state, seat))
            for ticket, one in found.items():
                assert (one.status == DONE) == standing.read.tickets.joins(counted, ticket)
                if one.status == DONE and not one.lent:
                    assert standing.read.tickets.joins(own, ticket)
                assert all(standing.is_open(route) for route in one.routes)
                if one.status == OPEN:
                    assert set(one.routes) <= set(standing.serving)
                    assert 0 < one.missing <= standing.read.to_place(state, seat)
                if one.status == BLOCKED and one.missing:
                    assert one.missing > standing.read.to_place(state, seat)
        watching = Standing(game, game.view(state, NOBODY))
        assert not (watching.progress)
        assert not (watching.offers)
        assert not (watching.offered)
        assert watching.points == Standing(game, state).points


def test_the_basis_changes_with_what_it_stands_for() -> None:
    scene = Scene("germany").tickets(0, "berlin-koeln")
    game, state = scene.game, scene.state
    first = Standing(game, game.view(state, 0), 0)
    assert Standing(game, game.view(state, 0), 0).common_basis == first.common_basis
    routes = [game.board.routes[route].id for route in first.progress[0].routes]
    scene.own(1, routes[0])
    second = Standing(game, game.view(state, 0), 0)
    assert second.common_basis != first.common_basis
    assert second.points[1] > 0
    scene.own(0, routes[1])
    assert Standing(game, game.view(state, 0), 0).own_basis != second.own_basis


def test_nothing_is_useful_where_no_way_leads() -> None:
    scene = Scene("germany").tickets(0, "berlin-koeln")
    game = scene.game
    berlin = game.board.place("berlin").index
    around = [r.id for r in game.board.routes if berlin in (r.a, r.b)]
    scene.own(1, *around)
    standing = Standing(game, game.view(scene.state, 0), 0)
    assert [one.status for one in standing.progress] == [BLOCKED]
    assert standing.serving == {} == standing.usefulness
    cost = standing._costs
    assert game.graph.way(cost, standing.read.tickets.groups[standing.progress[0].ticket])[0] == FAR


@every_table
def test_a_way_that_was_found_before_is_the_one_a_fresh_search_finds(name: str, dice: bool) -> None:
    """Move by move: what is kept of an earlier standing is what would be found anew."""
    game = load(name, players=3, dice=dice)
    random, state, kept, looks = Random(name), game.start(3), 0, 0
    before: dict[int, Standing] = {}
    claims = [code for code in range(game.num_actions) if game.action(code).verb == "claim"]
    while menu := game.legal(state):
        claim = random.random() < 0.6 and [code for code in menu if code in claims]
        game.apply(state, random.choice(claim or menu))
        if random.random() > 0.2:
            continue
        for seat in range(game.players):
            view = game.view(state, seat)
            earlier = before[seat].found_ways if seat in before else None
            fresh, later = Standing(game, view, seat), Standing(game, view, seat, earlier)
            assert (later.progress, later.offers) == (fresh.progress, fresh.offers)
            looks += 1
            kept += earlier is not None and any(
                way is earlier.found.get(ticket) for ticket, way in later.found_ways.found.items()
            )
            before[seat] = later
    assert looks > 10
    assert kept


@every_table
def test_who_looks_on_owns_no_routes_and_pays_for_all_that_are_open(name: str, dice: bool) -> None:
    game = load(name, 2, dice=dice)
    for state in moments(game, 5):
        standing = Standing(game, game.view(state, NOBODY))
        lengths = [float(route.length) for route in game.board.routes]
        assert [cost for cost in standing.found_ways.costs if cost != FAR] == [
            lengths[route] for route in bits(standing.open)
        ]
        assert not standing.found_ways.found
