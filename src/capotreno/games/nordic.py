"""The Nordic Countries, for two or three: ferries, tunnels, and wilds for these alone."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.any_for_wild import AnyForWild
from capotreno.rules.paying.card_sets import CardSets
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.tunnels import Tunnels, TurnedUp
from capotreno.rules.paying.wilds import FERRIES_AND_TUNNELS
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.tickets.leaving import LeavingTickets
from capotreno.rules.tickets.tickets import Draw

LAWS = {
    "not_in_row": "NO-15",
    "second_wild": "NO-17",
    "no_cards": "NO-20",
    "route_taken": "NO-26",
    "twin_owned": "NO-30",
    "twin_closed": "NO-31",
    "pieces_short": "NO-25",
    "cards_short": "NO-22",
    "payment_short": "NO-22",
    "wilds_short": "NO-44",
    "ticket_mix": "NO-34",
    "no_tickets": "NO-37",
    "must_keep": "NO-35",
}


def nordic() -> Ruleset:
    """Two or three players."""
    board = load("nordic")
    return Ruleset(
        name="nordic",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            Market(row=5, flush=0, whole=False),
            Pieces(),
            Parallel(open_from=3),
            FerryPayment(wilds=FERRIES_AND_TUNNELS, any_cards=(AnyForWild(cards=3), CardSets())),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}),
            TurnedUp(),
            Tunnels(),
            LeavingTickets(opening=Draw(5, keep=2), later=Draw(3, keep=1), later_too=True),
            Globetrotter(points=10),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets",),
        laws=LAWS,
        options={},
    )
