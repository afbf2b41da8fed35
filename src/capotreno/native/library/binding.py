"""A library as ctypes sees it: the functions of capotreno.h, loaded once for each game."""

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import Any, ClassVar, Final

from capotreno.engine.errors import CapotrenoError
from capotreno.native.library.build import NoLibrary

ABI: Final = 4
WAY: Final = 16  # CAPO_WAY: words of a set of routes in a guess, at most
DONE: Final = 0
NOT_ASKED: Final = 2


class Sizes(ctypes.Structure):
    """The numbers of a game, capo_sizes_t."""

    abi: int
    state_bytes: int
    players: int
    actions: int
    cells: int
    words: int
    depth: int
    measures: int
    _fields_: ClassVar = [
        (name, c_int32)
        for name in (
            "abi", "state_bytes", "players", "actions", "cells", "words", "depth", "measures",
        )
    ]  # fmt: skip


class CPlayed(ctypes.Structure):
    """What random games came to, capo_played_t."""

    decisions: int
    checksum: int
    _fields_: ClassVar = [("decisions", c_int64), ("checksum", c_uint64)]


class CRollouts(ctypes.Structure):
    """Worlds that are played on, capo_rollouts_t."""

    _fields_: ClassVar = [
        ("worlds", c_int64),
        ("limit", c_int64),
        ("seat", c_int32),
        ("states", c_void_p),
        ("codes", c_void_p),
        ("seeds", c_void_p),
        ("policies", c_char_p),
        ("totals", c_void_p),
        ("wins", c_void_p),
        ("decisions", c_void_p),
    ]


class CGuess(ctypes.Structure):
    """What the routes of a seat say of its tickets, capo_guess_t."""

    place: int
    _fields_: ClassVar = [
        *[
            (name, c_int32)
            for name in ("where", "place", "deck", "decks", "words", "fine", "sweeps", "tries")
        ],
        *[
            (name, c_void_p)
            for name in (
                "first", "unknown", "ways", "own", "lengths", "alone", "whole", "built", "missing",
            )
        ],
    ]  # fmt: skip


class CBatch(ctypes.Structure):
    """The arrays of a batch, capo_batch_t."""

    _fields_: ClassVar = [
        ("games", c_int64),
        ("stride", c_uint64),
        ("columns", c_int32),
        ("readings", c_void_p),
        ("about", c_void_p),
        ("states", c_void_p),
        ("seeds", c_void_p),
        ("choosers", c_void_p),
        ("seats", c_void_p),
        ("legal", c_void_p),
        ("rows", c_void_p),
        ("rewards", c_void_p),
        ("totals", c_void_p),
        ("done", c_void_p),
    ]


I32 = POINTER(c_int32)
I64 = POINTER(c_int64)
U64 = POINTER(c_uint64)

#: By function: what it gives and what it takes.
SIGNATURES: Final = {
    "capo_sizes": (POINTER(Sizes), ()),
    "capo_game": (c_char_p, ()),
    "capo_cell_words": (I32, ()),
    "capo_start": (None, (c_void_p, c_uint64)),
    "capo_actor": (c_int32, (c_void_p,)),
    "capo_legal": (c_int32, (c_void_p, c_void_p)),
    "capo_legal_for": (c_int32, (c_void_p, c_int32, c_void_p)),
    "capo_apply": (c_int32, (c_void_p, c_int32)),
    "capo_apply_as": (c_int32, (c_void_p, c_int32, c_int32)),
    "capo_totals": (None, (c_void_p, c_void_p)),
    "capo_outcome": (c_int32, (c_void_p, c_void_p, c_void_p)),
    "capo_playout": (CPlayed, (c_void_p, U64)),
    "capo_read": (c_int32, (c_void_p, c_void_p, c_void_p, U64)),
    "capo_write": (c_int32, (c_void_p, c_void_p, c_void_p, c_int32, c_uint64)),
    "capo_view": (None, (c_void_p, c_int32, c_void_p)),
    "capo_resample": (c_int32, (c_void_p, c_int32, c_uint64, c_void_p)),
    "capo_digest": (c_uint64, (c_void_p,)),
    "capo_pool_open": (c_void_p, (c_int32,)),
    "capo_pool_close": (None, (c_void_p,)),
    "capo_choose": (c_int32, (c_void_p, c_int32, U64)),
    "capo_pool_playouts": (CPlayed, (c_void_p, c_uint64, c_int64, c_char_p, c_void_p, c_void_p)),
    "capo_rollouts": (c_int64, (c_void_p, POINTER(CRollouts))),
    "capo_worlds": (c_int64, (c_void_p, c_void_p, c_int32, c_void_p, c_int64, c_void_p)),
    "capo_exchange": (None, (POINTER(CGuess), c_int32, c_void_p, c_int64)),
    "capo_batch_reset": (None, (c_void_p, POINTER(CBatch), c_void_p)),
    "capo_batch_step": (c_int64, (c_void_p, POINTER(CBatch), c_void_p)),
    "capo_batch_choose": (None, (c_void_p, POINTER(CBatch), c_void_p)),
}


def bind(file: Path, game: str) -> ctypes.CDLL:
    """The library in a file, which must be of this game and of this header."""
    try:
        library = ctypes.CDLL(str(file))
        for name, (gives, takes) in SIGNATURES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = gives, takes
    except (OSError, AttributeError) as error:
        raise NoLibrary(f"{file.name} is no library of a game: {error}") from error
    if library.capo_sizes().contents.abi != ABI or library.capo_game().decode() != game:
        raise NoLibrary(f"{file.name} is the library of another game or version")
    return library


def numpy(what: str) -> Any:  # noqa: ANN401 -- a module
    """NumPy, which only what comes in arrays needs."""
    try:
        import numpy as np  # noqa: PLC0415
    except ImportError as missing:
        raise CapotrenoError(
            f"{what} needs NumPy, which is not installed: pip install 'capotreno[batch]'"
        ) from missing
    return np


def checked_threads(threads: object) -> int:
    """A number of threads that can be meant."""
    if type(threads) is not int or not 1 <= threads <= 1024:
        raise CapotrenoError(f"{threads!r:.40} is not a number of threads")
    return threads
