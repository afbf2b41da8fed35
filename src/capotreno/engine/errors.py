"""What can go wrong, said to a person: one sentence, a key for translation, a rule's number."""

from capotreno.board.errors import CapotrenoError, NoSuchThing

__all__ = [
    "ActionError",
    "CapotrenoError",
    "ChanceError",
    "LogError",
    "NoSuchThing",
    "NotAnAction",
    "NotLegal",
    "NotYourDecision",
    "PositionError",
    "Reason",
    "RulesetError",
]


class RulesetError(CapotrenoError):
    """A declaration that does not fit together; found when a game is built."""


class ChanceError(CapotrenoError):
    """A recorded outcome that cannot have happened, or a tape that ran out."""


class PositionError(CapotrenoError):
    """A position that is not one of this game."""


class LogError(CapotrenoError):
    """A log that cannot be read, or does not replay."""


class ActionError(CapotrenoError):
    """An action that was refused; nothing has changed."""


class NotAnAction(ActionError):
    """Words or a code that name no action of this game."""


class NotYourDecision(ActionError):
    """Somebody else is asked, or nobody is."""


class Reason:
    """Why something is not possible: a key of the message files, its values, a rule's number."""

    def __init__(self, key: str, values: dict[str, str | int]) -> None:
        self.key = key
        self.values = values
        self.rule = ""


class NotLegal(ActionError):
    """An action of this game that is not possible now."""

    def __init__(self, text: str, reason: Reason) -> None:
        super().__init__(text)
        self.reason = reason
