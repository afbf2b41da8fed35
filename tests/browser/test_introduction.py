"""The first time at a box: said once, beside the thing, and away with one click."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clicker import MOST, Clicker
from tests.browser.conftest import LAPTOP, PHONE, opened

pytestmark = pytest.mark.slow

SIDEWAYS = {"width": 844, "height": 390}

#: What is wrong with the bubble: it lies over what it points at, or takes too much of the window.
FAULTS = """() => {
  const [ring, bubble] = ['div.ring', '.bubble'].map(one =>
    document.querySelector(one).getBoundingClientRect());
  const along = (a, b, from, to) =>
    Math.max(0, Math.min(a[to], b[to]) - Math.max(a[from], b[from]));
  const on = (a, b) => along(a, b, 'left', 'right') * along(a, b, 'top', 'bottom');
  const out = Math.max(-bubble.left, -bubble.top,
    bubble.right - innerWidth, bubble.bottom - innerHeight);
  return [on(ring, bubble) > 0 ? 'covers what it points at' : '',
    out > 0 ? 'leaves the window' : '',
    bubble.width * bubble.height > 0.45 * innerWidth * innerHeight ? 'is too large' : '',
  ].filter(Boolean);
}"""


SMALLEST = {"width": 320, "height": 568}

#: How far the bubble lies over the word on what to do; pixels.
OVER_PROMPT = """() => {
  const [prompt, bubble] = ['.prompt', '.bubble'].map(one =>
    document.querySelector(one)?.getBoundingClientRect());
  if (!prompt?.height || !bubble) return 0;
  return Math.min(prompt.bottom, bubble.bottom) - Math.max(prompt.top, bubble.top);
}"""


def title(page: Page) -> str:
    expect(page.locator("div.ring")).to_have_count(1)
    return page.locator(".bubble h2").inner_text()


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, LAPTOP], ids=["phone", "sideways", "laptop"])
def test_what_is_new_is_told_beside_it_and_once(
    chromium: Browser, site: str, faults: list[str], size: dict[str, Any]
) -> None:
    with opened(chromium, site, faults, newcomer=True, viewport=size) as page:
        Clicker(page).start("Germany")
        assert title(page) == "Passengers"
        page.wait_for_function(f"() => ({FAULTS})().length === 0")
        page.locator(".bubble .main").click()
        expect(page.locator(".bubble h2")).to_have_text("The most tickets")
        page.wait_for_function(f"() => ({FAULTS})().length === 0")
        page.locator(".bubble .main").click()
        expect(page.locator(".bubble")).to_have_count(0)

        page.reload()
        expect(page.locator("div.play .sheet")).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.locator(".bubble")).to_have_count(0)
        # Whoever wants it again finds it in the menu, and may skip all of it at once.
        page.get_by_role("button", name="Menu").locator("visible=true").click()
        page.get_by_role("button", name="Special rules").click()
        assert title(page) == "Passengers"
        page.get_by_role("button", name="Skip").click()
        expect(page.locator(".bubble")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "told"), [("Switzerland", "Wilds for tunnels"), ("The World", "Tours")]
)
def test_on_the_smallest_phone_what_to_do_stays_in_sight(
    chromium: Browser, site: str, faults: list[str], game: str, told: str
) -> None:
    titles = []
    with opened(chromium, site, faults, newcomer=True, viewport=SMALLEST) as page:
        clicker = Clicker(page)
        clicker.start(game)
        bubble = page.locator(".bubble h2")
        for _ in range(MOST):
            if told in titles:
                break
            if bubble.count():
                titles.append(bubble.inner_text())
                page.wait_for_function(f"() => ({FAULTS})().length === 0 && ({OVER_PROMPT})() <= 0")
                page.locator(".bubble .main").click()
            elif not clicker.answer():
                page.wait_for_timeout(60)
    assert told in titles


def test_the_keys_are_the_bubbles_while_it_is_there(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, newcomer=True) as page:
        Clicker(page).start("Europe")
        told = title(page)
        expect(page.locator(".bubble .main")).to_be_focused()
        tickets = page.locator(".sheet [role=checkbox]")
        expect(tickets.first).to_be_visible()
        marked = [one.get_attribute("aria-checked") for one in tickets.all()]
        for key in ("1", "2", "m", "?"):
            page.keyboard.press(key)
        for _ in range(4):  # around its own buttons
            page.keyboard.press("Tab")
            expect(page.locator(".bubble :focus")).to_have_count(1)
        tickets.first.focus()  # wherever the keyboard was: Enter goes on, and nothing is kept
        page.keyboard.press("Enter")
        expect(page.locator(".bubble h2")).not_to_have_text(told)
        page.keyboard.press("Escape")
        expect(page.locator(".bubble")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert [one.get_attribute("aria-checked") for one in tickets.all()] == marked
        expect(tickets.first).to_be_focused()  # and now the keys are the game's again
        page.keyboard.press("1")
        expect(tickets.first).to_be_checked(checked=marked[0] != "true")


def test_the_keys_are_the_guides_while_it_talks(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, newcomer=True) as page:
        page.goto("/guide")
        page.locator(".guide .button.main").click()
        expect(page.locator(".bubble .main")).to_be_focused()
        expect(page.locator(".sheet")).to_be_visible()
        first = page.locator(".bubble h2").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(".bubble h2")).not_to_have_text(first)
        expect(page.locator(".sheet")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".bubble")).to_have_count(0)
        expect(page.locator(".sheet")).to_be_visible()
