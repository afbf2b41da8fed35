"""Edges that random garbage seldom meets, each by hand: a named error, or a game to its end."""

import json
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import pytest

from capotreno import Game, LogError, Match, PositionError
from capotreno.engine.record import log as logs
from capotreno.match import game_of
from tests.conformance.record import recorded
from tests.conformance.tables import Chooser, every_game, played


def begun(game: Game) -> dict[str, Any]:
    """A position at the first turn."""
    found: dict[str, Any] = json.loads(first_turn(game))
    return found


@cache
def first_turn(game: Game) -> str:
    state = game.start(1)
    while state.cells[1] < 0:
        game.apply(state, game.legal(state)[0])
    return json.dumps(game.position(state))


def survives(game: Game, position: dict[str, Any]) -> None:
    with suppress(PositionError):
        state = game.from_position(position)
        for _ in played(game, 1, Chooser(game, 1), state):
            pass
        game.audit(state)


@every_game
def test_options_of_a_log_are_no_arguments_of_python(game: Game) -> None:
    for option in ("name", "players", "x", ""):
        log = Match(game, 1).log
        log.options = {option: 1}
        with pytest.raises(LogError):
            game_of(logs.read(log.write()))


@every_game
def test_enormous_numbers_in_a_log(game: Game) -> None:
    match = Match(game, 1)
    match.play(match.legal()[0])
    text = match.log.write()
    for key in ("seat", "seq", "players", "version", "seed"):
        for number in (10**400, -(10**400), 2**70):
            lines = [json.loads(line) for line in text.splitlines()]
            lines[0 if key in lines[0] else 2][key] = number
            with pytest.raises(LogError):
                Match.of(logs.read("".join(json.dumps(line) + "\n" for line in lines)))


@every_game
def test_a_log_with_enormous_chance(game: Game) -> None:
    log = recorded(game, 1)[0].log
    # A game without cards and with announced tickets opens without chance.
    next(gesture for gesture in log.gestures if gesture.chance).chance[0] = 10**400
    for forced in (True, False):
        with pytest.raises(LogError):
            logs.verify(game, logs.read(log.write()), forced)


@every_game
def test_a_position_may_ask_anything_about_anything(game: Game) -> None:
    """Whatever is asked, about whatever, once or twice: refused, or a game to its end."""
    for question, subject in product(game.layout.questions, (-1, -7, 0, 1, 10**6, 2**70)):
        for stack in ([question.name], [question.name] * 2, ["turn", question.name]):
            position = begun(game)
            position["asked"] = [[name, 0, subject if name != "turn" else 0] for name in stack]
            survives(game, position)


@every_game
def test_a_position_where_many_have_passed(game: Game) -> None:
    for passes in (-1, 1, 100, 2**70):
        position = begun(game)
        position["cells"]["passes"] = passes
        survives(game, position)


@every_game
def test_a_position_with_impossible_counters(game: Game) -> None:
    for number in (10**5, 2**40, 2**70, -1):
        for name in ("turns", "turn_of", "last_turns", "over", "passes"):
            position = begun(game)
            if name in position["cells"]:
                position["cells"][name] = number
                survives(game, position)
        position = begun(game)
        for name in position["cells"]:
            if name in ("tickets_under_first", "tickets_under_next"):
                for deck in position["cells"][name]:
                    position["cells"][name][deck] = number
        survives(game, position)


@every_game
def test_a_log_with_another_digest(game: Game) -> None:
    log = recorded(game, 1)[0].log
    log.digest = "0" * 64
    with pytest.raises(LogError, match="digest"):
        logs.verify(game, log)
