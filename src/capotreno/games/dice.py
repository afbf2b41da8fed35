"""The Dice Expansion: any game with dice instead of cards, a function Ruleset → Ruleset."""

from dataclasses import replace

from capotreno.engine.part import Part, Payer
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.blind_draw import BlindDraw
from capotreno.rules.cards import Cards
from capotreno.rules.dice import Dice
from capotreno.rules.dice_exchange import DiceExchange
from capotreno.rules.dice_harbours import DiceHarbours
from capotreno.rules.dice_payment import DicePayment
from capotreno.rules.dice_race import DiceRace
from capotreno.rules.dice_tickets import DiceTickets
from capotreno.rules.dice_windfall import DiceWindfall
from capotreno.rules.exchange import Exchange
from capotreno.rules.harbours import HarbourPrice
from capotreno.rules.race_end import RaceEnd
from capotreno.rules.row import Row
from capotreno.rules.ticket_race import TicketRace
from capotreno.rules.tickets import Tickets
from capotreno.rules.tokens import Tokens

TUNNEL_FACES = (1, 2, 3)  # of a tunnel die, the likeliest first
PATIENCE = 10  # rounds in which nothing is built and no ticket kept

# Reasons that only cards give.
OF_CARDS = frozenset(
    {
        *("not_in_row", "second_wild", "no_cards", "deck_empty", "cards_short", "payment_short"),
        *("ships_short", "pairs_short", "harbour_short"),
    }
)
# The statements behind the refusals of dice; some parts are not in every game.
LAWS = {
    Dice: {
        "roll_first": "D-06",
        "rolled_already": "D-07",
        "dice_short": "D-07",
        "no_patience": "D-30",
    },
    Tokens: {"token_limit": "D-16", "dice_left": "D-13", "no_token": "D-18"},
    DicePayment: {"spaces_short": "D-08", "locomotives_short": "D-22", "payment_short": "D-08"},
    DiceTickets: {"stations_short": "D-10"},
    DiceHarbours: {"harbour_stations": "D-26"},
    DiceExchange: {"exchange_first": "D-27"},
    DiceRace: {"stations_short": "D-28"},
    DiceWindfall: {"gift_limit": "D-29"},
}


def dice(ruleset: Ruleset) -> Ruleset:
    """The same game with dice: no cards, another payer, another opening of the turn."""
    kept = [part for part in ruleset.parts if not isinstance(part, Cards | Row | Payer)]
    # A race ends by itself when nothing moves.
    patience = None if isinstance(ruleset.ending, RaceEnd) else PATIENCE
    parts = [Dice(patience), Tokens(), DicePayment(), *map(_with_dice, kept)]
    laws = {key: law for key, law in ruleset.laws.items() if key not in OF_CARDS}
    for part in parts:
        laws.update(LAWS.get(type(part), {}))
    options = {**ruleset.options, "dice": True}
    return replace(ruleset, parts=tuple(parts), laws=laws, options=options)


def _with_dice(part: Part) -> Part:
    """A part as it is with dice; most do not care."""
    if isinstance(part, Tickets):
        return DiceTickets(part.opening, part.mix, part.shuffle_back)
    if isinstance(part, TicketRace):
        return DiceRace(part.hand)
    if isinstance(part, BlindDraw):
        return DiceWindfall()
    if isinstance(part, HarbourPrice):
        return DiceHarbours()
    if isinstance(part, Exchange):
        return DiceExchange(part.cost)
    return part
