"""The bodies of what a person asks and is told about their profile."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from capotreno.server.doors.bodies import ShortName
from capotreno.server.people.wishes import PersonWishes

FaceName = Annotated[str, Meta(max_length=40, pattern="^[a-z0-9-]*$")]
Secret = Annotated[str, Meta(min_length=22, max_length=128, pattern="^[!-~]+$")]
DeviceName = Annotated[str, Meta(max_length=60)]


class NewPerson(Struct, forbid_unknown_fields=True):
    """The body that makes a profile. `claim`: the seats of the bearer's token are mine."""

    name: ShortName
    face: FaceName = ""
    wishes: PersonWishes | UnsetType = UNSET
    device: DeviceName = ""
    claim: bool = False


class MeChange(Struct, forbid_unknown_fields=True):
    """The body that changes it: what is named, and nothing else."""

    name: ShortName | UnsetType = UNSET
    face: FaceName | UnsetType = UNSET
    wishes: PersonWishes | UnsetType = UNSET


class MyDevice(Struct):
    """A device the profile is open on."""

    mark: str
    name: str
    made: float
    seen: float
    here: bool


class Me(Struct):
    """My profile."""

    id: str
    name: str
    face: str
    created: float
    wishes: PersonWishes
    devices: list[MyDevice]
    link: bool  # whether there is a private link


class NewLink(Struct, forbid_unknown_fields=True):
    """The body that asks for a private link; `once`: one that opens one device, and soon."""

    once: bool = False


class Link(Struct):
    """The secret of a private link: it is told once. A later link of its kind takes its place."""

    secret: str
    until: float | None


class OpenLink(Struct, forbid_unknown_fields=True):
    """The body that opens a profile on a device; `look`: I only want to see whose it is."""

    secret: Secret
    look: bool = False
    device: DeviceName = ""
    claim: bool = False


class PersonFace(Struct):
    """A person as everybody may see them."""

    id: str
    name: str
    face: str


class Claimed(Struct):
    """At how many tables seats have become mine."""

    tables: int


class Against(Struct):
    """Who else played a game, and how they did; a profile is known by its id."""

    name: str
    bot: str
    points: int
    place: int
    person: str | None


class FinishedGame(Struct):
    """A finished game of mine."""

    table: str
    game: str
    title: dict[str, str]
    dice: bool
    at: float
    seat: int
    points: int
    place: int
    won: bool
    done: int  # tickets
    missed: int
    others: list[Against]
    skill: float | None  # where it was reviewed: what my moves were worth, in points
    luck: float | None


class PlayedCount(Struct):
    """What some games come to: `points` is a mean, `skill` and `luck` of those reviewed."""

    name: str
    title: dict[str, str]
    dice: bool
    games: int
    wins: int
    points: float
    best: int
    done: int
    missed: int
    reviewed: int
    skill: float
    luck: float


class Past(Struct):
    """My finished games, the latest 500, and what they come to."""

    games: list[FinishedGame]
    all: PlayedCount
    maps: list[PlayedCount]
    bots: list[PlayedCount]
    people: list[PlayedCount]
