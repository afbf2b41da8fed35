"""The planners' constants: what a turn, a risk, a ticket is worth, by board and number of players.

Tuned ones are data (`constants.json`, with dice `dice_constants.json`), stored with the command
that made them; a table that has none uses those of the same board at another table, or the
defaults.
"""

import json
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import ClassVar, Self

LEAST = 0.2  # of what a turn is usually worth: tickets alone make it worth that
FASTER = 0.3  # by so much seats place more pieces a turn where they wait for no long routes


@dataclass(frozen=True)
class Constants:
    """Numbers a planner weighs with, whatever routes are paid with; points unless said otherwise.

    What a turn buys differs with cards and with dice, and so do the defaults.
    """

    FILE: ClassVar[str]

    turn: float  # what a turn is worth
    piece: float  # what a piece is worth that is kept for a longer route
    extra: float  # weight of what else a route brings
    least: float  # every turn costs at least that, whatever a route brings
    pace: float  # pieces a seat places per turn
    delay: float  # a plan takes so many times as long as it seems
    hurry: float  # doubt about the time left, as a share of it
    risk: float  # the chance that somebody takes a route before its turn comes
    block: float  # points per space that a claim costs a rival

    @classmethod
    def of(cls, game: str, players: int) -> Self:
        """The constants for a table."""
        tables = stored(cls.FILE).get(game, {})
        values: object = {}
        if tables:
            nearest = min(tables, key=lambda n: (abs(int(n) - players), n))
            values = tables[nearest]["constants"]
        assert isinstance(values, dict)
        known = {field.name for field in fields(cls)}
        return cls(**{name: float(v) for name, v in values.items() if name in known})


@dataclass(frozen=True)
class CardConstants(Constants):
    """With cards.

    The defaults serve every large board: what the United States were tuned to, with a cheaper turn.
    """

    FILE = "constants.json"

    turn: float = 3.0
    waste: float = 0.7  # cards drawn per card that is needed; below 1, as a card serves many plans
    slow: float = 1.1  # turns per card of one colour that is missing
    delay: float = 1.6
    colour: float = 0.55  # the same again where a route wants one colour
    held: float = 0.5  # how much of a held card counts as saved already
    points: float = 0.8  # weight of a route's own points while planning
    piece: float = 0.9
    extra: float = 0.7
    least: float = 1.2
    pace: float = 1.0
    hurry: float = 0.12
    tickets: float = 3.3  # how many turns' worth new tickets must promise
    risk: float = 0.085
    rush: float = 1.5  # how soon cards in hand count as lost when the end is near
    spare: float = 1.8  # how many turns a claim outside the plan must be worth
    block: float = 0.45
    wild: float = 1.1  # a wild in cards
    fill: float = 0.8  # a card for routes beyond the plan, in cards the plan needs
    most: float = 1.0  # weight of a prize for the most tickets done

    def fitted(self, share: float) -> Self:
        """The constants where routes bring so many times the points of the classic table.

        What a turn or a piece is worth is what routes would bring for it; where they bring little
        or nothing, tickets are what is left, and nobody places pieces for anything else.
        """
        time = max(LEAST, share)
        return replace(
            self,
            turn=self.turn * time,
            least=self.least * time,
            piece=self.piece * share,
            pace=self.pace * (1.0 + FASTER * max(0.0, 1.0 - share)),
        )


@dataclass(frozen=True)
class DiceConstants(Constants):
    """With dice; what a turn and a piece are worth is found there, and these are factors on it."""

    FILE = "dice_constants.json"

    turn: float = 1.0
    piece: float = 1.0
    token: float = 1.0  # what a token is worth
    spare: float = 0.3  # turns that a token saves nobody has planned for
    extra: float = 0.8
    least: float = 0.5
    pace: float = 3.3
    delay: float = 1.8
    hurry: float = 0.1
    risk: float = 0.4
    block: float = 0.5
    tickets: float = 0.8  # what new tickets promise
    ticket: float = 1.0  # what a turn costs when tickets are kept
    finish: float = 4.0  # points for ending the game in front, or against ending it behind


@cache
def stored(file: str) -> dict[str, dict[str, dict[str, object]]]:
    """Everything that has been tuned: by game, then by players."""
    text = files("capotreno.bots.tuned").joinpath(file).read_text("utf-8")
    found: dict[str, dict[str, dict[str, object]]] = json.loads(text)
    return found
