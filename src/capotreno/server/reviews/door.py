"""REST: finished games reviewed, and played on from any of their moments."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

from litestar import MediaType, Response, get, post
from litestar.params import FromQuery, JSONBody

from capotreno.engine.actions import Json
from capotreno.engine.record.log import Log
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call, kept
from capotreno.server.doors.limits import address_of
from capotreno.server.doors.replays import DAY, finished_log, finished_table
from capotreno.server.doors.tables import TableId, made
from capotreno.server.hall.caller import caller_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.hall import DEFAULT_BOT
from capotreno.server.hall.secrets import digest, new_id, new_token
from capotreno.server.reviews.reviews import SoFar
from capotreno.server.store.rows import MoveRow, SeatRow, TableRow
from capotreno.server.table.faults import Refusal
from capotreno.server.table.stored import log_of
from capotreno.server.table.table import Table

PRICE = 2  # calls that asking for a review counts as


async def _log_of(context: Context, table: Table) -> Log:
    """The log of a finished table: its game is played once more."""
    moves = await context.hall.store.moves(table.row.id)
    return await asyncio.to_thread(log_of, table.row, table.seats, table.game, moves)


async def _reviewed(
    request: Call, id: str, seat: int, players: int, log: Callable[[], Awaitable[Log]]
) -> Response[bytes]:
    """The review, or how far it has come: then it is asked for again."""
    if not 0 <= seat < players:
        raise Refusal("no_such_seat")

    async def task() -> Json:
        return {"log": await asyncio.to_thread((await log()).write)}

    found = await Context.of(request.app).hall.reviews.find(id, seat, task)
    if isinstance(found, SoFar):
        coming = b'{"done":%d,"total":%d}' % found
        return Response(coming, status_code=202, media_type=MediaType.JSON)
    return kept(request, found, MediaType.JSON, DAY)


@get("/api/tables/{table_id:str}/review", media_type=MediaType.JSON, price=PRICE)
async def of_table(request: Call, table_id: TableId, seat: FromQuery[int]) -> Response[bytes]:
    """What a seat's decisions at a finished table were worth: 202 while it is being found out."""
    context = Context.of(request.app)
    table = await finished_table(context, table_id)
    return await _reviewed(
        request, table_id, seat, table.game.players, partial(_log_of, context, table)
    )


@get("/api/logs/{log_id:str}/review", media_type=MediaType.JSON, price=PRICE)
async def of_log(request: Call, log_id: TableId, seat: FromQuery[int]) -> Response[bytes]:
    """The same of an uploaded game."""
    log = await finished_log(Context.of(request.app), log_id)

    async def known() -> Log:
        return log

    return await _reviewed(request, log_id, seat, log.players, known)


@post("/api/tries", status_code=201)
async def play_on(request: Call, data: JSONBody[bodies.Try]) -> bodies.Joined:
    """A table of one's own that goes on from a moment of a finished game, against bots."""
    context = Context.of(request.app)
    if data.kind == "tables":
        log = await _log_of(context, await finished_table(context, data.id))
    else:
        log = await finished_log(context, data.id)
    if not 0 <= data.seat < log.players:
        raise Refusal("no_such_seat")
    if log.seed is None or not 0 < data.seq < len(log.gestures):
        raise Refusal("no_moment")
    if not context.load.open.tables:
        context.metrics.turned_away.labels("tables").inc()
        raise Refusal("busy_tables")
    name, game = await context.hall.game_of(log)
    if game.ruleset.version != log.version:
        raise Refusal("other_version", version=log.version)
    id, now = new_id(), time.time()
    who = await caller_of(request, context.hall.store)
    token = who.token or new_token()
    row = TableRow(
        id=id,
        game=name,
        version=log.version,
        players=log.players,
        options=dict(log.options),
        seed=log.seed,
        pace="free",
        seconds=0,
        public=False,
        creator=digest(token),
        status="running",
        deadline=None,
        created=now,
        changed=now,
        language=data.language,
        source=context.hall.source_of(address_of(request.client)),
    )
    seats = [
        SeatRow(id, n, "person", called, token=digest(token), person=who.person)
        if n == data.seat
        else SeatRow(id, n, "bot", called, DEFAULT_BOT)
        for n, called in enumerate(log.seats)
    ]
    moves = [
        MoveRow(
            id,
            gesture.seq,
            gesture.seat,
            "gesture",
            {"actions": list(gesture.actions), "chance": list(gesture.chance)},
            None,
            now,
        )
        for gesture in log.gestures[: data.seq]
    ]
    await context.hall.store.create(row, seats, moves)
    return made(await context.hall.table(id), token)
