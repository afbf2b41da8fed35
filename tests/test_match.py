"""A match: what it says of itself, what it tells, and how a gesture is taken back."""

import random

import pytest

import capotreno
from capotreno import NOBODY, CapotrenoError, Match, load
from capotreno.engine.record import log as logs


def begun(gestures: int = 0, seed: int = 7, game: str = "new_york") -> Match:
    match = Match(load(game, 2), seed, ["Anna", "Bruno"])
    chance = random.Random(1)
    while not match.over and len(match.log.gestures) <= gestures:
        match.play(chance.choice(match.legal()))
    return match


def test_a_match_says_what_it_is() -> None:
    name = "new_york (version 1) with 2 players"
    assert repr(begun()) == f"<Match of {name}: Anna, Bruno; 0 gestures played, Anna is asked>"
    whole = begun(10_000)
    played = len(whole.log.gestures) - 1
    assert repr(whole) == f"<Match of {name}: Anna, Bruno; {played} gestures played, over>"


def test_matches_with_the_same_record_are_equal() -> None:
    match = begun(5)
    assert match == begun(5)
    assert match == Match.of(match.log)
    assert match != begun(6)
    assert match != begun(5, seed=8)
    assert match != begun(5, game="usa")
    assert match != match.log
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_actions_are_values_too() -> None:
    action = begun().legal()[0]
    assert repr(action) == f"<Action {action.code}: {action.text}>"
    assert {action, begun().legal()[0]} == {action}


@pytest.mark.parametrize("game", ["new_york", "germany"])
def test_undo_goes_back_to_the_opening_step_by_step(game: str) -> None:
    """State, events and log of every moment come back, also from the end; and forth again."""
    whole = begun(10_000, game=game)
    assert whole.over
    text, events = whole.log.write(), list(whole.raw_events)
    gestures = whole.log.gestures[1:]
    for gesture in reversed(gestures):
        taken = whole.undo()
        assert [action.text for action in taken] == gesture.actions
        assert (whole.over, whole.log.result, whole.log.digest) == (False, None, None)
        assert whole.raw_events == events[: len(whole.raw_events)]
        assert len(whole.log.gestures) == gesture.seq
        if gesture.seq % 20 == 0:
            assert whole.state == logs.replay(whole.game, whole.log)
    assert whole == Match(whole.game, 7, ["Anna", "Bruno"])
    for gesture in gestures:
        whole.play(*gesture.actions, seat=gesture.seat)
    assert (whole.log.write(), whole.raw_events) == (text, events)


def test_at_the_opening_there_is_nothing_to_take_back() -> None:
    match = begun()
    log, state = match.log.write(), match.state.copy()
    with pytest.raises(CapotrenoError, match="nothing to take back"):
        match.undo()
    assert (match.log.write(), match.state) == (log, state)


def test_a_refused_gesture_leaves_nothing_to_take_back() -> None:
    match = begun()
    with pytest.raises(capotreno.NotLegal):
        match.play("draw")
    with pytest.raises(CapotrenoError, match="nothing to take back"):
        match.undo()


def test_what_a_gesture_did_is_what_the_match_tells_of_it() -> None:
    match = begun(4)
    before = match.events()
    happened = match.play(match.legal()[0])
    assert happened
    assert match.events() == (*before, *happened)
    assert [event.raw for event in match.events()] == match.raw_events


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_a_seats_events_are_the_redacted_ones(seat: int) -> None:
    match = begun(30)
    seen = [match.game.redact(event, seat) for event in match.raw_events]
    told = match.events(seat=seat)
    assert [event.raw for event in told] == [event for event in seen if event is not None]
    hidden = [event for event in told if event.kind == "drew" and event.seat != seat]
    assert hidden
    assert all(event.values["card"] is None for event in hidden)


def test_no_language_and_no_seat_but_those_there_are() -> None:
    match = begun()
    for language in ("de", "", None, ["it"], 3):
        with pytest.raises(CapotrenoError, match="there are en and it"):
            match.events(language=language)  # type: ignore[arg-type]
    for seat in (2, -2, "0", True):
        with pytest.raises(CapotrenoError, match="there is no seat"):
            match.events(seat=seat)  # type: ignore[arg-type]


def test_a_whole_game_with_the_public_names_alone() -> None:
    game = load("new_york", 2)
    match = Match(game, 3, capotreno.bot_names()[:2])
    players = [capotreno.make_bot(name, game, seed=1) for name in match.log.seats]
    while not match.over:
        seat = match.actor or 0
        match.play(players[seat].choose(match.view(seat)))
    assert match.outcome().reason
    match.undo()
    advice = capotreno.advise(game, match.view(match.actor or 0))
    assert game.action(advice.code) in match.legal()
