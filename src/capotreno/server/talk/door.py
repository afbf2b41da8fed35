"""REST: whom I have blocked."""

from litestar import get, post
from litestar.params import JSONBody

from capotreno.server.doors.answers import Call
from capotreno.server.hall.caller import caller_of
from capotreno.server.hall.context import Context
from capotreno.server.table.audience import mark
from capotreno.server.table.faults import Refusal
from capotreno.server.talk import bodies

OWN = "blocked"  # in place of a table: the mark by which I know whom I have blocked


async def _me(request: Call) -> str:
    who = (await caller_of(request, Context.of(request.app).hall.store)).who
    if not who:
        raise Refusal("token")
    return who


async def _list(context: Context, who: str) -> list[bodies.Blocked]:
    found = await context.hall.store.talk.blocked(who)
    return [bodies.Blocked(mark(f"{OWN} {who}", one.who), one.name, one.at) for one in found]


@get("/api/blocked")
async def blocked(request: Call) -> list[bodies.Blocked]:
    """Whom the caller has blocked, the last one first."""
    return await _list(Context.of(request.app), await _me(request))


@post("/api/blocked/lift", status_code=200)
async def lift(request: Call, data: JSONBody[bodies.Lift]) -> list[bodies.Blocked]:
    """Hear somebody again; the rest of the list."""
    context, me = Context.of(request.app), await _me(request)
    for one in await context.hall.store.talk.blocked(me):
        if mark(f"{OWN} {me}", one.who) == data.id:
            await context.hall.store.talk.unblock(me, one.who)
    return await _list(context, me)
