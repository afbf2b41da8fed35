"""Games in a real browser, from the start page to the score sheet; their middle goes by itself."""

from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from capotreno.games.registry import games
from tests.browser.ahead import ahead
from tests.browser.clicker import MOST, OPENING, SCORES, Clicker
from tests.browser.conftest import opened
from tests.browser.test_manners import person, sit
from tests.long import LONG

pytestmark = pytest.mark.slow


#: What scrolls up and down at the end: the page, or a part of the dialog.
SCROLLING = """() => [document.documentElement, ...document.querySelectorAll('dialog, dialog *')]
  .filter(one => one.scrollHeight > one.clientHeight + 1 && !one.closest('svg'))
  .filter(one => /auto|scroll/.test(getComputedStyle(one).overflowY)
    || (one === document.documentElement && getComputedStyle(one).overflowY !== 'hidden'))
  .map(one => one.className || one.tagName)"""


def one_thing_scrolls(page: Page) -> None:
    """The score sheet lies there: its title and its cross stay, and the page behind it."""
    expect(page.get_by_role("figure").first).to_be_visible()
    assert len(page.evaluate(SCROLLING)) <= 1, page.evaluate(SCROLLING)
    page.locator("dialog figure").last.scroll_into_view_if_needed()
    expect(page.locator("dialog header button").first).to_be_in_viewport()


def test_new_york_in_two_clicks_and_to_the_score_sheet(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    clicker.open()
    ahead(clicker)
    clicker.finish()
    sheet = laptop.locator(SCORES)
    expect(sheet).to_contain_text("Tickets")
    one_thing_scrolls(laptop)
    expect(laptop.locator(".ask p")).to_have_count(1)  # that it is over is said once
    skip = sheet.locator(".counting button")
    if skip.count():
        skip.click()
    expect(sheet.locator(".winner")).to_be_visible()
    totals = sheet.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    laptop.get_by_role("dialog").press("Escape")
    points = laptop.locator(".plates .points > [aria-hidden]")
    expect(points).to_have_text([one.replace("\u2212", "-") for one in totals])  # all of them
    laptop.locator(".banners .button.main").click()
    sheet.locator('a[href^="/replay/"]').click()
    expect(sheet).to_have_count(0)
    laptop.go_back()
    expect(sheet).to_be_visible()
    assert sheet.locator(".counting").count() == 0  # who comes back has seen it
    sheet.get_by_role("button", name="Play again").click()
    expect(sheet).to_have_count(0)
    clicker.seated()
    expect(laptop.locator(".toast .note")).to_contain_text("This time your taxis are")


def test_a_whole_game_on_a_phone_in_italian(phone: Page) -> None:
    clicker = Clicker(phone, seed=2)
    clicker.start("New York")
    assert phone.evaluate("document.documentElement.lang") == "it"
    clicker.open()
    ahead(clicker)
    clicker.finish()
    expect(phone.locator(SCORES)).to_contain_text("Biglietti")
    one_thing_scrolls(phone)


#: Played to their ends above, in test_mine.py and in test_journeys.py.
ELSEWHERE = ("new_york", "germany", "maerklin")
#: Those that ask the most: tunnels, ferries and stations; pieces, harbours and exchanges.
ASKING = ("europe", "world")
ENDED = [name for name in games() if name not in ELSEWHERE] if LONG else ASKING


@pytest.mark.parametrize("game", ENDED)
def test_every_game_can_be_played_to_its_end(laptop: Page, game: str) -> None:
    clicker = Clicker(laptop, seed=3)
    # The bots of the start page think: here it is the page that is looked at.
    sit(laptop, person("Anna"), {"kind": "bot", "bot": "random"}, game=game)
    clicker.seated()
    clicker.open()
    ahead(clicker, left=0.15)
    clicker.finish()


#: Whether the page says something else: a second Enter must not meet what the first has brought.
OTHER = "before => document.querySelector('section.end') || document.body.innerText !== before"


def test_a_game_by_keys_alone(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    laptop.locator("body").evaluate("body => document.activeElement.blur()")
    for number in range(MOST):
        if clicker.over:
            break
        if number == OPENING:
            ahead(clicker)
        before = laptop.locator("body").inner_text()
        if laptop.locator("main .sheet").count():  # not the score sheet: Enter would close it
            if laptop.locator('.sheet [data-confirm][aria-disabled="true"]').count():
                laptop.keyboard.press("1")  # no ticket is ticked beforehand
            laptop.keyboard.press("Enter")
        elif laptop.locator("[data-route][data-stop]").count():
            laptop.keyboard.press("r")
        else:
            laptop.keyboard.press("d")
        with suppress(TooLate):  # a key that has nothing to do changes nothing
            laptop.wait_for_function(OTHER, arg=before, timeout=10_000)
    expect(laptop.locator(SCORES)).to_be_visible()


def test_two_people_at_one_table_in_two_browsers(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults) as anna, opened(chromium, site, faults) as bruno:
        made = anna.request.post(
            "/api/tables",
            data={
                "game": "new_york",
                "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}],
            },
        ).json()
        anna.goto("/")
        anna.evaluate("token => localStorage.setItem('capotreno.token', token)", made["token"])
        anna.goto(f"/table/{made['table']}")
        bruno.goto(f"/table/{made['table']}")
        bruno.get_by_role("textbox").first.fill("Bruno <b>")
        bruno.get_by_role("textbox").first.press("Enter")
        players = [Clicker(anna, 5), Clicker(bruno, 6)]
        for player in players:
            player.seated()
        expect(anna.locator("div.play")).to_contain_text("Bruno <b>")
        for number in range(MOST):
            if number == OPENING:
                ahead(*players)
            if all(player.over for player in players):
                break
            for player in players:
                player.step()
        totals = [
            page.locator(SCORES).locator("table").first.inner_text() for page in (anna, bruno)
        ]
        assert all(totals)
