"""The interpreter's hold on the memory of a library's state."""

from ctypes import c_int32
from typing import cast

from capotreno.engine.state import State
from capotreno.native.library.game import NativeGame, NativeState


def lent(native: NativeGame, own: NativeState) -> State:
    """A state over the same memory: whoever changes a cell there changes it here.

    It has no decisions, and of the cells those that are no sets.
    """
    sizes = native.sizes
    # state.hpp: chance, the sets, the cells, then the decisions that wait
    behind = 4 * (sizes.cells + 1 + 3 * sizes.depth)
    sets = (sizes.state_bytes - 8 - behind) // 8
    cells = (c_int32 * sizes.cells).from_buffer(own.block, 8 * (1 + sets))
    return State(cast("list[int]", cells), [], own.block[0], native.game.id)
