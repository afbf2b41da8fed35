"""Trick or Treat and the Town Hall: GT-36 to GT-40, and their order (R-41)."""

import pytest

from tests.games.ghost_train.table import (
    ACROSS,
    FAR,
    FURTHER,
    TO_CRYPT,
    TO_HOUSE,
    TO_LAB,
    TO_PATCH,
    Ghost,
)

FOREST = ("gingerbread_house", "gloomy_clearing", "haunted_tree")
COAST = ("swamp", "foggy_lighthouse", "remote_pier")


@pytest.mark.rule("GT-36", "GT-38")
def test_from_the_forest_to_the_coast() -> None:
    scene = Ghost().own(0, *ACROSS[:3]).tickets(0, *FAR).hand(0, blue=3).turn(0)
    names = scene.names(scene.play(f"claim {ACROSS[3]}"))
    assert names.count("bonus") == 1
    assert scene.see("bonuses")[0]["trick_or_treat"] == 1
    assert scene.see("completed") == [1, 0]
    assert (scene.line(0, "bonuses"), scene.total(0), scene.total(1)) == (1, 1, 0)


@pytest.mark.rule("GT-36")
def test_the_last_route_may_lie_anywhere_in_the_network() -> None:
    scene = Ghost().own(0, ACROSS[0], *ACROSS[2:]).tickets(0, *FAR).hand(0, red=2).turn(0)
    scene.play(f"claim {ACROSS[1]}")
    assert scene.see("bonuses")[0]["trick_or_treat"] == 1


@pytest.mark.rule("GT-36")
def test_once_for_each_player() -> None:
    scene = Ghost().own(0, *ACROSS).tickets(0, *FAR).hand(0, green=1).turn(0)
    scene.play("claim remote_pier-foggy_lighthouse/1")
    scene.hand(0, red=2).turn(0)
    assert "bonus" not in scene.names(scene.play("claim swamp-foggy_lighthouse"))
    assert scene.see("completed") == [1, 0]


@pytest.mark.rule("GT-37")
def test_the_two_regions() -> None:
    board = Ghost().game.board
    places = {region.id: region.places for region in board.regions}
    assert {board.places[p].id for p in places["dark_forest"]} == set(FOREST)
    assert {board.places[p].id for p in places["coast"]} == set(COAST)
    assert all(board.place(id).at.x < 0.3 and board.place(id).at.y < 0.5 for id in FOREST)
    assert all(board.place(id).at.x > 0.7 and board.place(id).at.y > 0.5 for id in COAST)


@pytest.mark.rule("GT-39")
@pytest.mark.parametrize(
    ("owned", "claimed", "colour"), [(TO_LAB, TO_CRYPT, "yellow"), (TO_CRYPT, TO_LAB, "blue")]
)
def test_town_hall_and_crypt(owned: str, claimed: str, colour: str) -> None:
    scene = Ghost().own(0, owned).tickets(0, *FAR).hand(0, **{colour: 2}).turn(0)
    events = scene.names(scene.play(f"claim {claimed}"))
    assert (events.count("bonus"), events.count("drew")) == (1, 2)
    assert sum(scene.held(0).values()) == 2
    assert scene.see("completed") == [0, 0]  # cards, no ticket


@pytest.mark.rule("GT-40")
def test_town_hall_and_haunted_house() -> None:
    scene = Ghost().own(0, TO_PATCH).tickets(0, *FAR).hand(0, red=2).turn(0)
    events = scene.names(scene.play(f"claim {TO_HOUSE}"))
    assert (events.count("bonus"), events.count("drew")) == (1, 2)


@pytest.mark.rule("GT-39", "GT-40")
def test_each_of_them_once_and_for_each_player() -> None:
    scene = Ghost().own(0, TO_LAB, TO_CRYPT).tickets(0, *FAR).hand(0, black=3).turn(0)
    scene.hand(0, black=3, red=1)
    scene.play("claim graveyard-town_hall")
    scene.turn(0)  # a second way to the Crypt
    assert "drew" not in scene.names(scene.play("claim graveyard-crypt/2"))
    scene.own(1, "mad_scientists_lab-town_hall/2", "mad_scientists_lab-graveyard/1")
    scene.tickets(1, *FURTHER[:2]).hand(1, green=1).turn(1)
    assert scene.names(scene.play("claim graveyard-crypt/1")).count("drew") == 2


@pytest.mark.rule("GT-39")
def test_fewer_cards_where_there_are_fewer() -> None:
    scene = Ghost().own(0, TO_LAB).tickets(0, *FAR).hand(0, yellow=2).deck().turn(0)
    scene.play(f"claim {TO_CRYPT}")
    assert scene.held(0) == {"yellow": 2}  # those just played, reshuffled


@pytest.mark.rule("R-41")
def test_tickets_first_then_trick_or_treat_then_cards() -> None:
    """One route joins all of it: a ticket, the two regions, Town Hall and Crypt."""
    scene = Ghost().own(0, *ACROSS[:2], ACROSS[3], TO_CRYPT, "circus_of_dread-mad_scientists_lab/1")
    scene.tickets(0, "abandoned_school-mad_scientists_lab", FAR[0]).hand(0, blue=2).turn(0)
    shown = ("completed", "dealt", "bonus", "drew")
    names = [name for name in scene.names(scene.play(f"claim {TO_LAB}")) if name in shown]
    assert names[:2] == ["completed", "dealt"]
    while names[:2] == ["completed", "dealt"]:  # the replacement may be complete as well
        names = names[2:]
    assert names == ["bonus", "bonus", "drew", "drew"]
    assert scene.see("bonuses")[0] == {
        "trick_or_treat": 1, "town_hall_crypt": 1, "town_hall_haunted_house": 0,
    }  # fmt: skip
