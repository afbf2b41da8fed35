"""What a table refuses; the keys are those of the message files."""

from capotreno.engine.errors import CapotrenoError, Reason
from capotreno.words import say


class Refusal(CapotrenoError):
    """A wish that is refused and has changed nothing."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(say("en", f"server.{key}", values))
        self.reason = Reason(f"server.{key}", values)


class Stale(Refusal):
    """The table has moved on since the client last looked."""
