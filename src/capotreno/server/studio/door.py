"""REST: boards that people draw: looked at meanwhile, invented, printed, kept for tables."""

from base64 import b64decode
from typing import Literal
from zlib import decompress

from litestar import MediaType, Response, get, post
from litestar.params import FromQuery, JSONBody

from capotreno.games.own.page import sentences
from capotreno.invent.land import regions
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call, kept
from capotreno.server.doors.limits import BOARD, address_of
from capotreno.server.hall.context import Context
from capotreno.server.table.faults import Refusal

# A draft is looked at some times a second while it is drawn; inventing takes a second or two.
LOOK_PRICE, INVENT_PRICE = 4, 20

PaperName = Literal["A4", "A3", "letter"]


async def board_text(request: Call) -> str:
    """The board in the body of a call."""
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refusal("board", why="it is not UTF-8 text") from None


@get("/api/studio/rules", sync_to_thread=False)
def switches(language: FromQuery[bodies.Language] = "en") -> dict[str, str]:
    """What the rules say about each field of a board's file that chooses them."""
    return sentences(language)


@get("/api/studio/regions", sync_to_thread=False)
def lands() -> list[str]:
    """The countries in whose outlines a board can be invented."""
    return list(regions())


@post(
    "/api/studio/check",
    status_code=200,
    media_type=MediaType.JSON,
    request_max_body_size=BOARD,
    price=LOOK_PRICE,
)
async def check(request: Call, language: FromQuery[bodies.Language] = "en") -> Response[bytes]:
    """All that is wrong with the board in the body, what stands out, and its rules."""
    examiner = Context.of(request.app).hall.examiner
    answer = await examiner.ask("check", board=await board_text(request), language=language)
    return kept(request, answer, MediaType.JSON)


@post("/api/studio/invent", status_code=200, media_type=MediaType.JSON, price=INVENT_PRICE)
async def invent(request: Call, data: JSONBody[bodies.Invention]) -> Response[bytes]:
    """The file of a board that nobody has drawn."""
    answer = await Context.of(request.app).hall.examiner.ask(
        "invent",
        seed=data.seed,
        places=data.places,
        players=data.players,
        region=data.region,
    )
    return kept(request, answer, MediaType.JSON)


@post(
    "/api/studio/again",
    status_code=200,
    media_type=MediaType.JSON,
    request_max_body_size=BOARD,
    price=INVENT_PRICE,
)
async def again(request: Call) -> Response[bytes]:
    """New places and routes around those that stay, and tickets for all of them."""
    answer = await Context.of(request.app).hall.examiner.ask(
        "again", rest=await board_text(request)
    )
    return kept(request, answer, MediaType.JSON)


@post("/api/studio/print", status_code=200, request_max_body_size=BOARD, price=INVENT_PRICE)
async def sheets(
    request: Call, paper: FromQuery[PaperName] = "A4", language: FromQuery[bodies.Language] = "en"
) -> Response[bytes]:
    """The board in the body on sheets of paper, as a PDF."""
    printer = Context.of(request.app).printer
    text = await board_text(request)
    packed = await printer.ask("print", board=text, paper=paper, language=language)
    return Response(decompress(b64decode(packed)), media_type="application/pdf")


@post("/api/boards", status_code=201, request_max_body_size=BOARD, price=LOOK_PRICE)
async def keep(request: Call) -> bodies.GameSummary:
    """Keep the board in the body for tables, if it can be played: its name stands for a game's."""
    context = Context.of(request.app)
    if not context.uploaders.take(address_of(request.client)):
        raise Refusal("too_fast")
    carried = context.hall.carried
    return await carried.summary(await carried.keep(await request.body()))
