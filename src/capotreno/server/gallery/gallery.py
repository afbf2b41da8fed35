"""The gallery: boards shared with everybody, each tried before anybody sees it.

What is no game is refused and not kept. What fails while it is tried goes into quarantine: nobody
can play it, and the operator is told why.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Final

import msgspec

from capotreno.board.load import parse
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.store.gallery import LISTED, QUARANTINED, WAITING, SharedRow
from capotreno.server.store.store import Store
from capotreno.server.studio.carried import MIB, Carried
from capotreno.server.studio.shapes import BoardStudy, GalleryPage, SharedBoard, Status
from capotreno.server.studio.studies import Studies
from capotreno.server.table.faults import Refusal

PAGE: Final = 20  # boards of a list at a time
AGAIN: Final = 5.0  # seconds until a board is tried again where too many were waiting

log = logging.getLogger(__name__)


class SharedFacts(msgspec.Struct):
    """What a person chooses a board by."""

    players: list[int]
    minutes: int
    places: int
    routes: int
    tickets: int


class Gallery:
    """The gallery of a server."""

    def __init__(
        self, store: Store, carried: Carried, studies: Studies, settings: Settings
    ) -> None:
        self._store = store
        self._carried = carried
        self._studies = studies
        self._most = settings.gallery * MIB
        self._own = settings.gallery_own
        self._trying: dict[str, asyncio.Task[None]] = {}

    async def share(self, content: bytes, by: str, token: str, source: str) -> SharedBoard:
        """Put a board into the gallery: the one that is there already, if it is."""
        if not self._most:
            raise Refusal("no_gallery")
        name = await self._carried.keep(content)
        row = await self._store.gallery.find(name)
        if row is None:
            row = _row(name, content, by, token, source)
            why = await self._store.gallery.add(row, self._most, self._own)
            if why:
                raise Refusal(why)
            log.info("a board was shared", extra={"board": name})
        return await self._shown(row, token)

    async def find(self, id: str, token: str) -> SharedBoard:
        """One board with what was found of it; those that are barred, for who has shared them."""
        row = await self._store.gallery.find(id)
        if row is None or (row.status not in (LISTED, WAITING) and row.token != token):
            raise Refusal("no_game")
        return await self._shown(row, token)

    async def page(self, after: str, search: str, token: str) -> GalleryPage:
        """Some of the gallery, the newest first."""
        place = None
        with suppress(ValueError):
            at, _, id = after.partition(" ")
            place = (float(at), id) if after else None
        rows = await self._store.gallery.page(PAGE + 1, place, search, token)
        played = await self._store.gallery.played([row.id for row in rows])
        boards = [self._told(row, token, played.get(row.id, 0)) for row in rows[:PAGE]]
        for board in boards:
            board.study = None
        last = f"{rows[PAGE - 1].at!r} {rows[PAGE - 1].id}" if len(rows) > PAGE else None
        return GalleryPage(boards, last)

    async def drop(self, id: str, token: str) -> None:
        """Take a board out again: who has shared it may."""
        if not await self._store.gallery.drop(id, token):
            raise Refusal("not_shared")

    async def _shown(self, row: SharedRow, token: str) -> SharedBoard:
        played = await self._store.gallery.played([row.id])
        return self._told(row, token, played.get(row.id, 0))

    def _told(self, row: SharedRow, token: str, tables: int) -> SharedBoard:
        if row.status == WAITING:
            self._try(row.id)  # also if the server that tried it is gone
        facts = msgspec.convert(row.facts, SharedFacts)
        study = msgspec.convert(row.study, BoardStudy) if row.study else None
        return SharedBoard(
            game=row.id,
            title={language: str(words) for language, words in row.title.items()},
            by=row.by,
            at=row.at,
            status=msgspec.convert(row.status, Status),
            tables=tables,
            mine=bool(token) and row.token == token,
            why=row.why,
            study=study,
            games=study.games if study else 0,
            turns=study.turns if study else 0.0,
            findings=len(study.findings) if study else 0,
            **msgspec.structs.asdict(facts),
        )

    # -- trying -------------------------------------------------------------------------------

    def _try(self, id: str) -> None:
        """Try a board beside everything else, once."""
        if id not in self._trying:
            task = self._trying[id] = asyncio.create_task(self._tried(id))
            task.add_done_callback(lambda _: self._trying.pop(id, None))

    async def _tried(self, id: str) -> None:
        text = await self._store.boards.text(id)
        if text is None:
            return
        try:
            found = await self._studies.wait(await self._begun(text))
        except Refusal as refusal:
            log.warning("the board %s is in quarantine: %s", id, refusal)
            key = refusal.reason.key.removeprefix("server.")
            await self._store.gallery.tried(id, QUARANTINED, key, None)
        except StoreError as error:
            log.warning("the board %s was not tried: %s", id, error)
        else:
            study = msgspec.to_builtins(found.found)
            await self._store.gallery.tried(id, LISTED, "", study)

    async def _begun(self, text: str) -> str:
        """A study of it, as soon as not too many wait."""
        while True:
            try:
                return self._studies.begin("try", text)
            except Refusal as refusal:
                if refusal.reason.key != "server.busy_studies":
                    raise
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Nothing is tried any more; what waits is tried by the next server that shows it."""
        tasks = list(self._trying.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _row(name: str, content: bytes, by: str, token: str, source: str) -> SharedRow:
    board = parse(content)
    title = {"en": board.name.of("en"), "it": board.name.of("it")}
    low, high = board.players
    facts = SharedFacts(
        list(range(low, high + 1)),
        board.minutes,
        len(board.places),
        len(board.routes),
        len(board.tickets),
    )
    return SharedRow(
        id=name,
        title=dict(title),
        search="\n".join((*title.values(), by)).casefold(),
        by=by,
        token=token,
        source=source,
        at=time.time(),
        status=WAITING,
        why="",
        facts=msgspec.to_builtins(facts),
        study=None,
    )
