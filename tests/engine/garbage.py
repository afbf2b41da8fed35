"""Changes to JSON values, for the fuzzers."""

import copy
from typing import Any

from hypothesis import strategies as st

scraps = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers(-(2**70), 2**70)
    | st.just(10**400)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(
        ["turn", "payment", "wild", "deck", "held 0", "under 3 1", "offered 1", "name"]
    )
)

json_values = st.recursive(
    scraps,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a JSON value with every key in it."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    return [spot for key in keys for spot in ((value, key), *spots(value[key]))]


def change(data: st.DataObject, value: Any) -> None:
    """Change one spot of a JSON value, in place."""
    where = spots(value)
    if not where:
        return
    container, key = where[data.draw(st.integers(0, len(where) - 1))]
    how = data.draw(st.sampled_from(["replace", "delete", "twice", "add", "step", "exchange"]))
    old = container[key]
    if how == "delete":
        del container[key]
    elif how == "twice" and isinstance(container, list):
        container.append(copy.deepcopy(old))
    elif how == "add" and isinstance(container, dict):
        container[data.draw(st.sampled_from(["name", "players", "x"]))] = data.draw(json_values)
    elif how == "step" and isinstance(old, int) and not isinstance(old, bool):
        container[key] = old + data.draw(st.sampled_from([-1, 1, 7, -100, 1000]))
    elif how == "exchange":
        other, at = where[data.draw(st.integers(0, len(where) - 1))]
        if other is container:
            container[key], container[at] = container[at], old
    else:
        container[key] = data.draw(json_values)
