"""`capotreno puzzle`: a moment in which somebody erred, and the question what one would do."""

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.text import Text

from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import load, named, register
from capotreno.match import game_of, read_log
from capotreno.reader.standing import Standing
from capotreno.reviewing import tell
from capotreno.reviewing.judge import judge_of
from capotreno.reviewing.puzzle import Puzzle, from_json, made, puzzles
from capotreno.reviewing.review import BUDGET
from capotreno.terminal.review.labels import SeatLabels
from capotreno.terminal.review.show import percent
from capotreno.terminal.review.watched import people, watched
from capotreno.terminal.show.atlas import Atlas
from capotreno.terminal.show.screen import Screen
from capotreno.terminal.talk.ask import Left, ask, number
from capotreno.words import Voice

GAME = "new_york"


def puzzle_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno puzzle`."""
    sub.add_argument("source", nargs="*", metavar="FILE", help=voice.say("help.puzzle.source"))
    words = voice.say("help.puzzle.game", game=GAME)
    sub.add_argument("--game", default=GAME, metavar="GAME", help=words)
    sub.add_argument(
        "--players", type=int, default=2, metavar="N", help=voice.say("help.players_2")
    )
    sub.add_argument("--seat", type=int, metavar="S", help=voice.say("help.review.seat"))
    sub.add_argument("--seed", type=int, default=0, metavar="S", help=voice.say("help.seed_0"))
    words = voice.say("help.review.budget", n=BUDGET)
    sub.add_argument("--budget", type=int, default=BUDGET, metavar="N", help=words)
    sub.add_argument("--save", type=Path, metavar="FILE", help=voice.say("help.puzzle.save"))
    words = voice.say("help.log_board")
    sub.add_argument("--board", action="append", default=[], metavar="FILE", help=words)


def run_puzzle(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Puzzles from logs or files of puzzles, or a new one from a seed."""
    register(*options.board)
    found = [one for path in options.source for one in _read(Path(path), options, voice)]
    if not options.source:
        game = load(named(options.game), options.players)
        with Console(stderr=True).status(voice.say("puzzle.making")):
            judge = judge_of(game)
            found = [made(game, options.seed, budget=options.budget, judge=judge)]
    if not found:
        raise CapotrenoError("these games hold no mistake that is beyond doubt")
    if options.save is not None:
        data = [one.json() for one in found]
        options.save.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
    right = 0
    try:
        for one in found:
            right += asked(one, voice, console)
    except Left:
        console.print(voice.say("play.bye"))
        return 0
    if len(found) > 1:
        console.print(Text(voice.say("puzzle.total", right=right, n=len(found)), "bold"))
    return 0


def _read(path: Path, options: argparse.Namespace, voice: Voice) -> list[Puzzle]:
    """The puzzles in a file: those that were saved, or the mistakes of a log."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        saved = None
    if isinstance(saved, list):
        return [from_json(one) for one in saved]
    log = read_log(path)
    seats = people(log) if options.seat is None else [options.seat]
    return puzzles(watched(game_of(log), log, seats, options.budget, options.seed, voice), log)


def asked(puzzle: Puzzle, voice: Voice, console: Console) -> bool:
    """Show a moment, ask, and tell what the answers are worth; whether the best was found."""
    game = game_of(puzzle.log)
    labels = SeatLabels(game, puzzle.log, puzzle.seat, voice)
    decided = puzzle.decided
    view = puzzle.view(game)
    standing = Standing(game, view, puzzle.seat)
    screen = Screen(console, labels.names)
    screen.heading(standing, voice.say("puzzle.title"))
    screen.players(standing)
    screen.show(screen.cards(standing))
    screen.show(screen.hand(standing, puzzle.seat, voice.say("label.hand")))
    screen.show(screen.tickets(standing.progress, voice.say("label.tickets")))
    if standing.offered:
        screen.show(screen.offer(standing.offers))
    screen.show(Atlas(screen, standing).lines(range(len(game.board.places))))
    answers = puzzle.answers()
    called = labels.actions(decided, [answer.code for answer in answers])
    for at, label in enumerate(called, start=1):
        console.print(f"  {at}  {label}")
    chosen = None
    while chosen is None or not 1 <= chosen <= len(answers):
        chosen = number(ask(console, voice.say("puzzle.ask", n=len(answers))))
    own, best = answers[chosen - 1], puzzle.best
    right = puzzle.right(own.code)
    key = "puzzle.right" if right else "puzzle.wrong"
    better = called[answers.index(best)]
    console.print(Text(voice.say(key, better=better), "bold green" if right else "bold yellow"))
    console.print(f"  {tell.why(labels.names, decided)}")
    for at, (answer, label) in enumerate(zip(answers, called, strict=True), start=1):
        worth = voice.say(
            "puzzle.worth",
            win=percent(answer.value.win, voice),
            points=voice.figure(answer.value.margin, "+.1f"),
        )
        mark = " ←" if answer.code == decided.played.code else ""
        console.print(f"  {at}  {worth}  {label}{mark}")
    console.print(Text(voice.say("puzzle.mark"), "dim"))
    return right
