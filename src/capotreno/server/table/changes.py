"""What a seat is shown of a position and of a move, all of it from that seat's View."""

from collections.abc import Iterable

from capotreno.engine.game import Game
from capotreno.engine.state import Event, View
from capotreno.engine.view import event_json
from capotreno.reader.standing import Standing, TicketProgress
from capotreno.server.doors import wire


def happened(game: Game, events: Iterable[Event], seat: int) -> list[dict[str, object]]:
    """The events of a move in words, as a seat may know them."""
    redacted = (game.redact(event, seat) for event in events)
    return [event_json(game, event) for event in redacted if event is not None]


class Standings:
    """The standing each seat was told last: counted anew only when it can have changed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[object, ...], wire.SeatStanding]] = {}

    def of(self, game: Game, view: View) -> wire.SeatStanding:
        standing = Standing(game, view, view.seat)
        basis = standing.basis
        known = self._known.get(view.seat)
        if known is None or known[0] != basis:
            known = self._known[view.seat] = (basis, _told(standing))
        return known[1]

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
