"""What every code of a game does and names, by its verb and its data, never by a game."""

from collections.abc import Mapping
from typing import Final

from capotreno.engine.game import Game
from capotreno.rules.dice.dice import FACES

# What a code does, whatever part it is of.
(
    OTHER, CLAIM, TAKE, BLIND, TICKETS, RENEW, KEEP, RETURN, PAY, STOP, GIVE, ROLL, REROLL, TOKEN,
    DROP, BUILD, STATION, EXCHANGE, SWAP, DEPART, RIDE, ALIGHT, PUT, PASSENGER, REFILL, PIECES,
) = range(26)  # fmt: skip

#: By verb; one that is not here does something that swift knows nothing of.
DOES: Final = {
    "claim": CLAIM, "take": TAKE, "draw": BLIND, "tickets": TICKETS, "renew": RENEW, "keep": KEEP,
    "return": RETURN, "pay": PAY, "dig": PAY, "stop": STOP, "give": GIVE, "roll": ROLL,
    "reroll": REROLL, "token": TOKEN, "gift": TOKEN, "drop": DROP, "build": BUILD,
    "station": STATION, "exchange": EXCHANGE, "swap": SWAP, "depart": DEPART, "ride": RIDE,
    "alight": ALIGHT, "place": PUT, "passenger": PASSENGER, "refill": REFILL, "pieces": PIECES,
}  # fmt: skip
#: Kinds of things, and what names them in the data of an action; one that names none of them is -1.
NAMES: Final = (
    ("route", "route"), ("place", "place"), ("ticket", "ticket"), ("card", "card"),
    ("token", "token"), ("passenger", "colour"), ("card_deck", "deck"),
)  # fmt: skip


class Codes:
    """Every code as a row of numbers."""

    def __init__(self, game: Game) -> None:
        self.words = game.layout.words
        said = [(action.verb, dict(action.json)) for action in game.actions.all]
        self.does = [DOES.get(verb, OTHER) for verb, _ in said]
        self.about = [self._about(data) for _, data in said]
        routes = (CLAIM, RIDE)
        self.route = [
            about if does in routes else 0
            for does, about in zip(self.does, self.about, strict=True)
        ]
        cards = self.words.get("card", ())
        self.cards = [self._counts(data.get("cards"), cards) for _, data in said]
        self.rerolled = [self._counts(data.get("dice"), FACES) for _, data in said]
        self.tokens = [_number(data.get("tokens")) for _, data in said]
        self.tickets = [self._tickets(data) for _, data in said]

    def _about(self, data: Mapping[str, object]) -> int:
        """The number of what an action names: a route, a place, a ticket, a card, a token."""
        pieces = data.get("pieces")
        if isinstance(pieces, dict):  # of a choice of pieces how many of the first kind
            return _number(next(iter(pieces.values()), 0))
        for kind, said in NAMES:
            if said in data:
                name = data[said]
                return -1 if name is None else self.words[kind].index(str(name))
        return 0

    def _counts(self, counts: object, names: tuple[str, ...]) -> tuple[int, ...]:
        """How many of each of some things an action takes."""
        found = counts if isinstance(counts, dict) else {}
        return tuple([int(found.get(name, 0)) for name in names])

    def _tickets(self, data: Mapping[str, object]) -> int:
        """How many tickets an action draws, the last deck's counted double: they are dearer."""
        decks = data.get("decks")
        if isinstance(decks, dict):
            return sum([int(n) * (1 + at) for at, n in enumerate(decks.values())])
        return _number(data.get("count"))


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
