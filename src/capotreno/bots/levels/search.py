"""The search: the planner's choice and the others, tried out in worlds that it can imagine.

Where the learned bot has its weights, its choice stands in place of the planner's, and only what it
ranks next is tried.

Every candidate is played to its end by the policy `swift` on the game's library, in the same worlds
and with the same chance for all (they are paired), the worse half falls out, and so on. In these
worlds the others hold tickets that fit what they have built. What is left meets the planner's own
choice once more in fresh worlds, and replaces it only if it is better by more than chance explains
and by more than a trifle: a search that trusts its figures without that plays worse.
"""

import time
from contextlib import suppress
from functools import lru_cache
from math import ceil, exp, log2, sqrt
from typing import TYPE_CHECKING, Final

from capotreno.bots.bot import Bot
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.levels.dice_planner import DicePlanner
from capotreno.bots.levels.learned import LearnedBot, missing
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame, NativeView
from capotreno.native.library.rollouts import How, rolled
from capotreno.reader.imagine import Imagination
from capotreno.rules.dice.dice import Dice

if TYPE_CHECKING:
    from capotreno.bots.foresight import Foresight
    from capotreno.learning.player import Player

ROLLOUTS: Final = 1200  # of one decision, where no time is set
THINKING: Final = 0.2  # seconds for a decision at a table, shared with all who wait behind it
MOST: Final = 32  # candidates, ...
LIKELY: Final = 8  # ... or the best of those that a network has ranked
LEAST: Final = 6  # worlds that each is tried in at first
SURE: Final = 2.5  # standard errors by which another choice must be better, ...
EDGE: Final = 0.03  # ... and at least so much of a victory: whoever plays on is not the planner
SMOOTH: Final = 0.6  # of the spread of margins: how far ahead is nearly won
SHARE: Final = 0.8  # of the time that may be spent: the rest is for what cannot be foreseen


class SearchBot(Bot):
    """One decision ahead. Without a library of the game it plays as the planner or its guide does.

    How much it thinks is a number of rollouts, so that it plays the same everywhere, or the time of
    its budget.
    """

    name = "search"
    rollouts = ROLLOUTS
    #: Answers of its own after which the network's value stands for the rest; 0: to the end.
    ahead = 0

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        dice = game.layout.partners(Dice)
        self.planner = DicePlanner(game, seed) if dice else CardPlanner(game, seed)
        self.guide = None if missing() else LearnedBot(game, seed)
        self.found: Tools | None = None
        self.looked = False

    def choose(self, view: View) -> int:
        menu = self.game.legal(view)
        if len(menu) == 1:
            return menu[0]
        began = time.monotonic()
        ranked = self.guide.ranked(view)[:LIKELY] if self.guide else []
        own = ranked[0] if ranked else self.planner.choose(view)
        first = self.random.getrandbits(63)
        tools = self.tools()
        if tools is None:
            return own
        trial = Trial(tools, view, first)
        if self.guide and self.ahead:
            trial.foresee(self.guide.player, self.ahead)
        others = ranked[1:] if ranked else [code for code in menu if code != own]
        if len(others) >= MOST:
            others = self.random.sample(others, MOST - 1)
        return self.compared(trial, [own, *others], began)

    def tools(self) -> "Tools | None":
        """What it searches with; where a decision has a time, no library is built."""
        if not self.looked:
            self.looked = True
            with suppress(NoLibrary):
                self.found = tools_of(self.game, self.budget is None)
        return self.found

    def compared(self, trial: "Trial", codes: list[int], began: float) -> int:
        """The best of some candidates; the first, where nothing is surely better."""
        own = codes[0]
        trial.more(codes, LEAST)
        left = self.rollouts
        if self.budget is not None:
            spent = max(time.monotonic() - began, 1e-3)
            left = int((self.budget * SHARE - spent) / spent * LEAST * len(codes))
        rounds = max(1, ceil(log2(len(codes) / 2)))
        for _ in range(rounds):
            codes.sort(key=trial.mean, reverse=True)
            kept = max(2, ceil(len(codes) / 2))
            codes = codes[:kept] if own in codes[:kept] else [*codes[: kept - 1], own]
            trial.more(codes, left * 6 // 10 // rounds // len(codes))
        best = max(codes, key=trial.mean)
        if best == own:
            return own
        return best if trial.better(best, own, left * 4 // 10 // 2) else own


class Tools:
    """What a search of a game is made with: its library, and who imagines its worlds."""

    def __init__(self, native: NativeGame) -> None:
        self.native = native
        self.imagination = Imagination(native.game)


@lru_cache(maxsize=16)
def tools_of(game: Game, make: bool) -> Tools:
    """The tools of a game, which a process keeps: finding a library takes longer than a move."""
    return Tools(NativeGame(game, make))


class Trial:
    """What came of some choices, each in the same worlds."""

    def __init__(self, tools: Tools, view: View, first: int) -> None:
        self.native = tools.native
        self.imagination = tools.imagination
        self.view = view
        seen = self.native.native(view)
        assert isinstance(seen, NativeView)
        self.seen = seen
        self.next = first  # the seed of the next world
        self.found: dict[int, list[float]] = {}
        self.scale = 0.0
        self.foresight: Foresight | None = None
        self.ahead = 0

    def foresee(self, player: "Player", ahead: int) -> None:
        """From now on a network's value stands for what comes after so many answers."""
        from capotreno.bots.foresight import Foresight  # noqa: PLC0415 -- it needs NumPy

        self.foresight = Foresight(self.native, player)
        self.ahead = ahead

    def mean(self, code: int) -> float:
        values = self.found[code]
        return sum(values) / len(values)

    def more(self, codes: list[int], worlds: int) -> None:
        """Try some choices in so many new worlds."""
        if worlds > 0:
            for code, values in zip(codes, self.played(codes, worlds), strict=True):
                self.found.setdefault(code, []).extend(values)

    def better(self, one: int, other: int, worlds: int) -> bool:
        """Whether one choice is surely better than another, in worlds that neither has met."""
        if worlds < 2:
            return False
        first, second = self.played([one, other], worlds)
        gains = [a - b for a, b in zip(first, second, strict=True)]
        mean = sum(gains) / worlds
        spread = sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (worlds - 1))
        return mean > max(EDGE, SURE * spread / sqrt(worlds))

    def played(self, codes: list[int], worlds: int) -> list[list[float]]:
        """By choice and world how it ended for the seat: 0 a defeat, 1 a victory, by far."""
        seeds = range(self.next, self.next + worlds)
        self.next += worlds
        dealt = self.imagination.worlds(self.native, self.seen, self.view, seeds)
        first = [code for code in codes for _ in seeds]
        seat, players = self.seen.seat, self.native.sizes.players
        if self.foresight is not None:
            told = self.foresight.values(
                dealt * len(codes), first, [*seeds] * len(codes), seat, self.ahead
            )
            return [told[at : at + worlds] for at in range(0, len(told), worlds)]
        how = How(seat=seat)
        ends = rolled(self.native, dealt * len(codes), first, [*seeds] * len(codes), how)
        margins = []
        for row in range(0, len(first) * players, players):
            totals = ends.totals[row : row + players]
            rivals = [total for other, total in enumerate(totals) if other != seat]
            margins.append(totals[seat] - max(rivals, default=0))
        wins = ends.wins[seat::players]
        if not self.scale:
            mean = sum(margins) / len(margins)
            spread = sum([(margin - mean) ** 2 for margin in margins]) / len(margins)
            self.scale = max(0.5, SMOOTH * sqrt(spread))
        values = [
            win / 2 + 0.5 / (1 + exp(-max(-30.0, min(30.0, margin / self.scale))))
            for win, margin in zip(wins, margins, strict=True)
        ]
        return [values[at : at + worlds] for at in range(0, len(values), worlds)]
