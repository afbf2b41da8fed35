"""What a bot reads off a View: the reader, with tables and shorthands that only bots need.

Nothing here decides anything.
"""

from capotreno.bots.plan.network import Groups
from capotreno.engine.game import Game
from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.games.own.choices import POINTS
from capotreno.reader.reader import Reader
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.paying.payment import CardPayment
from capotreno.rules.scoring.connection_bonus import Bonus
from capotreno.rules.scoring.districts import Districts

SPACE = 3  # points that a space brings by the classic table on the longest routes
ENDLESS = 40  # turns a seat still has where nothing tells when the game ends


class Sight(Reader):
    """The reader with a bot's own tables, and its questions about the seat of a view."""

    cards: Cards  # the bots that ask for cards play games that have them

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        layout = game.layout
        self.see_cards(layout)
        # whether a face-up wild is all that a turn of drawing brings
        self.whole = all(market.whole for market in layout.partners(Market))
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
        return self.hand_of(view, view.seat)

    def unseen(self, view: View) -> list[int]:
        """How many cards of each kind the seat cannot place: they come from the deck, or not."""
        return self.unseen_by(view, view.seat)

    def open(self, view: View) -> int:
        """The mask of routes the seat may still claim and has the pieces for."""
        return self.within_reach(view, view.seat)

    def exchangeable(self, view: View) -> int:
        """The mask of routes it could claim if it exchanged pieces first."""
        if self.exchange is None or view.whose_turn < 0:
            return 0
        pieces = self.pieces
        mask = 0
        for kind, have in enumerate(self.pieces_of(view, view.seat)):
            most = have + self.exchange.most(view, view.seat, kind)
            mask |= pieces.reach[kind][min(most, pieces.counts[kind])]
        return mask & self.open_to(view, view.seat)

    def network(self, view: View) -> int:
        """The mask of routes that count for the seat's tickets: its own and what it is lent."""
        return self.network_of(view, view.seat)

    def waiting(self, view: View) -> list[int]:
        """The tickets the seat holds and has not done."""
        return self.undone_by(view, view.seat)

    def to_win(self, view: View) -> list[tuple[int, Bonus]]:
        """The bonuses for connections, counting as a ticket, that the seat has not won."""
        part = self.connection_bonus
        if part is None:
            return []
        return [
            (which, part.bonuses[which])
            for which, _ in part.items
            if not part.is_won(view, view.seat, which)
        ]

    def districts_to_join(self, view: View) -> list[tuple[int, str, Groups, float]]:
        """The districts the seat has not joined: number, name, nodes of every place, points."""
        owned = self.owned_by(view, view.seat)
        return [
            (which, part.items[which].id, groups, float(part.items[which].points))
            for part in self.game.layout.partners(Districts)
            for which, groups in enumerate(part.groups)
            if which not in part.joined(owned)
        ]

    def offered(self, view: View) -> tuple[list[int], list[int]]:
        """The tickets the seat has chosen to keep so far, and those it has not decided about."""
        return self.chosen_by(view, view.seat), self.offered_to(view, view.seat)

    def spaces(self, mask: int) -> int:
        return sum(self.length[route] for route in bits(mask))

    # -- time ---------------------------------------------------------------------------------

    def turns_left(self, view: View, pace: float) -> float:
        """How many turns the seat still has, this one included.

        Known in the last round; before it, the seat that is ahead decides: it places so many
        pieces a turn.
        """
        ending = self.last_round
        if ending is None:
            return ENDLESS
        known = ending.own_turns_to_go(view)
        if known:
            return known
        fewest = min(self.to_place(view, seat) for seat in range(self.players))
        return max(1.0, (fewest - ending.limit) / pace) + ending.turns

    def ends_at(self, left: int) -> bool:
        """Whether a seat with so many pieces left brings on the last round."""
        return self.last_round is not None and left <= self.last_round.limit

    def last_turn(self, view: View) -> bool:
        """Whether the seat has no turn after this one."""
        return self.own_turns_to_go(view) == 1
