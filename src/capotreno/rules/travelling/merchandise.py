"""Merchandise: tokens lie in stacks in the cities, and who takes the top one has its points.

These tokens lie on the board; those of the dice are in `rules/dice/tokens.py`.
"""

from typing import ClassVar

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Layout
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import Event, State


class Merchandise(Part):
    """The board says which tokens a place has, the top one first; all lie open.

    How somebody comes to take one is another matter.
    """

    labels: ClassVar[tuple[str, ...]] = ("merchandise",)
    measures: ClassVar[tuple[str, ...]] = ("merchandise",)

    def bind(self, layout: Layout) -> None:
        places = layout.board.places
        self.players = layout.players
        self.count = len(places)
        self.ids = [place.id for place in places]
        self.stacks = [place.tokens for place in places]
        layout.name("place", self.ids)
        self.left = layout.cells("goods", "place", most=max(map(len, self.stacks)))  # still there
        # the points of those taken there
        self.won = layout.cells("merchandise", "seat", "place", most=max(map(sum, self.stacks)))
        self.taken = layout.event(self, "goods_taken", "seat", "place", "points")

    def lay(self, cells: list[int]) -> None:
        cells[self.left : self.left + self.count] = [len(stack) for stack in self.stacks]

    def top(self, state: State, place: int) -> int:
        """The points of the top token of a place; 0 if there is none."""
        left = state.cells[self.left + place]
        return self.stacks[place][-left] if left else 0

    def lying_at(self, state: State, place: int) -> tuple[int, ...]:
        """The points of the tokens in a place, the top one first."""
        stack = self.stacks[place]
        return tuple(stack[len(stack) - state.cells[self.left + place] :])

    def take(self, state: State, seat: int, place: int) -> None:
        """The event `goods_taken`: the top token of a place, and its points at once."""
        points = self.top(state, place)
        state.cells[self.left + place] -= 1
        state.cells[self.won + seat * self.count + place] += points
        if state.events is not None:
            state.events.append((self.taken, seat, place, points))

    def fold(self, state: State, event: Event) -> None:
        self.take(state, event[1], event[2])

    def points(self, state: State, seat: int) -> int:
        """What a seat has won with merchandise so far."""
        first = self.won + seat * self.count
        return sum(state.cells[first : first + self.count])

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            first = self.won + seat * self.count
            won = zip(self.ids, state.cells[first : first + self.count], strict=True)
            items = tuple([Item(place, points) for place, points in won if points])
            sheets.append([ScoreLine("merchandise", self.points(state, seat), items)])
        return sheets

    def measure(self, state: State, seat: int, name: str) -> int:
        return self.points(state, seat)

    def audit(self, state: State) -> None:
        cells = state.cells
        for place, stack in enumerate(self.stacks):
            left = cells[self.left + place]
            won = [cells[self.won + s * self.count + place] for s in range(self.players)]
            if not 0 <= left <= len(stack) or min(won) < 0:
                raise PositionError("goods: a place has no such number of tokens")
            if sum(won) != sum(stack[: len(stack) - left]):
                raise PositionError("merchandise: the points won are not those of the tokens taken")
