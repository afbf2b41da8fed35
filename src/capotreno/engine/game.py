"""A game: a ruleset bound to a number of players. It starts, lists, applies, shows and scores."""

from hashlib import blake2b
from typing import Final

from capotreno.board.graph import Graph
from capotreno.engine import view
from capotreno.engine.actions import Action, Actions, Json, canonical, face
from capotreno.engine.chance import Tape, seeded
from capotreno.engine.errors import (
    CapotrenoError,
    NotLegal,
    NotYourDecision,
    PositionError,
    Reason,
    RulesetError,
)
from capotreno.engine.layout import MANY, OTHER, Layout, SeatNumber
from capotreno.engine.layout import TURN as TURN_FORM
from capotreno.engine.outcome import Outcome, Sheet, deciding, ranks
from capotreno.engine.part import Ending, Part, Payer, ScoreLine
from capotreno.engine.record import position
from capotreno.engine.ruleset import Ruleset
from capotreno.engine.state import (
    ANSWERED,
    NOBODY,
    OVER_CELL,
    PASSES_CELL,
    TURN,
    TURN_QUESTION,
    TURNS_CELL,
    WHO_CELL,
    Decision,
    Event,
    State,
    View,
)
from capotreno.words import say

PASS: Final = 0  # the engine's own code: nothing is possible
ALL_PASSED: Final = "all_passed"


class Game:
    """A ruleset at a table of `players` seats. Immutable; every state is handed in.

    It speaks ints, the codes of its action space: `action` and `code` translate to words and back.
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        low, high = ruleset.board.players
        if isinstance(players, bool) or not isinstance(players, int):
            raise RulesetError(f"players is a whole number, not {players!r:.40}")
        if not low <= players <= high:
            raise RulesetError(f"{ruleset.name} is for {low} to {high} players, not for {players}")
        self.ruleset = ruleset
        self.name = ruleset.name
        self.board = ruleset.board
        self.players = players
        # Which states are its own: those of any game of this name, version, table and options.
        options = f", {canonical(ruleset.options)}" if ruleset.options else ""
        self.id = f"{ruleset.name} (version {ruleset.version}) with {players} players{options}"
        self.graph = Graph(ruleset.board)
        self.parts: tuple[Part, ...] = (*ruleset.parts, ruleset.ending)
        self.ending: Ending = ruleset.ending
        self.layout = Layout(ruleset.board, players, self.parts)
        self._reserve()
        for part in self.parts:
            if part.bound:
                raise RulesetError(f"{self.name}: a ruleset serves one game; declare it anew")
            part.bound = True
            part.bind(self.layout)
        self.actions = Actions(self.layout.faces)
        self.num_actions = len(self.actions.all)  # codes are 0 to num_actions - 1
        self.owners = self.layout.owners
        self._askers = [question.part or self.ending for question in self.layout.questions]
        self._together = [question.together for question in self.layout.questions]
        self._scorers = [p for p in self.parts if p.labels]
        self._turners = [p for p in self.parts if type(p).options is not Part.options]
        self._blank = [0] * self.layout.size
        self._blank[WHO_CELL] = -1
        for part in self.parts:
            part.lay(self._blank)
        self.facts: Json = {name: fact for p in self.parts for name, fact in p.facts().items()}
        self._starters = [p for p in self.parts if type(p).start is not Part.start]
        self._check()

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __eq__(self, other: object) -> bool:
        """Games of the same name, version, players and options are one game."""
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def _reserve(self) -> None:
        """The engine's own names, cells, question, events and code, before those of the parts."""
        layout = self.layout
        layout.name("reason", ("running", ALL_PASSED, *self.ending.reasons))
        layout.cells("over", most=len(layout.words["reason"]) - 1)
        layout.cells("turn_of", codec=SeatNumber())
        layout.cells("passes", most=self.players)
        layout.cells("turns", most=MANY)
        layout.question(None, "turn", form=TURN_FORM)
        layout.event(None, "asked", "question", "seat", "subject", quiet=True)
        layout.event(None, "answered", "question", "seat", "subject", quiet=True)
        layout.event(None, "turn", "seat", "passes", quiet=True)
        layout.event(None, "over", "reason")
        layout.actions(None, [face("pass", "")], group=OTHER)

    def _check(self) -> None:
        """Building a ruleset checks it."""
        layout = self.layout
        payers = sum(isinstance(part, Payer) for part in self.parts)
        if payers != 1:
            raise RulesetError(f"{self.name} has {payers} payers, but a game has exactly one")
        labels = [label for part in self.parts for label in part.labels]
        if len(set(labels)) != len(labels):
            raise RulesetError(f"{self.name} has two score lines of one name: {labels}")
        measures = [name for part in self.parts for name in part.measures]
        for measure in self.ruleset.ranking:
            if measure not in measures:
                raise RulesetError(f"{self.name} ranks by '{measure}', which no part counts")
        for key in layout.reasons:
            if key not in self.ruleset.laws:
                raise RulesetError(f"{self.name} cites no rule for the refusal '{key}'")
        for key in self.ruleset.laws:
            if key not in layout.reasons:
                raise RulesetError(f"{self.name} cites a rule for '{key}', which no part refuses")
        layout.check_spoken()
        if len({text for _, text, _ in layout.faces}) != len(layout.faces):
            raise RulesetError(f"{self.name} has two actions with the same words")

    # -- play -------------------------------------------------------------------------------

    def start(
        self, seed: int, tape: Tape | None = None, events: list[Event] | None = None
    ) -> State:
        """A new game. The same seed gives the same chance, always and everywhere."""
        state = State(self._blank[:], [], seeded(seed), self.id)
        state.tape = tape
        state.events = events
        for part in self._starters:
            part.start(state)
        if not state.stack:
            self._next_turn(state, False)
        return state

    def actor(self, state: State) -> int | None:
        """The seat that is asked next, or None when the game is over."""
        try:
            if state.game != self.id:
                self.check_state(state)
        except AttributeError:  # no state at all; to ask for its kind would cost every call
            self.check_state(state)
        stack = state.stack
        return stack[-1][1] if stack else None

    def actors(self, state: State) -> tuple[int, ...]:
        """Every seat that may answer now: several during a simultaneous choice."""
        return tuple(sorted({seat for _, seat, _ in self._open(state)}))

    def legal(self, state: State) -> tuple[int, ...]:
        """The codes of everything the asked seat can do, sorted; empty when the game is over.

        On a View: what the view's own seat can do, empty when it is not asked.
        """
        try:
            if state.game != self.id:
                self.check_state(state)
        except AttributeError:  # no state at all; to ask for its kind would cost every call
            self.check_state(state)
        menu = state.menu
        if menu is None:
            if not state.stack:
                return ()
            question, seat, subject = state.stack[-1]
            if question == TURN_QUESTION:
                menu = self._turn_menu(state, seat)
            else:
                menu = self._askers[question].legal(state, seat, question, subject)
            state.menu = menu
        return menu

    def legal_for(self, state: State, seat: int) -> tuple[int, ...]:
        """What one seat can do now, also in a simultaneous choice; empty if it is not asked."""
        self.check_state(state)
        self.check_seat(seat)
        if isinstance(state, View) and seat not in (state.seat, NOBODY):
            raise CapotrenoError("a view knows what its own seat can do, and no other")
        decision = self.decision(state, seat)
        return () if decision is None else self._menu(state, decision)

    def apply(self, state: State, code: int, seat: int = NOBODY) -> None:
        """Do it; the state changes. Whatever is refused changes nothing.

        `seat` is needed only in a simultaneous choice, by a seat that is not the next one.
        """
        try:
            if state.game != self.id:
                self.check_state(state)
        except AttributeError:  # no state at all; to ask for its kind would cost every call
            self.check_state(state)
        if state.seed < 0:
            raise CapotrenoError("a view cannot be played on; resample it first")
        stack = state.stack
        if seat < 0 or (stack and stack[-1][1] == seat):
            menu = state.menu
            if code not in (self.legal(state) if menu is None else menu):
                raise self.refusal(state, code)
            question, asked, subject = stack[-1]
        else:
            found = self.decision(state, seat)
            if found is None or code not in self._menu(state, found):
                raise self.refusal(state, code, seat)
            question, asked, subject = found
        owner = self.owners[code]
        state.menu = None
        if not self._together[question]:
            stack.pop()
            if state.events is not None:
                state.events.append((ANSWERED, question, asked, subject))
        if owner is not None:
            owner.apply(state, asked, code, question, subject)
        if not stack:
            self._next_turn(state, owner is None)

    def _turn_menu(self, state: State, seat: int) -> tuple[int, ...]:
        """What the parts offer for a turn; a seat with nothing to do passes (R-02)."""
        menu: tuple[int, ...] = ()
        for part in self._turners:
            menu += part.options(state, seat)
        return menu or (PASS,)

    def _menu(self, state: State, decision: Decision) -> tuple[int, ...]:
        question, seat, subject = decision
        if question == TURN_QUESTION:
            return self._turn_menu(state, seat)
        return self._askers[question].legal(state, seat, question, subject)

    def _open(self, state: State) -> list[Decision]:
        """The decisions that may be answered now: the top one and those made together with it."""
        self.check_state(state)
        if not state.stack:
            return []
        top = state.stack[-1][0]
        if not self._together[top]:
            return state.stack[-1:]
        return [decision for decision in state.stack if decision[0] == top]

    def decision(self, state: State, seat: int) -> Decision | None:
        """The decision a seat may answer now."""
        for decision in self._open(state):
            if decision[1] == seat:
                return decision
        return None

    def _next_turn(self, state: State, passed: bool) -> None:
        """A turn (or the opening) is over: the end, or the next seat's turn."""
        cells = state.cells
        seat = cells[WHO_CELL] + 1
        passes = 0
        if seat and not cells[OVER_CELL]:
            reason = self.ending.turn_over(state, seat - 1)
            if passed:
                passes = cells[PASSES_CELL] + 1
                if passes == self.players and not reason:
                    reason = ALL_PASSED
            if reason:
                state.finish(self.layout.words["reason"].index(reason))
        if cells[OVER_CELL]:
            for part in self.parts:
                part.ended(state)
            return
        self.begin_turn(state, 0 if seat == self.players else seat, passes)

    def begin_turn(self, state: State, seat: int, passes: int) -> None:
        """The event `turn`: it is a seat's turn."""
        cells = state.cells
        cells[WHO_CELL] = seat
        cells[PASSES_CELL] = passes
        cells[TURNS_CELL] += 1
        state.stack.append((TURN_QUESTION, seat, 0))
        if state.events is not None:
            state.events.append((TURN, seat, passes))

    # -- refusals ---------------------------------------------------------------------------

    def refusal(self, state: State, code: int, seat: int = NOBODY) -> CapotrenoError:
        """Why a code is refused: not an action, not your decision, not legal with a reason."""
        action = self.actions.action(code)
        if not state.stack:
            return NotYourDecision("the game is over")
        if seat >= 0 and self.decision(state, seat) is None:
            return NotYourDecision(f"seat {seat} is not asked now; seat {self.actor(state)} is")
        reason = self.why_not(state, code, state.stack[-1][1] if seat < 0 else seat)
        rule = f" [{reason.rule}]" if reason.rule else ""
        return NotLegal(f"{action.text}: {say('en', reason.key, reason.values)}{rule}", reason)

    def check_state(self, state: object) -> None:
        """Refuse what is no state of this game: another game's cells mean other things."""
        if not isinstance(state, State):
            raise CapotrenoError(f"{state!r:.60} is no state of a game")
        if state.game != self.id:
            raise CapotrenoError(f"this is a state of {state.game}, not of {self.id}")

    def check_view(self, seen: object) -> None:
        """Refuse what is no view of this game."""
        self.check_state(seen)
        if not isinstance(seen, View):
            raise CapotrenoError("this is a whole state; a seat's view of it is needed")

    def check_seat(self, seat: object) -> None:
        """Refuse what is neither a seat of this game nor NOBODY."""
        if type(seat) is not int or not NOBODY <= seat < self.players:
            raise CapotrenoError(f"there is no seat {seat!r:.40}; they are 0 to {self.players - 1}")

    def why_not(self, state: State, code: int, seat: int) -> Reason:
        """The reason a code is not possible for a seat now, with its rule's number."""
        self.check_state(state)
        self.check_seat(seat)
        owner = self.owners[self.actions.action(code).code]
        decision = self.decision(state, seat)
        reason: Reason | None = None
        if owner is not None and decision is not None:
            reason = owner.why_not(state, seat, code, decision[0])
            if reason is None:
                asked = self.layout.questions[decision[0]].name
                reason = Reason("not_asked", {"question": asked})
        if reason is None:
            reason = Reason("not_now", {})
        reason.rule = self.ruleset.laws.get(reason.key, "")
        return reason

    # -- looking ----------------------------------------------------------------------------

    def view(self, state: State, seat: int) -> View:
        """What a seat may know; NOBODY (-1) is a spectator."""
        return view.view(self, state, seat)

    def resample(self, seen: View, seed: int) -> State:
        """A whole state that looks to the view's seat exactly as the true one does."""
        return view.resample(self, seen, seed)

    def redact(self, event: Event, seat: int) -> Event | None:
        """The event as a seat may see it; None if it may not see it at all."""
        return view.redact(self, event, seat)

    def fold(self, seen: View, event: Event) -> None:
        """Bring a view up to date with one event redacted for its seat."""
        view.fold(self, seen, event)

    def encode(self, seen: State) -> list[int]:
        """A view as numbers of fixed length: its cells, then question, seat and subject asked."""
        self.check_state(seen)
        top = seen.stack[-1] if seen.stack else (-1, -1, -1)
        return [*seen.cells, *top]

    def action(self, code: int) -> Action:
        return self.actions.action(code)

    def code(self, action: object) -> int:
        return self.actions.code(action)

    def position(self, state: State) -> Json:
        """A state (or a view, with null for what is hidden) as JSON."""
        self.check_state(state)
        return position.write(self, state)

    def from_position(self, data: object) -> State:
        """The state a position describes, checked against every law of the game."""
        return position.read(self, data)

    def audit(self, state: State) -> None:
        """Raise PositionError if the state breaks a law: things lost, found, or in two places."""
        self.check_state(state)
        if isinstance(state, View):
            raise CapotrenoError("a view cannot be audited: it does not know enough")
        who = state.cells[WHO_CELL]
        for decision in state.stack:
            question, seat, subject = decision
            if who >= 0 and seat != who:
                raise PositionError("asked: in a turn only the seat whose turn it is")
            if question == TURN_QUESTION and (len(state.stack) > 1 or who < 0 or subject):
                raise PositionError("asked: a turn is asked alone")
        if not 0 <= state.cells[PASSES_CELL] < max(1, self.players):
            raise PositionError("passes: impossible")
        for part in self.parts:
            part.audit(state)

    def digest(self, state: State) -> str:
        """Sixteen hex digits that depend on the values of a state alone.

        BLAKE2b-64 over decimal text: cells, then the stack's numbers from the bottom, then the
        chance counter; numbers joined by commas, the three groups by semicolons.
        """
        self.check_state(state)
        groups = (
            ",".join(map(str, state.cells)),
            ",".join(f"{q},{seat},{subject}" for q, seat, subject in state.stack),
            str(state.seed),
        )
        return blake2b(";".join(groups).encode(), digest_size=8).hexdigest()

    # -- scoring ----------------------------------------------------------------------------

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """The score sheets as they stand; during a game they reveal hidden tickets."""
        self.check_state(state)
        if state.seed < 0 and not state.cells[OVER_CELL]:
            raise CapotrenoError("a view cannot be scored before the end: it does not know enough")
        lines: list[list[ScoreLine]] = [[] for _ in range(self.players)]
        for part in self._scorers:
            for seat, own in enumerate(part.score(state)):
                lines[seat] += own
        sheets = []
        for seat, own in enumerate(lines):
            sheets.append(Sheet(seat, tuple(own), sum([line.points for line in own])))
        return tuple(sheets)

    def outcome(self, state: State) -> Outcome:
        """The final sheets, the ranking and the reason of the end."""
        self.check_state(state)
        reason = state.cells[OVER_CELL]
        if not reason:
            raise CapotrenoError("the game is not over yet")
        sheets = self.sheets(state)
        keys: list[tuple[int, ...]] = [(sheet.total,) for sheet in sheets]
        tie_break = ""
        if len(set(keys)) < self.players:
            keys = [(sheet.total, *self._measures(state, sheet.seat)) for sheet in sheets]
            tie_break = deciding(keys, self.ruleset.ranking)
        places = ranks(keys)
        return Outcome(
            sheets,
            places,
            tuple(seat for seat, rank in enumerate(places) if rank == 1),
            self.layout.words["reason"][reason],
            tie_break,
        )

    def _measures(self, state: State, seat: int) -> tuple[int, ...]:
        return tuple(
            part.measure(state, seat, name)
            for name in self.ruleset.ranking
            for part in self.parts
            if name in part.measures
        )
