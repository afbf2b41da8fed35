"""Switzerland, for two or three: tunnels everywhere, and tickets to the countries around."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.tunnels import Tunnels, TurnedUp
from capotreno.rules.paying.wilds import FERRIES_AND_TUNNELS
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.tickets.leaving import LeavingTickets
from capotreno.rules.tickets.tickets import Draw

LAWS = {
    "not_in_row": "SW-15",
    "second_wild": "SW-17",
    "no_cards": "SW-20",
    "route_taken": "SW-26",
    "twin_owned": "SW-30",
    "twin_closed": "SW-31",
    "pieces_short": "SW-25",
    "cards_short": "SW-22",
    "payment_short": "SW-22",
    "wilds_short": "SW-24",
    "ticket_mix": "SW-34",
    "no_tickets": "SW-37",
    "must_keep": "SW-35",
}


def switzerland() -> Ruleset:
    """Two or three players."""
    board = load("switzerland")
    return Ruleset(
        name="switzerland",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            Market(row=5, flush=3, whole=False),
            Pieces(),
            Parallel(open_from=3),
            FerryPayment(wilds=FERRIES_AND_TUNNELS),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}),
            TurnedUp(),
            Tunnels(),
            LeavingTickets(opening=Draw(5, keep=2), later=Draw(3, keep=1), later_too=True),
            LongestPath(points=10),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets", "longest_path"),
        laws=LAWS,
        options={},
    )
