"""The commands `capotreno arena` and `capotreno report`."""

import argparse
from pathlib import Path

from rich.console import Console

from capotreno.arena import run
from capotreno.arena.report import page as report
from capotreno.arena.report import table
from capotreno.bots.registry import bots
from capotreno.games.registry import named
from capotreno.words import Voice

ILLEGAL = 1  # the exit code of an arena in which a bot chose what it may not


def arena_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno arena`."""
    sub.add_argument("game", metavar="GAME", help=voice.say("help.game"))
    for name, otherwise in (("players", 2), ("deals", 100), ("seed", 0), ("workers", 0)):
        words = voice.say(f"help.arena.{name}")
        sub.add_argument(f"--{name}", type=int, default=otherwise, metavar="N", help=words)
    words = voice.say("help.arena.bots", bots=", ".join(bots()))
    sub.add_argument("--bots", type=names, default=bots(), metavar="B,B", help=words)
    sub.add_argument("--dice", action="store_true", help=voice.say("help.dice"))
    sub.add_argument("--ladder", action="store_true", help=voice.say("help.arena.ladder"))
    sub.add_argument(
        "--test",
        type=float,
        nargs="?",
        const=0.05,
        metavar="GAIN",
        help=voice.say("help.arena.test"),
    )
    words = voice.say("help.arena.option")
    sub.add_argument("--option", type=pair, action="append", metavar="NAME=VALUE", help=words)
    sub.add_argument("--out", type=Path, metavar="DIR", help=voice.say("help.arena.out"))
    sub.add_argument("--ray", metavar="ADDRESS", help=voice.say("help.arena.ray"))


def report_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno report`."""
    sub.add_argument("folder", type=Path, metavar="DIR", help=voice.say("help.report.folder"))


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def pair(text: str) -> tuple[str, str]:
    """An option of a game and its value."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def run_arena(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Play a contest, or what is missing of it, and tell what it says."""
    contest = run.contest(
        named(options.game),
        options.players,
        options.bots,
        options.seed,
        options.ladder,
        (*(options.option or ()), *((("dice", "true"),) if options.dice else ())),
    )
    wishes = run.RunWishes(options.deals, options.out, options.workers, options.ray, options.test)
    screen = Console(stderr=True)
    try:
        ran = run.run(contest, wishes, voice, screen)
    except KeyboardInterrupt:
        if options.out is not None:
            screen.print(voice.say("arena.interrupted"))
        raise
    console.print(table.told(ran, voice))
    illegal = any(sum(game.illegal) for sample in ran.results.samples for game in sample.games)
    return ILLEGAL if illegal else 0


def run_report(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Write the page about a folder of results."""
    page = report.write(options.folder, voice)
    console.print(voice.say("report.written", path=str(page)), soft_wrap=True)
    return 0


#: Their names, what they do, and the words after them.
ARENA = ("arena", run_arena, arena_arguments)
REPORT = ("report", run_report, report_arguments)
