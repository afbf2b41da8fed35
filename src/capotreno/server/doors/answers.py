"""Answers that a browser may keep: marked by their content, packed where it can unpack them."""

import gzip
from functools import lru_cache
from hashlib import blake2b

from litestar import Request, Response
from litestar.datastructures import State

Call = Request[object, object, State]

WORTH = 1400  # bytes under which packing saves no packet
CHECK = "no-cache"  # keep it, and ask each time whether it is still so


def mark(body: bytes) -> str:
    """The etag of some content."""
    return f'"{blake2b(body, digest_size=12).hexdigest()}"'


def accepts(request: Call, coding: str) -> bool:
    """Whether a caller can unpack a coding."""
    for wish in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, quality = wish.strip().partition(";")
        if name == coding:
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


@lru_cache(maxsize=32)
def _packed(body: bytes) -> bytes:
    """Boards and drawings are large, few and asked for again and again."""
    return gzip.compress(body, 5)


def kept(request: Call, body: bytes, media_type: str, cache: str = CHECK) -> Response[bytes]:
    """An answer with its mark; not sent again to who has it."""
    headers = {"cache-control": cache, "etag": mark(body), "vary": "accept-encoding"}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=media_type, headers=headers)
    if len(body) > WORTH and accepts(request, "gzip"):
        headers["content-encoding"] = "gzip"
        body = _packed(body)
    return Response(body, media_type=media_type, headers=headers)


def kept_packed(request: Call, body: bytes, media_type: str, cache: str) -> Response[bytes]:
    """The same for content that is gzipped already."""
    headers = {"cache-control": cache, "etag": mark(body), "vary": "accept-encoding"}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=media_type, headers=headers)
    if accepts(request, "gzip"):
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type=media_type, headers=headers)
