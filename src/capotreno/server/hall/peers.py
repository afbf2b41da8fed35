"""Several servers: what they tell each other of their tables, and which of them still live."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from capotreno.server.channels import messages
from capotreno.server.table.audience import NONE, Presence

if TYPE_CHECKING:
    from capotreno.server.store.store import Store
    from capotreno.server.table.table import Table
    from capotreno.server.table.undo import Undos
    from capotreno.server.talk.talk import Talk

ALIVE = 5.0  # seconds between two signs of life
GONE = 16.0  # seconds of silence after which a server counts as dead
MOST_UNKNOWN = 20  # kinds of unknown messages that are told of; a foreigner could invent any number

logger = logging.getLogger("capotreno")


class Peers:
    """The other servers. `send` brings a message to all of them; `name` is ours among them."""

    def __init__(
        self,
        name: str,
        send: Callable[[messages.Message], None],
        tables: "Mapping[str, Table]",
        store: "Store",
        undos: "Undos",
        talk: "Talk",
    ) -> None:
        self.name = name
        self._send = send
        self._tables = tables
        self._store = store
        self._undos = undos
        self._talk = talk
        self._lives: dict[str, float] = {}  # when each server was last heard
        self._said = float("-inf")
        self._told: dict[str, Presence] = {}  # what was last said of each table's audience here
        self._unknown: set[str] = set()

    # -- what we say --------------------------------------------------------------------------

    def live(self) -> None:
        """Give a sign of life now and then."""
        now = time.monotonic()
        if now - self._said >= ALIVE:
            self._said = now
            self._send(messages.Alive())

    def ask_who(self, table: "Table") -> None:
        """Ask who of a table is where."""
        self._send(messages.Who(table.row.id))

    def tell_here(self, table: "Table", again: bool = False) -> None:
        """Tell who of a table is here, if that is news."""
        here, id = table.audience.here, table.row.id
        if again or self._told.get(id, NONE) != here:
            self._told[id] = here
            self._send(messages.Here(id, sorted(here.seats), here.spectators))
        if here == NONE:
            self._told.pop(id, None)

    # -- what we hear -------------------------------------------------------------------------

    async def heard(self, data: bytes) -> None:
        """A letter has come; one that another version wrote is ignored, with a line in the log."""
        try:
            letter = messages.read(data)
        except messages.NotUnderstood as error:
            if str(error) not in self._unknown and len(self._unknown) < MOST_UNKNOWN:
                self._unknown.add(str(error))
                logger.warning("a message of another server is ignored: %s", error)
            return
        if letter.sender != self.name:
            await self._take(letter.sender, letter.message)

    async def _take(self, sender: str, message: messages.Message) -> None:
        if isinstance(message, messages.MessagesLost):
            await self._look_again()
            return
        self._lives[sender] = time.monotonic()
        if isinstance(message, messages.Alive):
            return
        table = self._tables.get(message.table)
        if table is None:
            return
        match message:
            case messages.Here(_, seats, spectators):
                there = Presence(frozenset(seats), spectators)
                if there not in (NONE, table.audience.elsewhere.get(sender)):
                    # Until now that server had no need to be told of moves.
                    self._send(messages.Moved(table.row.id, table.seq))
                table.audience.hear_of(sender, there)
            case messages.Who():
                self.tell_here(table, again=True)
            case messages.Changed():
                await table.catch_up()
            case _:
                if message.seq > table.seq:
                    await table.catch_up()
                await self._take_more(table, message)

    async def _take_more(self, table: "Table", message: messages.Message) -> None:
        """What a message says beyond the number of moves."""
        match message:
            case messages.Wished(_, _, seat, to, waiting):
                self._undos.wished(table, seat, to, set(waiting))
            case messages.Answered(_, _, seat, agree, to):
                await self._undos.answered(table, seat, agree, to)
            case messages.Said(_, _, line):
                row = await self._store.talk.line(table.row.id, line)
                if row is not None:
                    self._talk.told(table, row)
            case messages.LineRemoved(_, _, line):
                self._talk.removed(table, line)
            case messages.PutOut(_, _, who):
                self._talk.put_out(table, who)

    async def _look_again(self) -> None:
        """Messages were lost: whatever they said is in the store, or is asked for again."""
        for table in list(self._tables.values()):
            await table.catch_up()
            self.tell_here(table, again=True)
            self.ask_who(table)

    def bury(self) -> None:
        """A server that has fallen silent is no more, and nobody is present there."""
        old = time.monotonic() - GONE
        for server in [name for name, at in self._lives.items() if at < old]:
            del self._lives[server]
            for table in self._tables.values():
                table.audience.hear_of(server, None)
