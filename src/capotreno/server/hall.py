"""The hall: the tables a server has in memory, its bots, its clock, its word to other servers."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from capotreno.bots.registry import bots
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.games.registry import build
from capotreno.server import wire
from capotreno.server.faults import Refusal, Stale
from capotreno.server.moves import retraced
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.store.rows import ChatRow, SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.table import BOT_DEADLINE, Table
from capotreno.server.tokens import digest, new_id, same
from capotreno.server.workers import BotWorkers

logger = logging.getLogger("capotreno")

TICK = 0.5  # seconds between looks at the clock
UNPLAYABLE = 3600.0  # seconds until the clock tries a table again that cannot be played here
QUIET = 60.0  # seconds between two lines about the store's trouble
DEFAULT_BOT = bots()[-1]


@cache
def _shared_game(name: str, players: int, options: tuple[tuple[str, object], ...]) -> Game:
    return build(name, players, dict(options))


def game_for(name: str, players: int, options: dict[str, object]) -> Game:
    """A game, shared by all its tables."""
    try:
        return _shared_game(name, players, tuple(sorted(options.items())))
    except TypeError:  # an option that cannot be a key: the game itself will refuse it
        return build(name, players, options)


class Hall:
    """Everything that lives as long as the server."""

    def __init__(self, store: Store, workers: BotWorkers, settings: Settings) -> None:
        self.store = store
        self.workers = workers
        self.settings = settings
        self.tables: dict[str, Table] = {}
        self.publish: Callable[[dict[str, object]], None] = lambda _: None
        self._loading: dict[str, asyncio.Lock] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rematching = asyncio.Lock()
        self.name = new_id()  # among the servers that hear each other
        self.shared = bool(settings.channels_url)
        self._stuck: set[str] = set()  # tables whose bot could not save its move
        self._told = -QUIET  # when the store's trouble was last told

    # -- tables -------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """A table, from the memory or from the store."""
        if not (id.isascii() and id.isalnum()):
            raise Refusal("no_table")
        found = self.tables.get(id)
        if found is None:
            try:
                async with self._loading.setdefault(id, asyncio.Lock()):
                    found = self.tables.get(id)
                    if found is None:
                        found = await self._load(id)
                        self.tables[id] = found
                        self._resume(found)
            finally:  # also for an id that was only guessed
                self._loading.pop(id, None)
        found.touched = time.monotonic()
        await self.begin(found)  # a server may have died between the last chair and the deal
        return found

    def _resume(self, table: Table) -> None:
        """A table comes back to the memory: its bots may have died with a server."""
        if not self.shared or time.time() - table.row.changed > self.settings.bot_seconds:
            self.think(table)

    async def fresh(self, id: str) -> Table:
        """A table as the store has it: another server may have died before it told of a move."""
        table = await self.table(id)
        if self.shared:
            await table.catch_up()
        return table

    async def _load(self, id: str) -> Table:
        row = await self.store.table(id)
        if row is None:
            raise Refusal("no_table")
        try:
            game = game_for(row.game, row.players, row.options)
        except CapotrenoError:  # a game or an option that was there once
            raise Refusal("other_version", version=row.version) from None
        if game.ruleset.version != row.version:
            raise Refusal("other_version", version=row.version)
        table = Table(row, await self.store.seats(id), game, self.store)
        moves = await self.store.moves(id)
        if moves:
            table.state, table.trail = retraced(game, row.seed, moves)
            for move in moves:
                table.note(move)
        return table

    async def create(self, row: TableRow, seats: list[SeatRow]) -> Table:
        """A new table; it begins at once if no seat is open."""
        await self.store.create(row, seats)
        table = await self.table(row.id)
        await self.begin(table)
        return table

    async def begin(self, table: Table) -> None:
        """Deal if everybody is there."""
        if table.state is None and all(seat.kind != "open" for seat in table.seats):
            with contextlib.suppress(Stale):
                await table.start()
            self.moved(table)

    def moved(self, table: Table) -> None:
        """A move was made here: tell other servers, let bots think."""
        self.publish({"table": table.row.id, "seq": table.seq})
        self.think(table)

    async def heard(self, message: dict[str, object]) -> None:
        """A server has said that a table changed, or that its words may have been lost."""
        if message.get("from") == self.name:
            return
        if message.get("lost"):
            for one in list(self.tables.values()):
                await one.catch_up()
            return
        table = self.tables.get(str(message.get("table")))
        seq = message.get("seq")
        if table is None:
            return
        if not isinstance(seq, int) or seq > table.seq:
            await table.catch_up()
        line = message.get("line")
        if isinstance(line, int):
            for row in await self.store.chat(table.row.id, 5):
                if row.number == line:
                    table.audience.tell_line(table.audience.line(row))

    def trouble(self, where: str, error: StoreError) -> None:
        """The store failed: a line for the operator, and not one for everybody who waits."""
        now = time.monotonic()
        if now - self._told >= QUIET:
            self._told = now
            logger.error("the store: %s: %s", where, error)

    # -- seats --------------------------------------------------------------------------------

    async def seat(self, table: Table, old: SeatRow, new: SeatRow) -> bool:
        """Change who sits in a chair; False if somebody was faster."""
        async with table.lock:
            if new.kind == "open" and table.state is not None:
                return False  # it was dealt in this moment
            if not await self.store.put_seat(new, expect=old):
                table.seats = await self.store.seats(table.row.id)
                return False
            table.seats[new.seat] = new
            if old.token != new.token:
                table.audience.dismiss(new.seat)
            if table.state is not None and new.seat in table.asked:
                # Who is asked has changed: the time begins anew, and a bot always has one.
                deadline = table.deadline_after(table.state)
                await self.store.set_deadline(table.row.id, deadline)
                table.row = replace(table.row, deadline=deadline)
        table.audience.tell_seats()
        self.publish({"table": table.row.id})
        self.think(table)
        return True

    async def replace_absent(self, table: Table, seat: int, bot: str) -> None:
        """The creator's right: a bot for somebody who is not there, and back."""
        if bot and seat in table.audience.present():
            raise Refusal("present")
        await self.stand_in(table, seat, bot)

    async def stand_in(self, table: Table, seat: int, bot: str) -> None:
        """Put a bot in a person's chair, or take it out again."""
        row = table.seats[seat]
        if row.kind != "person":
            raise Refusal("not_a_person")
        if bot and bot not in bots():
            raise Refusal("no_bot")
        if row.stand_in != bot and not await self.seat(table, row, replace(row, stand_in=bot)):
            raise Stale("stale")

    def seats_of(self, table: Table, token: str) -> list[int]:
        """The seats a token holds."""
        return [row.seat for row in table.seats if same(token, row.token)]

    async def say(self, table: Table, seat: int, text: str) -> None:
        """A line for the chat, kept with the table; what cannot be printed becomes a space."""
        text = "".join(letter if letter.isprintable() else " " for letter in text)
        row = await self.store.add_chat(ChatRow(table.row.id, 0, seat, text, time.time()))
        table.audience.tell_line(table.audience.line(row))
        self.publish({"table": table.row.id, "seq": table.seq, "line": row.number})

    async def rematch(self, table: Table) -> str:
        """The table that continues a finished one: the same people and bots, one chair on."""
        if table.row.status != "finished":
            raise Refusal("not_finished")
        async with self._rematching:  # two who wish it at once get one table
            return table.row.rematch or await self._rematch(table)

    async def _rematch(self, table: Table) -> str:
        id = new_id()
        now = time.time()
        row = replace(
            table.row,
            id=id,
            seed=secrets.randbits(64),
            status="open",
            deadline=None,
            created=now,
            changed=now,
            result=None,
            rematch=None,
        )
        turned = [*table.seats[1:], table.seats[0]]
        seats = [replace(seat, table=id, seat=n, stand_in="") for n, seat in enumerate(turned)]
        await self.create(row, seats)
        await self.store.set_rematch(table.row.id, id)
        await table.catch_up()
        table.audience.tell_seats()
        self.publish({"table": table.row.id})
        return table.row.rematch or id

    # -- bots ---------------------------------------------------------------------------------

    def think(self, table: Table) -> None:
        """Let the bots of a table play, if one of them is asked and none is at it already."""
        id = table.row.id
        if table.bot_asked() is None or id in self._thinking:
            return
        self._thinking[id] = asyncio.create_task(self._think(table))

    async def _think(self, table: Table) -> None:
        """Bots play on until a person is asked; a fault here is left to the clock."""
        try:
            while (seat := table.bot_asked()) is not None and table.state is not None:
                seq, view = table.seq, table.game.view(table.state, seat)
                bot, seed = table.bot_of(seat), secrets.randbits(64)
                code, _ = await self.workers.choose(table.game, view, bot, seed)
                if table.seq != seq or not table.bot_of(seat):
                    continue
                with contextlib.suppress(Stale):
                    await table.play(seat, seq, None, [code], for_bot=True)
                    self.publish({"table": table.row.id, "seq": table.seq})
            self._stuck.discard(table.row.id)
        except StoreError as error:
            self.trouble("a bot's move was not saved", error)
            self._stuck.add(table.row.id)
        except CapotrenoError:
            logger.exception("table %s: a bot's move was refused", table.row.id)
        finally:  # in the same breath: whoever asks for bots after this must find none thinking
            self._thinking.pop(table.row.id, None)

    # -- the clock ----------------------------------------------------------------------------

    def run(self) -> None:
        """Start looking at the clock."""
        task = asyncio.create_task(self._watch())
        self._tasks.add(task)

    async def close(self) -> None:
        for task in [*self._tasks, *self._thinking.values()]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.workers.close()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                for id in await self.store.due(time.time()):
                    await self._due(id)
            except StoreError as error:
                self.trouble("the clock", error)
            except Exception:
                logger.exception("the clock: a fault of the server")  # and it goes on
            self._try_again()
            self._forget()

    def _try_again(self) -> None:
        """Let the bots think again whose moves were not saved."""
        self._stuck &= self.tables.keys()
        for id in list(self._stuck):
            self.think(self.tables[id])

    async def _due(self, id: str) -> None:
        """One table's time is up; a table that cannot be played here must not stop the others."""
        try:
            await self._overdue(await self.table(id))
        except CapotrenoError as error:
            logger.warning("the clock: table %s: %s", id, error)
            await self.store.set_deadline(id, time.time() + UNPLAYABLE)

    async def _overdue(self, table: Table) -> None:
        """A decision is overdue: a bot takes over for whoever is asked."""
        await table.catch_up()
        deadline = table.row.deadline
        if deadline is None or deadline > time.time():
            return
        if table.bot_asked() is not None:  # it was the bot's time, whoever is asked beside it
            await self.store.set_deadline(table.row.id, time.time() + BOT_DEADLINE)
        else:  # a new time begins with the bot, so what fails here is tried again
            for seat in table.asked:
                with contextlib.suppress(Stale):
                    await self.stand_in(table, seat, DEFAULT_BOT)
        self.think(table)

    def _forget(self) -> None:
        """Tables nobody looks at leave the memory; the store has them."""
        old = time.monotonic() - self.settings.idle_seconds
        for id, table in list(self.tables.items()):
            quiet = not table.audience.listeners and id not in self._thinking
            if quiet and table.touched < old and not table.lock.locked():
                del self.tables[id]


def seats_from(
    wishes: list[wire.SeatWish], table: str, token: str, names: Callable[[int], str]
) -> list[SeatRow]:
    """The chairs of a new table: the creator's own persons hold the creator's token."""
    rows = []
    for n, wish in enumerate(wishes):
        name = wish.name if isinstance(wish.name, str) else names(n)
        if wish.kind == "person":
            rows.append(SeatRow(table, n, "person", name, token=digest(token)))
        elif wish.kind == "bot":
            bot = wish.bot if isinstance(wish.bot, str) else DEFAULT_BOT
            if bot not in bots():
                raise Refusal("no_bot")
            rows.append(SeatRow(table, n, "bot", name, bot=bot))
        else:
            rows.append(SeatRow(table, n, "open", ""))
    return rows
