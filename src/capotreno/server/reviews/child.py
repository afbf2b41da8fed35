"""The life of the process that reviews finished games. It knows no server."""

import json
import os
import signal
import traceback
from typing import Any, Final

from capotreno.engine.actions import Json
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.match import game_of
from capotreno.reviewing.judge import BotJudge
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import Review
from capotreno.server.bots.child import ALARM, converse, write

NICE: Final = 15  # whoever plays comes first


def serve() -> None:
    """Read a task, review its game for a seat, until the server is gone.

    Its lines are `ready`, `thinking`, `so_far done total`, `answer {…}`, `refused "why"` and
    `crashed "why"`.
    """
    os.nice(NICE)
    converse(_answer)


def _actions(game: Game, found: Review) -> dict[int, Json]:
    """What the answers are about that the review names, by code: for who shows it."""
    codes = {
        answer.code
        for own in found.reviews
        for decided in own.decisions
        for answer in (decided.played, *decided.instead)
    }
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
        log = logs.read(task["log"])
        # Nothing is compiled of a board that somebody brought: it is played interpreted.
        game = game_of(log)
        judge = BotJudge(game) if log.board else None

        def progress(done: int, total: int) -> None:
            write(answers, f"so_far {done} {total}\n".encode())

        found = review(log, [task["seat"]], judge=judge, progress=progress)
        return f"answer {json.dumps(found.json() | {'actions': _actions(game, found)})}"
    except CapotrenoError as error:
        return f"refused {json.dumps(str(error)[:500])}"
    except Exception:  # noqa: BLE001 - whatever a game leads to is told to the server
        return f"crashed {json.dumps(traceback.format_exc()[-4000:])}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
