"""What every door of the server needs: hall, settings, limits, metrics."""

import asyncio
from dataclasses import dataclass
from typing import cast

from litestar import Litestar

from capotreno.server.doors.admission import Load
from capotreno.server.doors.connections import Doors
from capotreno.server.doors.limits import Buckets, Places
from capotreno.server.gallery.gallery import Gallery
from capotreno.server.hall.hall import Hall
from capotreno.server.metrics import Metrics
from capotreno.server.settings import Settings
from capotreno.server.studio.examiner import Examiner
from capotreno.server.studio.studies import Studies
from capotreno.server.table.replay import Replays


@dataclass
class Context:
    """The server's one set of things, kept in the application's state."""

    settings: Settings
    hall: Hall
    metrics: Metrics
    callers: Buckets
    uploaders: Buckets
    founders: Buckets
    mailers: Buckets
    sockets: Places
    knocks: Buckets
    verifying: asyncio.Semaphore
    replays: Replays
    doors: Doors
    load: Load
    studies: Studies
    printer: Examiner
    gallery: Gallery

    @staticmethod
    def of(app: Litestar) -> "Context":
        return cast("Context", app.state["context"])
