"""Sitting down: which game, how many players, against whom; or the game that was left."""

import secrets
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from capotreno.board.model import Board
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import REGISTRY, games, load
from capotreno.match import Match
from capotreno.terminal.session import saves
from capotreno.terminal.session.resume import choose, resumed
from capotreno.terminal.session.seating import PEOPLE, kinds_of
from capotreno.terminal.session.session import Session
from capotreno.terminal.session.wishes import LISTED, Wishes
from capotreno.terminal.talk.ask import Left, ask, signed
from capotreno.terminal.talk.spelling import words_in
from capotreno.words import LANGUAGES, Voice, say


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
        if not session.begun:
            console.print(voice.say("play.bye"))
            return
        # The path alone on its line: somebody may want to copy it, whatever the width.
        console.print(voice.say("play.left"))
        console.print(f"  {session.path}", soft_wrap=True)
        console.print(voice.say("play.left_again"))


def _session(wishes: Wishes, console: Console, voice: Voice) -> Session:
    if wishes.resume not in (None, LISTED):
        assert wishes.resume is not None
        return resumed(wishes, wishes.resume, console)
    asked = wishes.resume == LISTED
    if asked or (wishes.seed is None and wishes.save is None):
        left = saves.unfinished(wishes.game, wishes.dice)
        if asked and not left:
            raise CapotrenoError(f"there is no unfinished game in {saves.folder()}")
        path = choose(console, voice, left) if left else None
        if path is not None:
            return resumed(wishes, path, console)
    return _new(wishes, console, voice)


def _new(wishes: Wishes, console: Console, voice: Voice) -> Session:
    name, players, dice = _which(wishes, console, voice)
    game = load(name, players, dice=dice)
    seat = wishes.seat if wishes.seat is not None else 0
    if not 0 <= seat < players:
        raise CapotrenoError(f"there is no seat {seat}; the seats are 0 to {players - 1}")
    kinds = kinds_of(wishes.bots, game, seat)
    seed = secrets.randbits(64) if wishes.seed is None else wishes.seed
    people = iter(PEOPLE)
    seats = [
        f"{next(people)} ({kinds[s]})" if s in kinds else voice.say("play.player")
        for s in range(players)
    ]
    match = Match(game, seed, seats)
    path = saves.free(wishes.save) if wishes.save else saves.new_file(name, seed)
    return Session(match, seat, kinds, path, console)


def _which(wishes: Wishes, console: Console, voice: Voice) -> tuple[str, int, bool]:
    """The game, the number of players and whether with dice, in one question where not given."""
    names = games()
    if wishes.game is not None:
        if wishes.game not in names:
            raise CapotrenoError(f"there is no game '{wishes.game}'; there are {', '.join(names)}")
        low, _ = _board(wishes.game).players
        return wishes.game, wishes.players or max(low, len(wishes.bots) + 1), wishes.dice
    quickest = min(names, key=lambda name: sum(s.count for s in _board(name).supplies))
    console.print(Text(voice.say("play.welcome"), "bold"))
    for number, name in enumerate(names, start=1):
        low, high = _board(name).players
        title = _board(name).name.of(voice.language)
        if _board(name).reconstructed:
            title += f", {voice.say('games.reconstructed')}"
        console.print(voice.say("play.game_line", number=number, game=title, low=low, high=high))
    seats = wishes.players or max(_board(quickest).players[0], len(wishes.bots) + 1)
    default = f"{_board(quickest).name.of(voice.language)} {seats}"
    while True:
        answer = ask(console, voice.say("play.which_game", default=default)) or default
        spoken, dice = _without_dice(answer)
        found = _understood(spoken or default, names, voice.language)
        if found is None:
            console.print(Text(voice.say("play.no_game", text=answer), "yellow"))
            continue
        name, players = found
        low, high = _board(name).players
        players = players or wishes.players or max(low, len(wishes.bots) + 1)
        if low <= players <= high:
            return name, players, dice or wishes.dice
        console.print(Text(voice.say("play.players_range", low=low, high=high), "yellow"))


def _without_dice(answer: str) -> tuple[str, bool]:
    """An answer without its word for dice, and whether there was one: `germany 3 dice`."""
    known = [word for language in LANGUAGES for word in words_in(say(language, "typed.dice"))]
    words = answer.split()
    rest = [word for word in words if word.lower() not in known]
    return " ".join(rest), len(rest) < len(words)


def _understood(answer: str, names: Sequence[str], language: str) -> tuple[str, int] | None:
    """A game by number or beginning, then how many players: `2 3`, `new york 3`, `ger`."""
    if signed(answer):
        return None
    words = words_in(answer)
    number = int(words[-1][:3]) if len(words) > 1 and words[-1].isdecimal() else 0
    rest = words[:-1] if number else words
    if len(rest) == 1 and rest[0].isdecimal():
        at = int(rest[0][:3])
        return (names[at - 1], number) if 1 <= at <= len(names) else None
    wanted = "".join(rest)
    fits = []
    for name in names:
        titles = (name, _board(name).name.of(language))
        if wanted and any("".join(words_in(title)).startswith(wanted) for title in titles):
            fits.append(name)
    return (fits[0], number) if len(fits) == 1 else None


def _board(name: str) -> Board:
    return REGISTRY[name]().board
