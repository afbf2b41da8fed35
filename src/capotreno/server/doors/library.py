"""REST: the games there are, finished logs, health and metrics."""

import asyncio
import hmac
import time
from dataclasses import asdict
from functools import cache
from importlib import resources

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec import UNSET
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from capotreno import rulebook
from capotreno.board import drawing as drawings
from capotreno.board import load as boards
from capotreno.bots.levels.search import SearchBot
from capotreno.bots.opponents import search_tables
from capotreno.bots.registry import LADDER, bots
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.games.registry import OWN, REGISTRY, choices, games
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call, kept
from capotreno.server.doors.limits import LOG, address_of
from capotreno.server.doors.origins import TEXT
from capotreno.server.doors.tables import TableId
from capotreno.server.hall.caller import bearer
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import new_id
from capotreno.server.studio.carried import is_carried, page
from capotreno.server.table.faults import Refusal
from capotreno.server.table.stored import log_of
from capotreno.words import ADDED, LANGUAGES, say


@get("/api/games", sync_to_thread=False)
def list_games() -> list[bodies.GameSummary]:
    """The games there are."""
    return [_summary(name) for name in games()]


def _summary(name: str) -> bodies.GameSummary:
    ruleset = REGISTRY[name]()
    low, high = ruleset.board.players
    return bodies.GameSummary(
        name,
        {"en": ruleset.title.en, "it": ruleset.title.it},
        ruleset.version,
        list(range(low, high + 1)),
        [{"en": fact.en, "it": fact.it} for fact in ruleset.board.reconstructed],
        {option: list(wishes) for option, wishes in choices(name).items()},
        ruleset.board.minutes or UNSET,
    )


@get("/api/bots", sync_to_thread=False)
def list_bots() -> list[bodies.BotSummary]:
    """The bots there are, weakest first."""
    met = [bodies.BotTable(*table) for table in search_tables()]
    found = [_summed_up(bot) for bot in bots()]
    if met:
        found.append(_summed_up(SearchBot.name, met))
    return found


def _summed_up(bot: str, met: list[bodies.BotTable] | None = None) -> bodies.BotSummary:
    name, about = (
        {language: say(language, key) for language in LANGUAGES}
        for key in (f"bot.{bot}", f"bot.{bot}.about")
    )
    return bodies.BotSummary(bot, name, about, LADDER.index(bot), met)


@get("/api/words", sync_to_thread=False)
def words(language: FromQuery[bodies.Language] = "en") -> dict[str, str]:
    """The messages of mechanics from elsewhere, by key: a client ships with all others."""
    return ADDED[language]


def _board_of(game: str) -> str:
    if game not in REGISTRY:
        raise Refusal("no_game")
    return REGISTRY[game]().board.id


@get("/api/games/{game:str}")
async def game_summary(request: Call, game: FromPath[str]) -> bodies.GameSummary:
    """One game: one that the server has, or that of a board somebody brought."""
    if is_carried(game):
        return await Context.of(request.app).hall.carried.summary(game)
    _board_of(game)
    return _summary(game)


@get("/api/games/{game:str}/board", media_type=MediaType.JSON)
async def board(request: Call, game: FromPath[str]) -> Response[bytes]:
    """A game's board, in the board format."""
    if is_carried(game):
        found = await Context.of(request.app).hall.carried.content(game)
        return kept(request, found, MediaType.JSON)
    name = _board_of(game)
    return kept(request, OWN.get(game) or boards.text(name), MediaType.JSON)


@get("/api/games/{game:str}/drawing", media_type=MediaType.JSON)
async def drawing(request: Call, game: FromPath[str]) -> Response[bytes]:
    """What is drawn behind a game's board: outlines."""
    if is_carried(game):
        own = await Context.of(request.app).hall.carried.drawing(game)
        return kept(request, own, MediaType.JSON)
    found = _shipped("board", "drawing", f"{_board_of(game)}.json")
    if game in OWN:
        found = drawings.within(OWN[game])  # null: nothing is missing, it is drawn on plain paper
    if found is None:
        raise Refusal("no_drawing")
    return kept(request, found, MediaType.JSON)


@get("/api/games/{game:str}/rules", media_type="text/markdown")
async def rules(
    request: Call,
    game: FromPath[str],
    language: FromQuery[bodies.Language] = "en",
    dice: FromQuery[bool] = False,
) -> Response[bytes]:
    """A game's rules for people, as Markdown; with dice, those of the expansion too."""
    if is_carried(game):
        found = await Context.of(request.app).hall.carried.rules(game, language, dice)
    else:
        _board_of(game)
        own = game in OWN
        found = page(OWN[game], language, dice) if own else rulebook.rules(game, language, dice)
    if found is None:
        raise Refusal("no_rules")
    return kept(request, found.encode(), "text/markdown")


def _shipped(*path: str) -> bytes | None:
    """A file of the package, if it is there. No part of the path is a caller's own."""
    try:
        return resources.files("capotreno").joinpath(*path).read_bytes()
    except OSError:
        return None


@get("/api/games/{game:str}/map", media_type=MediaType.JSON)
async def map_of(request: Call, game: FromPath[str]) -> Response[bytes]:
    """A game's board as it is built: every route, ticket and card with its id."""
    if is_carried(game):
        return kept(request, await Context.of(request.app).hall.carried.map(game), MediaType.JSON)
    _board_of(game)
    return kept(request, _map(game), MediaType.JSON)


@cache
def _map(game: str) -> bytes:
    return msgspec.json.encode(REGISTRY[game]().board)


@get("/api/tables/{table_id:str}/log", media_type="application/x-ndjson")
async def download(request: Call, table_id: TableId) -> Response[bytes]:
    """The log of a finished table: the game, with its seed."""
    context = Context.of(request.app)
    table = await context.hall.table(table_id)
    if table.row.status != "finished":
        raise Refusal("not_finished")
    if table.row.sealed:
        raise Refusal("sealed")
    moves = await context.hall.store.moves(table_id)
    log = await asyncio.to_thread(log_of, table.row, table.seats, table.game, moves)
    return Response(
        log.write().encode(),
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{table.row.id}.jsonl"'},
    )


@post("/api/logs", status_code=201, request_max_body_size=LOG, opt={TEXT: True})
async def upload(request: Call) -> bodies.Uploaded:
    """Keep a log for replay, if it verifies."""
    context = Context.of(request.app)
    if not context.uploaders.take(address_of(request.client)):
        raise Refusal("too_fast")
    body = await request.body()
    try:
        async with context.verifying:  # one at a time, and not where everybody else is served
            log = await asyncio.to_thread(lambda: logs.read(body.decode("utf-8")))
            if log.board and log.game not in REGISTRY:  # it brings its board along
                await context.hall.carried.keep(log.board.encode())
            _, game = await context.hall.game_of(log)
            text = await asyncio.to_thread(_verified, game, log)
    except Refusal:
        raise
    except (CapotrenoError, UnicodeError) as error:
        raise Refusal("log", why=str(error)[:200]) from None
    id = new_id()
    most = context.settings.logs * 1024 * 1024
    await context.hall.store.save_log(id, text, time.time(), most)
    return bodies.Uploaded(id, log.game, log.players, len(log.gestures), log.result is not None)


def _verified(game: Game, log: logs.Log) -> str:
    """A log's text, if it is so when it is replayed and compared."""
    logs.verify(game, log, forced=log.seed is None)
    text = log.write()
    text.encode()  # a name may hold half a sign, which JSON can say and no file can hold
    return text


@get("/api/logs/{log_id:str}", media_type="application/x-ndjson")
async def uploaded(request: Call, log_id: TableId) -> Response[bytes]:
    """An uploaded log."""
    if not (log_id.isascii() and log_id.isalnum()):
        raise Refusal("no_log")
    text = await Context.of(request.app).hall.store.log(log_id)
    if text is None:
        raise Refusal("no_log")
    return Response(text.encode(), media_type="application/x-ndjson")


@get("/health")
async def health(request: Call) -> dict[str, object]:
    """Whether the server and its database are well."""
    context = Context.of(request.app)
    await context.hall.store.ping()
    return {"status": "ok", "tables": len(context.hall.tables)}


@get("/metrics", include_in_schema=False)
async def metrics(request: Call) -> Response[bytes]:
    """What the server has counted, for Prometheus: how busy it is, is its operator's business."""
    context = Context.of(request.app)
    secret = context.settings.metrics
    if not secret or not hmac.compare_digest((bearer(request) or "").encode(), secret.encode()):
        raise Refusal("metrics")
    context.metrics.tables.set(len(context.hall.tables))
    context.metrics.connections.set(context.doors.inside)
    context.metrics.turned_away.labels("connections").set(context.doors.refused)
    context.metrics.late.set(context.load.late)
    context.metrics.live.set(context.load.live)
    for to, is_open in context.load.open._asdict().items():
        context.metrics.open.labels(to).set(is_open)
        context.metrics.turned_away.labels(to).inc(0)
    for kind, n in asdict(context.hall.workers.metrics).items():
        context.metrics.bots.labels(kind).set(n)
    return Response(
        generate_latest(context.metrics.registry), headers={"content-type": CONTENT_TYPE_LATEST}
    )
