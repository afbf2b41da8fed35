"""The way to a push service: an address that a browser gave us, and that we therefore distrust.

A server that calls whatever it is told to could be sent to its own neighbours. So an address must
be of HTTPS and a public one; it is looked up once, and what was looked at is what is called.
Nothing that comes back is read but the number of the answer, and no redirection is followed.
"""

import asyncio
import contextlib
import ssl
from ipaddress import ip_address
from urllib.parse import urlsplit

PATIENCE = 10.0  # seconds for all of it
LINE = 1024  # bytes of the answer's first line
LONGEST = 1000  # letters of an address


class Unreachable(Exception):
    """It cannot be sent there now, or never may be."""


def speakable(address: str, *, anywhere: bool = False) -> bool:
    """Whether an address may be one of a push service's, as far as can be seen by itself."""
    if len(address) > LONGEST or not address.isascii() or not address.isprintable():
        return False
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username is not None or not host or " " in address or parts.fragment:
        return False
    if anywhere:
        return parts.scheme in ("https", "http")
    if parts.scheme != "https" or port not in (None, 443) or "." not in host:
        return False
    try:
        return ip_address(host).is_global
    except ValueError:
        return True  # a name: what it leads to is looked at when it is called


async def _looked_up(host: str, port: int, *, anywhere: bool) -> str:
    """One address of a host, if all of them are public ones."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
    except OSError:
        raise Unreachable(f"there is no {host}") from None
    addresses = [str(entry[4][0]) for entry in found]
    for one in addresses:
        address = ip_address(one.partition("%")[0])
        mapped = getattr(address, "ipv4_mapped", None) or address
        if not anywhere and (not mapped.is_global or mapped.is_multicast):
            raise Unreachable(f"{host} is no public address")
    if not addresses:
        raise Unreachable(f"there is no {host}")
    return addresses[0]


async def post(
    address: str, headers: dict[str, str], body: bytes, *, anywhere: bool = False
) -> int:
    """Send a body there; the number of the answer."""
    if not speakable(address, anywhere=anywhere):
        raise Unreachable("no address of a push service")
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    try:
        async with asyncio.timeout(PATIENCE):
            where = await _looked_up(host, port, anywhere=anywhere)
            safe = ssl.create_default_context() if secure else None
            reader, writer = await asyncio.open_connection(
                where, port, limit=LINE, ssl=safe, server_hostname=host if secure else None
            )
            try:
                writer.write(_request(address, headers, body))
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.close()
                with contextlib.suppress(OSError, ssl.SSLError):
                    await writer.wait_closed()
    except (OSError, ValueError) as error:  # a timeout is one, and so is a certificate
        raise Unreachable(f"{host}: {error}") from None


def _request(address: str, headers: dict[str, str], body: bytes) -> bytes:
    parts = urlsplit(address)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    told = {
        "host": parts.netloc,
        "content-length": str(len(body)),
        "connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"POST {target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


def _status(line: bytes) -> int:
    kind, _, rest = line.decode("latin-1").partition(" ")
    if not kind.startswith("HTTP/1.") or not rest[:3].isdigit():
        raise ValueError("no answer of HTTP")
    return int(rest[:3])
