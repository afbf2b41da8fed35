"""So many cards of any kind stand for a card that is missing, on the routes that say so."""

from capotreno.engine.layout import Layout
from capotreno.rules.paying.any_cards import AnyCards, LooseWay


class CardSets(AnyCards):
    """As many cards as the board prints for one missing; wilds may be among them (R-93).

    On a tunnel none may: what is shown there has one colour (R-101).
    """

    def bind(self, layout: Layout) -> None:
        routes = layout.board.routes
        self.each = [0 if route.tunnel else route.card_set for route in routes]
        self.kinds = len(layout.board.cards)
        self.length = [route.length for route in routes]

    def ways(self, route: int, colour: int) -> list[LooseWay]:
        """One card at least is of the colour: it says which colour is missing."""
        length, each = self.length[route], self.each[route]
        return [(colour, length - sets, 0, each * sets) for sets in range(1, length)]

    def needed(self, route: int, own: int, wilds: int) -> int:
        if not own:
            return -1
        return max(0, self.each[route] * (self.length[route] - own) + own - wilds)

    def barred(self, route: int, colour: int, way: LooseWay) -> int:
        """A card of the colour would fill a space itself."""
        return colour

    def spared(self, hand: list[int], route: int, used: int) -> int:
        missing = self.length[route] - used
        return min(missing - (not used), (sum(hand) - used) // self.each[route])
