"""REST: the lobby, tables and their seats."""

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter

from capotreno.bots.opponents import opponents
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import address_of
from capotreno.server.group.relay import to_owner
from capotreno.server.hall.caller import Caller, caller_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.hall import DEFAULT_BOT
from capotreno.server.hall.secrets import digest, id_from, new_id, new_token, same, token_from
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.table.faults import Refusal
from capotreno.server.table.table import Table

TableId = Annotated[str, PathParameter(min_length=1, max_length=64)]

PAGE = 20  # tables of a list at a time: each is brought into the memory
PAGE_PRICE = 5  # calls that one page counts as

JOINERS = "\u200c\u200d"


async def my_seats(context: Context, request: Call, table: Table) -> list[int]:
    """The seats the caller holds at a table; refused if none."""
    return my_own(table, await caller_of(request, context.hall.store))


def my_own(table: Table, caller: Caller) -> list[int]:
    """The same for a caller who is known."""
    held = caller.seats(table.seats)
    if not held:
        raise Refusal("token")
    return held


async def playable(context: Context, row: TableRow) -> Table | None:
    """A table for a list; none if it is of rules this server does not have."""
    try:
        return await context.hall.glance(row)
    except CapotrenoError:
        return None


def clean_name(name: str) -> str:
    """A name as it may stand on a page: printable, single spaces.

    The two joiners are kept: they make one sign of several, in Persian as in emoji.
    """
    visible = (c if c.isprintable() or c in JOINERS else " " for c in name)
    clean = " ".join("".join(visible).split())
    if not clean.strip(JOINERS):
        raise Refusal("name")
    return clean


def seats_from(
    wishes: list[bodies.SeatWish],
    table: str,
    game: Game,
    maker: Caller,
    names: Callable[[int], str],
) -> list[SeatRow]:
    """The chairs of a new table: the creator's own persons hold the creator's token.

    A creator with a profile sits in the first of them; the others are friends at one screen.
    """
    own = maker.person
    rows = []
    for n, wish in enumerate(wishes):
        name = wish.name if isinstance(wish.name, str) else names(n)
        if wish.kind == "person":
            mine, own = own, None
            rows.append(SeatRow(table, n, "person", name, token=digest(maker.token), person=mine))
        elif wish.kind == "bot":
            bot = wish.bot if isinstance(wish.bot, str) else DEFAULT_BOT
            if bot not in opponents(game):
                raise Refusal("no_bot")
            rows.append(SeatRow(table, n, "bot", name, bot=bot))
        else:
            rows.append(SeatRow(table, n, "open", ""))
    return rows


@post("/api/tables", status_code=201)
async def create(request: Call, data: JSONBody[bodies.NewTable]) -> bodies.Joined:
    """Make a table. The answer holds the creator's token: it is told only here."""
    context = Context.of(request.app)
    if data.pace != "free" and not data.seconds:
        raise Refusal("seconds")
    await context.hall.carried.allow(data.game)
    game = await context.hall.game(data.game, len(data.seats), data.options)
    id = new_id() if data.key is None else id_from(data.key)
    who = await caller_of(request, context.hall.store)
    token = who.token or (new_token() if data.key is None else token_from(id, data.key))
    if data.key is not None and await context.hall.store.table(id) is not None:
        return made(await context.hall.table(id), token)
    now = time.time()
    timed = data.pace != "free"
    wishes = list(data.seats)
    if data.shuffle:
        secrets.SystemRandom().shuffle(wishes)
    seats = seats_from(wishes, id, game, Caller(token, who.person), lambda n: f"{n + 1}")
    seats = [replace(seat, name=clean_name(seat.name)) if seat.name else seat for seat in seats]
    row = TableRow(
        id=id,
        game=data.game,
        version=game.ruleset.version,
        players=game.players,
        options=dict(game.ruleset.options),
        seed=secrets.randbits(64),
        pace=data.pace,
        seconds=data.seconds if timed else 0,
        public=data.public,
        creator=digest(token),
        status="open",
        deadline=None,
        created=now,
        changed=now,
        language=data.language,
        source=context.hall.source_of(address_of(request.client)),
        hints=not (data.public and timed) if data.hints is None else data.hints,
    )
    bots_only = all(seat.kind == "bot" for seat in seats)
    if not context.load.open.tables:
        context.metrics.turned_away.labels("tables").inc()
        raise Refusal("busy_tables")
    if bots_only:
        return made(await context.hall.create_for_bots(row, seats), token)
    most, maker = context.settings.own_tables, row.source or ""
    if most and context.load.live_of(maker) >= most:
        context.metrics.turned_away.labels("own_tables").inc()
        raise Refusal("too_many_tables")
    context.load.sign(id, maker)
    return made(await context.hall.create(row, seats), token)


def created_by(table: Table, caller: Caller) -> bool:
    """Whether somebody made a table; their own seat there says so on another device too."""
    own = (row for row in table.seats if row.token == table.row.creator)
    return same(caller.token, table.row.creator) or any(map(caller.holds, own))


def made(table: Table, token: str) -> bodies.Joined:
    """The answer to who made a table; another who knows its key is none the wiser."""
    if not same(token, table.row.creator):
        raise Refusal("token")
    return bodies.Joined(table.row.id, token, Caller(token).seats(table.seats))


@get("/api/tables/{table_id:str}", middleware=[to_owner])
async def summary(request: Call, table_id: TableId) -> bodies.TableSummary:
    """A table as everybody may see it; how a sealed one ended only who sits there."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    found = table.audience.summary()
    if table.row.sealed and not (await caller_of(request, context.hall.store)).seats(table.seats):
        found.result = None
    return found


@post("/api/tables/{table_id:str}/join", status_code=201, middleware=[to_owner])
async def join(request: Call, table_id: TableId, data: JSONBody[bodies.Join]) -> bodies.Joined:
    """Take an open seat; with a bearer token, one more for the same person."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    derived = None if data.key is None else token_from(table_id, data.key)
    caller = await caller_of(request, context.hall.store)
    token = caller.token or derived or new_token()
    caller = Caller(token, caller.person)
    name = clean_name(data.name)
    key = None if derived is None else digest(derived)
    if key is not None and any(row.key == key for row in table.seats):
        return bodies.Joined(table_id, token, my_own(table, caller))
    mine = SeatRow(table_id, 0, "person", name, "", "", digest(token), key, caller.person)
    for row in list(table.seats):
        wanted = row.kind == "open" and data.seat in (None, row.seat)
        if wanted and await context.hall.seat(table, row, replace(mine, seat=row.seat)):
            await context.hall.begin(table)
            return bodies.Joined(table_id, token, caller.seats(table.seats))
    raise Refusal("no_seat")


@post("/api/tables/{table_id:str}/leave", status_code=200, middleware=[to_owner])
async def leave(
    request: Call, table_id: TableId, data: JSONBody[bodies.SeatBody]
) -> bodies.TableSummary:
    """Give a seat back: open again before the game, a bot's from then on."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    if data.seat not in await my_seats(context, request, table):
        raise Refusal("token")
    row = table.seats[data.seat]
    if table.state is None:
        new = SeatRow(row.table, row.seat, "open", "")
    else:
        new = SeatRow(row.table, row.seat, "bot", row.name, DEFAULT_BOT)
    if not await context.hall.seat(table, row, new):
        raise Refusal("stale")
    return table.audience.summary()


@post("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200, middleware=[to_owner])
async def stand_in(
    request: Call, table_id: TableId, seat: FromPath[int], data: JSONBody[bodies.StandIn]
) -> bodies.TableSummary:
    """The creator puts a bot in an absent person's chair, or takes it out."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    if not created_by(table, await caller_of(request, context.hall.store)):
        raise Refusal("creator")
    if not 0 <= seat < len(table.seats):
        raise Refusal("no_seat")
    await context.hall.replace_absent(table, seat, data.bot)
    return table.audience.summary()


@post("/api/tables/{table_id:str}/rematch", status_code=201, middleware=[to_owner])
async def rematch(request: Call, table_id: TableId) -> bodies.TableSummary:
    """The same people once more; tokens hold their seats at the new table too."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    await my_seats(context, request, table)
    new = await context.hall.rematch(table)
    return (await context.hall.table(new)).audience.summary()


@post("/api/mine", status_code=200, price=PAGE_PRICE)
async def mine(request: Call, data: JSONBody[bodies.Mine]) -> bodies.MyTables:
    """The tables some tokens, or my profile, hold seats at, the latest change first, by pages."""
    context = Context.of(request.app)
    tokens = [digest(token) for token in data.tokens]
    here = None if data.after is None else place(data.after)
    person = (await caller_of(request, context.hall.store)).person
    held = await context.hall.store.held(tokens, PAGE, here, data.table, person)
    rows = {row.id: row for row, _ in held}
    seats: dict[str, list[int]] = {}
    for row, seat in held:
        seats.setdefault(row.id, []).append(seat.seat)
    found = [(await playable(context, rows[id]), sorted(own)) for id, own in seats.items()]
    tables = [bodies.MyTable(table.audience.summary(), own) for table, own in found if table]
    last = held[-1][0] if len(seats) == PAGE else None
    return bodies.MyTables(tables, None if last is None else f"{last.changed!r} {last.id}")


def place(after: str) -> tuple[float, str]:
    """Where a page begins, as the page before has said it: a time and an id."""
    at, _, id = after.partition(" ")
    try:
        return float(at), id.encode("ascii").decode()
    except ValueError:
        raise Refusal("after") from None
