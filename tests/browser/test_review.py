"""A finished game looked at again in the browser: its curve, its moments, a try from one."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clicker import Clicker
from tests.browser.conftest import opened

pytestmark = pytest.mark.slow


def played(page: Page) -> str:
    """A table where two bots have played to the end; its id."""
    bots = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "path"}]
    table = page.request.post("/api/tables", data={"game": "new_york", "seats": bots}).json()
    while page.request.get(f"/api/tables/{table['table']}").json()["status"] != "finished":
        page.wait_for_timeout(100)
    return str(table["table"])


@pytest.mark.parametrize(
    ("locale", "size"), [("en-GB", (1366, 768)), ("it-IT", (390, 844)), ("it-IT", (844, 390))]
)
def test_a_review_is_read_jumped_about_in_and_tried(
    chromium: Browser, site: str, faults: list[str], locale: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with opened(chromium, site, faults, locale=locale, viewport=viewport) as page:
        page.goto(f"/review/table/{played(page)}?seat=1")
        expect(page.locator(".verdict")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        curve = page.locator("figure > svg[role=img]")
        box = curve.bounding_box()
        assert box
        decided = page.locator(".try button")
        for step in range(2, 40):  # some moment of a decision, wherever it lies
            if decided.count():
                break
            page.mouse.click(box["x"] + 44 + step * (box["width"] - 56) / 40, box["y"] + 60)
        expect(page.locator(".moment .board").first).to_be_visible()
        decided.click()
        expect(page).to_have_url(re.compile("/table/"))
        Clicker(page).seated()
        expect(page.get_by_test_id("map")).to_be_visible()


def test_the_score_sheet_leads_to_the_review_of_my_game(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults) as page:
        table = played(page)
        page.goto(f"/table/{table}")
        page.get_by_role("link", name="Review").click()
        expect(page).to_have_url(re.compile(f"/review/table/{table}"))
        expect(page.locator(".verdict")).to_be_visible()
        page.get_by_role("combobox").select_option("0")
        expect(page.get_by_role("combobox")).to_have_value("0")
        expect(page.locator(".verdict")).to_be_visible()
