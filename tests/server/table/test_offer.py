"""What a turn's offer says about payments is what the game then accepts, on every board."""

import random

import pytest

import capotreno
from capotreno.engine.game import Game
from capotreno.engine.record import gesture
from capotreno.engine.state import State
from capotreno.server.table.offer import offer

DRAWS = ("draw", "take", "roll")


@pytest.mark.parametrize("dice", [False, True], ids=["cards", "dice"])
@pytest.mark.parametrize("name", capotreno.games())
def test_a_claims_payments_are_those_the_game_accepts(name: str, dice: bool) -> None:
    game = capotreno.load(name, players=2, dice=dice)
    seen = 0
    for seed in range(2):
        chooser = random.Random(seed)
        state = game.start(seed)
        while (seat := game.actor(state)) is not None:
            if chooser.random() < 0.1:
                seen += compare(game, state, seat)
            legal = game.legal(state)
            draws = [code for code in legal if game.action(code).verb in DRAWS]
            # Who draws much can pay in many ways.
            game.apply(state, chooser.choice(draws if draws and chooser.random() < 0.8 else legal))
    assert seen > 50


def compare(game: Game, state: State, seat: int) -> int:
    """Ask the game about every claim of an offer made from the seat's View; how many there were."""
    offered = offer(game, game.view(state, seat), seat, "en")
    assert offered is not None
    claims = [choice.code for choice in offered.choices.get("claim", [])]
    assert set(offered.ways) <= set(claims)
    assert set(offered.payments) == set().union(*offered.ways.values())
    for claim in claims:
        asked = gesture.play(game, state, seat, [claim]).state
        if claim in offered.ways:
            assert game.legal(asked) == offered.ways[claim]
            for payment in offered.ways[claim]:
                assert game.action(payment).json == offered.payments[payment]
                gesture.play(game, state, seat, [claim, payment])
        else:  # it is paid bit by bit
            assert len(asked.stack) > 1
    return len(claims)
