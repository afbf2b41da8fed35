"""The words a player can always say: map, rules, help, save, more. They change nothing."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from capotreno.match import Match
from capotreno.reader.standing import Standing
from capotreno.rules.cards.blind_draw import BlindDraw
from capotreno.telling.narrate import COUNTED, Narrator
from capotreno.telling.rules import rules
from capotreno.terminal.show import paint
from capotreno.terminal.show.atlas import Atlas
from capotreno.terminal.show.screen import Screen
from capotreno.terminal.talk.choices import MenuEntry
from capotreno.terminal.talk.spelling import called, fits, plain, words_in
from capotreno.terminal.talk.understand import Meant


def obey(
    meant: Meant,
    screen: Screen,
    standing: Standing,
    choices: Sequence[MenuEntry],
    match: Match,
    path: Path,
) -> None:
    """Do what a command asks."""
    if meant.command == "map":
        _map(screen, standing, meant.rest)
    elif meant.command == "rules":
        screen.page(_paragraphs(screen, rules(screen.voice, match.game)))
    elif meant.command == "help":
        show_help(screen, standing)
    elif meant.command == "more":
        screen.page(screen.choices(standing, choices, len(choices)))
    elif meant.command == "history":
        _history(screen, match, standing.seat)
    else:
        _save(screen, match, meant.rest, path)


def _paragraphs(screen: Screen, sentences: Sequence[str]) -> list[Text]:
    """Sentences with a bullet each, broken where the screen ends."""
    lines = []
    for sentence in sentences:
        parts = Text(sentence).wrap(screen.console, screen.width - 2)
        lines += [Text("  " if at else "· ").append_text(part) for at, part in enumerate(parts)]
    return lines


def _map(screen: Screen, standing: Standing, rest: str) -> None:
    words = words_in(rest)
    places = screen.names.game.board.places
    exact = [place.index for place in places if words and fits(words, called(place), whole=True)]
    wanted = exact or [p.index for p in places if fits(words, called(p), whole=False)]
    if not wanted:
        screen.say("play.no_place", "yellow", text=rest)
    screen.page(Atlas(screen, standing).lines(wanted))


def _history(screen: Screen, match: Match, seat: int) -> None:
    """All that has happened, as the seat saw it."""
    seen = (match.game.redact(event, seat) for event in match.raw_events)
    told = Narrator(screen.names, counted=COUNTED).tell(one for one in seen if one is not None)
    screen.page(_paragraphs(screen, told))


def show_help(screen: Screen, standing: Standing) -> None:
    """What can be typed, with examples from the board on the table."""
    board, voice = screen.names.game.board, screen.voice
    useful = [board.routes[route] for route in standing.usefulness if standing.is_open(route)]
    route = next(iter(useful or board.routes))
    places = [screen.names.places[end] for end in (route.a, route.b)]
    kinds = [card for card in standing.row if not board.cards[card].wild] or [0]
    colour = (
        screen.names.track(route.index) if standing.read.dice else screen.names.colour(route.colour)
    )
    lines = voice.say(
        "play.help",
        cards=_help_cards(screen, kinds[0]),
        tickets=voice.say("play.help_renew" if standing.read.race else "play.help_tickets"),
        claim=" ".join(places),
        short=" ".join(words_in(place)[0][:4] for place in places),
        colour=colour,
        place=plain(screen.names.places[route.a]),
    ).split("\n")
    rule = next(iter(screen.names.game.ruleset.laws.values()), "")
    lines += [voice.say("play.help_rule", rule=rule)] if rule else []
    lines += voice.say("play.help_journey").split("\n") if standing.read.journeys else []
    lines += (
        [voice.say("play.help_landmark", sign=paint.LANDMARK)] if standing.read.landmarks else []
    )
    screen.page([Text(line) for line in lines])


def _help_cards(screen: Screen, card: int) -> str:
    """How cards are drawn in this game, or dice rolled."""
    if screen.names.payer is not None:
        return screen.voice.say("play.help_dice", letters="".join(screen.names.face_letters[:2]))
    for draw in screen.names.game.layout.partners(BlindDraw):
        return screen.voice.say("play.help_blind", n=draw.count)
    return screen.voice.say("play.help_market", card=screen.names.cards[card])


def _save(screen: Screen, match: Match, rest: str, path: Path) -> None:
    target = Path(rest.strip()) if rest.strip() else path
    try:
        target = target.expanduser()
        if target != path and target.exists():
            screen.say_path("play.exists", "yellow", target)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        match.save(target)
    except (OSError, ValueError, RuntimeError) as error:  # also of a path that cannot be one
        reason = getattr(error, "strerror", None) or str(error).removeprefix(f"{target}: ")
        screen.say("play.not_saved", "red", path=str(target), error=reason)
    else:
        screen.say_path("play.saved", "green", target)
