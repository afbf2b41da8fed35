"""What a seat may know: one generic redaction for views, events, sockets and spectators.

Law 1: folding a seat's redacted events gives exactly that seat's view.
Law 2: any resampled world leaves a seat's view, legal actions and encoding unchanged.
"""

from typing import TYPE_CHECKING, TypedDict

from capotreno.board.memory import COMPILED
from capotreno.engine.chance import seeded
from capotreno.engine.errors import CapotrenoError, RulesetError
from capotreno.engine.layout import OWNER, PUBLIC, SECRET
from capotreno.engine.state import (
    ANSWERED,
    ASKED,
    HIDDEN,
    OVER,
    OVER_CELL,
    TURN,
    UNKNOWN,
    Decision,
    Event,
    State,
    View,
)

if TYPE_CHECKING:
    from capotreno.engine.game import Game


def view(game: "Game", state: State, seat: int) -> View:
    """What a seat may know of a state."""
    game.check_state(state)
    game.check_seat(seat)
    if isinstance(state, View) and state.seat != seat:
        raise CapotrenoError("a view tells what its own seat may know, and no other")
    seen = View(state.cells[:], state.stack[:], seat, state.game)
    hide(game, seen)
    return seen


def hide(game: "Game", seen: View) -> None:
    """Set everything the view's seat may not know to HIDDEN, and list what it may answer."""
    seat = seen.seat
    cover(game, seen, seat)
    stack = seen.stack
    if stack and stack[-1][1] == seat:
        seen.menu = None
    elif seat in [asked for _, asked, _ in stack]:
        seen.menu = game.legal_for(seen, seat)
    else:
        seen.menu = ()


def cover(game: "Game", state: State, seat: int) -> None:
    """Set every cell that a seat may not know to HIDDEN, as declared on the spans."""
    cells = state.cells
    over = cells[OVER_CELL] != 0
    if COMPILED:
        _cover_spans(game, state, seat)
    else:
        for first, end, hidden in game.layout.covers[seat]:
            cells[first:end] = hidden
    for part in game.parts:
        part.hide(cells, seat, over)


def _cover_spans(game: "Game", state: State, seat: int) -> None:
    """What `covers` lists, span by span: so the rules compiler can tell where each cell lies."""
    cells = state.cells
    for span in game.layout.spans:
        if span.secrecy == SECRET:
            cells[span.first : span.first + span.size] = [HIDDEN] * span.size
        elif span.secrecy == OWNER:
            row = span.size // game.players
            for other in range(game.players):
                if other != seat:
                    first = span.first + other * row
                    cells[first : first + row] = [HIDDEN] * row


def redact(game: "Game", event: Event, seat: int) -> Event | None:
    """An event as a seat may see it: secret fields UNKNOWN, private events not at all."""
    _check(game, event)
    game.check_seat(seat)
    kind = game.layout.events[event[0]]
    if not kind.secret and not kind.private:
        return event
    if event[1 + kind.fields.index("seat")] == seat:
        return event
    if kind.private:
        return None
    fields = [
        UNKNOWN if field in kind.secret else value
        for field, value in zip(kind.fields, event[1:], strict=True)
    ]
    return (event[0], *fields)


def fold(game: "Game", seen: View, event: Event) -> None:
    """Bring a view up to date with an event redacted for its seat."""
    game.check_view(seen)
    _check(game, event)
    kind = event[0]
    if kind == ASKED:
        seen.stack.append((event[1], event[2], event[3]))
    elif kind == ANSWERED:
        answered = (event[1], event[2], event[3])
        if answered not in seen.stack:
            raise CapotrenoError("the event answers what this view was not asked")
        seen.stack.remove(answered)
    elif kind == TURN:
        game.begin_turn(seen, event[1], event[2])
    elif kind == OVER:
        seen.finish(event[1])
    else:
        part = game.layout.events[kind].part
        assert part is not None
        part.fold(seen, event)
    hide(game, seen)


class PackedView(TypedDict):
    """A view as plain data, for another process that has the game."""

    cells: list[int]
    stack: list[Decision]
    seat: int


def pack(seen: View) -> PackedView:
    """A view as plain data."""
    return {"cells": seen.cells[:], "stack": seen.stack[:], "seat": seen.seat}


def unpack(game: "Game", packed: PackedView) -> View:
    """The view that was packed."""
    stack = [(question, seat, subject) for question, seat, subject in packed["stack"]]
    seen = View(packed["cells"], stack, packed["seat"], game.id)
    hide(game, seen)  # gives a seat that is not the first one asked its own menu
    return seen


def resample(game: "Game", seen: View, seed: int) -> State:
    """A state whose view from the same seat is the one given."""
    game.check_view(seen)
    state = State(seen.cells[:], seen.stack[:], seeded(seed), seen.game)
    imagine(game, state, seen.seat)
    for span in game.layout.spans:
        if span.secrecy != PUBLIC and HIDDEN in state.cells[span.first : span.first + span.size]:
            raise RulesetError(f"no part of {game.name} says what '{span.name}' may be")
    return state


def imagine(game: "Game", state: State, seat: int) -> None:
    """Give every cell that a seat may not know a value that it may have."""
    for part in game.parts:
        part.resample(state, seat)


def _check(game: "Game", event: Event) -> None:
    """Refuse what is no event of this game."""
    kinds = game.layout.events
    whole = isinstance(event, tuple) and len(event) > 0 and all(type(n) is int for n in event)
    if not whole or not 0 <= event[0] < len(kinds):
        raise CapotrenoError(f"{event!r:.60} is not an event of {game.name}")
    if len(event) != 1 + len(kinds[event[0]].fields):
        raise CapotrenoError(f"{event!r:.60} has not the fields of '{kinds[event[0]].name}'")


def event_json(game: "Game", event: Event) -> dict[str, object]:
    """An event in words: its name and its fields, null where the seat may not know."""
    kind = game.layout.events[event[0]]
    data: dict[str, object] = {"event": kind.name}
    for field, value in zip(kind.fields, event[1:], strict=True):
        data[field] = field_json(game, field, value)
    return data


def field_json(game: "Game", field: str, value: int) -> object:
    """One field of an event in the words declared for it."""
    if field == "seat":
        return value
    if field == "question":
        return game.layout.questions[value].name
    words = game.layout.words.get(field)
    if words is None:
        return value
    return None if value == UNKNOWN else words[value]
