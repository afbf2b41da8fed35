"""New York: fifteen taxis, six colours, and a point for every landmark."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.tickets.tickets import Draw, Tickets

LAWS = {
    "not_in_row": "NY-29",
    "second_wild": "NY-32",
    "no_cards": "NY-35",
    "route_taken": "NY-46",
    "twin_owned": "NY-38",
    "twin_closed": "NY-39",
    "pieces_short": "NY-49",
    "cards_short": "NY-41",
    "payment_short": "NY-41",
    "ticket_mix": "NY-54",
    "no_tickets": "NY-54",
    "must_keep": "NY-55",
}


def new_york() -> Ruleset:
    """The box as printed, for two to four players."""
    board = load("new_york")
    return Ruleset(
        name="new_york",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=2),
            Market(row=5, flush=3),
            Pieces(),
            Parallel(open_from=3),
            SetPayment(),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7}),
            Tickets(opening=Draw(2, keep=1), later=Draw(2, keep=1)),
            Landmarks(points=1),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets",),
        laws=LAWS,
        options={},
    )
