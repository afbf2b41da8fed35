"""What a review holds, and the same as JSON: docs/review.md names every field.

All chances and points are those of the seat that is reviewed, as it saw the table at that moment.
"""

from dataclasses import dataclass, field

import msgspec

from capotreno.bots.bot import Values
from capotreno.engine.actions import Json
from capotreno.engine.errors import CapotrenoError

FORMAT = "capotreno-review/2"

#: What happened between two values of a curve, and to which of the three sums it is booked.
DEAL, CHANCE = "deal", "chance"  # luck
DECISION = "decision"  # skill
OTHERS, END = "others", "end"  # the others: what they did, and what they had hidden

WIN_DIGITS, MARGIN_DIGITS = 4, 2
#: So many points count as much as a victory where answers are compared: early and late in a game,
#: where one answer hardly turns it, points tell who does better.
POINTS_OF_A_WIN = 150.0
MISTAKE, CLOSE, RIGHT = "mistake", "close", "right"


@dataclass(frozen=True)
class Worth:
    """A chance to win (a shared victory is shared) and a margin, or a difference of such.

    The margin is in points: the seat's own less those of the best of the others. Both are decimal
    numbers of four and two digits, so sums of them are exact on paper too.
    """

    win: float = 0.0
    margin: float = 0.0

    @property
    def dearness(self) -> float:
        """One figure of both, to say what cost more."""
        return self.win + self.margin / POINTS_OF_A_WIN

    def __add__(self, other: "Worth") -> "Worth":
        return worth(self.win + other.win, self.margin + other.margin)

    def __sub__(self, other: "Worth") -> "Worth":
        return worth(self.win - other.win, self.margin - other.margin)


def worth(win: float, margin: float) -> Worth:
    """Rounded to the digits a review has."""
    return Worth(round(win, WIN_DIGITS), round(margin, MARGIN_DIGITS))


@dataclass(frozen=True)
class Value:
    """What a seat may expect: a worth, and the standard errors of its two figures."""

    win: float
    win_error: float
    margin: float
    margin_error: float

    @property
    def worth(self) -> Worth:
        return Worth(self.win, self.margin)


@dataclass(frozen=True)
class Answer:
    """One thing a seat could do: its value, and what it is better by than what was played.

    The difference is measured in the same worlds with the same chance, so its error is smaller
    than those of the two values.
    """

    code: int
    action: str  # as a log writes it
    value: Value
    difference: Value
    samples: int


@dataclass(frozen=True)
class Decided:
    """A decision with more than one answer."""

    gesture: int  # its number in the log
    part: int  # which action of the gesture
    turn: int  # the seat's own turns are counted; 0 before the first
    question: str
    answers: int  # how many there were
    before: Value  # if the one who plays the rollouts had decided
    played: Answer
    instead: tuple[Answer, ...]  # the best of the other answers, best first
    verdict: str  # MISTAKE, CLOSE (too close to say) or RIGHT
    cost: Worth  # what the best other one is better by; nothing unless it is a mistake
    reason: str = ""  # why the better one is better: the key of a sentence, and its values
    values: Values = field(default_factory=dict)
    way: tuple[str, ...] = ()  # routes to point at, as in Advice


@dataclass(frozen=True)
class CurveStep:
    """Why the curve moved: from the value before to the value after."""

    kind: str
    gesture: int  # the last one that belongs to it
    turn: int  # of the seat's own the one that was begun last
    seat: int  # whose doing it was; NOBODY (-1) where it was nobody's
    worth: Worth
    after: Value


@dataclass(frozen=True)
class SeatReview:
    """A game as one seat played it. fair + skill + luck + others = result, exactly."""

    seat: int
    fair: Worth  # before anything was dealt
    result: Worth
    skill: Worth
    luck: Worth
    others: Worth
    doubt: Worth  # the standard error of luck and of the others' part; skill's is smaller
    steps: tuple[CurveStep, ...]
    decisions: tuple[Decided, ...]
    dearest: tuple[int, ...]  # of the decisions those that cost most, at most three
    verdict: str = ""  # the key of a sentence, and its values
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Review:
    """The review of a log, seat by seat."""

    game: str
    version: int
    players: int
    options: Json
    seats: tuple[str, ...]
    judge: str  # who played the rollouts
    budget: int
    seed: int
    totals: tuple[int, ...]
    reviews: tuple[SeatReview, ...]

    def json(self) -> Json:
        """Plain data, from which `from_json` makes the review again."""
        data: Json = msgspec.to_builtins(self)
        return {"format": FORMAT, **data}


def from_json(data: object) -> Review:
    """The review that was written; whatever is none is refused."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CapotrenoError(f"this is no review: its format is not '{FORMAT}'")
    try:
        return msgspec.convert(data, Review)
    except msgspec.ValidationError as fault:
        raise CapotrenoError(f"this is no review: {fault}") from None
