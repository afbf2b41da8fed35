"""Many worlds played on to the end, each from its own seed: what a search and a review ask for."""

from __future__ import annotations

from ctypes import Array, byref, c_double, c_int32, c_int64, c_uint64, c_void_p, cast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from capotreno.engine.chance import seeded
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.state import NOBODY
from capotreno.native.library.binding import CRollouts, numpy

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from capotreno.native.library.game import NativeGame, NativeState

POLICIES: Final = ("random", "swift")


class Playout(NamedTuple):
    """A random playout: its decisions, and a checksum of the codes that were played."""

    decisions: int
    checksum: int


class Playouts(NamedTuple):
    """Whole games together; `points` and `wins` are sums by seat, a shared win is shared."""

    games: int
    decisions: int
    checksum: int
    points: tuple[int, ...]
    wins: tuple[float, ...]


class Rollouts(NamedTuple):
    """How worlds ended, one row for each: points and parts of a victory by seat, and decisions."""

    totals: NDArray[np.int32]
    wins: NDArray[np.float64]
    decisions: NDArray[np.int64]


class Rolled(NamedTuple):
    """The same without NumPy: rows one after the other."""

    totals: Array[c_int32]
    wins: Array[c_double]
    decisions: Array[c_int64]


def policies(policy: str | Sequence[str], players: int) -> bytes:
    """By seat the number of who chooses: one name for all seats, or one for each."""
    names = (policy,) * players if isinstance(policy, str) else tuple(policy)
    if len(names) != players:
        raise CapotrenoError(f"{len(names)} policies are given, but there are {players} seats")
    for name in names:
        if name not in POLICIES:
            raise CapotrenoError(
                f"there is no policy {name!r:.40} in a library; there are {', '.join(POLICIES)}"
            )
    return bytes([POLICIES.index(name) for name in names])


@dataclass(frozen=True)
class How:
    """How worlds are played on: by whom, for how many decisions (0: to the end), from which seat.

    `seat`: who plays the code that a world begins with; NOBODY: the one asked next.
    """

    policy: str | Sequence[str] = "swift"
    limit: int = 0
    seat: int = NOBODY
    threads: int = 1


def rolled(
    native: NativeGame,
    worlds: Sequence[NativeState],
    codes: Sequence[int | None] | None,
    seeds: Sequence[int] | None,
    how: How,
) -> Rolled:
    """Play every world on in a copy: its code first, then the policies."""
    n, players = len(worlds), native.sizes.players
    numbers = range(n) if seeds is None else seeds
    if len(numbers) != n or (codes is not None and len(codes) != n):
        raise CapotrenoError(f"{n} worlds need {n} seeds and, where there are codes, {n} of them")
    if type(how.limit) is not int or how.limit < 0:
        raise CapotrenoError(f"{how.limit!r:.40} is not a number of decisions")
    native.game.check_seat(how.seat)
    for number in numbers:
        seeded(number)
    states = native.together(worlds)
    first = [-1 if code is None else native.game.action(code).code for code in codes or ()]
    asked = (c_int32 * n)(*first) if codes is not None else None
    given = (c_uint64 * n)(*numbers)
    totals, wins, played = (
        (c_int32 * (n * players))(),
        (c_double * (n * players))(),
        (c_int64 * n)(),
    )
    what = CRollouts(
        n,
        how.limit,
        how.seat,
        cast(states, c_void_p),
        cast(asked, c_void_p) if asked is not None else None,
        cast(given, c_void_p),
        policies(how.policy, players),
        cast(totals, c_void_p),
        cast(wins, c_void_p),
        cast(played, c_void_p),
    )
    with native.pool(how.threads) as pool:
        wrong = native.library.capo_rollouts(pool, byref(what))
    if wrong >= 0:
        raise native.game.refusal(native.state(worlds[wrong]), first[wrong], how.seat)
    return Rolled(totals, wins, played)


def arrays(found: Rolled, players: int) -> Rollouts:
    """What was found as NumPy's arrays."""
    np = numpy("what rollouts give")
    rows = (len(found.decisions), players)

    def array(values: Any, kind: str, *shape: int) -> NDArray[Any]:  # noqa: ANN401 -- of ctypes
        return np.frombuffer(values, kind).reshape(shape)  # type: ignore[no-any-return]

    if not rows[0]:
        return Rollouts(np.zeros(rows, "int32"), np.zeros(rows), np.zeros(0, "int64"))
    return Rollouts(
        array(found.totals, "int32", *rows),
        array(found.wins, "float64", *rows),
        array(found.decisions, "int64", rows[0]),
    )
