"""A contest from its first deal to its last, or until a sequential test has seen enough."""

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from capotreno.arena.entrants import maker, unaided
from capotreno.arena.pool import Done, SampleJob, table, work
from capotreno.arena.report.times import Times
from capotreno.arena.results import Contest, Results, Sample, keep_board, order
from capotreno.arena.statistics import Sequential, share
from capotreno.crew import cores, done
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import OWN
from capotreno.words import Voice


@dataclass(frozen=True)
class RunWishes:
    """How a contest is run; nothing of this changes a sample."""

    deals: int
    folder: Path | None = None
    workers: int = 0  # 0: all cores
    ray: str | None = None
    gain: float | None = None  # stop when sure that the first named is so much worse, or not


@dataclass
class Ran:
    """A contest that has been run: its samples, its times and what the test said."""

    results: Results
    times: Times
    test: Sequential | None
    verdict: str = ""


def contest(
    game: str,
    players: int,
    bots: tuple[str, ...],
    seed: int,
    ladder: bool,
    options: tuple[tuple[str, str], ...] = (),
) -> Contest:
    """A contest between bots that exist, on a game that exists."""
    for bot in bots:
        maker(bot)
    version = table(game, players, options).ruleset.version
    found = Contest(game, version, players, bots, seed, ladder and len(bots) > 2, options)
    found.pairings()
    return found


def run(what: Contest, wishes: RunWishes, voice: Voice, screen: Console) -> Ran:
    """Play what is missing of a contest, with a bar that shows the running interval."""
    if wishes.deals < 1 or wishes.workers < 0:
        raise CapotrenoError("the arena needs one deal and one worker at least")
    test = None
    if wishes.gain is not None:
        if len(what.pairings()) != 1 or not 0 < wishes.gain < 1 - what.fair:
            raise CapotrenoError("a sequential test compares two bots at a gain above 0")
        test = Sequential(what.fair, wishes.gain)
    if reason := unaided(what.bots, table(what.game, what.players, what.options)):
        screen.print(voice.say("search.unaided", reason=reason), soft_wrap=True)
    ran = Ran(Results(what, wishes.folder), Times(), test)
    if wishes.folder is not None and what.game in OWN:
        keep_board(wishes.folder, what.game)
    _read_times(ran)
    try:
        _play(ran, wishes, voice, screen)
    finally:
        _write_times(ran)
    return ran


def _play(ran: Ran, wishes: RunWishes, voice: Voice, screen: Console) -> None:
    results, what = ran.results, ran.results.contest
    total = wishes.deals * len(what.pairings())
    shares: list[float] = []
    for sample in results.samples:
        _look(ran, shares, sample)
    workers = wishes.workers or cores()
    with _bar(screen) as bar, closing(_missing(results, total, workers, wishes.ray)) as missing:
        task = bar.add_task("", total=total, completed=len(results.samples), figure="")
        for sample, times in missing if not ran.verdict else ():
            results.add(sample)
            ran.times.merge(times)
            _look(ran, shares, sample)
            bar.update(task, advance=1, figure=running(results, voice))
            if ran.verdict:
                break


def _look(ran: Ran, shares: list[float], sample: Sample) -> None:
    """Let the sequential test, if there is one, see one more sample."""
    if ran.test is not None and not ran.verdict:
        shares.append(sample.share(sample.pairing.one))
        ran.verdict = ran.test.look(shares)


def _missing(
    results: Results, total: int, workers: int, ray: str | None
) -> Generator[Done, None, None]:
    """The samples an earlier run has not left."""
    wanted = islice(order(results.contest), len(results.samples), total)
    board = OWN.get(results.contest.game, b"")
    jobs = [SampleJob(results.contest, pairing, deal, board) for pairing, deal in wanted]
    if jobs:
        yield from done(work, jobs, min(workers, len(jobs)), ray)


def _bar(screen: Console) -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[figure]}"),
        console=screen,
        disable=not screen.is_terminal,
        transient=True,
    )


def running(results: Results, voice: Voice) -> str:
    """The pairing played last, with its interval so far."""
    what = results.contest
    pairing = results.samples[-1].pairing
    shares = [s.share(pairing.one) for s in results.samples if s.pairing == pairing]
    found = share(shares)
    names = what.names()
    return voice.say(
        "arena.running",
        one=names[pairing.one],
        others=names[pairing.others],
        mean=voice.figure(found.mean, ".1%"),
        low=voice.figure(found.low, ".1%"),
        high=voice.figure(found.high, ".1%"),
    )


# -- times, which differ from run to run, beside the results ---------------------------------------


def times_of(results: Path) -> Path:
    """The file of times beside a file of results."""
    return results.with_suffix(".times.json")


def read_times(path: Path) -> Times:
    """The times beside a file of results; none if nobody has kept them."""
    times = Times()
    try:
        times.merge(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        pass
    except (ValueError, AttributeError, TypeError) as error:
        raise CapotrenoError(f"{path}: {error}") from None
    return times


def _read_times(ran: Ran) -> None:
    if ran.results.path is not None and ran.results.samples:
        ran.times = read_times(times_of(ran.results.path))


def _write_times(ran: Ran) -> None:
    if ran.results.path is not None:
        text = json.dumps(ran.times.json())
        times_of(ran.results.path).write_text(text + "\n", encoding="utf-8")
