"""All that passes from the server to a process that thinks for a bot."""

from typing import TypedDict

from capotreno.engine.view import PackedView


class Job(TypedDict):
    """All that a worker is told about a decision."""

    game: tuple[str, int, dict[str, object]]  # name, players, options
    board: str  # the file of a board of your own, otherwise empty
    declared: str  # "module:function" that declares the game, otherwise empty
    view: PackedView
    seed: int
    bot: str
    kind: str  # "module:Class" of a bot that is not in the registry, otherwise empty
    budget: float  # seconds of one decision, after which another bot stands in
    thinking: float  # of them a bot that searches should take no more: others are waiting
    hint: bool  # not a move is wanted but advice
