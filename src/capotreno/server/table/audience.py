"""The audience of a table: its sockets, and what each seat is told after every move.

A frame is made once per seat, from that seat's View alone.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from capotreno.engine.state import NOBODY, Event, View
from capotreno.server.doors import bodies, wire
from capotreno.server.store.rows import ChatRow, MoveRow, SeatRow
from capotreno.server.table.changes import Standings, Telling, encode, happened
from capotreno.server.table.offer import asked, facts, offer
from capotreno.server.table.pipe import Pipe
from capotreno.server.table.stored import taken_back_to, thought_of

if TYPE_CHECKING:
    from capotreno.server.table.table import Table

CHAIRS_PAUSE = 0.25  # seconds between two words about who has come to or left the chairs
SPECTATORS_PAUSE = 1.0  # the same, about how many look on
BACKLOG = 512 * 1024  # bytes a slow listener may be behind before it is let go
AGAIN = 1013  # the code that says so: come back later


class Listener:
    """One socket: a seat or a spectator. Without a line nobody is there."""

    def __init__(self, seat: int, language: str, who: str = "", name: str = "") -> None:
        self.seat = seat
        self.language = language
        self.who = who  # as stored: the hash of a token, or a profile; empty for who only looks on
        self.name = name
        self.host = False  # opened the table, and keeps order
        self.source = ""  # a mark of the address
        self.blocked: frozenset[str] = frozenset()  # who is not heard here
        self.pipe: Pipe | None = None
        self.lost = False

    def tell(self, frame: bytes) -> None:
        """Send a frame; who is too slow is let go and may come back for a snapshot."""
        if self.lost or self.pipe is None:
            return
        if self.pipe.waiting + len(frame) > BACKLOG:
            self.dismiss()
        else:
            self.pipe.write(frame)

    def dismiss(self) -> None:
        """No more frames for this one."""
        self.lost = True
        if self.pipe is not None:
            self.pipe.let_go(AGAIN)


class Presence(NamedTuple):
    """Who listens to a table at one server."""

    seats: frozenset[int]
    spectators: int


def mark(table: str, author: str | None) -> str:
    """Who said something, as others at that table may know it: at another table it is another."""
    if author is None:
        return ""
    return blake2b(f"{table} {author}".encode(), digest_size=6).hexdigest()


NONE = Presence(frozenset(), 0)


class Audience:
    """Who listens to a table."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.listeners: set[Listener] = set()
        # How many of them in each seat: at a table of many nobody is counted again and again.
        self._listening: Counter[int] = Counter()
        self.views: dict[int, View] = {}  # what each listening seat was shown last
        self.standings = Standings(table.game)
        self.elsewhere: dict[str, Presence] = {}  # by server
        self.changed: Callable[[], None] = lambda: None  # who is here has changed
        # Since when nobody has listened from a seat, by the time that only passes.
        self.left: dict[int, float] = dict.fromkeys(range(table.game.players), time.monotonic())
        self._told = NONE  # who was here when the chairs were last told
        self._told_at = float("-inf")
        self._coming: asyncio.TimerHandle | None = None  # the next word about it
        self.barred: set[str] = set()  # marks of addresses from which a spectator was put out

    def join(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._listening[listener.seat] += 1
        self._come_and_gone()

    def leave(self, listener: Listener) -> None:
        if listener not in self.listeners:
            return  # it was dismissed
        self.listeners.discard(listener)
        self._listening[listener.seat] -= 1
        if not self._listening[listener.seat]:
            self._forget(listener.seat)
        self._come_and_gone()

    def _come_and_gone(self) -> None:
        """Who is here has changed: told at once, or together with what else changes in a moment.

        Many who come and go at a table of many would otherwise be told one by one to each.
        """
        self._look()
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None
        loop = asyncio.get_running_loop()
        only_spectators = self.here.seats == self._told.seats
        at = self._told_at + (SPECTATORS_PAUSE if only_spectators else CHAIRS_PAUSE)
        if at > loop.time():
            self._coming = loop.call_at(at, self._tell_presence)
        else:
            self._tell_presence()

    def _tell_presence(self) -> None:
        self._coming = None
        self._told, self._told_at = self.here, asyncio.get_running_loop().time()
        self.tell_seats()
        self.changed()

    def dismiss(self, seat: int) -> None:
        """A chair has changed hands: who listened from it hears nothing more."""
        for listener in [one for one in self.listeners if one.seat == seat]:
            listener.dismiss()
            self.listeners.discard(listener)
        self._forget(seat)
        self._look()
        self.left[seat] = time.monotonic()  # whoever sits there now has just come
        self.changed()

    def send_away(self, listener: Listener) -> None:
        """One of them hears nothing more."""
        listener.dismiss()
        self.leave(listener)

    def dismiss_all(self) -> None:
        """The table is gone: whoever comes back is told so."""
        for listener in self.listeners:
            listener.dismiss()
        self.listeners.clear()
        self._listening.clear()

    def _look(self) -> None:
        """Note who has come, and since when who has gone is away."""
        present = self.present()
        for seat in range(self.table.game.players):
            if seat in present:
                self.left.pop(seat, None)
            else:
                self.left.setdefault(seat, time.monotonic())

    def away(self, seat: int) -> float | None:
        """For how many seconds a seat's person is away; None for who is here, and for a bot."""
        left = self.left.get(seat)
        if left is None or self.table.seats[seat].kind != "person" or seat in self.present():
            return None
        return time.monotonic() - left

    def _forget(self, seat: int) -> None:
        """Nobody listens from a seat any more."""
        del self._listening[seat]
        self.views.pop(seat, None)
        self.standings.forget(seat)

    @property
    def here(self) -> Presence:
        """The seats that listen at this server, and how many look on."""
        return Presence(frozenset(self._listening) - {NOBODY}, self._listening[NOBODY])

    def present(self) -> set[int]:
        """The seats that somebody listens from, at whichever server."""
        return set().union(self.here.seats, *(other.seats for other in self.elsewhere.values()))

    @property
    def watched(self) -> bool:
        """Whether anybody at all listens."""
        return bool(self.listeners) or any(map(any, self.elsewhere.values()))

    def hear_of(self, server: str, there: Presence | None) -> None:
        """Who listens at another server; None: it is gone."""
        if self.elsewhere.get(server, NONE) != (there or NONE):
            self.elsewhere[server] = there or NONE
            self._look()
            self.tell_seats()
        if there is None or there == NONE:
            self.elsewhere.pop(server, None)

    # -- frames -------------------------------------------------------------------------------

    def tell(
        self, message: wire.FromServer, to: Callable[[Listener], bool] = lambda _: True
    ) -> None:
        """The same for everybody, or for all whom it is for."""
        frame = encode(message)
        for listener in self.listeners:
            if to(listener):
                listener.tell(frame)

    def tell_seats(self) -> None:
        self.tell(self.seats())

    def tell_wish(self) -> None:
        wish = self.table.wish
        if wish is not None:
            self.tell(wire.UndoAsked(wish.seat, wish.to, sorted(wish.waiting)))

    def tell_move(self, move: MoveRow, events: list[Event]) -> None:
        """A move was made: to each seat what it may know of it."""
        frames: dict[int, bytes] = {}
        telling = Telling(self.table.game, events)
        self.standings.moved()
        for listener in self.listeners:
            seat = listener.seat
            if seat not in frames:
                view = self._view(seat)
                frames[seat] = encode(self._update(move, telling, view))
                self.views[seat] = view
            listener.tell(frames[seat])

    def snapshot(self, seat: int, chat: list[ChatRow], *, host: bool = False) -> bytes:
        """Everything a seat may know now."""
        table = self.table
        position: dict[str, object] | None = None
        offered: wire.Offer | None = None
        standing: wire.SeatStanding | None = None
        waiting: list[bodies.Asked] = []
        if table.state is not None:
            view = self._view(seat)
            self.views[seat] = view
            self.standings.moved()
            position = table.game.position(view)
            waiting = asked(table.game, view)
            standing = self.standings.of(view)
            offered = offer(table.game, view, seat, partial(self.standings.thrift, view))
        return encode(
            wire.Snapshot(
                table=self.summary(),
                seat=None if seat == NOBODY else seat,
                seq=table.seq,
                view=position,
                asked=waiting,
                offer=offered,
                standing=standing,
                undo=table.may_undo(seat),
                chat=[self.line(row) for row in chat],
                now=table.clock.now(),
                news=[self._news(*one, seat) for one in table.recent],
                facts=facts(table.game),
                host=host,
            )
        )

    def _news(self, move: MoveRow, events: list[Event], seat: int) -> wire.News:
        told = happened(self.table.game, events, seat)
        return wire.News(
            move.seq, move.seat, move.kind, told, thought_of(move), taken_back_to(move)
        )

    def _view(self, seat: int) -> View:
        state = self.table.state
        assert state is not None
        return self.table.game.view(state, seat)

    def _update(self, move: MoveRow, telling: Telling, view: View) -> wire.Update:
        table = self.table
        game = table.game
        return wire.Update(
            seq=move.seq,
            by=move.seat,
            kind=move.kind,
            events=telling.happened(view.seat),
            changed=telling.changed(self.views.get(view.seat), view),
            asked=telling.asked(view),
            standing=self.standings.of(view),
            offer=offer(game, view, view.seat, partial(self.standings.thrift, view)),
            undo=table.may_undo(view.seat),
            status=table.row.status,
            deadline=table.row.deadline,
            result=table.row.result,
            thought=thought_of(move),
            to=taken_back_to(move),
        )

    # -- summaries ----------------------------------------------------------------------------

    def seats(self) -> wire.Seats:
        others = (there.spectators for there in self.elsewhere.values())
        spectators = self.here.spectators + sum(others)
        row, now = self.table.row, self.table.clock.now()
        return wire.Seats(self._seats(), spectators, row.rematch, row.deadline, now)

    def _seats(self) -> list[bodies.SeatSummary]:
        return [self._seat(row, self.away(row.seat)) for row in self.table.seats]

    def _seat(self, row: SeatRow, away: float | None) -> bodies.SeatSummary:
        since = None if away is None else self.table.clock.now() - away
        return bodies.SeatSummary(
            row.seat,
            row.kind,
            row.name,
            row.bot,
            row.stand_in,
            row.seat in self.present(),
            since,
            None if since is None else since + self.table.patience,
        )

    def summary(self) -> bodies.TableSummary:
        """The table as everybody may see it."""
        table, row = self.table, self.table.row
        title = table.game.ruleset.title
        return bodies.TableSummary(
            table=row.id,
            game=row.game,
            title={"en": title.en, "it": title.it},
            version=row.version,
            players=row.players,
            options=row.options,
            pace=row.pace,
            seconds=row.seconds,
            public=row.public,
            hints=row.hints,
            status=row.status,
            deadline=row.deadline,
            seats=self._seats(),
            asked=list(table.asked),
            seq=table.seq,
            result=row.result,
            rematch=row.rematch,
        )

    def line(self, row: ChatRow) -> wire.ChatLine:
        name = self.table.seats[row.seat].name if row.name is None else row.name
        who = mark(row.table, row.author)
        return wire.ChatLine(
            row.number, row.seat, name, row.text, row.at, row.room, row.emote or "", who
        )
