"""A link in a chat: its title, its line and its picture, and nothing that is not everybody's."""

import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path

import pytest

from capotreno.games.registry import games
from capotreno.server.doors.preview import MARK
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    web = tmp_path / "web"
    (web / "preview").mkdir(parents=True)
    (web / "index.html").write_bytes(b"<!doctype html><title>Capotreno</title>" + MARK)
    (web / "preview" / "germany.jpg").write_bytes(b"a picture")
    async with running(tmp_path / "data", web=web) as site:
        yield site


async def tags(site: Site, path: str, **headers: str) -> dict[str, str]:
    page = (await site.http.get(path, headers=headers)).text
    assert MARK.decode() not in page
    return {
        name: unescape(told)
        for name, told in re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)" />', page)
    }


async def test_an_invitation_names_the_game_and_the_free_seats_in_its_language(site: Site) -> None:
    made = await site.create("Anna <b>", "open", "open", game="germany", language="it")
    shown = await tags(site, f"/table/{made['table']}", **{"accept-language": "en"})
    assert shown["title"] == "Germania · Capotreno"
    assert shown["description"] == "Ci sono 2 posti liberi: vieni a giocare."
    assert shown["url"] == f"{site.url}/table/{made['table']}"
    assert shown["image"] == f"{site.url}/preview/germany.jpg"
    assert "Anna" not in str(shown)  # who sits there is nobody's business before the door
    await site.join(str(made["table"]), "Bea")
    shown = await tags(site, f"/table/{made['table']}")
    assert shown["description"] == "C'è un posto libero: vieni a giocare."
    await site.join(str(made["table"]), "Ciro")
    shown = await tags(site, f"/table/{made['table']}")
    assert shown["description"] == "Si sta giocando: vieni a guardare."


async def test_every_other_page_shows_the_house_and_rules_their_board(site: Site) -> None:
    for path in ("/", "/table/nobody-knows-it", "/rules/nothing", "/replay/log/abc"):
        shown = await tags(site, path)
        assert shown["title"] == "Capotreno"
        assert shown["image"] == f"{site.url}/preview/capotreno.jpg"
    assert (await tags(site, "/rules/germany"))["image"].endswith("/preview/germany.jpg")
    shown = await tags(site, "/", **{"accept-language": "fr, it-IT;q=0.8, en"})
    assert (shown["locale"], shown["description"][:6]) == ("it_IT", "Giochi")


async def test_what_a_caller_says_of_the_host_is_no_markup(site: Site) -> None:
    answer = await site.http.get("/", headers={"host": 'a"><script>b'})
    assert "<script>b" not in answer.text


async def test_the_pictures_are_served_and_nothing_beside_them(site: Site) -> None:
    answer = await site.http.get("/preview/germany.jpg")
    assert (answer.content, answer.headers["content-type"]) == (b"a picture", "image/jpeg")
    for path in ("/preview/none.jpg", "/preview/..%2Findex.html", "/preview/.hidden.jpg"):
        assert (await site.http.get(path)).status_code == 404


def test_every_board_has_its_picture_and_the_page_its_mark() -> None:
    assert MARK in (ROOT / "web/index.html").read_bytes()
    for name in (*games(), "capotreno"):
        picture = (ROOT / "web/public/preview" / f"{name}.jpg").read_bytes()
        assert picture[:3] == b"\xff\xd8\xff"
        assert len(picture) < 60 * 1024
