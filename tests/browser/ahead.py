"""The middle of a game over sockets: what a page is asked there, it is asked near the end too."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.browser.clicker import Clicker

PATIENCE = 120.0  # seconds
LIKES = ("claim", "draw", "roll")  # groups of what can be done: the first of them that there is


class Seat:
    """A page's own seat, over a socket beside it; it claims what it can."""

    def __init__(self, socket: ClientConnection, token: str, random: Random) -> None:
        self.socket = socket
        self.random = random
        self.seq = -2
        self.offer: dict[str, Any] | None = None
        self.pieces: list[dict[str, int]] = []
        self.over = False
        self._send(type="hello", token=token)
        while self.seq < -1:
            self.hear()

    def _send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> None:
        message = json.loads(self.socket.recv(PATIENCE))
        # What the page has done last may come between.
        assert message["type"] not in ("refused", "error") or message.get("stale"), message
        if message["type"] in ("snapshot", "update"):
            self.seq, self.offer = message["seq"], message["offer"]
            cells = message["changed"] if message["type"] == "update" else message["view"]["cells"]
            self.pieces = cells.get("pieces", self.pieces)
            self.over = not message["asked"]

    def play(self, *likes: str) -> None:
        assert self.offer is not None
        choices, groups = self.offer["choices"], self.offer["groups"]
        group = next((name for name in likes or LIKES if name in groups), None)
        verbs = groups[group] if group else choices
        texts = [one["text"] for verb in verbs for one in choices[verb]]
        before = self.seq
        self._send(
            type="gesture", key=f"ahead-{before}", seq=before, actions=[self.random.choice(texts)]
        )
        while self.seq == before:
            self.hear()

    def fewest(self) -> int:
        """The pieces of whoever has built most."""
        return min(sum(own.values()) for own in self.pieces)


@contextmanager
def beside(clicker: Clicker) -> Iterator[Seat]:
    """The seat of a page."""
    address = urlsplit(clicker.page.url)
    table = address.path.split("/")[2]
    token = clicker.page.evaluate("localStorage.getItem('capotreno.token')")
    door = f"ws://{address.netloc}/api/tables/{table}/socket"
    with connect(door, max_size=None, compression=None) as socket:
        yield Seat(socket, token, clicker.random)


def hoard(clicker: Clicker, turns: int) -> None:
    """Some turns that bring cards: who has many can pay in many ways."""
    address = clicker.page.url
    with beside(clicker) as seat:
        clicker.page.goto("/about")
        asked = 0
        while asked < turns and not seat.over:
            if seat.offer is None:
                seat.hear()
            else:
                asked += seat.offer["question"] == "turn"
                seat.play("draw", "roll")
        clicker.page.goto(address)
        clicker.seated()


def ahead(*clickers: Clicker, left: float = 0.1) -> None:
    """To where somebody has few pieces left; the pages come back to their tables there."""
    addresses = [clicker.page.url for clicker in clickers]
    with ExitStack() as stack:
        seats = [stack.enter_context(beside(clicker)) for clicker in clickers]
        for clicker in clickers:
            clicker.page.goto("/about")
        most = 0  # everybody has: none before they have chosen
        while not seats[0].over:
            most = max(most, fewest := seats[0].fewest())
            if fewest < most and fewest <= most * left:
                break
            asked = next((seat for seat in seats if seat.offer is not None), None)
            if asked is None:
                seats[0].hear()
            else:
                asked.play()
            last = max(seat.seq for seat in seats)
            for seat in seats:
                while seat.seq < last:
                    seat.hear()
        # The sockets close only now: in an empty chair a bot would sit down at once.
        for clicker, address in zip(clickers, addresses, strict=True):
            clicker.page.goto(address)
            clicker.seated()
