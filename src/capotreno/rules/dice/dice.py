"""The train dice: rolled at the beginning of a turn, any of them once more, then used."""

from itertools import product
from typing import Final

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import DICE_TRAY, MANY, Layout, TurnNumber
from capotreno.engine.part import Part
from capotreno.engine.state import TURN_QUESTION, TURNS_CELL, Event, State
from capotreno.rules.seams import DiceListener

SINGLE: Final = 0  # a space of a single route
DOUBLE: Final = 1  # a space of a double route
STATION: Final = 2  # a ticket
LOCOMOTIVE: Final = 3  # any of the three
FACES: Final = ("single", "double", "station", "locomotive")
SIDES: Final = (SINGLE, SINGLE, DOUBLE, DOUBLE, STATION, LOCOMOTIVE)  # of one die
DICE: Final = 5

Roll = tuple[int, int, int, int]  # how many dice show each face


class Dice(Part):
    """A turn begins with a roll of all dice; some, all or none are rolled once more.

    The dice lie open: how many not yet used show each face. They count only in the turn they were
    rolled in, so nobody has to put them away. Unlike cards they never run out, so a table that
    only rolls has to be stopped: after `patience` rounds in which nothing is built and no ticket
    kept nobody rolls any more, and all pass (R-78). None: the game's own ending sees to that.
    """

    def __init__(self, patience: int | None) -> None:
        self.rounds = patience

    def bind(self, layout: Layout) -> None:
        self.listeners = layout.partners(DiceListener)
        self.patience = -1 if self.rounds is None else self.rounds * layout.players
        layout.name("face", FACES)
        self.first = layout.cells("dice", "face", most=DICE)
        self.rolls = layout.cells("rolls", most=2)  # in the turn of the last roll; at first 0
        self.when = layout.cells("rolled_in", codec=TurnNumber(), most=MANY)  # the last time
        # turns since something was built or a ticket kept
        self.idle = layout.cells("idle", most=MANY)
        self.rolled = layout.event(self, "rolled", "seat", *FACES, "again")
        self.spent = layout.event(self, "dice_spent", "seat", "face", "count", quiet=True)
        self.gained = layout.event(self, "progress", quiet=True)
        self.roll_code = layout.actions(self, [face("roll", "")], group="roll", spot=DICE_TRAY)
        # What can be rolled again: so many dice of each face.
        self.again: list[Roll] = [
            (a, b, c, d)
            for a, b, c, d in product(range(DICE + 1), repeat=len(FACES))
            if 1 <= a + b + c + d <= DICE
        ]
        self.codes = layout.actions(
            self, [_reroll(some) for some in self.again], group="roll", spot=DICE_TRAY
        )
        self.menus: dict[Roll, tuple[int, ...]] = {}
        for roll in [*self.again, (0, 0, 0, 0)]:
            self.menus[roll] = tuple(
                [
                    self.codes + i
                    for i, some in enumerate(self.again)
                    if all(n <= have for n, have in zip(some, roll, strict=True))
                ]
            )
        layout.reason("roll_first", "rolled_already", "dice_short", "no_patience")

    # -- looking --------------------------------------------------------------------------------

    def showing(self, state: State) -> Roll:
        """The dice not yet used; none before the roll of this turn."""
        cells = state.cells
        if cells[self.when] != cells[TURNS_CELL]:
            return (0, 0, 0, 0)
        at = self.first
        return (cells[at], cells[at + 1], cells[at + 2], cells[at + 3])

    def is_rolled(self, state: State) -> bool:
        """Whether the seat whose turn it is has rolled."""
        return state.cells[self.when] == state.cells[TURNS_CELL]

    def left(self, state: State) -> int:
        """How many dice are not yet used."""
        return sum(self.showing(state))

    def idle_turns(self, state: State) -> int:
        """How many turns have passed since something was built or a ticket kept."""
        return state.cells[self.idle]

    def sweep(self, state: State) -> None:
        """As if the dice showed nothing: for who looks at a copy, at everything but them."""
        state.cells[self.first : self.first + len(FACES)] = [0] * len(FACES)
        state.cells[self.rolls] = 0

    def stations(self, state: State) -> int:
        """How many dice show a station, locomotives included."""
        roll = self.showing(state)
        return roll[STATION] + roll[LOCOMOTIVE]

    # -- the turn -------------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        if not self.is_rolled(state):
            return (self.roll_code,) if self.is_patient(state) else ()
        return self.menus[self.showing(state)] if state.cells[self.rolls] == 1 else ()

    def is_patient(self, state: State) -> bool:
        """Whether the table still waits for something to happen."""
        return state.cells[self.idle] != self.patience

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code == self.roll_code:
            kept: Roll = (0, 0, 0, 0)
            rolled = DICE
        else:
            some, roll = self.again[code - self.codes], self.showing(state)
            kept = (roll[0] - some[0], roll[1] - some[1], roll[2] - some[2], roll[3] - some[3])
            rolled = sum(some)
        faces = list(kept)
        for _ in range(rolled):
            faces[SIDES[state.below(len(SIDES))]] += 1
        self.lie(state, seat, faces, int(code != self.roll_code))
        state.ask(TURN_QUESTION, seat, 0)

    def lie(self, state: State, seat: int, faces: list[int], again: int) -> None:
        """The event `rolled`: this is how the dice lie now."""
        cells = state.cells
        cells[self.first : self.first + len(FACES)] = faces
        cells[self.rolls] = 1 + again
        cells[self.when] = cells[TURNS_CELL]
        if not again:
            self.wait(state)
            for part in self.listeners:
                part.first_roll(state, seat)
        if state.events is not None:
            state.events.append((self.rolled, seat, *faces, again))

    def wait(self, state: State) -> None:
        """A turn begins that may change nothing; part of the event that begins it."""
        state.cells[self.idle] += self.patience > 0

    def spend(self, state: State, seat: int, shown: int, count: int) -> None:
        """The event `dice_spent`: some dice of a face are used."""
        state.cells[self.first + shown] -= count
        if state.events is not None:
            state.events.append((self.spent, seat, shown, count))

    def use(self, state: State, seat: int, count: int, order: tuple[int, ...]) -> None:
        """Use some dice, of the first of these faces first."""
        for shown in order:
            some = min(count, state.cells[self.first + shown])
            if some:
                self.spend(state, seat, shown, some)
                count -= some

    def claimed(self, state: State, seat: int, route: int) -> None:
        self.progress(state)

    def progress(self, state: State) -> None:
        """The event `progress`: something was built or a ticket kept."""
        state.cells[self.idle] = 0
        if state.events is not None:
            state.events.append((self.gained,))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.rolled:
            self.lie(state, event[1], list(event[2:6]), event[6])
        elif event[0] == self.gained:
            self.progress(state)
        else:
            self.spend(state, event[1], event[2], event[3])

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json] | None:
        """All dice once more, which stands for some of them too."""
        whole = code != self.roll_code and sum(self.again[code - self.codes]) == DICE
        return ("reroll_all", {}) if whole else None

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question != TURN_QUESTION:
            return None
        if not self.is_rolled(state):
            return Reason("roll_first" if self.is_patient(state) else "no_patience", {})
        if code == self.roll_code:
            return Reason("rolled_already", {})
        return Reason("rolled_already" if state.cells[self.rolls] > 1 else "dice_short", {})

    def audit(self, state: State) -> None:
        cells = state.cells
        faces = cells[self.first : self.first + len(FACES)]
        if min(faces) < 0 or sum(faces) > DICE:
            raise PositionError("dice: there are five, and each shows one face")
        if not 0 <= cells[self.when] <= cells[TURNS_CELL] or not 0 <= cells[self.rolls] <= 2:
            raise PositionError("rolls: impossible")
        if not 0 <= cells[self.idle] <= max(0, self.patience):
            raise PositionError("idle: impossible")
        if (cells[self.rolls] == 0) != (cells[self.when] == 0):
            raise PositionError("rolls: dice that were never rolled show nothing")
        asked = state.stack[-1][0] if state.stack else -1
        if self.is_rolled(state) and asked == TURN_QUESTION and sum(faces) != DICE:
            raise PositionError("dice: all five lie there until some are used")


def _reroll(some: Roll) -> tuple[str, str, dict[str, object]]:
    """`reroll single*2 station*1`, and the same as an object."""
    dice = {name: n for name, n in zip(FACES, some, strict=True) if n}
    return face("reroll", " ".join(f"{name}*{n}" for name, n in dice.items()), dice=dice)
