"""Many games between bots: who wins, by how much, how long it takes. Same seed, same result."""

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, Group
from rich.progress import track
from rich.table import Table
from rich.text import Text

from capotreno.bots.levels.random_bot import RandomBot
from capotreno.bots.registry import bots, known, make
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.outcome import Outcome
from capotreno.games.registry import load
from capotreno.match import Match
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame
from capotreno.words import Voice, language_of

WORTH_IT = 200  # games: from here on a library is faster even where it is compiled first
DEFAULT = (bots()[0], bots()[-1])  # the weakest against the strongest


@dataclass
class BotRecord:
    """What one kind of bot has done so far, summed over its seats."""

    seats: int = 0
    wins: float = 0.0  # a shared victory is shared
    points: int = 0
    tickets_done: int = 0
    tickets_missed: int = 0

    def json(self) -> dict[str, object]:
        seats = max(self.seats, 1)
        return {
            "seats": self.seats,
            "wins": round(self.wins, 6),
            "win_share": round(self.wins / seats, 6),
            "mean_score": round(self.points / seats, 6),
            "mean_tickets_done": round(self.tickets_done / seats, 6),
            "mean_tickets_missed": round(self.tickets_missed / seats, 6),
        }


@dataclass
class Tally:
    """The sums of a simulation."""

    game: str
    players: int
    seed: int
    games: int = 0
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    records: dict[str, BotRecord] = field(default_factory=dict)
    dice: bool = False

    def add(self, outcome: Outcome, lineup: Sequence[str]) -> None:
        self.games += 1
        self.reasons[outcome.reason] += 1
        for sheet in outcome.sheets:
            record = self.records.setdefault(lineup[sheet.seat], BotRecord())
            record.seats += 1
            record.points += sheet.total
            if sheet.seat in outcome.winners:
                record.wins += 1 / len(outcome.winners)
            for line in sheet.lines:
                if line.label == "tickets_done":
                    record.tickets_done += len(line.items)
                elif line.label == "tickets_missed":
                    record.tickets_missed += len(line.items)

    def json(self) -> dict[str, object]:
        """All of it; only `seconds` and `decisions_per_second` differ from run to run."""
        return {
            "game": self.game,
            "dice": self.dice,
            "players": self.players,
            "seed": self.seed,
            "games": self.games,
            "bots": {name: record.json() for name, record in sorted(self.records.items())},
            "mean_turns": round(self.turns / self.games, 6),
            "mean_decisions": round(self.decisions / self.games, 6),
            "reasons": dict(sorted(self.reasons.items())),
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions / max(self.seconds, 1e-9)),
        }


def lineups(wanted: Sequence[str], players: int) -> list[list[str]]:
    """Who sits where: the bots cycle over the seats, and the seating rotates game by game."""
    for name in wanted:
        if name not in known():
            raise CapotrenoError(f"there is no bot '{name}'; there are {', '.join(known())}")
    if len(wanted) > players:
        raise CapotrenoError(f"{len(wanted)} bots for {players} seats: name at most {players}")
    around = [wanted[seat % len(wanted)] for seat in range(players)]
    return [around[turn:] + around[:turn] for turn in range(players)]


def simulate(
    name: str,
    players: int,
    games: int,
    seed: int,
    wanted: Sequence[str],
    logs: Path | None = None,
    dice: bool = False,
) -> Tally:
    """Play so many games; with a folder, each leaves its log there."""
    if not 1 <= games <= sys.maxsize:
        raise CapotrenoError(f"a simulation needs at least one game and an end, not {games}")
    game = load(name, players, dice=dice)
    seating = lineups(wanted, players)
    if logs is not None:
        logs.mkdir(parents=True, exist_ok=True)
    tally = Tally(name, players, seed, dice=dice)
    label = f"{name}-dice" if dice else name
    screen = Console(stderr=True)
    fast = _library(game, games, wanted, logs, screen)
    rounds = track(range(games), console=screen, disable=not screen.is_terminal, transient=True)
    for number in rounds:
        lineup = seating[number % players]
        own = random.Random(f"{seed}/{number}")
        began = time.perf_counter()
        if fast is not None:
            outcome = play_fast(fast, own, tally)
            tally.seconds += time.perf_counter() - began
            tally.add(outcome, lineup)
            continue
        match = play(game, lineup, own, tally)
        tally.seconds += time.perf_counter() - began
        tally.add(match.outcome(), lineup)
        if logs is not None:
            width = len(str(games - 1))
            match.save(logs / f"{label}-{players}-{seed}-{number:0{width}}.jsonl")
    return tally


def play(game: Game, lineup: Sequence[str], own: random.Random, tally: Tally) -> Match:
    """One game between bots, to its end."""
    match = Match(game, own.getrandbits(63), seat_names(lineup))
    players = [make(kind, game, own.getrandbits(63)) for kind in lineup]
    while not match.over:
        seat = match.actor
        assert seat is not None
        match.play(players[seat].choose(match.view(seat)), seat=seat)
        tally.decisions += 1
    tally.turns += match.state.turn
    return match


def _library(
    game: Game, games: int, wanted: Sequence[str], logs: Path | None, screen: Console
) -> NativeGame | None:
    """The game's library, where it plays the same games and there are enough of them."""
    if games < WORTH_IT or logs is not None or set(wanted) != {RandomBot.name}:
        return None
    try:
        return NativeGame(game)
    except NoLibrary as reason:
        voice = Voice(language_of(os.environ))
        screen.print(voice.say("native.interpreted", reason=str(reason)), soft_wrap=True)
        return None


def play_fast(fast: NativeGame, own: random.Random, tally: Tally) -> Outcome:
    """The game that `play` plays between random bots, by its library."""
    state = fast.start(own.getrandbits(63))
    choices = [random.Random(own.getrandbits(63)).choice for _ in range(fast.game.players)]
    seat = fast.actor(state)
    while seat is not None:
        fast.apply(state, choices[seat](fast.legal(state)))
        tally.decisions += 1
        seat = fast.actor(state)
    end = fast.state(state)
    tally.turns += end.turn
    return fast.game.outcome(end)


def seat_names(lineup: Sequence[str]) -> list[str]:
    """Bots by their kind, numbered where one kind sits in several seats."""
    names = []
    for seat, kind in enumerate(lineup):
        before = lineup[:seat].count(kind)
        names.append(f"{kind} {before + 1}" if lineup.count(kind) > 1 else kind)
    return names


def report(tally: Tally, voice: Voice) -> Group:
    """The table at the end."""
    table = Table(box=None, header_style="bold", padding=(0, 2))
    table.add_column(voice.say("label.bot"), no_wrap=True)
    for key in ("seats", "wins", "mean_score", "tickets_done", "tickets_missed"):
        table.add_column(voice.say(f"simulate.{key}"), justify="right")
    ordered = sorted(tally.records.items(), key=lambda item: -item[1].wins / item[1].seats)
    for name, record in ordered:
        called = voice.say(f"bot.{name}") if voice.knows(f"bot.{name}") else name
        table.add_row(
            name if called == name else f"{called} ({name})",
            str(record.seats),
            f"{voice.figure(record.wins, 'g')} ({voice.figure(record.wins / record.seats, '.1%')})",
            voice.figure(record.points / record.seats, ".1f"),
            voice.figure(record.tickets_done / record.seats, ".2f"),
            voice.figure(record.tickets_missed / record.seats, ".2f"),
        )
    length = voice.say(
        "simulate.length",
        turns=voice.figure(tally.turns / tally.games, ".1f"),
        decisions=voice.figure(tally.decisions / tally.games, ".1f"),
    )
    speed = voice.say(
        "simulate.speed",
        games=tally.games,
        seconds=voice.figure(tally.seconds, ".1f"),
        speed=voice.figure(tally.decisions / max(tally.seconds, 1e-9), ",.0f"),
    )
    ends = [
        f"{count} × {voice.say(f'reason.{reason}')}"
        for reason, count in tally.reasons.most_common()
    ]
    return Group(table, Text(length), Text(speed, "dim"), *(Text(end) for end in ends))
