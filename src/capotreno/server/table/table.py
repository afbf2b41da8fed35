"""A table: the one writer of its moves in this process, and the voice to everybody who looks on.

A move is adopted, told and acknowledged only after it is durable. The key (table, seq) in the store
is the lock between processes: who loses the race catches up and is told that the table moved on.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record import gesture
from capotreno.engine.state import NOBODY, Event, State
from capotreno.server.doors import wire
from capotreno.server.hall.clock import Clock
from capotreno.server.store.rows import MoveRow, SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.table.audience import Audience
from capotreno.server.table.faults import Refusal, Stale
from capotreno.server.table.stored import NEWS, UndoStep, UndoSteps, codes_of, opened, retraced
from capotreno.server.table.undo import UndoWish

logger = logging.getLogger("capotreno")

BOT_DEADLINE = 30.0  # seconds after which any server may take up a bot's decision


class Table:
    """One table in memory: its rows, its state, its audience."""

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        game: Game,
        store: Store,
        clock: Clock | None = None,
    ) -> None:
        self.row = row
        self.seats = seats
        self.game = game
        self.store = store
        self.clock = clock or Clock()
        self.lock = asyncio.Lock()
        self.state: State | None = None  # none while seats are open
        self.seq = -1
        self.spoken = [-1] * game.players  # each seat's last move; an undo is everybody's
        self.undo_steps = UndoSteps()
        self.recent: deque[tuple[MoveRow, list[Event]]] = deque(maxlen=NEWS)
        self.wish: UndoWish | None = None  # somebody wants to undo
        self.moved = float("-inf")  # when the last move was told here
        self.patience = 0.0  # seconds somebody must be away to be replaced
        self.audience = Audience(self)
        self.touched = time.monotonic()

    # -- what is asked ------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, ...]:
        return () if self.state is None else self.game.actors(self.state)

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat now: its own or a stand-in; empty for a person."""
        row = self.seats[seat]
        return row.bot if row.kind == "bot" else row.stand_in

    @property
    def people(self) -> frozenset[int]:
        """The seats that are a person's: who comes back sees what a bot did there meanwhile."""
        return frozenset(row.seat for row in self.seats if row.kind == "person")

    def bot_asked(self) -> int | None:
        """A seat that is asked and played by a bot."""
        return next((seat for seat in self.asked if self.bot_of(seat)), None)

    @property
    def bots_only(self) -> bool:
        """Whether no person plays here now."""
        return all(self.bot_of(seat) for seat in range(len(self.seats)))

    def deadline_after(self, state: State) -> float | None:
        """When the decision that now waits is overdue."""
        seats = self.game.actors(state)
        if not seats:
            return None
        if any(self.bot_of(seat) for seat in seats):
            return self.clock.now() + BOT_DEADLINE
        return self.clock.now() + self.row.seconds if self.row.seconds else None

    async def renew(self, deadline: float | None = None) -> None:
        """The time for the decision that now waits begins anew, or ends then; under the lock."""
        if self.state is not None:
            deadline = deadline or self.deadline_after(self.state)
            await self.store.set_deadline(self.row.id, deadline)
            self.row = replace(self.row, deadline=deadline)

    def take_up(self, moves: Sequence[MoveRow]) -> None:
        """The table comes from the store, with all its moves."""
        self.state, self.undo_steps, recent = retraced(self.game, self.row.seed, moves, self.people)
        self.recent.extend(recent)
        for move in moves:
            self.note(move)

    # -- moves --------------------------------------------------------------------------------

    async def start(self) -> None:
        """The last seat is taken: deal."""
        async with self.lock:
            if self.state is not None or any(seat.kind == "open" for seat in self.seats):
                return
            state, events, chance = opened(self.game, self.row.seed)
            body: dict[str, object] = {"actions": [], "chance": chance}
            await self._commit(0, NOBODY, "gesture", body, None, state, events)

    async def play(
        self,
        seat: int,
        seq: int,
        key: str | None,
        actions: Sequence[wire.ActionLike],
        thought: float | None = None,
        told: Callable[[int], None] = lambda _: None,
    ) -> int:
        """A gesture of a seat that has seen move `seq`; the number of the move it became.

        Runs to its end even if who sent it is gone: a move in the store must be in the memory.
        `thought`: a bot took so many seconds, and its person may have come back since. `told` hears
        the number in the same moment as everybody hears of the move.
        """
        played = asyncio.ensure_future(self._play(seat, seq, key, actions, thought, told))
        # Who is gone hears no refusal, and nobody else need.
        played.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(played)

    async def _play(
        self,
        seat: int,
        seq: int,
        key: str | None,
        actions: Sequence[wire.ActionLike],
        thought: float | None,
        told: Callable[[int], None],
    ) -> int:
        async with self.lock:
            number = await self._played(seat, seq, key, actions, thought)
            told(number)
            return number

    async def _played(
        self,
        seat: int,
        seq: int,
        key: str | None,
        actions: Sequence[wire.ActionLike],
        thought: float | None,
    ) -> int:
        if thought is not None and not self.bot_of(seat):
            raise Stale("stale")
        if seq > self.seq >= 0:  # it was told by another server
            await self._catch_up()
        try:
            state = self._current(seat, seq)
            codes = [self.game.code(action) for action in actions]
            played = gesture.play(self.game, state, seat, codes)
        except (CapotrenoError, Stale):
            # Perhaps it is the same gesture once more, and it has been played already.
            known = None if key is None else await self.store.by_key(self.row.id, seat, key)
            if known is not None:
                return known.seq
            raise
        body: dict[str, object] = {
            "actions": [self.game.action(code).text for code in codes],
            "chance": played.chance,
        }
        if thought:
            body["thought"] = round(thought * 1000)
        return await self._commit(
            self.seq + 1, seat, "gesture", body, key, played.state, played.events
        )

    def _current(self, seat: int, seq: int) -> State:
        """The state, if a seat that has seen move `seq` may speak to it."""
        if self.state is None:
            raise Stale("not_started")
        if seq != self.seq:
            decision = self.game.decision(self.state, seat)
            together = decision is not None and self.game.layout.questions[decision[0]].together
            # Others may answer in the meantime, but not the seat itself: that was this decision.
            if not together or not self.spoken[seat] <= seq <= self.seq:
                raise Stale("stale")
        return self.state

    async def _commit(
        self,
        seq: int,
        seat: int,
        kind: str,
        body: dict[str, object],
        key: str | None,
        state: State,
        events: list[Event],
    ) -> int:
        """Make a move durable, then adopt and tell it."""
        over = self.game.actor(state) is None
        result = self.game.outcome(state).json() if over else None
        status = "finished" if over else "running"
        deadline = self.deadline_after(state)
        move = MoveRow(self.row.id, seq, seat, kind, body, key, time.time())
        added = await self.store.add_move(move, deadline=deadline, status=status, result=result)
        if not added:
            await self._catch_up()
            known = None if key is None else await self.store.by_key(self.row.id, seat, key)
            if known is not None:
                return known.seq
            raise Stale("stale")
        self.row = replace(
            self.row, status=status, deadline=deadline, result=result, changed=move.at
        )
        self._adopt(move, state, events)
        if over:
            logger.info("a game is over", extra={"table": self.row.id, "moves": seq + 1})
        return seq

    def _adopt(self, move: MoveRow, state: State, events: list[Event]) -> None:
        if move.kind == "gesture":
            self.undo_steps.follow(self.game, self.state, move, events, self.people)
        elif self.undo_steps.tip != move.body["to"]:
            self.undo_steps.back(int(str(move.body["to"])))
        self.state = state
        self.moved = time.monotonic()
        self.note(move)
        self.recent.append((move, events))
        self.audience.tell_move(move, events)
        wish, self.wish = self.wish, None
        if wish is not None and move.kind == "gesture":
            self.audience.tell(wire.UndoAsked(wish.seat, wish.to, []))

    def note(self, move: MoveRow) -> None:
        """Remember how far the table has come, and who spoke."""
        self.seq = move.seq
        for seat in range(len(self.spoken)):
            if seat == move.seat or move.kind == "undo":
                self.spoken[seat] = move.seq

    # -- other servers ------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Take over what another server has written about this table."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        row = await self.store.table(self.row.id)
        seats = await self.store.seats(self.row.id)
        if row is None:
            return
        self.row, changed = row, seats != self.seats
        for old, new in zip(self.seats, seats, strict=True):
            if old.token != new.token:
                self.audience.dismiss(new.seat)
        self.seats = seats
        for move in await self.store.moves(self.row.id, self.seq):
            await self._take_over(move)
        if changed:
            self.audience.tell_seats()

    async def _take_over(self, move: MoveRow) -> None:
        """A move of another server: replay it here."""
        if move.kind == "undo":
            self._adopt(move, await self._back(move), [])
        elif self.state is None:
            state, events, _ = opened(self.game, self.row.seed)
            self._adopt(move, state, events)
        else:
            codes = codes_of(self.game, move)
            played = gesture.play(self.game, self.state, move.seat, codes)
            self._adopt(move, played.state, played.events)

    async def _back(self, undo: MoveRow) -> State:
        """The state an undo of another server leads to: a step back, or else from the store."""
        to = undo.body.get("to")
        state = self.undo_steps.back(to) if isinstance(to, int) else None
        if state is None:
            moves = await self.store.moves(self.row.id)
            upto = [move for move in moves if move.seq <= undo.seq]
            state, self.undo_steps, _ = retraced(self.game, self.row.seed, upto, self.people)
        return state

    # -- undo ---------------------------------------------------------------------------------

    def may_undo(self, seat: int) -> bool:
        """Whether a seat's last gesture can be taken back now."""
        if self.state is None or self.state.is_over:
            return False
        return self.undo_steps.last(seat, self.bot_of) is not None

    def undo_step(self, seat: int) -> UndoStep:
        """What a seat's undo would take back; refused where something hidden was revealed."""
        if not self.asked:
            raise Refusal("undo_over")
        step = self.undo_steps.last(seat, self.bot_of)
        if step is None:
            raise Refusal("undo_nothing" if self.spoken[seat] < 0 else "undo_revealed")
        return step

    async def undo(self, seat: int, to: int) -> int:
        """Go back to the state after move `to`; itself a move."""
        return await asyncio.shield(asyncio.ensure_future(self._undo(seat, to)))

    async def _undo(self, seat: int, to: int) -> int:
        async with self.lock:
            step = self.undo_step(seat)
            if step.to != to:
                raise Stale("stale")
            body: dict[str, object] = {"to": to}
            return await self._commit(self.seq + 1, seat, "undo", body, None, step.before, [])
