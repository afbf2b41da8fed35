"""The bodies of what people ask and are told about each other."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from capotreno.server.doors.bodies import Key, Language, SecretKey, ShortName, TableSummary


class MatchWish(Struct, forbid_unknown_fields=True):
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


class Invite(Struct, forbid_unknown_fields=True):
    """The body that asks a friend to a table."""

    person: Annotated[str, Meta(max_length=64)]


class Invited(Struct):
    """Who was asked."""

    person: str


class Invitation(Struct):
    """A table that a friend asks the caller to."""

    table: TableSummary
    who: str


class NewTournament(Struct, forbid_unknown_fields=True):
    """The body that opens a tournament."""

    name: ShortName
    game: Annotated[str, Meta(max_length=60)]
    kind: Literal["swiss", "robin"] = "swiss"
    players: Annotated[int, Meta(ge=2, le=5)] = 2  # at a table; a round robin has two
    dice: bool = False
    pace: Literal["live", "correspondence"] = "correspondence"
    seconds: Annotated[int, Meta(ge=20, le=60 * 60 * 24 * 14)] = 86_400
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3  # of a round robin: how often against everybody
    hours: Annotated[int, Meta(ge=1, le=24 * 60)] = 24 * 7  # for a round
    fill: Literal["bye", "bots"] = "bots"
    language: Language = "en"


class JoinTournament(Struct, forbid_unknown_fields=True):
    """The body that takes part."""

    name: ShortName | None = None  # null: as the profile


class TournamentEntrant(Struct):
    """Somebody who takes part, and where they stand."""

    number: int
    person: str | None
    name: str
    status: str  # in, out, absent
    place: int
    points: float
    par: float  # points of the game beyond all who had the same cards
    opponents: float
    played: int
    won: int
    mine: bool


class TournamentTable(Struct):
    """A table of a round; empty: a bye. Points of the game only when all have played."""

    table: str
    seats: list[int | None]
    points: list[float] | None
    totals: list[int | None] | None
    absent: list[int]


class TournamentRound(Struct):
    """A round."""

    number: int
    status: str  # running, done
    due: float
    tables: list[TournamentTable]


class Tournament(Struct):
    """A tournament as everybody may see it who knows its link."""

    id: str
    name: str
    kind: str
    game: str
    title: dict[str, str]
    players: int
    dice: bool
    pace: str
    seconds: int
    rounds: int
    hours: int
    fill: str
    status: str
    host: bool  # whether the caller opened it
    entrants: list[TournamentEntrant]
    played: list[TournamentRound]


class TournamentLine(Struct):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    title: dict[str, str]
    status: str
    host: bool
