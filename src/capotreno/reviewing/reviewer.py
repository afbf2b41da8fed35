"""One seat's game, moment by moment: its values, its decisions, and what is booked to whom."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from capotreno.bots.levels.planner import Planner
from capotreno.bots.registry import make
from capotreno.engine.game import Game
from capotreno.engine.layout import PAYMENT, Question
from capotreno.engine.record.log import Log
from capotreno.engine.state import NOBODY
from capotreno.reviewing.hindsight import reason, verdict
from capotreno.reviewing.judge import Ends, Judge, margin
from capotreno.reviewing.moments import SeatMoment
from capotreno.reviewing.scale import Scale
from capotreno.reviewing.shape import (
    CHANCE,
    CLOSE,
    DEAL,
    DECISION,
    END,
    MISTAKE,
    OTHERS,
    RIGHT,
    Answer,
    CurveStep,
    Decided,
    SeatReview,
    Value,
    Worth,
    worth,
)
from capotreno.reviewing.weigh import (
    Tried,
    difference,
    halved,
    seeds,
    significance,
    taken,
    tries,
    value,
)

SHOWN = 3  # of the other answers
SURE, SURE_ALONE = 3.0, 4.0  # standard errors by which it must be better; with one witness
DOUBT = 0.5  # by which it must be better to be looked at again, in as many games as a decision has
DEAR = Worth(0.02, 1.5)  # a mistake costs at least one of these
DEAREST = 3
LOOK = 4  # a look at the table costs this part of a decision's games


@dataclass
class Reviewer:
    """Walks through a game in one seat's chair and keeps the curve."""

    game: Game
    log: Log
    judge: Judge
    budget: int
    seed: int
    seat: int
    steps: list[CurveStep] = field(default_factory=list)
    decisions: list[Decided] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fair = worth(1 / self.game.players, 0.0)
        self.at = self.fair
        planner = make("planner", self.game, self.seed)
        assert isinstance(planner, Planner)
        self.planner = planner
        self.scale = Scale(self.game)

    def look(self, moment: SeatMoment) -> None:
        """Weigh a moment and book what has changed since the last one."""
        if moment.code is not None and len(moment.codes) > 1:
            self._decide(moment, moment.code)
        elif moment.chance or moment.actor not in (self.seat, NOBODY):
            row = seeds(self.seed, self.seat, moment.gesture, moment.part, LOOK)
            games = taken(row, max(2, self.budget // LOOK))
            self._arrive(moment, self._value(self.judge.ends(moment.view, (None,), games)[0]))

    def _arrive(self, moment: SeatMoment, seen: Value) -> None:
        """From the last value to this one: by the deal, by chance, by what others did."""
        if not self.steps:
            kind, seat = DEAL, NOBODY
        elif moment.actor == self.seat:
            kind, seat = CHANCE, self.seat
        else:
            kind, seat = OTHERS, moment.actor
        last = moment.gesture if moment.code is None or moment.part else moment.gesture - 1
        self._step(kind, last, moment.turn, seat, seen)

    def _step(self, kind: str, gesture: int, turn: int, seat: int, after: Value) -> None:
        self.steps.append(CurveStep(kind, gesture, turn, seat, after.worth - self.at, after))
        self.at = after.worth

    def _decide(self, moment: SeatMoment, played: int) -> None:
        """Weigh an answer against the others, and book it."""
        row = seeds(self.seed, self.seat, moment.gesture, moment.part)
        advice = self.planner.advise(moment.view)
        kept = (played,) if advice.code == played else (played, advice.code)
        first, others = halved(self.judge, moment.view, moment.codes, kept, self.budget, row)
        unforced, mine, *advised = first
        self._arrive(moment, self._value(unforced.ends))
        rest = sorted([*advised, *others], key=lambda one: -one.gain(mine))
        suspects = [(one, SURE) for one in advised]
        if self.form(moment) == PAYMENT:
            suspects += [(one, SURE_ALONE) for one in rest[:1]]
        better = None
        for one, sure in suspects:
            mine, better = self._weighed(moment, mine, one, sure, row)
            if better is not None:
                rest = [better, *(other for other in rest if other.code != better.code)]
                break
        right = all(one.gain(mine) <= 0 for one in rest)
        told = MISTAKE if better is not None else RIGHT if right else CLOSE
        instead = tuple(self._answer(one, mine) for one in rest[:SHOWN])
        decided = Decided(
            moment.gesture,
            moment.part,
            moment.turn,
            self.asked(moment),
            len(moment.codes),
            self._value(unforced.ends),
            self._answer(mine, mine),
            instead,
            told,
            instead[0].difference.worth if told == MISTAKE else Worth(),
        )
        if told == MISTAKE:
            decided = reason(self.game, self.log, self.seat, advice, decided)
        self.decisions.append(decided)
        self._step(DECISION, moment.gesture, moment.turn, self.seat, decided.played.value)

    def _weighed(
        self, moment: SeatMoment, mine: Tried, other: Tried, sure: float, row: Iterator[int]
    ) -> tuple[Tried, Tried | None]:
        """The other answer if it is better beyond doubt; in doubt the two meet once more."""
        if mistaken(mine, other, sure):
            return mine, other
        if mistaken(mine, other, DOUBT):
            games = taken(row, self.budget)
            both = (mine.code, other.code)
            mine_again, again = tries(self.judge, moment.view, both, games, last=True)
            if mistaken(mine_again, again, sure):
                return mine_again, again
        return mine, None

    def asked(self, moment: SeatMoment) -> str:
        """The name of the question."""
        return self._question(moment).name

    def form(self, moment: SeatMoment) -> str:
        """How it is answered."""
        return self._question(moment).form

    def _question(self, moment: SeatMoment) -> Question:
        return self.game.layout.questions[moment.view.asked[0]]

    def _answer(self, tried: Tried, mine: Tried) -> Answer:
        assert tried.code is not None
        own, other = self._value(tried.ends), self._value(mine.ends)
        less = own.worth - other.worth
        apart = Value(less.win, own.win_error, less.margin, own.margin_error)
        both = tried.beside(mine)
        if both is not None:  # and not dropped early, in other worlds
            less = self._value(both[0]).worth - self._value(both[1]).worth
            paired = difference(*both)
            apart = Value(less.win, paired.win_error, less.margin, paired.margin_error)
        n = len(tried.ends.wins)
        return Answer(tried.code, self.game.action(tried.code).text, own, apart, n)

    def _value(self, ends: Ends) -> Value:
        return self.scale.told(value(ends))

    def finished(self) -> SeatReview:
        """The whole, with the sums and what a person would say of it."""
        result = _result(self.log, self.seat)
        turn = self.steps[-1].turn if self.steps else 0
        end = Value(result.win, 0.0, result.margin, 0.0)
        self._step(END, len(self.log.gestures) - 1, turn, NOBODY, end)
        mistakes = [n for n, one in enumerate(self.decisions) if one.verdict == MISTAKE]
        mistakes.sort(key=lambda n: (-self.decisions[n].cost.dearness, n))
        return verdict(
            SeatReview(
                self.seat,
                self.fair,
                result,
                self._sum(DECISION),
                self._sum(DEAL, CHANCE),
                self._sum(OTHERS, END),
                self._doubt(),
                tuple(self.steps),
                tuple(self.decisions),
                tuple(mistakes[:DEAREST]),
            )
        )

    def _doubt(self) -> Worth:
        """How unsure luck and the others' part are: by the values between one and the other.

        Before and after a decision the same worlds are played on, so what is off there is off in
        both and counts once.
        """
        seen = [step for step in self.steps if step.kind != DECISION]
        lucky = [step.kind in (DEAL, CHANCE) for step in seen]
        turns = [
            one.after
            for one, *both in zip(seen, lucky, lucky[1:], strict=False)
            if both[0] != both[1]
        ]
        win = math.sqrt(sum(value.win_error**2 for value in turns))
        return worth(win, math.sqrt(sum(value.margin_error**2 for value in turns)))

    def _sum(self, *kinds: str) -> Worth:
        return sum((step.worth for step in self.steps if step.kind in kinds), Worth())


def mistaken(mine: Tried, other: Tried, sure: float) -> bool:
    """Whether another answer is better by so many standard errors, and by enough to matter.

    There are two witnesses to a mistake: the planner would have done something else, and played on
    from there that is better. Which it is was settled before any game, so nothing was picked. A
    payment changes no plan: there the games are witness enough, but must be surer.
    """
    both = other.beside(mine)
    if both is None:
        return False
    gain = difference(*both)
    dear = gain.win >= DEAR.win or gain.margin >= DEAR.margin
    return dear and significance(*both) >= sure


def totals(log: Log) -> list[int]:
    """The points at the end."""
    assert log.result is not None
    sheets = log.result["sheets"]
    assert isinstance(sheets, list)
    return [sheet["total"] for sheet in sheets]


def _result(log: Log, seat: int) -> Worth:
    assert log.result is not None
    winners = log.result["winners"]
    assert isinstance(winners, list)
    return worth((seat in winners) / len(winners), margin(totals(log), seat))
