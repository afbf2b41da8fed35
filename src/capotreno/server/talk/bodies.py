"""The bodies of what somebody asks about the talk."""

from typing import Annotated

from msgspec import Meta, Struct


class Blocked(Struct):
    """Somebody I have blocked: an id that only I know, and by what name I knew them."""

    id: str
    name: str
    at: float


class Lift(Struct, forbid_unknown_fields=True):
    """The body that lifts a block."""

    id: Annotated[str, Meta(max_length=64)]
