"""The search for ways of thousands of positions at once: `spread.cpp`, compiled at first use."""

import ctypes
from ctypes import c_int32, c_int64, c_void_p
from importlib.resources import files
from typing import Final

from capotreno.native.library import build, gpu

SOURCE: Final = "spread.cpp"


class Stops(ctypes.Structure):
    """A board as the library reads it; the arrays stay the caller's."""

    _fields_ = (
        ("routes", c_int32),
        ("places", c_int32),
        ("slots", c_int32),
        ("ends", c_void_p),  # [routes, 2], int16
        ("sources", c_void_p),  # [tickets, 2, places], uint8
    )


def library(device: str) -> ctypes.CDLL:
    """`capo_spread` for a CPU or for a GPU."""
    text = files("capotreno.learning").joinpath(SOURCE).read_text("utf-8")
    name = build.fingerprint(text)
    flags: tuple[str, ...] = (*build.FLAGS, *build.OWN_FLAGS)
    if device == "cpu":
        file = build.kept(name, lambda: text, build.compiler, flags)
    else:
        flags = (*gpu.FLAGS, f"-arch={gpu.ARCHITECTURE}")
        file = build.kept(name, lambda: text, gpu.nvcc, flags)
    found = ctypes.CDLL(str(file))
    found.capo_spread.argtypes = (*[c_void_p] * 4, c_int64, c_void_p)
    return found
