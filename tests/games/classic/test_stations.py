"""Stations of Europe: built, paid for, and what they lend at the end."""

import pytest

from capotreno.reader.progress import DONE, OPEN
from capotreno.reader.standing import Standing
from capotreno.rules.building.stations import Stations
from capotreno.server.table.offer import facts_now
from tests.conformance import oracle
from tests.conformance.laws import cells_of
from tests.games.classic.table import Board


@pytest.mark.rule("EU-51")
def test_a_station_in_any_city_that_has_none() -> None:
    scene = Board("europe").hand(0, red=1).hand(1, red=1).turn(0)
    assert len([a for a in scene.legal if a.startswith("station ")]) == len(scene.game.board.places)
    scene.game.apply(scene.state, scene.game.code("station paris"))
    scene.play("pay red*1")
    assert (scene.see("stations"), scene.actor) == ([["paris"], []], 1)
    assert scene.refused("station paris").reason.key == "station_taken"


@pytest.mark.rule("EU-52")
def test_each_costs_one_card_more_than_the_one_before() -> None:
    scene = Board("europe")
    for price, place in enumerate(("paris", "roma", "wien"), start=1):
        if price > 1:
            scene.hand(0, red=price - 1, blue=price - 1).turn(0)
            error = scene.refused(f"station {place}")
            assert (error.reason.key, error.reason.values["missing"]) == ("station_short", 1)
        scene.hand(0, red=price - 1, wild=1).turn(0)
        scene.play(f"station {place}")
        scene.play(*[a for a in scene.legal if scene.question == "station_payment"][:1])
        assert scene.held(0) == {}
    scene.hand(0, red=9).turn(0)
    assert scene.refused("station london").reason.key == "no_stations"


@pytest.mark.rule("EU-53", "R-95")
def test_a_station_lends_one_route_for_all_tickets() -> None:
    scene = Board("europe").tickets(0, "paris-wien", "paris-zagrab", "amsterdam-pamplona")
    scene.own(1, "bruxelles-paris/1", "amsterdam-bruxelles").own(0, "pamplona-paris/1")
    part = scene.part(Stations)
    assert scene.line(0, "tickets_done") == 0
    part.put(scene.state, 0, scene.game.board.place("paris").index)
    assert part.borrowed(scene.state, 0) == 0  # one route is not enough to reach Amsterdam
    part.put(scene.state, 0, scene.game.board.place("amsterdam").index)
    pamplona = scene.game.board.ticket("amsterdam-pamplona").points
    assert scene.line(0, "tickets_done") == pamplona  # by one from each of the two
    assert part.borrowed(scene.state, 1) == 0


def test_a_ticket_done_by_a_station_is_shown_as_done_by_it() -> None:
    scene = Board("europe").tickets(0, "zagrab-brindisi").hand(0, red=3)
    scene.own(0, "roma-venezia", "brindisi-roma").own(1, "venezia-zagrab").turn(0)
    game, part = scene.game, scene.part(Stations)
    zagrab, route = game.board.place("zagrab").index, game.board.route("venezia-zagrab").index

    def standing() -> Standing:
        return Standing(game, game.view(scene.state, 0), 0)

    before = standing()
    now = facts_now(game, scene.state, 0)
    assert [(one.status, one.lent) for one in before.progress] == [(OPEN, ())]
    assert (now["station_left"], now["station_price"]) == (3, 1)
    assert now["station_saves"] == {
        "venezia": ["zagrab-brindisi"],
        "zagrab": ["zagrab-brindisi"],
    }
    part.put(scene.state, 0, zagrab)
    after = standing()
    assert after.own_basis != before.own_basis
    assert [(one.status, one.lent) for one in after.progress] == [(DONE, (route,))]
    assert facts_now(game, scene.state, 0)["station_saves"] == {}


@pytest.mark.rule("EU-53", "R-95")
@pytest.mark.parametrize("seed", range(25))
def test_the_choice_is_the_best_there_is(seed: int) -> None:
    """Crowded boards with three stations: against all choices of foreign routes."""
    scene = crowded(seed)
    cells = cells_of(scene.game, scene.state)
    for seat in range(scene.players):
        done = oracle.done_by(scene.game.board, cells, seat)
        points = sum(scene.game.board.tickets[t].points for t in done)
        assert scene.line(seat, "tickets_done") == points
        assert len(scene.game.sheets(scene.state)[seat].line("tickets_done").items) == len(done)


def crowded(seed: int) -> Board:
    """Routes, tickets and stations dealt round by chance."""
    import random  # noqa: PLC0415  (the arrangement's own chance)

    chance = random.Random(seed)
    scene = Board("europe", 3)
    board = scene.game.board
    left = [45] * 3
    for route in chance.sample(board.routes, len(board.routes)):
        seat = chance.randrange(3)
        twins = {board.routes[twin].id for twin in route.twins}
        taken = {id for own in scene.see("owned") for id in own}
        if not twins & taken and left[seat] >= route.length + 3:
            left[seat] -= route.length
            scene.own(seat, route.id)
    tickets = chance.sample([ticket.id for ticket in board.tickets], 18)
    places = chance.sample(range(len(board.places)), 9)
    for seat in range(3):
        scene.tickets(seat, *tickets[seat * 6 : seat * 6 + 6])
        for place in places[seat * 3 : seat * 3 + 3]:
            scene.part(Stations).put(scene.state, seat, place)
    return scene


@pytest.mark.rule("EU-44", "EU-53")
def test_lent_routes_lengthen_no_path() -> None:
    scene = Board("europe").own(0, "pamplona-paris/1").own(1, "bruxelles-paris/1")
    scene.tickets(0, "amsterdam-pamplona")
    scene.part(Stations).put(scene.state, 0, scene.game.board.place("paris").index)
    assert [scene.line(seat, "longest_path") for seat in (0, 1)] == [10, 0]


@pytest.mark.rule("EU-54", "EU-43")
def test_stations_not_built_give_points_and_break_ties() -> None:
    scene = Board("europe")
    assert scene.line(0, "stations_unbuilt") == 12
    scene.part(Stations).put(scene.state, 0, 0)
    assert scene.line(0, "stations_unbuilt") == 8
    part = scene.part(Stations)
    assert [part.measure(scene.state, seat, "stations") for seat in (0, 1)] == [2, 3]
