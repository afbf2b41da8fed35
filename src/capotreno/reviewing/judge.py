"""Who says what a position is worth: games played on from it, many times, by one player.

A judge sees a View and nothing else. It imagines worlds that look like that from the seat, plays
every candidate first in each of them, with the same chance, and plays on to the end.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from capotreno.bots.bot import Bot
from capotreno.bots.registry import make
from capotreno.engine.chance import seeded
from capotreno.engine.game import Game
from capotreno.engine.outcome import Outcome
from capotreno.engine.state import State, View
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame, NativeState, NativeView
from capotreno.native.library.rollouts import How, rolled
from capotreno.reader.imagine import Imagination

SIMPLE = "greedy"  # plays where there is no library
CHANCE_BITS = 32  # of a seed: the others say in which world


class Ends(NamedTuple):
    """How the games from some worlds ended for one seat, world by world."""

    wins: list[float]
    margins: list[float]

    def first(self, n: int) -> "Ends":
        """Of so many worlds."""
        return Ends(self.wins[:n], self.margins[:n])


class Judge(Protocol):
    """Plays games on. `code` None: the player of the judge decides this too."""

    name: str  # `review.judge.<name>` says who it is
    slow: bool  # few games must do

    def ends(self, view: View, codes: Sequence[int | None], seeds: Sequence[int]) -> list[Ends]:
        """For every code the ends of one game for every seed, which is a world and its chance."""
        ...


def judge_of(game: Game, threads: int = 1) -> Judge:
    """The best judge this machine has for a game."""
    try:
        native = NativeGame(game)
    except NoLibrary:
        return BotJudge(game)
    return SwiftJudge(native, threads)


class SwiftJudge:
    """The policy that libraries play games on with."""

    name = "swift"
    slow = False

    def __init__(self, native: NativeGame, threads: int = 1) -> None:
        self.native = native
        self.threads = threads
        self.imagination = Imagination(native.game)

    def ends(self, view: View, codes: Sequence[int | None], seeds: Sequence[int]) -> list[Ends]:
        n, seat, players = len(seeds), view.seat, self.native.game.players
        worlds = self._worlds(view, seeds)
        first = [code for code in codes for _ in seeds]
        how = How(seat=seat, threads=self.threads)
        found = rolled(self.native, worlds * len(codes), first, [*seeds] * len(codes), how)
        wins = found.wins[seat::players]
        points = found.totals[:]
        margins = [margin(points[at : at + players], seat) for at in range(0, len(points), players)]
        return [Ends(wins[at : at + n], margins[at : at + n]) for at in range(0, n * len(codes), n)]

    def _worlds(self, view: View, seeds: Sequence[int]) -> list[NativeState]:
        """By seed its world, in which chance goes on from the seed."""
        seen = self.native.native(view)
        assert isinstance(seen, NativeView)
        which = list(dict.fromkeys(seed >> CHANCE_BITS for seed in seeds))
        worlds = self.imagination.worlds(self.native, seen, view, which)
        known = dict(zip(which, worlds, strict=True))
        return [self.native.with_chance(known[seed >> CHANCE_BITS], seed) for seed in seeds]


class BotJudge:
    """A simple bot in all seats, interpreted: few games, but wherever there is no library."""

    slow = True

    def __init__(self, game: Game, name: str = SIMPLE) -> None:
        self.game = game
        self.name = name
        self.imagination = Imagination(game)
        self.bots: list[Bot] = [make(name, game, seat) for seat in range(game.players)]

    def ends(self, view: View, codes: Sequence[int | None], seeds: Sequence[int]) -> list[Ends]:
        found = [Ends([], []) for _ in codes]
        for seed in seeds:
            world = self.imagination.world(view, seed >> CHANCE_BITS)
            for code, own in zip(codes, found, strict=True):
                outcome = self._played(world.copy(), view.seat, code, seed)
                own.wins.append((view.seat in outcome.winners) / len(outcome.winners))
                own.margins.append(margin(outcome.totals, view.seat))
        return found

    def _played(self, world: State, seat: int, code: int | None, seed: int) -> Outcome:
        game = self.game
        world.seed = seeded(seed)
        if code is not None:
            game.apply(world, code, seat)
        for own, bot in enumerate(self.bots):
            bot.random.seed(seed + own)
        actor = game.actor(world)
        while actor is not None:
            game.apply(world, self.bots[actor].choose(game.view(world, actor)))
            actor = game.actor(world)
        return game.outcome(world)


def margin(totals: Sequence[int], seat: int) -> float:
    """A seat's points less those of the best of the others; alone, its points."""
    others = [*totals[:seat], *totals[seat + 1 :]]
    return float(totals[seat] - max(others, default=0))
