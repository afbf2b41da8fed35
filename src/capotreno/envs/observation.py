"""An observation: what the asked seat may know, as one row of whole numbers or as a graph.

Made from a View alone, the same for every world that the seat cannot tell from the true one. The
fields come from the parts of the game (`engine/fields.py`), and three are worked out from them:
points so far, what each own ticket still takes, and the cards that could be anywhere.
"""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from capotreno.board.graph import FAR
from capotreno.engine.fields import Axis, Field, Fields
from capotreno.engine.game import Game
from capotreno.engine.state import State, View
from capotreno.reader.reader import Reader

VERSION: Final = 1  # raised whenever a field, its place or its meaning changes

POINTS: Final = 999  # told at most, and lost at most
REMEMBERED: Final = 256  # positions of which the latest answers are kept

Numbers = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]


class Observation:
    """The fields of a game's observations, with names, shapes and ranges, and the row itself."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._fields = Fields(game)
        self._read = Reader(game)
        self._lengths = [float(route.length) for route in game.board.routes]
        self._known: dict[tuple[int, ...], list[int]] = {}  # the latest answers of `_missing`
        self.reach = sum(supply.count for supply in game.board.supplies) + 1
        self.fields = (*self._fields.all, *self._worked_out())
        self.size = self.fields[-1].first + self.fields[-1].size
        self.low = np.zeros(self.size, np.int16)
        self.high = np.zeros(self.size, np.int16)
        for field in self.fields:
            self.low[field.first : field.first + field.size] = field.low
            self.high[field.first : field.first + field.size] = field.high

    def _worked_out(self) -> list[Field]:
        words, at = self.game.layout.words, self._fields.size
        seats = Axis("seat", tuple(str(seat) for seat in range(self.game.players)))
        cards = Axis("card", words["card"] if self._read.cards else ())
        most = max((card.count for card in self.game.board.cards), default=0)
        found = []
        for name, axis, low, high in (
            ("points", seats, -POINTS, POINTS),
            ("missing", Axis("ticket", words["ticket"]), 0, self.reach),
            ("unseen", cards, 0, most),
        ):
            if axis.labels:
                found.append(Field(name, (axis,), low, high, at, len(axis.labels)))
                at += len(axis.labels)
        return found

    def field(self, name: str) -> Field:
        """The field of a name."""
        return next(field for field in self.fields if field.name == name)

    def row(self, view: View) -> Numbers:
        """What a view says, as one row."""
        return np.array(self._fields.row(view) + self._more(view, view.seat), np.int16)

    def of(self, row: Numbers, name: str) -> Numbers:
        """One field of a row, in its own shape."""
        field = self.field(name)
        return row[field.first : field.first + field.size].reshape(field.shape)

    def read(self, state: State, seat: int) -> Numbers:
        """The row of a seat, read from a whole state: equal to that of its view (a test asks)."""
        return np.array(self._fields.read(state, seat) + self._more(state, seat), np.int16)

    def mask(self, view: View) -> Mask:
        """A one for every code that the view's seat could choose now."""
        mask = np.zeros(self.game.num_actions, np.int8)
        mask[list(self.game.legal(view))] = 1
        return mask

    # -- what is worked out ---------------------------------------------------------------------

    def _more(self, state: State, seat: int) -> list[int]:
        points = self._read.points_so_far(state)
        own = points[seat:] + points[:seat]
        told = [max(-POINTS, min(POINTS, one)) for one in own]
        return told + self._missing(state, seat) + self._read.unseen_by(state, seat)

    def _missing(self, state: State, seat: int) -> list[int]:
        """By ticket: the pieces that the cheapest way takes, from stop to stop over open routes.

        Own routes take none; of several destinations the nearest counts. `reach` stands for
        whatever is too far, and 0 also for tickets that are none of the seat's business.
        """
        read = self._read
        own = read.tickets.holding(state, seat)
        own = own + read.offered_to(state, seat) + read.chosen_by(state, seat)
        owned, free = read.owned_by(state, seat), read.open_to(state, seat)
        key = (owned, free, *own)
        known = self._known.get(key)
        if known is not None:
            return known
        found = [0] * len(self.game.board.tickets)
        costs = [
            0.0 if owned >> route & 1 else length if free >> route & 1 else FAR
            for route, length in enumerate(self._lengths)
        ]
        stock, way = read.tickets, self.game.graph.way
        for ticket in own:
            groups = stock.groups[ticket]
            if stock.choices[ticket]:
                ends = [end for end, _ in stock.choices[ticket]]
                cost = min(way(costs, (groups[0], end))[0] for end in ends)
            else:
                cost = sum(way(costs, leg)[0] for leg in pairwise(groups))
            found[ticket] = int(min(cost, self.reach))
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[key] = found
        return found
