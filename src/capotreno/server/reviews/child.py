"""The life of the process that reviews finished games and makes puzzles. It knows no server."""

import json
import os
import signal
import traceback
from collections.abc import Iterable
from typing import Any, Final

from capotreno.engine.actions import Json
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.games.registry import load
from capotreno.match import game_of
from capotreno.reviewing.judge import BotJudge, judge_of
from capotreno.reviewing.puzzle import made
from capotreno.reviewing.review import BUDGET, review
from capotreno.reviewing.shape import Decided
from capotreno.server.bots.child import ALARM, converse, write

NICE: Final = 15  # whoever plays comes first


def serve() -> None:
    """Read a task, review its game for a seat or make a puzzle, until the server is gone.

    Its lines are `ready`, `thinking`, `so_far done total`, `answer {…}`, `refused "why"` and
    `crashed "why"`.
    """
    os.nice(NICE)
    converse(_answer)


def _actions(game: Game, decisions: Iterable[Decided]) -> dict[int, Json]:
    """What the answers are about that are named, by code: for who shows them."""
    codes = {answer.code for decided in decisions for answer in (decided.played, *decided.instead)}
    told: dict[int, dict[str, object]] = {}
    for code in sorted(codes):
        fields = dict(game.action(code).json)
        verb = str(fields.pop("do"))
        told[code] = {"verb": verb, "group": game.layout.groups[verb], "fields": fields}
    return told


def _answer(task: dict[str, Any], answers: int) -> str:
    write(answers, b"thinking\n")
    signal.setitimer(signal.ITIMER_REAL, task["seconds"] + ALARM)
    try:
        work = _puzzle if "puzzle" in task else _review
        return f"answer {json.dumps(work(task, answers))}"
    except CapotrenoError as error:
        return f"refused {json.dumps(str(error)[:500])}"
    except Exception:  # noqa: BLE001 - whatever a game leads to is told to the server
        return f"crashed {json.dumps(traceback.format_exc()[-4000:])}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _review(task: dict[str, Any], answers: int) -> Json:
    log = logs.read(task["log"])
    # Nothing is compiled of a board that somebody brought: it is played interpreted.
    game = game_of(log)
    judge = BotJudge(game) if log.board else None

    def progress(done: int, total: int) -> None:
        write(answers, f"so_far {done} {total}\n".encode())

    found = review(log, [task["seat"]], judge=judge, progress=progress)
    decisions = [decided for own in found.reviews for decided in own.decisions]
    return found.json() | {"actions": _actions(game, decisions)}


def _puzzle(task: dict[str, Any], _: int) -> Json:
    name, players, seed = task["puzzle"]
    game = load(name, players)
    found = made(game, seed, budget=BUDGET, judge=judge_of(game))
    return found.json() | {"actions": _actions(game, [found.decided])}
