"""What a network says of positions a few answers ahead: it stands for the rest of a game."""

from collections.abc import Sequence
from typing import Final

from capotreno.learning.player import Player
from capotreno.native.library.game import NativeGame, NativeState

MOST: Final = 1.5  # of a margin in hundreds of points, beyond which more does not count
RANGE: Final = 1 + MOST  # what a game comes to, at most and at least


class Foresight:
    """Plays worlds on by `swift`, but not to their end."""

    def __init__(self, native: NativeGame, player: Player) -> None:
        self.native = native
        self.player = player

    def values(
        self,
        worlds: Sequence[NativeState],
        codes: Sequence[int],
        seeds: Sequence[int],
        seat: int,
        answers: int,
    ) -> list[float]:
        """What each world is worth to a seat from 0 to 1, if it begins with a code.

        The seat answers so many more questions; then the network says the rest, unless it is over.
        """
        found = [0.0] * len(worlds)
        reached: dict[int, NativeState] = {}
        for at, (world, code, seed) in enumerate(zip(worlds, codes, seeds, strict=True)):
            state = self.native.with_chance(world, seed)
            self.native.apply(state, code, seat)
            if self._played_on(state, seed, seat, answers):
                reached[at] = state
            else:
                found[at] = self._result(state, seat)
        if reached:
            told = self.player.values([self.native.state(s) for s in reached.values()], seat)
            found = [told.pop(0) if at in reached else own for at, own in enumerate(found)]
        return [(max(-RANGE, min(RANGE, value)) / RANGE + 1) / 2 for value in found]

    def _played_on(self, state: NativeState, seed: int, seat: int, answers: int) -> bool:
        """Play until the seat has answered so often and is asked again; whether it ever is."""
        native, step = self.native, 0
        while (actor := native.actor(state)) is not None:
            if actor == seat:
                if not answers:
                    return True
                answers -= 1
            native.apply(state, native.choose(state, seed + step))
            step += 1
        return False

    def _result(self, state: NativeState, seat: int) -> float:
        """What the network has learned to foresee: a victory, and how far ahead."""
        totals, ranks = self.native.totals(state), self.native.ranks(state)
        players = len(totals)
        share = players / ranks.count(1) if ranks[seat] == 1 else 0.0
        won = (share - 1) / (players - 1)
        rest = max(total for other, total in enumerate(totals) if other != seat)
        return won + max(-MOST, min(MOST, (totals[seat] - rest) / 100))
