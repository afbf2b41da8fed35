"""Many games at once as NumPy arrays, which the library reads and writes where they lie."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any

from capotreno.engine.chance import MASK, seeded
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.fields import Fields
from capotreno.native.library.binding import CBatch, checked_threads, numpy
from capotreno.native.library.game import NativeGame, NativeState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from capotreno.engine.game import Game

MOST = 2**31  # games of a batch


class Batch:
    """`games` games side by side. `step` plays one code in each of them.

    After `reset` and after every `step` the arrays say what is asked, game by game:

    - `seats`: the seat asked; -1 where a game is over and stays so
    - `legal` (games, actions): which codes are legal for it
    - `rows` (games, columns): what it may know, as one observation (`engine/fields.py`); `fields`
      says which columns are what
    - `done`, `rewards`, `totals`: of the games that ended with this step; rewards add up to 0

    With `again` a game that is over starts anew, with its seed + games. The arrays are the batch's
    own: they change with the next step, and nobody else can write to them. The games are the same
    with any number of threads.
    """

    def __init__(
        self,
        game: Game | NativeGame,
        games: int,
        threads: int = 1,
        *,
        again: bool = True,
    ) -> None:
        if type(games) is not int or not 1 <= games < MOST:
            raise CapotrenoError(f"{games!r:.40} is not a number of games for a batch")
        self._pool = None
        self._np = numpy("a batch")
        self.native = game if isinstance(game, NativeGame) else NativeGame(game)
        self.game = self.native.game
        self.games = games
        self._library = self.native.library
        sizes = self.native.sizes
        fields, self._readings, self._about = readings(self.game)
        self.fields = tuple(fields.all)
        self._states = self._array("uint64", games, sizes.state_bytes // 8)
        self._seeds = self._array("uint64", games)
        self._choosers = self._array("uint64", games)
        self._seats = self._array("int32", games)
        self._legal = self._array("bool", games, sizes.actions)
        self._rows = self._array("int16", games, fields.size)
        self._rewards = self._array("float32", games, sizes.players)
        self._totals = self._array("int32", games, sizes.players)
        self._done = self._array("bool", games)
        self._c = CBatch(
            games,
            games if again else 0,
            fields.size,
            self._readings.ctypes.data,
            self._about.ctypes.data,
            *(
                array.ctypes.data
                for array in (
                    self._states,
                    self._seeds,
                    self._choosers,
                    self._seats,
                    self._legal,
                    self._rows,
                    self._rewards,
                    self._totals,
                    self._done,
                )
            ),
        )
        self.seeds: NDArray[np.uint64] = _shown(self._seeds)
        self.seats: NDArray[np.int32] = _shown(self._seats)
        self.legal: NDArray[np.bool_] = _shown(self._legal)
        self.rows: NDArray[np.int16] = _shown(self._rows)
        self.rewards: NDArray[np.float32] = _shown(self._rewards)
        self.totals: NDArray[np.int32] = _shown(self._totals)
        self.done: NDArray[np.bool_] = _shown(self._done)
        self._pool = self._library.capo_pool_open(checked_threads(threads))
        self.reset()

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.game.id}>"

    def __del__(self) -> None:
        if getattr(self, "_pool", None):
            self._library.capo_pool_close(self._pool)
            self._pool = None

    def _array(self, kind: str, *shape: int) -> NDArray[Any]:
        return self._np.zeros(shape, kind)  # type: ignore[no-any-return]

    def reset(self, seeds: ArrayLike | int = 0) -> None:
        """Start all games: with these seeds, or with one number and those that follow it."""
        np = self._np
        if isinstance(seeds, int):
            seeded(seeds)
            numbers = np.arange(self.games, dtype="uint64") + np.uint64(seeds & MASK)
        else:
            numbers = given(seeds, self.games, "uint64", "seeds")
        self._library.capo_batch_reset(self._pool, byref(self._c), numbers.ctypes.data)

    def step(self, codes: ArrayLike) -> None:
        """In every game the asked seat plays its code; what stands for one that is over is nothing.

        A code that is not legal is refused as `Game.apply` does, and then nothing has changed.
        """
        played = given(codes, self.games, "int32", "codes")
        wrong = self._library.capo_batch_step(self._pool, byref(self._c), played.ctypes.data)
        if wrong >= 0:
            state = self.native.state(self.state(wrong))
            raise self.game.refusal(state, int(played[wrong]))

    def choose(self) -> NDArray[np.int32]:
        """A random legal code for every game, each as likely as the others.

        Its chance is its own: with nothing else, the games are those of `NativeGame.playouts`.
        """
        codes: NDArray[np.int32] = self._array("int32", self.games)
        self._library.capo_batch_choose(self._pool, byref(self._c), codes.ctypes.data)
        return codes

    def state(self, number: int) -> NativeState:
        """A copy of one game's state."""
        if not 0 <= number < self.games:
            raise CapotrenoError(f"there is no game {number} in a batch of {self.games}")
        return self.native.from_bytes(self._states[number].tobytes())


def given(values: ArrayLike, games: int, kind: str, name: str) -> NDArray[Any]:
    """An array of the kind the library reads; one that is so already is not copied."""
    np = numpy("a batch")
    found = np.asarray(values)
    if found.shape != (games,) or found.dtype.kind not in "iu":
        raise CapotrenoError(f"{name} must be {games} whole numbers, one for each game")
    limits = np.iinfo(kind)
    if found.dtype != kind and (found.min() < limits.min or found.max() > limits.max):
        raise CapotrenoError(f"{name} must be numbers from {limits.min} to {limits.max}")
    return np.ascontiguousarray(found, kind)  # type: ignore[no-any-return]


def readings(game: Game) -> tuple[Fields, NDArray[np.int32], NDArray[np.int32]]:
    """The fields of an observation, how each seat reads them, and the kind of each subject."""
    np = numpy("a batch")
    fields = Fields(game)
    kinds = [kind for kind, _ in fields.about]
    questions = [question.about for question in game.layout.questions]
    about = [kinds.index(kind) if kind else -1 for kind in questions]
    return fields, np.array(fields.columns, "int32"), np.array(about, "int32")


def _shown(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory for whoever only reads it."""
    view = array.view()
    view.flags.writeable = False
    return view
