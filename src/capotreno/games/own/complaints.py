"""All that is wrong with a board's file at once, for who is just drawing it."""

from collections.abc import Iterator

from capotreno.board import drawing
from capotreno.board.build import unchecked
from capotreno.board.check import laws
from capotreno.board.errors import BoardError
from capotreno.board.format import DrawingFile
from capotreno.board.load import decoded
from capotreno.board.mechanics import Mechanics
from capotreno.board.model import Board
from capotreno.games.own.faults import faults


def complaints(
    content: bytes, taken: tuple[str, ...] = ()
) -> tuple[Board | None, list[laws.Fault]]:
    """The board as far as it can be read, and every sentence that `check-board` would say of it.

    `taken`: the names of games that there are.
    """
    try:
        data = decoded(content)
        board = unchecked(data, "board")
        return board, list(dict.fromkeys(_all(board, data.drawing, taken)))
    except BoardError as error:
        return None, [(error.item, error.fault)]


def _all(board: Board, picture: DrawingFile | None, taken: tuple[str, ...]) -> Iterator[laws.Fault]:
    if board.id in taken:
        yield "id", f"there is a game '{board.id}' already"
    found = [*laws.faults(board)]
    yield from found
    if picture is not None:
        try:
            drawing.check(picture, board, "board")
        except BoardError as error:
            yield error.item, error.fault
    if not found:  # what a game asks of a board takes for granted that it is sound
        yield from faults(board, board.game or Mechanics())
