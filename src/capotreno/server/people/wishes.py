"""What a person wishes of the server: their settings, each with a default."""

from datetime import datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct, ValidationError, convert, field, to_builtins

from capotreno.server.doors.bodies import Language
from capotreno.server.store.people import PersonRow
from capotreno.server.table.faults import Refusal

NoticeKind = Literal["turn", "invitation", "end", "mention", "reminder"]
KINDS: tuple[NoticeKind, ...] = ("turn", "invitation", "end", "mention", "reminder")
TableIds = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=500)]

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
    push: Annotated[list[NoticeKind], Meta(max_length=9)] = field(
        default_factory=lambda: list(KINDS)
    )
    mail: Annotated[
        list[NoticeKind], Meta(max_length=9)
    ] = []  # and to my mailbox, if I have given one
    muted: TableIds = []  # tables I hear nothing of
    hidden: TableIds = []  # old tables I do not want to see in my lists


def wishes_of(person: PersonRow) -> PersonWishes:
    """A person's settings; what another version wrote and this one cannot read is by default."""
    return read_wishes(person.settings)


def read_wishes(settings: dict[str, object]) -> PersonWishes:
    """The same of settings that stand somewhere else."""
    try:
        return convert(settings, PersonWishes)
    except ValidationError:
        return PersonWishes()


def checked(wishes: PersonWishes) -> dict[str, object]:
    """Settings as they are stored; refused where a zone is none."""
    if zone_of(wishes.zone) is None:
        raise Refusal("zone", zone=wishes.zone)
    return dict(to_builtins(wishes))


def zone_of(name: str) -> ZoneInfo | None:
    """The clock of a place; none if there is no such place."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def local(wishes: PersonWishes, at: float) -> datetime:
    """A time as a person's clock shows it."""
    return datetime.fromtimestamp(at, zone_of(wishes.zone) or ZoneInfo("UTC"))


def quiet_until(wishes: PersonWishes, at: float) -> float | None:
    """When a person's quiet hours end, if it is one of them."""
    quiet, here = wishes.quiet, local(wishes, at)
    if quiet is None:
        return None
    minute = here.hour * 60 + here.minute
    night = quiet.begins > quiet.ends  # over midnight
    if not (
        (minute >= quiet.begins or minute < quiet.ends)
        if night
        else quiet.begins <= minute < quiet.ends
    ):
        return None
    day = here.date() + timedelta(days=night and minute >= quiet.begins)
    return datetime.combine(day, time(*divmod(quiet.ends, 60)), here.tzinfo).timestamp()
