"""Functions that look alike in Python and C++ and are not: played by both, as the constructs are.

Ranges that end elsewhere, names that mean something else in the next turn of a loop, lists that are
copies, what is read before it changes.
"""

# mypy: disable-error-code="possibly-undefined"
# (what a loop's first turn names is looked at in the others)

from capotreno.engine.state import State
from tests.native.constructs import CELL, TABLE

COMPARED = 5


def shifted_below_zero(a: int, b: int) -> int:
    return int((-(a % 4) - 8 >> b % 6) > -5)


def shifted_by_many(a: int, b: int) -> int:
    return (a % 100 >> b % 90) * 1000 + (a >> b % 90)


def sum_with_a_start(a: int, b: int) -> int:
    return sum([a % 5, b % 5, 2, 3, 4, 5, 6, 7, 8, 9], 100) + sum([n * 2 for n in range(a % 5)], b)


def long_sum(a: int, b: int) -> int:
    """More than any board has of anything."""
    total = sum([1 for _ in range(a % 1000 + 900)])
    return int(total > 1000) * 7 + int(len(range(b % 1000 + 900)) > 1000)


def best_by_key(a: int, b: int) -> int:
    return max(a % 17, b % 13, key=lambda n: n % COMPARED)


def taken_from_the_end(a: int, b: int) -> int:
    mine = [a % 5, b % 5, 9]
    return mine.pop(-2) * 10 + len(mine)


def named_as_in_cpp(a: int, b: int) -> int:
    i, export, typedef, w, left, n1 = a % 3, a % 5, b % 7, 3, 4, 5
    mine = list(range(i, 5))
    part = [4, 5, 6, 7, b % 3][i:4]
    return sum(mine) * 100 + sum(part) * 10 + export + typedef + w + left + n1


def underscores(a: int, b: int) -> int:
    _left, left, left_, rest = a % 10, b % 10, 7, a % 3
    _, other = b % 7, 3
    for _ in range(3):
        other += 1
    return _left * 1000 + left * 100 + left_ * 10 + other + rest


def names_of_its_own(a: int, b: int) -> int:
    """What a comprehension names is not what the function names."""
    x = a % 5
    for k in range(b % 4):
        x += k
    found = sum([x * 2 for x in range(b % 7)])
    return x * 100 + found


def a_turn_before(a: int, b: int) -> int:
    """What was kept in one turn of a loop is the same in the next."""
    total = 0
    for i in range(3):
        x = (a + i) % 4
        made = [k + i for k in range(b % 3 + i)]
        if i == 0:
            row = TABLE[x]
            some = range(x, 9)
            first = made
        total += len(row) * 1000 + len(some) * 100 + len(first) * 10 + len(made)
    return total


def copies(a: int, b: int) -> int:
    """A tuple of a list, a list and nothing, a list in a list that is put in order elsewhere."""
    nothing: list[int] = []
    mine = numbers(a, b % 4)
    kept = tuple(mine)
    more, other = nothing + mine, mine + nothing
    outer = [numbers(b, 4) for _ in range(a % 3 + 1)]
    best = sorted(outer[0])
    mine.append(3)
    more.append(4)
    other.extend(kept)
    return len(kept) * 1000 + len(mine) * 100 + len(more) * 10 + len(other) + outer[0][0] - best[0]


def numbers(a: int, n: int) -> list[int]:
    return [(a * i + 3) % 11 for i in range(n)]


def handed(a: int, b: int) -> int:
    """Whoever is handed a list changes it; a tuple that gets more is another."""
    mine = numbers(a, 3)
    fill(mine, b % 10)
    codes = tuple(mine)
    return with_more(codes, b) * 100 + len(codes) * 10 + mine[0]


def fill(some: list[int], n: int) -> None:
    some[0] = n


def with_more(codes: tuple[int, ...], b: int) -> int:
    codes += (b % 7,)
    return len(codes)


def read_late(state: State, a: int, b: int) -> int:
    """Things in a row are looked at before the first turn."""
    total = a % 3
    for n, k in ((state.cells[CELL], 1), (state.cells[CELL + 1], 2)):
        state.cells[CELL + 1] += b % 5
        total += n * k
    return total


def changed_meanwhile(state: State, a: int, b: int) -> int:
    """Who goes through cells in a comprehension sees them as they were."""
    state.cells[CELL + 1], state.cells[CELL + 2] = a % 5, b % 5
    found = [seen(state, n) for n in state.cells[CELL : CELL + 3] if seen(state, n) % 3]
    return sum(found) * 100 + sum([seen(state, n) for n in state.cells[CELL : CELL + 3]])


def seen(state: State, n: int) -> int:
    state.cells[CELL + 1] += 1
    state.cells[CELL + 2] += 2
    return n


def right_before_left(state: State, a: int, b: int) -> int:
    """What is assigned is looked up before the place where it goes."""
    i = a % 2
    part = state.cells[CELL + i : CELL + i + 2]
    found = [1, 2, 3]
    found[moved(state, a) % 3] = TABLE[3][state.cells[CELL] % 4]
    state.cells[CELL + 1] = b % 7
    return found[0] * 100 + found[1] * 10 + found[2] + sum(part)


def begun_at_either(state: State, a: int, b: int) -> int:
    """The number that is added is not where the cells begin."""
    first = (CELL if a % 2 else CELL + 14) + 3
    state.cells[first + b % 3] += 1
    return state.cells[CELL + 3 + b % 3] * 10 + state.cells[first]


def moved(state: State, by: int) -> int:
    state.cells[CELL] += by % 7
    return state.cells[CELL] % 5


def too_much(a: int, b: int) -> int:
    """A sum of what is multiplied: more than any game counts."""
    return (a * a * a * a * a * a * a + 1) * (b % 3 + 1)


def too_far(a: int, b: int) -> int:
    """A set of more than any board has."""
    return (1 << a % 200 + 120).bit_length() + b


PURE = (
    shifted_below_zero, shifted_by_many, sum_with_a_start, long_sum, best_by_key,
    taken_from_the_end, named_as_in_cpp, underscores, names_of_its_own, a_turn_before, copies,
    handed,
)  # fmt: skip
ON_A_STATE = (read_late, changed_meanwhile, right_before_left, begun_at_either)
STOPPED = (too_much, too_far)
