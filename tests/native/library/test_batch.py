"""Many games at once are the games one by one, with any number of threads."""

import sys

import numpy as np
import pytest

from capotreno import CapotrenoError, Game, NotLegal
from capotreno.engine.fields import Fields
from capotreno.envs.rewards import win
from capotreno.native.library.batch import Batch
from capotreno.native.library.game import NativeGame

pytestmark = pytest.mark.slow

ARRAYS = ("seeds", "seats", "legal", "rows", "rewards", "totals", "done")


def test_it_shows_what_the_interpreter_sees(game: Game, native: NativeGame) -> None:
    fields = Fields(game)
    batch = Batch(native, 4)
    for _ in range(250):
        for i in range(batch.games):
            state = native.state(batch.state(i))
            seat = game.actor(state)
            assert batch.seats[i] == seat
            assert np.flatnonzero(batch.legal[i]).tolist() == list(game.legal(state))
            assert seat is not None
            assert batch.rows[i].tolist() == fields.row(game.view(state, seat))
        batch.step(batch.choose())


def test_random_choices_play_the_games_of_playouts(native: NativeGame) -> None:
    batch = Batch(native, 30, again=False)
    batch.reset(50)
    checksums = [0xCBF29CE484222325] * batch.games
    while (batch.seats >= 0).any():
        codes = batch.choose()
        for i in np.flatnonzero(batch.seats >= 0):
            checksums[i] = (checksums[i] ^ int(codes[i])) * 0x100000001B3 & 2**64 - 1
        batch.step(codes)
    assert sum(checksums) % 2**64 == native.playouts(30, first=50).checksum


def test_an_end_is_rewarded_and_the_next_game_begins(game: Game, native: NativeGame) -> None:
    batch = Batch(native, 6)
    batch.reset([7, 8, 9, 10, 11, 12])
    alone = Batch(native, 6, again=False)
    alone.reset([7, 8, 9, 10, 11, 12])
    ended = 0
    while ended < 6:
        codes = batch.choose()
        live = alone.seats >= 0
        batch.step(codes)
        alone.step(codes)
        for i in np.flatnonzero(live & batch.done):
            outcome = game.outcome(native.state(alone.state(int(i))))
            assert batch.totals[i].tolist() == list(outcome.totals)
            assert batch.rewards[i].tolist() == pytest.approx(win(outcome))
            assert (alone.done[i], alone.seats[i]) == (True, -1)
            assert not alone.legal[i].any()
            assert batch.seeds[i] == 7 + i + 6
            assert native.digest(batch.state(int(i))) == game.digest(game.start(7 + int(i) + 6))
            ended += 1
        going = ~batch.done
        assert not batch.rewards[going].any()
        assert not batch.totals[going].any()


def test_threads_change_nothing(native: NativeGame) -> None:
    one, many = Batch(native, 500), Batch(native, 500, threads=3)
    for _ in range(60):
        for name in ARRAYS:
            assert np.array_equal(getattr(one, name), getattr(many, name)), name
        codes = one.choose()
        assert np.array_equal(codes, many.choose())
        one.step(codes)
        many.step(codes)


def test_one_illegal_code_and_nothing_has_changed(game: Game, native: NativeGame) -> None:
    batch = Batch(native, 200, threads=2)
    codes = batch.choose()
    codes[150] = int(np.flatnonzero(~batch.legal[150])[0])
    before = [native.digest(batch.state(i)) for i in range(batch.games)]
    state = native.state(batch.state(150))
    with pytest.raises(NotLegal) as refused:
        batch.step(codes)
    assert str(refused.value) == str(game.refusal(state, int(codes[150])))
    assert [native.digest(batch.state(i)) for i in range(batch.games)] == before


def test_arrays_are_the_batchs_own(native: NativeGame) -> None:
    batch = Batch(native, 3)
    kept = {name: getattr(batch, name) for name in ARRAYS}
    batch.step(batch.choose())
    for name, array in kept.items():
        assert array is getattr(batch, name)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("codes", [[1, 2], [1.0, 2.0, 3.0], [[1], [2], [3]], [2**40, 0, 0], "abc"])
def test_codes_must_be_codes(native: NativeGame, codes: object) -> None:
    with pytest.raises(CapotrenoError, match=r"codes must be|is not a code"):
        Batch(native, 3).step(codes)  # type: ignore[arg-type]


def test_what_is_no_batch_is_refused(native: NativeGame) -> None:
    for games in (0, -1, 2**31, 1.5):
        with pytest.raises(CapotrenoError, match="is not a number of games"):
            Batch(native, games)  # type: ignore[arg-type]
    with pytest.raises(CapotrenoError, match="is not a number of threads"):
        Batch(native, 1, threads=0)
    with pytest.raises(CapotrenoError, match="there is no game 3"):
        Batch(native, 3).state(3)


def test_without_numpy_one_sentence(native: NativeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(CapotrenoError, match=r"pip install 'capotreno\[batch\]'"):
        Batch(native, 3)
