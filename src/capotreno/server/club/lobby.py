"""REST: the lobby, and quick match: a fitting table that waits, or one that waits for others."""

import asyncio
import secrets
import time
from dataclasses import replace
from typing import Final

from litestar import get, post
from litestar.params import FromQuery, JSONBody

from capotreno.games.registry import REGISTRY, games
from capotreno.server.club import bodies as own
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import address_of
from capotreno.server.doors.tables import PAGE, PAGE_PRICE, clean_name, place, playable
from capotreno.server.hall.caller import Caller, caller_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.hall import WHO
from capotreno.server.hall.secrets import digest, new_id, new_token
from capotreno.server.store.club.matching import LobbyPlace, TableWish
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.table.faults import Refusal
from capotreno.server.table.table import Table

#: Seconds for a decision at a table that quick match opens, and at those that it joins.
USUAL: Final = {"live": 60, "correspondence": 3 * 86_400}
NEAR: Final = {"live": (20, 180), "correspondence": (86_400, 7 * 86_400)}

JUST_OPENED = 15.0  # seconds in which who has opened a table may be on the way to it
TRIES = 8  # tables that somebody else was faster at, or where nobody is


@get("/api/tables", price=PAGE_PRICE)
async def lobby(  # noqa: PLR0913, PLR0917 - each is a filter of the address
    request: Call,
    after: FromQuery[str | None] = None,
    game: FromQuery[str | None] = None,
    players: FromQuery[int | None] = None,
    dice: FromQuery[bool | None] = None,
    pace: FromQuery[str | None] = None,
    hints: FromQuery[bool | None] = None,
    waiting: FromQuery[bool] = False,
) -> bodies.Lobby:
    """Public tables that wait or are played, the newest first, a page at a time."""
    context = Context.of(request.app)
    from_here = None if after is None else _in_lobby(after)
    wish = TableWish(game, players, dice, pace, None, hints, waiting)
    since = time.time() - context.settings.listed * 3600
    rows = await context.hall.store.matching.lobby(PAGE, from_here, since, wish)
    found = [await playable(context, row) for row in rows]
    last = rows[-1] if len(rows) == PAGE else None
    return bodies.Lobby(
        [table.audience.summary() for table in found if table is not None],
        None if last is None else f"{last.behind:d} {last.created!r} {last.id}",
    )


def _in_lobby(after: str) -> LobbyPlace:
    """Where a page of the lobby begins, as the page before has said it."""
    behind, _, rest = after.partition(" ")
    created, id = place(rest)
    return behind == "1", created, id


@post("/api/match", status_code=201, price=PAGE_PRICE)
async def match(request: Call, data: JSONBody[own.MatchWish]) -> bodies.Joined:
    """Sit down at a fitting table that waits, or open one; asked again while it waits, the same."""
    context = Context.of(request.app)
    caller = await caller_of(request, context.hall.store)
    caller = Caller(caller.token or new_token(), caller.person)
    name = clean_name(data.name)
    if not context.load.open.tables:
        context.metrics.turned_away.labels("tables").inc()
        raise Refusal("busy_tables")
    wish = TableWish(data.game, data.players, data.dice, data.pace, NEAR[data.pace], waiting=True)
    row = await _row(context, request, data, caller)
    mine = SeatRow(row.id, 0, "person", name, token=digest(caller.token), person=caller.person)
    seats = [mine, *(SeatRow(row.id, n, "open", "") for n in range(1, row.players))]
    since = time.time() - context.settings.listed * 3600
    known = [one for one in (digest(caller.token), caller.person) if one is not None]
    but_not: list[str] = []
    for _ in range(TRIES):
        id, found = await context.hall.store.matching.match(
            wish, known, since, (row, seats), but_not
        )
        table = await context.hall.fresh(id)
        if found == "new":
            context.load.sign(id, row.source or "")
        if found != "free" or await _sit(context, table, mine):
            return bodies.Joined(id, caller.token, caller.seats(table.seats))
        but_not.append(id)
    raise Refusal("no_seat")


async def _row(context: Context, request: Call, data: own.MatchWish, caller: Caller) -> TableRow:
    """The table that is opened if none fits; any map: one of the short ones."""
    name = data.game
    if name is None:
        name = min(games(), key=lambda own: REGISTRY[own]().board.minutes or 999)
    options: dict[str, object] = {"dice": True} if data.dice else {}
    game = await context.hall.game(name, data.players, options)
    now = time.time()
    return TableRow(
        id=new_id(),
        game=name,
        version=game.ruleset.version,
        players=game.players,
        options=dict(game.ruleset.options),
        seed=secrets.randbits(64),
        pace=data.pace,
        seconds=USUAL[data.pace],
        public=True,
        creator=digest(caller.token),
        status="open",
        deadline=None,
        created=now,
        changed=now,
        language=data.language,
        source=context.hall.source_of(address_of(request.client)),
        hints=False,
    )


async def _sit(context: Context, table: Table, mine: SeatRow) -> bool:
    """Sit down where somebody waits; False where everybody has gone, or another was faster."""
    hall = context.hall
    if table.row.pace == "live" and time.time() - table.row.created > JUST_OPENED:
        if hall.shared and not table.audience.present():
            hall.peers.ask_who(table)
            await asyncio.sleep(WHO)
        if not table.audience.present():
            return False
    for row in list(table.seats):
        if row.kind == "open":
            own = replace(mine, table=table.row.id, seat=row.seat)
            if await hall.seat(table, row, own):
                await hall.begin(table)
                return True
    return False
