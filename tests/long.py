"""How much the tests play: `make test` what shows a fault soon, `make soak` many times that."""

import os

LONG = os.environ.get("CAPOTRENO_SOAK") == "1"


def of(short: int, long: int) -> int:
    """A number of games, seeds or deals."""
    return long if LONG else short
