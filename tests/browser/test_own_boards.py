"""A board of your own in a real browser: in the list, on plain paper, to the score sheet."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.ahead import ahead
from tests.browser.clicker import SCORES, Clicker
from tests.browser.conftest import AT_ONCE, CLIENT, opened
from tools.web import browser as browsers

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture
def own_site() -> Iterator[str]:
    if not CLIENT.exists():
        pytest.skip("NOT TESTED IN A BROWSER: the client is not built; `make web` does it")
    with browsers.serving(**AT_ONCE, CAPOTRENO_BOARDS=str(EXAMPLES)) as address:
        yield address


def test_it_is_listed_and_played_to_its_end(
    chromium: Browser, own_site: str, faults: list[str]
) -> None:
    with opened(chromium, own_site, faults) as page:
        clicker = Clicker(page, seed=4)
        clicker.start("Brume Island")
        clicker.open()
        ahead(clicker)
        clicker.finish()
        expect(page.locator(SCORES)).to_contain_text("Tickets")
