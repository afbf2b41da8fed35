"""Germany: cards in eight colours, short and long tickets, passengers in every town."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.tickets.tickets import Draw, Tickets
from capotreno.rules.travelling.passengers import Passengers

LAWS = {
    "not_in_row": "G-29",
    "second_wild": "G-39",
    "no_cards": "G-36",
    "route_taken": "G-51",
    "twin_owned": "G-55",
    "twin_closed": "G-56",
    "pieces_short": "G-49",
    "cards_short": "G-43",
    "payment_short": "G-44",
    "ticket_mix": "G-67",
    "no_tickets": "G-68",
    "must_keep": "G-69",
    "no_passenger": "G-59",
}


def germany() -> Ruleset:
    """The box as printed, for two to five players."""
    board = load("germany")
    return Ruleset(
        name="germany",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            Market(row=5, flush=3),
            Pieces(),
            Parallel(open_from=4),
            SetPayment(),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}),
            Tickets(opening=Draw(4, keep=2), later=Draw(4, keep=1), mix=True, shuffle_back=True),
            Globetrotter(points=15),
            Passengers(most=20, second=10),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets", "passengers"),
        laws=LAWS,
        options={},
    )
