"""REST: finished games shown again."""

import asyncio
from collections.abc import Callable

from litestar import MediaType, Response, get
from litestar.params import FromQuery

from capotreno.engine.record import log as logs
from capotreno.engine.record.log import Log
from capotreno.server.doors.answers import Call, kept_packed
from capotreno.server.doors.tables import TableId
from capotreno.server.hall.context import Context
from capotreno.server.table.faults import Refusal
from capotreno.server.table.replay import ALL, packed
from capotreno.server.table.stored import log_of
from capotreno.server.table.table import Table

# The game stays as it is, but the server that tells it may be a newer one tomorrow.
DAY = "private, max-age=86400"


async def finished_table(context: Context, id: str) -> Table:
    """A table whose game is finished."""
    table = await context.hall.table(id)
    if table.row.status != "finished":
        raise Refusal("not_finished")
    if table.row.sealed:
        raise Refusal("sealed")
    return table


async def finished_log(context: Context, id: str) -> Log:
    """A log that was uploaded, if its game is finished."""
    text = await context.hall.store.log(id) if id.isascii() and id.isalnum() else None
    if text is None:
        raise Refusal("no_log")
    log = await asyncio.to_thread(logs.read, text)
    if log.result is None:
        raise Refusal("not_finished")
    return log


@get("/api/tables/{table_id:str}/replay", media_type=MediaType.JSON)
async def of_table(request: Call, table_id: TableId, seat: FromQuery[str] = ALL) -> Response[bytes]:
    """A finished table's game, move by move."""
    context = Context.of(request.app)
    table = await finished_table(context, table_id)
    moves = await context.hall.store.moves(table_id)

    def work() -> bytes:
        log = log_of(table.row, table.seats, table.game, moves)
        return packed(table.row.game, table.game, log, seat)

    return await _answer(request, ("table", table_id, seat), work)


@get("/api/logs/{log_id:str}/replay", media_type=MediaType.JSON)
async def of_log(request: Call, log_id: TableId, seat: FromQuery[str] = ALL) -> Response[bytes]:
    """An uploaded game, move by move; it must have been finished."""
    context = Context.of(request.app)
    log = await finished_log(context, log_id)
    name, game = await context.hall.game_of(log)

    def work() -> bytes:
        if game.ruleset.version != log.version:
            raise Refusal("other_version", version=log.version)
        return packed(name, game, log, seat)

    return await _answer(request, ("log", log_id, seat), work)


async def _answer(
    request: Call, key: tuple[str, str, str], work: Callable[[], bytes]
) -> Response[bytes]:
    """An answer from the memory, or made now: one at a time, and not where others are served."""
    context = Context.of(request.app)
    known = context.replays.get(key)
    if known is None:
        async with context.verifying:
            known = context.replays.get(key)
            if known is None:
                known = await asyncio.to_thread(work)
                context.replays.keep(key, known)
    return kept_packed(request, known, MediaType.JSON, DAY)
