"""So many cards of any kind stand for a wild that a ferry asks for."""

from capotreno.engine.layout import Layout
from capotreno.rules.paying.any_cards import AnyCards, LooseWay


class AnyForWild(AnyCards):
    """`cards` of any colour for one wild; no wild is among them (R-93)."""

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def bind(self, layout: Layout) -> None:
        routes = layout.board.routes
        self.each = [self.cards if r.ferry and not r.tunnel else 0 for r in routes]
        self.kinds = len(layout.board.cards) - 1
        self.length = [route.length for route in routes]
        self.due = [route.ferry for route in routes]
        self.gray = [not route.colour for route in routes]

    def ways(self, route: int, colour: int) -> list[LooseWay]:
        """On a gray route a card is of the colour: any other given would be one (R-07)."""
        due = self.due[route]
        plain = self.length[route] - due
        return [
            (colour if plain > extra else -1, plain - extra, due - sets + extra, self.cards * sets)
            for sets in range(1, due + 1)
            for extra in range(plain + 1)
            if plain > extra or not extra or not self.gray[route]
        ]

    def needed(self, route: int, own: int, wilds: int) -> int:
        """Wilds fill the colour only where it is missing: where due, each is worth several."""
        plain = self.length[route] - self.due[route]
        wilds -= max(0, plain - own)
        if wilds < 0:
            return -1
        return min(own, plain) + self.cards * max(0, self.due[route] - wilds)

    def barred(self, route: int, colour: int, way: LooseWay) -> int:
        """Where a wild stands for a card of the colour, such a card may not be given."""
        _, _, wilds, rest = way
        return colour if wilds > self.due[route] - rest // self.cards else -1

    def spared(self, hand: list[int], route: int, used: int) -> int:
        return min(self.due[route], (sum(hand[: self.kinds]) - used) // self.cards)
