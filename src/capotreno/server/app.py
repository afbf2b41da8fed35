"""The application: doors, faults, headers, and what lives as long as it does."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Response
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.datastructures import State
from litestar.exceptions import HTTPException, LitestarException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from capotreno.engine.errors import CapotrenoError
from capotreno.server.bots.pool import BotWorkers
from capotreno.server.bots.workshop import Workshop
from capotreno.server.club import door as tournaments
from capotreno.server.club import friends, invitations, lobby
from capotreno.server.club.club import Club
from capotreno.server.daily import door as daily
from capotreno.server.daily import puzzles
from capotreno.server.doors import bodies, library, replays, site, tables
from capotreno.server.doors.admission import Load
from capotreno.server.doors.answers import Call
from capotreno.server.doors.connections import Doors
from capotreno.server.doors.limits import BODY, COME_BACK, Buckets, Places, may_call
from capotreno.server.doors.origins import guard
from capotreno.server.doors.socket import table_socket
from capotreno.server.gallery import door as gallery
from capotreno.server.gallery.gallery import Gallery
from capotreno.server.hall.context import Context
from capotreno.server.hall.hall import Hall
from capotreno.server.metrics import Metrics
from capotreno.server.notices import door as notices
from capotreno.server.notices import letterbox
from capotreno.server.people import door as people
from capotreno.server.people import holiday
from capotreno.server.reviews import door as reviews
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.store.lock import reserved
from capotreno.server.store.store import Store
from capotreno.server.studio import door as studio
from capotreno.server.studio import study_door
from capotreno.server.studio.examiner import Examiner
from capotreno.server.studio.studies import Studies
from capotreno.server.table.faults import Refusal
from capotreno.server.table.replay import Replays
from capotreno.server.talk import door as talk
from capotreno.words import say

logger = logging.getLogger("capotreno")

CHANNEL = "capotreno"
PRINTING = 30.0  # seconds for a board on paper
MAILS, DAY = 5, 24 * 60 * 60  # questions whether an address is somebody's, a day
STATUS = {
    "token": 401,
    "metrics": 401,
    "no_person": 401,
    "no_friend": 403,
    "nobody": 404,
    "no_device": 404,
    "no_link": 404,
    "zone": 400,
    "endpoint": 400,
    "mailbox": 400,
    "bad_link": 404,
    "mail_fast": 429,
    "mail_away": 503,
    "no_mail": 404,
    "nobody_to_tell": 401,
    "too_many_people": 429,
    "creator": 403,
    "origin": 403,
    "host": 421,
    "not_json": 415,
    "no_table": 404,
    "no_tournament": 404,
    "not_host": 403,
    "tournament": 400,
    "no_log": 404,
    "no_game": 404,
    "no_drawing": 404,
    "no_rules": 404,
    "no_file": 404,
    "no_such_seat": 404,
    "too_long": 413,
    "seconds": 400,
    "name": 400,
    "no_bot": 400,
    "log": 400,
    "after": 400,
    "too_fast": 429,
    "busy_tables": 503,
    "too_many_tables": 429,
    "busy_studio": 503,
    "busy_reviews": 503,
    "busy_studies": 503,
    "no_study": 404,
    "slow_board": 400,
    "no_gallery": 404,
    "gallery_full": 503,
    "gallery_own": 429,
    "not_shared": 403,
    "barred": 403,
    "long_review": 503,
    "no_moment": 404,
    "no_day": 404,
    "boards_full": 503,
    "board": 400,
    "heavy_board": 400,
    "too_many_bots": 429,
}
HEADERS = {
    # `connect-src 'self'` lets the table's socket through too: it has the page's origin.
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}


def create_app(settings: Settings) -> Litestar:
    """The server as an ASGI application. One may live again, with other settings in its state."""
    channels = ChannelsPlugin(_backend(settings.channels_url), channels=[CHANNEL])

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with _running(app, app.state["settings"], channels):
            yield

    return Litestar(
        route_handlers=[
            table_socket,
            *(tables.create, lobby.lobby, lobby.match, tables.summary, tables.join, tables.leave),
            *(tables.stand_in, tables.rematch, tables.mine),
            *(
                library.list_games,
                library.game_summary,
                library.list_bots,
                library.words,
                library.board,
                library.map_of,
            ),
            *(library.drawing, library.rules, library.download, library.upload),
            *(reviews.of_table, reviews.of_log, reviews.play_on),
            *(talk.blocked, talk.lift),
            *(friends.ratings_of, friends.meetings, friends.at_tables),
            *(tournaments.make, tournaments.mine, tournaments.shown, tournaments.join),
            *(tournaments.leave, tournaments.start, tournaments.call_off),
            *(friends.friends, friends.link, friends.befriend, friends.part),
            *(invitations.invite, invitations.invitations, invitations.decline),
            *(daily.shown, daily.play, puzzles.shown, puzzles.guess),
            *(people.make, people.mine, people.change, people.remove, people.export, people.games),
            *(people.leave, people.forget, people.link, people.open_here, people.claim),
            *(people.face, notices.key, notices.subscribe, notices.unsubscribe),
            *(letterbox.shown, letterbox.ask, letterbox.remove),
            *(letterbox.confirm, letterbox.stop, holiday.shown, holiday.take),
            *(library.uploaded, replays.of_table, replays.of_log, library.health),
            *(
                studio.switches,
                studio.lands,
                studio.check,
                studio.invent,
                studio.again,
                studio.keep,
                studio.sheets,
                *study_door.HANDLERS,
                *gallery.HANDLERS,
            ),
            *(library.metrics, site.page, site.emblem, site.picture, site.asset),
        ],
        lifespan=[lifespan],
        state=State({"settings": settings}),
        plugins=[channels],
        request_max_body_size=BODY,
        exception_handlers={
            CapotrenoError: _refused,
            StoreError: _unavailable,
            HTTPException: _http,
            RecursionError: _too_deep,
            Exception: _broken,
        },
        guards=[guard],
        before_request=_limit,
        before_send=[_with_headers],
        openapi_config=OpenAPIConfig(
            title="Capotreno", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        debug=False,
    )


@asynccontextmanager
async def _running(
    app: Litestar, settings: Settings, channels: ChannelsPlugin
) -> AsyncIterator[None]:
    """Open the store and the hall, and close them in order."""
    with reserved(settings.database_file, together=bool(settings.channels)):
        store = await Store.open(settings.database_url)
        try:
            async with _open_hall(app, settings, channels, store):
                yield
        finally:
            await store.close()


@asynccontextmanager
async def _open_hall(
    app: Litestar, settings: Settings, channels: ChannelsPlugin, store: Store
) -> AsyncIterator[None]:
    """The hall on an open store, with its clock and its ear for other servers."""
    workers = BotWorkers(settings.bot_workers, settings.bot_seconds)
    hall, load = Hall(store, workers, settings), Load(settings.late, settings.tables)
    studying, printer = Studies(settings.study_seconds), Examiner(PRINTING, kept=4)
    shared = Gallery(store, hall.carried, studying, settings)

    def publish(letter: bytes) -> None:
        # The channels close before the hall does.
        with contextlib.suppress(LitestarException, RuntimeError):
            channels.publish(letter, CHANNEL)

    hall.publish = publish
    club = Club(hall)
    hall.over = club.over
    app.state["context"] = Context(
        settings,
        hall,
        Metrics(),
        callers=Buckets(settings.calls, settings.calls * 5),
        uploaders=Buckets(settings.uploads / 60, settings.uploads),
        founders=Buckets(settings.people / 3600, settings.people),
        mailers=Buckets(MAILS / DAY, MAILS),
        sockets=Places(settings.sockets),
        # All of an address may come back at once, but not again and again.
        knocks=Buckets(settings.sockets / COME_BACK, settings.sockets),
        verifying=asyncio.Semaphore(1),
        replays=Replays(),
        doors=Doors(settings),
        load=load,
        studies=studying,
        printer=printer,
        gallery=shared,
    )
    hall.run()
    workshop = Workshop()
    if settings.libraries:
        workshop.begin()
    tasks = [asyncio.create_task(_listen(channels, hall)), asyncio.create_task(load.watch())]
    tasks.append(asyncio.create_task(club.run()))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await workshop.close()
        await shared.close()
        await studying.close()
        await printer.close()
        await hall.close()


async def _listen(channels: ChannelsPlugin, hall: Hall) -> None:
    async with channels.start_subscription(CHANNEL) as subscriber:
        async for event in subscriber.iter_events():
            try:
                await hall.peers.heard(event)
            except StoreError as error:
                hall.trouble("another server's message", error)
            except Exception:
                logger.exception("another server's message")  # and the next one is heard


async def _with_headers(message: Message, _: Scope) -> None:
    """Security headers on every answer, refusals and unknown paths included."""
    if message["type"] == "http.response.start":
        headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        message["headers"] = [*message["headers"], *headers]


def _backend(url: str) -> ChannelsBackend:
    """How servers tell each other of moves."""
    if url.startswith("postgresql"):
        from capotreno.server.channels.postgres import (  # noqa: PLC0415 (an optional extra)
            PostgresChannels,
        )

        return PostgresChannels(url.replace("+asyncpg", ""))
    if url.startswith("redis"):
        from capotreno.server.channels.redis import RedisChannels  # noqa: PLC0415 (the same)

        return RedisChannels(url)
    return MemoryChannelsBackend()


def _limit(request: Call) -> Response[bodies.RefusalBody] | None:
    if may_call(Context.of(request.app).callers, request):
        return None
    return _fault("too_fast", say("en", "server.too_fast"), 429)


def _fault(error: str, text: str, status: int) -> Response[bodies.RefusalBody]:
    return Response(bodies.RefusalBody(error, text), status_code=status)


def _refused(_: Call, error: CapotrenoError) -> Response[bodies.RefusalBody]:
    if isinstance(error, Refusal):
        key = error.reason.key.removeprefix("server.")
        return _fault(key, str(error), STATUS.get(key, 409))
    return _fault("refused", str(error), 400)


def _unavailable(request: Call, error: StoreError) -> Response[bodies.RefusalBody]:
    Context.of(request.app).hall.trouble("a call", error)
    return _fault("store", say("en", "server.store"), 503)


def _http(request: Call, error: HTTPException) -> Response[bodies.RefusalBody] | Response[bytes]:
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return site.lost(request)  # a person with a mistyped address: the client says so
    return _fault(
        "request", error.detail[:200] or "the request is not understood", error.status_code
    )


def _too_deep(_: Call, __: RecursionError) -> Response[bodies.RefusalBody]:
    return _fault("request", "the body is nested too deeply", 400)


def _broken(_: Call, error: Exception) -> Response[bodies.RefusalBody]:
    logger.error("a fault of the server", exc_info=error)
    return _fault("fault", say("en", "server.fault"), 500)
