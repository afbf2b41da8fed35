"""What a person wishes of the server: their settings, each with a default."""

from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from capotreno.server.doors.bodies import Language
from capotreno.server.store.people import PersonRow

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class Quiet(Struct):
    """The hours in which nothing is sent, in minutes of the person's day; over midnight too."""

    begins: Minute = 22 * 60
    ends: Minute = 8 * 60


class PersonWishes(Struct):
    """A person's settings. What is not said stays as it is by default."""

    language: Language = "en"
    zone: Annotated[str, Meta(max_length=60)] = "UTC"  # as the world's clocks are named
    quiet: Quiet | None = None


def wishes_of(person: PersonRow) -> PersonWishes:
    """A person's settings; what another version wrote and this one cannot read is by default."""
    try:
        return convert(person.settings, PersonWishes)
    except ValidationError:
        return PersonWishes()


def written(wishes: PersonWishes) -> dict[str, object]:
    """Settings as they are stored."""
    return dict(to_builtins(wishes))


def zone_of(name: str) -> ZoneInfo | None:
    """The clock of a place; none if there is no such place."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
