"""The bodies of what people ask and are told about each other."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from capotreno.server.doors.bodies import Key, Language, SecretKey, ShortName


class Match(Struct, forbid_unknown_fields=True):
    """The body that looks for a table to sit down at, or opens one."""

    name: ShortName
    game: Annotated[str, Meta(max_length=60)] | None = None  # null: any map
    players: Annotated[int, Meta(ge=2, le=7)] = 2
    dice: bool = False
    pace: Literal["live", "correspondence"] = "live"
    language: Language = "en"


class TablesAsked(Struct, forbid_unknown_fields=True):
    """The body that asks for something of some tables."""

    tables: Annotated[list[Key], Meta(max_length=20)]


class SeatRating(Struct):
    """How well whoever sits there plays this map: it lies within the spread of the value."""

    seat: int
    value: int
    spread: int


class OwnRating(Struct):
    """How well somebody plays a family of maps."""

    game: str
    title: dict[str, str]
    dice: bool
    value: int
    spread: int
    games: int
    won: int


class Meeting(Struct):
    """A finished game of two people: 1 won, 0 drawn, -1 lost."""

    table: str
    game: str
    at: float
    mark: int


class Meetings(Struct):
    """How the caller has fared with somebody else; the last games."""

    games: int
    won: int
    lost: int
    drawn: int
    last: list[Meeting]


class Friend(Struct):
    """A friend."""

    id: str
    name: str
    face: str


class FriendLink(Struct):
    """What makes somebody a friend: to be handed on, and good for a while."""

    secret: str
    until: float


class FriendSecret(Struct, forbid_unknown_fields=True):
    """The body that makes a friend."""

    secret: SecretKey
