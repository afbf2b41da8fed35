"""Arrays on a GPU, handed over without a copy: DLPack and the CUDA array interface."""

import ctypes
import math
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any, ClassVar, NamedTuple

from capotreno.engine.errors import CapotrenoError

CUDA = 2  # kDLCUDA
NAME = b"dltensor"


class Kind(NamedTuple):
    """A type of number: as NumPy writes it, and as DLPack does (its code and its bits)."""

    text: str
    code: int
    bits: int


KINDS = {
    "int16": Kind("<i2", 0, 16),
    "int32": Kind("<i4", 0, 32),
    "uint64": Kind("<u8", 1, 64),
    "float32": Kind("<f4", 2, 32),
    "bool": Kind("|b1", 6, 8),
}


class Device(ctypes.Structure):
    """DLDevice."""

    _fields_: ClassVar = [("kind", c_int32), ("number", c_int32)]


class Type(ctypes.Structure):
    """DLDataType."""

    _fields_: ClassVar = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_: ClassVar = [
        ("data", c_void_p),
        ("device", Device),
        ("dimensions", c_int32),
        ("type", Type),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("offset", c_uint64),
    ]


class Managed(ctypes.Structure):
    """DLManagedTensor: whoever takes it calls `deleter` when it is done."""

    _fields_: ClassVar = [("tensor", Tensor), ("context", c_void_p), ("deleter", c_void_p)]


#: What others still hold, by the address of its Managed.
_held: dict[int, tuple[Managed, object, object]] = {}

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (c_void_p, c_char_p, c_void_p)
_valid = ctypes.pythonapi.PyCapsule_IsValid
_valid.restype, _valid.argtypes = ctypes.c_int, (c_void_p, c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, (c_void_p, c_char_p)


@ctypes.CFUNCTYPE(None, c_void_p)  # type: ignore[untyped-decorator]
def _deleter(managed: int) -> None:
    _held.pop(managed, None)


@ctypes.PYFUNCTYPE(None, c_void_p)  # type: ignore[untyped-decorator]
def _unwanted(capsule: int) -> None:
    """A capsule is gone; if nobody took what is in it, neither will anybody give it back."""
    if _valid(capsule, NAME):
        _held.pop(_pointer(capsule, NAME), None)


class DeviceArray:
    """An array in the memory of a GPU, as torch, JAX and CuPy take it: `from_dlpack(array)`.

    `owner` keeps its memory; it changes with the next step of its batch.
    """

    def __init__(self, pointer: int, kind: str, shape: tuple[int, ...], owner: object) -> None:
        self.pointer = pointer
        self.kind = kind
        self.shape = shape
        self.owner = owner

    def __repr__(self) -> str:
        return f"<DeviceArray of {self.kind}, {' × '.join(map(str, self.shape))}>"

    @property
    def nbytes(self) -> int:
        return KINDS[self.kind].bits // 8 * math.prod(self.shape)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": KINDS[self.kind].text,
            "data": (self.pointer, False),
            "version": 3,
            "strides": None,
            "stream": None,  # a step has ended on the device before it returns
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __dlpack__(self, **wishes: object) -> object:
        """A capsule of the older form, which every library takes; no copy is made."""
        if wishes.get("copy"):
            raise BufferError("an array of a batch is handed over as it is; copy it there")
        kind = KINDS[self.kind]
        shape = (c_int64 * len(self.shape))(*self.shape)
        tensor = Tensor(
            self.pointer,
            Device(CUDA, 0),
            len(self.shape),
            Type(kind.code, kind.bits, 1),
            ctypes.cast(shape, POINTER(c_int64)),
            None,
            0,
        )
        managed = Managed(tensor, None, ctypes.cast(_deleter, c_void_p).value)
        address = ctypes.addressof(managed)
        _held[address] = (managed, shape, self)
        return _new(address, NAME, ctypes.cast(_unwanted, c_void_p).value)


def device_pointer(array: object, kind: str, shape: tuple[int, ...]) -> int:
    """Where another library's array on the GPU lies; it must be of this kind, shape and whole."""
    told = getattr(array, "__cuda_array_interface__", None)
    if told is None:
        raise CapotrenoError(f"{type(array).__name__} is no array on the GPU")
    wanted = f"{kind} of shape {shape}"
    if told["typestr"] != KINDS[kind].text or tuple(told["shape"]) != shape:
        raise CapotrenoError(f"an array of {told['typestr']} of {told['shape']} is not {wanted}")
    if told.get("strides") is not None and math.prod(shape) > 1:
        size = KINDS[kind].bits // 8
        if tuple(told["strides"]) != tuple(
            size * math.prod(shape[i + 1 :]) for i in range(len(shape))
        ):
            raise CapotrenoError("an array with gaps cannot be read; make it contiguous")
    pointer: int = told["data"][0]
    return pointer
