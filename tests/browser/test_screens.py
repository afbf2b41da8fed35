"""Every screen: no serious fault for axe, nothing wider than the screen, nothing from elsewhere."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clicker import Clicker
from tests.browser.conftest import LAPTOP, PHONE, opened

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SCREENS = [
    "/",
    "/new",
    "/studio",
    "/gallery",
    "/tables",
    "/me",
    "/rules",
    "/rules/new_york",
    "/replay",
    "/about",
]
PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
KIB = 1024


ALL = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']"
#: All that is otherwise in the dark: the page is the same, in other colours.
COLOURS = "{ type: 'rule', values: ['color-contrast'] }"


def faults_of(page: Page) -> list[str]:
    """What axe calls serious or worse, in the light and in the dark."""
    page.evaluate(AXE.read_text("utf-8"))
    page.emulate_media(color_scheme="light")
    light, paper = _faults(page, ALL), page.evaluate(PAPER)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PAPER) != paper, "it is not dark"
    return light + _faults(page, COLOURS)


def _faults(page: Page, rules: str) -> list[str]:
    found = page.evaluate(f"axe.run({{ runOnly: {rules} }})")
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def width_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("path", SCREENS)
def test_a_screen_has_no_serious_fault(
    chromium: Browser, site: str, faults: list[str], path: str, size: dict[str, int]
) -> None:
    with opened(chromium, site, faults, viewport=size) as page:
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert width_of(page) <= size["width"]
        assert faults_of(page) == []


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_table_has_no_serious_fault(
    chromium: Browser, site: str, faults: list[str], size: dict[str, int]
) -> None:
    with opened(chromium, site, faults, viewport=size) as page:
        clicker = Clicker(page)
        clicker.start("New York")
        expect(page.locator(".sheet")).to_be_visible()
        assert width_of(page) <= size["width"]
        assert faults_of(page) == []
        clicker.to_turn()
        expect(page.locator(".market .inviting").first).to_be_visible()
        expect(page.get_by_role("region", name="Who owns which routes")).to_have_count(1)
        assert width_of(page) <= size["width"]
        assert faults_of(page) == []
        page.locator("body").press("h")
        expect(page.locator(".dock")).to_be_visible()
        assert width_of(page) <= size["width"]
        assert faults_of(page) == []


def test_the_first_load_is_small_and_asks_nobody_else(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto("/")
        page.wait_for_load_state("networkidle")
        elsewhere = [url for url in asked if not url.startswith((site, "data:"))]
        assert not elsewhere
        sent = page.evaluate(
            "performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"
        )
        assert 20 * KIB < sent < 250 * KIB


def test_the_page_has_its_title_before_any_script_runs(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, java_script_enabled=False) as page:
        page.goto("/")
        assert page.title() == "Capotreno"


def test_the_language_is_the_browsers_and_then_the_switchs(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, locale="it-IT") as page:
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", "it")
        page.get_by_role("button", name="EN · English", exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_mistyped_address_leads_home(chromium: Browser, site: str, faults: list[str]) -> None:
    with opened(chromium, site, faults) as page:
        answer = page.goto("/tabel/abc")
        assert answer is not None
        assert answer.status == 404
        page.get_by_role("link", name="Start page").click()
        expect(page.get_by_role("article").first).to_be_visible()
    faults.clear()  # the browser complains of the 404 itself


def test_an_invitation_is_shared_and_the_sounds_keep_their_level(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults) as page:
        page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
        Clicker(page).start("New York")
        page.get_by_role("button", name="Menu").locator("visible=true").click()
        level = page.get_by_role("slider", name="Sounds")
        assert level.get_attribute("aria-valuetext") == "off"
        level.fill("4")
        expect(level).to_have_attribute("aria-valuetext", "40 %")
        page.get_by_role("button", name="Invite").click()
        page.get_by_role("button", name="Share").click()
        assert page.evaluate("window.shared.url") == page.url
        page.reload()
        page.get_by_role("button", name="Menu").locator("visible=true").click()
        expect(page.get_by_role("slider", name="Sounds")).to_have_value("4")
