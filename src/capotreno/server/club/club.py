"""The club's own work beside the tables: finished games count, tournaments go on."""

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING

from capotreno.server.club import ratings
from capotreno.server.club.tournaments import Tournaments
from capotreno.server.store.errors import StoreError

if TYPE_CHECKING:
    from capotreno.server.hall.hall import Hall

logger = logging.getLogger("capotreno")

TICK = 1.0  # seconds between two looks
AGAIN = 3600  # looks between two searches for what was missed


class Club:
    """What goes on at a server besides moves. Every step may be done twice, at several servers."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._over: deque[str] = deque()
        self._tournaments = Tournaments(hall)

    def over(self, table: str) -> None:
        """A game is over."""
        self._over.append(table)

    async def run(self) -> None:
        """Look again and again."""
        looks = 0
        while True:
            try:
                if looks % AGAIN == 0:
                    await ratings.count_missed(self._hall.store)
                await self.look()
            except StoreError as error:
                self._hall.trouble("the club", error)
            except Exception:
                logger.exception("the club: a fault of the server")  # and it goes on
            looks += 1
            await asyncio.sleep(TICK)

    async def look(self) -> None:
        """Do what there is to do now."""
        while self._over:
            await ratings.count(self._hall.store, self._over[0])
            self._over.popleft()
        await self._tournaments.look()
