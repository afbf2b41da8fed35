"""Whatever is done to a board file, the loader answers with a board or a `BoardError`."""

import copy
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno.board.check.statistics import statistics
from capotreno.board.load import BoardError, parse
from capotreno.board.model import Board
from tests.board.boards import DATA, documented

EXAMPLES: list[Any] = [
    documented(),
    *(
        json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("new_york", "switzerland")
    ),
]

Step = tuple[Any, Any]  # a container and a key in it

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["north", "soho", "bern", "france", "red", "gray", "wild", "a-b/1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


def steps(value: Any) -> list[Step]:
    """Every spot of a JSON value."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    return [spot for key in keys for spot in ((value, key), *steps(value[key]))]


def answered(content: bytes) -> Board | None:
    with suppress(BoardError):
        return parse(content, "fuzz.json")
    return None


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    board = copy.deepcopy(draw(st.sampled_from(EXAMPLES)))
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(steps(board)))
        change = draw(st.sampled_from(["replace", "delete", "copy", "add"]))
        if change == "delete":
            del container[key]
        elif change == "copy" and isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        elif change == "add" and isinstance(container, dict):
            container[draw(st.text(max_size=4))] = draw(values)
        else:
            container[key] = draw(values)
    return board


@given(damaged())
def test_damaged_files_give_a_board_or_a_board_error(board: Any) -> None:
    loaded = answered(json.dumps(board).encode())
    if loaded:
        statistics(loaded)


@given(st.binary(max_size=200))
def test_random_bytes_give_a_board_error(content: bytes) -> None:
    with pytest.raises(BoardError):
        parse(content)


@given(st.integers(0, 1400), st.binary(min_size=1, max_size=4))
def test_bytes_overwritten_give_a_board_or_a_board_error(at: int, scrap: bytes) -> None:
    content = json.dumps(EXAMPLES[0]).encode()
    answered(content[:at] + scrap + content[at + len(scrap) :])


@given(values)
def test_any_json_value_gives_a_board_error(value: Any) -> None:
    with pytest.raises(BoardError):
        parse(json.dumps(value).encode())
