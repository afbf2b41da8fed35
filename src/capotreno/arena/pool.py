"""The samples of a contest: one job each, which any process can play."""

from functools import cache
from typing import NamedTuple

from capotreno.arena.deals import play
from capotreno.arena.entrants import maker
from capotreno.arena.pairings import Pairing
from capotreno.arena.report.times import Times
from capotreno.arena.results import Contest, Sample
from capotreno.engine.game import Game
from capotreno.games.registry import REGISTRY, build, choices, register_content


class SampleJob(NamedTuple):
    """One sample to be played."""

    contest: Contest
    pairing: Pairing
    deal: int
    board: bytes = b""  # the file of a board of your own, which other processes have not read


Done = tuple[Sample, dict[str, dict[str, int]]]


@cache
def table(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Game:
    """A game at a table, built once in every process; options come as they are written."""
    if name not in REGISTRY:
        build(name, players, {})  # says which games there are
    known = choices(name)
    chosen: dict[str, object] = {
        option: next(
            (one for one in known.get(option, ()) if str(one).lower() == value.lower()), value
        )
        for option, value in options
    }
    return build(name, players, chosen)


def work(job: SampleJob) -> Done:
    """Play a sample; gives it with the times the decisions took."""
    contest = job.contest
    if job.board:
        register_content(job.board)
    game = table(contest.game, contest.players, contest.options)
    makers = [maker(entrant) for entrant in contest.bots]
    times = Times()
    deal = (contest.seed, job.deal)
    games = [
        play(game, makers, seats, deal, times) for seats in job.pairing.seatings(contest.players)
    ]
    return Sample(job.pairing, job.deal, games), times.json()
