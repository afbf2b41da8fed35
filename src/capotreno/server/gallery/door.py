"""REST: the gallery, boards that people share with everybody."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import FromPath, QueryParameter

from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import BOARD, address_of
from capotreno.server.doors.tables import clean_name
from capotreno.server.hall.caller import bearer
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest, new_token
from capotreno.server.studio.shapes import GalleryPage, Shared, SharedBoard
from capotreno.server.table.faults import Refusal

Author = Annotated[str, QueryParameter(max_length=40)]
SearchText = Annotated[str, QueryParameter(max_length=80)]
PRICE, PAGE_PRICE = 20, 5  # calls that sharing a board, and a page of the gallery, count as


def _mark(request: Call) -> str:
    """What is stored of a caller's token; nothing where there is none."""
    token = bearer(request)
    return digest(token) if token else ""


@post("/api/gallery", status_code=201, request_max_body_size=BOARD, price=PRICE)
async def share(request: Call, by: Author) -> Shared:
    """Share the board in the body. The answer holds the sharer's token: it is told only here."""
    context = Context.of(request.app)
    address = address_of(request.client)
    if not context.uploaders.take(address):
        raise Refusal("too_fast")
    token = bearer(request) or new_token()
    source = context.hall.source_of(address)
    content = await request.body()
    shared = await context.gallery.share(content, clean_name(by), digest(token), source)
    return Shared(shared, token)


@get("/api/gallery", price=PAGE_PRICE)
async def page(request: Call, after: SearchText = "", search: SearchText = "") -> GalleryPage:
    """Some of the gallery, the newest first, with the caller's own boards as they stand."""
    return await Context.of(request.app).gallery.page(after, search.strip(), _mark(request))


@get("/api/gallery/{game:str}")
async def shown(request: Call, game: FromPath[str]) -> SharedBoard:
    """One board of the gallery, with what was found of it."""
    return await Context.of(request.app).gallery.find(game, _mark(request))


@delete("/api/gallery/{game:str}", status_code=200)
async def drop(request: Call, game: FromPath[str]) -> dict[str, str]:
    """Take a board out of the gallery: who has shared it may. Tables at it go on."""
    await Context.of(request.app).gallery.drop(game, _mark(request))
    return {"game": game}


HANDLERS = (share, page, shown, drop)
