"""Functions outside the subset, each with what the refusal says."""

from capotreno.engine.state import State

KNOWN = [1, 2, 3]


def two_names(a: int) -> list[int]:
    one = [a, 2]
    two = one if a > 3 else [a]
    one.append(4)
    return two


def part_changed(a: int) -> list[int]:
    mine = KNOWN
    mine.append(a)
    return mine


def handed_over(a: int) -> int:
    mine = [0] * 3
    _fill(mine, a)
    return KNOWN[mine[0]]


def _fill(some: list[int], a: int) -> None:
    some[0] = a


def endless_sum(a: int) -> int:
    return a**2


def negative_set(a: int) -> int:
    return (1 << 100) | ~a


def by_nothing(a: int) -> int:
    return 7 // a


def which_cell(state: State, a: int) -> int:
    return state.cells[a]


def but_the_last(a: int) -> int:
    numbers = [a, a, 3]
    return len(numbers[:-1])


def a_set(a: int) -> int:
    return len({a, 2})


def a_try(a: int) -> int:
    try:
        return a
    finally:
        pass


REFUSED = (
    (two_names, "a list that has two names is changed"),
    (part_changed, "would change what a part knows"),
    (handed_over, "joins a list that holds"),
    (endless_sum, "Pow"),
    (negative_set, "complement"),
    (by_nothing, "may be zero"),
    (which_cell, "which cells"),
    (but_the_last, "negative"),
    (a_set, "Set is not in the subset"),
    (a_try, "Try is not in the subset"),
)
