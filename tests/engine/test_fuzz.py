"""Garbage at the edges gives a named error, never a traceback: logs, positions, actions, seeds."""

import copy
import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from capotreno import ActionError, CapotrenoError, Game, LogError, Match, PositionError, State
from capotreno.engine.record import log as logs
from capotreno.match import game_of
from tests import long
from tests.conformance.record import recorded
from tests.conformance.tables import IN_TURN, TABLES, Chooser, bound, counts, played, table
from tests.engine.garbage import change, json_values

#: A log or a position takes a game: few tables are played, and all are met in `make soak`.
tables = st.sampled_from(TABLES if long.LONG else [(name, counts(name)[0]) for name in IN_TURN])


@cache
def whole(name: str, players: int, seed: int) -> str:
    """The text of a finished game's log."""
    return recorded(table(name, players), seed)[0].log.write()


@cache
def moments(name: str, players: int, seed: int) -> list[str]:
    """Positions from all over a game."""
    game = table(name, players)
    found = []
    random = Random(seed)
    for step, state in enumerate(played(game, seed, Chooser(game, seed))):
        if step < 8 or random.random() < 0.05 or not state.stack:
            found.append(json.dumps(game.position(state)))
    return found


# -- logs ------------------------------------------------------------------------------------


def replayed(text: str) -> None:
    """What reading, replaying and taking up a log may do: succeed or say what is wrong."""
    with suppress(LogError):
        log = logs.read(text)
        game = game_of(log)
        for forced in (False, True):
            with suppress(LogError):
                logs.verify(game, log, forced)
        Match.of(log)


@given(tables, st.integers(0, 2), st.data())
def test_a_log_with_changed_text(row: tuple[str, int], seed: int, data: st.DataObject) -> None:
    text = whole(*row, seed)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 30))
    scrap = data.draw(st.text(max_size=6) | st.sampled_from(["\n", "null", "-1", '"', "9" * 400]))
    replayed(text[:at] + scrap + text[at + cut :])


@given(tables, st.integers(0, 2), st.data())
def test_a_log_with_changed_lines(row: tuple[str, int], seed: int, data: st.DataObject) -> None:
    lines = [json.loads(line) for line in whole(*row, seed).splitlines()]
    for _ in range(data.draw(st.integers(1, 2))):
        spot = data.draw(st.sampled_from([0, 1, 2, len(lines) // 2, len(lines) - 1]))
        change(data, lines[min(spot, len(lines) - 1)])
    replayed("".join(json.dumps(line) + "\n" for line in lines))


@given(tables, st.data())
def test_a_log_with_lines_moved(row: tuple[str, int], data: st.DataObject) -> None:
    lines = whole(*row, 0).splitlines(keepends=True)
    one, two = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    how = data.draw(st.sampled_from(["swap", "drop", "twice", "cut"]))
    if how == "swap":
        lines[one], lines[two] = lines[two], lines[one]
    elif how == "drop":
        del lines[one]
    elif how == "twice":
        lines.insert(two, lines[one])
    else:
        del lines[one:]
    replayed("".join(lines))


@given(json_values | st.text(max_size=40))
def test_what_is_no_log_is_a_log_error(value: Any) -> None:
    with pytest.raises(LogError):
        logs.read(value if isinstance(value, str) else json.dumps(value))


@given(tables, st.integers(0, 2), st.data())
def test_a_changed_outcome_of_chance_is_noticed(
    row: tuple[str, int], seed: int, data: st.DataObject
) -> None:
    game = table(*row)
    log = logs.read(whole(*row, seed))
    gesture = data.draw(st.sampled_from([g for g in log.gestures if g.chance]))
    at = data.draw(st.integers(0, len(gesture.chance) - 1))
    gesture.chance[at] += data.draw(st.integers(1, 5))
    with pytest.raises(LogError):
        logs.verify(game, log)


# -- positions -------------------------------------------------------------------------------


def playable(game: Game, state: State, seed: int) -> None:
    """To its end, with any choices, and it can be scored."""
    for _ in played(game, seed, Chooser(game, seed), state):
        pass
    game.outcome(state)


# No shrinking: an endless game shrinks for minutes. The example that fails is told as it is.
@settings(max_examples=long.of(150, 3000), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(tables, st.data())
def test_a_changed_position_is_refused_or_playable(
    row: tuple[str, int], data: st.DataObject
) -> None:
    game = table(*row)
    position = json.loads(data.draw(st.sampled_from(moments(*row, 0))))
    for _ in range(data.draw(st.integers(1, 2))):
        part = data.draw(st.sampled_from(["", "cells", "asked"]))
        change(data, position.get(part, position))
    with suppress(PositionError):
        playable(game, game.from_position(position), data.draw(st.integers(0, 9)))


@given(json_values)
def test_what_is_no_position_is_a_position_error(value: Any) -> None:
    game = table(*TABLES[0])
    with pytest.raises(PositionError):
        game.from_position(value)


# -- actions and seeds -----------------------------------------------------------------------


@given(tables, json_values | st.binary(max_size=5) | st.complex_numbers() | st.text())
@example(TABLES[0], {"do": {"do": {}}})
@example(TABLES[0], {1: 2, "do": 3})
def test_what_is_no_action_is_refused(row: tuple[str, int], value: Any) -> None:
    game = table(*row)
    match = Match(game, 1)
    before = game.digest(match.state)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        value = -1 - value
    with suppress(ActionError):
        pytest.fail(f"{value!r} is {game.action(game.code(value))}")
    with suppress(CapotrenoError):
        match.play(value)
        pytest.fail(f"{value!r} was played")
    assert game.digest(match.state) == before
    assert len(match.log.gestures) == 1


@given(tables, st.data())
def test_changed_words_are_refused_or_another_action(
    row: tuple[str, int], data: st.DataObject
) -> None:
    game = table(*row)
    action = data.draw(st.sampled_from(game.actions.all))
    at = data.draw(st.integers(0, len(action.text)))
    text = action.text[:at] + data.draw(st.text(max_size=2)) + action.text[at + 1 :]
    with suppress(ActionError):
        assert game.action(game.code(text)).text == " ".join(text.lower().split())
    face = copy.deepcopy(action.json)
    change(data, face)
    with suppress(ActionError):
        assert json.dumps(game.action(game.code(face)).json) == json.dumps(face)


@given(tables, st.integers(-(2**70), 2**70) | st.none() | st.booleans() | st.floats() | st.text())
def test_any_seed_starts_a_game_or_is_refused(row: tuple[str, int], seed: Any) -> None:
    game = table(*row)
    if type(seed) is int and 0 <= seed < 2**64:
        assert game.start(seed).stack
    else:
        with pytest.raises(CapotrenoError):
            game.start(seed)


def test_the_bound_is_no_empty_word() -> None:
    assert all(bound(table(*row)) > 1000 for row in TABLES)
