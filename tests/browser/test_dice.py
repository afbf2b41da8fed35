"""Dice in a real browser: the switch on a game's card, the tray, tokens, a game to its end."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.ahead import ahead
from tests.browser.clicker import SCORES, Clicker
from tests.browser.conftest import LAPTOP, PHONE, opened
from tests.browser.test_screens import faults_of, width_of


def with_dice(page: Page, title: str) -> Clicker:
    """From the start page to the first roll."""
    page.goto("/")
    card = page.get_by_role("article", name=title, exact=True)
    card.get_by_role("switch").check()
    card.locator("button.main").click()
    clicker = Clicker(page, seed=3)
    clicker.seated()
    while not page.get_by_role("button", name="Roll the dice").count():
        clicker.answer()
        page.wait_for_timeout(100)
    return clicker


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_tray_rolls_and_rolls_again(
    chromium: Browser, site: str, faults: list[str], size: dict[str, int]
) -> None:
    with opened(chromium, site, faults, viewport=size) as page:
        with_dice(page, "New York")
        page.get_by_role("button", name="Roll the dice").click()
        dice = page.locator(".tray .die:not(:disabled)")
        expect(dice).to_have_count(5)
        expect(page.get_by_role("button", name="Reroll all five")).to_be_visible()
        if page.locator("[data-route][data-stop]").count():
            page.keyboard.press("r")  # the list takes their place: they stay in sight above it
            expect(page.locator(".zone > [role=img] > i")).to_have_count(5)
            page.keyboard.press("Escape")
        kept = [dice.nth(at).get_attribute("aria-label") for at in (0, 2, 3)]
        dice.nth(1).click()
        dice.nth(4).click()
        expect(dice.nth(1)).to_have_attribute("aria-pressed", "true")
        assert width_of(page) <= size["width"]
        assert faults_of(page) == []
        page.get_by_role("button", name="Reroll 2 dice").click()
        expect(page.get_by_role("button", name="Reroll all five")).to_have_count(0)
        expect(dice).to_have_count(5)
        expect(page.locator(".tray .picked")).to_have_count(0)
        assert [dice.nth(at).get_attribute("aria-label") for at in (0, 2, 3)] == kept


def test_enter_does_not_take_back_what_was_just_done(laptop: Page) -> None:
    with_dice(laptop, "New York")
    laptop.get_by_role("button", name="Roll the dice").press("Enter")
    laptop.get_by_role("button", name="Tokens only").press("Enter")
    laptop.get_by_role("button", name="Yes, no action").press("Enter")
    sheet = laptop.locator("section.sheet")
    expect(sheet).to_contain_text("Tokens for the dice left over?")
    expect(sheet).to_be_focused()
    laptop.keyboard.press("Enter")
    expect(sheet.locator("output", has_text="0")).to_have_count(2)  # nothing is bought or ended
    laptop.keyboard.press("i")
    expect(sheet.locator("button.hinted")).to_be_visible()
    laptop.keyboard.press("Enter")  # what the hint says
    expect(sheet.locator("output", has_text="1")).to_have_count(1)


def test_a_hint_is_said_and_marked_where_it_lies(laptop: Page) -> None:
    with_dice(laptop, "New York")
    laptop.get_by_role("button", name="Hint").click()
    expect(laptop.locator(".toast .note")).to_contain_text("Roll the dice")
    expect(laptop.locator(".hinted")).to_have_text("Roll the dice")


@pytest.mark.slow
def test_a_game_with_dice_to_the_score_sheet(laptop: Page) -> None:
    clicker = with_dice(laptop, "New York")
    clicker.open()
    ahead(clicker)
    clicker.finish()
    expect(laptop.locator(SCORES)).to_be_visible()
