"""A game as a declaration: a frozen value that names its board, parts, ending and ranking."""

from dataclasses import dataclass

from capotreno.board.model import Board, Name
from capotreno.engine.part import Ending, Part


@dataclass(frozen=True)
class Ruleset:
    """A declared game. `laws` gives the rulebook statement behind every possible refusal."""

    name: str
    version: int  # grows whenever a rule or a code changes
    title: Name
    board: Board
    parts: tuple[Part, ...]
    ending: Ending
    ranking: tuple[str, ...]  # what breaks a tie on points, in order; then victory is shared
    laws: dict[str, str]
    options: dict[str, object]
    source: str = ""  # the file that declares it, as it is written; nothing where Python does
