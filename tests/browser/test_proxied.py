"""Three browsers through a real nginx with deploy/nginx.conf: two play and talk, one looks on."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clicker import Clicker
from tests.browser.conftest import AT_ONCE, PHONE, opened
from tests.deploy.conftest import there
from tests.deploy.proxy import NAME, nginx
from tools.web import browser as browsers

pytestmark = pytest.mark.slow


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[str]:
    """The address of nginx before a server of ours."""
    there("nginx")
    own = {"CAPOTRENO_PROXIES": "127.0.0.1", "CAPOTRENO_NAMES": NAME}
    with browsers.serving(**AT_ONCE, **own) as inner:
        port = urlsplit(inner).port
        assert port
        with nginx(tmp_path / "nginx", port) as front:
            yield f"https://127.0.0.1:{front.port}"


@pytest.fixture
def pages(chromium: Browser, proxied: str, faults: list[str]) -> Iterator[tuple[Page, Page, Page]]:
    """Anna on a laptop, Bruno on a phone, Gwen on another laptop: a certificate of our own."""
    phone = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
    with ExitStack() as stack:
        anna, bruno, gwen = (
            stack.enter_context(
                opened(chromium, proxied, faults, ignore_https_errors=True, **wishes)
            )
            for wishes in ({}, phone, {})
        )
        yield anna, bruno, gwen


def matched(page: Page, pick: str, go: str) -> None:
    page.goto("/tables")
    form = page.locator("form").filter(has=page.get_by_role("button", name=go))
    form.get_by_role("combobox").nth(0).select_option("new_york")
    form.get_by_role("combobox").nth(1).select_option(pick)
    page.get_by_role("button", name=go).click()
    expect(page).to_have_url(re.compile("/table/"))


def test_two_play_and_talk_and_one_looks_on(pages: tuple[Page, Page, Page]) -> None:
    anna, bruno, gwen = pages
    matched(anna, "correspondence", "Find me a table")
    matched(bruno, "correspondence", "Trovami un tavolo")
    expect(bruno).to_have_url(anna.url)
    for page in (anna, bruno):
        Clicker(page).keep(1)
    asked = ".market .inviting"
    for _ in range(2):  # cards from the deck: a whole turn
        expect(anna.locator(asked).first).to_be_visible()
        anna.locator('.market button.inviting[data-anchor^="deck-"]').click()
    expect(bruno.locator(asked).first).to_be_visible()
    expect(anna.locator(asked)).to_have_count(0)

    anna.get_by_role("button", name="Talk", exact=True).first.click()
    anna.get_by_role("button", name="Small faces").click()
    anna.get_by_role("button", name="Good luck!").click()
    anna.get_by_label("Say something…").fill("and few tunnels")
    anna.get_by_role("button", name="Send").click()

    bruno.get_by_role("tab", name="Cronaca 2").click()
    bruno.get_by_role("button", name="Chiacchiere: 2 righe nuove").click()
    talk = bruno.get_by_role("log")
    expect(talk).to_contain_text("In bocca al lupo!")
    line = talk.locator(".said").filter(has_text="and few tunnels")
    line.get_by_role("button").first.click()
    line.get_by_role("button", name="Segnala").click()
    expect(line).to_contain_text("segnalato")
    line.get_by_role("button", name="Silenzia qui").click()
    expect(talk).not_to_contain_text("and few tunnels")  # nor anything else that Anna says
    expect(talk.locator(".quiet")).to_have_count(2)

    gwen.goto(anna.url)
    gwen.get_by_role("button", name="Talk", exact=True).first.click()
    gwen.get_by_role("tab", name="Spectators").click()
    gwen.get_by_label("Your name, to talk").fill("Gwen")
    gwen.get_by_role("button", name="That is me").click()
    gwen.get_by_label("Say something…").fill("take the blue one")
    gwen.get_by_role("button", name="Send").click()
    expect(gwen.get_by_role("log")).to_contain_text("take the blue one")
    gwen.get_by_role("tab", name="Players").click()
    expect(gwen.get_by_role("log")).to_contain_text("and few tunnels")
    for page in (anna, bruno):  # nobody advises who plays
        expect(page.get_by_role("log")).not_to_contain_text("take the blue one")
