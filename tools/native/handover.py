"""Whether torch, CuPy and JAX take the arrays of a batch on the GPU, and give codes back.

Says for each of them that is installed what came of it; ends with 1 if something is wrong.
"""

import importlib
import sys
from typing import Any

from capotreno import load
from capotreno.native.library.dlpack import KINDS, DeviceArray
from capotreno.native.library.gpu import GpuBatch

TAKERS = ("torch", "cupy", "jax.dlpack")


def handed_over(batch: GpuBatch, module: Any) -> str:  # noqa: ANN401 -- one of three libraries
    """What is wrong, in one sentence; nothing if all is well."""
    for name in ("rows", "legal", "seats", "rewards"):
        array = getattr(batch, name)
        taken = module.from_dlpack(array)
        if tuple(taken.shape) != array.shape:
            return f"{name} has the shape {taken.shape}"
        here = taken.cpu().numpy() if hasattr(taken, "cpu") else batch.numpy(taken_back(taken))
        if (here != batch.numpy(array)).any():
            return f"{name} holds other numbers"
    if hasattr(module, "cuda"):
        batch.step(module.from_dlpack(batch.choose()))
    return ""


def taken_back(array: Any) -> Any:  # noqa: ANN401 -- the same
    """An array of another library as one of ours: by its pointer."""
    told = array.__cuda_array_interface__
    kind = next(name for name, kind in KINDS.items() if kind.text == told["typestr"])
    return DeviceArray(told["data"][0], kind, tuple(told["shape"]), array)


def main() -> int:
    """Ask each of them."""
    batch = GpuBatch(load("new_york"), 4096)
    batch.step(batch.choose())
    wrong = 0
    for name in TAKERS:
        try:
            module = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not installed")
            continue
        try:
            fault = handed_over(batch, module)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the next one is asked too
            fault = repr(error)
        print(f"{name}: {fault or 'takes the arrays as they are'}")
        wrong += bool(fault)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
