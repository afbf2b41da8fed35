"""Puzzles: moments of a game in which the better answer is beyond doubt, to be found again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from capotreno.bots.registry import make
from capotreno.engine.actions import Json
from capotreno.engine.chance import MASK, scramble
from capotreno.engine.errors import CapotrenoError, LogError
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.engine.state import View
from capotreno.match import Match
from capotreno.reviewing.judge import Judge
from capotreno.reviewing.moments import moments
from capotreno.reviewing.review import review
from capotreno.reviewing.scale import Scale
from capotreno.reviewing.shape import MISTAKE, Answer, Decided, Review, Value
from capotreno.reviewing.weigh import seeds, taken, value

FORMAT = "capotreno-puzzle/1"
ERRING = ("path", "greedy")  # who plays the games that puzzles are made from: they err as people do
ANSWERS = 4  # to choose from
ENOUGH = 20  # games, or nobody can say what an answer is worth
AS_GOOD = 0.01  # victories, by which a right answer may be worth less than the best
TRIED = 3  # mistakes of a game that are weighed again
OPEN = 0.05  # a chance to win that is left, at least, and one to lose
GAMES = 50  # played in search of a puzzle before giving up


@dataclass(frozen=True)
class Puzzle:
    """A moment of a finished game, and what was found about the answers.

    It holds the whole log, so it is for who may see that; others are shown `view` alone.
    """

    log: logs.Log
    seat: int
    decided: Decided

    @property
    def best(self) -> Answer:
        return self.decided.instead[0]

    def view(self, game: Game) -> View:
        """What the seat saw."""
        at = (self.decided.gesture, self.decided.part)
        for moment in moments(game, self.log, self.seat):
            if moment.code is not None and (moment.gesture, moment.part) == at:
                return moment.view
        raise CapotrenoError("the log of this puzzle does not hold its moment")

    def answers(self) -> tuple[Answer, ...]:
        """What one may choose from, in the order of their codes, which tells nothing.

        What was dropped early is not known well enough.
        """
        better, *others = self.decided.instead
        known = [one for one in others if one.samples >= ENOUGH][: ANSWERS - 2]
        return tuple(sorted((self.decided.played, better, *known), key=lambda one: one.code))

    def right(self, code: int) -> bool:
        """Whether an answer is the best one, or as good as it."""
        best = self.best.value.worth.dearness
        found = next(one for one in self.answers() if one.code == code)
        return best - found.value.worth.dearness <= AS_GOOD

    @property
    def clear(self) -> bool:
        """Whether what was played is worse than the best, and no answer is better."""
        best = self.best.value.worth.dearness
        return not self.right(self.decided.played.code) and all(
            one.value.worth.dearness <= best for one in self.answers()
        )

    @property
    def open(self) -> bool:
        """Whether the game is neither won nor lost by whatever is answered."""
        return OPEN <= self.best.value.win <= 1 - OPEN

    def json(self) -> Json:
        """Plain data, for `from_json`."""
        return {
            "format": FORMAT,
            "log": self.log.write(),
            "seat": self.seat,
            "decided": msgspec.to_builtins(self.decided),
        }


def from_json(data: object) -> Puzzle:
    """The puzzle that was written; whatever is none is refused."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CapotrenoError(f"this is no puzzle: its format is not '{FORMAT}'")
    try:
        log = logs.read(str(data.get("log")))
        decided = msgspec.convert(data.get("decided"), Decided)
        return Puzzle(log, msgspec.convert(data.get("seat"), int), decided)
    except (msgspec.ValidationError, LogError) as fault:
        raise CapotrenoError(f"this is no puzzle: {fault}") from None


def puzzles(found: Review, log: logs.Log) -> list[Puzzle]:
    """The mistakes of a review as puzzles, dearest first: those with one best answer."""
    wrong = [
        Puzzle(log, own.seat, one)
        for own in found.reviews
        for one in own.decisions
        if one.verdict == MISTAKE
    ]
    clear = [puzzle for puzzle in wrong if puzzle.clear]
    return sorted(clear, key=lambda puzzle: -puzzle.decided.cost.dearness)


def weighed(puzzle: Puzzle, game: Game, budget: int, judge: Judge) -> Puzzle:
    """The puzzle with all its answers compared once more, each in as many games."""
    decided, view = puzzle.decided, puzzle.view(game)
    answers = [decided.played, *(one for one in decided.instead if one in puzzle.answers())]
    games = taken(seeds(decided.gesture, decided.part, budget), budget)
    ends = judge.ends(view, [one.code for one in answers], games)
    scale = Scale(game)
    values = [scale.told(value(own)) for own in ends]
    played, better, *others = [
        replace(one, value=own, difference=_less(own, values[0]), samples=budget)
        for one, own in zip(answers, values, strict=True)
    ]
    others.sort(key=lambda one: -one.value.worth.dearness)
    cost = better.difference.worth
    return replace(
        puzzle, decided=replace(decided, played=played, instead=(better, *others), cost=cost)
    )


def _less(one: Value, other: Value) -> Value:
    """What a value is higher than another."""
    less = one.worth - other.worth
    return Value(less.win, one.win_error, less.margin, one.margin_error)


def made(game: Game, seed: int, *, budget: int, judge: Judge) -> Puzzle:
    """A puzzle from a seed: the dearest mistake of a game between bots that err as people do."""
    return next(_made(game, seed, budget, judge))


def _made(game: Game, seed: int, budget: int, judge: Judge) -> Iterator[Puzzle]:
    at = scramble(seed & MASK)
    for _ in range(GAMES):
        at = scramble(at)
        match = Match(game, at, [f"{seat + 1}" for seat in range(game.players)])
        bots = [make(ERRING[seat % len(ERRING)], game, at + seat) for seat in range(game.players)]
        while match.actor is not None:
            match.play(bots[match.actor].choose(match.view(match.actor)))
        found = puzzles(review(match, [0], budget=budget, seed=seed, judge=judge), match.log)
        again = [weighed(puzzle, game, budget, judge) for puzzle in found[:TRIED]]
        yield from [puzzle for puzzle in again if puzzle.clear and puzzle.open][:1]
    raise CapotrenoError(f"no game of {GAMES} had a mistake that is beyond doubt and mattered")
