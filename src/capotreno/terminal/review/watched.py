"""A review under way: whose games are reviewed, and how far it is."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from capotreno.crew import cores
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.reviewing.judge import judge_of
from capotreno.reviewing.review import check_finished, review
from capotreno.reviewing.shape import Review
from capotreno.telling.names import BOT_SEAT
from capotreno.words import Voice


def people(log: logs.Log) -> Sequence[int]:
    """The seats that name no bot; all of them where everybody is one."""
    empty = [seat for seat, name in enumerate(log.seats) if not BOT_SEAT.fullmatch(name)]
    return empty or range(log.players)


def watched(
    game: Game, log: logs.Log, seats: Sequence[int], budget: int, seed: int, voice: Voice
) -> Review:
    """The review of a log, with its progress on the screen."""
    check_finished(log)
    threads = cores()
    judge = judge_of(game, max(1, threads // max(1, len(seats))))
    screen = Console(stderr=True)
    if judge.slow:
        screen.print(Text(voice.say("review.slow"), "yellow"))
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, TimeRemainingColumn(), console=screen, transient=True) as bar:
        task = bar.add_task(voice.say("review.weighing"), total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return review(
            log, seats, budget=budget, seed=seed, judge=judge, progress=told, threads=threads
        )
