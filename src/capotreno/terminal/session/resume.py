"""Coming back: the games that were left, which of them, and its table as it was."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from capotreno.bots.levels.search import SearchBot
from capotreno.bots.registry import bots
from capotreno.engine.errors import CapotrenoError
from capotreno.match import Match, game_of
from capotreno.telling.names import BOT_SEAT
from capotreno.terminal.session import saves
from capotreno.terminal.session.seating import kinds_of
from capotreno.terminal.session.session import Session
from capotreno.terminal.session.wishes import Wishes
from capotreno.terminal.talk.ask import NUMBER, ask
from capotreno.terminal.talk.spelling import plain, spellings
from capotreno.words import Voice

LISTED = 9  # games at once; older ones are opened by name


def choose(console: Console, voice: Voice, found: Sequence[saves.Unfinished]) -> Path | None:
    """Which of the unfinished games to go on with; None for a new one."""
    console.print(Text(voice.say("play.unfinished"), "bold"))
    for number, one in enumerate(found[:LISTED], start=1):
        title = game_of(one.log).ruleset.title.of(voice.language)
        if one.log.options.get("dice"):
            title = voice.say("game.with_dice", game=title)
        values: dict[str, str | int] = {"game": title, "players": one.log.players, "turn": one.turn}
        line = voice.say("play.unfinished_line", number=number, date=one.moment, **values)
        console.print(line)
    last = min(len(found), LISTED)
    while True:
        answer = plain(ask(console, voice.say("play.resume", n=last)))
        if NUMBER.fullmatch(answer):
            if 1 <= int(answer[:9]) <= last:
                return found[int(answer[:9]) - 1].path
            console.print(Text(voice.say("play.numbers", n=last), "yellow"))
        elif not answer or answer in spellings("play", "yes"):
            return found[0].path
        elif answer in spellings("play", "no"):
            return None
        else:
            console.print(Text(voice.say("play.resume_help"), "yellow"))


def resumed(wishes: Wishes, path: Path, console: Console) -> Session:
    """A saved game; the seats that name no bot are people's, and the first of them is yours."""
    match = Match.open(path)
    if wishes.game not in (None, match.game.name):
        raise CapotrenoError(f"{path} is a game of {match.game.name}, not of {wishes.game}")
    if wishes.players not in (None, match.game.players):
        raise CapotrenoError(f"{path} has {match.game.players} players, not {wishes.players}")
    if wishes.dice and not match.game.ruleset.options.get("dice"):
        raise CapotrenoError(f"{path} is a game with cards, not with dice")
    if match.over:
        raise CapotrenoError(f"{path}: this game is over; `capotreno replay` tells it")
    found = [BOT_SEAT.fullmatch(name) for name in match.log.seats]
    levels = (*bots(), SearchBot.name)  # which plays as the planner where it lacks its library
    named = {seat: one["bot"] for seat, one in enumerate(found) if one and one["bot"] in levels}
    empty = [seat for seat in range(match.game.players) if seat not in named]
    seat = wishes.seat if wishes.seat is not None else (empty[0] if empty else 0)
    if not 0 <= seat < match.game.players:
        raise CapotrenoError(f"there is no seat {seat} in {path}")
    kinds = kinds_of(wishes.bots, match.game, seat)
    kinds.update(
        {other: kind for other, kind in named.items() if other != seat and not wishes.bots}
    )
    target = path if wishes.save is None else saves.free(wishes.save)
    return Session(match, seat, kinds, target, console)
