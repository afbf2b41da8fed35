"""Which statements of the paper hold on a board of your own: those of its parts and its map."""

import re
from collections.abc import Callable, Iterator

from capotreno.engine.part import Part
from capotreno.engine.ruleset import Ruleset
from capotreno.games.own.game import PAPER
from capotreno.rulebook import paper
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.blind_draw import BlindDraw
from capotreno.rules.cards.market import Market
from capotreno.rules.cards.row import Row
from capotreno.rules.cards.two_decks import TwoDeckMarket
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.piece_choice import PieceChoice
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.any_for_wild import AnyForWild
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.limited_wilds import LimitedWildPayment
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.paying.transport import TransportPayment
from capotreno.rules.paying.tunnels import Tunnels
from capotreno.rules.scoring.connection_bonus import ConnectionBonus
from capotreno.rules.scoring.districts import Districts
from capotreno.rules.scoring.double_paths import DoublePaths
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.scoring.tours import Tours
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.tickets import Tickets
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.passengers import Passengers

#: The statements that a person should read who chooses a field of the file.
ABOUT: dict[str, tuple[int, ...]] = {
    "players": (1,),
    "supplies": (3,),
    "hand": (8,),
    "row": (12, 13),
    "blind_draw": (50,),
    "flush": (16,),
    "face_up_wild": (14,),
    "wilds": (20,),
    "cards_for_wild": (35,),
    "twins_from": (24, 25),
    "route_points": (26,),
    "tickets": (9, 27),
    "tickets.refused": (10, 65),
    "tickets.mix": (63,),
    "tickets.dealt": (64,),
    "bonuses.longest_path": (45,),
    "bonuses.globetrotter": (46,),
    "bonuses.landmarks": (47,),
    "bonuses.districts": (75,),
    "bonuses.double_paths": (76,),
    "passengers": (43, 44),
    "journeys": (60, 61, 62),
    "stations": (40, 41, 42),
    "harbours": (56, 57, 58),
    "piece_choice": (54,),
    "exchange": (55,),
    "race": (66, 67, 68, 69, 70),
    "connections": (71,),
    "ending": (31,),
    "ranking": (33,),
    "ferry": (34,),
    "tunnel": (36, 37, 38, 39),
    "rugged": (53,),
    "card_set": (74,),
    "dead_end": (72,),
    "options": (73,),
    "tour": (30,),
    "ships": (51, 52),
    "long_wilds": (59,),
}

Holds = Callable[[Ruleset], bool]

STATED = re.compile(r"- \*\*(OB-\d+)\*\* (.*)")
RULINGS = re.compile(r" \([-R0-9, ]+\)$")

LAST = 76  # statement of the paper


def statements(ruleset: Ruleset) -> frozenset[str]:
    """The numbers of the statements that hold for a board's game."""
    gone = {number for numbers, holds in HOLDS if not holds(ruleset) for number in numbers}
    return frozenset(f"OB-{number:02}" for number in range(1, LAST + 1) if number not in gone)


def sentences(language: str) -> dict[str, str]:
    """What the rules say about each field of a file, without the numbers of the rulings."""
    text = paper(PAPER, language) or ""
    said = {found[1]: RULINGS.sub("", found[2]) for found in STATED.finditer(text)}
    return {
        field: " ".join(said[f"OB-{number:02}"] for number in numbers)
        for field, numbers in ABOUT.items()
    }


def _parts(ruleset: Ruleset) -> Iterator[Part]:
    yield from (*ruleset.parts, ruleset.ending)


def _with(*kinds: type[Part]) -> Holds:
    """Where the game has a part of a kind."""
    return lambda ruleset: any(isinstance(part, kinds) for part in _parts(ruleset))


def _for_wilds(ruleset: Ruleset) -> bool:
    rules = [rule for p in ruleset.parts if isinstance(p, FerryPayment) for rule in p.any_cards]
    return any(isinstance(rule, AnyForWild) for rule in rules)


def _tickets(ruleset: Ruleset) -> Tickets | None:
    return next((part for part in ruleset.parts if isinstance(part, Tickets)), None)


def _mixed(ruleset: Ruleset) -> bool:
    tickets = _tickets(ruleset)
    return tickets is not None and tickets.mix


def _shuffled(ruleset: Ruleset) -> bool:
    tickets = _tickets(ruleset)
    return tickets is not None and tickets.shuffle_back


def _dealt(ruleset: Ruleset) -> bool:
    decks = {ticket.deck for ticket in ruleset.board.tickets}
    return len(decks) > 1 and not _mixed(ruleset)


#: Statements that hold only where something is; all others always do.
HOLDS: tuple[tuple[range | tuple[int, ...], Holds], ...] = (
    ((9, 10, 27, 28, 29), _with(Tickets)),
    ((12, 13), _with(Market)),
    ((14, 15, 16), _with(Row)),
    ((18, 20), _with(SetPayment, LimitedWildPayment)),
    ((26, 31, 32, 33), _with(LastRound)),
    ((30,), _with(Tours)),
    ((34,), lambda ruleset: any(route.ferry for route in ruleset.board.routes)),
    ((35,), _for_wilds),
    (range(36, 40), _with(Tunnels)),
    (range(40, 43), _with(Stations)),
    ((43, 44), _with(Passengers)),
    ((45,), _with(LongestPath)),
    ((46,), _with(Globetrotter)),
    ((47,), _with(Landmarks)),
    ((48, 49), _with(TwoDeckMarket)),
    ((50,), _with(BlindDraw)),
    ((51, 52), _with(TransportPayment)),
    ((53,), lambda ruleset: any(route.rugged for route in ruleset.board.routes)),
    ((54,), _with(PieceChoice)),
    ((55,), _with(Exchange)),
    (range(56, 59), _with(Harbours)),
    ((59,), lambda ruleset: any(card.from_length for card in ruleset.board.cards)),
    (range(60, 63), _with(Journeys)),
    ((63,), _mixed),
    ((64,), _dealt),
    ((65,), _shuffled),
    (range(66, 71), _with(TicketRace)),
    ((71,), _with(ConnectionBonus)),
    ((72,), lambda ruleset: any(place.dead_end for place in ruleset.board.places)),
    ((73,), lambda ruleset: any(ticket.options for ticket in ruleset.board.tickets)),
    ((75,), _with(Districts)),
    ((76,), _with(DoublePaths)),
    ((74,), lambda ruleset: any(route.card_set for route in ruleset.board.routes)),
)
