"""A game's library answers as the interpreter does, errors included."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from capotreno import NOBODY, CapotrenoError, Game, State, load
from capotreno.engine.chance import scramble
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import PAYMENT
from capotreno.games.new_york import new_york
from capotreno.native.library.game import CHOOSER, NativeGame, NativeState, NativeView
from capotreno.rules.cards.cards import Cards
from tests.rules.paying.test_worlds import Forgetful

pytestmark = pytest.mark.slow


def moments(game: Game, native: NativeGame, seed: int) -> list[tuple[State, NativeState]]:
    """A random game on both sides, at every decision and at its end."""
    own = random.Random(seed)
    state, fast = game.start(seed), native.start(seed)
    found = [(state.copy(), fast.copy())]
    while state.stack:
        code = own.choice(game.legal(state))
        game.apply(state, code)
        native.apply(fast, code)
        found.append((state.copy(), fast.copy()))
    return found


def told(act: Callable[..., object], *words: object) -> tuple[type[BaseException], str]:
    """What is refused, and how."""
    with pytest.raises(CapotrenoError) as refused:
        act(*words)
    return type(refused.value), str(refused.value)


def test_it_plays_the_same_game(game: Game, native: NativeGame) -> None:
    for seed in range(5):
        for state, fast in moments(game, native, seed):
            assert native.actor(fast) == game.actor(state)
            assert native.legal(fast) == game.legal(state)
            assert native.digest(fast) == game.digest(state)
            assert native.totals(fast) == tuple(sheet.total for sheet in game.sheets(state))
            for seat in range(game.players):
                assert native.legal_for(fast, seat) == game.legal_for(state, seat)
        assert native.outcome(fast) == game.outcome(state)
        assert native.ranks(fast) == game.outcome(state).ranks


def test_states_go_in_and_out(game: Game, native: NativeGame) -> None:
    for state, fast in moments(game, native, 7):
        assert native.state(fast) == state
        assert native.digest(native.native(state)) == native.digest(fast)


def test_a_copy_goes_its_own_way(native: NativeGame) -> None:
    state = native.start(1)
    before = native.digest(state)
    native.playout(state.copy(), 1)
    assert native.digest(state) == before


def test_refusals_are_the_interpreters(game: Game, native: NativeGame) -> None:
    state, fast = moments(game, native, 3)[20]
    codes = [-1, game.num_actions, *range(game.num_actions)]
    for code in codes:
        if code not in game.legal(state):
            assert told(native.apply, fast, code) == told(game.apply, state, code)
    assert native.digest(fast) == game.digest(state)
    asleep = 1 - (game.actor(state) or 0)
    code = game.legal(state)[0]
    assert told(native.apply, fast, code, asleep) == told(game.apply, state, code, asleep)
    state, fast = moments(game, native, 3)[-1]
    assert told(native.apply, fast, 0) == told(game.apply, state, 0)
    for seed in (-1, 2**64, True, "7"):
        assert told(native.start, seed) == told(game.start, seed)
    assert told(native.outcome, native.start(1)) == told(game.outcome, game.start(1))
    assert told(native.legal_for, fast, 9) == told(game.legal_for, state, 9)


def test_what_is_no_state_of_this_game_is_refused(game: Game, native: NativeGame) -> None:
    state = game.start(1)
    for act in (native.legal, native.actor, native.digest, native.state, native.totals):
        with pytest.raises(CapotrenoError, match="is no native state of a game"):
            act(state)  # type: ignore[arg-type]
    with pytest.raises(CapotrenoError, match="not of new_york"):
        native.native(load("ghost_train").start(1))
    state.cells[10] = 2**40
    with pytest.raises(CapotrenoError, match="is no state that"):
        native.native(state)
    with pytest.raises(CapotrenoError, match="is not a number of games"):
        native.playouts(-1)
    with pytest.raises(CapotrenoError, match="is not a number of threads"):
        native.playouts(1, threads=0)


def chosen(game: Game, seed: int) -> tuple[State, int]:
    """A random game as capotreno.h defines it: its end, and a checksum of its codes."""
    state, chance = game.start(seed), game.start(0)
    chance.seed = scramble(seed) ^ CHOOSER
    checksum = 0xCBF29CE484222325
    while state.stack:
        menu = game.legal(state)
        code = menu[chance.below(len(menu))]
        checksum = (checksum ^ code) * 0x100000001B3 & 2**64 - 1
        game.apply(state, code)
    return state, checksum


def test_playouts_are_the_interpreters(game: Game, native: NativeGame) -> None:
    ends = [chosen(game, seed) for seed in range(100, 110)]
    outcomes = [game.outcome(state) for state, _ in ends]
    played = native.playouts(10, first=100)
    assert played.checksum == sum(checksum for _, checksum in ends) % 2**64
    assert played.points == tuple(
        sum(outcome.totals[seat] for outcome in outcomes) for seat in range(game.players)
    )
    assert sum(played.wins) == pytest.approx(10)
    state = native.start(100)
    assert native.playout(state, 100).checksum == ends[0][1]
    assert native.digest(state) == game.digest(ends[0][0])


def test_threads_change_nothing(native: NativeGame) -> None:
    assert native.playouts(300, first=5, threads=4) == native.playouts(300, first=5)


def test_views_are_the_interpreters(game: Game, native: NativeGame) -> None:
    for state, fast in moments(game, native, 11)[::7]:
        for seat in (NOBODY, *range(game.players)):
            seen, own = game.view(state, seat), native.view(fast, seat)
            assert native.state(own) == seen
            assert native.legal(own) == game.legal(seen)
            assert native.state(native.native(seen)) == seen


def test_worlds_are_the_interpreters(game: Game, native: NativeGame) -> None:
    for state, fast in moments(game, native, 12)[::3]:
        for seat in (NOBODY, *range(game.players)):
            seen, own = game.view(state, seat), native.view(fast, seat)
            seeds = [3, 2**64 - 1, *range(40)]
            wanted = [game.resample(seen, seed) for seed in seeds]
            assert native.state(native.resample(own, 3)) == wanted[0]
            worlds = native.worlds(own, seeds)
            for found in (worlds, native.worlds(own, seeds, threads=3)):
                assert [native.state(world) for world in found] == wanted
            assert native.state(native.view(worlds[0], seat)) == seen
            native.playout(worlds[0], 1)  # each is a state of its own
            assert native.state(worlds[1]) == wanted[1]
            assert native.worlds(own, []) == []


def test_what_no_world_allows_is_refused_as_ever(game: Game, native: NativeGame) -> None:
    """Somebody pays, and everybody knows that its hand is empty."""
    cards = game.layout.partner(Cards)
    asked = [q.form for q in game.layout.questions]
    paying = [state for state, _ in moments(game, native, 13) if state.stack]
    state = next(state for state in paying if asked[state.stack[-1][0]] == PAYMENT)
    payer = state.stack[-1][1]
    for first in (cards.hands, cards.hands_seen):
        row = first + payer * cards.kinds
        state.cells[row : row + cards.kinds] = [0] * cards.kinds
    state.cells[cards.sizes + payer] = 0
    seen = game.view(state, 1 - payer)
    own = native.native(seen)
    assert isinstance(own, NativeView)
    assert native.dealt(own, 1) is None
    refusal = told(game.resample, seen, 1)
    assert refusal[0] is PositionError
    assert told(native.resample, own, 1) == refusal
    assert told(native.worlds, own, [1, 2]) == refusal


def test_a_part_that_imagines_nothing_is_named(soon: None) -> None:
    plain = new_york()
    game = Game(replace(plain, parts=(*plain.parts, Forgetful())), 2)
    native = NativeGame(game)
    seen, own = game.view(game.start(1), 0), native.view(native.start(1), 0)
    assert told(native.resample, own, 1) == told(game.resample, seen, 1)


def test_a_view_is_no_state(game: Game, native: NativeGame) -> None:
    state, fast = game.start(1), native.start(1)
    seen, own = game.view(state, 0), native.view(fast, 0)
    assert told(native.apply, own, 0) == told(game.apply, seen, 0)
    assert told(native.view, own, 1) == told(game.view, seen, 1)
    assert told(native.view, fast, 7) == told(game.view, state, 7)
    assert told(native.totals, own) == told(game.sheets, seen)
    assert told(native.legal_for, own, 1) == told(game.legal_for, seen, 1)
    assert told(native.resample, fast, 1) == told(game.resample, state, 1)
    assert told(native.worlds, fast, [1]) == told(game.resample, state, 1)
    assert told(native.worlds, own, [0, -1]) == told(game.resample, seen, -1)
    with pytest.raises(CapotrenoError, match="cannot be played on"):
        native.playout(own, 1)
