"""Ghost Train: a race to six tickets with cards drawn blind, on a Halloween town's map."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.cards.blind_draw import BlindDraw
from capotreno.rules.cards.cards import Cards
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.claiming.plain_claims import PlainClaims
from capotreno.rules.ending.race_end import RaceEnd
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.scoring.connection_bonus import Bonus, ConnectionBonus
from capotreno.rules.tickets.race import TicketRace

LAWS = {
    "no_cards": "GT-17",
    "route_taken": "GT-24",
    "twin_owned": "GT-29",
    "twin_closed": "GT-30",
    "pieces_short": "GT-21",
    "cards_short": "GT-20",
    "payment_short": "GT-20",
    "no_tickets": "GT-35",
}


def ghost_train() -> Ruleset:
    """The box as printed, for two to four players, on a reconstructed map (R-40)."""
    board = load("ghost_train")
    return Ruleset(
        name="ghost_train",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            BlindDraw(count=2),
            Pieces(),
            Parallel(open_from=2),
            SetPayment(),
            PlainClaims(),
            TicketRace(hand=2),
            ConnectionBonus(
                (
                    Bonus("trick_or_treat", "dark_forest", "coast", ticket=True),
                    Bonus("town_hall_crypt", "town_hall", "crypt", cards=2),
                    Bonus("town_hall_haunted_house", "town_hall", "haunted_house", cards=2),
                )
            ),
        ),
        ending=RaceEnd(goal=6, rounds=20),
        ranking=(),
        laws=LAWS,
        options={},
    )
