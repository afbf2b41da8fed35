"""The numbers the planner with dice weighs with, by board and number of players.

Tuned ones are data (`dice_constants.json`), stored with the command that made them; a table that
has none uses those of the same board at another table, or the defaults.
"""

import json
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class DiceConstants:
    """Factors on what the outlook computes, unless said otherwise."""

    turn: float = 1.3  # what a turn is worth
    piece: float = 1.0  # what a piece is worth
    token: float = 1.0  # what a token is worth
    spare: float = 0.3  # turns that a token saves nobody has planned for
    extra: float = 0.8  # what else a route brings
    least: float = 0.5  # points every turn costs at least, whatever a route brings
    pace: float = 3.3  # spaces a seat places per turn
    delay: float = 1.8  # a plan takes so many times as long as it seems
    hurry: float = 0.1  # doubt about the time left, as a share of it
    risk: float = 0.4  # the chance that somebody takes a route before its turn comes
    block: float = 0.5  # points per space that a claim costs a rival
    tickets: float = 0.8  # what new tickets promise
    ticket: float = 1.0  # what a turn costs when tickets are kept
    finish: float = 4.0  # points for ending the game in front, or against ending it behind


@cache
def stored() -> dict[str, dict[str, dict[str, object]]]:
    """Everything that has been tuned: by game, then by players."""
    text = files("capotreno.bots.tuned").joinpath("dice_constants.json").read_text("utf-8")
    found: dict[str, dict[str, dict[str, object]]] = json.loads(text)
    return found


def dice_constants(game: str, players: int) -> DiceConstants:
    """The constants for a table."""
    tables = stored().get(game, {})
    if not tables:
        return DiceConstants()
    nearest = min(tables, key=lambda n: (abs(int(n) - players), n))
    values = tables[nearest]["constants"]
    assert isinstance(values, dict)
    known = {field.name for field in fields(DiceConstants)}
    return DiceConstants(**{name: float(v) for name, v in values.items() if name in known})
