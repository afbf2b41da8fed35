"""The words a player can always say: map, rules, help, save, more. They change nothing."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from capotreno.engine.game import Game
from capotreno.engine.part import Part
from capotreno.match import Match
from capotreno.play.choices import Choice
from capotreno.play.screen import Screen
from capotreno.play.sight import Sight
from capotreno.play.understand import Meant, fits, tokens
from capotreno.rules.claims import Claims
from capotreno.rules.pieces import Pieces
from capotreno.rules.tickets import Tickets
from capotreno.words import Voice


def obey(
    meant: Meant,
    screen: Screen,
    sight: Sight,
    choices: Sequence[Choice],
    match: Match,
    path: Path,
) -> None:
    """Do what a command asks."""
    if meant.command == "map":
        _map(screen, sight, meant.rest)
    elif meant.command == "rules":
        for line in rules(screen.voice, match.game):
            screen.console.print(Text(f"· {line}"))
    elif meant.command == "help":
        screen.console.print(screen.voice.say("play.help"))
    elif meant.command == "more":
        screen.show(screen.choices(sight, choices, len(choices)))
    else:
        _save(screen, match, meant.rest, path)


def _map(screen: Screen, sight: Sight, rest: str) -> None:
    wanted = {
        index
        for index, name in enumerate(screen.names.places)
        if fits(tokens(rest), tokens(name), whole=False)
    }
    if not wanted:
        screen.say("play.no_place", "yellow", text=rest)
    screen.map(sight, wanted)


def _save(screen: Screen, match: Match, rest: str, path: Path) -> None:
    target = Path(rest.strip()).expanduser() if rest.strip() else path
    if target != path and target.exists():
        screen.say("play.exists", "yellow", path=str(target))
        return
    try:
        match.save(target)
    except OSError as error:
        screen.say("play.not_saved", "red", path=str(target), error=error.strerror or str(error))
    else:
        screen.say("play.saved", "green", path=str(target))


def rules(voice: Voice, game: Game) -> list[str]:
    """The rules of a game in a few sentences, one for each of its parts, with its numbers."""
    return [voice.say(rule_key(part), **_numbers(part)) for part in game.parts]


def rule_key(part: Part) -> str:
    """The key of the sentence about a part."""
    return f"rules.{type(part).__name__.lower()}"


def _numbers(part: Part) -> dict[str, str | int]:
    """A part's parameters as its sentence names them."""
    values: dict[str, str | int] = {}
    for name in ("hand", "row", "flush", "open_from", "points", "most", "second", "limit", "turns"):
        value = getattr(part, name, None)
        if isinstance(value, int):
            values[name] = value
    if isinstance(part, Claims):
        values["table"] = ", ".join(f"{n}: {points}" for n, points in part.points.items())
    if isinstance(part, Pieces):
        values["count"] = sum(part.counts)
    if isinstance(part, Tickets):
        for when, draw in (("opening", part.opening), ("later", part.later)):
            values[f"{when}_draw"], values[f"{when}_keep"] = draw.draw, draw.keep
    return values
