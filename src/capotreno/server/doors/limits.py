"""Limits: how much a connection or an address may ask of the server."""

import time
from collections import Counter, OrderedDict
from ipaddress import IPv6Address, ip_address

from litestar.datastructures import Address

from capotreno.server.doors.answers import Call

BODY = 64 * 1024  # bytes of a REST body
LOG = 2 * 1024 * 1024  # bytes of an uploaded log
BOARD = 256 * 1024  # bytes of a board that is being drawn, with its drawing
FRAME = 16 * 1024  # bytes of a socket message
COME_BACK = 20.0  # seconds in which an address may open all its sockets again
ADDRESSES = 10_000  # buckets remembered


def address_of(client: Address | None) -> str:
    """Whom a limit counts: an address or, where one person has billions, their network."""
    host = client.host if client else "?"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Address(int(address) >> 64 << 64))
    return host


class Places:
    """So many places for every address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        if self._taken[address] >= self.most:
            return False
        self._taken[address] += 1
        return True

    def give_back(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]


class Bucket:
    """So many at once, so many a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self, n: float = 1.0) -> bool:
        """Whether n more may pass now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < n:
            return False
        self.left -= n
        return True


class Buckets:
    """A bucket per address; the ones used longest ago are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, n: float = 1.0) -> bool:
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self.rate, self.burst)
            if len(self._by_address) > ADDRESSES:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket.take(n)


def may_call(callers: Buckets, request: Call) -> bool:
    """Whether an address may make a call: so many each; a page's own files are many, and cheap."""
    if request.scope["path"].startswith("/assets/"):
        return True
    price = float(request.route_handler.opt.get("price", 1))
    return callers.take(address_of(request.client), price)
