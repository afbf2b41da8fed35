"""Positions as JSON: any state can be written and read, so that a test starts anywhere."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from capotreno.engine.chance import MASK
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Span
from capotreno.engine.state import HIDDEN, OVER_CELL, TURNS_CELL, Decision, State

if TYPE_CHECKING:
    from capotreno.engine.game import Game

FORMAT = "capotreno-position/1"


def write(game: "Game", state: State) -> dict[str, object]:
    """A state in words; null stands for what a view may not know."""
    data: dict[str, object] = {
        "format": FORMAT,
        "game": game.name,
        "version": game.ruleset.version,
        "players": game.players,
        "options": dict(game.ruleset.options),
        "chance": state.seed if state.seed >= 0 else None,
        "asked": [
            [game.layout.questions[question].name, seat, subject]
            for question, seat, subject in state.stack
        ],
        "cells": changed(game, None, state),
    }
    return data


def span_json(game: "Game", span: Span, cells: Sequence[int], depth: int = 0) -> object:
    """One span of cells in words; at depth 1 one row of it: what is one seat's, say."""
    write = span.codec.write
    values = [None if cell == HIDDEN else write(cell) for cell in cells]
    return _nest(game, span, depth, values)


def changes(
    spans: Sequence[Span], before: State | None, after: State
) -> list[tuple[Span, list[int]]]:
    """The spans that are not as before, with their cells; all if there was none before."""
    new, found = after.cells, []
    old = None if before is None else before.cells
    for span in spans:
        first, end = span.first, span.first + span.size
        cells = new[first:end]
        if old is None or old[first:end] != cells:
            found.append((span, cells))
    return found


def changed(game: "Game", before: State | None, after: State) -> dict[str, object]:
    """The same in words."""
    return {
        span.name: span_json(game, span, own)
        for span, own in changes(game.layout.spans, before, after)
    }


def _nest(game: "Game", span: Span, depth: int, values: list[object]) -> object:
    """Seats become a list, other words an object."""
    if depth == len(span.shape):
        return values[0]
    row = len(values) // span.sizes[depth]
    rows = values
    if depth + 1 < len(span.shape):
        rows = [
            _nest(game, span, depth + 1, values[i * row : (i + 1) * row])
            for i in range(span.sizes[depth])
        ]
    if span.shape[depth] == "seat":
        return rows
    return dict(zip(game.layout.words[span.shape[depth]], rows, strict=True))


def read(game: "Game", data: object) -> State:
    """The state a position describes; whatever is wrong is a PositionError."""
    if not isinstance(data, dict):
        raise PositionError("a position is a JSON object")
    wanted: dict[str, object] = {
        "format": FORMAT,
        "game": game.name,
        "version": game.ruleset.version,
        "players": game.players,
        "options": dict(game.ruleset.options),
    }
    for key, value in wanted.items():
        if type(data.get(key)) is not type(value) or data.get(key) != value:
            raise PositionError(
                f"position: {key} is {data.get(key)!r:.60}, but {value!r} is needed"
            )
    chance = data.get("chance")
    if isinstance(chance, bool) or not isinstance(chance, int) or not 0 <= chance <= MASK:
        raise PositionError("position: chance must be a whole number from 0 to 2**64 - 1")
    rows = data.get("cells")
    if not isinstance(rows, dict):
        raise PositionError("position: cells must be an object")
    cells = [0] * game.layout.size
    for span in game.layout.spans:
        if span.name not in rows:
            raise PositionError(f"position: cells.{span.name} is missing")
        _read_rows(game, span, 0, rows[span.name], cells, span.first, f"cells.{span.name}")
    for name in rows:
        if all(span.name != name for span in game.layout.spans):
            raise PositionError(f"position: cells.{str(name)[:60]} is not known")
    state = State(cells, _read_stack(game, data.get("asked")), chance, game.id)
    _check(game, state)
    return state


def _read_rows(
    game: "Game", span: Span, depth: int, data: object, cells: list[int], first: int, path: str
) -> None:
    if depth == len(span.shape):
        try:
            cells[first] = span.codec.read(data)
        except ValueError as error:
            raise PositionError(f"position: {path}: {error}") from None
        return
    size = span.sizes[depth]
    row = 1
    for n in span.sizes[depth + 1 :]:
        row *= n
    words = game.layout.words[span.shape[depth]]
    if span.shape[depth] == "seat":
        if not isinstance(data, list) or len(data) != size:
            raise PositionError(f"position: {path} must be a list of {size}")
        rows = dict(zip(words, data, strict=True))
    elif isinstance(data, dict):
        rows = data
    else:
        raise PositionError(f"position: {path} must be an object")
    for word in rows:
        if word not in words:
            raise PositionError(f"position: {path}.{str(word)[:60]} is not known")
    for i, word in enumerate(words):
        if word not in rows:
            raise PositionError(f"position: {path}.{word} is missing")
        _read_rows(game, span, depth + 1, rows[word], cells, first + i * row, f"{path}.{word}")


def _read_stack(game: "Game", data: object) -> list[Decision]:
    if not isinstance(data, list):
        raise PositionError("position: asked must be a list")
    names = [question.name for question in game.layout.questions]
    stack: list[Decision] = []
    for entry in data:
        if not (isinstance(entry, list) and len(entry) == 3):
            raise PositionError("position: every entry of asked is [question, seat, subject]")
        name, seat, subject = entry
        if name not in names:
            raise PositionError(f"position: the question {name!r:.60} is not known")
        if type(seat) is not int or not 0 <= seat < game.players or type(subject) is not int:
            raise PositionError(f"position: asked {name}: seat or subject is wrong")
        stack.append((names.index(name), seat, subject))
    return stack


def _check(game: "Game", state: State) -> None:
    """A position must be one this game could be in: its laws hold and somebody can go on."""
    over = state.cells[OVER_CELL]
    if not 0 <= over < len(game.layout.words["reason"]) or bool(over) == bool(state.stack):
        raise PositionError("position: either somebody is asked or the game is over")
    if not -1 <= state.cells[1] < game.players or (state.cells[1] < 0 and over):
        raise PositionError("position: cells.turn_of is not a seat")
    if state.cells[TURNS_CELL] < 0:
        raise PositionError("position: cells.turns is below zero")
    game.audit(state)
    for _, seat, _ in state.stack:
        try:
            menu = game.legal_for(state, seat)
        except (IndexError, KeyError, ValueError, AssertionError):
            menu = ()
        if not menu and seat in game.actors(state):
            raise PositionError(f"position: seat {seat} is asked something it cannot answer")
