"""Every screen on a laptop and a phone, every table at all sizes, in both languages, as pictures.

`make screenshots` puts them into build/screenshots; `python -m tools.web.screenshots --readme`
takes only those the README shows, into docs/pictures.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from capotreno.games.registry import REGISTRY, games
from tests.browser.clicker import Clicker
from tests.browser.conftest import met
from tools.web.browser import SIZES, browser, serving

VIEWPORTS = {"laptop": (1366, 768), "phone": (390, 844)}
LANGUAGES = {"en": "en-GB", "it": "it-IT"}
SCREENS = {
    "start": "/",
    "new": "/new",
    "tables": "/tables",
    "rules": "/rules",
    "about": "/about",
    "replay": "/replay",
}
README = (("germany", "laptop", "en"), ("world", "laptop", "en"), ("new_york", "phone", "it"))
STEPS = {"new_york": 22}  # into a game: routes claimed, tickets under way; others:
MANY = 60


@contextmanager
def page_on(launched: Browser, site: str, device: str, language: str) -> Iterator[Page]:
    """A page on a device, in a language."""
    width, height = VIEWPORTS[device]
    context = launched.new_context(
        base_url=site,
        viewport={"width": width, "height": height},
        locale=LANGUAGES[language],
        reduced_motion="reduce",
        has_touch=device == "phone",
        is_mobile=device == "phone",
    )
    context.add_init_script(met())
    yield context.new_page()
    context.close()


def title(game: str, language: str) -> str:
    """What a game is called on its card."""
    return REGISTRY[game]().title.of(language)


def shoot(page: Page, folder: Path, name: str) -> None:
    """One picture, once the page has come to rest."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)
    page.screenshot(path=folder / f"{name}.png")
    print(f"  {name}.png")


def table(page: Page, folder: Path, name: str, end: str) -> None:
    """One moment of a table: on a phone as it is, else in every window."""
    before = page.viewport_size
    if before is None or before["width"] == VIEWPORTS["phone"][0]:
        return shoot(page, folder, f"{name}-{end}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        shoot(page, folder, f"{name}-{end}-{width}x{height}")
    page.set_viewport_size(before)
    return None


def screens(page: Page, folder: Path, end: str) -> None:
    """The screens around the game."""
    for name, path in SCREENS.items():
        page.goto(path)
        shoot(page, folder, f"{name}-{end}")


def game(page: Page, folder: Path, name: str, language: str, end: str, whole: bool) -> None:
    """A board at the opening, in the middle of a game and, for one of them, at the end."""
    page.goto(f"/rules/{name}")
    shoot(page, folder, f"rules-{name}-{end}")
    clicker = Clicker(page, seed=4)
    clicker.start(title(name, language))
    table(page, folder, f"{name}-opening", end)
    middle(page, clicker, STEPS.get(name, MANY))
    table(page, folder, name, end)
    if whole:
        clicker.finish()
        page.wait_for_timeout(1500)
        table(page, folder, f"{name}-score", end)
        replay = page.get_by_role("link").and_(page.locator('[href^="/replay/table"]')).first
        replay.click()
        page.wait_for_timeout(800)
        shoot(page, folder, f"{name}-replay-{end}")


def middle(page: Page, clicker: Clicker, steps: int) -> None:
    """Play on until it is our turn in the middle of the game."""
    for _ in range(steps):
        if clicker.over:
            return
        clicker.step()
    for _ in range(100):
        if clicker.over or page.locator(".market .inviting").count():
            return
        if not clicker.answer():
            page.wait_for_timeout(60)


def main() -> int:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these boards (default: all)")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README")
    wanted = parser.parse_args()
    folder = Path("docs/pictures" if wanted.readme else "build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"CAPOTRENO_GRACE_SECONDS": "0", "CAPOTRENO_PAUSE_SECONDS": "0"}
    with serving(**settings) as site, browser() as launched:
        if wanted.readme:
            for name, device, language in README:
                with page_on(launched, site, device, language) as page:
                    clicker = Clicker(page, seed=4)
                    clicker.start(title(name, language))
                    middle(page, clicker, STEPS.get(name, MANY))
                    shoot(page, folder, f"{name}-{device}")
            return 0
        for device in VIEWPORTS:
            for language in LANGUAGES:
                end = f"{device}-{language}"
                print(f"{device}, {language}:")
                with page_on(launched, site, device, language) as page:
                    if not wanted.games:
                        screens(page, folder, end)
                    for name in wanted.games or games():
                        game(page, folder, name, language, end, whole=name == "new_york")
    return 0


if __name__ == "__main__":
    sys.exit(main())
