"""People of the load bench who have finished games reviewed while others play."""

import asyncio
import itertools
import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

from capotreno.bots.registry import make
from capotreno.games.registry import load
from capotreno.match import Match

__all__ = ["Readers", "write_games"]

BOT = "greedy"  # whose games are reviewed
GAMES = 12  # that there are at least: a review is made once
AGAIN = 0.7  # seconds until one asks again, as the browser does


def write_games(folder: Path, games: Sequence[str], players: int) -> list[str]:
    """Finished games of every kind, as files."""
    folder.mkdir()
    paths = []
    for seed in range(max(GAMES, len(games))):
        game = load(games[seed % len(games)], players)
        bots = [make(BOT, game, seat) for seat in range(players)]
        match = Match(game, seed)
        while match.actor is not None:
            match.play(bots[match.actor].choose(match.view(match.actor)))
        path = folder / f"{seed}.jsonl"
        match.save(path)
        paths.append(str(path))
    return paths


class Readers:
    """They ask for one review after the other, so the server always makes one."""

    def __init__(self, url: str, seats: int) -> None:
        self.url = url
        self.seats = seats
        self.logs: list[str] = []  # their names at the server
        self.reviewed = 0

    async def bring(self, paths: Sequence[str]) -> None:
        """Upload the games, and have one reviewed: what all reviews share is made once."""
        for path in paths:
            log = await asyncio.to_thread(Path(path).read_bytes)
            self.logs.append(json.loads(await self._answer("/api/logs", log))["log"])
        if self.logs:
            await self._review(self.logs[0], 0, float("inf"))

    async def read(self, end: float) -> int:
        """Ask until then; how many reviews came."""
        for log, seat in itertools.product(self.logs, range(self.seats)):
            if not await self._review(log, seat, end):
                break
            self.reviewed += 1
        return self.reviewed

    async def _review(self, log: str, seat: int, end: float) -> bool:
        """Whether it came in time."""
        while time.perf_counter() < end:
            if b'"reviews"' in await self._answer(f"/api/logs/{log}/review?seat={seat}"):
                return True
            await asyncio.sleep(AGAIN)
        return False

    async def _answer(self, path: str, body: bytes | None = None) -> bytes:
        """What the server answers, asked again if it was too soon."""
        while True:
            try:
                return await asyncio.to_thread(self._asked, path, body)
            except urllib.error.HTTPError as error:
                if error.code != HTTPStatus.TOO_MANY_REQUESTS:
                    raise
                await asyncio.sleep(AGAIN)

    def _asked(self, path: str, body: bytes | None) -> bytes:
        request = urllib.request.Request(f"{self.url}{path}", body)  # noqa: S310 (the bench's own server on loopback)
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            found: bytes = answer.read()
        return found
