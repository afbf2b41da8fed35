"""A board of your own: the game its file asks for, of the parts of all the boxes.

What the map needs (ferries, tunnels, tours, merchandise) comes by itself; what does not fit
together is refused with one sentence, before anybody sits down.
"""

from dataclasses import replace

from capotreno.board.errors import BoardError
from capotreno.board.mechanics import JourneyRules, Mechanics, PassengerRules
from capotreno.board.model import Board
from capotreno.engine.part import Ending, Part, Payer
from capotreno.engine.ruleset import Ruleset
from capotreno.games.own.choices import (
    bonuses_of,
    counted,
    decks_of,
    pieces_of,
    points_of,
    ticket_decks,
    with_limited_wilds,
    with_ships,
)
from capotreno.games.own.faults import faults
from capotreno.rules.building.harbour_cards import HarbourCards
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.blind_draw import BlindDraw
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.gifts import Gifts
from capotreno.rules.cards.market import Market
from capotreno.rules.cards.two_decks import TwoDeckMarket
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.piece_choice import PieceChoice
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.claiming.plain_claims import PlainClaims
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.ending.race_end import RaceEnd
from capotreno.rules.paying.any_cards import AnyCards
from capotreno.rules.paying.any_for_wild import AnyForWild
from capotreno.rules.paying.card_sets import CardSets
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.limited_wilds import LimitedWildPayment
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.paying.transport import TransportPayment
from capotreno.rules.paying.tunnels import Tunnels, TurnedUp
from capotreno.rules.paying.wilds import EVERYWHERE
from capotreno.rules.scoring.connection_bonus import Bonus, ConnectionBonus
from capotreno.rules.scoring.districts import Districts
from capotreno.rules.scoring.double_paths import DoublePaths
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.scoring.tours import Tours
from capotreno.rules.tickets.leaving import LeavingTickets
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.tickets import Draw, Tickets
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.merchandise import Merchandise
from capotreno.rules.travelling.passengers import Passengers

PAPER = "own"  # the rulebook that holds for all boards of your own

# The statement behind every refusal, by the part that refuses; a part of a kind refuses like it.
LAWS: dict[type[Part], dict[str, str]] = {
    Market: {"not_in_row": "OB-12", "second_wild": "OB-14", "no_cards": "OB-17"},
    TwoDeckMarket: {"not_in_row": "OB-48", "second_wild": "OB-14", "deck_empty": "OB-49"},
    BlindDraw: {"no_cards": "OB-17"},
    Parallel: {"twin_owned": "OB-24", "twin_closed": "OB-25"},
    Pieces: {"pieces_short": "OB-21"},
    SetPayment: {"cards_short": "OB-18", "payment_short": "OB-18"},
    FerryPayment: {"wilds_short": "OB-34"},
    LimitedWildPayment: {"cards_short": "OB-18", "payment_short": "OB-18"},
    TransportPayment: {"cards_short": "OB-51", "payment_short": "OB-51", "ships_short": "OB-51"},
    Claims: {"route_taken": "OB-22"},
    Tickets: {"ticket_mix": "OB-27", "no_tickets": "OB-29", "must_keep": "OB-27"},
    TicketRace: {"no_tickets": "OB-67"},
    Stations: {"station_taken": "OB-40", "no_stations": "OB-40", "station_short": "OB-41"},
    Harbours: {"harbour_taken": "OB-56", "no_harbours": "OB-56", "no_route_there": "OB-56"},
    HarbourCards: {"harbour_short": "OB-57"},
    Exchange: {"exchange_short": "OB-55", "exchange_spent": "OB-55"},
    Passengers: {"no_passenger": "OB-43"},
    Journeys: {
        "not_an_end": "OB-60",
        **dict.fromkeys(("no_traveller", "ride_elsewhere", "ride_unclaimed"), "OB-61"),
        **dict.fromkeys(("ride_again", "ride_first", "fare_short"), "OB-61"),
    },
}
RUGGED_LAWS = {"pairs_short": "OB-53"}  # where the map has such routes


def own(board: Board, version: int = 1, file: str = "board") -> Ruleset:
    """The game of a board's file; without a section `game`, the classic rules."""
    game = board.game or Mechanics()
    for item, fault in faults(board, game):
        raise BoardError(file, item, fault)
    points = {} if game.race else points_of(board)
    printed = tuple(points.get(length, 0) for length in range(max(points, default=-1) + 1))
    board = replace(board, route_points=printed)  # the classic table is printed where none was
    parts = (
        Cards(hand=game.hand),
        *_drawing(board, game),
        Pieces(total=pieces_of(board, game) if game.piece_choice else 0),
        *([PieceChoice(game.piece_choice)] if game.piece_choice else []),
        Parallel(open_from=game.twins_from),
        _payer(board, game),
        PlainClaims() if game.race else Claims(points=points),
        *_tunnels(board),
        _tickets(board, game),
        *_extras(board, game),
        *_sailing(game),
        *_connections(game),
    )
    return Ruleset(
        name=board.id,
        version=version,
        title=board.name,
        board=board,
        parts=parts,
        ending=_ending(game),
        ranking=counted(board, game) if game.ranking is None else tuple(game.ranking),
        laws=_laws(board, parts),
        options={},
    )


def _laws(board: Board, parts: tuple[Part, ...]) -> dict[str, str]:
    laws = RUGGED_LAWS if any(route.rugged for route in board.routes) else {}
    for part in parts:
        for kind, own_laws in LAWS.items():
            if isinstance(part, kind):
                laws = laws | own_laws
    return laws


def _drawing(board: Board, game: Mechanics) -> tuple[Part, ...]:
    """The turn of drawing cards: from a row or blind, of one deck or of two."""
    if not game.row:
        return (BlindDraw(count=game.blind_draw or 2),)
    if len(decks_of(board)) > 1:
        return (TwoDeckMarket(row=game.row, flush=game.flush),)
    gifts = (Gifts(),) if game.connections else ()
    whole = game.face_up_wild == "whole_draw"
    return (Market(row=game.row, flush=game.flush, whole=whole), *gifts)


def _payer(board: Board, game: Mechanics) -> Payer:
    """The one way routes are paid in: the cards and the routes of the map say which."""
    if with_ships(board):
        return TransportPayment()
    if with_limited_wilds(board):
        return LimitedWildPayment()
    rough = any(route.ferry or route.tunnel or route.card_set for route in board.routes)
    if not rough and game.wilds == EVERYWHERE:
        return SetPayment()
    any_cards: tuple[AnyCards, ...] = (CardSets(),)
    if game.cards_for_wild:
        any_cards += (AnyForWild(game.cards_for_wild),)
    return FerryPayment(game.wilds, any_cards)


def _tunnels(board: Board) -> tuple[Part, ...]:
    return (TurnedUp(), Tunnels()) if any(route.tunnel for route in board.routes) else ()


def _tickets(board: Board, game: Mechanics) -> Part:
    if game.race:
        return TicketRace(hand=game.race.hand)
    rules = game.tickets
    opening, later = Draw(*rules.opening), Draw(*rules.later)
    if rules.refused in ("under", "shuffle_opening"):
        return Tickets(opening, later, rules.mix, rules.refused == "shuffle_opening")
    dealt = tuple(rules.dealt[deck] for deck in ticket_decks(board)) if rules.dealt else ()
    return LeavingTickets(opening, later, later_too=rules.refused == "leave", dealt=dealt)


def _extras(board: Board, game: Mechanics) -> list[Part]:
    """What the file chooses beyond the classic turn, in the order of the score sheet."""
    bonuses = bonuses_of(board, game)
    parts: list[Part] = []
    if any(ticket.tour for ticket in board.tickets):
        parts.append(Tours())
    if game.stations:
        parts.append(Stations(game.stations.each, game.stations.unbuilt))
    if bonuses.globetrotter:
        parts.append(Globetrotter(bonuses.globetrotter))
    if bonuses.landmarks:
        parts.append(Landmarks(bonuses.landmarks))
    if board.passengers:
        passengers = game.passengers or PassengerRules()
        parts.append(Passengers(passengers.most, passengers.second))
    if any(place.tokens for place in board.places):
        parts += [Merchandise(), Journeys((game.journeys or JourneyRules()).each)]
    if bonuses.longest_path:
        parts.append(LongestPath(bonuses.longest_path))
    if bonuses.districts:
        parts.append(Districts(bonuses.districts))
    if bonuses.double_paths:
        parts.append(DoublePaths(bonuses.double_paths))
    return parts


def _sailing(game: Mechanics) -> list[Part]:
    """What two kinds of pieces bring along: harbours and the exchange."""
    parts: list[Part] = []
    if game.harbours:
        harbours = game.harbours
        parts += [Harbours(harbours.each, harbours.points, harbours.unbuilt), HarbourCards()]
    if game.exchange:
        parts.append(Exchange(game.exchange.cost, game.exchange.most))
    return parts


def _connections(game: Mechanics) -> list[Part]:
    bonuses = [Bonus(f"{c.a}-{c.b}", c.a, c.b, c.ticket, c.cards) for c in game.connections]
    return [ConnectionBonus(tuple(bonuses))] if bonuses else []


def _ending(game: Mechanics) -> Ending:
    if game.race:
        return RaceEnd(goal=game.race.goal, rounds=game.race.rounds)
    return LastRound(pieces=game.ending.pieces, turns=game.ending.turns)
