"""Notices: who is told what, when, and how often it is tried.

A table says what has happened and waits for nothing. What is to be sent is kept in the database, so
that it outlives a server, waits for the end of somebody's night and is sent by one server alone.
Before it goes it is looked at again: who has come meanwhile, or has moved, is left in peace.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from weakref import WeakKeyDictionary

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.state import NOBODY
from capotreno.server.notices.carrier import Unreachable
from capotreno.server.notices.post import Post
from capotreno.server.people.wishes import PersonWishes, quiet_until
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.store.people.letters import LetterRow
from capotreno.server.store.store import Store
from capotreno.server.table.audience import Listener
from capotreno.server.table.table import Table

logger = logging.getLogger("capotreno")

TURN, INVITATION, END, MENTION, REMINDER = "turn", "invitation", "end", "mention", "reminder"

TICK = 2.0  # seconds between two looks at what is due
AT_ONCE = 20  # notices that are sent at the same time
EVENTS = 1000  # that wait to be looked at; more are not worth telling
DAYS = 2 * 24 * 60 * 60.0  # seconds after which a notice is no news
AGAIN = 60.0  # seconds until it is tried again; four times that the next time
TRIES = 6
LEAD = 12 * 60 * 60.0  # seconds before a deadline at which it is recalled, or a quarter of the time
SHORT = 60 * 60.0  # a time for a decision under which nobody is reminded


class Happened(NamedTuple):
    """Something that somebody at a table may want to know."""

    kind: str
    table: str
    seat: int
    person: str | None
    token: str | None
    who: str
    remind: float | None  # when to recall it
    by: str = ""  # as whom those who talk are known


class Notices:
    """The notices of one server."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        table_of: Callable[[str], Awaitable[Table]],
        rest: Callable[[Table], Awaitable[bool]],
        trouble: Callable[[str, StoreError], None],
    ) -> None:
        self._store = store
        self._settings = settings
        self._table_of = table_of
        self._rest = rest
        self._trouble = trouble
        self._events: asyncio.Queue[Happened] = asyncio.Queue(EVENTS)
        self._asked: WeakKeyDictionary[Table, frozenset[int]] = WeakKeyDictionary()
        self.post = Post(store, settings)

    # -- what tables say ----------------------------------------------------------------------

    def moved(self, table: Table) -> None:
        """A move was made: who is asked now and was not before, or that it is over."""
        asked = frozenset([seat for seat in table.asked if not table.bot_of(seat)])
        before = self._asked.get(table, frozenset())
        self._asked[table] = asked
        over = table.row.status == "finished"
        here = table.audience.present()
        for seat in sorted(table.people if over else asked - before):
            if seat not in here:
                self._tell(END if over else TURN, table, seat)
            elif not over:
                self._tell(REMINDER, table, seat)  # who is here may go and forget

    def said(self, table: Table, by: Listener, text: str) -> None:
        """Something was said: who is called by name, as in `@Anna`. Spectators call nobody."""
        seat = by.seat
        if seat == NOBODY:
            return
        low, name = text.casefold(), table.seats[seat].name
        for row in table.seats:
            called = row.kind == "person" and row.seat != seat and f"@{row.name.casefold()}" in low
            if called and row.seat not in table.audience.present():
                self._tell(MENTION, table, row.seat, name, by.who)

    def invited(self, person: str, table: str, who: str) -> None:
        """Somebody asks a person to a table."""
        self._put(Happened(INVITATION, table, -1, person, None, who, None))

    def _tell(self, kind: str, table: Table, seat: int, who: str = "", by: str = "") -> None:
        row, deadline, remind = table.seats[seat], table.row.deadline, None
        if kind in (TURN, REMINDER) and table.row.pace == "correspondence" and deadline is not None:
            remind = reminder_at(deadline, table.row.seconds)
        if kind == REMINDER and remind is None:
            return  # at most tables, at every move: there is nothing to look up
        self._put(Happened(kind, table.row.id, seat, row.person, row.token, who, remind, by))

    def _put(self, event: Happened) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._events.put_nowait(event)

    # -- the two that work --------------------------------------------------------------------

    async def run(self) -> None:
        """Keep what has happened, and send what is due, again and again."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._send())

    async def _listen(self) -> None:
        while True:
            event = await self._events.get()
            await self._safely(self.note(event))
            self._events.task_done()

    async def _send(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self._safely(self.deliver())

    async def _safely(self, work: Awaitable[object]) -> None:
        try:
            await work
        except StoreError as error:
            self._trouble("a notice", error)
        except Exception:
            logger.exception("a notice: a fault of the server")  # and the next one goes

    async def note(self, event: Happened) -> None:
        """Keep a notice for everybody who wants it."""
        holder = event.person or event.token or ""
        if event.by and event.by in await self._store.talk.blocked_by(holder):
            return
        if event.remind is not None and event.person:
            table = await self._found(event.table)
            if table is not None:
                await self._rest(table)
        now, letters = time.time(), []
        wait = self._settings.notice_seconds if event.kind == TURN else 0.0
        for to, wishes in await self.post.addresses(event.person, event.token):
            if event.kind != REMINDER and wanted(wishes, to, event.kind, event.table):
                own = (to, event.kind, event.table, event.seat, event.who)
                letters.append(LetterRow(*own, now + wait, now + DAYS))
            remind = event.remind
            if remind is not None and wanted(wishes, to, REMINDER, event.table):
                own = (to, REMINDER, event.table, event.seat, "")
                letters.append(LetterRow(*own, remind, remind + DAYS))
        await self._store.letters.put(letters)

    async def noted(self) -> None:
        """Wait until all that has happened so far is kept."""
        await self._events.join()

    async def deliver(self) -> int:
        """Send what is due; how many were tried."""
        due = await self._store.letters.due(time.time(), AT_ONCE)
        await asyncio.gather(*(self._safely(self._one(letter)) for letter in due))
        return len(due)

    async def _one(self, letter: LetterRow) -> None:
        now, letters = time.time(), self._store.letters
        later = now + AGAIN * 4**letter.tries
        if now > letter.until or letter.tries >= TRIES:
            await letters.drop(letter)
            return
        if not await letters.take(letter, later):
            return  # another server has it
        wishes = await self.post.wishes_at(letter.to)
        if wishes is None or not wanted(wishes, letter.to, letter.kind, letter.table):
            await letters.drop(letter)
            return
        morning = quiet_until(wishes, now)
        if morning is not None:
            await letters.put_off(letter, morning)
            return
        table = await self._found(letter.table)
        if table is None or not await self._true(letter, table, now):
            return
        try:
            done = await self.post.send(letter, table, wishes)
        except Unreachable as error:
            logger.info("a notice was not sent: %s", error)
            return  # it is due again later
        if done:
            await letters.drop(letter)

    async def _found(self, id: str) -> Table | None:
        try:
            return await self._table_of(id)
        except CapotrenoError:
            return None

    async def _true(self, letter: LetterRow, table: Table, now: float) -> bool:
        """Whether a notice is still to be sent; one that is not goes, or waits for its time."""
        if letter.kind == INVITATION:
            free = any(row.kind == "open" for row in table.seats)
            if not free:
                await self._store.letters.drop(letter)
            return free
        row = table.seats[letter.seat]
        here = letter.seat in table.audience.present()
        true = not here and await self.post.is_for(letter.to, row)
        if letter.kind in (TURN, REMINDER):
            true = true and letter.seat in table.asked and not table.bot_of(letter.seat)
        if true and letter.kind == REMINDER:
            at = reminder_at(table.row.deadline or 0.0, table.row.seconds)
            if at is None or at > now + 1:
                await self._store.letters.put_off(letter, at or now + DAYS)
                return False
        if not true:
            await self._store.letters.drop(letter)
        return true


def wanted(wishes: PersonWishes, to: str, kind: str, table: str) -> bool:
    """Whether somebody wants a notice of this kind, at this table, in this way."""
    kinds = wishes.mail if to.startswith("mail ") else wishes.push
    return kind in kinds and table not in wishes.muted


def reminder_at(deadline: float, seconds: float) -> float | None:
    """When somebody is reminded of a deadline; not where the time is short."""
    return None if seconds < SHORT else deadline - min(LEAD, seconds / 4)
