"""The numbers of a game's rules that are shown while it is played."""

import pytest

from capotreno import rulebook
from capotreno.engine.state import State
from capotreno.games.registry import games, load
from capotreno.rules.claiming.piece_choice import PieceChoice
from capotreno.server.table.offer import facts
from tests.rules.worlds import having


def test_a_race_tells_its_goal_and_other_games_have_none() -> None:
    told = {name: load(name, 2).facts.get("goal") for name in games()}
    assert told.pop("ghost_train") == 6
    assert set(told.values()) == {None}
    assert load("ghost_train", 2, dice=True).facts["goal"] == 6


@pytest.mark.parametrize("name", having(PieceChoice))
def test_beginners_are_told_what_the_rulebook_tells_them(name: str) -> None:
    game = load(name, 2)
    advised = game.facts["advised_pieces"]
    assert isinstance(advised, dict)
    text = rulebook.rules(name, "en", False)
    assert text is not None
    assert f"take {advised['rail']} trains and {advised['sea']} ships" in text
    words = " ".join(f"{kind}*{n}" for kind, n in advised.items())
    assert game.code(f"pieces {words}") in game.legal(opened(name))


def opened(name: str) -> State:
    """The moment the pieces are chosen."""
    game = load(name, 2)
    state = game.start(1)
    while game.layout.questions[state.stack[-1][0]].name != "pieces":
        game.apply(state, game.legal(state)[0])
    return state


def test_the_price_of_a_token_is_told_with_dice_only() -> None:
    assert load("new_york", 2).facts == {}
    assert load("new_york", 2, dice=True).facts == {"token_price": 2, "token_limit": 3}


def test_how_many_stations_and_harbours_a_seat_may_build_is_told() -> None:
    told = {name: facts(load(name, 2)).get("to_build") for name in ("europe", "world")}
    assert told == {"europe": {"stations": 3}, "world": {"harbours": 3}}
    assert facts(load("new_york", 2)) == {}
