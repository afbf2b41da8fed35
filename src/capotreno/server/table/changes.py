"""What a seat is shown of a position and of a move, all of it from that seat's View.

Much of it is the same for several seats. So each piece is written once per distinct content, as the
bytes that are sent: what a piece says of a seat's secrets is in its content, and so in its key.
"""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import msgspec

from capotreno.engine.game import Game
from capotreno.engine.layout import Span
from capotreno.engine.menu import bits
from capotreno.engine.record.position import changes, span_json
from capotreno.engine.state import Event, View
from capotreno.engine.view import event_json
from capotreno.reader.progress import FoundWays, TicketProgress
from capotreno.reader.reader import Reader
from capotreno.reader.standing import Standing
from capotreno.reader.thrift import Thrift
from capotreno.server.doors import wire
from capotreno.server.table.offer import asked

encode = msgspec.json.Encoder().encode


def written(content: object) -> Any:  # noqa: ANN401 - it stands where its content would
    """A piece of a message as the bytes that are sent; the message takes it in as it is."""
    return msgspec.Raw(encode(content))


def happened(game: Game, events: Iterable[Event], seat: int) -> list[dict[str, object]]:
    """The events of a move in words, as a seat may know them."""
    redacted = (game.redact(event, seat) for event in events)
    return [event_json(game, event) for event in redacted if event is not None]


class Telling:
    """One move, told to several seats: what is the same for them is written once."""

    def __init__(self, game: Game, events: list[Event]) -> None:
        self._game = game
        self._events = events
        self._known: dict[Hashable, Any] = {}
        self._public: dict[str, Any] | None = None  # what everybody sees changed

    def happened(self, seat: int) -> list[dict[str, object]]:
        """The events of the move in words, as a seat may know them."""
        known, told, kinds = self._known, [], self._game.layout.events
        for event in self._events:
            kind = kinds[event[0]]
            closed = kind.secret or kind.private
            redacted = self._game.redact(event, seat) if closed else event
            if redacted is not None:
                words = known.get(redacted)
                if words is None:
                    words = known[redacted] = written(event_json(self._game, redacted))
                told.append(words)
        return told

    def changed(self, before: View | None, after: View) -> dict[str, object]:
        """The spans of a position, in words, that are not as before; all if there was none.

        All that listen to a table were shown the same moment of it last: so of what everybody sees
        alike the same has changed for everybody.
        """
        layout = self._game.layout
        if before is None:
            return {
                span.name: self._words(span, own)
                for span, own in changes(layout.spans, None, after)
            }
        if self._public is None:
            public = changes(layout.public, before, after)
            self._public = {span.name: self._words(span, own) for span, own in public}
        told = self._public.copy()
        for span, own in changes(layout.covered, before, after):
            told[span.name] = self._words(span, own)
        return told

    def _words(self, span: Span, cells: list[int]) -> Any:  # noqa: ANN401 - the same
        """A span in words; what lies before each seat is written by itself.

        For of another seat all see the same: that it is hidden.
        """
        if len(span.shape) < 2 or span.shape[0] != "seat":
            return self._written(span, cells, 0)
        row = span.size // span.sizes[0]
        return [self._written(span, cells[n : n + row], 1) for n in range(0, span.size, row)]

    def _written(self, span: Span, cells: list[int], depth: int) -> Any:  # noqa: ANN401 - the same
        key = (span.name, *cells)
        words = self._known.get(key)
        if words is None:
            words = self._known[key] = written(span_json(self._game, span, cells, depth))
        return words

    def asked(self, view: View) -> list[Any]:
        """Every decision that waits; they are public."""
        key = view.waiting
        if key not in self._known:
            self._known[key] = written(asked(self._game, view))
        found: list[Any] = self._known[key]
        return found


class _Tickets(NamedTuple):
    """What a seat was told of its tickets, and what that depends on."""

    basis: tuple[object, ...]
    open: int
    ways: FoundWays
    mask: int  # the routes of all its ways
    each: dict[int, tuple[TicketProgress, Any]]  # by ticket
    told: Any

    def hold(self, standing: Standing) -> bool:
        """Whether they stand as they did: no route is open again, or closed on one of the ways."""
        if self.basis != standing.own_basis or standing.open & ~self.open:
            return False
        return not self.open & ~standing.open & self.mask


class _Common(NamedTuple):
    """What all were told of the table, and what that depends on."""

    basis: tuple[object, ...]
    points: Any
    paths: Any
    closed: dict[int, Any]  # routes that are closed for a seat, by their mask


class Standings:
    """The standing each seat was told last: counted anew only where it can have changed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._read = Reader(game)
        self._common: _Common | None = None
        self._now: _Common | None = None  # the same, as long as nobody moves
        self._tickets: dict[int, _Tickets] = {}
        self._told: dict[int, tuple[_Common, _Tickets, Any]] = {}

    def of(self, view: View) -> wire.SeatStanding:
        tickets = self._tickets.get(view.seat)
        standing = Standing(
            self._game, view, view.seat, tickets.ways if tickets else None, self._read
        )
        common = self._now = self._now or self._of_all(standing)
        if tickets is None or not tickets.hold(standing):
            tickets = self._tickets[view.seat] = _of_tickets(standing, tickets)
        told = self._told.get(view.seat)
        if told is None or told[0] is not common or told[1] is not tickets:
            whole = written(_whole(standing, common, tickets))
            told = self._told[view.seat] = (common, tickets, whole)
        found: wire.SeatStanding = told[2]
        return found

    def thrift(self, view: View) -> Thrift:
        """What a seat's hand is needed for, once it has been told how its tickets stand."""
        tickets = self._tickets.get(view.seat)
        own = [one for one, _ in tickets.each.values()] if tickets else []
        return Thrift(self._read, view, view.seat, own)

    def moved(self) -> None:
        """Something has happened at the table."""
        self._now = None

    def _of_all(self, standing: Standing) -> _Common:
        basis, known = standing.common_basis, self._common
        if known is None or known.basis != basis:
            points, paths = written(standing.points), written(standing.paths)
            known = self._common = _Common(basis, points, paths, {})
        return known

    def forget(self, seat: int) -> None:
        self._tickets.pop(seat, None)
        self._told.pop(seat, None)


def _of_tickets(standing: Standing, before: _Tickets | None) -> _Tickets:
    known = before.each if before else {}
    each: dict[int, tuple[TicketProgress, Any]] = {}
    for one in (*standing.progress, *standing.offers):
        told = known.get(one.ticket)
        if told is None or told[0] is not one:
            told = (one, written(_ticket(standing.game, one)))
        each[one.ticket] = told
    ways = standing.found_ways
    mask = 0
    for way in ways.found.values():
        mask |= way.mask
    whole = written([told for _, told in each.values()])
    return _Tickets(standing.own_basis, standing.open, ways, mask, each, whole)


def _whole(standing: Standing, common: _Common, tickets: _Tickets) -> wire.SeatStanding:
    mask = standing.closed_mask
    if mask not in common.closed:
        routes = standing.game.board.routes
        common.closed[mask] = written([routes[route].id for route in bits(mask)])
    return wire.SeatStanding(common.points, common.paths, tickets.told, common.closed[mask])


def _ticket(game: Game, progress: TicketProgress) -> wire.TicketStanding:
    return wire.TicketStanding(
        ticket=game.board.tickets[progress.ticket].id,
        status=progress.status,
        missing=progress.missing,
        routes=[game.board.routes[route].id for route in progress.routes],
        points=progress.points,
        lent=[game.board.routes[route].id for route in progress.lent],
    )
