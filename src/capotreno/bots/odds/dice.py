"""The odds of the dice, exactly: how they fall, what rolling again is worth, how long routes take.

Nothing is sampled here. Five dice fall in 56 ways that differ, a second roll leaves at most that
many again, so every chance is a small sum; the tests count it out side by side.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product
from math import factorial

from capotreno.rules.dice.dice import DICE, SIDES, Roll
from capotreno.rules.dice.tokens import MOST, PRICE
from capotreno.rules.dice.tunnels import DICE as TUNNEL_DICE
from capotreno.rules.dice.tunnels import SIDES as TUNNEL_SIDES

FITS = len(SIDES) // 3  # sides of a die that show a route's kind
NEVER = 1e9  # turns


@cache
def throws(n: int) -> tuple[tuple[Roll, float], ...]:
    """How n dice can fall, with the chance of each."""
    faces = [SIDES.count(face) / len(SIDES) for face in range(4)]
    return tuple(
        ((a, b, c, n - a - b - c), _chance(n, (a, b, c), faces))
        for a, b, c in product(range(n + 1), repeat=3)
        if a + b + c <= n
    )


def _chance(n: int, counts: tuple[int, ...], faces: list[float]) -> float:
    """That n dice show each of the faces so often, and the last face for the rest."""
    chance = float(factorial(n))
    for count, face in zip((*counts, n - sum(counts)), faces, strict=True):
        chance *= face**count / factorial(count)
    return chance


def hope(roll: Roll, some: Roll, values: Mapping[Roll, float]) -> float:
    """What a second roll of some of the dice is worth on the average."""
    a, b, c, d = roll[0] - some[0], roll[1] - some[1], roll[2] - some[2], roll[3] - some[3]
    return sum(
        [
            chance * values[a + new[0], b + new[1], c + new[2], d + new[3]]
            for new, chance in throws(some[0] + some[1] + some[2] + some[3])
        ]
    )


# -- one route -------------------------------------------------------------------------------------


def spaces(fitting: int, held: int) -> int:
    """The most spaces that can be paid: dice that fit, tokens held and bought with the others."""
    return max([n + min(MOST, held + (DICE - n) // PRICE) for n in range(fitting + 1)])


@cache
def dug(tunnel: int) -> tuple[float, ...]:
    """The chances that the tunnel dice ask for 0, 1, 2, 3 more; `tunnel` sides of each do."""
    faces = [tunnel / TUNNEL_SIDES, 1 - tunnel / TUNNEL_SIDES]
    return tuple(_chance(TUNNEL_DICE, (n,), faces) for n in range(TUNNEL_DICE + 1))


@cache
def through(price: int, ferry: int, tunnel: int, fitting: int, locos: int, held: int) -> float:
    """The chance that dice as they lie pay a route; it is 0 or 1 but for a tunnel.

    `fitting` dice show its kind or a locomotive, `locos` of them are locomotives.
    """
    if locos < ferry:
        return 0.0
    most = max(
        [n + min(MOST, held + (DICE - n) // PRICE) for n in range(ferry, fitting + 1)], default=0
    )
    return sum([chance for more, chance in enumerate(dug(tunnel)) if price + more <= most])


@cache
def chance(price: int, ferry: int, tunnel: int, held: int) -> float:
    """The chance to pay a route in one turn, from a first roll and the best second one.

    For one route a die shows one of three things: its kind, a locomotive, or neither.
    """
    faces = [FITS / len(SIDES), 1 / len(SIDES), 1 - (FITS + 1) / len(SIDES)]

    def fall(n: int) -> list[tuple[int, int, float]]:
        pairs = product(range(n + 1), repeat=2)
        return [(f, k, _chance(n, (f, k), faces)) for f, k in pairs if f + k <= n]

    def end(fit: int, locos: int) -> float:
        return through(price, ferry, tunnel, fit + locos, locos, held)

    def again(fit: int, locos: int) -> float:
        rest = DICE - fit - locos
        return sum([odds * end(fit + f, locos + k) for f, k, odds in fall(rest)])

    # A locomotive fits whatever fits, so it is never rolled again; a plain face may be.
    return sum(
        [
            odds * max(end(fit, locos), *[again(kept, locos) for kept in range(fit + 1)])
            for fit, locos, odds in fall(DICE)
        ]
    )


@cache
def turns(price: int, ferry: int, tunnel: int, held: int) -> float:
    """How many turns a route takes on the average for a seat that wants nothing else.

    A turn that fails leaves two tokens more, of the route's kind as long as there is room.
    """
    now = chance(price, ferry, tunnel, held)
    if held == MOST:
        return min(NEVER, 1 / now) if now else NEVER
    later = turns(price, ferry, tunnel, min(MOST, held + DICE // PRICE))
    return min(NEVER, 1.0 + (1.0 - now) * later)
