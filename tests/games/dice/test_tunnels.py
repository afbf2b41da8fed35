"""Tunnels and stations with dice: D-31 to D-36."""

import pytest

from capotreno import load
from capotreno.rules.dice.tunnels import TunnelDice
from tests.games.dice.table import DiceTable

BLANK = 5  # what chance says for a tunnel die: no tunnel


def tunnel(scene: DiceTable, length: int, *, double: bool) -> str:
    return next(
        route.id
        for route in scene.game.board.routes
        if (route.tunnel, route.length, bool(route.twins), route.ferry) == (True, length, double, 0)
    )


@pytest.mark.rule("D-31", "R-61")
@pytest.mark.parametrize("name", ["switzerland", "nordic", "europe"])
def test_a_tunnel_is_rolled_for_before_it_is_paid(name: str) -> None:
    scene = DiceTable(name).turn(0).roll(single=5)
    route = tunnel(scene, 2, double=False)
    scene.game.apply(scene.state, scene.game.code(f"claim {route}"))
    assert scene.legal == ["dig"]
    scene.chance(BLANK, BLANK, BLANK)
    scene.game.apply(scene.state, scene.game.code("dig"))
    assert "pay dice*2" in scene.legal
    scene.play("pay dice*2")
    assert route in scene.seen(-1, "owned")[0]


@pytest.mark.rule("D-32")
@pytest.mark.parametrize("symbols", range(4))
def test_each_tunnel_costs_one_more(symbols: int) -> None:
    scene = DiceTable("switzerland").turn(0).roll(single=4, locomotive=1)
    route = tunnel(scene, 2, double=False)
    scene.chance(*[0] * symbols, *[BLANK] * (3 - symbols))
    scene.play(f"claim {route}")
    if symbols < 3:  # then there is only one way, and it is paid
        scene.play(f"pay dice*{2 + symbols}")
    assert sum(scene.dice.values()) == 3 - symbols
    assert route in scene.seen(-1, "owned")[0]


@pytest.mark.rule("D-32")
def test_tokens_held_or_bought_at_once_help_too() -> None:
    scene = DiceTable("switzerland").tokens(0, single=1).turn(0).roll(single=2, station=3)
    route = tunnel(scene, 2, double=False)
    scene.chance(0, 0, BLANK)
    scene.play(f"claim {route}")
    scene.play("pay dice*2 token*2")
    assert scene.has(0) == {}
    assert scene.dice == {"station": 1}


@pytest.mark.rule("D-32")
def test_a_double_tunnel_takes_double_faces() -> None:
    scene = DiceTable("switzerland", 3).turn(0).roll(double=2, single=3)
    route = tunnel(scene, 1, double=True)
    scene.chance(0, BLANK, BLANK)
    scene.play(f"claim {route}")
    scene.play("pay dice*2")
    assert scene.dice == {"single": 3}


@pytest.mark.rule("D-33", "R-64")
def test_who_cannot_pay_has_lost_the_turn_and_nothing_else() -> None:
    scene = DiceTable("switzerland").tokens(0, double=2).turn(0).roll(single=2, station=2, double=1)
    route = tunnel(scene, 2, double=False)
    scene.chance(0, 0, 0)
    events = scene.play(f"claim {route}")
    assert scene.names(events).count("tunnel_failed") == 1
    assert (scene.actor, scene.question) == (1, "turn")
    assert scene.has(0) == {"double": 2}, "nothing is spent and nothing bought"
    assert scene.seen(-1, "owned")[0] == []


@pytest.mark.rule("D-34")
def test_nothing_is_rolled_again_after_the_tunnel_dice() -> None:
    scene = DiceTable("switzerland").turn(0).roll(single=5)
    scene.game.apply(scene.state, scene.game.code(f"claim {tunnel(scene, 1, double=False)}"))
    scene.chance(0, BLANK, BLANK)
    scene.game.apply(scene.state, scene.game.code("dig"))
    assert scene.refused("reroll single*1").reason.key == "not_asked"
    assert {text.split()[0] for text in scene.legal} == {"pay"}


@pytest.mark.rule("R-64")
def test_a_new_turn_is_rolled_for_anew() -> None:
    scene = DiceTable("switzerland").turn(0).roll(single=5)
    scene.chance(BLANK, BLANK, BLANK)
    scene.play(f"claim {tunnel(scene, 2, double=False)}")
    scene.play("pay dice*2", "done")
    scene.turn(0).roll(single=5)
    scene.state.tape = None
    scene.game.apply(scene.state, scene.game.code(f"claim {tunnel(scene, 1, double=False)}"))
    assert scene.legal == ["dig"]


@pytest.mark.rule("R-61")
@pytest.mark.parametrize("faces", [1, 2, 3])
def test_the_setting_of_the_tunnel_dice(faces: int) -> None:
    game = load("switzerland", 2, dice=True, tunnel_faces=faces)
    assert game.ruleset.options == {"dice": True, "tunnel_faces": faces}
    part = game.layout.partner(TunnelDice)
    scene = DiceTable(game=game).turn(0).roll(single=5)
    scene.chance(faces - 1, faces, 5)
    scene.play(f"claim {tunnel(scene, 1, double=False)}")
    assert scene.cells[part.symbols] == 1


@pytest.mark.rule("D-35", "R-66")
def test_stations_cost_one_two_and_three_faces() -> None:
    scene = DiceTable("europe")
    for price, place in enumerate(("paris", "berlin", "roma"), start=1):
        scene.turn(0)
        assert scene.refused(f"station {place}").reason.key == "roll_first"
        scene.roll(station=price - 1, single=6 - price)
        refusal = scene.refused(f"station {place}")
        assert (refusal.reason.key, refusal.reason.rule) == ("station_faces", "D-35")
        scene.roll(station=price - 1, locomotive=1, single=5 - price)
        scene.play(f"station {place}", f"pay station*{price}")
        assert place in scene.seen(-1, "stations")[0]
        assert scene.dice == {"single": 5 - price}


@pytest.mark.rule("D-36")
def test_building_a_station_is_the_whole_action() -> None:
    scene = DiceTable("europe").turn(0).roll(station=2, single=3)
    scene.play("station paris", "pay station*1")
    assert scene.question == "tokens"
    assert not {"claim", "tickets", "station", "reroll"} & scene.verbs()
