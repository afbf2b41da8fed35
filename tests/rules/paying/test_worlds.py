"""Worlds imagined while somebody pays: whoever is asked can pay, however unlikely that hand is."""

from dataclasses import replace

import pytest

from capotreno import Game, RulesetError
from capotreno.engine.layout import SECRET, Layout
from capotreno.engine.part import Part
from capotreno.games.new_york import new_york
from capotreno.rules.building.stations import Stations
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.payment import SetPayment
from tests.games.classic.table import Board
from tests.games.own.table import Own, classic
from tests.scene import Scene

WORLDS = 40


def imagined(scene: Scene) -> list[dict[str, int]]:
    """The payer's hands in worlds that the other seat cannot tell from the true one."""
    game, view = scene.game, scene.game.view(scene.state, 1)
    hands = []
    for seed in range(WORLDS):
        world = game.resample(view, seed)
        game.audit(world)
        assert game.legal(world)
        assert game.view(world, 1).cells == view.cells
        payer = scene.part(SetPayment)
        held = world.cells[payer.hands : payer.hands + payer.kinds]
        hands.append({payer.names[kind]: n for kind, n in enumerate(held) if n})
    return hands


def asked(scene: Scene, *words: str) -> Scene:
    """The scene after some actions, none of them taken on without being asked."""
    scene.turn(0)
    for word in words:
        scene.game.apply(scene.state, scene.game.code(word))
    return scene


@pytest.mark.rule("NO-51", "R-93")
def test_eight_of_a_colour_and_any_four() -> None:
    """Of twelve cards nobody has seen, at least eight are of one colour: one deal in millions."""
    scene = Board("nordic").hand(0, blue=8, red=2, wild=2)
    hands = imagined(asked(scene, "claim lieksa-murmansk"))
    colours = [max(hand, key=lambda card: hand[card]) for hand in hands]
    assert all(hand[colour] >= 8 for hand, colour in zip(hands, colours, strict=True))
    assert len(set(colours)) > 3  # the route takes any colour


@pytest.mark.rule("NO-45", "R-93")
def test_cards_of_any_kind_are_there_until_the_last_is_given() -> None:
    """Three black cards and any six for the two wilds due; then six that are not wilds."""
    scene = Board("nordic").hand(0, black=3, red=2, blue=2, white=2)
    asked(scene, "claim andalsnes-bergen")
    assert imagined(scene)
    scene.game.apply(scene.state, scene.game.code("pay black*3 any*6"))
    while scene.question == "give":
        for hand in imagined(scene):
            assert sum(hand.values()) - hand.get("wild", 0) == len(scene.state.stack)
        scene.game.apply(scene.state, scene.game.legal(scene.state)[0])


@pytest.mark.rule("EU-45")
def test_eight_cards_for_the_longest_tunnel() -> None:
    """Eight of one colour and wilds among eight unseen cards."""
    scene = Board("europe").hand(0, red=8)
    long = next(route for route in scene.game.board.routes if route.length == 8)
    for hand in imagined(asked(scene, f"claim {long.id}")):
        wilds = hand.pop("wild", 0)
        assert wilds + max(hand.values(), default=0) == 8


def test_a_station_is_paid_where_routes_are_paid_with_plain_sets() -> None:
    """What is asked for then is no route: a place has its number, and a price of its own."""
    value = classic(stations={"each": 3, "unbuilt": 4})
    for route in value["routes"]:
        for rough in ("ferry", "tunnel", "card_set"):
            route.pop(rough, None)
    scene = Own(value).hand(0, red=3)
    assert not isinstance(scene.part(SetPayment), FerryPayment)
    places = [place.id for place in scene.game.board.places]
    scene.cells[scene.part(Stations).built] = 0b11  # the third costs three cards
    for hand in imagined(asked(scene, f"station {places[-1]}")):
        wilds = hand.pop("wild", 0)
        assert wilds + max(hand.values(), default=0) == 3


class Forgetful(Part):
    """Hides a number and never says what it may be."""

    def bind(self, layout: Layout) -> None:
        layout.cells("secret_number", secrecy=SECRET)


def test_a_part_that_hides_and_imagines_nothing_is_named() -> None:
    plain = new_york()
    game = Game(replace(plain, parts=(*plain.parts, Forgetful())), 2)
    view = game.view(game.start(1), 0)
    with pytest.raises(RulesetError, match="no part of new_york says what 'secret_number' may be"):
        game.resample(view, 1)
