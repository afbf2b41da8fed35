"""What a bot reads off a View, through the parts that keep it: hands, routes, pieces, tickets.

Everything comes from the parts' own tables and cells, so a box that replaces a part is read the
same way. Nothing here decides anything.
"""

from capotreno.engine.game import Game
from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.state import WHO_CELL, State, View
from capotreno.games.own import POINTS
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.payment import CardPayment
from capotreno.rules.scoring.connection_bonus import ConnectionBonus
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.stock import CHOSEN, OFFERED, TicketStock

SPACE = 3  # points that a space brings by the classic table on the longest routes
ENDLESS = 40  # turns a seat still has where nothing tells when the game ends


class Sight:
    """A game's tables for bots, and the questions a bot asks a view."""

    def __init__(self, game: Game) -> None:
        self.game = game
        layout = game.layout
        self.players = game.players
        self.see_cards(layout)
        self.claims = layout.partner(Claims)
        self.pieces = layout.partner(Pieces)
        self.tickets = layout.partner(TicketStock)
        self.endings = layout.partners(LastRound)
        self.exchanges = layout.partners(Exchange)
        self.bonuses = layout.partners(ConnectionBonus)
        # whether a face-up wild is all that a turn of drawing brings
        self.whole = all(market.whole for market in layout.partners(Market))
        self.race = bool(layout.partners(TicketRace))
        self.length = self.claims.length
        self.routes = len(self.length)
        self.points = [item.points for item in self.claims.items]
        self.everything = (1 << self.routes) - 1
        self.supply = self.pieces.total or sum(self.pieces.counts)
        self.coloured = [bool(route.colour) for route in game.board.routes]

    def see_cards(self, layout: Layout) -> None:
        """The tables of what routes are paid with; a game with dice has others."""
        self.cards = layout.partner(Cards)
        self.payer = layout.partner(CardPayment)
        self.kinds = self.cards.kinds
        self.wild = self.cards.wild

    def points_share(self) -> float:
        """What the board's routes bring, in what they would by the classic table."""
        usual = sum([POINTS.get(length, SPACE * length) for length in self.length])
        return sum(self.points) / usual

    # -- codes --------------------------------------------------------------------------------

    def route(self, code: int) -> int:
        """The route a code claims."""
        return code - self.claims.codes

    def card(self, code: int) -> int:
        """The kind of card a code takes."""
        return self.cards.names.index(str(self.game.action(code).json["card"]))

    def wilds_in(self, code: int) -> int:
        """How many wilds a payment takes."""
        return sum(n for kind, n in self.payer.cost(code) if kind == self.wild)

    def named(self, routes: list[int]) -> tuple[str, ...]:
        """Routes by their ids."""
        return tuple([self.claims.ids[route] for route in routes])

    # -- a seat's own -------------------------------------------------------------------------

    def hand(self, view: View) -> list[int]:
        first = self.cards.hands + view.seat * self.kinds
        return view.cells[first : first + self.kinds]

    def unseen(self, view: View) -> list[int]:
        """How many cards of each kind the seat cannot place: they come from the deck, or not."""
        return self.cards.unseen(view, view.seat)

    def left(self, state: State, seat: int) -> int:
        """The pieces a seat has left; before it has chosen them, all it will have."""
        return self.pieces.to_place(state, seat)

    def open(self, view: View) -> int:
        """The mask of routes the seat may still claim and has the pieces for.

        Until it has chosen its pieces it has them for any.
        """
        free = view.cells[self.claims.open + view.seat]
        if self.pieces.total and view.cells[WHO_CELL] < 0:
            return free
        return free & self.pieces.within(view, view.seat)

    def exchangeable(self, view: View) -> int:
        """The mask of routes it could claim if it exchanged pieces first."""
        if not self.exchanges or view.cells[WHO_CELL] < 0:
            return 0
        pieces = self.pieces
        at = pieces.first + view.seat * pieces.kinds
        mask = 0
        for kind in range(pieces.kinds):
            most = view.cells[at + kind] + self.exchanges[0].most(view, view.seat, kind)
            mask |= pieces.reach[kind][min(most, pieces.counts[kind])]
        return mask & view.cells[self.claims.open + view.seat]

    def owned(self, state: State, seat: int) -> int:
        return self.claims.routes(state, seat)

    def network(self, view: View) -> int:
        """The mask of routes that count for the seat's tickets: its own and what it is lent."""
        return self.tickets.network(view, view.seat)

    def waiting(self, view: View) -> list[int]:
        """The tickets the seat holds and has not done."""
        tickets = self.tickets
        root = tickets.graph.roots(self.network(view))
        held = tickets.holding(view, view.seat)
        return [ticket for ticket in held if not tickets.joins(root, ticket)]

    def to_win(self, view: View) -> list[int]:
        """The bonuses for connections, counting as a ticket, that the seat has not won."""
        found = []
        for part in self.bonuses:
            at = part.first + view.seat * part.count
            found += [which for which, _ in part.items if not view.cells[at + which]]
        return found

    def offered(self, view: View) -> tuple[list[int], list[int]]:
        """The tickets the seat has chosen to keep so far, and those it has not decided about."""
        where = view.cells[self.tickets.where : self.tickets.end]
        chosen = [t for t, place in enumerate(where) if place == CHOSEN + view.seat]
        undecided = [t for t, place in enumerate(where) if place == OFFERED + view.seat]
        return chosen, undecided

    def spaces(self, mask: int) -> int:
        return sum(self.length[route] for route in bits(mask))

    # -- time ---------------------------------------------------------------------------------

    def turns_left(self, view: View, pace: float) -> float:
        """How many turns the seat still has, this one included.

        Known in the last round; before it, the seat that is ahead decides: it places so many
        pieces a turn.
        """
        if not self.endings:
            return ENDLESS
        ending = self.endings[0]
        to_go = view.cells[ending.to_go]
        if to_go:
            return 1 + (to_go - 1) // self.players
        fewest = min(self.left(view, seat) for seat in range(self.players))
        return max(1.0, (fewest - ending.limit) / pace) + ending.turns

    def ends_at(self, left: int) -> bool:
        """Whether a seat with so many pieces left brings on the last round."""
        return bool(self.endings) and left <= self.endings[0].limit

    def last_turn(self, view: View) -> bool:
        """Whether the seat has no turn after this one."""
        return bool(self.endings) and 0 < view.cells[self.endings[0].to_go] <= self.players
