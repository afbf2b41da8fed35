"""The United States, the classic: forty-five trains, eight colours, the longest path.

With the tickets of the 1910 box also its three variants.
"""

from capotreno.board.load import load
from capotreno.board.model import Board, Ticket
from capotreno.engine.part import Part
from capotreno.engine.ruleset import Ruleset
from capotreno.games.tickets import with_tickets
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.tickets.tickets import Draw, Tickets

VARIANTS = ("base", "1910", "mega", "big_cities")

LAWS = {
    "not_in_row": "US-15",
    "second_wild": "US-17",
    "no_cards": "US-20",
    "route_taken": "US-26",
    "twin_owned": "US-30",
    "twin_closed": "US-31",
    "pieces_short": "US-25",
    "cards_short": "US-22",
    "payment_short": "US-22",
    "ticket_mix": "US-34",
    "no_tickets": "US-37",
    "must_keep": "US-35",
}


def usa(tickets: str = "base") -> Ruleset:
    """Two to five players; `tickets` chooses the set of tickets and the bonus that goes with it."""
    opening, later = {
        "base": (Draw(3, keep=2), Draw(3, keep=1)),
        "1910": (Draw(3, keep=2), Draw(3, keep=1)),
        "mega": (Draw(5, keep=3), Draw(4, keep=1)),
        "big_cities": (Draw(4, keep=2), Draw(4, keep=1)),
    }[tickets]
    bonuses: dict[str, tuple[Part, ...]] = {
        "base": (LongestPath(points=10),),
        "1910": (Globetrotter(points=15),),
        "mega": (LongestPath(points=10), Globetrotter(points=15)),
        "big_cities": (),
    }
    bonus = bonuses[tickets]
    longest = any(isinstance(part, LongestPath) for part in bonus)
    board = _board(tickets)
    return Ruleset(
        name="usa",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            Market(row=5, flush=3),
            Pieces(),
            Parallel(open_from=4),
            SetPayment(),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}),
            Tickets(opening=opening, later=later),
            *bonus,
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets", "longest_path") if longest else ("tickets",),
        laws=LAWS,
        options={"tickets": tickets},
    )


def _board(tickets: str) -> Board:
    """The map with the tickets of a variant; the 1910 box gives some old ones another value."""

    def deck(ticket: Ticket) -> str:
        wanted = {
            "base": ticket.deck == "base",
            "1910": ticket.deck == "1910",
            "mega": True,
            "big_cities": "big_city" in ticket.marks,
        }
        return "normal" if wanted[tickets] else ""

    return with_tickets(load("usa"), deck, edition="" if tickets == "base" else "1910")
