"""Small functions, one for each construct of the subset: played by Python and as C++."""

from capotreno.engine.menu import Menu, bits
from capotreno.engine.state import State

LONG = (1, 2, 3, 4, 0, 4, 3, 2)
TABLE = [[3, 1, 2], [5], [], [7, 8, 9, 10]]
ROWS = ((80, 81, 82), (), (90,))
RAGGED = [[13], [6, 9], [70, 5]]
WIDE = [1 << 100, (1 << 70) - 1, 0, 5]
PAIRS = [((1, 2), (3, 4)), (), ((5, 6), (7, 8), (9, 10))]
BY_PAIR = {(a, b): a * 10 + b for a in range(4) for b in range(3)}
BY_NUMBER = {3: (1, 2), 4: (5,), 7: ()}
WORDS = ("", "one", "two", "three")
MENU = Menu([40, 41, 50, 51, 52, 60, 61, 62, 70, 71])
STRAIGHT = Menu(range(100, 110))
CELL = 4  # of a span of several


def divided(a: int, b: int) -> int:
    return (a // (b % 9 + 1)) * 1000 + a % (b % 9 + 1)


def shifted(a: int, b: int) -> int:
    mask = 1 << (a % 90 + 20) | 1 << (b % 60)
    return (mask >> (b % 30)).bit_length() * 1000 + mask.bit_count()


def complements(a: int, b: int) -> int:
    one, two = WIDE[a % 4], WIDE[b % 4]
    return (
        (one & ~two).bit_length()
        + 200 * (one & -one).bit_length()
        + 40000 * (one ^ two).bit_count()
    )


def has(a: int, b: int) -> int:
    return (WIDE[a % 4] >> b % 110 & 1) + 2 * int(bool(WIDE[a % 4] & 1 << b % 40))


def listed_bits(a: int, b: int) -> list[int]:
    return bits(WIDE[a % 4] & ~(1 << b % 64))


def menus(a: int, b: int) -> tuple[int, ...]:
    codes: tuple[int, ...] = ()
    for mask in (a % 1024, b % 1024):
        codes += MENU.of(mask)
    return codes or (7,)


def _listed(mask: int) -> tuple[int, ...]:
    return MENU.of(mask)


def _straight(mask: int) -> tuple[int, ...]:
    return STRAIGHT.of(mask)


def _row(a: int) -> tuple[int, ...]:
    return ROWS[a % 3]


def drawn_codes(a: int, b: int) -> tuple[int, ...]:
    """More pieces than a list of codes keeps apart, also none, and one that is begun anew."""
    codes: tuple[int, ...] = ()
    for mask in (a % 1024, 0, b % 1024, (a + b) % 1024, (a - b) % 1024):
        codes += _row(mask)
        codes += _listed(mask)
        codes += _straight(mask)
        codes += _either(mask)
        codes += ROWS[b % 3]
    return codes or (7,)


def _either(mask: int) -> tuple[int, ...]:
    codes: tuple[int, ...] = (3, 4)
    codes += MENU.of(mask & 31)
    if mask % 2:
        return MENU.of(mask)
    return codes


def halved(a: int, b: int) -> int:
    """A name that is one of some known numbers first, and changes in a loop."""
    row = a % 3
    first = RAGGED[row][b % 2 if row else 0]
    left = first
    steps = 0
    while left:
        left = left // 2
        steps += 1
    return steps * 100 + first


def rows(a: int, b: int) -> int:
    row = TABLE[a % 4]
    return len(row) * 100 + sum(row) * 10 + (row[b % max(1, len(row))] if row else -1)


def from_the_end(a: int, b: int) -> int:
    return TABLE[3][-(a % 4) - 1] * 10 + TABLE[a % 4 - 4][0] if a % 4 != 2 else b


def by_key(a: int, b: int) -> int:
    return BY_PAIR[a % 4, b % 3] + sum(BY_NUMBER[4 if a % 2 else 3])


def words(a: int, b: int) -> int:
    word = WORDS[a % 4]
    other = "two" if b % 2 else ""
    return WORDS.index(word) + 10 * int(word == other) + 100 * int(bool(word))


def changed_list(a: int, b: int) -> list[int]:
    found = [a % 7, b % 7, 3]
    found.append(a % 5)
    found.extend([b % 4, 1])
    found.remove(3)
    taken = found.pop(1)
    found.sort()
    found += [taken, found.index(1), found.count(1)]
    found[0], found[-1] = found[-1], found[0]
    return found


def handed_on(a: int, b: int) -> list[int]:
    found = [a % 7] * 3
    last = [b % 7] * 2
    for n in range(4):
        other = [x + n for x in found]
        if n == b % 5:
            break
        last = [x * 2 for x in other if x % 3] + [len(last)]
        found = [x + 1 for x in other]
    return found + last


def in_order(a: int, b: int) -> list[int]:
    numbers = [(a * i + b) % 17 for i in range(8)]
    keys = sorted(numbers, key=lambda n: n % 4, reverse=True)
    return keys + sorted(numbers) + [min(numbers, key=lambda n: n % 5), max(numbers)]


def sliced(a: int, b: int) -> list[int]:
    numbers = [a % 9, b % 9, 4, 5, 6]
    return numbers[1:3] + numbers[:2] + numbers[3:]


def loops(a: int, b: int) -> int:
    total = 0
    for i in range(a % 10, -3, -2):
        if i % 3 == b % 3:
            continue
        if total > 40:
            break
        total += i
    while total > 7:
        total -= 5
    for i, n in enumerate(range(b % 6), start=2):
        total = total * 3 % 1000 + i * n
    for n in reversed(range(a % 5)):
        total = total * 2 % 1000 + n
    return total


def comprehended(a: int, b: int) -> list[int]:
    return [x * 10 + y for x in range(a % 5) for y in TABLE[x % 4] if (x + y + b) % 2]


def together(a: int, b: int) -> int:
    pairs = [x * y for x, y in zip(TABLE[3], [a % 5, b % 5, 2], strict=False)]
    return sum(pairs) + 1000 * any(n == 14 for n in pairs) + 2000 * all(pairs)


def logical(a: int, b: int) -> int:
    first = a % 3 or b % 4 or 9
    second = a % 2 and b % 5
    third = a % 2 == 0 and (b % 3 == 1 or not a % 5)
    return first + 10 * second + 100 * int(third)


def chosen(a: int, b: int) -> int:
    doing = _plus if a % 2 else _minus
    return doing(a, b) if 0 <= a % 7 < 5 else -1


def _plus(a: int, b: int) -> int:
    return a + b


def _minus(a: int, b: int) -> int:
    return a - b


def climbing(a: int, b: int) -> int:
    return a if a > 1000 or b % 10 == 0 else climbing(a * 2 + 1, b - 1) + 1


def pairs_of(a: int, b: int) -> int:
    found = [(n, n * n % 7) for n in range(a % 6)]
    found.append((b % 3, 1))
    return sum([one * two for one, two in found]) + 100 * len(found)


def pairs_of_a_row(a: int, b: int) -> int:
    found = list(PAIRS[a % 3])
    found.append((b % 5, 11))
    return sum([one * 100 + two for one, two in found])


def spreading(a: int, b: int) -> list[int]:
    wave = [a % 8]
    for node in wave:
        for other in (node * 2 % 11, (node + b) % 11):
            if other not in wave:
                wave.append(other)
    return wave


def in_groups(a: int, b: int) -> int:
    sets = [0] * 4
    for n in range(a % 12):
        sets[n * 5 % 4] |= 1 << (n * 9 + b % 3)
    return sum([own.bit_count() * (i + 1) for i, own in enumerate(sets)])


def read_before(state: State, a: int, b: int) -> int:
    """What was read stays as it was when a call changes it."""
    return state.cells[CELL] + _bump(state, a) * 1000 + state.cells[CELL] * (1 + _bump(state, b))


def _bump(state: State, by: int) -> int:
    state.cells[CELL] += by % 7
    return state.cells[CELL] % 5


def kept_aside(state: State, a: int, b: int) -> int:
    """A slice is a copy: who goes through it sees the cells as they were."""
    total = 0
    for n in state.cells[CELL : CELL + 3]:
        state.cells[CELL + 1] += a % 3 + 1
        state.cells[CELL] += 1
        total += n * 10 + state.cells[CELL] + b % 2
    old = state.cells[CELL]
    state.cells[CELL] = a % 9
    return total * 100 + old


def asked(state: State, a: int, b: int) -> int:
    state.ask(1, a % 2, b % 9)
    state.ask(2, b % 2, 4)
    total = sum([question * 10 + subject for question, _, subject in state.stack])
    state.close(1, a % 2, b % 9)
    return total * 100 + state.stack[-1][0] + len(state.stack)


def drawn_cards(state: State, a: int, b: int) -> int:
    """A draw from cells that count."""
    cells = state.cells
    cells[CELL : CELL + 4] = [a % 3, b % 5, 0, a % 7 + 1]
    most = a % 3 + b % 5 + a % 7 + 1
    late = state.pick(CELL + a % 2, most - (cells[CELL] if a % 2 else 0))
    return late * 10000 + state.pick(CELL, most) * 1000 + state.below(1000)


def found_in_cells(state: State, a: int, b: int) -> int:
    """A search among cells, of which some come after the last four."""
    cells = state.cells
    cells[CELL : CELL + 7] = [1, 1, 2, 3, 1, 1, 9]
    cells[CELL + a % 6] = 9
    first = b % 3
    return cells.index(9, CELL + first, CELL + 7) - CELL


def wanted(a: int, b: int) -> list[int]:
    """What is wanted of some things: all, some, or none."""
    return [n for n in TABLE[a % 4] if n > b % 12] + [n for n in LONG if n != a % 5]


PURE = (
    divided, shifted, complements, has, halved, listed_bits, menus, rows, from_the_end, by_key,
    words, changed_list, handed_on, in_order, sliced, loops, comprehended, together, logical,
    chosen, climbing, pairs_of, pairs_of_a_row, spreading, in_groups, drawn_codes, wanted,
)  # fmt: skip
ON_A_STATE = (read_before, kept_aside, asked, drawn_cards, found_in_cells)
