"""Cards of any kind in place of others: the question that `AnyForWild` and `CardSets` answer."""

from capotreno.engine.layout import Layout

LooseWay = tuple[int, int, int, int]  # card (-1: none), copies of it, wilds, cards of any kind


class AnyCards:
    """On some routes, so many cards of any kind stand for one other.

    `each`: by route, how many stand for one; 0: none may. `kinds`: the first so many kinds of card
    may be given so; the wild is the last kind of all.
    """

    each: list[int]
    kinds: int

    def bind(self, layout: Layout) -> None:
        """Read the board."""
        raise NotImplementedError

    def ways(self, route: int, colour: int) -> list[LooseWay]:
        """The payments of a route with a colour that hold some cards of any kind."""
        raise NotImplementedError

    def needed(self, route: int, own: int, wilds: int) -> int:
        """How many coloured cards a hand needs in all to pay a route so; -1: no number helps.

        It holds `own` cards of the colour played, and so many wilds.
        """
        raise NotImplementedError

    def barred(self, route: int, colour: int, way: LooseWay) -> int:
        """The kind that may not be given: it would do better in its own place (R-07); -1: none."""
        raise NotImplementedError

    def spared(self, hand: list[int], route: int, used: int) -> int:
        """How many cards of a route a hand replaces so, `used` of it being of the colour."""
        raise NotImplementedError
