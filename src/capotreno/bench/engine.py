"""Decisions per second on this machine, with python-chess beside them as the yardstick.

Both are measured in short slices in turn, and compared slice by slice: a noisy neighbour then
slows both alike, and the median of the ratios stays where it is. Time is the processor's, spent on
this program: what others take is not counted.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from rich.console import Group
from rich.table import Table
from rich.text import Text

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record.playout import playout
from capotreno.engine.state import State
from capotreno.games.registry import REGISTRY, games, load
from capotreno.words import Voice

SLICE = 0.2  # seconds
LONGEST_CHESS = 200  # plies; random games of chess need not end
SAMPLES = 64  # positions for copies and views

Random = Callable[[], float]


@dataclass
class BenchRow:
    """One game at one number of players: decisions per second, slice by slice."""

    game: str
    players: int
    dice: bool
    speeds: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)  # to python-chess in the next slice
    copies: float = 0.0
    views: float = 0.0

    def json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "players": self.players,
            "dice": self.dice,
            "decisions_per_second": round(median(self.speeds)),
            "times_python_chess": round(median(self.ratios), 3) if self.ratios else None,
            "copies_per_second": round(self.copies),
            "views_per_second": round(self.views),
            "slices": len(self.speeds),
        }


@dataclass
class Bench:
    """What a run measured."""

    rows: list[BenchRow]
    chess: list[float]  # decisions per second of python-chess; empty where it is not installed

    def json(self) -> dict[str, object]:
        return {
            "slice_seconds": SLICE,
            "python_chess_decisions_per_second": round(median(self.chess)) if self.chess else None,
            "rows": [row.json() for row in self.rows],
        }


def bench(seconds: float, only: Sequence[str] = ()) -> Bench:
    """Measure every game at every number of players for about so many seconds in all.

    `only` names the games, where not all are wanted.
    """
    if not 0 < seconds < 86_400:
        raise CapotrenoError(f"{seconds:g} is not a time to measure for")
    wanted = tables(only)
    chess = chess_player()
    each = len(wanted) * SLICE * (2 if chess else 1)
    own = random.Random(1).random
    rows = [BenchRow(game.name, game.players, "dice" in game.ruleset.options) for game in wanted]
    result = Bench(rows, [])
    for _ in range(max(1, round(seconds / each))):
        for game, row in zip(wanted, result.rows, strict=True):
            row.speeds.append(rate(partial(one_game, game, own), SLICE))
            if chess:
                result.chess.append(rate(partial(chess, own), SLICE))
                row.ratios.append(row.speeds[-1] / result.chess[-1])
    for game, row in zip(wanted, result.rows, strict=True):
        states = samples(game, own)
        row.copies = rate(partial(_copies, states), SLICE / 2)
        row.views = rate(partial(_views, game, states), SLICE / 2)
    return result


def tables(only: Sequence[str] = ()) -> list[Game]:
    """What is measured: every game at every table with cards, and at the extreme ones with dice."""
    for name in only:
        if name not in games():
            raise CapotrenoError(f"there is no game '{name:.60}'; there are {', '.join(games())}")
    return [
        load(name, players, dice=dice)
        for name in only or games()
        for dice in (False, True)
        for players in (_sizes(name) if not dice else _ends(_sizes(name)))
    ]


def _sizes(name: str) -> range:
    low, high = REGISTRY[name]().board.players
    return range(low, high + 1)


def _ends(sizes: range) -> tuple[int, int]:
    """The smallest and the largest table: with dice they tell enough."""
    return sizes[0], sizes[-1]


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much of something is done per second: whole pieces of work until the time is over."""
    done = 0
    began = time.process_time()
    while True:
        done += work()
        passed = time.process_time() - began
        if passed >= seconds:
            return done / passed


def one_game(game: Game, own: Random) -> int:
    """A whole game at random, from the opening to the score sheets; its number of decisions."""
    state = game.start(int(own() * 2**53))
    decisions = playout(game, state, own)
    game.outcome(state)
    return decisions


def samples(game: Game, own: Random) -> list[State]:
    """Positions spread over a random game."""
    found: list[State] = []
    state = game.start(int(own() * 2**53))
    menu = game.legal(state)
    while menu:
        found.append(state.copy())
        game.apply(state, menu[int(own() * len(menu))])
        menu = game.legal(state)
    return found[:: max(1, len(found) // SAMPLES)]


def _copies(states: list[State]) -> int:
    for state in states:
        state.copy()
    return len(states)


def _views(game: Game, states: list[State]) -> int:
    for state in states:
        game.view(state, 0)
    return len(states)


def chess_player() -> Callable[[Random], int] | None:
    """A random game of python-chess, or None where it is not installed."""
    try:
        import chess  # noqa: PLC0415  (a yardstick, needed nowhere else)
    except ImportError:
        return None

    def one(own: Random) -> int:
        board = chess.Board()
        plies = 0
        while plies < LONGEST_CHESS:
            menu = list(board.legal_moves)
            if not menu:
                break
            board.push(menu[int(own() * len(menu))])
            plies += 1
        return plies

    return one


def report(result: Bench, voice: Voice) -> Group:
    """The table of a run."""
    table = Table(box=None, header_style="bold", padding=(0, 2))
    table.add_column(voice.say("label.game"))
    for key in ("players", "decisions", "ratio", "copies", "views"):
        table.add_column(voice.say(f"bench.{key}"), justify="right")
    for row in result.rows:
        title = REGISTRY[row.game]().title.of(voice.language)
        table.add_row(
            voice.say("game.with_dice", game=title) if row.dice else title,
            str(row.players),
            voice.figure(median(row.speeds), ",.0f"),
            f"× {voice.figure(median(row.ratios), '.1f')}" if row.ratios else "–",
            voice.figure(row.copies, ",.0f"),
            voice.figure(row.views, ",.0f"),
        )
    if result.chess:
        yardstick = voice.say("bench.chess", speed=voice.figure(median(result.chess), ",.0f"))
    else:
        yardstick = voice.say("bench.no_chess")
    return Group(table, Text(yardstick), Text(voice.say("bench.method"), "dim"))
