"""Who sits where: the person, and bots around the table."""

from collections.abc import Sequence

from capotreno.bots.registry import bots, opponents
from capotreno.engine.errors import CapotrenoError

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")  # who sits opposite


def kinds_of(wanted: Sequence[str], players: int, seat: int) -> dict[int, str]:
    """The bots around the table, in turn after the person."""
    kinds = tuple(wanted) or (bots()[-1],)
    for kind in kinds:
        if kind not in opponents():
            raise CapotrenoError(f"there is no bot '{kind}'; there are {', '.join(opponents())}")
    if len(kinds) > players - 1:
        raise CapotrenoError(f"{len(kinds)} bots for {players - 1} free seats")
    others = [other for other in range(players) if other != seat]
    return {other: kinds[at % len(kinds)] for at, other in enumerate(others)}
