"""Another site's page makes no table here, whatever it lets a browser send."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.client import Json, Site, bearer, finish, running

pytestmark = pytest.mark.anyio

FRIEND = "https://friend.example"
TABLE = {"game": "new_york", "seats": [{"kind": "person"}, {"kind": "open"}], "public": True}
JSON = {"content-type": "application/json"}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path, origins=(FRIEND,)) as site:
        yield site


async def made(site: Site, headers: dict[str, str]) -> tuple[int, str]:
    """The answer to who wants a table with these headers: its status, and what was refused."""
    answer = await site.http.post("/api/tables", content=json.dumps(TABLE), headers=headers)
    return answer.status_code, answer.json().get("error", "")


async def test_a_page_of_another_site_makes_no_table(site: Site) -> None:
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
    ):
        assert await made(site, JSON | headers) == (403, "origin"), headers
    assert (await site.get("/api/tables"))["tables"] == []


async def test_a_page_of_ours_or_of_a_friend_and_a_program_do(site: Site) -> None:
    for headers in (
        {},
        {"origin": site.url},
        {"origin": FRIEND, "sec-fetch-site": "cross-site"},
        # Behind a proxy that says another host than the browser did:
        {"origin": "https://play.example", "sec-fetch-site": "same-origin"},
        {"content-type": "application/json; charset=utf-8"},
    ):
        assert await made(site, JSON | headers) == (201, ""), headers


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
async def test_a_body_that_any_page_can_send_is_refused(site: Site, kind: str) -> None:
    assert await made(site, {"content-type": kind} if kind else {}) == (415, "not_json")
    assert (await site.get("/api/tables"))["tables"] == []


async def test_a_body_without_a_length_is_looked_at_too(site: Site) -> None:
    async def slowly() -> AsyncIterator[bytes]:
        yield json.dumps(TABLE).encode()

    answer = await site.http.post(
        "/api/tables", content=slowly(), headers={"content-type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["error"]) == (415, "not_json")


async def test_calls_without_a_body_and_logs_as_text_are_as_before(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    await finish(site, table)
    again = await site.http.post(f"/api/tables/{table}/rematch", headers=bearer(tokens[0]))
    assert again.status_code == 201
    log = (await site.http.get(f"/api/tables/{table}/log")).text
    for headers in ({}, {"content-type": "text/plain;charset=UTF-8"}):
        kept: Json = (await site.http.post("/api/logs", content=log, headers=headers)).json()
        assert kept["finished"] is True
    evil = {"origin": "https://evil.example", "content-type": "text/plain"}
    refused = await site.http.post("/api/logs", content=log, headers=evil)
    assert (refused.status_code, refused.json()["error"]) == (403, "origin")
