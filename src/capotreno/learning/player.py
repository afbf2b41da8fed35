"""A network that plays: one position at a time, with NumPy alone."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.fields import Fields
from capotreno.engine.game import Game
from capotreno.engine.state import State, View
from capotreno.games.registry import load
from capotreno.learning.features import features, wanted
from capotreno.learning.lens import Lens
from capotreno.learning.net import Weights, forward
from capotreno.learning.nodes import Floats
from capotreno.learning.ways import ways


def weights(file: Path) -> Weights:
    """A network's weights, from a file."""
    try:
        with np.load(file) as found:
            return {name: found[name].astype(np.float32) for name in found.files}
    except (OSError, ValueError, EOFError) as error:
        raise CapotrenoError(f"{file} holds no network") from error


class Player:
    """A game as a network sees it."""

    def __init__(self, game: Game, own: Weights) -> None:
        self.game = game
        self.weights = own
        self.lens = Lens(game)
        self.fields = Fields(game)

    def look(self, view: View) -> tuple[Floats, float]:
        """The score of every code, legal or not, and what the position is worth to its seat."""
        scores, values = self._seen([self.fields.row(view)])
        return scores[0], float(values[0])

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """What some positions are worth to a seat that is asked in them; it sees them as it may."""
        return [
            float(value) for value in self._seen([self.fields.read(s, seat) for s in states])[1]
        ]

    def _seen(self, rows: list[list[int]]) -> tuple[Floats, Floats]:
        t, row = self.lens, np.array(rows, np.int64)
        asked = wanted(np, t, row)
        found = ways(
            asked.cost.astype(np.uint8), asked.picked.astype(np.int16), t.ends, t.begins, t.leads
        )
        return forward(np, self.weights, t, features(np, t, row, found))


def widths() -> dict[str, int]:
    """How many features each kind of node and the table have: the same for every game."""
    player = Player(load("new_york", 2), {})
    t = player.lens
    row = np.array([player.fields.row(player.game.view(player.game.start(1), 0))], np.int64)
    asked = wanted(np, t, row)
    found = ways(
        asked.cost.astype(np.uint8), asked.picked.astype(np.int16), t.ends, t.begins, t.leads
    )
    f = features(np, t, row, found)
    return {kind: int(own.shape[-1]) for kind, own in f.nodes.items()} | {
        "table": int(f.table.shape[-1])
    }
