"""The fields of an observation: in their ranges, read as their table says, and honest."""

import pytest

from capotreno import NOBODY, CapotrenoError, load
from capotreno.engine.fields import (
    ABOUT,
    ASKED,
    NUMBER,
    QUESTION,
    WAITING,
    Fields,
    read_cell,
)
from capotreno.engine.layout import MANY, SECRET, Reading
from capotreno.engine.state import State
from capotreno.reader.reader import Reader
from tests.conformance.tables import EXTREMES, OWN_TABLES, Chooser, played, table

TABLES = [*EXTREMES, *OWN_TABLES]


def by_the_table(fields: Fields, state: State, seat: int, reading: Reading) -> int:
    """One number as the table of columns says, without any short cut: another program's way."""
    what, which, argument = reading
    if what < QUESTION:
        return read_cell(state, reading)
    question, whose, subject = fields.decision(state, seat) or (-1, -1, -1)
    about = fields.game.layout.questions[question].about if question >= 0 else "?"
    if what == QUESTION:
        return int(question == which)
    if what == ASKED:
        return int(whose == which)
    if what == ABOUT:
        return int(about == fields.about[which][0] and subject == argument)
    if what == NUMBER:
        return min(subject, MANY) if not about else 0
    assert what == WAITING
    return sum(1 for q, s, _ in state.stack if (q, s) == (which, argument))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_row_is_the_same_in_every_world_the_seat_cannot_tell_apart(
    name: str, players: int
) -> None:
    """Also read from the true state: no column looks at what is hidden."""
    game = table(name, players)
    fields = Fields(game)
    chooser = Chooser(game, 7)
    for step, state in enumerate(played(game, 7, chooser)):
        if step > 3 and state.stack and chooser.random.random() < 0.97:
            continue
        for seat in range(players):
            view = game.view(state, seat)
            row = fields.row(view)
            assert row == fields.read(state, seat)
            assert row == fields.read(game.resample(view, step), seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_row_is_what_the_table_says_and_in_range(name: str, players: int) -> None:
    game = table(name, players)
    fields = Fields(game)
    chooser = Chooser(game, 11)
    for step, state in enumerate(played(game, 11, chooser)):
        if step > 3 and state.stack and chooser.random.random() < 0.98:
            continue
        for seat in range(players):
            row = fields.row(game.view(state, seat))
            columns = fields.columns[seat]
            assert row == [by_the_table(fields, state, seat, one) for one in columns]
            for field in fields.all:
                numbers = row[field.first : field.first + field.size]
                assert field.low <= min(numbers, default=0), field.name
                assert max(numbers, default=0) <= field.high, field.name


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_fields_lie_side_by_side_and_secrets_have_none(name: str, players: int) -> None:
    game = table(name, players)
    fields = Fields(game)
    names = [field.name for field in fields.all]
    assert len(set(names)) == len(names)
    at = 0
    for field in fields.all:
        assert field.first == at
        size = 1
        for length in field.shape:
            size *= length
        assert field.size == size, field.name
        at += size
    assert at == fields.size == len(fields.columns[0])
    for span in game.layout.spans:
        if span.secrecy == SECRET:
            cells = set(range(span.first, span.first + span.size))
            read = {cell for own in fields.columns for what, cell, _ in own if what < QUESTION}
            assert not cells & read, span.name


@pytest.mark.quick
def test_a_seat_is_always_the_first_in_its_own_row() -> None:
    game = load("new_york", 3)
    fields, read = Fields(game), Reader(game)
    pieces = next(field for field in fields.all if field.name == "pieces")
    chooser = Chooser(game, 5)
    for state in played(game, 5, chooser):
        left = [read.pieces_left(state, seat) for seat in range(3)]
        for seat in range(3):
            row = fields.row(game.view(state, seat))
            assert row[pieces.first : pieces.first + 3] == left[seat:] + left[:seat]


def test_only_a_seats_view_is_observed() -> None:
    game = load("new_york", 2)
    fields = Fields(game)
    state = game.start(1)
    with pytest.raises(CapotrenoError, match="spectator"):
        fields.row(game.view(state, NOBODY))
    with pytest.raises(CapotrenoError, match="whole state"):
        fields.row(state)  # type: ignore[arg-type]
