"""The reader: what may be asked of a State or a View, in one place and in plain names.

It finds a game's parts once and asks them; bots, the terminal and the server ask it. A game
without a mechanic has nothing of it: no cards, no row, no harbour. Routes, places, tickets and
kinds of cards are numbers here, as everywhere behind the board; sets of routes are masks.
"""

from typing import TypeVar

from capotreno.engine.actions import Json
from capotreno.engine.game import Game
from capotreno.engine.layout import Layout
from capotreno.engine.state import NOBODY, State, View
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.row import Row
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.dice.dice import Dice, Roll
from capotreno.rules.dice.tokens import KINDS, Tokens
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.scoring.connection_bonus import ConnectionBonus
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.merchandise import Merchandise
from capotreno.rules.travelling.passengers import Passengers

P = TypeVar("P")


def _one(layout: Layout, kind: type[P]) -> P | None:
    return next(iter(layout.partners(kind)), None)


class Reader:
    """A game's parts, and the questions about any state of it.

    Every game has routes, pieces and tickets; a part that a game does without is None.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        layout = game.layout
        self.claims = layout.partner(Claims)
        self.pieces = layout.partner(Pieces)
        self.tickets = layout.partner(TicketStock)
        self.race = _one(layout, TicketRace)
        self.last_round = _one(layout, LastRound)
        self.cards = _one(layout, Cards)
        self.market = _one(layout, Row)
        self.dice = _one(layout, Dice)
        self.tokens = _one(layout, Tokens)
        self.exchange = _one(layout, Exchange)
        self.harbours = _one(layout, Harbours)
        self.stations = _one(layout, Stations)
        self.passengers = _one(layout, Passengers)
        self.journeys = _one(layout, Journeys)
        self.merchandise = _one(layout, Merchandise)
        self.landmarks = _one(layout, Landmarks)
        self.longest_path = _one(layout, LongestPath)
        self.connection_bonus = _one(layout, ConnectionBonus)

    # -- points ---------------------------------------------------------------------------------

    def points_so_far(self, state: State) -> list[int]:
        """What everybody has won and lost in the open so far, by seat.

        For routes and merchandise, less what exchanges cost; in a race, what is done of it.
        """
        seats = range(self.players)
        if self.race is not None:
            return [self.race.completed_by(state, seat) for seat in seats]
        points = [lines[0].points for lines in self.claims.score(state)]
        for part in (self.exchange, self.merchandise):
            if part is not None:
                more = [lines[0].points for lines in part.score(state)]
                points = [so_far + own for so_far, own in zip(points, more, strict=True)]
        return points

    def paths(self, state: State) -> list[int]:
        """How many spaces everybody's longest path has; nothing where it brings no points."""
        part = self.longest_path
        return [] if part is None else [part.spaces(state, seat) for seat in range(self.players)]

    # -- routes and pieces ----------------------------------------------------------------------

    def owned_by(self, state: State, seat: int) -> int:
        """The mask of routes a seat owns; NOBODY owns none."""
        return 0 if seat == NOBODY else self.claims.routes(state, seat)

    def owner(self, state: State, route: int) -> int:
        """The seat that owns a route, or NOBODY."""
        return self.claims.owner(state, route)

    def open_to(self, state: State, seat: int) -> int:
        """The mask of routes a seat could still claim, cards and pieces apart; NOBODY: any seat."""
        return self.claims.open_to(state, seat)

    def within_reach(self, state: State, seat: int) -> int:
        """The mask of routes a seat could still claim and has the pieces for, cards apart."""
        return self.claims.open_to(state, seat) & self.pieces.fillable(state, seat)

    def pieces_of(self, state: State, seat: int) -> list[int]:
        """How many pieces of each kind a seat has left."""
        return self.pieces.of(state, seat)

    def pieces_left(self, state: State, seat: int) -> int:
        """How many pieces of any kind a seat has left."""
        return self.pieces.left(state, seat)

    def to_place(self, state: State, seat: int) -> int:
        """How many pieces a seat has left; before it has chosen them, all it will have."""
        return self.pieces.to_place(state, seat)

    def exchanged_by(self, state: State, seat: int) -> int:
        """How many pieces a seat has exchanged so far."""
        return self.exchange.exchanged_by(state, seat) if self.exchange else 0

    # -- tickets --------------------------------------------------------------------------------

    def knows_tickets(self, state: State, seat: int) -> bool:
        """Whether a view knows a seat's tickets: its own seat's, and at the end everybody's."""
        return not isinstance(state, View) or seat == state.seat or state.is_over

    def network_of(self, state: State, seat: int) -> int:
        """The mask of routes that count for a seat's tickets: its own, and what is lent to it.

        What is lent follows from the tickets: a view that does not know them knows the own ones.
        """
        if seat == NOBODY or not self.knows_tickets(state, seat):
            return self.owned_by(state, seat)
        return self.tickets.network(state, seat)

    def tickets_of(self, state: State, seat: int) -> list[int]:
        """The tickets a seat holds; none that a view does not know."""
        return self.tickets.holding(state, seat) if self.knows_tickets(state, seat) else []

    def undone_by(self, state: State, seat: int) -> list[int]:
        """Those of them that are not done."""
        return self.tickets.undone(state, seat) if self.knows_tickets(state, seat) else []

    def offered_to(self, state: State, seat: int) -> list[int]:
        """The tickets a seat has yet to decide about, in the order it is asked."""
        return self.tickets.offered_to(state, seat)

    def chosen_by(self, state: State, seat: int) -> list[int]:
        """The tickets of an offer that a seat has decided to keep so far."""
        return self.tickets.chosen_by(state, seat)

    def ticket_places(self, state: State) -> list[int]:
        """Where every ticket is, as far as is known: what tells one position from another."""
        return self.tickets.all_where(state)

    def ticket_count(self, state: State, seat: int) -> int:
        """How many tickets a seat holds, as everybody can count."""
        return sum(self.tickets.held_by(state, seat))

    def tickets_left(self, state: State) -> int:
        """How many tickets can still be drawn, of all decks."""
        return sum(self.tickets.left_in(state))

    # -- cards ----------------------------------------------------------------------------------

    def hand_of(self, state: State, seat: int) -> list[int]:
        """How many of each kind of card a seat holds."""
        return self.cards.hand_of(state, seat) if self.cards else []

    def hand_size(self, state: State, seat: int) -> int:
        """How many cards a seat holds, as everybody can count."""
        return self.cards.hand_size(state, seat) if self.cards else 0

    def unseen_by(self, state: State, seat: int) -> list[int]:
        """How many cards of each kind a seat cannot place: they come from a deck, or not."""
        return self.cards.unseen(state, seat) if self.cards else []

    def deck_size(self, state: State, deck: int = 0) -> int:
        """How many cards are left in a deck."""
        return self.cards.left_in(state, deck) if self.cards else 0

    def face_up(self, state: State) -> list[int]:
        """The face-up cards by kind, empty slots left out."""
        return self.market.lying(state) if self.market else []

    # -- dice -----------------------------------------------------------------------------------

    def roll(self, state: State) -> Roll:
        """The dice on the table that are not used yet."""
        return self.dice.showing(state) if self.dice else (0, 0, 0, 0)

    def tokens_of(self, state: State, seat: int) -> list[int]:
        """How many tokens of each kind a seat has."""
        if self.tokens is None:
            return []
        return [self.tokens.held(state, seat, kind) for kind in range(len(KINDS))]

    # -- harbours, passengers, merchandise, bonuses ---------------------------------------------

    def harbour_of(self, state: State, place: int) -> int:
        """The seat whose harbour stands in a place, or NOBODY."""
        return self.harbours.owner(state, place) if self.harbours else NOBODY

    def harbours_left(self, state: State, seat: int) -> int:
        """How many harbours a seat has not built."""
        return self.harbours.left(state, seat) if self.harbours else 0

    def passengers_of(self, state: State, seat: int) -> list[int]:
        """How many passengers of each colour a seat has taken."""
        return self.passengers.of(state, seat) if self.passengers else []

    def waiting_at(self, state: State, place: int) -> list[int]:
        """How many passengers of each colour wait in a place."""
        return self.passengers.waiting_at(state, place) if self.passengers else []

    def beside(self, state: State, seat: int) -> int:
        """How many of a seat's own passengers have not yet been put anywhere."""
        return self.journeys.beside(state, seat) if self.journeys else 0

    def standing_of(self, state: State, seat: int) -> list[int]:
        """How many of a seat's own passengers stand in each place."""
        return self.journeys.standing_of(state, seat) if self.journeys else []

    def goods_at(self, state: State, place: int) -> tuple[int, ...]:
        """The points of the tokens of merchandise in a place, the top one first."""
        return self.merchandise.lying_at(state, place) if self.merchandise else ()

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json] | None:
        """What a menu says of a code, where that is more than its own fields say."""
        owner = self.game.owners[code]
        return owner.said(state, seat, code) if owner is not None else None

    def pick_up(self, state: State, place: int) -> int:
        """What a traveller would get in a place; one who has been there gets nothing."""
        part = self.journeys
        if part is None or part.visited_now(state) >> place & 1:
            return 0
        return part.goods.top(state, place)

    def merchandise_of(self, state: State, seat: int) -> int:
        """What a seat has won with merchandise so far."""
        return self.merchandise.points(state, seat) if self.merchandise else 0

    def landmark_points(self, state: State, seat: int, route: int) -> int:
        """What a route would add by the landmarks a seat does not touch yet."""
        part = self.landmarks
        if part is None or seat == NOBODY:
            return 0
        touched = 0
        for own in self.claims.listed(state, seat):
            touched |= part.touch[own]
        return part.points * (part.touch[route] & ~touched).bit_count()

    # -- payments -------------------------------------------------------------------------------

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        """The codes of the payments a seat could make for a route."""
        return self.claims.payer.payments(state, seat, route)

    def harbour_payments(self, state: State, seat: int) -> tuple[int, ...]:
        """The codes of the payments a seat could make for a harbour."""
        return self.harbours.price.payments(state, seat) if self.harbours else ()

    # -- the end --------------------------------------------------------------------------------

    def turns_to_go(self, state: State) -> int:
        """How many turns of all seats are left in the last round; 0: it has not begun."""
        return self.last_round.turns_to_go(state) if self.last_round else 0

    def own_turns_to_go(self, state: State) -> int:
        """Of these, those of the seat whose turn it is."""
        return self.last_round.own_turns_to_go(state) if self.last_round else 0
