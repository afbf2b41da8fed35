"""The Dice Expansion: any game with dice instead of cards, a function Ruleset → Ruleset."""

from dataclasses import replace

from capotreno.engine.part import Part, Payer
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards import Cards
from capotreno.rules.dice import Dice
from capotreno.rules.dice_payment import DicePayment
from capotreno.rules.dice_tickets import DiceTickets
from capotreno.rules.market import Market
from capotreno.rules.tickets import Tickets
from capotreno.rules.tokens import Tokens

# Reasons that only cards give.
OF_CARDS = frozenset({"not_in_row", "second_wild", "no_cards", "cards_short", "payment_short"})
LAWS = {
    "roll_first": "D-05",
    "rolled_already": "D-06",
    "dice_short": "D-06",
    "spaces_short": "D-07",
    "locomotives_short": "D-22",
    "payment_short": "D-07",
    "stations_short": "D-09",
    "token_limit": "D-16",
    "dice_left": "D-13",
    "no_token": "D-18",
}


def dice(ruleset: Ruleset) -> Ruleset:
    """The same game with dice: no cards, another payer, another opening of the turn."""
    kept = [
        _with_dice(part) for part in ruleset.parts if not isinstance(part, Cards | Market | Payer)
    ]
    laws = {key: law for key, law in ruleset.laws.items() if key not in OF_CARDS}
    return replace(
        ruleset,
        parts=(Dice(), Tokens(), DicePayment(), *kept),
        laws={**laws, **LAWS},
        options={**ruleset.options, "dice": True},
    )


def _with_dice(part: Part) -> Part:
    """A part as it is with dice; most do not care."""
    if isinstance(part, Tickets):
        return DiceTickets(part.opening, part.mix, part.shuffle_back)
    return part
