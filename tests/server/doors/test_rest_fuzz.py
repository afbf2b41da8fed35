"""Schemathesis over the REST part: good and bad calls from the OpenAPI document, never a fault."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from capotreno.server.app import HEADERS
from capotreno.server.studio import studies
from tests import long
from tests.server.client import Site, bearer, finish, running

if TYPE_CHECKING:
    from schemathesis import Case

JOB = settings(
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


class Place:
    """A server in a thread of its own, with tables to talk about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site: Site | None = None
        self.tables: list[str] = []
        self.tokens: list[str] = []
        self.stop = asyncio.Event()
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        try:
            async with running(self.folder) as site:
                self.site = site
                for seats in (("Anna", "Bo"), ("Anna", "open"), ("Anna", "bot:random", "open")):
                    made = await site.create(*seats, public=True)
                    self.tables.append(made["table"])
                    self.tokens.append(made["token"])
                await finish(site, self.tables[0])
                self.ready.set()
                await self.stop.wait()
        finally:
            self.ready.set()

    def run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(20)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    place = Place(tmp_path_factory.mktemp("rest"))
    place.thread.start()
    place.ready.wait(20)
    assert place.tables, "the server did not start"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "WAITING", 10_000)  # nobody is asked to come again
        yield place
    place.loop.call_soon_threadsafe(place.stop.set)
    place.thread.join(20)


def call(place: Place, case: "Case[Any]", table: str | None, token: str | None) -> None:
    if table is not None and "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = table
    answer = case.call(headers=bearer(token))
    said = answer.content.decode()
    assert answer.status_code < 500, (case.as_curl_command(), said)
    assert "Traceback" not in said
    # A request that no HTTP library would send is answered by the ASGI server itself.
    if said != "Invalid HTTP request received.":
        for name in HEADERS:
            assert name in answer.headers, (name, case.as_curl_command())
        if answer.status_code >= 400 and case.method != "HEAD":
            assert set(json.loads(said)) == {"error", "text"}, case.as_curl_command()


def fuzz(place: Place, examples: int) -> int:
    # It takes a second to import, and every worker of a run reads this file.
    import schemathesis  # noqa: PLC0415
    from schemathesis import GenerationMode  # noqa: PLC0415
    from schemathesis.core.result import Ok  # noqa: PLC0415

    assert place.site is not None
    schema = schemathesis.openapi.from_url(f"{place.site.url}/api/schema/openapi.json")
    known = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        known += 1
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            if mode is GenerationMode.NEGATIVE and not operation.body:
                continue  # any text is an id: without a body a call cannot be wrong
            cases = operation.as_strategy(generation_mode=mode)

            @settings(JOB, max_examples=examples)
            @given(
                case=cases,
                table=st.sampled_from([None, *place.tables]),
                token=st.sampled_from([None, *place.tokens]),
            )
            def storm(case: "Case[Any]", table: str | None, token: str | None) -> None:
                call(place, case, table, token)

            storm()
    return known


def calls(place: Place) -> int:
    """How many calls the document describes."""
    assert place.site is not None
    document = place.run(place.site.get("/api/schema/openapi.json"))
    return sum(map(len, document["paths"].values()))


def whole(place: Place) -> None:
    """After the storm the tables are as they should be, and new ones can be made."""
    assert place.site is not None
    assert place.run(place.site.get("/health"))["status"] == "ok"
    for table in place.tables:
        found = place.run(place.site.get(f"/api/tables/{table}"))
        assert found["status"] in ("open", "running", "finished")
    made = place.run(place.site.create("Anna", "Bo"))
    assert place.run(place.site.get(f"/api/tables/{made['table']}"))["status"] == "running"


def test_the_document_names_every_path(place: Place) -> None:
    assert place.site is not None
    document = place.run(place.site.get("/api/schema/openapi.json"))
    assert set(document["paths"]) == {
        "/api/blocked",
        "/api/blocked/lift",
        "/api/friends",
        "/api/friends/link",
        "/api/friends/{person_id}",
        "/api/invitations",
        "/api/invitations/{table_id}",
        "/api/match",
        "/api/people/{person_id}/meetings",
        "/api/people/{person_id}/ratings",
        "/api/ratings",
        "/api/tournaments",
        "/api/tournaments/{tournament_id}",
        "/api/tournaments/{tournament_id}/call_off",
        "/api/tournaments/{tournament_id}/join",
        "/api/tournaments/{tournament_id}/leave",
        "/api/tournaments/{tournament_id}/start",
        "/api/me",
        "/api/me/claim",
        "/api/me/devices/{mark}",
        "/api/me/export",
        "/api/me/games",
        "/api/me/holiday",
        "/api/me/mail",
        "/api/mail/confirm",
        "/api/mail/stop",
        "/api/me/leave",
        "/api/me/links",
        "/api/me/open",
        "/api/people/{person_id}",
        "/api/push",
        "/api/push/stop",
        "/api/bots",
        "/api/daily",
        "/api/daily/puzzle",
        "/api/words",
        "/api/games",
        "/api/boards",
        "/api/studio/again",
        "/api/gallery",
        "/api/gallery/{game}",
        "/api/studio/check",
        "/api/studio/even",
        "/api/studio/invent",
        "/api/studio/print",
        "/api/studio/regions",
        "/api/studio/rules",
        "/api/studio/studies/{study_id}",
        "/api/studio/studies/{study_id}/stop",
        "/api/studio/study",
        "/api/games/{game}",
        "/api/games/{game}/board",
        "/api/games/{game}/drawing",
        "/api/games/{game}/map",
        "/api/games/{game}/rules",
        "/api/logs",
        "/api/logs/{log_id}/replay",
        "/api/logs/{log_id}/review",
        "/api/tables/{table_id}/invite",
        "/api/tables/{table_id}/review",
        "/api/tries",
        "/api/tables/{table_id}/replay",
        "/api/logs/{log_id}",
        "/api/mine",
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/join",
        "/api/tables/{table_id}/leave",
        "/api/tables/{table_id}/log",
        "/api/tables/{table_id}/rematch",
        "/api/tables/{table_id}/seats/{seat}",
        "/health",
    }


def test_no_call_breaks_the_server(place: Place) -> None:
    assert fuzz(place, long.of(4, 60)) == calls(place)
    whole(place)
