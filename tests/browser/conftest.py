"""A server and a browser for the tests that click, one of each for a worker of the test-suite."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tools import browser as browsers
from tools.debian import Missing

PATIENCE = 120_000  # milliseconds

expect.set_options(timeout=PATIENCE)  # a loaded machine is no fault of the page

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
CLIENT = Path(__file__).parents[2] / "src/capotreno/web/index.html"


def _missing(sentence: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(sentence)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """A running server's address; its bots answer at once."""
    if not CLIENT.exists():
        _missing("NOT TESTED IN A BROWSER: the client is not built; `make web` does it")
    with browsers.serving(CAPOTRENO_GRACE_SECONDS="0", CAPOTRENO_PAUSE_SECONDS="0") as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of one file: while it is there, no other event loop can run."""
    try:
        with browsers.browser() as launched:
            yield launched
    except Missing as reason:
        _missing(f"NOT TESTED IN A BROWSER: {reason}")


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What the pages complained of; a test ends with none."""
    found: list[str] = []
    yield found
    assert not found


@contextmanager
def opened(chromium: Browser, site: str, faults: list[str], **wishes: Any) -> Iterator[Page]:
    """A page of its own browser, on a laptop and in English unless wished otherwise."""
    wishes = {"viewport": LAPTOP, "locale": "en-GB", "reduced_motion": "reduce", **wishes}
    context = chromium.new_context(base_url=site, **wishes)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    try:
        yield page
    finally:
        context.close()


@pytest.fixture
def laptop(chromium: Browser, site: str, faults: list[str]) -> Iterator[Page]:
    """A page on a laptop, in English."""
    with opened(chromium, site, faults) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser, site: str, faults: list[str]) -> Iterator[Page]:
    """A page on a phone, in Italian."""
    wishes = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
    with opened(chromium, site, faults, **wishes) as page:
        yield page
