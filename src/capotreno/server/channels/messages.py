"""What servers say to each other, as the wire's messages are: one struct for each, by its `type`.

Nothing secret is in them: a table's id and that it has changed, seats that are present, a wish to
undo. What the store has is read from there. Servers of two versions may share a channel for a
while, so what is not understood is ignored and never a fault.
"""

from msgspec import DecodeError, Struct, field
from msgspec.json import Decoder, Encoder

from capotreno.engine.errors import CapotrenoError


class Alive(Struct, tag="alive", tag_field="type", frozen=True):
    """The server lives."""


class MessagesLost(Struct, tag="lost", tag_field="type", frozen=True):
    """Messages may have been lost: look into the store, and ask again."""


class Changed(Struct, tag="changed", tag_field="type", frozen=True):
    """Something of a table is new in the store: its chairs, its deadline, its rematch."""

    table: str


class Moved(Struct, tag="moved", tag_field="type", frozen=True):
    """A table has reached a number of moves."""

    table: str
    seq: int


class Who(Struct, tag="who", tag_field="type", frozen=True):
    """The question who of a table is where."""

    table: str


class Here(Struct, tag="here", tag_field="type", frozen=True):
    """These seats of a table, and so many spectators, are here."""

    table: str
    seats: list[int]
    spectators: int


class Wished(Struct, tag="wished", tag_field="type", frozen=True):
    """A seat wants to go back to a number of moves; those waited for have yet to agree."""

    table: str
    seq: int
    seat: int
    to: int
    waiting: list[int]


class Answered(Struct, tag="answered", tag_field="type", frozen=True):
    """A seat's answer to a wish to go back to a number of moves."""

    table: str
    seq: int
    seat: int
    agree: bool
    to: int


class Said(Struct, tag="said", tag_field="type", frozen=True):
    """A line of a table's chat is in the store."""

    table: str
    seq: int
    line: int


class LineRemoved(Struct, tag="unsaid", tag_field="type", frozen=True):
    """A line of a table's chat was removed."""

    table: str
    seq: int
    line: int


class PutOut(Struct, tag="put_out", tag_field="type", frozen=True):
    """A spectator was put out; who, as those at the table know it."""

    table: str
    seq: int
    who: str


Message = (
    Alive
    | MessagesLost
    | Changed
    | Moved
    | Who
    | Here
    | Wished
    | Answered
    | Said
    | LineRemoved
    | PutOut
)


class Letter(Struct, frozen=True):
    """A message and the server it comes from; nobody's, where the channel itself speaks."""

    sender: str = field(name="from")
    message: Message


class NotUnderstood(CapotrenoError):
    """Bytes that are no letter this version knows."""


_reader = Decoder(Letter)
_writer = Encoder()


def write(sender: str, message: Message) -> bytes:
    """A letter as it goes through the channel."""
    return _writer.encode(Letter(sender, message))


def read(data: bytes) -> Letter:
    """A letter from the channel; NotUnderstood if it is none."""
    try:
        return _reader.decode(data)
    except (DecodeError, UnicodeDecodeError) as error:
        raise NotUnderstood(str(error)) from None
