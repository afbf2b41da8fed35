"""Märklin: passengers ride for merchandise on a map of Germany, partly reconstructed (R-52)."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.limited_wilds import LimitedWildPayment
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.tickets.tickets import Draw, Tickets
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.merchandise import Merchandise

LAWS = {
    "not_in_row": "MK-17",
    "second_wild": "MK-19",
    "no_cards": "MK-23",
    "route_taken": "MK-31",
    "twin_owned": "MK-35",
    "twin_closed": "MK-36",
    "pieces_short": "MK-30",
    "cards_short": "MK-25",
    "payment_short": "MK-25",
    "ticket_mix": "MK-49",
    "no_tickets": "MK-52",
    "must_keep": "MK-50",
    "not_an_end": "MK-39",
    "no_traveller": "MK-41",
    "ride_elsewhere": "MK-42",
    "ride_unclaimed": "MK-42",
    "ride_again": "MK-44",
    "ride_first": "MK-42",
    "fare_short": "MK-43",
}


def maerklin() -> Ruleset:
    """Two to five players; which cities hold what and which tickets there are is a guess."""
    board = load("maerklin")
    return Ruleset(
        name="maerklin",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            Market(row=5, flush=3),
            Pieces(),
            Parallel(open_from=4),
            LimitedWildPayment(),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}),
            Tickets(opening=Draw(4, keep=2), later=Draw(4, keep=1), mix=True, shuffle_back=True),
            Globetrotter(points=10),
            Merchandise(),
            Journeys(each=3),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets", "merchandise"),
        laws=LAWS,
        options={},
    )
