"""The turn, the cards and the claims of Ghost Train: GT-14 to GT-30."""

import pytest

from tests.games.ghost_train.table import Ghost

BLUE_TWO = "mad_scientists_lab-town_hall/1"
COLOURS = ("yellow", "green", "orange", "black", "blue", "red")


@pytest.mark.rule("GT-14", "R-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_begins_and_turns_go_round(players: int) -> None:
    scene = Ghost(players)
    order = []
    for _ in range(2 * players):
        order.append(scene.actor)
        scene.play("draw 2")
    assert order == [*range(players)] * 2


@pytest.mark.rule("GT-15", "GT-34")
def test_the_actions_of_a_turn() -> None:
    scene = Ghost().hand(0, blue=2).turn(0)
    assert {action.split()[0] for action in scene.legal} == {"draw", "claim", "renew"}
    assert scene.refused("pass").reason.key == "not_now"


@pytest.mark.rule("GT-15", "GT-26")
@pytest.mark.parametrize("action", ["draw 2", f"claim {BLUE_TWO}", "renew"])
def test_a_turn_is_one_action(action: str) -> None:
    scene = Ghost().hand(0, blue=4).turn(0)
    scene.play(action)
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("GT-16")
def test_two_cards_are_drawn_unseen() -> None:
    scene = Ghost().deck(blue=1, red=1, green=3).chance(0, 0).turn(0)
    events = scene.play("draw 2")
    assert scene.names(events)[:3] == ["answered", "drew", "drew"]
    assert sum(scene.held(0).values()) == 2
    drew = [event for event in events if scene.names([event]) == ["drew"]]
    told = [scene.game.redact(event, 1) for event in drew]
    assert all(event is not None and event[2] == -1 for event in told)


@pytest.mark.rule("GT-16", "R-03")
def test_one_card_is_drawn_where_there_is_one_only() -> None:
    scene = Ghost().deck(blue=1).turn(0)
    scene.play("draw 2")
    assert (scene.held(0), scene.actor) == ({"blue": 1}, 1)


@pytest.mark.rule("GT-17", "R-05")
def test_the_discards_become_the_deck() -> None:
    scene = Ghost().deck(blue=1, discards={"green": 3}).turn(0)
    assert "reshuffled" in scene.names(scene.play("draw 2"))
    assert scene.held(0) == {"blue": 1, "green": 1}


@pytest.mark.rule("GT-17")
def test_no_card_at_all() -> None:
    scene = Ghost().deck().turn(0)
    assert scene.legal == ["renew"]
    error = scene.refused("draw 2")
    assert (error.reason.key, error.reason.rule) == ("no_cards", "GT-17")


@pytest.mark.rule("GT-18")
def test_cards_and_routes_have_the_same_colours_and_no_route_is_gray() -> None:
    board = Ghost().game.board
    assert {card.colour for card in board.cards if not card.wild} == set(COLOURS)
    assert {route.colour for route in board.routes} == set(COLOURS)


@pytest.mark.rule("GT-19")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_wild_stands_for_any_colour(colour: str) -> None:
    board = Ghost().game.board
    route = next(r.id for r in board.routes if (r.colour, r.length) == (colour, 2))
    scene = Ghost().hand(0, **{colour: 1}).turn(0)
    assert f"claim {route}" not in scene.legal
    scene.hand(0, **{colour: 1, "wild": 1})
    scene.play(f"claim {route}")
    assert route in scene.see("owned")[0]


@pytest.mark.rule("GT-20")
def test_a_set_of_the_routes_colour() -> None:
    scene = Ghost().hand(0, blue=1, red=9).turn(0)
    error = scene.refused(f"claim {BLUE_TWO}")
    assert (error.reason.key, error.reason.rule) == ("cards_short", "GT-20")
    assert error.reason.values == {"missing": 1, "length": 2}
    scene.hand(0, blue=2, red=2, wild=1)
    scene.play(f"claim {BLUE_TWO}")
    assert scene.refused("pay red*2").reason.rule == "GT-20"


@pytest.mark.rule("GT-21")
def test_a_piece_on_each_space() -> None:
    scene = Ghost().hand(0, red=4).turn(0)
    scene.play("claim remote_pier-mansion_on_the_hill")
    assert scene.see("pieces") == [{"rail": 16}, {"rail": 20}]


@pytest.mark.rule("GT-21")
def test_too_few_pieces() -> None:
    scene = Ghost().own(0, "gingerbread_house-lonely_barn", "remote_pier-mansion_on_the_hill")
    scene.own(0, "haunted_tree-abandoned_school/1", "witchs_cauldron-graveyard/1")
    scene.own(0, "misty_windmill-train_station", "mad_scientists_lab-crypt")
    scene.hand(0, blue=3).turn(0)
    error = scene.refused("claim swamp-circus_of_dread/1")
    assert (error.reason.key, error.reason.rule) == ("pieces_short", "GT-21")
    assert error.reason.values == {"missing": 2, "have": 1}


@pytest.mark.rule("GT-22")
def test_the_cards_played_are_discarded_for_all_to_see() -> None:
    scene = Ghost().hand(0, blue=1, wild=1).turn(0)
    scene.play(f"claim {BLUE_TWO}")
    assert {card: n for card, n in scene.seen(1, "discards").items() if n} == {"blue": 1, "wild": 1}


@pytest.mark.rule("GT-23")
def test_the_example_of_the_blue_route_of_two_spaces() -> None:
    scene = Ghost().hand(0, blue=2, wild=2, red=1).turn(0)
    scene.play(f"claim {BLUE_TWO}")
    assert scene.legal == ["pay blue*1 wild*1", "pay blue*2", "pay wild*2"]
    scene.play("pay blue*1 wild*1")
    assert scene.held(0) == {"blue": 1, "wild": 1, "red": 1}
    assert scene.see("owned")[0] == [BLUE_TWO]


@pytest.mark.rule("GT-24")
def test_a_route_somebody_owns() -> None:
    scene = Ghost().own(1, "misty_windmill-train_station").hand(0, red=3).turn(0)
    error = scene.refused("claim misty_windmill-train_station")
    assert (error.reason.key, error.reason.rule) == ("route_taken", "GT-24")


@pytest.mark.rule("GT-24", "GT-25")
def test_any_free_route_connected_or_not() -> None:
    scene = Ghost().own(0, "gingerbread_house-haunted_tree/1").hand(0, wild=4).turn(0)
    claims = {action.removeprefix("claim ") for action in scene.legal if "claim" in action}
    every = {route.id for route in scene.game.board.routes}
    assert every - claims == {f"gingerbread_house-haunted_tree/{n}" for n in (1, 2)}


@pytest.mark.rule("GT-27")
@pytest.mark.parametrize("seat", range(4))
def test_pieces_of_any_colour_stand_on_any_route(seat: int) -> None:
    scene = Ghost(4).hand(seat, wild=4).turn(seat)
    claims = [action for action in scene.legal if action.startswith("claim ")]
    assert len(claims) == len(scene.game.board.routes)


@pytest.mark.rule("GT-28", "GT-29")
def test_nobody_owns_both_routes_of_a_pair() -> None:
    scene = Ghost().own(0, BLUE_TWO).hand(0, red=2).turn(0)
    error = scene.refused("claim mad_scientists_lab-town_hall/2")
    assert (error.reason.key, error.reason.rule) == ("twin_owned", "GT-29")


@pytest.mark.rule("GT-30", "R-43")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_route_stays_open_to_others(players: int) -> None:
    scene = Ghost(players).own(0, BLUE_TWO).hand(1, red=2).turn(1)
    scene.play("claim mad_scientists_lab-town_hall/2")
    assert scene.see("owned")[:2] == [[BLUE_TWO], ["mad_scientists_lab-town_hall/2"]]
