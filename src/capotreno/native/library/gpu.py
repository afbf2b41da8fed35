"""Games on a GPU: the same text through nvcc; playouts, and a batch that lies on the device."""

from __future__ import annotations

import ctypes
import os
import shutil
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from capotreno.engine.chance import seeded
from capotreno.engine.errors import CapotrenoError
from capotreno.native.library import build
from capotreno.native.library.batch import MOST, given, readings
from capotreno.native.library.binding import CBatch, CPlayed, numpy
from capotreno.native.library.build import Compiler, NoLibrary
from capotreno.native.library.dlpack import KINDS, DeviceArray, device_pointer
from capotreno.native.library.game import SHARED, NativeGame, gpu_source
from capotreno.native.library.identity import identity
from capotreno.native.library.rollouts import Playouts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from capotreno.engine.game import Game

ARCHITECTURE: Final = "sm_90"  # CAPOTRENO_GPU names another
FLAGS: Final = (
    "-std=c++17", "-O3", "-shared", "-Xcompiler", "-fPIC,-fvisibility=hidden", "-x", "cu", "-w",
)  # fmt: skip
BLOCK: Final = 128  # threads of a block of playouts
FAILED: Final = -2

SIGNATURES: Final = {
    "capo_gpu_open": (c_int32, ()),
    "capo_gpu_error": (c_char_p, ()),
    "capo_gpu_state_bytes": (c_int32, ()),
    "capo_gpu_new": (c_void_p, (c_int64,)),
    "capo_gpu_free": (None, (c_void_p,)),
    "capo_gpu_put": (c_int32, (c_void_p, c_void_p, c_int64)),
    "capo_gpu_get": (c_int32, (c_void_p, c_void_p, c_int64)),
    "capo_gpu_playouts": (
        c_int32,
        (c_uint64, c_int64, c_void_p, c_void_p, POINTER(CPlayed), c_int32),
    ),
    "capo_gpu_scratch_bytes": (c_int64, (c_int64,)),
    "capo_gpu_reset": (c_int32, (POINTER(CBatch), c_void_p, c_void_p)),
    "capo_gpu_step": (c_int64, (POINTER(CBatch), c_void_p, c_void_p)),
    "capo_gpu_choose": (c_int32, (POINTER(CBatch), c_void_p, c_void_p)),
}


def nvcc(environment: Mapping[str, str] = os.environ) -> Compiler:
    """The CUDA compiler of this machine: what NVCC says, or the one on the path."""
    wanted = environment.get("NVCC", "nvcc")
    program = shutil.which(wanted, path=environment.get("PATH", os.defpath))
    if program is None:
        raise NoLibrary(f"there is no CUDA compiler here ({wanted})")
    return Compiler((program,), build.told_version((program,)))


def gpu_library(game: Game, environment: Mapping[str, str] = os.environ) -> Path:
    """The file of a game's library for the GPU: from the cache, or compiled into it now."""
    flags = (*FLAGS, f"-arch={environment.get('CAPOTRENO_GPU', ARCHITECTURE)}")
    return build.kept(
        identity(game), lambda: gpu_source(game), lambda: nvcc(environment), flags, environment
    )


class GpuGame:
    """A game on a GPU: the same playouts as `NativeGame`, one thread for each game."""

    def __init__(self, game: Game | NativeGame) -> None:
        self.native = game if isinstance(game, NativeGame) else NativeGame(game)
        self.game = self.native.game
        self.library = self._bound(gpu_library(self.game))
        if self.library.capo_gpu_state_bytes() != self.native.sizes.state_bytes:
            raise NoLibrary("the library for the GPU is of another game")
        self.checked(self.library.capo_gpu_open())

    def _bound(self, file: Path) -> ctypes.CDLL:
        library = ctypes.CDLL(str(file))
        for name, (gives, takes) in SIGNATURES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = gives, takes
        return library

    def checked(self, answer: int) -> int:
        """What the library answers; a failure is told."""
        if answer == FAILED:
            raise CapotrenoError(f"the GPU: {self.library.capo_gpu_error().decode()}")
        return answer

    def playouts(self, games: int, first: int = 0, block: int = BLOCK) -> Playouts:
        """Whole random games from the seeds first, first + 1 …, as `NativeGame.playouts`."""
        if type(games) is not int or not 1 <= games < MOST:
            raise CapotrenoError(f"{games!r:.40} is not a number of games")
        seeded(first)
        sums = (c_int64 * self.game.players)()
        wins = (c_int64 * self.game.players)()
        played = CPlayed()
        answer = self.library.capo_gpu_playouts(first, games, sums, wins, byref(played), block)
        self.checked(answer)
        shares = tuple(won / SHARED for won in wins)
        return Playouts(games, played.decisions, played.checksum, tuple(sums), shares)


class _Memory:
    """A piece of the device's memory, given back when nobody holds it any more."""

    def __init__(self, gpu: GpuGame, size: int) -> None:
        self.gpu = gpu
        self.pointer = gpu.library.capo_gpu_new(max(size, 1))
        if not self.pointer:
            raise CapotrenoError(f"the GPU: {gpu.library.capo_gpu_error().decode()}")

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            self.gpu.library.capo_gpu_free(self.pointer)
            self.pointer = None


class GpuBatch:
    """As `Batch`, with its arrays on the device: `torch.from_dlpack(batch.rows)`.

    Codes and seeds may be arrays on the device too (whatever has the CUDA array interface).
    """

    def __init__(
        self,
        game: Game | NativeGame | GpuGame,
        games: int,
        *,
        again: bool = True,
    ) -> None:
        if type(games) is not int or not 1 <= games < MOST:
            raise CapotrenoError(f"{games!r:.40} is not a number of games for a batch")
        self.gpu = game if isinstance(game, GpuGame) else GpuGame(game)
        self.native, self.game, self.games = self.gpu.native, self.gpu.game, games
        sizes = self.native.sizes
        fields, own, about = readings(self.game)
        self.fields = tuple(fields.all)
        self._readings, self._about = (
            self._array("int32", own.size),
            self._array("int32", len(about)),
        )
        self._put(self._readings, own)
        self._put(self._about, about)
        self._states = self._array("int32", sizes.state_bytes // 4, games)
        self._choosers = self._array("uint64", games)
        self._given = {"uint64": self._array("uint64", games), "int32": self._array("int32", games)}
        size = self.gpu.library.capo_gpu_scratch_bytes(games)
        self._scratch = _Memory(self.gpu, size)
        self.seeds = self._array("uint64", games)
        self.seats = self._array("int32", games)
        self.legal = self._array("bool", games, sizes.actions)
        self.rows = self._array("int16", games, fields.size)
        self.rewards = self._array("float32", games, sizes.players)
        self.totals = self._array("int32", games, sizes.players)
        self.done = self._array("bool", games)
        arrays = (self._states, self.seeds, self._choosers, self.seats, self.legal, self.rows)
        ends = (self.rewards, self.totals, self.done)
        pointers = [array.pointer for array in (*arrays, *ends)]
        again_with = games if again else 0
        tables = (self._readings.pointer, self._about.pointer)
        self._c = CBatch(games, again_with, fields.size, *tables, *pointers)
        self.reset()

    def __repr__(self) -> str:
        return f"<GpuBatch of {self.games} games of {self.game.id}>"

    def _array(self, kind: str, *shape: int) -> DeviceArray:
        array = DeviceArray(0, kind, shape, None)
        memory = _Memory(self.gpu, array.nbytes)
        return DeviceArray(memory.pointer, kind, shape, memory)

    def _put(self, array: DeviceArray, values: Any) -> None:  # noqa: ANN401 -- an array of anybody's
        self.gpu.checked(
            self.gpu.library.capo_gpu_put(array.pointer, values.ctypes.data, array.nbytes)
        )

    def numpy(self, array: DeviceArray) -> NDArray[Any]:
        """A copy of one of the arrays, for NumPy."""
        found = numpy("a batch").empty(array.shape, KINDS[array.kind].text)
        self.gpu.checked(
            self.gpu.library.capo_gpu_get(found.ctypes.data, array.pointer, array.nbytes)
        )
        return found  # type: ignore[no-any-return]

    def reset(self, seeds: ArrayLike | DeviceArray | int = 0) -> None:
        """Start all games: with these seeds, or with one number and those that follow it."""
        if isinstance(seeds, int):
            seeded(seeds)
            np = numpy("a batch")
            seeds = np.arange(self.games, dtype="uint64") + np.uint64(seeds)
        pointer = self._pointer(seeds, "uint64", "seeds")
        self.gpu.checked(
            self.gpu.library.capo_gpu_reset(byref(self._c), self._scratch.pointer, pointer)
        )

    def step(self, codes: ArrayLike | DeviceArray) -> None:
        """In every game the asked seat plays its code; a code that is not legal is refused."""
        pointer = self._pointer(codes, "int32", "codes")
        wrong = self.gpu.checked(
            self.gpu.library.capo_gpu_step(byref(self._c), self._scratch.pointer, pointer)
        )
        if wrong >= 0:
            raise CapotrenoError(f"game {wrong} of the batch: its code is not legal now")

    def choose(self) -> DeviceArray:
        """A random legal code for every game, as `Batch.choose`, on the device."""
        codes = self._array("int32", self.games)
        self.gpu.checked(
            self.gpu.library.capo_gpu_choose(byref(self._c), self._scratch.pointer, codes.pointer)
        )
        return codes

    def _pointer(self, values: Any, kind: str, name: str) -> int:  # noqa: ANN401 -- the same
        if hasattr(values, "__cuda_array_interface__"):
            return device_pointer(values, kind, (self.games,))
        room = self._given[kind]
        self._put(room, given(values, self.games, kind, name))
        return room.pointer
