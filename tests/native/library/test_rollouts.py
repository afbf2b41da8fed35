"""Worlds played on by the policy: as interpreted, whoever plays them and how many at once."""

import numpy as np
import pytest

from capotreno import Game
from capotreno.engine.chance import scramble
from capotreno.engine.errors import CapotrenoError, NotLegal, NotYourDecision
from capotreno.engine.state import State
from capotreno.native.library.compare import chosen
from capotreno.native.library.game import CHOOSER, NativeGame
from capotreno.swift.swift import LUCK, Swift


def finished(game: Game, state: State, seed: int, policy: str = "swift") -> State:
    """A game played on as capotreno.h defines it."""
    swift, state = Swift(game), state.copy()
    chance = State([], [], scramble(seed) ^ CHOOSER, game.id)
    while state.stack:
        menu, decision = game.legal(state), state.stack[-1]
        if policy == "swift":
            code = swift.choose(state, menu, decision, chance.below(LUCK))
        else:
            code = menu[chance.below(len(menu))]
        game.apply(state, code)
    return state


@pytest.fixture(scope="module")
def moment(game: Game) -> State:
    """A turn in the middle of a game."""
    swift, state = Swift(game), game.start(4)
    while state.turn < 12 or len(game.legal(state)) < 5:
        game.apply(state, swift.choose(state, game.legal(state), state.stack[-1], state.turn))
    return state


@pytest.mark.slow
def test_choices_are_the_interpreters(game: Game, native: NativeGame, moment: State) -> None:
    swift = Swift(game)
    seat = game.actor(moment)
    assert seat is not None
    view = native.view(native.native(moment), seat)
    for seed in range(20):
        assert native.choose(native.native(moment), seed) == chosen(swift, moment, seat, seed)
        assert native.choose(view, seed) == chosen(swift, moment, seat, seed)
    with pytest.raises(NotYourDecision, match="is not asked now"):
        native.choose(native.view(native.native(moment), 1 - seat), 1)
    ended = native.native(moment)
    native.playout(ended, 1)
    with pytest.raises(NotYourDecision, match="it is over"):
        native.choose(ended, 1)


def test_rollouts_are_games_of_the_interpreter(
    game: Game, native: NativeGame, moment: State
) -> None:
    codes = [None, *game.legal(moment)[-3:]]
    seeds = [7, 2**64 - 1, 9, 7]
    worlds = [native.native(moment) for _ in codes]
    found = native.rollouts(worlds, codes, seeds)
    assert found.totals.dtype == np.int32
    for number, (code, seed) in enumerate(zip(codes, seeds, strict=True)):
        state = moment.copy()
        if code is not None:
            game.apply(state, code)
        outcome = game.outcome(finished(game, state, seed))
        assert tuple(found.totals[number]) == outcome.totals
        shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(2)]
        assert list(found.wins[number]) == shares
    assert native.state(worlds[1]) == moment  # each was played in a copy
    some = native.rollouts(worlds[:1], seeds=[3], policy="random")
    assert tuple(some.totals[0]) == game.outcome(finished(game, moment, 3, "random")).totals


def test_threads_and_company_change_no_rollout(
    game: Game, native: NativeGame, moment: State
) -> None:
    seat = game.actor(moment)
    assert seat is not None
    worlds = native.worlds(native.view(native.native(moment), seat), range(40))
    alone = native.rollouts(worlds, seeds=range(40))
    assert len({tuple(row) for row in alone.totals}) > 5
    assert np.all(alone.wins.sum(axis=1) == 1)
    for found in (
        native.rollouts(worlds, threads=3),
        native.rollouts(worlds[5:9], None, range(5, 9)),
    ):
        rows = alone.totals if len(found.totals) == 40 else alone.totals[5:9]
        assert np.array_equal(found.totals, rows)
    short = native.rollouts(worlds, limit=3)
    assert set(short.decisions) == {3}
    assert native.rollouts([]).totals.shape == (0, 2)


def test_whole_games_by_policies(game: Game, native: NativeGame) -> None:
    ends = [game.outcome(finished(game, game.start(seed), seed)) for seed in range(50, 56)]
    played = native.playouts(6, first=50, policy="swift")
    assert played.points == tuple(sum(one.totals[seat] for one in ends) for seat in (0, 1))
    assert played == native.playouts(6, first=50, threads=2, policy=("swift", "swift"))
    assert native.playouts(6, policy="random") == native.playouts(6)
    mixed = native.playouts(200, policy=("random", "swift"))
    assert mixed.wins[1] > 0.9 * 200


def test_what_cannot_be_rolled_out_is_refused(
    game: Game, native: NativeGame, moment: State
) -> None:
    world = native.native(moment)
    missing = next(code for code in range(game.num_actions) if code not in game.legal(moment))
    with pytest.raises(NotLegal):
        native.rollouts([world], [missing])
    with pytest.raises(NotYourDecision):
        native.rollouts([world], [game.legal(moment)[0]], seat=1 - (game.actor(moment) or 0))
    for wrong in ({"policy": "clever"}, {"policy": ("swift",)}, {"seeds": [1, 2]}, {"limit": -1}):
        with pytest.raises(CapotrenoError):
            native.rollouts([world], **wrong)
    with pytest.raises(CapotrenoError, match="a view cannot be played on"):
        native.rollouts([native.view(world, 0)])
