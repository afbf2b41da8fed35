"""Whole games in a real browser, from the start page to the score sheet."""

import pytest
from playwright.sync_api import Browser, Page, expect

from capotreno.games.registry import games
from tests.browser.clicker import MOST, SCORES, Clicker
from tests.browser.conftest import opened

pytestmark = pytest.mark.slow


def test_new_york_in_two_clicks_and_to_the_score_sheet(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    clicker.finish()
    sheet = laptop.locator(SCORES)
    expect(sheet).to_contain_text("Tickets")
    expect(laptop.locator(".ask p")).to_have_count(1)  # that it is over is said once
    sheet.get_by_role("button", name="Play again").click()
    expect(sheet).to_have_count(0)
    clicker.seated()
    expect(laptop.locator(".toast .note")).to_contain_text("One chair on")


def test_a_whole_game_on_a_phone_in_italian(phone: Page) -> None:
    clicker = Clicker(phone, seed=2)
    clicker.start("New York")
    assert phone.evaluate("document.documentElement.lang") == "it"
    clicker.finish()
    expect(phone.locator(SCORES)).to_contain_text("Biglietti")


@pytest.mark.parametrize("game", [name for name in games() if name != "new_york"])
def test_every_game_can_be_played_to_its_end(laptop: Page, game: str) -> None:
    clicker = Clicker(laptop, seed=3)
    laptop.goto("/")
    title = laptop.evaluate(
        "name => fetch('/api/games').then(r => r.json())"
        ".then(all => all.find(one => one.game === name).title.en)",
        game,
    )
    clicker.start(title)
    clicker.finish()


def test_a_game_by_keys_alone(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    laptop.locator("body").evaluate("body => document.activeElement.blur()")
    for _ in range(MOST):
        if clicker.over:
            break
        if laptop.locator("main .sheet").count():  # not the score sheet: Enter would close it
            laptop.keyboard.press("Enter")
        elif laptop.locator("[data-route][data-stop]").count():
            laptop.keyboard.press("r")
        else:
            laptop.keyboard.press("d")
        laptop.wait_for_timeout(40)
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
        for _ in range(900):
            if all(player.over for player in players):
                break
            for player in players:
                player.step()
        totals = [
            page.locator(SCORES).locator("table").first.inner_text() for page in (anna, bruno)
        ]
        assert all(totals)
