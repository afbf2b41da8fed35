"""Railway board games on one engine: boards are data, mechanics parts, games declarations."""

from capotreno.board.load import BoardError
from capotreno.board.load import load as load_board
from capotreno.engine.actions import Action
from capotreno.engine.chance import Tape
from capotreno.engine.errors import (
    ActionError,
    CapotrenoError,
    ChanceError,
    LogError,
    NoSuchThing,
    NotAnAction,
    NotLegal,
    NotYourDecision,
    PositionError,
    RulesetError,
)
from capotreno.engine.game import Game
from capotreno.engine.outcome import Outcome, Sheet
from capotreno.engine.state import NOBODY, State, View
from capotreno.games.registry import games, load, register
from capotreno.match import Match

__version__ = "0.1.0"

__all__ = [
    "NOBODY",
    "Action",
    "ActionError",
    "BoardError",
    "CapotrenoError",
    "ChanceError",
    "Game",
    "LogError",
    "Match",
    "NoSuchThing",
    "NotAnAction",
    "NotLegal",
    "NotYourDecision",
    "Outcome",
    "PositionError",
    "RulesetError",
    "Sheet",
    "State",
    "Tape",
    "View",
    "games",
    "load",
    "load_board",
    "register",
]
