"""A list that only joins another is made at its end, by a function that looks at neither."""

import pytest

from capotreno.native.rests import without_lists

LIST = "List<int32_t, 9>"
CALL = [f"    {LIST} t1;", "    made_1(s, t1);", "    out.extend(t1);"]


def written(*lines: str, adders: tuple[str, ...] = ("made_1",)) -> list[str]:
    head = f"CAPO_APART void some_2(State &s, {LIST} &out) {{"
    called: set[str] = set()
    found = without_lists("\n".join([head, *lines]), set(adders), called).split("\n")[1:]
    assert called == ({"made_1"} if found != list(lines) else set())
    return found


def test_a_list_that_joins_another_lies_at_its_end() -> None:
    assert written(*CALL) == ["    auto t1 = rest(out);", "    made_1(s, t1);"]


@pytest.mark.parametrize(
    "lines",
    [
        [*CALL, "    out.push(t1[0]);"],  # it is looked at afterwards
        ["    List<int32_t, 7> t1;", *CALL[1:]],  # a list of another room
        [CALL[0], "    made_1(s, t1, t2);", CALL[2]],  # what is made is another list
        [*CALL[:2], "    if (a) {", CALL[2], "    }"],  # it may not join at all
    ],
)
def test_any_other_stays_a_list_of_its_own(lines: list[str]) -> None:
    assert written(*lines) == lines


def test_also_where_the_function_looks_at_what_it_gives() -> None:
    assert written(*CALL, adders=("other_3",)) == CALL
