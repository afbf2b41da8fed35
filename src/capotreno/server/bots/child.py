"""The life of a process that thinks for bots. It knows a View and no server.

It reads jobs from one pipe and writes lines on the other, until the server is gone.
"""

import json
import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from capotreno.bots.bot import Bot
from capotreno.bots.registry import advise, make
from capotreno.engine.game import Game
from capotreno.engine.view import unpack
from capotreno.games.registry import REGISTRY, build, build_content
from capotreno.server.bots.job import Job

ALARM: Final = 1.0  # seconds over its budget a bot has when the server itself is gone


def serve() -> None:
    """The life of a worker: read a job, build its game, think, answer, until the server is gone.

    Its lines are `ready`, `thinking`, `code N`, `advice [code, why, values]` and `crashed "why"`.
    """
    converse(_think)


def converse(answer: Callable[[Any, int], str]) -> None:
    """Read jobs and write what is answered, a line each; the answerer says `thinking` itself."""
    jobs = os.fdopen(os.dup(0), "rb")
    answers = os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)  # what a bot reads and prints is not the conversation with the server
    os.dup2(2, 1)
    os.close(null)
    # The default action is the kernel's: it ends also C code that never returns to Python.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with suppress(BrokenPipeError), jobs:
        os.write(answers, b"ready\n")
        for line in jobs:
            write(answers, answer(json.loads(line), answers).encode() + b"\n")


def write(answers: int, line: bytes) -> None:
    """A whole line, however much of it the pipe takes at once."""
    while line:
        line = line[os.write(answers, line) :]


def _think(job: Job, answers: int) -> str:
    """The last line of the answer to a job."""
    try:
        name, players, options = job["game"]
        chosen = json.dumps(options, sort_keys=True)
        game = _game(name, players, chosen, job["board"], job["declared"])
        view = unpack(game, job["view"])
        os.write(answers, b"thinking\n")
        signal.setitimer(signal.ITIMER_REAL, job["budget"] + ALARM)
        if job["hint"]:
            return f"advice {json.dumps(advise(game, view, job['seed']))}"
        code = _bot(job, game).choose(view)
    except Exception:  # noqa: BLE001 - whatever a bot does wrong is told to the server
        return f"crashed {json.dumps(traceback.format_exc()[-4000:])}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return f"code {code if type(code) is int and 0 <= code < 2**63 else -1}"


@lru_cache(maxsize=16)
def _game(name: str, players: int, options: str, board: str, declared: str) -> Game:
    if board:
        return build_content(board.encode(), players, json.loads(options))
    if name not in REGISTRY:
        module, _, function = declared.partition(":")
        REGISTRY[name] = getattr(import_module(module), function)
    return build(name, players, json.loads(options))


def _bot(job: Job, game: Game) -> Bot:
    if not job["kind"]:
        bot = make(job["bot"], game, job["seed"])
        bot.budget = min(job["budget"], job["thinking"])
        return bot
    module, _, name = job["kind"].partition(":")
    kind: type[Bot] = getattr(import_module(module), name)
    bot = kind(game, job["seed"])
    bot.budget = job["budget"]
    return bot
