"""Where each number of an observation stands in its row, by name (`engine/fields.py`)."""

from capotreno.engine.fields import Fields
from capotreno.engine.game import Game
from capotreno.learning.names import MOST_SEATS

#: Nobody is asked when a game is over: the first number of a row is always 0, and stands for
#: everything that a game does not have.
NOTHING = 0


class Columns:
    """The columns of one game's observations; what the game has not, reads as zero."""

    def __init__(self, game: Game) -> None:
        self.fields = {field.name: field for field in Fields(game).all}

    def of(self, name: str, *index: int) -> int:
        """The column of one number."""
        field = self.fields.get(name)
        if field is None or len(index) != len(field.shape):
            return NOTHING
        at = 0
        for i, size in zip(index, field.shape, strict=True):
            if not 0 <= i < size:
                return NOTHING
            at = at * size + i
        return field.first + at

    def seats(self, name: str, *index: int) -> list[int]:
        """A number of the seat itself and of those after it."""
        return [self.of(name, seat, *index) for seat in range(MOST_SEATS)]

    def labelled(self, name: str, thing: int, label: str) -> int:
        """The column of a thing and a word, where words stand along the second axis."""
        field = self.fields.get(name)
        if field is None or label not in field.axes[1].labels:
            return NOTHING
        return self.of(name, thing, field.axes[1].labels.index(label))
