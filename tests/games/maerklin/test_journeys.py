"""Passengers put into cities and their journeys: MK-39 to MK-48, MK-55."""

from itertools import pairwise

import pytest

from capotreno import NOBODY
from tests.games.maerklin.table import CITIES, SOUTH, Maerklin


def ready(players: int = 2) -> Maerklin:
    """Seat 0 owns the way to the south, one of its passengers stands in Berlin."""
    return Maerklin(players).own(0, *SOUTH).standing(0, "berlin").turn(0)


# -- putting a passenger ----------------------------------------------------------------------


@pytest.mark.rule("MK-39", "R-52")
def test_one_passenger_at_either_end_or_none() -> None:
    for place, where in (("berlin", {"berlin": 1}), ("leipzig", {"leipzig": 1}), ("none", {})):
        scene = Maerklin().hand(0, orange=4).turn(0)
        scene.play("claim berlin-leipzig")
        assert scene.legal == ["place berlin", "place leipzig", "place none"]
        assert scene.why("place hamburg") == ("not_an_end", "MK-39")
        scene.play(f"place {place}")
        assert scene.at(0) == where
        assert scene.see("passengers_left")[0] == 3 - sum(where.values())
        assert (scene.actor, scene.question) == (1, "turn")  # one at most


@pytest.mark.rule("MK-40")
def test_who_has_put_three_is_not_asked() -> None:
    scene = Maerklin().own(0, *SOUTH).standing(0, "berlin", "leipzig", "erfurt")
    scene.hand(0, red=3).turn(0).play("claim berlin-magdeburg")
    assert (scene.actor, scene.question) == (1, "turn")
    # Also after one of them has left the game.
    scene = Maerklin().own(0, *SOUTH).standing(0, "berlin", "leipzig", "erfurt").turn(0)
    scene.play("depart berlin", "ride berlin-leipzig", "alight")
    scene.hand(0, red=3).turn(0).play("claim berlin-magdeburg")
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("R-52")
def test_a_country_is_no_place_to_stand() -> None:
    scene = Maerklin().hand(0, purple=3).turn(0)
    scene.play("claim duesseldorf-niederlande")
    assert scene.legal == ["place duesseldorf", "place none"]
    assert scene.why("place niederlande") == ("not_an_end", "MK-39")


@pytest.mark.rule("R-52")
def test_several_passengers_share_a_city() -> None:
    scene = ready().own(1, "berlin-magdeburg").standing(1, "berlin")
    scene.hand(0, green=5).play("claim berlin-dresden", "place berlin")
    assert (scene.at(0), scene.at(1)) == ({"berlin": 2}, {"berlin": 1})
    scene.turn(0).play("depart berlin", "ride berlin-leipzig", "alight")
    assert scene.at(0) == {"berlin": 1}


@pytest.mark.parametrize("seat", [NOBODY, 0, 1])
@pytest.mark.rule("MK-39", "MK-45")
def test_everybody_sees_passengers_and_merchandise(seat: int) -> None:
    scene = ready()
    assert scene.seen(seat, "passengers_at")[0]["berlin"] == 1
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.seen(seat, "merchandise")[0]["berlin"] == 7
    assert scene.seen(seat, "ridden") == ["berlin-leipzig"]


# -- the journey ------------------------------------------------------------------------------


@pytest.mark.rule("MK-41")
def test_only_an_own_passenger_in_a_city_sets_out() -> None:
    scene = ready().own(1, "kiel-rostock").standing(1, "kiel")
    assert [text for text in scene.legal if text.startswith("depart")] == ["depart berlin"]
    assert scene.why("depart kiel") == ("no_traveller", "MK-41")
    assert scene.why("depart leipzig") == ("no_traveller", "MK-41")
    scene.turn(1)
    assert [text for text in scene.legal if text.startswith("depart")] == ["depart kiel"]


@pytest.mark.rule("MK-42", "MK-45", "MK-48", "R-53")
def test_a_whole_journey() -> None:
    scene = ready()
    events = scene.play("depart berlin", *[f"ride {route}" for route in SOUTH])
    took = [(e["place"], e["points"]) for e in scene.words(events, "goods_taken")]
    assert took == list(zip(CITIES, (7, 4, 3, 3, 4), strict=True))
    assert [e["place"] for e in scene.words(events, "rode")] == list(CITIES[1:])
    # München leads nowhere else, so the journey and the turn are over.
    assert [e["place"] for e in scene.words(events, "alighted")] == ["muenchen"]
    assert (scene.actor, scene.question) == (1, "turn")
    assert scene.won(0) == dict(zip(CITIES, (7, 4, 3, 3, 4), strict=True))
    assert scene.line(0, "merchandise") == 21
    assert (scene.at(0), scene.see("passengers_left")[0]) == ({}, 2)
    assert (scene.see("ridden"), scene.see("visited")) == ([], [])


@pytest.mark.rule("MK-42", "R-53")
@pytest.mark.parametrize("rides", [1, 2, 3])
def test_it_ends_where_its_owner_likes(rides: int) -> None:
    scene = ready()
    scene.play("depart berlin", *[f"ride {route}" for route in SOUTH[:rides]], "alight")
    assert set(scene.won(0)) == set(CITIES[: rides + 1])
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("R-53")
def test_a_journey_has_a_ride() -> None:
    scene = ready()
    scene.play("depart berlin")
    assert scene.won(0) == {"berlin": 7}  # taken on setting out
    assert scene.legal == ["ride berlin-leipzig"]
    assert scene.why("alight") == ("ride_first", "MK-42")
    assert scene.why("depart berlin")[0] == "not_asked"  # and it cannot be taken back


@pytest.mark.rule("MK-42", "R-53")
def test_only_routes_that_start_there_and_belong_to_somebody() -> None:
    scene = ready().own(0, "kiel-rostock")
    scene.play("depart berlin")
    assert scene.why("ride kiel-rostock") == ("ride_elsewhere", "MK-42")
    assert scene.why("ride berlin-magdeburg") == ("ride_unclaimed", "MK-42")


@pytest.mark.rule("MK-44")
def test_no_route_twice() -> None:
    scene = ready()
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.why("ride berlin-leipzig") == ("ride_again", "MK-44")
    assert scene.legal == ["ride erfurt-leipzig", "alight"]
    scene.play("alight")
    # In another journey it may be ridden again.
    scene.standing(0, "leipzig").turn(0).play("depart leipzig", "ride berlin-leipzig")
    assert scene.won(0) == {"berlin": 7 + 6, "leipzig": 4 + 3}


RING = ("dortmund-duesseldorf/1", "duesseldorf-koeln/1", "frankfurt-koeln/1", "frankfurt-kassel/1")


@pytest.mark.rule("MK-46", "R-53")
def test_a_city_gives_one_token_however_often_it_is_passed() -> None:
    ring = (*RING, "dortmund-kassel")
    scene = Maerklin().own(0, *ring, "dortmund-muenster/1").standing(0, "dortmund").turn(0)
    scene.play("depart dortmund", *[f"ride {route}" for route in ring])
    assert scene.see("goods")["dortmund"] == 2  # passed twice, one token gone
    assert scene.question == "ride"  # and on it goes
    scene.play("ride dortmund-muenster/1")
    assert scene.won(0) == {
        "dortmund": 3, "duesseldorf": 3, "koeln": 4, "frankfurt": 4, "kassel": 3, "muenster": 2,
    }  # fmt: skip


@pytest.mark.rule("MK-45", "MK-46")
def test_the_next_traveller_finds_the_next_token() -> None:
    scene = ready().own(1, "berlin-magdeburg").standing(1, "berlin")
    scene.play("depart berlin", "ride berlin-leipzig", "alight")
    scene.turn(1).play("depart berlin", "ride berlin-magdeburg")
    assert scene.won(1) == {"berlin": 6, "magdeburg": 2}
    assert scene.see("goods")["berlin"] == 2


@pytest.mark.rule("MK-47")
def test_an_empty_city_gives_nothing() -> None:
    scene = ready().empty("leipzig", 0).empty("erfurt", 1)
    scene.play("depart berlin", "ride berlin-leipzig", "ride erfurt-leipzig", "alight")
    assert scene.won(0) == {"berlin": 7, "erfurt": 1}


@pytest.mark.rule("MK-45")
def test_the_points_come_at_once() -> None:
    scene = ready()
    before = scene.total(0)
    scene.play("depart berlin")
    assert scene.total(0) == before + 7


# -- routes of others -------------------------------------------------------------------------


@pytest.mark.rule("MK-43", "R-55")
def test_a_passenger_card_for_each_route_of_others() -> None:
    scene = Maerklin(3).own(0, "berlin-leipzig").own(1, SOUTH[1]).own(2, SOUTH[2])
    scene.standing(0, "berlin").hand(0, passenger=2, red=1).turn(0)
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.held(0) == {"passenger": 2, "red": 1}  # an own route is free
    scene.play("ride erfurt-leipzig")
    assert (scene.held(0), scene.see("discards")["passenger"]) == ({"passenger": 1, "red": 1}, 1)
    scene.play("ride erfurt-nuernberg/1")
    assert (scene.held(0), scene.see("discards")["passenger"]) == ({"red": 1}, 2)
    assert set(scene.won(0)) == set(CITIES[:4])


@pytest.mark.rule("MK-43", "R-55")
def test_without_a_card_the_journey_ends_and_nobody_learns_of_the_hand() -> None:
    scene = Maerklin().own(0, "berlin-leipzig").own(1, SOUTH[1]).standing(0, "berlin").turn(0)
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.legal == ["alight"]  # asked all the same
    assert scene.why("ride erfurt-leipzig") == ("fare_short", "MK-43")


@pytest.mark.rule("MK-43")
def test_a_card_pays_for_the_first_ride_too() -> None:
    scene = ready().own(1, "berlin-magdeburg").hand(0, passenger=1)
    scene.play("depart berlin")
    assert scene.legal == ["ride berlin-leipzig", "ride berlin-magdeburg"]
    scene.play("ride berlin-magdeburg")
    assert scene.held(0) == {}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("R-55")
def test_a_played_passenger_card_fills_an_empty_slot_of_the_row() -> None:
    scene = ready().own(1, "berlin-magdeburg").hand(0, passenger=1)
    scene.row("red", "red", "red", "red", None).deck().turn(0)
    scene.play("depart berlin", "ride berlin-magdeburg")
    assert scene.face_up == ["red", "red", "red", "red", "passenger"]


# -- countries --------------------------------------------------------------------------------


@pytest.mark.rule("MK-55", "MK-56", "R-53")
def test_a_journey_ends_in_a_country() -> None:
    """Freiburg and Karlsruhe both lead to France, but nothing runs on through it."""
    scene = Maerklin().own(0, "freiburg-frankreich", "karlsruhe-frankreich")
    scene.standing(0, "freiburg").turn(0)
    events = scene.play("depart freiburg", "ride freiburg-frankreich")
    assert scene.won(0) == {"freiburg": 2}
    assert [e["place"] for e in scene.words(events, "alighted")] == ["frankreich"]
    assert (scene.actor, scene.question) == (1, "turn")


def test_the_way_to_the_south_is_one_way() -> None:
    """The table's own routes join its cities one after the other."""
    board = Maerklin().game.board
    for route, (a, b) in zip(SOUTH, pairwise(CITIES), strict=True):
        found = board.route(route)
        assert {board.places[found.a].id, board.places[found.b].id} == {a, b}
