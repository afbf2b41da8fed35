"""Whose pages may change something here: the server's own, and those of listed origins.

A browser sends a form or plain text wherever any page tells it to, without asking first. So a page
must be one of ours, and a body must be of a kind that no other page can send unasked. A program
sends no origin at all.
"""

from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.enums import MediaType, ScopeType
from litestar.handlers import BaseRouteHandler

from capotreno.server.hall.context import Context
from capotreno.server.table.faults import Refusal

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TEXT = "text"  # an option of a route: its body is no JSON

Connection = ASGIConnection[BaseRouteHandler, object, object, State]


def origin_allowed(headers: Headers, listed: tuple[str, ...]) -> bool:
    """Whether a call is a program's, or a page's that may make it."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site == "same-origin":  # no page can say this by itself
        return True
    if not origin:
        return site in (None, "none")
    return urlsplit(origin).netloc == headers.get("host") or origin in listed


def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse what another site's page sends, or could send."""
    if connection.scope["type"] != ScopeType.HTTP or connection.scope["method"] in SAFE:
        return
    headers = connection.headers
    if not origin_allowed(headers, Context.of(connection.app).settings.origins):
        raise Refusal("origin")
    body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != MediaType.JSON and not handler.opt.get(TEXT):
        raise Refusal("not_json")
