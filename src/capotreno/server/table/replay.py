"""A finished game from its deal to its end, move by move, as a browser shows it again."""

import gzip
from collections import OrderedDict

import msgspec

from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.engine.record.position import changed
from capotreno.engine.state import NOBODY, Event, State
from capotreno.engine.view import event_json
from capotreno.reader.standing import Standing
from capotreno.server.doors import bodies
from capotreno.server.table.changes import happened
from capotreno.server.table.faults import Refusal
from capotreno.server.table.offer import asked

MOST = 5000  # gestures of a game that is shown again; real ones have some hundreds
KEPT = 16 * 1024 * 1024  # bytes of packed answers in memory

ALL = "all"
NONE = "none"

ReplayKey = tuple[str, str, str]  # table or log, its id, the eyes

encode = msgspec.json.Encoder().encode


def eyes(seat: str, players: int) -> int | None:
    """Whose eyes a replay is seen with: a seat's, a spectator's, or (None) everybody's at once."""
    if seat == ALL:
        return None
    if seat == NONE:
        return NOBODY
    if seat in map(str, range(players)):
        return int(seat)
    raise Refusal("no_such_seat")


def told(name: str, game: Game, log: logs.Log, seat: int | None) -> bodies.Replay:
    """The whole game for some eyes. The log has been verified; its game has a name here."""
    deal: dict[str, object] = {}
    moves: list[bodies.ReplayMove] = []
    before: State | None = None
    for gesture, events, state in logs.gestures(game, log):
        after = state.copy() if seat is None else game.view(state, seat)
        if before is None:
            deal = {**game.position(after), "chance": None}
        else:
            moves.append(_move(game, gesture, events, seat, before, after, state))
        before = after
    title = game.ruleset.title
    return bodies.Replay(
        game=name,
        title={"en": title.en, "it": title.it},
        version=log.version,
        players=log.players,
        options=log.options,
        seats=log.seats,
        seat=ALL if seat is None else NONE if seat == NOBODY else seat,
        view=deal,
        moves=moves,
        result=log.result or {},
    )


def _move(
    game: Game,
    gesture: logs.LoggedGesture,
    events: list[Event],
    seat: int | None,
    before: State,
    after: State,
    state: State,
) -> bodies.ReplayMove:
    return bodies.ReplayMove(
        seq=gesture.seq,
        by=gesture.seat,
        events=[event_json(game, event) for event in events]
        if seat is None
        else happened(game, events, seat),
        changed=changed(game, before, after),
        asked=asked(game, after),
        points=Standing(game, state).points,
        totals=[sheet.total for sheet in game.sheets(state)],
    )


def packed(name: str, game: Game, log: logs.Log, seat: str) -> bytes:
    """The answer itself, gzipped; this takes a while, so it is no work for the loop."""
    if len(log.gestures) > MOST:
        raise Refusal("too_long")
    return gzip.compress(encode(told(name, game, log, eyes(seat, game.players))), 5, mtime=0)


class Replays:
    """The latest answers: a finished game never changes."""

    def __init__(self) -> None:
        self._known: OrderedDict[ReplayKey, bytes] = OrderedDict()
        self._size = 0

    def get(self, key: ReplayKey) -> bytes | None:
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
        return found

    def keep(self, key: ReplayKey, answer: bytes) -> None:
        self._size += len(answer) - len(self._known.get(key, b""))
        self._known[key] = answer
        while self._size > KEPT:
            _, old = self._known.popitem(last=False)
            self._size -= len(old)
