"""Undo: at once when only bots are at the table, otherwise when every other person agrees."""

from dataclasses import dataclass

from capotreno.server import wire
from capotreno.server.faults import Refusal
from capotreno.server.table import Table


@dataclass
class Wish:
    """Somebody wants to take back; these seats have yet to agree."""

    seat: int
    to: int
    waiting: set[int]


class Undos:
    """The wishes to undo, by table. They live in the memory: a restart forgets them."""

    def __init__(self) -> None:
        self._wishes: dict[str, Wish] = {}

    async def ask(self, table: Table, seat: int) -> bool:
        """A seat wants its last gesture back; True if that was done at once."""
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
            return True
        self._wishes[table.row.id] = Wish(seat, to, others)
        table.audience.tell(wire.UndoAsked(seat, to, sorted(others)))
        return False

    async def answer(self, table: Table, seat: int, agree: bool) -> bool:
        """A seat's answer; True if it was the last one and the table went back."""
        wish = self._wishes.get(table.row.id)
        if wish is None or seat not in wish.waiting:
            raise Refusal("no_undo")
        wish.waiting.discard(seat)
        if not agree or not wish.waiting:
            del self._wishes[table.row.id]
        if agree and not wish.waiting:
            try:
                await table.undo(wish.seat, wish.to)
            except Refusal:  # the table has moved on since: the wish is off
                table.audience.tell(wire.UndoAsked(wish.seat, wish.to, []))
                raise
            return True
        waiting = sorted(wish.waiting) if agree else []
        table.audience.tell(wire.UndoAsked(wish.seat, wish.to, waiting))
        return False
