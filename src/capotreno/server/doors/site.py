"""The browser client: its page, its assets, and a word to who has not built it."""

import asyncio
import re
from html import escape
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from capotreno.server.doors.answers import CHECK, Call, accepts, kept
from capotreno.server.doors.preview import previewed
from capotreno.server.hall.context import Context
from capotreno.server.table.faults import Refusal
from capotreno.words import LANGUAGES, say

# Their names change with their content.
FOREVER = "public, max-age=31536000, immutable"
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")
PACKED = (("br", ".br"), ("gzip", ".gz"))
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
#: The client's own addresses: all are its one page.
PAGES = [
    "/",
    "/new",
    "/me",
    "/me/open",
    "/mail/{deed:str}",
    "/tables",
    "/table/{id:str}",
    "/replay",
    "/replay/table/{id:str}",
    "/replay/log/{id:str}",
    "/review/table/{id:str}",
    "/review/log/{id:str}",
    "/daily",
    "/puzzle",
    "/practice",
    "/rules",
    "/rules/{game:str}",
    "/guide",
    "/studio",
    "/studio/{id:str}",
    "/gallery",
    "/gallery/{id:str}",
    "/club",
    "/club/{id:str}",
    "/friend/{secret:str}",
    "/settings",
    "/about",
]


@get(PAGES, include_in_schema=False)
async def page(request: Call) -> Response[bytes]:
    """The client; which page of it is shown, it sees from its address."""
    found = await _read(Context.of(request.app).settings.web / "index.html")
    if found is None:
        return Response(_unbuilt(), status_code=503, media_type=TYPES[".html"])
    return kept(request, await previewed(request, found), TYPES[".html"])


def lost(request: Call) -> Response[bytes]:
    """The client's page at an address it does not have: it says so, in the reader's language."""
    path = Context.of(request.app).settings.web / "index.html"
    found = path.read_bytes() if path.is_file() else _unbuilt()
    return Response(found, status_code=404, media_type=TYPES[".html"])


#: What a browser shows of the client outside its window, and what runs there without one.
OUTSIDE = [
    *("/manifest.webmanifest", "/sw.js", "/icon.svg", "/icon-192.png", "/icon-512.png"),
    *("/icon-mask.png", "/apple-touch-icon.png"),
]


@get(OUTSIDE, include_in_schema=False)
async def emblem(request: Call) -> Response[bytes]:
    """What there is of the client outside its window."""
    return await _file(request, Path(request.url.path.removeprefix("/")), CHECK)


@get("/preview/{name:str}", include_in_schema=False)
async def picture(request: Call, name: FromPath[str]) -> Response[bytes]:
    """The picture of a board that a chat shows beside a link."""
    if not NAME.fullmatch(name):
        raise Refusal("no_file")
    return await _file(request, Path("preview", name), CHECK)


@get("/assets/{name:path}", include_in_schema=False)
async def asset(request: Call, name: FromPath[str]) -> Response[bytes]:
    """A script, a style, a font: packed as it was built, where the browser can unpack it."""
    parts = str(name).strip("/").split("/")
    if not all(NAME.fullmatch(part) for part in parts):
        raise Refusal("no_file")
    return await _file(request, Path("assets", *parts), FOREVER)


async def _file(request: Call, name: Path, cache: str) -> Response[bytes]:
    """A file of the client by its own name: no part of it begins with a dot."""
    path = Context.of(request.app).settings.web / name
    media_type = TYPES.get(path.suffix)
    if media_type is None:
        raise Refusal("no_file")
    for coding, suffix in PACKED:
        if accepts(request, coding):
            body = await _read(path.with_name(path.name + suffix))
            if body is not None:
                headers = {"content-encoding": coding, "vary": "accept-encoding"}
                headers["cache-control"] = cache
                return Response(body, media_type=media_type, headers=headers)
    body = await _read(path)
    if body is None:
        raise Refusal("no_file")
    return kept(request, body, media_type, cache)


async def _read(path: Path) -> bytes | None:
    def read() -> bytes | None:
        try:
            return path.read_bytes()
        except OSError:
            return None

    return await asyncio.to_thread(read)


def _unbuilt() -> bytes:
    """The page of a server without its client, in every language."""
    words = "".join(
        f'<p lang="{language}">{escape(say(language, "site.unbuilt"))}</p>'
        for language in LANGUAGES
    )
    page = f'<!doctype html><meta charset="utf-8"><title>Capotreno</title><h1>Capotreno</h1>{words}'
    return page.encode()
