"""What the review says in the middle of bots' games, and how these games ended."""

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from capotreno.bots.registry import make
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.games.registry import load
from capotreno.match import Match
from capotreno.reader.reader import Reader
from capotreno.reviewing.judge import Judge, judge_of, margin
from capotreno.reviewing.moments import moments
from capotreno.reviewing.weigh import seeds, taken, value


@dataclass(frozen=True)
class Sample:
    """One moment of one game, as one seat saw it, and how the game ended for that seat."""

    deal: int
    seat: int
    progress: float  # of the game's turns
    lead: float  # in points so far, over the best of the others
    win: float
    margin: float
    won: float
    ahead: float


class Wanted(NamedTuple):
    """A batch of games to be played."""

    game: str
    players: int
    bots: tuple[str, ...]
    deals: tuple[int, ...]
    moments: int
    games: int  # played on from a moment


@cache
def table(name: str, players: int) -> tuple[Game, Judge]:
    """A game and who judges it, once in a process."""
    game = load(name, players)
    return game, judge_of(game)


def played(game: Game, kinds: Sequence[str], deal: int) -> Match:
    """A whole game of a deal; the seating turns with it."""
    bots = [
        make(kinds[(seat + deal) % len(kinds)], game, 1000 * deal + seat)
        for seat in range(game.players)
    ]
    match = Match(game, deal, [bot.name for bot in bots])
    while match.actor is not None:
        match.play(bots[match.actor].choose(match.view(match.actor)))
    return match


def lead(game: Game, view: View) -> float:
    """By how much a seat is ahead in what everybody sees."""
    return margin(Reader(game).points_so_far(view), view.seat)


def work(wanted: Wanted) -> list[Sample]:
    """Play some games and judge some moments of each."""
    game, judge = table(wanted.game, wanted.players)
    found = []
    for deal in wanted.deals:
        match = played(game, wanted.bots, deal)
        outcome = match.outcome()
        chance = random.Random(deal)
        asked = [
            moment
            for seat in range(game.players)
            for moment in moments(game, match.log, seat)
            if len(moment.codes) > 1
        ]
        for moment in chance.sample(asked, min(len(asked), wanted.moments)):
            view = moment.view
            row = taken(seeds(deal, view.seat, moment.gesture, moment.part), wanted.games)
            worth = value(judge.ends(view, (None,), row)[0])
            won = (view.seat in outcome.winners) / len(outcome.winners)
            found.append(
                Sample(
                    deal,
                    view.seat,
                    round(view.turn / match.state.turn, 4),
                    lead(game, view),
                    worth.win,
                    worth.margin,
                    round(won, 4),
                    margin(outcome.totals, view.seat),
                )
            )
    return found


def samples(wanted: Wanted, workers: int, batch: int = 5) -> Iterator[list[Sample]]:
    """All of them, some games at a time, on several processes."""
    deals = wanted.deals
    jobs = [wanted._replace(deals=deals[at : at + batch]) for at in range(0, len(deals), batch)]
    if workers == 1:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, jobs)


def write(path: Path, found: Sequence[Sample]) -> None:
    """Samples as JSON lines."""
    path.write_text("".join(json.dumps(asdict(one)) + "\n" for one in found), encoding="utf-8")


def read(path: Path) -> list[Sample]:
    """The samples of a file."""
    return [Sample(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
