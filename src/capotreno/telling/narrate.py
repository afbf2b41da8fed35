"""Events told in words: what a seat did in a row becomes one sentence."""

from collections.abc import Iterable, Sequence

from capotreno.engine.game import Game
from capotreno.engine.layout import EventKind
from capotreno.engine.state import UNKNOWN, Event
from capotreno.telling.names import Names

# What the own tickets on the screen tell better than a sentence.
COUNTED = frozenset({"kept", "returned", "removed"})

# What ends a seat's run even if the same seat goes on.
BREAKS = frozenset({"turn", "over"})


def untold(game: Game) -> frozenset[str]:
    """The kinds of events that are not told to who sits at the table."""
    return frozenset(kind.name for kind in game.layout.events if kind.quiet)


class Narrator:
    """Tells redacted events; the person at the keyboard is spoken to as "you"."""

    def __init__(
        self,
        names: Names,
        quiet: frozenset[str] | None = None,
        counted: frozenset[str] = frozenset(),
    ) -> None:
        self.names = names
        self.voice = names.voice
        self.quiet = untold(names.game) if quiet is None else quiet
        self.counted = counted  # kinds of which only the number is told

    def tell(self, events: Iterable[Event]) -> list[str]:
        """The sentences of some events, one per seat's run of them."""
        lines: list[str] = []
        run: list[Event] = []
        asides: list[str] = []  # what happened meanwhile is told after the run it interrupts
        for event in events:
            kind = self._kind(event)
            acts = "seat" in kind.fields and kind.name not in BREAKS
            if kind.name in BREAKS or (acts and run and self._seat(event) != self._seat(run[0])):
                lines += [*self._run(run), *asides]
                run, asides = [], []
            if acts:
                run.append(event)
            elif kind.name in BREAKS:
                lines += self._aside(kind, event)
            else:
                asides += [line for line in self._aside(kind, event) if line not in asides]
        return [*lines, *self._run(run), *asides]

    def sentence(self, event: Event) -> str:
        """One event by itself; a turn that was passed before it makes two sentences of it."""
        return ". ".join(self.tell([event]))

    def _kind(self, event: Event) -> EventKind:
        return self.names.game.layout.events[event[0]]

    def _seat(self, event: Event) -> int:
        return event[1 + self._kind(event).fields.index("seat")]

    def _aside(self, kind: EventKind, event: Event) -> list[str]:
        """An event that is nobody's doing."""
        lines = []
        if kind.name == "turn" and event[2]:
            before = (event[1] - 1) % self.names.game.players
            you = ".you" if before == self.names.you else ""
            passed = self.voice.say(f"event.passed{you}")
            lines.append(f"{self.names.seat(before)} {passed}")
        if kind.name not in self.quiet:
            lines.append(self.voice.say(f"event.{kind.name}", **self._values(kind, event)))
        return lines

    def _run(self, run: Sequence[Event]) -> list[str]:
        """What one seat did, in one sentence."""
        phrases: list[str] = []
        waiting = [event for event in run if self._kind(event).name not in self.quiet]
        while waiting:
            kind = self._kind(waiting[0])
            together = 1
            while together < len(waiting) and self._joined(kind, waiting[0], waiting[together]):
                together += 1
            phrases.append(self._phrase(kind, waiting[:together]))
            del waiting[:together]
        if not phrases:
            return []
        told = self.voice.say("end.and").join(
            [*filter(None, [", ".join(phrases[:-1])]), phrases[-1]]
        )
        return [f"{self.names.seat(self._seat(run[0]))} {told}"]

    def _joined(self, kind: EventKind, first: Event, other: Event) -> bool:
        """Whether an event is told in one phrase with the one before."""
        if first[0] != other[0]:
            return False
        together = kind.name == "spent" or kind.name in self.counted
        together = together or (kind.name == "took" and first[-1] == other[-1])
        return together or (self._hidden(first) and self._hidden(other))

    def _hidden(self, event: Event) -> bool:
        kind = self._kind(event)
        return any(
            value == UNKNOWN and field in kind.secret
            for field, value in zip(kind.fields, event[1:], strict=True)
        )

    def _phrase(self, kind: EventKind, events: Sequence[Event]) -> str:
        you = self._seat(events[0]) == self.names.you
        if self._hidden(events[0]) or (kind.name in self.counted and not you):
            return self.voice.say(f"event.{kind.name}.hidden", n=len(events))
        if kind.name in self.counted:
            return self.voice.say(f"event.{kind.name}.counted", n=len(events))
        again = ".again" if kind.name == "rolled" and events[0][-1] else ""
        key = f"event.{kind.name}{again}.you" if you else f"event.{kind.name}{again}"
        if kind.name == "spent":
            ids = self.names.game.layout.words["card"]
            cards = self.names.cards_of({ids[event[2]]: event[3] for event in events})
            return self.voice.say(key, cards=cards)
        values = self._values(kind, events[0])
        if kind.name == "took" and len(events) > 1:
            values["card"] = self.names.so_many(events[0][-1], len(events))
        return self.voice.say(key, **values)

    def _values(self, kind: EventKind, event: Event) -> dict[str, str | int]:
        values: dict[str, str | int] = {
            field: self.names.field(field, value)
            for field, value in zip(kind.fields, event[1:], strict=True)
            if value != UNKNOWN
        }
        if kind.name == "flushed":
            values["wild"] = self.names.wild
        if kind.name == "rolled":
            values["dice"] = self.names.dice_of(event[2:6])
        if "route" in kind.fields:
            # The cards just played tell one twin from the other: the ends are enough.
            index = event[1 + kind.fields.index("route")]
            values["route"] = self.names.ends(index)
            values["length"] = self.names.game.board.routes[index].length
        return values
