"""What `capotreno admin`, `backup` and `restore` do and say, in the operator's language."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.games.registry import build, build_content
from capotreno.server.operating.backup import backup, dated, thinned
from capotreno.server.operating.health import health
from capotreno.server.operating.restore import restore
from capotreno.server.operating.there import NotDone, the_store
from capotreno.server.operating.vacuum import vacuum
from capotreno.server.settings import from_environment
from capotreno.server.store import Store, StoreError, TableRow
from capotreno.server.store.gallery import LISTED, REMOVED
from capotreno.server.store.records import MARK
from capotreno.server.studio.carried import is_carried
from capotreno.server.table.stored import log_of
from capotreno.words import Voice

__all__ = ["admin", "copied", "restored"]

MIB = 1024 * 1024
TYPED = frozenset({"table", "mark", "board"})  # what an operator types or copies
UNWELL = 1  # the exit code of `admin health` where something is not well


@contextmanager
def _as_sentences(voice: Voice) -> Iterator[None]:
    """What cannot be done is said to the operator."""
    try:
        yield
    except NotDone as error:
        raise CapotrenoError(voice.say(error.key, **error.values)) from None
    except StoreError as error:
        raise CapotrenoError(str(error)) from None


def _mib(voice: Voice, size: int) -> str:
    return voice.figure(size / MIB, ",.1f")


class Desk:
    """The operator's desk: the wishes of one command, and where its answer goes."""

    def __init__(self, options: argparse.Namespace, voice: Voice, console: Console) -> None:
        self.options = options
        self.voice = voice
        self.console = console
        self.settings = from_environment()

    def say(self, key: str, **values: str | int) -> None:
        self.console.print(self.voice.say(key, **values), soft_wrap=True)

    def list(self, rows: Sequence[dict[str, object]], *columns: str) -> None:
        """Rows as a table for people, or as JSON lines for programs."""
        if self.options.json:
            for row in rows:
                sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
            return
        table = Table(box=None, header_style="bold", padding=(0, 2))
        for column in columns:
            whole = column in TYPED  # to be copied into the next command, however narrow it is here
            table.add_column(self.voice.say(f"admin.{column}"), overflow="fold", no_wrap=whole)
        for row in rows:
            table.add_row(*(self._shown(row[column]) for column in columns))
        self.console.print(table)

    def _shown(self, value: object) -> str:
        if isinstance(value, bool):
            return "✓" if value else ""
        if isinstance(value, float):
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
        key = f"admin.status.{value}"
        return self.voice.say(key) if self.voice.knows(key) else str(value)

    def with_store(self, work: Callable[[Store], Awaitable[int]]) -> int:
        """Does something with the store of this server's settings, as it is."""

        async def whole() -> int:
            async with the_store(self.settings) as store:
                return await work(store)

        return asyncio.run(whole())


def admin(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """One of the things an operator does."""
    desk = Desk(options, voice, console)
    with _as_sentences(voice):
        if options.what == "health":
            return _health(desk)
        if options.what == "vacuum":
            return _vacuum(desk)
        if options.what == "tables":
            return desk.with_store(partial(_tables, desk))
        if options.what == "people":
            return desk.with_store(partial(_people, desk))
        if options.what == "boards":
            return desk.with_store(partial(_boards, desk))
        if options.what == "reports":
            return desk.with_store(partial(_reports, desk))
        if options.board or options.what == "release":
            return desk.with_store(partial(_decide, desk))
        if bool(options.ids) == bool(options.person):
            raise CapotrenoError(voice.say("admin.whom"))
        if options.person and len(options.person) != MARK:
            raise CapotrenoError(voice.say("admin.no_person", mark=options.person[:60]))
        if options.what == "settle":
            return desk.with_store(partial(_settle, desk))
        if options.what == "remove":
            return desk.with_store(partial(_forget if options.person else _remove, desk))
        return desk.with_store(partial(_export_person if options.person else _export, desk))


# -- what there is --------------------------------------------------------------------------------


async def _tables(desk: Desk, store: Store) -> int:
    rows = []
    for table, moves in await store.records.tables(desk.options.most, desk.options.status):
        names = [seat.name or seat.kind for seat in await store.seats(table.id)]
        row = {"table": table.id, "game": table.game, "status": table.status, "moves": moves}
        rows.append(row | {"changed": table.changed, "names": ", ".join(names)})
    desk.list(rows, "table", "game", "status", "moves", "changed", "names")
    return 0


async def _people(desk: Desk, store: Store) -> int:
    rows = [one._asdict() for one in await store.records.people(desk.options.most)]
    desk.list(rows, "mark", "name", "profile", "tables", "last")
    return 0


async def _boards(desk: Desk, store: Store) -> int:
    """What is shared in the gallery; what is in quarantine comes first, with the reason."""
    rows = []
    for one in await store.gallery.every(desk.options.most):
        why = desk.voice.say(f"server.{one.why}") if one.why else ""
        row = {"board": one.id, "title": one.title[desk.voice.language], "by": one.by}
        rows.append(row | {"status": one.status, "changed": one.at, "why": why})
    desk.list(rows, "board", "title", "by", "status", "changed", "why")
    return 0


async def _decide(desk: Desk, store: Store) -> int:
    """A shared board is taken away for good, or everybody sees it (again)."""
    id, what = desk.options.board or "", desk.options.what
    if what not in ("remove", "release"):
        raise CapotrenoError(desk.voice.say("admin.whom"))
    row = await store.gallery.find(id)
    if row is None:
        raise CapotrenoError(desk.voice.say("admin.no_board", board=id[:60]))
    title = str(row.title[desk.voice.language])
    if what == "remove" and not desk.options.yes:
        desk.say("admin.would_bar", title=title)
        return 0
    await store.gallery.set(id, REMOVED if what == "remove" else LISTED)
    desk.say("admin.barred" if what == "remove" else "admin.released", title=title)
    return 0


async def _reports(desk: Desk, store: Store) -> int:
    """What was reported of the talk at tables and not yet looked after."""
    rows = [
        {
            "table": one.of,
            "at": one.at,
            "name": one.name or "",
            "mark": (one.author or "")[:MARK],
            "text": one.text,
            "why": one.why,
            "by": one.reporter[:MARK],
        }
        for one in await store.talk.reports(desk.options.most)
    ]
    desk.list(rows, "table", "at", "name", "mark", "text", "why", "by")
    return 0


async def _settle(desk: Desk, store: Store) -> int:
    """The reports of some tables have been looked after."""
    desk.say("admin.settled", n=sum([await store.talk.settle(id) for id in desk.options.ids]))
    return 0


def _health(desk: Desk) -> int:
    found = asyncio.run(health(desk.settings))
    if desk.options.json:
        sys.stdout.write(json.dumps(found._asdict(), ensure_ascii=False) + "\n")
    else:
        for part, fault in (("server", found.server), ("database", found.database)):
            desk.say(f"admin.{part}_unwell" if fault else f"admin.{part}_well", why=fault)
        if not found.database:
            desk.say("admin.holds", **found.tables, size=_mib(desk.voice, found.size))
            if found.free:
                desk.say("admin.free", free=_mib(desk.voice, found.free))
    return UNWELL if found.server or found.database else 0


# -- what goes ------------------------------------------------------------------------------------


async def _remove(desk: Desk, store: Store) -> int:
    ids = desk.options.ids
    there = await store.records.standing(ids)
    for id in ids:
        if id not in there:
            raise CapotrenoError(desk.voice.say("admin.no_table", table=id[:60]))
    if not desk.options.yes:
        desk.say("admin.would_remove", n=len(there))
        return 0
    desk.say("admin.removed", n=await store.records.remove(ids))
    return 0


async def _forget(desk: Desk, store: Store) -> int:
    mark = desk.options.person
    person = await store.people.marked(mark)
    if person is not None:
        seats = len(await store.people.seats(person.id))
        if not desk.options.yes:
            desk.say("admin.would_forget_profile", name=person.name, n=seats)
            return 0
        await store.people.remove(person.id)
        desk.say("admin.forgotten_profile", name=person.name, n=seats)
        return 0
    held = await store.records.of_person(mark)
    if not held:
        raise CapotrenoError(desk.voice.say("admin.no_person", mark=mark))
    if not desk.options.yes:
        desk.say("admin.would_forget", name=held[0][1].name, n=len(held))
        return 0
    desk.say("admin.forgotten", n=await store.records.forget(mark))
    return 0


def _vacuum(desk: Desk) -> int:
    before, after, whole = asyncio.run(vacuum(desk.settings))
    sizes = {"before": _mib(desk.voice, before), "after": _mib(desk.voice, after)}
    desk.say("admin.vacuumed" if whole else "admin.tidied", **sizes)
    return 0


# -- what leaves the house ------------------------------------------------------------------------


async def _export(desk: Desk, store: Store) -> int:
    """The logs of finished tables: `capotreno verify` checks them without any server."""
    for id in desk.options.ids:
        table = await store.table(id)
        if table is None:
            raise CapotrenoError(desk.voice.say("admin.no_table", table=id[:60]))
        if table.status != "finished":
            raise CapotrenoError(desk.voice.say("admin.not_finished", table=id))
        game = await _game(store, table)
        log = log_of(table, await store.seats(id), game, await store.moves(id))
        file = _written(desk.options.out / f"{id}.jsonl", log.write())
        desk.say("admin.exported", file=str(file))
    return 0


async def _game(store: Store, table: TableRow) -> Game:
    """The game of a table: one that there is here, or that of a board it brought along."""
    if not is_carried(table.game):
        return build(table.game, table.players, table.options)
    board = await store.boards.text(table.game) or ""
    return build_content(board.encode(), table.players, table.options)


async def _export_person(desk: Desk, store: Store) -> int:
    """All that is kept of one person, for that person."""
    mark = desk.options.person
    person = await store.people.marked(mark)
    if person is not None:
        whole = msgspec.json.encode(await store.people.kept(person))
        text = msgspec.json.format(whole, indent=2).decode()
        file = _written(desk.options.out / f"person-{mark}.json", f"{text}\n")
        desk.say("admin.exported", file=str(file))
        return 0
    held = await store.records.of_person(mark)
    if not held:
        raise CapotrenoError(desk.voice.say("admin.no_person", mark=mark))
    tables = [
        {
            "table": table.id,
            "game": table.game,
            "status": table.status,
            "created": table.created,
            "changed": table.changed,
            "result": table.result,
            "seat": seat.seat,
            "name": seat.name,
            "said": [{"at": line.at, "text": line.text} for line in said],
        }
        for table, seat, said in held
    ]
    text = json.dumps({"person": mark, "tables": tables}, ensure_ascii=False, indent=2)
    file = _written(desk.options.out / f"person-{mark}.json", f"{text}\n")
    desk.say("admin.exported", file=str(file))
    return 0


def _written(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


# -- copies ---------------------------------------------------------------------------------------


def copied(to: Path, keep: int | None, voice: Voice, console: Console) -> int:
    """`capotreno backup`: into a file, or into a folder under the time it was made."""
    if keep is not None and (keep < 1 or not to.is_dir()):
        raise CapotrenoError(voice.say("backup.keep"))
    with _as_sentences(voice):
        made = backup(from_environment().database_url, dated(to) if to.is_dir() else to)
    size = _mib(voice, made.size)
    said = voice.say("backup.made", file=str(made.file), n=made.tables, moves=made.moves, size=size)
    console.print(said, soft_wrap=True)
    if keep is not None and (old := thinned(to, keep)):
        console.print(voice.say("backup.thinned", n=len(old)), soft_wrap=True)
    return 0


def restored(file: Path, voice: Voice, console: Console) -> int:
    """`capotreno restore`."""
    settings = from_environment()
    with _as_sentences(voice):
        brought = asyncio.run(restore(file, settings.database_url))
    said = voice.say("restore.made", n=brought.tables, there=brought.there)
    console.print(said, soft_wrap=True)
    return 0
