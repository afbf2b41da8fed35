"""The life of the process that studies boards: hundreds of games. It knows no server.

A board is words and numbers: its games are played interpreted, nothing is compiled of it. Whatever
it costs, it costs here, and not for long: the server says how many games and seconds there are.
"""

import json
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec

from capotreno.board.check.findings import Finding
from capotreno.board.load import parse
from capotreno.board.model import Board
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import build_content
from capotreno.server.bots.child import ALARM, converse, write
from capotreno.server.studio.shapes import (
    BoardStudy,
    EvenBoard,
    EvenChange,
    StudyAnswer,
    StudyFinding,
)
from capotreno.study.balance import balance
from capotreno.study.figures import figures
from capotreno.study.play import StudyTable
from capotreno.study.run import Studied, Watcher, run
from capotreno.study.telling import StudyTeller
from capotreno.words import LANGUAGES, Voice

NICE: Final = 15  # whoever plays comes first
MEMORY: Final = 2 << 30  # bytes
SPARE: Final = 10.0  # seconds for building the game and telling what was found
USUAL: Final = 3  # players, where the board allows so many
BOTS: Final = ("swift",)
SEED: Final = 1
LONGEST: Final = 20_000  # decisions of a game that is tried: far more than any needs
FEW: Final = 20  # games that must fit into the time
TRIAL: Final = 400  # games of a round of making a board even
KNOWN: Final = 4  # studies whose games need not be played again to make their boards even

_wish = {"stop": False}
_known: dict[StudyTable, Studied] = {}


def serve() -> None:
    """Read a task, play and say what was found, until the server is gone.

    Its lines are `ready`, `thinking`, `so_far games wanted`, `answer {…}`, `refused "why"` and
    `crashed "why"`. SIGINT ends a study early; what was played is kept.
    """
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGINT, _stop)
    converse(_answer)


def _stop(*_: object) -> None:
    _wish["stop"] = True


def _answer(task: dict[str, Any], answers: int) -> str:
    _wish["stop"] = False
    write(answers, b"thinking\n")
    signal.setitimer(signal.ITIMER_REAL, 2 * task["seconds"] + SPARE + ALARM)
    try:
        return f"answer {msgspec.json.encode(TASKS[task['work']](task, answers)).decode()}"
    except CapotrenoError as error:
        return f"refused {json.dumps(str(error)[:500])}"
    except KeyboardInterrupt:
        return f"refused {json.dumps(SLOW)}"
    except Exception:  # noqa: BLE001 - whatever a board leads to is told to the server
        return f"crashed {json.dumps(traceback.format_exc()[-4000:])}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


SLOW: Final = "slow"  # not one game could be played in the time


def _watcher(task: dict[str, Any], answers: int) -> Watcher:
    """Who says how far it has come, and ends it when the time is up or nobody wants it any more."""
    until = time.monotonic() + task["seconds"]

    def watch(games: int, wanted: int) -> None:
        write(answers, f"so_far {games} {wanted}\n".encode())
        if _wish["stop"] or time.monotonic() > until:
            raise KeyboardInterrupt

    return watch


def _table(task: dict[str, Any]) -> tuple[Board, StudyTable]:
    content = task["board"].encode()
    board = parse(content)
    low, high = board.players
    players = min(max(task.get("players") or USUAL, low), high)
    build_content(content, players, {})  # refused with a sentence where it is no game
    return board, StudyTable(board.id, content, players, BOTS)


def _study(task: dict[str, Any], answers: int) -> StudyAnswer:
    return StudyAnswer(found=_studied(task, answers))


def _studied(task: dict[str, Any], answers: int) -> BoardStudy:
    board, table = _table(task)
    _known.pop(table, None)
    studied = _played(table, task, answers)
    found = figures(board, studied.tally, studied.mixed)
    tellers = [StudyTeller(board, studied, found, Voice(language)) for language in LANGUAGES]
    return BoardStudy(
        games=found.games,
        wanted=studied.wanted,
        players=found.players,
        turns=found.turns,
        shortest=found.shortest,
        longest=found.longest,
        seats=list(found.seats),
        routes=list(found.routes),
        tickets=list(found.tickets),
        spread=found.spread,
        findings=[_finding(board, tellers, item) for item in tellers[0].findings],
        course={teller.voice.language: teller.course() for teller in tellers},
    )


def _played(table: StudyTable, task: dict[str, Any], answers: int) -> Studied:
    """The games of a study; those of the last ones are known still."""
    studied = _known.get(table)
    if studied is None:
        studied = run(table, task["games"], SEED, 1, _watcher(task, answers), native=False)
        _known[table] = studied
        while len(_known) > KNOWN:
            del _known[next(iter(_known))]
    return studied


def _finding(board: Board, tellers: list[StudyTeller], item: Finding) -> StudyFinding:
    text = {teller.voice.language: teller.sentence(item) for teller in tellers}
    tickets = []
    if item.kind.startswith("ticket_"):
        tickets = [ticket.id for ticket in board.tickets if ticket.stops == item.stops]
    stops = [] if tickets or item.routes else list(item.stops)
    return StudyFinding(item.kind, text, list(item.routes), stops, tickets)


def _even(task: dict[str, Any], answers: int) -> StudyAnswer:
    """Played, changed and played again, as long as there is time."""
    board, table = _table(task)
    studied = _played(table, task, answers)
    studied = replace(studied, wanted=max(2, studied.tally.games))
    cut = False

    def watch(games: int, wanted: int) -> None:
        nonlocal cut
        cut = True
        until(games, wanted)
        cut = False

    until = _watcher(task, answers)
    found = balance(studied, task["change"], watch, 1, TRIAL)
    tellers = [StudyTeller(board, studied, found.before, Voice(one)) for one in LANGUAGES]
    even = EvenBoard(
        games=found.before.games,
        before=found.before.spread,
        after=found.after.spread,
        cut=cut,
        changes=[
            EvenChange(
                *change, text={teller.voice.language: teller.change(change) for teller in tellers}
            )
            for change in found.changes
        ],
    )
    return StudyAnswer(even=even)


def _try(task: dict[str, Any], answers: int) -> StudyAnswer:
    """Everything that strangers may do with a board: few and many, cards and dice; then a study."""
    content = task["board"].encode()
    board = parse(content)
    for players in sorted({*board.players}):
        for dice in (False, True):
            _at_random(content, players, dice)
    found = _studied(task, answers)
    if found.games < FEW and found.games < found.wanted:
        raise CapotrenoError(SLOW)
    return StudyAnswer(found=found)


def _at_random(content: bytes, players: int, dice: bool) -> None:
    """One game without any plan, in which every law is looked at."""
    game = build_content(content, players, {"dice": True} if dice else {})
    random = Random(players)
    state = game.start(SEED)
    for _ in range(LONGEST):
        if game.actor(state) is None:
            break
        game.apply(state, random.choice(game.legal(state)))
    game.audit(state)
    game.sheets(state)


TASKS: Final[dict[str, Callable[[dict[str, Any], int], StudyAnswer]]] = {
    "study": _study,
    "even": _even,
    "try": _try,
}
