"""Tokens: two dice that are not used buy one, and each is a space of a route of its kind."""

from typing import Final

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import ENOUGH, NO, OTHER, UNTIL_DONE, YES, Layout
from capotreno.engine.state import TURN_QUESTION, Event, State
from capotreno.rules.dice.dice import DOUBLE, LOCOMOTIVE, SINGLE, STATION, Dice
from capotreno.rules.seams import DiceListener

KINDS: Final = ("single", "double")
MOST: Final = 3  # of a kind in one seat's hands
BOX: Final = 15  # of a kind in all
PRICE: Final = 2  # dice
# Which dice go first where any will do: those that are good for nothing else.
ORDER: Final = ((STATION, DOUBLE, SINGLE, LOCOMOTIVE), (STATION, SINGLE, DOUBLE, LOCOMOTIVE))


class Tokens(DiceListener):
    """After its action, or without one, a seat buys tokens with the dice it has left.

    Who begins a turn with three of a kind buys none of that kind in it. At the end of the turn
    tokens may be thrown away; the seat is asked only where it could buy one or holds three of a
    kind, for otherwise there is nothing to gain by it. Who throws one away may throw away all.
    """

    def bind(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.players = layout.players
        self.scarce = layout.players * MOST > BOX  # whether the box can run out at all
        layout.name("token", KINDS)
        self.first = layout.cells("tokens", "seat", "token", most=MOST)
        self.full = layout.cells("full", "token", most=1)  # this turn began with three of a kind
        self.question = layout.question(self, "tokens", form=UNTIL_DONE, of="token")
        self.took = layout.event(self, "token_taken", "seat", "token")
        self.paid_out = layout.event(self, "token_spent", "seat", "token", "count")
        self.dropped = layout.event(self, "token_dropped", "seat", "token")
        self.only = layout.actions(self, [face("no_action", "")], group=OTHER)
        self.take = layout.actions(
            self, [face("token", kind, token=kind) for kind in KINDS], group="token", spot=YES
        )
        self.drop = layout.actions(
            self, [face("drop", kind, token=kind) for kind in KINDS], group="token", spot=NO
        )
        self.done = layout.actions(self, [face("done", "")], group="token", spot=ENOUGH)
        layout.reason("token_limit", "tokens_out", "dice_left", "no_token")

    def facts(self) -> Json:
        return {"token_price": PRICE, "token_limit": MOST}

    def first_roll(self, state: State, seat: int) -> None:
        """What a seat begins its turn with decides what it may buy in it."""
        for kind in range(len(KINDS)):
            held = state.cells[self.first + seat * len(KINDS) + kind]
            state.cells[self.full + kind] = int(held == MOST)

    # -- looking --------------------------------------------------------------------------------

    def held(self, state: State, seat: int, kind: int) -> int:
        return state.cells[self.first + seat * len(KINDS) + kind]

    def most(self, state: State, seat: int, kind: int) -> int:
        """How many tokens of a kind a seat can have: three, if so many lie in the box (R-100)."""
        if not self.scarce:
            return MOST
        others = [self.held(state, other, kind) for other in range(self.players) if other != seat]
        return min(MOST, BOX - sum(others))

    def was_full(self, state: State, kind: int) -> bool:
        """Whether the turn began with so many tokens of a kind that none may be bought in it."""
        return bool(state.cells[self.full + kind])

    def buyable(self, state: State, seat: int, kind: int) -> bool:
        """Whether a seat may buy a token of a kind, were there dice for it."""
        held = self.held(state, seat, kind)
        return not state.cells[self.full + kind] and held < self.most(state, seat, kind)

    # -- the turn -------------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return (self.only,) if self.dice.is_rolled(state) else ()

    def claimed(self, state: State, seat: int, route: int) -> None:
        self.offer(state, seat)

    def offer(self, state: State, seat: int) -> None:
        """The action is over: ask about tokens, if there is anything to ask (R-79)."""
        if self.matters(state, seat):
            state.ask(self.question, seat, 0)

    def matters(self, state: State, seat: int) -> bool:
        """Whether a seat can buy a token, or make room for one by throwing another away."""
        enough = self.dice.left(state) >= PRICE
        for kind in range(len(KINDS)):
            buying = enough and self.buyable(state, seat, kind)
            if buying or self.held(state, seat, kind) == MOST:
                return True
        return False

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        kinds = range(len(KINDS))
        enough = self.dice.left(state) >= PRICE
        taking = [self.take + kind for kind in kinds if enough and self.buyable(state, seat, kind)]
        dropping = [self.drop + kind for kind in kinds if self.held(state, seat, kind)]
        return (*taking, *dropping, self.done)

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code == self.done:
            return
        if code >= self.drop:
            self.discard(state, seat, code - self.drop)
            if any(self.held(state, seat, kind) for kind in range(len(KINDS))):
                state.ask(self.question, seat, 0)
                return
        elif code != self.only:
            self.buy(state, seat, code - self.take)
        self.offer(state, seat)

    def buy(self, state: State, seat: int, kind: int) -> None:
        """Two dice become a token."""
        self.dice.use(state, seat, PRICE, ORDER[kind])
        self.gain(state, seat, kind)

    def gain(self, state: State, seat: int, kind: int) -> None:
        """The event `token_taken`."""
        state.cells[self.first + seat * len(KINDS) + kind] += 1
        if state.events is not None:
            state.events.append((self.took, seat, kind))

    def spend(self, state: State, seat: int, kind: int, count: int) -> None:
        """The event `token_spent`: tokens pay for spaces."""
        state.cells[self.first + seat * len(KINDS) + kind] -= count
        if state.events is not None:
            state.events.append((self.paid_out, seat, kind, count))

    def discard(self, state: State, seat: int, kind: int) -> None:
        """The event `token_dropped`: one is thrown away."""
        state.cells[self.first + seat * len(KINDS) + kind] -= 1
        if state.events is not None:
            state.events.append((self.dropped, seat, kind))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.took:
            self.gain(state, event[1], event[2])
        elif event[0] == self.paid_out:
            self.spend(state, event[1], event[2], event[3])
        else:
            self.discard(state, event[1], event[2])

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question == TURN_QUESTION:
            return Reason("roll_first", {}) if code == self.only else None
        if question != self.question or code in (self.only, self.done):
            return None
        if code >= self.drop:
            return Reason("no_token", {})
        kind = code - self.take
        if not self.buyable(state, seat, kind):
            full = state.cells[self.full + kind] or self.held(state, seat, kind) == MOST
            return Reason("token_limit", {"most": MOST}) if full else Reason("tokens_out", {})
        return Reason("dice_left", {"price": PRICE, "left": self.dice.left(state)})

    def audit(self, state: State) -> None:
        kinds = range(len(KINDS))
        for seat in range(self.players):
            for kind in kinds:
                if not 0 <= self.held(state, seat, kind) <= MOST:
                    raise PositionError("tokens: none to three of a kind")
        for kind in kinds:
            if sum([self.held(state, seat, kind) for seat in range(self.players)]) > BOX:
                raise PositionError("tokens: the box has fifteen of a kind")
        if not all(state.cells[self.full + kind] in (0, 1) for kind in kinds):
            raise PositionError("full: 0 or 1")
        for question, seat, subject in state.stack:
            if question == TURN_QUESTION and self.dice.is_rolled(state):
                full = [int(self.held(state, seat, kind) == MOST) for kind in kinds]
                if full != state.cells[self.full : self.full + len(KINDS)]:
                    raise PositionError("full: a kind is full if the turn began with three of it")
            if question == self.question and (
                subject
                or not self.dice.is_rolled(state)
                or self.legal(state, seat, question, subject) == (self.done,)
            ):
                raise PositionError("asked: there is nothing to ask about tokens")
