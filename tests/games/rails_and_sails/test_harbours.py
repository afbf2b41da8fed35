"""Harbours: where, for which cards, and what they score."""

import pytest

from tests.games.rails_and_sails.sails import Sails, on_both

PORT = {"world": "lima", "great_lakes": "chicago"}
INLAND = {"world": "moskva", "great_lakes": "madison"}
JUNCTION = {"world": "port_aux_francais", "great_lakes": "lake_huron"}


def into(scene: Sails, place: str, kind: str = "") -> str:
    """A route into a place."""
    index = scene.game.board.place(place).index
    return next(
        r.id for r in scene.game.board.routes if index in (r.a, r.b) and kind in ("", r.kind)
    )


def by_port(scene: Sails) -> dict[str, int]:
    """What each harbour of seat 0 scores."""
    line = scene.game.sheets(scene.state)[0].line("harbours")
    return {item.id: item.points for item in line.items}


def scene_at(name: str) -> Sails:
    scene = Sails(name)
    return scene.own(0, into(scene, PORT[name], "rail")).turn(0)


@on_both
@pytest.mark.rule("W-55", "GL-55", "R-39")
def test_only_in_ports(name: str) -> None:
    scene = Sails(name)
    ports = {place.id for place in scene.game.board.places if place.port}
    codes = {a.json["place"] for a in scene.game.actions.all if a.verb == "build"}
    assert codes == ports
    assert not ports & {INLAND[name], JUNCTION[name]}
    scene.own(0, into(scene, INLAND[name]), into(scene, JUNCTION[name])).hand(0, wild=4).turn(0)
    sites = {text.split()[1] for text in scene.legal if text.startswith("build")}
    assert INLAND[name] not in sites
    assert JUNCTION[name] not in sites


@on_both
@pytest.mark.rule("W-56", "GL-56")
def test_one_in_each_port(name: str) -> None:
    scene = scene_at(name).own(1, into(scene_at(name), PORT[name], "sea"))
    scene.hand(0, wild=4).hand(1, wild=4).play(f"build {PORT[name]}")
    assert scene.see("harbours")[0] == [PORT[name]]
    assert scene.why(f"build {PORT[name]}") == ("harbour_taken", 56)


@on_both
@pytest.mark.rule("W-57", "GL-57")
@pytest.mark.parametrize("kind", ["rail", "sea"])
def test_an_own_route_of_any_kind_must_lead_there(name: str, kind: str) -> None:
    scene = Sails(name)
    scene.own(1, into(scene, PORT[name], kind)).hand(0, wild=4).turn(0)
    assert scene.why(f"build {PORT[name]}") == ("no_route_there", 57)
    scene = Sails(name)
    scene.own(0, into(scene, PORT[name], kind)).hand(0, wild=4).turn(0)
    assert f"build {PORT[name]}" in scene.legal


@on_both
@pytest.mark.rule("W-58", "GL-58", "R-34")
def test_two_marked_trains_and_two_marked_ships_of_one_colour(name: str) -> None:
    scene, build = scene_at(name), f"build {PORT[name]}"
    assert scene.pays(build, train_red_harbour=2, ship_red=2)
    for cards in (
        {"train_red": 2, "ship_red": 2},
        {"train_red_harbour": 2, "double_red": 2},
        {"train_red_harbour": 2, "ship_green": 2},
        {"train_red_harbour": 3, "ship_red": 1},
        {"train_red_harbour": 1, "ship_red": 3},
        {"train_red_harbour": 4},
    ):
        assert not scene.offered(build, **cards), cards
        assert scene.why(build) == ("harbour_short", 58)
    scene.hand(0, train_red_harbour=3, ship_red=3).turn(0).play(build)
    assert scene.held(0) == {"train_red_harbour": 1, "ship_red": 1}
    assert scene.see("discards")["train_red_harbour"] == 2


@on_both
@pytest.mark.rule("W-59", "GL-59", "R-34")
@pytest.mark.parametrize(
    "cards",
    [
        {"train_red_harbour": 2, "ship_red": 1, "wild": 1},
        {"train_red_harbour": 1, "ship_red": 1, "wild": 2},
        {"train_red_harbour": 2, "wild": 2},
        {"ship_red": 2, "wild": 2},
        {"ship_red": 1, "wild": 3},
        {"wild": 4},
    ],
)
def test_wilds_stand_for_any_of_the_four(name: str, cards: dict[str, int]) -> None:
    assert scene_at(name).pays(f"build {PORT[name]}", **cards)


@on_both
@pytest.mark.rule("W-60", "GL-60")
def test_a_harbour_with_a_wild(name: str) -> None:
    """Edoardo: a wild and a yellow ship, and two yellow trains."""
    scene = scene_at(name)
    scene.hand(0, wild=1, ship_yellow=1, train_yellow_harbour=2).turn(0)
    events = scene.play(f"build {PORT[name]}", "pay train_yellow_harbour*2 wild*1 ship_yellow*1")
    assert scene.words(events, "built") == [{"event": "built", "seat": 0, "place": PORT[name]}]
    assert scene.held(0) == {}
    assert scene.actor == 1


@on_both
@pytest.mark.rule("W-61", "GL-61", "W-64", "GL-64", "R-36")
def test_three_at_most_and_those_not_built_cost_four(name: str) -> None:
    scene = Sails(name)
    ports = [place.id for place in scene.game.board.places if place.port]
    for port in ports[:4]:
        if into(scene, port) in scene.see("open")[0]:
            scene.own(0, into(scene, port))
    scene.hand(0, wild=14).turn(0)
    for built in range(3):
        assert scene.line(0, "harbours_unbuilt") == -4 * (3 - built)
        scene.turn(0).play(next(text for text in scene.legal if text.startswith("build")))
    assert scene.line(0, "harbours_unbuilt") == 0
    assert scene.line(0, "harbours") == 0, "no ticket leads to any"
    left = next(port for port in ports if port not in scene.see("harbours")[0])
    scene.turn(0)
    assert scene.why(f"build {left}") == ("no_harbours", 61)


TO_CHICAGO = ("chicago-detroit", "chicago-toronto", "chicago-timmins", "chicago-montreal")
TO_HAMBURG = (
    "hamburg-dar_es_salaam", "hamburg-beijing", "rio_de_janeiro-hamburg", "los_angeles-hamburg",
)  # fmt: skip


@pytest.mark.rule("GL-62", "R-36")
@pytest.mark.parametrize(("done", "points"), [(0, 0), (1, 10), (2, 20), (3, 30), (4, 30)])
def test_points_by_tickets_done_on_the_lakes(done: int, points: int) -> None:
    scene = Sails("great_lakes").tickets(0, *TO_CHICAGO).supply(0, rail=33, sea=17)
    scene.own(0, into(scene, "chicago"))
    for ticket in TO_CHICAGO[:done]:
        scene.join(0, *ticket.split("-"))
    assert scene.harbour(0, "chicago").line(0, "harbours") == points


@pytest.mark.rule("W-62", "R-36")
@pytest.mark.parametrize(("done", "points"), [(0, 0), (1, 20), (2, 30), (3, 40), (4, 40)])
def test_points_by_tickets_done_in_the_world(done: int, points: int) -> None:
    scene = Sails("world").tickets(0, *TO_HAMBURG).own(0, "athina-hamburg")
    for ticket in TO_HAMBURG[:done]:
        scene.join(0, *ticket.split("-"))
    assert scene.harbour(0, "hamburg").line(0, "harbours") == points


@pytest.mark.rule("W-63", "W-79", "R-36")
def test_two_harbours_in_the_world_share_tickets() -> None:
    """Serena: two tickets to Buenos Aires, one and a tour to Dar Es Salaam."""
    scene = Sails("world")
    scene.tickets(
        0,
        "miami-buenos_aires",
        "buenos_aires-sydney",
        "hamburg-dar_es_salaam",
        "lagos-luanda-dar_es_salaam-djibouti",
    )
    scene.join(0, "miami", "buenos_aires").join(0, "buenos_aires", "sydney")
    scene.join(0, "hamburg", "dar_es_salaam").join(0, "lagos", "luanda", "dar_es_salaam")
    scene.harbour(0, "buenos_aires", "dar_es_salaam")
    items = {
        item.id: item.points for item in scene.game.sheets(scene.state)[0].line("harbours").items
    }
    assert items == {"buenos_aires": 30, "dar_es_salaam": 30}
    assert scene.line(0, "tickets_missed") == 0


@pytest.mark.rule("GL-63", "R-36")
def test_two_harbours_on_the_lakes_share_a_ticket() -> None:
    scene = Sails("great_lakes").supply(0, rail=33, sea=17)
    scene.tickets(0, "chicago-timmins", "chicago-montreal", "montreal-new_york")
    scene.join(0, "chicago", "timmins").join(0, "chicago", "montreal").join(
        0, "montreal", "new_york"
    )
    scene.harbour(0, "chicago", "montreal")
    items = {
        item.id: item.points for item in scene.game.sheets(scene.state)[0].line("harbours").items
    }
    assert items == {"chicago": 20, "montreal": 20}


@on_both
@pytest.mark.rule("W-63", "GL-63")
def test_one_ticket_counts_for_both_its_harbours(name: str) -> None:
    stops = {"world": ("edinburgh", "sydney"), "great_lakes": ("duluth", "new_york")}[name]
    one = {"world": 20, "great_lakes": 10}[name]
    scene = Sails(name).tickets(0, "-".join(stops)).join(0, *stops).harbour(0, *stops)
    assert scene.line(0, "harbours") == 2 * one
