"""What a seat is shown of a position and of a move, all of it from that seat's View.

Much of it is the same for several seats. So each piece is written once per distinct content, as the
bytes that are sent: what a piece says of a seat's secrets is in its content, and so in its key.
"""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import msgspec

from capotreno.engine.game import Game
from capotreno.engine.record.position import changes, span_json
from capotreno.engine.state import Event, View
from capotreno.engine.view import event_json
from capotreno.reader.standing import FoundWays, Standing, TicketProgress
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

    def happened(self, seat: int) -> list[dict[str, object]]:
        """The events of the move in words, as a seat may know them."""
        known, told = self._known, []
        for event in self._events:
            redacted = self._game.redact(event, seat)
            if redacted is not None:
                words = known.get(redacted)
                if words is None:
                    words = known[redacted] = written(event_json(self._game, redacted))
                told.append(words)
        return told

    def changed(self, before: View | None, after: View) -> dict[str, object]:
        """The spans of a position, in words, that are not as before; all if there was none."""
        known, told = self._known, {}
        for span, cells in changes(self._game, before, after):
            key = (span.name, *cells)
            words = known.get(key)
            if words is None:
                words = known[key] = written(span_json(self._game, span, cells))
            told[span.name] = words
        return told

    def asked(self, view: View) -> list[Any]:
        """Every decision that waits; they are public."""
        key = view.waiting
        if key not in self._known:
            self._known[key] = written(asked(self._game, view))
        found: list[Any] = self._known[key]
        return found


class _Known(NamedTuple):
    """What a seat was told of its standing, what that depends on, and the ways of its tickets."""

    basis: tuple[object, ...]
    told: Any
    ways: FoundWays


class Standings:
    """The standing each seat was told last: counted anew only when it can have changed."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}

    def of(self, game: Game, view: View) -> wire.SeatStanding:
        known = self._known.get(view.seat)
        standing = Standing(game, view, view.seat, known and known.ways)
        basis = standing.basis
        if known is None or known.basis != basis:
            told = written(_told(standing))
            known = self._known[view.seat] = _Known(basis, told, standing.found_ways)
        found: wire.SeatStanding = known.told
        return found

    def forget(self, seat: int) -> None:
        self._known.pop(seat, None)


def _told(standing: Standing) -> wire.SeatStanding:
    routes = standing.game.board.routes
    own = [*standing.progress, *standing.offers]
    return wire.SeatStanding(
        points=standing.points,
        paths=standing.paths,
        tickets=[_ticket(standing.game, one) for one in own],
        closed=[routes[route].id for route in standing.closed],
    )


def _ticket(game: Game, progress: TicketProgress) -> wire.TicketStanding:
    return wire.TicketStanding(
        ticket=game.board.tickets[progress.ticket].id,
        status=progress.status,
        missing=progress.missing,
        routes=[game.board.routes[route].id for route in progress.routes],
        points=progress.points,
        lent=[game.board.routes[route].id for route in progress.lent],
    )
