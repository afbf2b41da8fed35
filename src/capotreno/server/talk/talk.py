"""The talk at a table: who may say what to whom, and how its creator keeps order.

Two rooms share a table: the players' and the spectators'. While a game runs, the players do not
hear the spectators: nobody advises them. Whoever was blocked is not heard by who has blocked them.
"""

import time
from collections.abc import Callable

from capotreno.engine.state import NOBODY
from capotreno.server.channels import messages
from capotreno.server.doors import wire
from capotreno.server.doors.limits import Buckets
from capotreno.server.store.rows import PLAYERS, SPECTATORS, ChatRow
from capotreno.server.store.store import Store
from capotreno.server.store.talk import OUT, SILENCED, ReportRow
from capotreno.server.table.audience import Listener, mark
from capotreno.server.table.changes import encode
from capotreno.server.table.faults import Refusal
from capotreno.server.table.table import Table

AT_ONCE = 5  # of a minute's lines, a fifth may be said at once
OF_SPECTATORS = 2  # whoever looks on may say half as much as who plays
REPORTS = (5.0, 1 / 60)  # at once, and a second


def hears(table: Table, listener: Listener, row: ChatRow) -> bool:
    """Whether a line is for this listener's ears."""
    if row.removed or (row.author is not None and row.author in listener.blocked):
        return False
    playing = listener.seat != NOBODY and table.row.status == "running"
    return row.room == PLAYERS or not playing


class Talk:
    """The talk at all tables. `send` brings a message to the other servers.

    `lines`: a minute, of one person at one table.
    """

    def __init__(
        self, store: Store, send: Callable[[messages.Message], None], lines: float
    ) -> None:
        self._store = store
        self._send = send
        self._lines = {
            PLAYERS: Buckets(lines / 60, lines / AT_ONCE),
            SPECTATORS: Buckets(lines / 60 / OF_SPECTATORS, lines / AT_ONCE / OF_SPECTATORS),
        }
        self._reports = Buckets(REPORTS[1], REPORTS[0])

    # -- who comes ------------------------------------------------------------------------------

    async def enter(self, table: Table, listener: Listener) -> None:
        """Somebody comes to a table; refused who was put out of it."""
        if listener.who:
            listener.blocked = await self._store.talk.blocked_by(listener.who)
        if listener.seat != NOBODY:
            return
        if listener.source and listener.source in table.audience.barred:
            raise Refusal("put_out")
        if listener.who and OUT in await self._store.talk.hushed(table.row.id, listener.who):
            raise Refusal("put_out")

    async def lines(self, table: Table, listener: Listener) -> list[ChatRow]:
        """What was said last, as far as this listener may hear it."""
        rows = await self._store.chat(table.row.id)
        return [row for row in rows if hears(table, listener, row)]

    # -- saying ---------------------------------------------------------------------------------

    async def say(self, table: Table, listener: Listener, text: str, emote: str | None) -> None:
        """A line, kept with the table; what cannot be printed becomes a space."""
        text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
        if not text and emote is None:
            return
        if not listener.name or not listener.who:
            raise Refusal("nameless")
        room = SPECTATORS if listener.seat == NOBODY else PLAYERS
        if await self._store.talk.hushed(table.row.id, listener.who):
            raise Refusal("silenced")
        if not self._lines[room].take(f"{table.row.id} {listener.who}"):
            raise Refusal("chat_fast")
        name = listener.name if listener.seat == NOBODY else table.seats[listener.seat].name
        row = ChatRow(table.row.id, 0, listener.seat, text, time.time(), name)
        row = await self._store.add_chat(row.by(listener.who, room, emote))
        self.told(table, row)
        self._send(messages.Said(table.row.id, table.seq, row.number))

    def told(self, table: Table, row: ChatRow) -> None:
        """A line is told to who may hear it."""
        line = table.audience.line(row)
        table.audience.tell(line, lambda listener: hears(table, listener, row))

    # -- order ----------------------------------------------------------------------------------

    async def moderate(self, table: Table, listener: Listener, wish: wire.Moderate) -> None:
        """The creator's right; one's own line anybody may take back."""
        row = await self._line(table, listener, wish.line)
        own = row.author == listener.who
        if not listener.host and not (own and wish.act == "remove"):
            raise Refusal("creator")
        if wish.act == "remove":
            await self._store.talk.remove(table.row.id, row.number)
            self.removed(table, row.number)
            self._send(messages.LineRemoved(table.row.id, table.seq, row.number))
        elif own or row.author is None:
            raise Refusal("no_line")
        elif wish.act == "silence":
            await self._store.talk.hush(table.row.id, row.author, SILENCED)
        elif wish.act == "unsilence":
            await self._store.talk.unhush(table.row.id, row.author)
        elif row.seat != NOBODY:
            raise Refusal("only_spectators")
        else:
            await self._store.talk.hush(table.row.id, row.author, OUT)
            who = mark(table.row.id, row.author)
            self.put_out(table, who)
            self._send(messages.PutOut(table.row.id, table.seq, who))

    def removed(self, table: Table, number: int) -> None:
        """A line is gone for everybody."""
        table.audience.tell(wire.Unsaid([number]))

    def put_out(self, table: Table, who: str) -> None:
        """A spectator of that mark is sent away."""
        audience = table.audience
        for listener in list(audience.listeners):
            if listener.seat == NOBODY and listener.who and mark(table.row.id, listener.who) == who:
                audience.barred.add(listener.source)
                audience.send_away(listener)

    async def block(self, table: Table, listener: Listener, number: int) -> None:
        """Whoever said that line is not heard any more by who blocks them, at any table."""
        row = await self._line(table, listener, number)
        if row.author is None or row.author == listener.who or not listener.who:
            raise Refusal("no_line")
        await self._store.talk.block(listener.who, row.author, row.name or "", time.time())
        listener.blocked |= {row.author}
        said = await self._store.chat(table.row.id)
        theirs = [one.number for one in said if one.author == row.author]
        listener.tell(encode(wire.Unsaid(theirs)))

    async def report(self, table: Table, listener: Listener, number: int, why: str) -> None:
        """A line is put before the server's operator, as it was said."""
        row = await self._line(table, listener, number)
        if not listener.who:
            raise Refusal("nameless")
        if not self._reports.take(listener.who):
            raise Refusal("chat_fast")
        words = row.text or (row.emote or "")
        report = ReportRow(
            table.row.id, number, listener.who, row.author, row.name, words, why, time.time()
        )
        await self._store.talk.report(report)
        listener.tell(encode(wire.Reported(number)))

    async def _line(self, table: Table, listener: Listener, number: int) -> ChatRow:
        """A line that this listener has heard."""
        row = await self._store.talk.line(table.row.id, number)
        if row is None or not hears(table, listener, row):
            raise Refusal("no_line")
        return row
