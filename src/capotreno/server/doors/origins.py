"""Whose pages may change something here: the server's own, and those of listed origins.

A browser sends a form or plain text wherever any page tells it to, without asking first. So a page
must be one of ours, and a body must be of a kind that no other page can send unasked. A program
sends no origin at all.

A stranger's name can be made to lead to this server, and then the stranger's page is one of ours to
a browser. So the server answers only to names that no stranger can have.
"""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.enums import MediaType, ScopeType
from litestar.handlers import BaseRouteHandler

from capotreno.server.hall.context import Context
from capotreno.server.table.faults import Refusal

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TEXT = "text"  # an option of a route: its body is no JSON
#: Ends of names that mean something in one's own network alone, and that nobody can register.
NEAR = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
ANY = "*"  # listed: every name will do

AnyConnection = ASGIConnection[BaseRouteHandler, object, object, State]


def origin_allowed(headers: Headers, listed: tuple[str, ...]) -> bool:
    """Whether a call is a program's, or a page's that may make it."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site == "same-origin":  # no page can say this by itself
        return True
    if not origin:
        return site in (None, "none")
    return urlsplit(origin).netloc == headers.get("host") or origin in listed


def host_known(host: str, listed: tuple[str, ...]) -> bool:
    """Whether this server goes by the name in a call's `host`: an address always will do."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if ANY in listed or "." not in name:  # as localhost, a name of the own network, an IPv6 address
        return True
    if name in listed or name.endswith(NEAR) or name == socket.gethostname().lower():
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def guard(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse what another site's page sends, or could send."""
    if connection.scope["type"] != ScopeType.HTTP:
        return
    headers, settings = connection.headers, Context.of(connection.app).settings
    host = headers.get("host", "")
    if not host_known(host, settings.names):
        raise Refusal("host", host=host[:60])
    if connection.scope["method"] in SAFE:
        return
    if not origin_allowed(headers, settings.origins):
        raise Refusal("origin")
    body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != MediaType.JSON and not handler.opt.get(TEXT):
        raise Refusal("not_json")
