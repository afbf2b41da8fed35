"""Where wilds may be played: everywhere, or on ferries and tunnels only."""

from typing import Final

from capotreno.board.model import Route

EVERYWHERE: Final = "everywhere"
FERRIES_AND_TUNNELS: Final = "ferries_and_tunnels"


def wilds_count(where: str, route: Route) -> bool:
    """Whether a wild stands for a card on a route, as the game says `where`."""
    return where == EVERYWHERE or route.ferry > 0 or route.tunnel
