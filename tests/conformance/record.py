"""The laws of the log, on every game: it replays, from the seed and from the record."""

from capotreno import NOBODY, Game, Match, State, Tape
from capotreno.engine.record import log as logs
from capotreno.engine.record.gesture import play
from tests.conformance.laws import Law, same
from tests.conformance.tables import Chooser, bound


def recorded(game: Game, seed: int) -> tuple[Match, list[State]]:
    """A match played at random to its end, with gestures of one or two actions, and its states."""
    chooser = Chooser(game, seed)
    match = Match(game, seed)
    states = [match.state]
    for _ in range(bound(game)):
        if match.over:
            return match, states
        seat, code = chooser.step(match.state)
        gesture: list[object] = [code]
        ahead, _, chance = play(game, match.state, seat, [code])
        menu = () if chance else game.legal_for(ahead, seat)
        if menu and chooser.random.random() < 0.3:
            gesture.append(game.action(chooser.code(menu)).text)
        match.play(*gesture, seat=seat)
        states.append(match.state)
    raise AssertionError("not over")


def the_log_replays_step_by_step(game: Game, seed: int) -> None:
    """From the seed every digest is equal; forced, everything but the chance to come is."""
    match, states = recorded(game, seed)
    log = logs.read(match.log.write())
    assert log == match.log
    drawn = forced = None
    for gesture, true in zip(log.gestures, states, strict=True):
        if drawn is None or forced is None:
            drawn, forced = game.start(seed), game.start(0, Tape(gesture.chance))
        else:
            forced.tape = Tape(gesture.chance)
            for action in gesture.actions:
                game.apply(drawn, game.code(action), gesture.seat)
                game.apply(forced, game.code(action), gesture.seat)
        assert game.digest(drawn) == game.digest(true), f"gesture {gesture.seq}"
        assert same(forced, true), f"gesture {gesture.seq}, forced"


def the_finished_log_verifies(game: Game, seed: int) -> None:
    match, states = recorded(game, seed)
    log = logs.read(match.log.write())
    assert log.write() == match.log.write()
    assert log.gestures[0].seat == NOBODY
    assert game.digest(logs.verify(game, log)) == game.digest(match.state) == log.digest
    assert same(logs.verify(game, log, forced=True), match.state)
    for upto in (0, 1, len(states) // 2, len(states) - 1):
        assert game.digest(logs.replay(game, log, upto)) == game.digest(states[upto])
        assert same(logs.replay(game, log, upto, forced=True), states[upto])
    log.seed = None  # as published while the game still ran
    assert same(logs.verify(game, log, forced=True), match.state)


def the_match_can_be_taken_up_again(game: Game, seed: int) -> None:
    match, _ = recorded(game, seed)
    again = Match.of(logs.read(match.log.write()))
    assert again.log.write() == match.log.write()
    assert again.raw_events == match.raw_events
    assert again.outcome() == match.outcome()


LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        the_log_replays_step_by_step,
        the_finished_log_verifies,
        the_match_can_be_taken_up_again,
    )
}
