"""Limits: how much a connection or an address may ask of the server."""

import time
from collections import OrderedDict

BODY = 64 * 1024  # bytes of a REST body
LOG = 2 * 1024 * 1024  # bytes of an uploaded log
FRAME = 16 * 1024  # bytes of a socket message
ADDRESSES = 10_000  # buckets remembered


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

    def take(self, address: str) -> bool:
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self.rate, self.burst)
            if len(self._by_address) > ADDRESSES:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket.take()
