"""Europe, the classic: ferries, tunnels and stations; with the tickets of 1912 three variants."""

from capotreno.board.load import load
from capotreno.board.model import Board, Ticket
from capotreno.engine.ruleset import Ruleset
from capotreno.games.tickets import with_tickets
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.tunnels import Tunnels, TurnedUp
from capotreno.rules.paying.wilds import EVERYWHERE
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.tickets.leaving import LeavingTickets
from capotreno.rules.tickets.tickets import Draw

VARIANTS = ("base", "expanded_1912", "mega_1912", "big_cities_1912")

LAWS = {
    "not_in_row": "EU-15",
    "second_wild": "EU-17",
    "no_cards": "EU-20",
    "route_taken": "EU-26",
    "twin_owned": "EU-30",
    "twin_closed": "EU-31",
    "pieces_short": "EU-25",
    "cards_short": "EU-22",
    "payment_short": "EU-22",
    "wilds_short": "EU-45",
    "ticket_mix": "EU-34",
    "no_tickets": "EU-37",
    "must_keep": "EU-35",
    "station_taken": "EU-51",
    "no_stations": "EU-51",
    "station_short": "EU-52",
}


def europe(tickets: str = "base") -> Ruleset:
    """Two to five players; `tickets` chooses the set of tickets."""
    dealt, keep, draw = {
        "base": ((1, 3), 2, 3),
        "expanded_1912": ((1, 3), 2, 3),
        "mega_1912": ((2, 5), 3, 3),
        "big_cities_1912": ((5,), 2, 4),
    }[tickets]
    board = _board(tickets)
    return Ruleset(
        name="europe",
        version=1,
        title=board.name,
        board=board,
        parts=(
            Cards(hand=4),
            Market(row=5, flush=3),
            Pieces(),
            Parallel(open_from=4),
            FerryPayment(wilds=EVERYWHERE),
            Claims(points={1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}),
            TurnedUp(),
            Tunnels(),
            LeavingTickets(
                opening=Draw(sum(dealt), keep=keep),
                later=Draw(draw, keep=1),
                later_too=False,
                dealt=dealt,
            ),
            Stations(each=3, unbuilt=4),
            LongestPath(points=10),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=("tickets", "stations", "longest_path"),
        laws=LAWS,
        options={"tickets": tickets},
    )


def _board(tickets: str) -> Board:
    """The map with the tickets of a variant, the long ones and the others in two decks."""

    def deck(ticket: Ticket) -> str:
        long = ticket.deck in ("long", "1912_long")
        wanted = {
            "base": ticket.deck in ("long", "regular"),
            "expanded_1912": ticket.deck in ("long", "regular", "1912_regular"),
            "mega_1912": True,
            "big_cities_1912": "big_city" in ticket.marks and not long,
        }
        return ("long" if long else "regular") if wanted[tickets] else ""

    return with_tickets(load("europe"), deck)
