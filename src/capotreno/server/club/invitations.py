"""REST: a friend is asked to a table that waits; the tables that I am asked to."""

import time

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from capotreno.server.club import bodies
from capotreno.server.doors.answers import Call
from capotreno.server.doors.tables import PAGE_PRICE, TableId, my_own, playable
from capotreno.server.hall.caller import Caller, caller_of, person_of
from capotreno.server.hall.context import Context
from capotreno.server.store.people import PersonRow
from capotreno.server.table.faults import Refusal


@post("/api/tables/{table_id:str}/invite", status_code=201)
async def invite(request: Call, table_id: TableId, data: JSONBody[bodies.Invite]) -> bodies.Invited:
    """Ask a friend to a table that the caller sits at and that waits; asked again, nothing more.

    Whoever has blocked the caller is told nothing, and nobody is told that.
    """
    context = Context.of(request.app)
    store, me = context.hall.store, await person_of(request, context.hall.store)
    table = await context.hall.table(table_id)
    my_own(table, await caller_of(request, store))
    if data.person not in {one.id for one in await store.friends.of(me.id)}:
        raise Refusal("no_friend")
    if all(chair.kind != "open" for chair in table.seats):
        raise Refusal("no_seat")
    unheard = me.id in await store.talk.blocked_by(data.person)
    if not unheard and await store.letters.invite(data.person, table_id, me.name, time.time()):
        context.hall.notices.invited(data.person, table_id, me.name)
    return bodies.Invited(data.person)


@get("/api/invitations", price=PAGE_PRICE)
async def invitations(request: Call) -> list[bodies.Invitation]:
    """The tables that friends ask the caller to, as long as there is a seat, the last one first."""
    context = Context.of(request.app)
    return await _those_of(context, await person_of(request, context.hall.store))


async def _those_of(context: Context, me: PersonRow) -> list[bodies.Invitation]:
    found = []
    for table_id, who in await context.hall.store.letters.invitations(me.id, time.time()):
        row = await context.hall.store.table(table_id)
        table = None if row is None else await playable(context, row)
        if table is None or all(chair.kind != "open" for chair in table.seats):
            continue
        if not Caller(person=me.id).seats(table.seats):
            found.append(bodies.Invitation(table.audience.summary(), who))
    return found


@delete("/api/invitations/{table_id:str}", status_code=200)
async def decline(request: Call, table_id: FromPath[str]) -> list[bodies.Invitation]:
    """The caller does not come to a table; what they are asked to besides."""
    context = Context.of(request.app)
    me = await person_of(request, context.hall.store)
    await context.hall.store.letters.decline(me.id, table_id[:64])
    return await _those_of(context, me)
