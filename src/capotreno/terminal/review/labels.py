"""What was played and what happened, in a few words: for the review's screen and its page."""

from collections.abc import Sequence

from capotreno.engine.game import Game
from capotreno.engine.record.log import Log, gestures
from capotreno.engine.state import View
from capotreno.reader.standing import Standing
from capotreno.reviewing.moments import moments
from capotreno.reviewing.shape import CurveStep, Decided
from capotreno.telling.names import Names
from capotreno.telling.narrate import Narrator, untold
from capotreno.terminal.talk.choices import Chooser
from capotreno.words import Voice

#: Groups of actions whose labels say what is done without the name of the group.
WHOLE = ("keep", "other", "roll", "tickets")


class SeatLabels:
    """The words for one seat's game; whoever reads is that seat."""

    def __init__(self, game: Game, log: Log, seat: int, voice: Voice) -> None:
        self.game = game
        self.names = Names(game, voice, log.seats, seat)
        self.seat = seat
        self.log = log
        self._views: dict[tuple[int, int], View] = {}
        for moment in moments(game, log, seat):
            if moment.code is not None:
                self._views[moment.gesture, moment.part] = moment.view
        self._events = [events for _, events, _ in gestures(game, log)]

    def view(self, decided: Decided) -> View:
        """What the seat saw when it decided."""
        return self._views[decided.gesture, decided.part]

    def action(self, decided: Decided, code: int) -> str:
        """An answer in a few words."""
        chooser = Chooser(self.names, Standing(self.game, self.view(decided), self.seat))
        action = self.game.action(code)
        label = chooser.label(action)
        group = self.game.layout.groups[action.verb]
        key = f"group.{group}"
        if group in WHOLE or not self.names.voice.knows(key):
            return label
        return f"{self.names.voice.say(key)}: {label}"

    def actions(self, decided: Decided, codes: Sequence[int]) -> list[str]:
        """Answers in a few words, side by side: tracks that are called the same are counted."""
        labels = [self.action(decided, code) for code in codes]
        return [
            label
            if labels.count(label) == 1
            else self.names.voice.say("review.track", answer=label, n=labels[: at + 1].count(label))
            for at, label in enumerate(labels)
        ]

    def happened(self, step: CurveStep) -> str:
        """What the seat learned of the gesture in which a step of the curve ends."""
        seen = (self.game.redact(event, self.seat) for event in self._events[step.gesture])
        told = Narrator(self.names, untold(self.game) - {"revealed"} | {"over"}).tell(
            event for event in seen if event is not None
        )
        return ". ".join(told)


def turn_of(voice: Voice, turn: int) -> str:
    """A turn by its number; before the first one: the start."""
    return voice.say("review.turn", turn=turn) if turn else voice.say("review.start")
