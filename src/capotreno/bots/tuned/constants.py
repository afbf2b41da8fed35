"""The planner's constants: what a turn, a wild, a risk is worth, by board and number of players.

Tuned ones are data (`constants.json`), stored with the command that made them; a table that has
none uses those of the same board at another table, or the defaults.
"""

import json
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files

LEAST = 0.2  # of what a turn is usually worth: tickets alone make it worth that
FASTER = 0.3  # by so much seats place more pieces a turn where they wait for no long routes


@dataclass(frozen=True)
class Constants:
    """Numbers the planner weighs with; points unless said otherwise.

    The defaults serve every large board: what the United States were tuned to, with a cheaper turn.
    """

    turn: float = 3.0  # what a turn is worth
    waste: float = 0.7  # cards drawn per card that is needed; below 1, as a card serves many plans
    slow: float = 1.1  # turns per card of one colour that is missing
    delay: float = 1.6  # a plan takes so many times as long as it seems
    colour: float = 0.55  # the same again where a route wants one colour
    held: float = 0.5  # how much of a held card counts as saved already
    points: float = 0.8  # weight of a route's own points while planning
    piece: float = 0.9  # what a piece is worth that is kept for a longer route
    extra: float = 0.7  # weight of what else it brings
    least: float = 1.2  # every turn costs at least that, whatever a route brings
    pace: float = 1.0  # pieces a seat places per turn
    hurry: float = 0.12  # doubt about the time left, as a share of it
    tickets: float = 3.3  # how many turns' worth new tickets must promise
    risk: float = 0.085  # the chance that somebody takes a route before its turn comes
    rush: float = 1.5  # how soon cards in hand count as lost when the end is near
    spare: float = 1.8  # how many turns a claim outside the plan must be worth
    block: float = 0.45  # points per space that a claim costs a rival
    wild: float = 1.1  # a wild in cards
    fill: float = 0.8  # a card for routes beyond the plan, in cards the plan needs
    most: float = 1.0  # weight of a prize for the most tickets done


@cache
def stored() -> dict[str, dict[str, dict[str, object]]]:
    """Everything that has been tuned: by game, then by players."""
    text = files("capotreno.bots.tuned").joinpath("constants.json").read_text("utf-8")
    found: dict[str, dict[str, dict[str, object]]] = json.loads(text)
    return found


def constants(game: str, players: int) -> Constants:
    """The constants for a table."""
    tables = stored().get(game, {})
    if not tables:
        return Constants()
    nearest = min(tables, key=lambda n: (abs(int(n) - players), n))
    values = tables[nearest]["constants"]
    assert isinstance(values, dict)
    known = {field.name for field in fields(Constants)}
    return Constants(**{name: float(v) for name, v in values.items() if name in known})


def fitted(found: Constants, share: float) -> Constants:
    """The constants where routes bring so many times the points of the classic table.

    What a turn or a piece is worth is what routes would bring for it; where they bring little or
    nothing, tickets are what is left, and nobody places pieces for anything else.
    """
    time = max(LEAST, share)
    return replace(
        found,
        turn=found.turn * time,
        least=found.least * time,
        piece=found.piece * share,
        pace=found.pace * (1.0 + FASTER * max(0.0, 1.0 - share)),
    )
