"""Functions outside the subset, each with what the refusal says."""

from collections.abc import Callable
from functools import wraps

from capotreno.engine.state import State

KNOWN = [1, 2, 3]
ROWS = [[1], [2, 3], [4]]
WORDS = ("one", "two")


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


def one_of_two(a: int) -> int:
    mine, other = numbers(a), numbers(a + 1)
    some = mine if a % 2 else other
    some.append(4)
    return len(mine)


def numbers(a: int) -> list[int]:
    return [n * a % 11 for n in range(3)]


def given_back(a: int) -> int:
    mine = numbers(a)
    other = the_same(mine)
    other.append(2)
    return len(mine)


def the_same(some: list[int]) -> list[int]:
    return some


def joined(a: int) -> int:
    inner = numbers(a)
    outer = [numbers(2)]
    outer.append(inner)
    inner.append(4)
    return len(outer[1])


def in_both_places(a: int) -> int:
    outer = [numbers(k + a) for k in range(3)]
    outer[0] = outer[1]
    outer[0].append(5)
    return len(outer[1])


def item_that_moves(a: int) -> int:
    outer = [numbers(k + a) for k in range(3)]
    inner = outer[1]
    outer.pop(0)
    return inner[0]


def row_of_a_part(a: int) -> int:
    mine = ROWS[a % 3]
    mine.append(3)
    return len(mine)


def nothing_yet(a: int) -> int:
    best = None
    for n in numbers(a):
        if best is None or n > best:
            best = n
    return best or 0


def alphabet(a: int) -> int:
    return int(WORDS[a % 2] < "two")


def after_its_loop(a: int) -> int:
    total = 0
    for n in range(a % 5 + 1):
        total += n
    return n + total


def left_half_done(state: State, a: int) -> int:
    return int(any(bumped(state, n + a) > 2 for n in range(4)))


def not_compared(state: State, a: int) -> int:
    return int(a < 7 < bumped(state, a))


def bumped(state: State, by: int) -> int:
    state.cells[4] += by % 7
    return state.cells[4] % 5


def doubled(rule: Callable[[int], int]) -> Callable[[int], int]:
    @wraps(rule)
    def inner(n: int) -> int:
        return 2 * rule(n)

    return inner


@doubled
def one_more(n: int) -> int:
    return n + 1


def decorated(a: int) -> int:
    return one_more(a)


def power(a: int) -> int:
    return 2**5 + a


ON_A_STATE = (which_cell, left_half_done, not_compared)
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
    (one_of_two, "two names is changed"),
    (given_back, "two names is changed"),
    (joined, "two names is changed"),
    (in_both_places, "two names is changed"),
    (item_that_moves, "two names is changed"),
    (row_of_a_part, "would change what a part knows"),
    (nothing_yet, "which of several things 'best' is"),
    (alphabet, "words have no order"),
    (after_its_loop, "'n' has no value here"),
    (left_half_done, "Python may stop before that"),
    (not_compared, "Python may stop before that"),
    (decorated, "wrapped by a decorator"),
    (power, "not in the subset"),
)
