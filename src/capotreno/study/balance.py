"""A board made even: ticket values, and routes that nobody takes, changed a little and tried.

Whatever does not bring tickets nearer to each other is taken back. The file stays as its maker has
written it but for the numbers and colours that change.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from capotreno.board.errors import BoardError
from capotreno.board.load import parse
from capotreno.board.model import Board
from capotreno.games.own.game import own
from capotreno.study.figures import Figures, figures, room
from capotreno.study.run import Studied, Watcher, run

ROUNDS, PATIENCE = 8, 2  # of changing tickets and playing again; so many without a gain end it
TRIAL = 6000  # games of a round; what it has come to is played as long as the study
WHAT = ("tickets", "colours", "lengths")
RARELY = 0.25  # games in which a route is taken: of fewer it is helped
SHORTEST = 3  # spaces of a route that may lose one
AT_ONCE = 4  # routes that change, at most


class Change(NamedTuple):
    """One value of the file that is another."""

    kind: str  # "ticket", "colour", "length"
    number: int  # of the ticket or route
    before: int | str
    after: int | str


class Balanced(NamedTuple):
    """A board before and after."""

    content: bytes
    before: Figures
    after: Figures
    changes: tuple[Change, ...]


Play = Callable[[bytes], Figures | None]  # none: somebody has stopped it


def balance(
    studied: Studied,
    what: Sequence[str],
    progress: Watcher | None = None,
    workers: int = 0,
    trial: int = 0,
) -> Balanced:
    """Change a studied board's file until its tickets bring as much as they can be made to.

    Whoever stops it keeps the best that was found by then.
    """
    table, games, trial = studied.table, studied.wanted, trial or TRIAL
    content = table.board

    def played(changed: bytes, games: int) -> Figures | None:
        asked = table._replace(board=changed), games, studied.seed, workers, progress
        try:
            found = run(*asked, ray=studied.ray, native=not studied.interpreted)
        except KeyboardInterrupt:  # before anything was played
            return None
        if found.stopped:
            return None
        return figures(parse(changed), found.tally, found.mixed)

    def play(changed: bytes) -> Figures | None:
        return played(changed, min(games, trial))

    before = figures(parse(content), studied.tally, studied.mixed)
    best, at = content, before if games <= trial else play(content) or before
    if set(what) & {"colours", "lengths"}:
        best, at = _routes(best, at, what, play)
    if "tickets" in what:
        best, at = _tickets(best, at, play)
    after = before if best == content else at
    if best != content and games > trial:
        after = played(best, games) or at
    return Balanced(best, before, after, tuple(_changes(parse(content), parse(best))))


def _tickets(content: bytes, at: Figures, play: Play) -> tuple[bytes, Figures]:
    """Give every ticket its fair value, again and again; gives the most even board of all."""
    printed = [ticket.points for ticket in at.tickets]
    best, most_even = content, at
    waited = 0
    for _ in range(ROUNDS):
        values = [within(points, own.fair) for points, own in zip(printed, at.tickets, strict=True)]
        changed = edited(content, [(("tickets", n, "points"), v) for n, v in enumerate(values)])
        if values == [own.points for own in at.tickets] or not _playable(changed):
            break
        found = play(changed)
        if found is None:
            break
        at, waited = found, waited + 1
        if at.spread < most_even.spread:
            best, most_even, waited = changed, at, 0
        if waited == PATIENCE:
            break
    return best, most_even


def within(printed: int, wanted: int) -> int:
    """A value no further from the printed one than a balancing goes."""
    most = room(printed)
    return max(1, printed - most, min(printed + most, wanted))


def _routes(content: bytes, at: Figures, what: Sequence[str], play: Play) -> tuple[bytes, Figures]:
    """Help the routes that are hardly taken: any colour pays for them, or they get shorter."""
    board = parse(content)
    edits: list[tuple[FieldPath, int | str]] = []
    for n in sorted(range(len(at.routes)), key=lambda n: at.routes[n].taken)[:AT_ONCE]:
        route = board.routes[n]
        if at.routes[n].taken >= RARELY:
            continue
        if route.colour and "colours" in what:
            edits.append((("routes", n, "colour"), "gray"))
        elif route.length >= SHORTEST and "lengths" in what and not route.drawing.spaces:
            edits.append((("routes", n, "length"), route.length - 1))
    changed = edited(content, edits)
    if changed == content or not _playable(changed):
        return content, at
    found = play(changed)
    if found is None or _missing(found) >= _missing(at):
        return content, at
    return changed, found


def _missing(found: Figures) -> float:
    """How much routes that are hardly taken lack."""
    return sum(max(0.0, RARELY - one.taken) for one in found.routes)


def _playable(content: bytes) -> bool:
    try:
        own(parse(content))
    except BoardError:
        return False
    return True


def _changes(before: Board, after: Board) -> Iterator[Change]:
    for old, new in zip(before.routes, after.routes, strict=True):
        if old.colour != new.colour:
            yield Change("colour", old.index, old.colour or "gray", new.colour or "gray")
        if old.length != new.length:
            yield Change("length", old.index, old.length, new.length)
    for one, other in zip(before.tickets, after.tickets, strict=True):
        if one.points != other.points:
            yield Change("ticket", one.index, one.points, other.points)


# -- the file as it is written --------------------------------------------------------------------

FieldPath = tuple[str | int, ...]  # to a value: the names of fields and places in lists


def edited(content: bytes, edits: Sequence[tuple[FieldPath, int | str]]) -> bytes:
    """A file with some values replaced where they stand; everything else stays as it is."""
    text = content.decode("utf-8-sig")
    spans = [(*_span(text, way), json.dumps(value)) for way, value in edits]
    for start, end, value in sorted(spans, reverse=True):
        text = text[:start] + value + text[end:]
    return text.encode()


def _span(text: str, way: FieldPath) -> tuple[int, int]:
    """From where to where a value stands."""
    at = _on(text, 0)
    for step in way:
        at = _within(text, at, step)
    _, end = json.JSONDecoder().raw_decode(text, at)
    return at, end


def _within(text: str, at: int, step: str | int) -> int:
    """Where a field's or an item's value begins, in the object or list that begins here."""
    number = 0
    at = _on(text, at + 1)
    while True:
        name: str | int = number
        if isinstance(step, str):
            name, at = json.JSONDecoder().raw_decode(text, at)
            at = _on(text, _on(text, at) + 1)
        if name == step:
            return at
        _, at = json.JSONDecoder().raw_decode(text, at)
        at = _on(text, _on(text, at) + 1)
        number += 1


def _on(text: str, at: int) -> int:
    """The next sign that is no space."""
    while text[at].isspace():
        at += 1
    return at
