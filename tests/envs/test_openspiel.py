"""The OpenSpiel game passes OpenSpiel's random simulation, and its worlds are honest."""

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra `rl` is not installed")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

import capotreno.envs.openspiel  # noqa: E402, F401 -- registers the game
from capotreno import Match, load  # noqa: E402
from tests.conformance.tables import DICE, IN_TURN, OWN, VARIANTS, counts  # noqa: E402
from tests.long import LONG  # noqa: E402


def loaded(name: str, players: int, **more: object) -> Any:
    plain = name.removesuffix(DICE)
    given = {"game": str(OWN.get(plain, plain)), "players": players, "dice": plain != name, **more}
    return pyspiel.load_game("capotreno", given)


@pytest.mark.parametrize("name", VARIANTS if LONG else IN_TURN)
def test_random_simulation(name: str) -> None:
    game = loaded(name, counts(name)[0])
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_are_written_and_read() -> None:
    game = pyspiel.load_game("capotreno(game=new_york,players=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters() -> None:
    usa = loaded("usa", 2, tickets="big_cities")
    assert usa.observation_tensor_size() != loaded("usa", 2).observation_tensor_size()
    island = loaded("island", 3)
    assert island.num_players() == 3
    with pytest.raises(Exception, match="for 2 to 4 players"):
        loaded("new_york", 5)


def dealt(game: Any, luck: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
        state.apply_action(luck.choice(outcomes)[0])
    return state


@pytest.mark.parametrize("name", ["new_york", "europe", "great_lakes", "ghost_train+dice"])
def test_other_worlds_look_the_same_to_who_imagines_them(name: str) -> None:
    game = loaded(name, 2)
    luck = random.Random(3)
    state = dealt(game, luck)
    others = 0
    while not state.is_terminal():
        if not state.is_chance_node() and luck.random() < 0.1:
            seat = state.current_player()
            world = state.resample_from_infostate(seat, luck.random)
            assert world.current_player() == seat
            assert world.legal_actions() == state.legal_actions()
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            others += str(world) != str(state)
        nodes = state.chance_outcomes() if state.is_chance_node() else []
        state.apply_action(luck.choice(nodes)[0] if nodes else luck.choice(state.legal_actions()))
    assert others
    assert abs(sum(state.returns())) < 1e-9


def test_chance_explicit_gives_the_games_that_seeds_give() -> None:
    """The outcomes of a recorded game, as chance nodes, lead to the same final state."""
    table = load("europe", 2)
    match = Match(table, seed=5)
    luck = random.Random(5)
    while not match.over:
        match.play(luck.choice(match.legal()))
    state = loaded("europe", 2).new_initial_state()
    for gesture in match.log.gestures:
        for text in gesture.actions:
            state.apply_action(table.code(text))
        for outcome in gesture.chance:
            assert outcome < len(state.chance_outcomes())
            state.apply_action(outcome)
    assert state.is_terminal()
    seatwise = state.moment.game.outcome(state.moment.state)
    assert seatwise == match.outcome()


def test_a_search_of_open_spiel_plays() -> None:
    game = pyspiel.load_game("capotreno(game=new_york,players=2)")
    chance = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 8, 4, chance)
    state = dealt(game, random.Random(1))
    assert searcher.step(state) in state.legal_actions()
