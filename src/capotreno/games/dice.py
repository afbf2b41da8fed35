"""The Dice Expansion: any game with dice instead of cards, a function Ruleset → Ruleset."""

from dataclasses import replace

from capotreno.engine.part import Part, Payer
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.cards import Cards
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.dice.dice import DICE, Dice
from capotreno.rules.dice.exchange import DiceExchange
from capotreno.rules.dice.harbours import DiceHarbours
from capotreno.rules.dice.journeys import DiceJourneys
from capotreno.rules.dice.payment import DicePayment
from capotreno.rules.dice.race import DiceRace
from capotreno.rules.dice.stations import DiceStations
from capotreno.rules.dice.tickets import DiceTickets
from capotreno.rules.dice.tokens import Tokens
from capotreno.rules.dice.tunnels import TunnelDice
from capotreno.rules.dice.windfall import DiceWindfall
from capotreno.rules.ending.race_end import RaceEnd
from capotreno.rules.seams import Digger, HarbourPrice, Keeper, Windfall
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.tickets import Draw, Tickets
from capotreno.rules.travelling.journeys import Journeys

TUNNEL_FACES = (1, 2, 3)  # of a tunnel die, the likeliest first
PATIENCE = 10  # rounds in which nothing is built and no ticket kept

# Reasons that only cards give.
OF_CARDS = frozenset(
    {
        *("not_in_row", "second_wild", "no_cards", "deck_empty", "cards_short", "payment_short"),
        *("ships_short", "pairs_short", "harbour_short", "station_short", "wilds_short"),
        *("fare_short", "exchange_spent"),
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
    Tokens: {
        "token_limit": "D-16",
        "tokens_out": "D-05",
        "dice_left": "D-13",
        "no_token": "D-18",
    },
    DicePayment: {"spaces_short": "D-08", "locomotives_short": "D-22", "payment_short": "D-08"},
    DiceTickets: {"stations_short": "D-10"},
    DiceStations: {"station_faces": "D-35"},
    DiceHarbours: {"harbour_stations": "D-26"},
    DiceJourneys: {"fare_locomotive": "D-37"},
    DiceExchange: {"exchange_first": "D-27"},
    DiceRace: {"stations_short": "D-28"},
    DiceWindfall: {"gift_limit": "D-29"},
}


def dice(ruleset: Ruleset, tunnel_faces: int = TUNNEL_FACES[0]) -> Ruleset:
    """The same game with dice: no cards, another payer, another opening of the turn."""
    # A race ends by itself when nothing moves.
    patience = None if isinstance(ruleset.ending, RaceEnd) else PATIENCE
    parts: list[Part] = [Dice(patience), Tokens(), DicePayment()]
    for part in ruleset.parts:
        parts += _with_dice(part, tunnel_faces)
    laws = {key: law for key, law in ruleset.laws.items() if key not in OF_CARDS}
    for part in parts:
        laws.update(LAWS.get(type(part), {}))
    options = {**ruleset.options, "dice": True}
    if any(route.tunnel for route in ruleset.board.routes):
        options["tunnel_faces"] = tunnel_faces
    return replace(ruleset, parts=tuple(parts), laws=laws, options=options)


def _with_dice(part: Part, tunnel_faces: int) -> list[Part]:
    """What becomes of a part; most do not care."""
    form = [part]
    match part:
        case Cards() | Keeper() | Payer():
            form = []
        case Tickets():
            form = [DiceTickets(), part.redrawn(Draw(DICE, keep=0))]
        case Digger():
            form = [TunnelDice(tunnel_faces)]
        case Stations():
            form = [DiceStations(part.each, part.unbuilt)]
        case Journeys():
            form = [DiceJourneys(part.each)]
        case TicketRace():
            form = [DiceRace(part.hand)]
        case Windfall():
            form = [DiceWindfall()]
        case HarbourPrice():
            form = [DiceHarbours()]
        case Exchange():
            form = [DiceExchange(part.cost, None)]  # R-78 sees to the end
    return form
