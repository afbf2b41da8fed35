"""A baseline that searches: OpenSpiel's ISMCTS on New York, against chance."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import capotreno.envs.openspiel  # noqa: F401 -- registers the game


def play(simulations=50, seed=0, game="capotreno(game=new_york,players=2)", most=10_000):
    """One game, the searcher on seat 0; what it is worth to both seats."""
    game, luck = pyspiel.load_game(game), np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    searcher = ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=luck)
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(luck.choice([outcome for outcome, _ in state.chance_outcomes()]))
        elif state.current_player() == 0:
            state.apply_action(searcher.step(state))
        else:
            state.apply_action(luck.choice(state.legal_actions()))
    return state.returns()


if __name__ == "__main__":
    print("won", sum(play(seed=seed)[0] > 0 for seed in range(10)), "of 10")
