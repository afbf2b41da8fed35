"""Positions that no game could be in are refused, and so is nothing that one could be in."""

from typing import Any

import pytest

from capotreno import PositionError
from tests.games.rails_and_sails.sails import Opening, Sails, on_both


def wrong(scene: Sails, position: dict[str, Any]) -> str:
    """Why a position is refused."""
    with pytest.raises(PositionError) as refused:
        scene.game.from_position(position)
    return str(refused.value)


def written(scene: Sails) -> dict[str, Any]:
    position: dict[str, Any] = scene.game.position(scene.state)
    position["chance"] = 1
    return position


@on_both
def test_pieces_are_chosen_by_everybody_and_after_the_tickets(name: str) -> None:
    opening = Opening(name, 2)
    position = written(opening)
    assert opening.game.from_position(position).stack == opening.state.stack
    for asked in (
        [entry for entry in position["asked"] if entry[0] != "pieces"],
        list(reversed(position["asked"])),
        position["asked"][1:],
    ):
        assert "asked" in wrong(opening, {**position, "asked": asked})


@on_both
def test_the_choice_of_somebody_still_asked(name: str) -> None:
    opening = Opening(name, 2).keep_all()
    position = written(opening)
    mix = opening.legal[0].removeprefix("pieces ")
    position["cells"]["pieces_chosen"][0] = mix
    assert "pieces_chosen" in wrong(opening, position)


@on_both
def test_pieces_boxes_harbours_and_slots(name: str) -> None:
    scene = Sails(name).turn(0)
    for path, value, word in (
        (("pieces", 0, "rail"), 5, "pieces"),
        (("box", 0, "rail"), -1, "box"),
        (("harbours", 0), [next(p.id for p in scene.game.board.places if p.port)], "harbours"),
        (("exchanged", 0), -1, "exchanged"),
        (("row", "1"), None, ""),
    ):
        position = written(scene)
        cells: Any = position["cells"]
        *most, last = path
        for step in most:
            cells = cells[step]
        cells[last] = value
        assert word in wrong(scene, position)


@on_both
def test_a_slot_that_waits_is_empty_and_two_decks_could_fill_it(name: str) -> None:
    scene = Sails(name).turn(0)
    scene.play(scene.legal[0])
    position = written(scene)
    assert scene.game.from_position(position).stack == scene.state.stack
    for slot in (5, -1, 6):
        position["asked"][-1][2] = slot
        assert wrong(scene, position)


def test_a_rugged_route_that_cannot_be_paid_to_the_end() -> None:
    scene = Sails("world").hand(0, train_red=4).turn(0)
    scene.game.apply(scene.state, scene.game.code("claim dar_es_salaam-luanda"))
    good = written(scene)
    assert len(good["asked"]) == 2
    scene.game.from_position(good)
    poor = Sails("world").hand(0, train_red=2).turn(0)
    position = {**written(poor), "asked": good["asked"]}
    assert "cannot answer" in wrong(poor, position)
    position = {**good, "asked": good["asked"] * 2}
    assert "asked" in wrong(scene, position)
