"""Railway board games on one engine: boards are data, mechanics parts, games declarations."""

from capotreno.board.load import BoardError
from capotreno.board.load import load as load_board
from capotreno.bots.bot import Advice, Bot
from capotreno.bots.registry import advise
from capotreno.bots.registry import bots as bot_names
from capotreno.bots.registry import make as make_bot
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
from capotreno.reader.progress import TicketProgress
from capotreno.reader.reader import Reader
from capotreno.reader.standing import Standing
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import Review
from capotreno.telling.events import NamedEvent

__version__ = "0.1.0"

__all__ = [
    "NOBODY",
    "Action",
    "ActionError",
    "Advice",
    "BoardError",
    "Bot",
    "CapotrenoError",
    "ChanceError",
    "Game",
    "LogError",
    "Match",
    "NamedEvent",
    "NoSuchThing",
    "NotAnAction",
    "NotLegal",
    "NotYourDecision",
    "Outcome",
    "PositionError",
    "Reader",
    "Review",
    "RulesetError",
    "Sheet",
    "Standing",
    "State",
    "Tape",
    "TicketProgress",
    "View",
    "advise",
    "bot_names",
    "games",
    "load",
    "load_board",
    "make_bot",
    "register",
    "review",
]
