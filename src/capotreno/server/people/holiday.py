"""REST: my holidays. By correspondence nobody's time runs out while they are away."""

import math
import time
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from capotreno.server.doors.answers import Call
from capotreno.server.hall.caller import person_of
from capotreno.server.hall.context import Context
from capotreno.server.store.people.holidays import HolidayRow
from capotreno.server.table.faults import Refusal

HOUR = 60 * 60.0
DAY = 24 * HOUR
YEAR = 365 * DAY
A_YEAR = 30  # days of holiday in a year: whoever waits for somebody knows that it ends


class NewHoliday(Struct, forbid_unknown_fields=True):
    """The body that takes so many days from now on; none: I am back."""

    days: Annotated[int, Meta(ge=0, le=366)]


class Holiday(Struct):
    """Until when I am away, and how many days I have left."""

    until: float | None
    left: int


def left_of(rows: list[HolidayRow], now: float) -> int:
    """The days that are left of a year's; one that has begun counts, after its first hour."""
    taken = sum(row.ends - max(row.begins, now - YEAR) for row in rows)
    return max(0, A_YEAR - math.ceil((taken - HOUR) / DAY))


async def _told(context: Context, person: str) -> Holiday:
    now = time.time()
    holidays = context.hall.store.people.holidays
    rows = await holidays.since(person, now - YEAR)
    return Holiday(await holidays.until(person, now), left_of(rows, now))


@get("/api/me/holiday")
async def shown(request: Call) -> Holiday:
    """My holiday, and what is left of this year's days."""
    context = Context.of(request.app)
    return await _told(context, (await person_of(request, context.hall.store)).id)


@post("/api/me/holiday", status_code=200)
async def take(request: Call, data: JSONBody[NewHoliday]) -> Holiday:
    """Be away from now on for some days, or back."""
    context = Context.of(request.app)
    person = (await person_of(request, context.hall.store)).id
    holidays, now = context.hall.store.people.holidays, time.time()
    running = await holidays.until(person, now)
    left = left_of(await holidays.since(person, now - YEAR), now)
    if running is not None:  # what is not used of it is given back
        left = min(A_YEAR, left + int((running - now) // DAY))
    if data.days > left:
        raise Refusal("holiday", days=A_YEAR, left=left)
    await holidays.end(person, now)
    if data.days:
        await holidays.add(HolidayRow(person, now, now + data.days * DAY))
        for table, _ in await holidays.waiting(person):
            await context.hall.rest(await context.hall.table(table))
    return await _told(context, person)
