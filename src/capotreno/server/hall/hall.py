"""The hall: the tables a server has in memory, its bots, its clock, its talk with other servers."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from weakref import WeakValueDictionary

from capotreno.bots.opponents import opponents
from capotreno.bots.registry import bots
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record.log import Log
from capotreno.games.registry import REGISTRY
from capotreno.server.bots.pool import BotWorkers
from capotreno.server.channels import messages
from capotreno.server.group.owners import Owners
from capotreno.server.hall.clock import Clock
from capotreno.server.hall.games import game_for
from capotreno.server.hall.peers import Peers
from capotreno.server.hall.rematch import continued
from capotreno.server.hall.secrets import new_id
from capotreno.server.hall.sweep import Sweep
from capotreno.server.hall.thinking import Thinking
from capotreno.server.notices.notices import Notices
from capotreno.server.reviews.reviews import Reviews
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.studio.carried import Carried, is_carried, name_of
from capotreno.server.studio.examiner import Examiner
from capotreno.server.table.faults import Refusal, Stale
from capotreno.server.table.table import Table
from capotreno.server.table.undo import Undos
from capotreno.server.talk.talk import Talk

logger = logging.getLogger("capotreno")

TICK = 0.5  # seconds between looks at the clock
UNPLAYABLE = 3600.0  # seconds until the clock tries a table again that cannot be played now
WHO = 0.3  # seconds in which the other servers say who is present
QUIET = 60.0  # seconds between two lines about the store's trouble
DEFAULT_BOT = bots()[-1]


def _known(id: str) -> str:
    """An id as tables have them; refused where it can be none."""
    if not (id.isascii() and id.isalnum()):
        raise Refusal("no_table")
    return id


class Hall:
    """Everything that lives as long as the server."""

    def __init__(self, store: Store, workers: BotWorkers, settings: Settings) -> None:
        self.store = store
        self.workers = workers
        self.settings = settings
        self.clock = Clock()
        self.tables: dict[str, Table] = {}
        # Also those that have left the memory while somebody still has them in hand: of one table
        # there is never a second one.
        self._seen: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self.publish: Callable[[bytes], None] = lambda _: None  # to the channels
        self.over: Callable[[str], None] = lambda _: None  # a game has ended here
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming = 0  # tables of bots that are being made
        self._rematching = asyncio.Lock()
        self.name = new_id()  # among the servers that hear each other
        self._marking = secrets.token_bytes(16)  # kept nowhere: from a mark no address is found
        self.shared = bool(settings.channels_url)
        self.examiner = Examiner(settings.studio_seconds)
        self.carried = Carried(store, self.examiner, settings.studio)
        self.reviews = Reviews(store, settings.review_seconds)
        self.thinking = Thinking(workers, settings, self._tell_moved, self.trouble)
        self.undos = Undos(self._send, self.moved)
        self.talk = Talk(store, self._send, settings.chat)
        self.owners = Owners(store.leases, self.name, settings.own_address)
        self.peers = Peers(self.name, self._send, self._seen, store, self.undos, self.talk)
        self.sweep = Sweep(store, settings, self.tables, self._told, self.gone, self.trouble)
        self.notices = Notices(store, settings, self.table, self.rest, self.trouble)
        self.closing = False  # nothing new is begun
        self._complained = -QUIET  # when the store's trouble was last told

    # -- tables -------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """A table, from the memory or from the store."""
        found = self.tables.get(_known(id))
        if found is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.create_task(self._bring(id))
                loading.add_done_callback(partial(self._brought, id))
            found = await asyncio.shield(loading)
        elif not self._told(found):
            await found.catch_up()
        found.touched = time.monotonic()
        await self.begin(found)  # a server may have died between the last chair and the deal
        return found

    async def glance(self, row: TableRow) -> Table:
        """A table for a list, as its row stands: who looks again and again replays it once."""
        found = self.tables.get(row.id)
        if found is None or found.row.changed < row.changed:
            found = await self.table(row.id)
            self.keep(found)
        found.touched = time.monotonic()
        return found

    def _told(self, table: Table) -> bool:
        """Whether a table in the memory is kept as it is: by us, or for who listens here."""
        own = not self.shared or self.owners.owns(table.row.id)
        return own or bool(table.audience.listeners)

    async def not_dealt(self, id: str) -> bool:
        """Whether no game has begun at a table; by its row alone, which costs little."""
        row = await self.store.table(_known(id))
        return row is None or row.status == "open"

    async def _bring(self, id: str) -> Table:
        """A table comes back to the memory; whoever else wants it now waits for the same.

        One of another server's is only looked at: there it is kept, and not here too.
        """
        table = self._seen.get(id)
        if table is None:
            table = await self._load(id)
            if self.shared:
                table.audience.changed = partial(self.peers.tell_here, table)
                self.peers.ask_who(table)
        elif self.shared:
            await table.catch_up()
        self._seen[id] = table
        if not self.shared or self.owners.owns(id):
            self.keep(table)
        # Its bots may have died with a server; or one is just thinking elsewhere.
        own = self.settings.bot_seconds + self.settings.grace + self.settings.pause
        if not self.shared or time.time() - table.row.changed > own:
            self.think(table)
        return table

    def _brought(self, id: str, loading: "asyncio.Task[Table]") -> None:
        self._loading.pop(id, None)
        if not loading.cancelled():
            loading.exception()  # told to those who waited, if they still do

    def keep(self, table: Table) -> None:
        """A table that somebody has in hand stays in the memory, or comes back to it."""
        self.tables[table.row.id] = self._seen[table.row.id] = table

    def gone(self, table: Table) -> None:
        """A table was removed from the store: nobody is at it any more."""
        self.tables.pop(table.row.id, None)
        self._seen.pop(table.row.id, None)
        self.thinking.forget(table.row.id)
        table.audience.dismiss_all()

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
            game = await self.game(row.game, row.players, row.options)
        except CapotrenoError:  # a game or an option that was there once
            raise Refusal("other_version", version=row.version) from None
        if game.ruleset.version != row.version:
            raise Refusal("other_version", version=row.version)
        table = Table(row, await self.store.seats(id), game, self.store, self.clock)
        table.patience = max(self.settings.absence, row.seconds)
        moves = await self.store.moves(id)
        if moves:
            table.take_up(moves)
        return table

    async def game(self, name: str, players: int, options: dict[str, object]) -> Game:
        """A game for a table: one that the server has, or that of a board somebody brought."""
        if is_carried(name):
            return await self.carried.game(name, players, options)
        return game_for(name, players, options)

    async def game_of(self, log: Log) -> tuple[str, Game]:
        """The game of a log, and the name it has here: that of the board the log brings along."""
        known = log.game in REGISTRY or not log.board
        name = log.game if known else name_of(log.board.encode())
        return name, await self.game(name, log.players, log.options)

    async def create(self, row: TableRow, seats: list[SeatRow]) -> Table:
        """A new table, or the one of that id; it begins at once if no seat is open."""
        if await self.store.create(row, seats):
            facts = {"table": row.id, "game": row.game, "players": row.players, "pace": row.pace}
            logger.info("a table was made", extra=facts)
        table = await self.table(row.id)
        await self.begin(table)
        return table

    async def create_for_bots(self, row: TableRow, seats: list[SeatRow]) -> Table:
        """The same without any person; refused while too many bots play among themselves."""
        if self.thinking.unattended + self._coming >= self.settings.bot_tables:
            raise Refusal("too_many_bots")
        self._coming += 1
        try:
            return await self.create(row, seats)
        finally:
            self._coming -= 1

    async def begin(self, table: Table) -> None:
        """Deal if everybody is there."""
        if table.state is None and all(seat.kind != "open" for seat in table.seats):
            with contextlib.suppress(Stale):
                await table.start()
            self.moved(table)

    def moved(self, table: Table) -> None:
        """A move was made here: tell other servers, let bots think."""
        self._tell_moved(table)
        self.think(table)

    def think(self, table: Table) -> None:
        """Let the bots of a table play, if one of them is asked."""
        self.thinking.begin(table)

    # -- other servers ------------------------------------------------------------------------

    def _send(self, message: messages.Message) -> None:
        """A message to the other servers, if there are any."""
        if self.shared:
            self.publish(messages.write(self.name, message))

    def _tell_moved(self, table: Table) -> None:
        id = table.row.id
        if table.row.status == "finished":
            self.over(id)
        # Of a table that is ours others hear only where somebody listens.
        if table.audience.elsewhere or not self.owners.owns(id):
            self._send(messages.Moved(id, table.seq))
        self.notices.moved(table)

    def trouble(self, where: str, error: StoreError) -> None:
        """The store failed: a line for the operator, and not one for everybody who waits."""
        now = time.monotonic()
        if now - self._complained >= QUIET:
            self._complained = now
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
                await table.renew()
        table.audience.tell_seats()
        self._send(messages.Changed(table.row.id))
        await self.undos.chair(table, old, new)
        self.think(table)
        return True

    async def replace_absent(self, table: Table, seat: int, bot: str) -> None:
        """The creator's right: a bot for somebody who is not there, and back."""
        if bot and self.shared:
            self.peers.ask_who(table)
            await asyncio.sleep(WHO)
        if bot and seat in table.audience.present():
            raise Refusal("present")
        away = table.audience.away(seat)
        theirs = table.seats[seat].token != table.row.creator
        if bot and theirs and away is not None and away < table.patience:
            raise Refusal("just_left")
        await self.stand_in(table, seat, bot)

    async def stand_in(self, table: Table, seat: int, bot: str) -> None:
        """Put a bot in a person's chair, or take it out again."""
        row = table.seats[seat]
        if row.kind != "person":
            raise Refusal("not_a_person")
        if bot and bot not in opponents(table.game):
            raise Refusal("no_bot")
        if row.stand_in != bot and not await self.seat(table, row, replace(row, stand_in=bot)):
            raise Stale("stale")

    def source_of(self, address: str) -> str:
        """The mark of an address, as long as this server lives."""
        return blake2b(address.encode(), key=self._marking, digest_size=12).hexdigest()

    async def reseated(self, ids: list[str]) -> None:
        """Seats of these tables have changed in the store, by what was done to a person."""
        for id in ids:
            table = self.tables.get(id)
            if table is not None:
                await table.catch_up()
                self.think(table)
            self._send(messages.Changed(id))

    async def rematch(self, table: Table) -> str:
        """The table that continues a finished one: the same people and bots, one chair on."""
        if table.row.status != "finished":
            raise Refusal("not_finished")
        async with self._rematching:  # two who wish it at once get one table
            return table.row.rematch or await self._rematch(table)

    async def _rematch(self, table: Table) -> str:
        row, seats = continued(table.row, table.seats)
        await self.create(row, seats)
        await self.store.set_rematch(table.row.id, row.id)
        await table.catch_up()
        table.audience.tell_seats()
        self._send(messages.Changed(table.row.id))
        return table.row.rematch or row.id

    # -- the clock ----------------------------------------------------------------------------

    def run(self) -> None:
        """Start looking at the clock, at what others do to the tables, at what is to be told."""
        for work in (self._watch(), self.sweep.run(), self.notices.run()):
            self._tasks.add(asyncio.create_task(work))

    def close_doors(self) -> None:
        """Nothing new is begun from now on."""
        self.closing = True

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.thinking.close()
        if self.shared:
            with contextlib.suppress(StoreError):  # then it ends with time
                await self.owners.leave()
        await self.workers.close()
        await self.examiner.close()
        await self.reviews.close()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                if self.shared:
                    await self._live()
                await self._set_clock()
                for id in await self.store.due(self.clock.now()):
                    if not self.shared or await self.owners.take(id):
                        await self._due(id)
            except StoreError as error:
                self.trouble("the clock", error)
            except Exception:
                logger.exception("the clock: a fault of the server")  # and it goes on
            self.thinking.try_again()
            self._forget()

    async def _live(self) -> None:
        """Among several servers: say that we live, and hear who does not."""
        self.peers.live()
        self.peers.bury()
        await self.owners.live()
        await self.owners.let_go(self.tables)

    async def _set_clock(self) -> None:
        """The time of day has jumped: that costs nobody any time.

        Alone, a server moves its tables' deadlines by the same. Others' clocks may be right, so
        among several it only knows that what seems overdue may not be.
        """
        jump = self.clock.jump()
        if not jump:
            return
        logger.warning("the clock: the time of day has jumped by %+.0f seconds", jump)
        if not self.shared:
            await self.store.shift_deadlines(jump)
        self.clock.accept(jump)
        for table in list(self.tables.values()):
            await table.catch_up()
            table.audience.tell_seats()

    async def _due(self, id: str) -> None:
        """One table's time is up; a table that cannot be played here must not stop the others."""
        try:
            await self._overdue(await self.table(id))
        except CapotrenoError as error:
            logger.warning("the clock: table %s: %s", id, error)
            await self.store.set_deadline(id, self.clock.now() + UNPLAYABLE)

    async def _overdue(self, table: Table) -> None:
        """A decision is overdue: a bot takes over for whoever is asked."""
        await table.catch_up()
        deadline = table.row.deadline
        if deadline is None or deadline > self.clock.now():
            return
        if table.bot_asked() is not None or deadline < self.clock.since:
            # It was the bot's time, whoever is asked beside it; or the time was up when there was
            # no server to play at.
            async with table.lock:
                await table.renew()
            table.audience.tell_seats()
            self._send(messages.Changed(table.row.id))
        elif not await self.rest(table):
            # A new time begins with the bot, so what fails here is tried again.
            for seat in table.asked:
                with contextlib.suppress(Stale):
                    await self.stand_in(table, seat, DEFAULT_BOT)
        self.think(table)
        if table.bots_only and table.asked and not self.thinking.busy(table.row.id):
            # Too many are played without a person: nobody waits for this one.
            await self.store.set_deadline(table.row.id, self.clock.now() + UNPLAYABLE)

    async def rest(self, table: Table) -> bool:
        """Whoever is asked by correspondence may be on holiday: their time begins afterwards."""
        now, back = self.clock.now(), 0.0
        for row in [table.seats[seat] for seat in table.asked]:
            if row.person and table.row.pace == "correspondence" and not table.bot_of(row.seat):
                back = max(back, await self.store.people.holidays.until(row.person, now) or 0.0)
        if back:
            async with table.lock:
                await table.renew(back + table.row.seconds)
            table.audience.tell_seats()
            self._send(messages.Changed(table.row.id))
        return back > 0

    def _forget(self) -> None:
        """Tables nobody looks at leave the memory; the store has them."""
        old = time.monotonic() - self.settings.idle_seconds
        for id, table in list(self.tables.items()):
            quiet = not table.audience.listeners and not self.thinking.busy(id)
            if quiet and table.touched < old and not table.lock.locked():
                del self.tables[id]
