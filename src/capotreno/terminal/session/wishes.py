"""What the command line asks of a game; None where it leaves the choice."""

from dataclasses import dataclass
from pathlib import Path

LISTED = Path()  # --resume without a file: choose among the unfinished games


@dataclass(frozen=True)
class Wishes:
    """The options of `capotreno play`."""

    game: str | None = None
    players: int | None = None
    bots: tuple[str, ...] = ()
    seat: int | None = None
    seed: int | None = None
    resume: Path | None = None
    save: Path | None = None
    dice: bool = False
