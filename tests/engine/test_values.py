"""States, views and games as values: how they are written, compared and kept in sets."""

import pytest

import capotreno
from capotreno import NOBODY, Game, State, load


def begun(seed: int = 7) -> tuple[Game, State]:
    game = load("new_york", 2)
    return game, game.start(seed)


def test_a_game_equals_its_like_and_is_found_in_a_set() -> None:
    game = load("new_york", 2)
    assert game == load("new_york", 2)
    assert {game, load("new_york", 2)} == {game}
    for other in (load("new_york", 3), load("new_york", 2, dice=True), load("usa", 2)):
        assert game != other
    assert game != "new_york"


def test_a_state_equals_its_copy_until_one_of_them_is_played() -> None:
    game, state = begun()
    twin = state.copy()
    assert (state == twin, state != twin) == (True, False)
    game.legal(twin)  # what has been looked up is no part of the value
    assert state == twin
    game.apply(twin, game.legal(twin)[0])
    assert state != twin
    assert game.start(7) == state
    assert game.start(8) != state


def test_the_same_cells_with_another_chance_are_another_state() -> None:
    _, state = begun()
    other = state.copy()
    other.seed += 1
    assert state != other


def test_states_of_different_games_are_never_equal() -> None:
    _, state = begun()
    other = state.copy()
    other.game = "another game"
    assert state != other


def test_a_view_equals_the_same_seats_view_only() -> None:
    game, state = begun()
    view = game.view(state, 0)
    assert view == game.view(state.copy(), 0)
    assert view == view.copy()
    assert view != game.view(state, 1)
    assert view != game.view(state, NOBODY)
    other = view.copy()
    other.seat = 1  # the same cells in other eyes
    assert view != other
    assert (view == state, state == view) == (False, False)
    assert game.view(game.resample(view, seed=3), 0) == view


@pytest.mark.parametrize("seat", [None, 0])
def test_what_changes_has_no_hash(seat: int | None) -> None:
    game, state = begun()
    with pytest.raises(TypeError, match="unhashable"):
        hash(state if seat is None else game.view(state, seat))


def test_how_they_are_written() -> None:
    game, state = begun()
    assert repr(game) == "<Game new_york (version 1) with 2 players>"
    name = "new_york (version 1) with 2 players"
    assert repr(state) == f"<State of {name}: the opening, seat 0 is asked>"
    assert repr(game.view(state, 1)) == f"<View of {name} for seat 1: the opening, seat 0 is asked>"
    while game.actor(state) is not None:
        game.apply(state, game.legal(state)[-1])
    turns = game.position(state)["cells"]["turns"]  # type: ignore[index]
    assert repr(state) == f"<State of {name}: over after turn {turns}>"
    spectator = game.view(state, NOBODY)
    assert repr(spectator) == f"<View of {name} for a spectator: over after turn {turns}>"


def test_the_number_of_actions_is_that_of_the_codes() -> None:
    for name in capotreno.games():
        game = load(name, 2)
        assert game.num_actions == len(game.actions.all)
        assert game.action(game.num_actions - 1).code == game.num_actions - 1
        with pytest.raises(capotreno.NotAnAction):
            game.action(game.num_actions)
