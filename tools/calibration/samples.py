"""What the review says in the middle of bots' games, and how these games ended."""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, NamedTuple

from capotreno.bots.registry import make
from capotreno.engine.errors import CapotrenoError
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


class Kind(NamedTuple):
    """A game at a table of some players, with cards or dice."""

    game: str
    players: int
    dice: bool = False

    @property
    def title(self) -> str:
        """What the papers call it."""
        return f"{self.game}{' with dice' if self.dice else ''}, {self.players} players"

    @property
    def file(self) -> str:
        """What its files are called."""
        return f"{self.game}-{self.players}{'-dice' if self.dice else ''}"


class Wanted(NamedTuple):
    """Games to be played, deal by deal."""

    kind: Kind
    bots: tuple[str, ...]
    moments: int
    games: int  # played on from a moment


@cache
def table(kind: Kind) -> tuple[Game, Judge]:
    """A game and who judges it, once in a process."""
    game = load(kind.game, kind.players, **({"dice": True} if kind.dice else {}))
    return game, judge_of(game)


def sure(judge: Judge) -> Judge:
    """A judge that plays enough games; interpreted there are too few to measure anything by."""
    if judge.slow:
        raise CapotrenoError("a calibration needs the libraries of its games")
    return judge


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


def work(wanted: Wanted, deal: int) -> list[dict[str, Any]]:
    """Play the game of a deal and judge some of its moments."""
    game, judge = table(wanted.kind)
    match = played(game, wanted.bots, deal)
    outcome = match.outcome()
    chance = random.Random(deal)
    asked = [
        moment
        for seat in range(game.players)
        for moment in moments(game, match.log, seat)
        if len(moment.codes) > 1
    ]
    found = []
    for moment in chance.sample(asked, min(len(asked), wanted.moments)):
        view = moment.view
        row = taken(seeds(deal, view.seat, moment.gesture, moment.part), wanted.games)
        worth = value(judge.ends(view, (None,), row)[0])
        won = (view.seat in outcome.winners) / len(outcome.winners)
        sample = Sample(
            deal,
            view.seat,
            round(view.turn / match.state.turn, 4),
            lead(game, view),
            worth.win,
            worth.margin,
            round(won, 4),
            margin(outcome.totals, view.seat),
        )
        found.append(asdict(sample))
    return found
