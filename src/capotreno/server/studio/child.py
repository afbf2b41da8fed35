"""The life of the process that looks at drafts and invents boards. It knows no server.

Whatever a draft costs, it costs here: the server kills the process when it takes too long. A draft
is words and numbers; nothing of it is run, and no file is read that it names.
"""

import json
import re
import resource
import signal
import traceback
from base64 import b64encode
from collections.abc import Iterable
from os import write
from typing import Any, Final
from zlib import compress

import msgspec

from capotreno.board.check.findings import Finding, findings
from capotreno.board.check.laws import Fault
from capotreno.board.check.statistics import statistics
from capotreno.board.load import parse
from capotreno.board.model import Board
from capotreno.engine.errors import CapotrenoError
from capotreno.games.own.complaints import complaints
from capotreno.games.registry import OWN, REGISTRY, build_content
from capotreno.invent.again import Rest, again
from capotreno.invent.invent import invent
from capotreno.printing import pdf
from capotreno.printing.commands import PIECE, printed
from capotreno.printing.sheets import PAPERS
from capotreno.server.bots.child import ALARM, converse
from capotreno.server.doors.bodies import Complaint, DraftReport
from capotreno.telling import faults
from capotreno.telling.findings import BoardTeller
from capotreno.telling.rules import rules
from capotreno.words import Voice

MEMORY: Final = 2 << 30  # bytes
#: What of a board a fault is about, by the noun in front of its id.
FIELD: Final = re.compile(r"[a-z_]+(\.[a-z_]+)*")  # a fault of the rules begins with its field
QUOTED: Final = re.compile(r"'game\.([a-z_.]+)")  # one of its form, too
NOUNS: Final = {"route": "routes", "ticket": "tickets", "place": "stops", "region": "stops"}


def serve() -> None:
    """Read a task, answer it, until the server is gone.

    Its lines are `ready`, `thinking`, `answer {…}`, `refused "why"` and `crashed "why"`.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    converse(_answer)


def _answer(task: dict[str, Any], answers: int) -> str:
    write(answers, b"thinking\n")
    signal.setitimer(signal.ITIMER_REAL, task["budget"] + ALARM)
    try:
        return f"answer {TASKS[task['task']](task).decode()}"
    except (CapotrenoError, msgspec.DecodeError) as error:
        return f"refused {json.dumps(str(error)[:500])}"
    except Exception:  # noqa: BLE001 - whatever a draft leads to is told to the server
        return f"crashed {json.dumps(traceback.format_exc()[-4000:])}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _check(task: dict[str, Any]) -> bytes:
    """What is wrong with a draft, what stands out, and its rules as far as they can be told."""
    content = task["board"].encode()
    board, wrong = complaints(content, _taken())
    voice = Voice(task["language"])
    draft = DraftReport([_fault(fault, voice) for fault in wrong], [], [])
    if board is not None and not wrong:
        game = build_content(content, board.players[1], {})
        game.legal(game.start(1))
        draft.notes = list(_notes(board, voice))
        draft.rules = rules(voice, game)
    return msgspec.json.encode(draft)


def _taken() -> tuple[str, ...]:
    return tuple(name for name in REGISTRY if name not in OWN)


def _fault(fault: Fault, voice: Voice) -> Complaint:
    item, sentence = fault
    noun, _, id = item.partition(", ")[0].partition(" ")
    told = faults.fault(voice, sentence) or sentence
    found = Complaint(told[:1].upper() + told[1:] + ("" if told.endswith("?") else "."))
    if item == "game" and (field := FIELD.match(sentence)):
        found.field = field[0]
    elif not item and (field := QUOTED.match(sentence)):
        found.part, found.field = "game", field[1]
        return found
    if noun in NOUNS and id:
        getattr(found, NOUNS[noun]).append(id)
    else:
        found.part = item
    return found


def _notes(board: Board, voice: Voice) -> Iterable[Complaint]:
    teller = BoardTeller(board, voice)
    places = {place.id for place in board.places}
    for item in findings(board, statistics(board)):
        tickets = _tickets_of(board, item)
        stops = [] if tickets else [stop for stop in item.stops if stop in places]
        routes = list(item.routes)
        yield Complaint(teller.sentence(item), routes=routes, stops=stops, tickets=tickets)


def _tickets_of(board: Board, item: Finding) -> list[str]:
    """The tickets a finding is about, where it is about tickets."""
    if item.kind not in ("cheap", "dear", "too_long"):
        return []
    return [
        ticket.id
        for ticket in board.tickets
        if item.stops == ticket.stops
        or any(item.stops == (*ticket.stops, option.stop) for option in ticket.options)
    ]


def _keep(task: dict[str, Any]) -> bytes:
    """Whether a board can be played, with cards and with dice, by few and by many; what it is."""
    content = task["board"].encode()
    board, wrong = complaints(content, _taken())
    for item, fault in wrong:
        raise CapotrenoError(f"{item}: {fault}" if item else fault)
    assert board is not None
    for players in sorted({*board.players}):
        for options in ({}, {"dice": True}):
            game = build_content(content, players, options)
            game.legal(game.start(1))
    return b"{}"


def _invent(task: dict[str, Any]) -> bytes:
    return invent(task["places"], task["players"], task["seed"], task["region"]).replace(b"\n", b"")


def _again(task: dict[str, Any]) -> bytes:
    return msgspec.json.encode(again(msgspec.json.decode(task["rest"].encode(), type=Rest)))


def _print(task: dict[str, Any]) -> bytes:
    """All sheets as one PDF, packed so that it fits into a line."""
    voice = Voice(task["language"])
    paper = PAPERS[task["paper"].lower()]
    content = task["board"].encode()
    pages = printed(content, "board.json", paper, PIECE, voice)
    file = pdf.written(pages, parse(content).name.of(voice.language))
    return msgspec.json.encode(b64encode(compress(file)).decode())


TASKS: Final = {
    "check": _check,
    "keep": _keep,
    "invent": _invent,
    "again": _again,
    "print": _print,
}
