"""REST: finished games shown again."""

import asyncio
from collections.abc import Callable

from litestar import MediaType, Response, get
from litestar.params import FromQuery

from capotreno.engine.record import log as logs
from capotreno.server.doors.answers import Call, kept_packed
from capotreno.server.doors.tables import TableId
from capotreno.server.hall.context import Context
from capotreno.server.hall.hall import game_for
from capotreno.server.table.faults import Refusal
from capotreno.server.table.moves import log_of
from capotreno.server.table.replay import ALL, packed

# The game stays as it is, but the server that tells it may be a newer one tomorrow.
DAY = "private, max-age=86400"


@get("/api/tables/{table_id:str}/replay", media_type=MediaType.JSON)
async def of_table(request: Call, table_id: TableId, seat: FromQuery[str] = ALL) -> Response[bytes]:
    """A finished table's game, move by move."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    if table.row.status != "finished":
        raise Refusal("not_finished")
    moves = await context.hall.store.moves(table_id)

    def work() -> bytes:
        return packed(table.game, log_of(table.row, table.seats, table.game, moves), seat)

    return await _answer(request, ("table", table_id, seat), work)


@get("/api/logs/{log_id:str}/replay", media_type=MediaType.JSON)
async def of_log(request: Call, log_id: TableId, seat: FromQuery[str] = ALL) -> Response[bytes]:
    """An uploaded game, move by move; it must have been finished."""
    context = Context.of(request.app)
    text = await context.hall.store.log(log_id) if log_id.isascii() and log_id.isalnum() else None
    if text is None:
        raise Refusal("no_log")

    def work() -> bytes:
        log = logs.read(text)
        if log.result is None:
            raise Refusal("not_finished")
        game = game_for(log.game, log.players, log.options)
        if game.ruleset.version != log.version:
            raise Refusal("other_version", version=log.version)
        return packed(game, log, seat)

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
