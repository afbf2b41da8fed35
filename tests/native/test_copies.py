"""A list that is made only to be handed on is made where it is wanted, and nowhere else."""

import re

import pytest

from capotreno import load
from capotreno.native.functions.copies import without_copies
from capotreno.native.translate import generated

LIST = "List<int32_t, 9>"
MADE = [f"{LIST} t1;", "t1.begin(0);", "t1.push(a);"]


def written(*lines: str, out: str = LIST) -> list[str]:
    return without_copies([f"{LIST} kept;"], list(lines), out)[1]


def test_a_list_is_made_in_the_result() -> None:
    assert written(*MADE, "out.assign(t1);", "return;") == [
        "out.begin(0);",
        "out.push(a);",
        "return;",
    ]


def test_also_over_two_lists_and_in_a_branch() -> None:
    lines = [
        "if (a) {",
        *MADE,
        "kept.assign(t1);",
        "kept.push(b);",
        "out.assign(kept);",
        "return;",
        "}",
    ]
    assert written(*lines) == [
        "if (a) {", "out.begin(0);", "out.push(a);", "out.push(b);", "return;", "}",
    ]  # fmt: skip


def test_a_list_nobody_looks_at_goes() -> None:
    assert written(f"{LIST} t1;", "t1.begin(0);", "return;") == ["return;"]


@pytest.mark.parametrize(
    "lines",
    [
        (*MADE, "t1.push(kept[0]);", "kept.assign(t1);"),  # looked at while the other is made
        (*MADE, "kept.assign(t1);", "kept.push(t1[0]);"),  # looked at afterwards
        ("while (a) {", *MADE, "if (b) break;", "kept.assign(t1);", "}"),  # left half made
        ("while (a) {", *MADE, "if (b) {", "continue;", "}", "kept.assign(t1);", "}"),
        (f"{LIST} t1;", "if (a) {", "t1.begin(0);", "}", "else {", "kept.assign(t1);", "}"),
        ("List<int32_t, 4> t1;", "made_4(s, t1);", "kept.assign(t1);"),  # a function's own type
        ("List<int32_t, 12> t1;", "t1.begin(12);", "t1.at[11] = a;", "kept.assign(t1);"),  # no room
        ("List<int64_t, 9> t1;", "t1.begin(0);", "t1.push(a);", "kept.assign(t1);"),  # narrower
        ("t9.push(a);", "kept.assign(t9);"),  # handed over by the caller
    ],
)
def test_a_copy_that_is_needed_stays(lines: tuple[str, ...]) -> None:
    assert written(*lines, "last(kept);") == [*lines, "last(kept);"]


def test_a_result_is_not_begun_where_the_function_may_end_without_it() -> None:
    lines = [*MADE, "if (b) {", "return;", "}", "out.assign(t1);", "return;"]
    assert written(*lines) == lines


@pytest.mark.slow
def test_the_menus_of_a_game_are_made_in_one_place() -> None:
    text = generated(load("usa", 2))
    menu = text[text.index("// Game._menu") :]
    assert "List<" not in menu[menu.index("{") : menu.index("\n}")]


def room(kind: str) -> int:
    """The bytes of a list's type."""
    sizes = {"int32_t": 4, "int64_t": 8}
    inner = re.fullmatch(r"List<(.+), (\d+)>", kind)
    if inner is not None:
        return room(inner[1]) * int(inner[2]) + 8
    words = [8 * int(n) for n in re.findall(r"Mask<(\d+)>", kind)]
    return sum(words) + sum(sizes[name] for name in re.findall(r"int\d\d_t", kind))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["germany", "europe"])
def test_lists_of_lists_have_the_room_that_the_rules_need(name: str) -> None:
    """A thread of a GPU has all of a function's lists in its frame: once there were 360 KB."""
    text = generated(load(name, 2, dice=True))
    assert "CAPO_TABLES && " in text or "Fronts" not in text
    large = r"^CAPO_APART [^\n]* Fronts_\w+\([^\n]*\{\n.*?^\}"  # never called there: TABLES
    text = re.sub(large, "", text, flags=re.MULTILINE | re.DOTALL)
    kinds = set(re.findall(r"^ +(List<[^&;]+>) \w+;", text, re.MULTILINE))
    assert len(kinds) > 5
    assert max(room(kind) for kind in kinds) < 16_384
