"""Undo: at once when only bots are at the table, otherwise when every other person agrees.

What bots have answered meanwhile is taken back with it, as long as that unsays nothing either.

Every server that has the table in memory knows the wish; the one where it was said, or where the
last answer was given, takes the gesture back. A move that comes between ends it everywhere.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from capotreno.server.channels import messages
from capotreno.server.doors import wire
from capotreno.server.store.errors import StoreError
from capotreno.server.store.rows import SeatRow
from capotreno.server.table.faults import Refusal

if TYPE_CHECKING:
    from capotreno.server.table.table import Table

PATIENCE = 15.0  # seconds for which bots wait for an answer


@dataclass
class UndoWish:
    """Somebody wants to take back; these seats have yet to agree."""

    seat: int
    to: int
    waiting: set[int]
    until: float  # bots wait so long
    ours: bool  # it was said at this server


class Undos:
    """The wishes to undo: heard, answered, granted. They live in the memory alone."""

    def __init__(
        self, send: Callable[[messages.Message], None], moved: Callable[["Table"], None]
    ) -> None:
        self._send = send
        self._moved = moved

    async def ask(self, table: "Table", seat: int) -> None:
        """A seat wants its last gesture back."""
        to = table.undo_step(seat).to
        own = table.seats[seat].token
        present = table.audience.present()
        others = {
            row.seat
            for row in table.seats
            if row.kind == "person"
            and row.token != own
            and (row.seat in present or not row.stand_in)
        }
        if not others:
            await table.undo(seat, to)
            self._moved(table)
            return
        self._wish(table, seat, to, others, ours=True)
        self._send(messages.Wished(table.row.id, table.seq, seat, to, sorted(others)))

    async def answer(self, table: "Table", seat: int, agree: bool) -> None:
        """A seat's answer; the last one takes the table back."""
        wish = table.wish
        if wish is None or seat not in wish.waiting:
            raise Refusal("no_undo")
        self._send(messages.Answered(table.row.id, table.seq, seat, agree, wish.to))
        await self._take(table, wish, seat, agree, last=True)

    async def chair(self, table: "Table", old: SeatRow, new: SeatRow) -> None:
        """A chair has changed hands: its wish is off, its answer is not waited for."""
        wish = table.wish
        if wish is None or old.token == new.token:
            return
        if new.seat == wish.seat or new.seat in wish.waiting:
            agree = new.seat != wish.seat
            self._send(messages.Answered(table.row.id, table.seq, new.seat, agree, wish.to))
            await self._take(table, wish, new.seat, agree, last=True)

    def wished(self, table: "Table", seat: int, to: int, waiting: set[int]) -> None:
        """A wish that was said at another server."""
        self._wish(table, seat, to, waiting, ours=False)

    async def answered(self, table: "Table", seat: int, agree: bool, to: int) -> None:
        """An answer that was given at another server."""
        wish = table.wish
        if wish is not None and wish.to == to and seat in {*wish.waiting, wish.seat}:
            await self._take(table, wish, seat, agree, last=wish.ours)

    def _wish(self, table: "Table", seat: int, to: int, waiting: set[int], *, ours: bool) -> None:
        table.wish = UndoWish(seat, to, waiting, time.monotonic() + PATIENCE, ours)
        table.audience.tell_wish()

    async def _take(
        self, table: "Table", wish: UndoWish, seat: int, agree: bool, *, last: bool
    ) -> None:
        """One answer; `last`: if nobody else is waited for, this server takes the table back."""
        if not agree:
            self._end(table, wish)
            return
        wish.waiting.discard(seat)
        if wish.waiting:
            table.audience.tell_wish()
        elif last:
            try:
                await table.undo(wish.seat, wish.to)
            except Refusal:  # another server was faster, or somebody has moved: both are told
                if table.wish is wish:
                    self._end(table, wish)
            except StoreError:
                wish.waiting.add(seat)  # to be asked again
                raise
            else:
                self._moved(table)

    def _end(self, table: "Table", wish: UndoWish) -> None:
        table.wish = None
        table.audience.tell(wire.UndoAsked(wish.seat, wish.to, []))
