"""What every door of the server needs: hall, settings, limits, metrics."""

import asyncio
from dataclasses import dataclass
from typing import cast

from litestar import Litestar

from capotreno.server.doors import Doors
from capotreno.server.hall import Hall
from capotreno.server.limits import Buckets, Places
from capotreno.server.load import Load
from capotreno.server.metrics import Metrics
from capotreno.server.replay import Replays
from capotreno.server.settings import Settings


@dataclass
class Context:
    """The server's one set of things, kept in the application's state."""

    settings: Settings
    hall: Hall
    metrics: Metrics
    callers: Buckets
    uploaders: Buckets
    sockets: Places
    knocks: Buckets
    verifying: asyncio.Semaphore
    replays: Replays
    doors: Doors
    load: Load

    @staticmethod
    def of(app: Litestar) -> "Context":
        return cast("Context", app.state["context"])
