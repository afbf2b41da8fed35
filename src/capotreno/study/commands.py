"""The command `capotreno study`."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Columns

from capotreno.board import drawing as drawings
from capotreno.board.errors import NoSuchThing
from capotreno.board.format import DrawingFile
from capotreno.bots.registry import known
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import OWN, REGISTRY, build, named
from capotreno.study.balance import WHAT, Balanced, balance
from capotreno.study.figures import figures
from capotreno.study.page import page
from capotreno.study.play import StudyTable, game_of
from capotreno.study.run import run
from capotreno.study.telling import StudyTeller
from capotreno.words import Voice

GAMES = 20_000
SWIFT = "swift"
USUAL = 3  # players, where the board allows so many


def study_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno study`."""
    sub.add_argument("board", metavar="BOARD", help=voice.say("help.study.board"))
    for name, otherwise in (("games", GAMES), ("players", None), ("seed", 0), ("workers", 0)):
        words = voice.say(f"help.study.{name}")
        sub.add_argument(f"--{name}", type=int, default=otherwise, metavar="N", help=words)
    words = voice.say("help.study.bots", bots=", ".join(known()))
    sub.add_argument("--bots", default=SWIFT, metavar="B,B", help=words)
    sub.add_argument("--dice", action="store_true", help=voice.say("help.dice"))
    words = voice.say("help.study.ray")
    sub.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help=words)
    sub.add_argument("--html", type=Path, metavar="FILE", help=voice.say("help.study.html"))
    sub.add_argument("--json", action="store_true", help=voice.say("help.json"))
    words = voice.say("help.study.balance")
    sub.add_argument("--balance", type=Path, metavar="FILE", help=words)
    words = voice.say("help.study.change", what=", ".join(WHAT))
    sub.add_argument("--change", default=WHAT[0], metavar="W,W", help=words)


def run_study(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Play, tell, and if wanted draw and balance."""
    table = _table(options, voice)
    change = _names(options.change)
    if options.balance is not None:
        if not table.board:
            raise CapotrenoError(voice.say("study.balance.own"))
        if strange := set(change) - set(WHAT):
            wrong = min(strange)[:40]
            raise CapotrenoError(voice.say("study.no_change", name=wrong, what=", ".join(WHAT)))
    board = game_of(table).board
    screen = Console(stderr=True)
    with _bar(screen) as bar:
        task = bar.add_task(voice.say("study.playing"), total=options.games)

        def step(played: int, wanted: int) -> None:
            bar.update(task, completed=played, total=wanted)

        seed, workers = options.seed, options.workers
        studied = run(table, options.games, seed, workers, step, ray=options.ray)
        found = figures(board, studied.tally, studied.mixed)
        balanced = None
        if options.balance is not None and not studied.stopped:
            bar.update(task, description=voice.say("study.balancing"))
            balanced = balance(studied, change, step)
    teller = StudyTeller(board, studied, found, voice)
    if balanced is not None:
        options.balance.write_bytes(balanced.content)
    if options.html is not None:
        options.html.write_text(page(teller, _drawing(table), balanced), encoding="utf-8")
    if options.json:
        data = teller.json()
        if balanced is not None:
            data["changes"] = [change._asdict() for change in balanced.changes]
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    else:
        _tell(teller, console, options, balanced)
    return 0


def _table(options: argparse.Namespace, voice: Voice) -> StudyTable:
    name = named(options.board)
    bots = _names(options.bots)
    for bot in bots:
        if bot not in known():
            raise CapotrenoError(f"there is no bot '{bot[:40]}'; there are {', '.join(known())}")
    content = OWN.get(name, b"")
    if name not in REGISTRY:
        build(name, 2, {})  # says which games there are
    low, high = REGISTRY[name]().board.players
    players = options.players or min(max(USUAL, low), high)
    if len(bots) > players:
        raise CapotrenoError(voice.say("study.bots_seats", bots=len(bots), n=players))
    return StudyTable(name, content, players, bots, options.dice)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip()) or (SWIFT,)


def _drawing(table: StudyTable) -> DrawingFile | None:
    if table.board:
        found = drawings.within(table.board)
        return None if found == b"null" else drawings.parse(found)
    try:
        return drawings.load(game_of(table).board.id)
    except NoSuchThing:
        return None


def _bar(screen: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        disable=not screen.is_terminal,
        transient=True,
    )


def _tell(
    teller: StudyTeller,
    console: Console,
    options: argparse.Namespace,
    balanced: Balanced | None,
) -> None:
    """Everything as sentences and one table."""
    say = teller.voice.say
    console.print(*teller.about(), sep="\n", soft_wrap=True)
    console.print("", *teller.course(), sep="\n", soft_wrap=True)
    if teller.board.tickets:
        console.print("", _tickets(teller), sep="\n")
    seats = ", ".join(teller.share(own) for own in teller.found.seats)
    console.print("", say("study.seats_told", seats=seats), sep="\n", soft_wrap=True)
    console.print("", f"{say('study.found')}:", sep="\n")
    sentences = [teller.sentence(item) for item in teller.findings] or [say("study.nothing")]
    for words in sentences:
        console.print(f"- {words}", soft_wrap=True)
    if balanced is not None:
        console.print("", f"{say('study.balance')}:", sep="\n")
        for words in teller.balanced(balanced):
            console.print(f"- {words}", soft_wrap=True)
        said = say("study.balance.written", file=str(options.balance), board=options.board)
        console.print(said, soft_wrap=True)
    if options.html is not None:
        console.print(say("report.written", path=str(options.html)), soft_wrap=True)


def _tickets(teller: StudyTeller) -> Columns:
    say = teller.voice.say
    table = Columns(box=None, header_style="bold", padding=(0, 2))
    for number, key in enumerate(("name", "points", "fair", "kept", "done", "ahead")):
        table.add_column(say(f"study.ticket.{key}"), justify="right" if number else "left")
    stops = {ticket.id: ticket.stops for ticket in teller.board.tickets}
    for own in sorted(teller.found.tickets, key=lambda own: -own.ahead):
        table.add_row(
            teller.names(stops[own.id]),
            str(own.points),
            str(own.fair) if own.fair != own.points else "",
            teller.share(own.kept),
            teller.share(own.done),
            teller.voice.figure(own.ahead, "+.1f"),
        )
    return table
