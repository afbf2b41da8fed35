"""The commands `capotreno review` and `capotreno puzzle`."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console

from capotreno.engine.record import log as logs
from capotreno.games.registry import register
from capotreno.match import game_of, read_log
from capotreno.reviewing.review import BUDGET
from capotreno.terminal.review import page
from capotreno.terminal.review.labels import SeatLabels
from capotreno.terminal.review.puzzle import puzzle_arguments, run_puzzle
from capotreno.terminal.review.show import show_seat
from capotreno.terminal.review.watched import people, watched
from capotreno.words import Voice


def review_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno review`."""
    sub.add_argument("log", type=Path, metavar="LOG", help=voice.say("help.log"))
    words = voice.say("help.review.seat")
    sub.add_argument("--seat", type=int, action="append", metavar="S", help=words)
    words = voice.say("help.review.budget", n=BUDGET)
    sub.add_argument("--budget", type=int, default=BUDGET, metavar="N", help=words)
    sub.add_argument("--seed", type=int, default=0, metavar="S", help=voice.say("help.seed_0"))
    sub.add_argument("--html", type=Path, metavar="FILE", help=voice.say("help.review.html"))
    words = voice.say("help.log_board")
    sub.add_argument("--board", action="append", default=[], metavar="FILE", help=words)
    sub.add_argument("--json", action="store_true", help=voice.say("help.json"))


def run_review(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Review a log: on the screen, as JSON or as a page."""
    register(*options.board)
    log = read_log(options.log)
    game = game_of(log)
    logs.verify(game, log, forced=log.seed is None)
    found = watched(game, log, options.seat or people(log), options.budget, options.seed, voice)
    if options.json:
        sys.stdout.write(json.dumps(found.json(), ensure_ascii=False) + "\n")
        return 0
    labels = [SeatLabels(game, log, own.seat, voice) for own in found.reviews]
    if options.html is not None:
        page.write(options.html, game, found, labels, voice)
        console.print(voice.say("report.written", path=str(options.html)), soft_wrap=True)
        return 0
    for own, words in zip(found.reviews, labels, strict=True):
        show_seat(console, words, own)
    return 0


#: Their names, what they do, and the words after them.
REVIEWS = (
    ("review", run_review, review_arguments),
    ("puzzle", run_puzzle, puzzle_arguments),
)
