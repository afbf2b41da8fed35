"""Rails & Sails: trains and ships on two boards, the world and the Great Lakes."""

from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.rules.building.harbour_cards import HarbourCards
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.two_decks import TwoDeckMarket
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.piece_choice import PieceChoice
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.transport import TransportPayment
from capotreno.rules.scoring.tours import Tours
from capotreno.rules.tickets.tickets import Draw, Tickets

# The statements both boards share have the same numbers in both papers.
LAWS = {
    "not_in_row": 21,
    "second_wild": 25,
    "deck_empty": 30,
    "route_taken": 40,
    "twin_owned": 45,
    "twin_closed": 46,
    "pieces_short": 42,
    "cards_short": 33,
    "ships_short": 36,
    "payment_short": 33,
    "ticket_mix": 48,
    "no_tickets": 48,
    "must_keep": 49,
    "harbour_taken": 56,
    "no_harbours": 61,
    "no_route_there": 57,
    "harbour_short": 58,
    "exchange_short": 67,
    "exchange_spent": 67,
}


def world() -> Ruleset:
    """The world, for two to five players."""
    board = load("world")
    return Ruleset(
        name="world",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand={"train": 3, "ship": 7}),
            TwoDeckMarket(row=6, flush=3),
            Pieces(total=60),
            PieceChoice(advised={"rail": 20, "sea": 40}),
            Parallel(open_from=4),
            TransportPayment(),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}),
            Tickets(opening=Draw(5, keep=3), later=Draw(4, keep=1)),
            Tours(),
            Harbours(each=3, points=(0, 20, 30, 40), unbuilt=4),
            HarbourCards(),
            Exchange(cost=1, patience=200),
        ),
        ending=LastRound(pieces=6, turns=2),
        ranking=(),
        laws={key: f"W-{number:02}" for key, number in {**LAWS, "pairs_short": 72}.items()},
        options={},
    )


def great_lakes() -> Ruleset:
    """The Great Lakes, for two to five players: no tours and no rugged routes."""
    board = load("great_lakes")
    return Ruleset(
        name="great_lakes",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand={"train": 2, "ship": 2}),
            TwoDeckMarket(row=6, flush=3),
            Pieces(total=50),
            PieceChoice(advised={"rail": 27, "sea": 23}),
            Parallel(open_from=4),
            TransportPayment(),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}),
            Tickets(opening=Draw(5, keep=3), later=Draw(4, keep=1)),
            Harbours(each=3, points=(0, 10, 20, 30), unbuilt=4),
            HarbourCards(),
            Exchange(cost=1, patience=200),
        ),
        ending=LastRound(pieces=6, turns=2),
        ranking=(),
        laws={key: f"GL-{number:02}" for key, number in LAWS.items()},
        options={},
    )
