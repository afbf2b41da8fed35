"""Events for people: what happened by name, with the sentence about it in a language."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import Event
from capotreno.engine.view import event_json
from capotreno.telling.names import Names
from capotreno.telling.narrate import Narrator
from capotreno.words import LANGUAGES, Voice


class NamedEvent:
    """One thing that happened: its kind, whose doing it was, its values by name, a sentence.

    Everything is looked up when it is asked for: whoever plays thousands of games reads few of
    their events. `raw` is the event as the engine has it, for `game.fold` and `game.redact`.
    """

    __slots__ = ("_teller", "raw")

    def __init__(self, raw: Event, teller: "Teller") -> None:
        self.raw = raw
        self._teller = teller

    @property
    def kind(self) -> str:
        """What happened: 'claimed', 'drew', 'turn' ..."""
        return self._teller.game.layout.events[self.raw[0]].name

    @property
    def seat(self) -> int | None:
        """Whose doing it was, or None where it was nobody's."""
        fields = self._teller.game.layout.events[self.raw[0]].fields
        return self.raw[1 + fields.index("seat")] if "seat" in fields else None

    @property
    def values(self) -> dict[str, object]:
        """The other fields: ids of routes, cards, tickets ... and numbers; None where hidden."""
        return {name: value for name, value in self.json().items() if name not in ("event", "seat")}

    @property
    def sentence(self) -> str:
        """What happened, said to a person."""
        return self._teller.narrator.sentence(self.raw)

    def json(self) -> dict[str, object]:
        """As the server sends it: the kind under "event", then every field."""
        return event_json(self._teller.game, self.raw)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        seat = [] if self.seat is None else [f"seat={self.seat}"]
        return f"<{' '.join([self.kind, *seat, *(f'{k}={v!r}' for k, v in self.values.items())])}>"

    def __eq__(self, other: object) -> bool:
        """The same thing in the same game, in whatever language it is told."""
        if not isinstance(other, NamedEvent):
            return False
        return self.raw == other.raw and self._teller.game == other._teller.game

    def __hash__(self) -> int:
        return hash(self.raw)


class Teller:
    """Tells the events of one table in one language."""

    def __init__(self, game: Game, language: str, seats: Sequence[str]) -> None:
        if language not in LANGUAGES:
            known = " and ".join(LANGUAGES)
            raise CapotrenoError(f"there is no language {language!r:.40}; there are {known}")
        self.game = game
        self.language = language
        self.seats = seats

    @cached_property
    def narrator(self) -> Narrator:
        return Narrator(Names(self.game, Voice(self.language), self.seats), quiet=frozenset())

    def named(self, events: Iterable[Event], seat: int | None = None) -> tuple[NamedEvent, ...]:
        """Some events by name: all there is to them, or as one seat may see them."""
        if seat is not None:
            self.game.check_seat(seat)
            seen = [self.game.redact(event, seat) for event in events]
            events = [event for event in seen if event is not None]
        return tuple(NamedEvent(event, self) for event in events)
