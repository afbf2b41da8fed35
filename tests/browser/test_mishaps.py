"""What goes wrong at a table at home: a reload, a lost network, a server that dies."""

import os
import signal
import socket

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clicker import MOST, Clicker
from tests.browser.conftest import opened
from tools.web.browser import server


def second_card(page: Page, clicker: Clicker) -> None:
    """Play until the page asks for a second card."""
    for _ in range(MOST):
        if page.locator(".sheet").count():
            clicker.answer()
        elif "econd card" in page.locator(".ask").inner_text():
            return
        elif not clicker.draw():
            page.wait_for_timeout(60)
    raise AssertionError(clicker.said())


@pytest.mark.quick
def test_a_reload_in_the_middle_of_a_turn_loses_nothing(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    second_card(laptop, clicker)
    hand = laptop.locator(".panel.hand").inner_text()
    laptop.reload()
    clicker.seated()
    expect(laptop.locator(".ask")).to_contain_text("econd card")
    assert laptop.locator(".panel.hand").inner_text() == hand


def test_a_second_window_knows_the_story(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    second_card(laptop, clicker)
    story = laptop.locator(".of-news li").all_inner_texts()
    assert len(story) > 1
    other = laptop.context.new_page()
    other.goto(laptop.url)
    expect(other.locator(".of-news li")).to_have_text(story)


def test_a_server_that_dies_in_the_middle_of_a_turn_loses_nothing(
    chromium: Browser, faults: list[str], tmp_path: pytest.TempPathFactory
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    settings = {"CAPOTRENO_PORT": port, "CAPOTRENO_DATA": str(tmp_path)}
    with server(**settings) as (process, address), opened(chromium, address, faults) as page:
        clicker = Clicker(page)
        clicker.start("New York")
        second_card(page, clicker)
        hand = page.locator(".panel.hand").inner_text()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        expect(page.locator("body")).to_contain_text("Trying again")
        with server(**settings):
            expect(page.locator("body")).not_to_contain_text("Trying again")
            expect(page.locator(".ask")).to_contain_text("econd card")
            assert page.locator(".panel.hand").inner_text() == hand
            assert clicker.draw()
            expect(page.locator(".ask")).not_to_contain_text("econd card")
    # A browser complains of a server that is away; that is no fault of the page.
    faults[:] = [fault for fault in faults if "ERR_CONNECTION" not in fault]


def test_why_not_is_said_with_the_rule(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    clicker.to_turn()
    route = laptop.locator("[data-route]:not([data-stop]) .sign:not(.extra)").first
    expect(laptop.locator("[data-route][data-stop], .market .inviting").first).to_be_visible()
    away = laptop.get_by_role("button", name="Put it away")  # what happened may lie over a route
    if away.count():
        away.click()
    route.click(force=True)
    note = laptop.locator(".toast .note")
    expect(note).to_be_visible()
    rule = note.get_by_role("link", name="The rule")
    number = str(rule.get_attribute("title"))
    assert number.startswith("NY-")
    rule.click()
    # The rules lie beside the game, open where it says why.
    dock = laptop.locator(".dock")
    expect(dock.locator(f'[id="{number}"]')).to_be_in_viewport()
    expect(laptop.locator("div.play")).to_be_visible()
    dock.get_by_role("searchbox").fill("joker")
    expect(dock.locator('[id="NY-31"]')).to_have_count(1)
    dock.get_by_role("searchbox").press("Escape")
    expect(dock).to_have_count(0)
    expect(laptop.locator("div.play")).to_be_visible()


def test_a_hint_is_said_with_its_reason_and_can_be_followed(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    laptop.get_by_role("button", name="Hint").click()
    note = laptop.locator(".toast .note")
    expect(note).to_be_visible()
    assert " " in note.inner_text()
    clicker.to_turn()
    expect(note).to_have_count(0)
