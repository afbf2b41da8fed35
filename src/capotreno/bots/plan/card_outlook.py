"""The outlook with cards: a turn brings two of them, and a route takes as many as it lacks."""

from functools import cached_property

from capotreno.board.graph import FAR
from capotreno.bots.advisers.hand import HandNeeds, Needs
from capotreno.bots.plan.extras import Extra
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.outlook import Outlook
from capotreno.bots.plan.sight import Sight
from capotreno.bots.tuned.constants import CardConstants
from capotreno.engine.menu import bits
from capotreno.engine.state import View

CARDS = 2  # a turn brings


class CardOutlook(Outlook):
    """What the view's seat plans with the hand it has."""

    constants: CardConstants

    def __init__(
        self,
        sight: Sight,
        network: Network,
        hand_needs: HandNeeds,
        extras: list[Extra],
        constants: CardConstants,
        view: View,
    ) -> None:
        super().__init__(sight, network, extras, constants, view)
        self.hand_needs = hand_needs
        self.constants = c = constants
        self.hand = sight.hand(view)
        self.turns_left = sight.turns_left(view, c.pace)
        self.doubt = 1.0 + c.hurry * self.turns_left
        self.turn_price, self.most = c.turn, c.most
        self.turns = self._turns()
        # Pieces that there is no time to place are worth nothing.
        piece = c.piece * min(1.0, self.turns_left / max(1, self.left))
        self.worth = [
            c.points * points - piece * length + more
            for points, length, more in zip(sight.points, sight.length, self.more, strict=True)
        ]
        self.cost = self.costs(c.turn, c.least)

    def _turns(self) -> list[float]:
        """Turns every route takes: to claim it, and to draw what is not in hand.

        Early, cards for many routes come together; late, one waits for the last colour.
        """
        c, hand_needs = self.constants, self.hand_needs
        together = c.waste / CARDS
        late = 1.0 - self.left / self.sight.supply
        scarce = hand_needs.scarcity(self.sight.unseen(self.view))
        per_card = [together + late * (c.slow * much - together) for much in scarce]
        turns = []
        for route, price in enumerate(hand_needs.price):
            missing, kinds = hand_needs.lacking(self.hand, route)
            have = max(0.0, 1.0 - c.held) * (price - missing) * together
            slow = c.colour * per_card[kinds[0]] if self.sight.coloured[route] else together
            turns.append(1.0 + have + missing * slow)
        return turns

    def length_of(self, routes: int) -> float:
        if not routes:
            return 0.0
        claims = bits(routes)
        needs = self.hand_needs.needs(self.hand, claims)
        c = self.constants
        cards = max(needs.total * c.waste / CARDS, max(needs.by_kind) * c.slow)
        return c.delay * (len(claims) + cards)

    def time_of(self, route: int) -> float:
        return self.turns[route]

    def stays(self, route: int) -> int:
        """A twin too: who takes a route had the cards for it, and seldom for its twin as well.

        Counted as closed with it, as it is at small tables, the planner played no better.
        """
        return self.sight.everything & ~(1 << route)

    # -- the hand -------------------------------------------------------------------------------

    @cached_property
    def needs(self) -> Needs:
        """The cards the plan still lacks; what is closest to being claimed comes first."""
        routes = sorted(
            bits(self.joint.routes),
            key=lambda r: (self.hand_needs.lacking(self.hand, r)[0], -self.worth[r]),
        )
        return self.hand_needs.needs(self.hand, routes)

    def spare(self, route: int) -> float:
        """What a route outside the plan brings beyond what the plan loses by paying it."""
        pieces = self.left - self.sight.length[route]
        if self.joint.routes and self.sight.spaces(self.joint.routes) > pieces:
            return -FAR
        more = self.missing_more(route)
        return self.worth[route] - more * self.constants.waste / CARDS * self.turn

    def missing_more(self, route: int) -> int:
        """How many cards more the plan lacks once a route outside it has been paid."""
        hand = self.hand_needs.after(self.hand, route)
        return self.hand_needs.needs(hand, list(self.needs.by_route)).total - self.needs.total
