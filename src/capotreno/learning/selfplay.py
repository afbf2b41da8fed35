"""Many games of one kind for a learner: the native batch's arrays, as torch sees them."""

from ctypes import byref
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.learning.features import Wanted
from capotreno.learning.lens import Lens
from capotreno.learning.spread import Stops, library
from capotreno.learning.ways import FAR, SLOTS
from capotreno.native.library.batch import Batch
from capotreno.native.library.gpu import GpuBatch

#: Of a game's arrays, the sizes that are those of its board.
SIZES: Final[dict[str, tuple[int, ...]]] = {
    **dict.fromkeys(("begins", "leads", "stops", "begins_mean", "leads_mean"), (0, 1)),
    **dict.fromkeys(("incident", "incident_mean", "pays", "paid_by", "paying", "needs"), (0, 1)),
    **dict.fromkeys(("ends", "length", "points", "worth", "penalty", "numbers", "wild"), (0,)),
    "adds": (0, 1),
}
ARRAYS = ("rows", "legal", "seats", "done", "rewards", "totals")
THREADS = 2


def free(array: Tensor, *sizes: int) -> Tensor:
    """Say which sizes differ from game to game: torch compiles once for all of them."""
    for size in sizes:
        torch._dynamo.maybe_mark_dynamic(array, size)  # noqa: SLF001 -- documented under this name
    return array


class Games:
    """`count` games side by side, on a device; every array has a row for each of them."""

    rows: Tensor  # [games, columns]
    legal: Tensor  # [games, codes]
    seats: Tensor  # [games]: who is asked
    done: Tensor  # [games]: whether the last step ended a game; a new one has begun
    rewards: Tensor  # [games, players]
    totals: Tensor  # [games, players]

    def __init__(self, game: Game, count: int, device: str, seed: int) -> None:
        self.game, self.device = game, device

        def to(array: NDArray[np.generic]) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self.lens = Lens(game, to)
        for name, sizes in SIZES.items():
            free(getattr(self.lens, name), *sizes)
        for nodes in self.lens.kinds.values():
            free(nodes.static, 0)
            free(nodes.columns, 0)
        self._spread = _Spread(self.lens, device)
        self.batch = Batch(game, count, THREADS) if device == "cpu" else GpuBatch(game, count)
        self.batch.reset(seed)
        for name in ARRAYS:
            own = getattr(self.batch, name if device != "cpu" else f"_{name}")
            setattr(self, name, torch.from_dlpack(own))
        self.numbers = torch.arange(count, device=device)
        #: Against a rival the learner has one seat of each game.
        self.learner = self.numbers % game.players

    def forced(self) -> Tensor:
        """In every game the first legal code: where there is one, all that can be played."""
        return self.legal.to(torch.uint8).argmax(1)

    def step(self, codes: Tensor) -> None:
        played = codes.to(torch.int32).contiguous()
        self.batch.step(played.numpy() if self.device == "cpu" else played)

    def ways(self, asked: Wanted) -> Tensor:
        return self._spread(asked.cost, asked.picked)


class _Spread:
    """The ways of one game's positions, where they lie."""

    def __init__(self, lens: Lens, device: str) -> None:
        self.library = library(device)
        self.device = device
        self.places = lens.places
        self.ends = lens.ends.to(torch.int16).contiguous()
        self.sources = torch.stack([lens.begins, lens.leads], 1).to(torch.uint8).contiguous()
        pointers = (self.ends.data_ptr(), self.sources.data_ptr())
        self.board = Stops(lens.routes, lens.places, SLOTS, *pointers)

    def __call__(self, cost: Tensor, picked: Tensor) -> Tensor:
        """As `ways.ways`."""
        cost = cost.clamp(0, FAR).to(torch.uint8).contiguous()
        picked = picked.to(torch.int16).contiguous()
        shape = (len(cost), 2, SLOTS, self.places)
        out = torch.empty(shape, dtype=torch.uint8, device=cost.device)
        stream = None if self.device == "cpu" else torch.cuda.current_stream().cuda_stream
        pointers = (cost.data_ptr(), picked.data_ptr(), out.data_ptr())
        failed = self.library.capo_spread(byref(self.board), *pointers, len(cost), stream)
        if failed:
            raise CapotrenoError(f"the search for ways stopped with error {failed}")
        return out
