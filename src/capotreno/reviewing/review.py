"""The review of a finished game: every decision weighed, every stroke of luck told apart."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.record.log import Log
from capotreno.engine.state import NOBODY
from capotreno.match import Match, game_of
from capotreno.reviewing.judge import Judge, judge_of
from capotreno.reviewing.moments import SeatMoment, moments
from capotreno.reviewing.reviewer import Reviewer, totals
from capotreno.reviewing.shape import Review, SeatReview

BUDGET = 1000  # games for one decision
SLOW = 25  # a slow judge plays one in so many of them

#: Told after every moment that was weighed: how many are done, and of how many.
Progress = Callable[[int, int], None]


def review(
    match: Match | Log,
    seats: Sequence[int] | None = None,
    *,
    budget: int = BUDGET,
    seed: int = 0,
    judge: Judge | None = None,
    progress: Progress | None = None,
    threads: int = 1,
) -> Review:
    """What each decision of some seats (or of all) was worth. The same log, the same review.

    `budget` is about how many games are played on for one decision. A seat is judged by its own
    views alone: what it could not know counts for nothing. With several `threads` seats are
    reviewed side by side, and the games of the only one are played so.
    """
    if not isinstance(match, Match | Log):
        raise CapotrenoError(f"{match!r:.60} is neither a match nor a log")
    log = match.log if isinstance(match, Match) else match
    game = match.game if isinstance(match, Match) else game_of(log)
    check_finished(log)
    wanted = tuple(range(game.players) if seats is None else seats)
    for seat in wanted:
        game.check_seat(seat)
        if seat == NOBODY:
            raise CapotrenoError("a spectator has decided nothing")
    if type(budget) is not int or budget < 1:
        raise CapotrenoError(f"{budget!r:.40} is not a number of games")
    judge = judge or judge_of(game, max(1, threads // max(1, len(wanted))))
    games = max(1, budget // SLOW) if judge.slow else budget
    walks = [(seat, list(moments(game, log, seat))) for seat in wanted]
    total = sum(len(walk) for _, walk in walks)
    weighed, stopped = count(1), Event()

    def reviewed(seat: int, walk: Sequence[SeatMoment]) -> SeatReview:
        reviewer = Reviewer(game, log, judge, games, seed, seat)
        for moment in walk:
            if stopped.is_set():
                break  # nobody waits for it any more
            reviewer.look(moment)
            if progress is not None:
                progress(next(weighed), total)
        return reviewer.finished()

    with ThreadPoolExecutor(1 if judge.slow else threads) as pool:
        try:
            found = list(pool.map(reviewed, *zip(*walks, strict=True))) if walks else []
        finally:
            stopped.set()
    return Review(
        game=log.game,
        version=log.version,
        players=log.players,
        options=dict(log.options),
        seats=tuple(log.seats),
        judge=judge.name,
        budget=games,
        seed=seed,
        totals=tuple(totals(log)),
        reviews=tuple(found),
    )


def check_finished(log: Log) -> None:
    """Refuse a game that still goes on: its review would tell what is hidden from others."""
    if log.result is None:
        raise CapotrenoError("only a finished game is reviewed")
