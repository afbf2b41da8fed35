"""Worlds that look like what a seat sees, in which the others hold tickets that fit their routes.

Whoever has built half the way of a ticket is likelier to hold it than one who is nowhere near, and
what somebody built was built for some ticket. How much likelier was measured: docs/review.md.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from capotreno.board.graph import FAR
from capotreno.engine.game import Game
from capotreno.engine.state import State, View
from capotreno.native.library.binding import WAY
from capotreno.native.library.exchange import exchange
from capotreno.reader.progress import BLOCKED, DONE
from capotreno.reader.reader import Reader
from capotreno.reader.standing import Standing
from capotreno.rules.tickets.guess import Guess, Likely

if TYPE_CHECKING:
    from capotreno.native.library.game import NativeGame, NativeState, NativeView

#: Of the logarithm of how likely a ticket is by itself: for ten spaces of its way that are built;
#: for the square of the part of the way, times how many of its pieces the seat has placed; if it is
#: done, times the square of that.
BUILT, PART, WHOLE = 1.4, 1.2, 3.7
#: Beside other tickets: for all that the seat has built, if none of them explains it; for ten
#: spaces that are missing and on no way of theirs, and for these times how many are placed.
EXPLAINED, MISSING, LATE = 8.1, -0.7, -4.7
FEW = 6  # spaces: who has built less may have built it for anything
REMEMBERED = 64  # guesses, which stay the same until somebody builds


class Imagination:
    """Imagines worlds of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.read = Reader(game)
        self.stock = self.read.tickets
        self.pieces = sum(supply.count for supply in game.board.supplies)
        self.spaces = [route.length for route in game.board.routes]
        self.lengths = [self._length(ticket) for ticket in range(self.stock.count)]
        self._guesses: dict[tuple[int, ...], Guess] = {}

    def world(self, view: View, seed: int) -> State:
        """A world that looks like this to the view's seat."""
        world = self.game.resample(view, seed)
        for other, guess in self.guesses(view):
            guess.exchange(world, other)
        return world

    def worlds(
        self, native: "NativeGame", seen: "NativeView", view: View, seeds: Sequence[int]
    ) -> list["NativeState"]:
        """The same worlds, one for each seed, as a library deals them; `seen` is the view there."""
        if len(self.spaces) > 64 * WAY:
            return [native.native(self.world(view, seed)) for seed in seeds]
        dealt, guesses = native.worlds(seen, seeds), self.guesses(view)
        exchange(native, dealt, guesses)
        return dealt

    def guesses(self, view: View) -> list[tuple[int, Guess]]:
        """For each seat whose tickets the view hides what its routes say of them."""
        return [
            (other, self._guess(view, other))
            for other in range(self.game.players)
            if other != view.seat and self.read.ticket_count(view, other)
        ]

    def _guess(self, view: View, other: int) -> Guess:
        """What the routes of another seat say of its tickets."""
        read, seat = self.read, view.seat
        key = (
            seat,
            other,
            read.network_of(view, other),
            read.open_to(view, other),
            *read.tickets_of(view, seat),
            *read.offered_to(view, seat),
            *read.chosen_by(view, seat),
        )
        guess = self._guesses.get(key)
        if guess is None:
            if len(self._guesses) >= REMEMBERED:
                self._guesses.clear()
            guess = self._guesses[key] = self._made(view, other)
        return guess

    def _made(self, view: View, other: int) -> Guess:
        read, standing = self.read, Standing(self.game, view, other)
        placed = 1 - read.to_place(view, other) / self.pieces
        own = read.owned_by(view, other)
        placed_on = self._spaces(own)
        per_built = EXPLAINED / max(FEW, placed_on)
        per_missing = (MISSING + LATE * placed) / 10
        count = self.stock.count
        alone = [self._alone(standing, ticket, placed) for ticket in range(count)]
        ways = [standing.way_of(ticket) for ticket in range(count)]
        built = [math.exp(per_built * n) for n in range(placed_on + 1)]
        missing = [math.exp(per_missing * n) for n in range(sum(self.spaces) + 1)]
        likely = Likely(alone, built, missing)
        return Guess(self.stock, view, ways, self.spaces, own, likely)

    def _alone(self, standing: Standing, ticket: int, placed: float) -> float:
        """How likely a ticket is by itself."""
        progress, length = standing.progress_of(ticket), self.lengths[ticket]
        done = progress.status == DONE
        if done and self.read.race is not None:
            return 0.0  # in a race it would lie face up
        missing = length if progress.status == BLOCKED else min(length, progress.missing)
        built = length - missing
        part = built / length if length else 1.0
        weight = BUILT * built / 10 + PART * part * part * placed + WHOLE * done * placed * placed
        return math.exp(weight)

    def _spaces(self, routes: int) -> int:
        spaces = 0
        while routes:
            low = routes & -routes
            routes ^= low
            spaces += self.spaces[low.bit_length() - 1]
        return spaces

    def _length(self, ticket: int) -> float:
        """Of the shortest way of a ticket, where nothing is built."""
        graph, stock = self.game.graph, self.stock
        costs = [float(route.length) for route in self.game.board.routes]
        groups = stock.groups[ticket]
        ways = [groups]
        if stock.choices[ticket]:
            ways = [(groups[0], end) for end, _ in stock.choices[ticket]]
        lengths = [sum(graph.way(costs, leg)[0] for leg in pairwise(way)) for way in ways]
        return min([length for length in lengths if length < FAR], default=0.0)
