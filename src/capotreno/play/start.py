"""Sitting down: which game, how many players, against whom; or the game that was left."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from capotreno.board.model import Board
from capotreno.bots.registry import bots
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import REGISTRY, games, load
from capotreno.match import Match, read_log
from capotreno.play import saves
from capotreno.play.names import BOT_SEAT
from capotreno.play.session import Left, Session
from capotreno.play.understand import plain, tokens
from capotreno.words import Voice

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")  # who sits opposite


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for; None where it leaves the choice."""

    game: str | None = None
    players: int | None = None
    bots: tuple[str, ...] = ()
    seat: int | None = None
    seed: int | None = None
    resume: Path | None = None
    save: Path | None = None


def play(wishes: Wishes, console: Console, voice: Voice) -> None:
    """A game from the first question to the score sheet, or until the person leaves."""
    try:
        session = _session(wishes, console, voice)
    except Left:
        console.print(voice.say("play.bye"))
        return
    try:
        session.run(voice)
    except (Left, KeyboardInterrupt):
        console.print(voice.say("play.left", path=str(session.path)), soft_wrap=True)


def _session(wishes: Wishes, console: Console, voice: Voice) -> Session:
    if wishes.resume is not None:
        return _resumed(wishes, wishes.resume, console)
    if wishes.seed is None and wishes.save is None:
        left = saves.unfinished(wishes.game)
        if left is not None and _wants(left[0], console, voice):
            return _resumed(wishes, left[0], console)
    name, players = _which(wishes, console, voice)
    game = load(name, players)
    seat = wishes.seat if wishes.seat is not None else 0
    if not 0 <= seat < players:
        raise CapotrenoError(f"there is no seat {seat}; the seats are 0 to {players - 1}")
    kinds = _kinds(wishes.bots, players, seat)
    seed = secrets.randbits(64) if wishes.seed is None else wishes.seed
    people = iter(PEOPLE)
    seats = [
        f"{next(people)} ({kinds[s]})" if s in kinds else voice.say("play.player")
        for s in range(players)
    ]
    match = Match(game, seed, seats)
    path = saves.free(wishes.save) if wishes.save else saves.new_file(name, seed)
    return Session(match, seat, kinds, path, console)


def _wants(path: Path, console: Console, voice: Voice) -> bool:
    """Whether the person goes on with the game that was left."""
    log = read_log(path)
    title = load(log.game, log.players, **log.options).ruleset.title.of(voice.language)
    question = voice.say("play.resume", game=title, players=log.players, n=len(log.gestures) - 1)
    answer = _ask(console, question)
    return not answer or plain(answer)[:1] in tokens(voice.say("play.yes"))


def _resumed(wishes: Wishes, path: Path, console: Console) -> Session:
    """A saved game; the seats that name no bot are people's, and the first of them is yours."""
    match = Match.open(path)
    if match.over:
        raise CapotrenoError(f"{path}: this game is over; `capotreno replay` tells it")
    found = [BOT_SEAT.fullmatch(name) for name in match.log.seats]
    named = {seat: one["bot"] for seat, one in enumerate(found) if one and one["bot"] in bots()}
    empty = [seat for seat in range(match.game.players) if seat not in named]
    seat = wishes.seat if wishes.seat is not None else (empty[0] if empty else 0)
    if not 0 <= seat < match.game.players:
        raise CapotrenoError(f"there is no seat {seat} in {path}")
    kinds = _kinds(wishes.bots, match.game.players, seat)
    kinds.update(
        {other: kind for other, kind in named.items() if other != seat and not wishes.bots}
    )
    target = path if wishes.save is None else saves.free(wishes.save)
    return Session(match, seat, kinds, target, console)


def _kinds(wanted: Sequence[str], players: int, seat: int) -> dict[int, str]:
    """The bots around the table, in turn after the person."""
    kinds = tuple(wanted) or (bots()[-1],)
    for kind in kinds:
        if kind not in bots():
            raise CapotrenoError(f"there is no bot '{kind}'; there are {', '.join(bots())}")
    if len(kinds) > players - 1:
        raise CapotrenoError(f"{len(kinds)} bots for {players - 1} free seats")
    others = [other for other in range(players) if other != seat]
    return {other: kinds[at % len(kinds)] for at, other in enumerate(others)}


def _which(wishes: Wishes, console: Console, voice: Voice) -> tuple[str, int]:
    """The game and the number of players, asked in one question where not given."""
    names = games()
    if wishes.game is not None:
        if wishes.game not in names:
            raise CapotrenoError(f"there is no game '{wishes.game}'; there are {', '.join(names)}")
        low, _ = _board(wishes.game).players
        return wishes.game, wishes.players or max(low, len(wishes.bots) + 1)
    quickest = min(names, key=lambda name: sum(s.count for s in _board(name).supplies))
    console.print(Text(voice.say("play.welcome"), "bold"))
    for number, name in enumerate(names, start=1):
        low, high = _board(name).players
        title = _board(name).name.of(voice.language)
        console.print(voice.say("play.game_line", number=number, game=title, low=low, high=high))
    seats = wishes.players or max(_board(quickest).players[0], len(wishes.bots) + 1)
    default = f"{_board(quickest).name.of(voice.language)} {seats}"
    while True:
        answer = _ask(console, voice.say("play.which_game", default=default)) or default
        found = _understood(answer, names, voice.language)
        if found is None:
            console.print(Text(voice.say("play.no_game", text=answer), "yellow"))
            continue
        name, players = found
        low, high = _board(name).players
        players = players or wishes.players or max(low, len(wishes.bots) + 1)
        if low <= players <= high:
            return name, players
        console.print(Text(voice.say("play.players_range", low=low, high=high), "yellow"))


def _understood(answer: str, names: Sequence[str], language: str) -> tuple[str, int] | None:
    """A game by number or beginning, then how many players: `2 3`, `new york 3`, `ger`."""
    words = tokens(answer)
    number = int(words[-1][:3]) if len(words) > 1 and words[-1].isdecimal() else 0
    rest = words[:-1] if number else words
    if len(rest) == 1 and rest[0].isdecimal():
        at = int(rest[0][:3])
        return (names[at - 1], number) if 1 <= at <= len(names) else None
    wanted = "".join(rest)
    fits = []
    for name in names:
        titles = (name, _board(name).name.of(language))
        if wanted and any("".join(tokens(title)).startswith(wanted) for title in titles):
            fits.append(name)
    return (fits[0], number) if len(fits) == 1 else None


def _board(name: str) -> Board:
    return REGISTRY[name]().board


def _ask(console: Console, question: str) -> str:
    try:
        answer = console.input(Text(f"{question} ", "bold")).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Left from None
    if not console.is_terminal:
        console.print()
    return answer
