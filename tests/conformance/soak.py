"""One random game, every kind of law at sampled moments; tools/checks/laws.py plays a myriad."""

from random import Random

from capotreno import NOBODY, Game, State, Tape, View
from capotreno.engine.record import log as logs
from capotreno.engine.state import Event
from tests.conformance import laws, oracle
from tests.conformance.tables import Chooser, bound

AUDITED = 0.05  # of all decisions
LOOKED_AT = 0.005


def soak(game: Game, seed: int) -> tuple[int, str]:
    """Play one game and check it: the number of decisions and the reason of its end."""
    chooser = Chooser(game, seed)
    when = Random(seed + 1)
    tape = Tape()
    state = game.start(seed, tape)
    gestures = [logs.LoggedGesture(0, NOBODY, [], tape.rolled)]
    while state.stack:
        assert len(gestures) <= bound(game), "the game does not end"
        seat, code = chooser.step(state)
        state.tape = tape = Tape()
        look = when.random() < LOOKED_AT
        before = game.view(state, when.randrange(-1, game.players)) if look else None
        events: list[Event] = []
        state.events = events
        game.apply(state, code, seat)
        state.events = None
        gestures.append(
            logs.LoggedGesture(len(gestures), seat, [game.action(code).text], tape.rolled)
        )
        if before is not None:
            _secrecy(game, state, before.seat, events, before, seed)
        if when.random() < AUDITED:
            game.audit(state)
    game.audit(state)
    laws.judged(game, state)
    _replays(game, state, gestures, seed)
    return len(gestures) - 1, game.outcome(state).reason


def _secrecy(
    game: Game, state: State, seat: int, events: list[Event], seen: View, seed: int
) -> None:
    view = game.view(state, seat)
    for event in events:
        redacted = game.redact(event, seat)
        if redacted is not None:
            game.fold(seen, redacted)
    assert laws.same(seen, view), "folding the events does not give the view"
    world = game.resample(view, seed)
    game.audit(world)
    again = game.view(world, seat)
    assert laws.same(again, view), "another world, another view"
    assert game.encode(again) == game.encode(view)
    assert game.legal(again) == game.legal(view)
    oracle.conserved(game, laws.cells_of(game, world))


def _replays(game: Game, state: State, gestures: list[logs.LoggedGesture], seed: int) -> None:
    names = [f"seat {seat}" for seat in range(game.players)]
    version, options = game.ruleset.version, dict(game.ruleset.options)
    log = logs.Log(
        game.name, version, game.players, options, names, seed, gestures, board=game.ruleset.source
    )
    log.result, log.digest = game.outcome(state).json(), game.digest(state)
    log = logs.read(log.write())
    assert game.digest(logs.verify(game, log)) == game.digest(state)
    assert laws.same(logs.verify(game, log, forced=True), state)
