"""A server and a browser for the tests that click, one of each for a worker of the test-suite."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from capotreno.games import registry
from tools.setup.debian import Missing
from tools.web import browser as browsers

PATIENCE = 120_000  # milliseconds

expect.set_options(timeout=PATIENCE)  # a loaded machine is no fault of the page

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
# Bots answer at once, and a seat that is played over a socket may be fast.
AT_ONCE = {
    "CAPOTRENO_GRACE_SECONDS": "0",
    "CAPOTRENO_PAUSE_SECONDS": "0",
    "CAPOTRENO_RATE": "1000",
    "CAPOTRENO_STUDY_SECONDS": "4",
}
ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src/capotreno/web/index.html"


def _missing(sentence: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(sentence)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """A running server's address; its bots answer at once."""
    if not CLIENT.exists():
        _missing("NOT TESTED IN A BROWSER: the client is not built; `make web` does it")
    with browsers.serving(**AT_ONCE) as address:
        yield address


#: The browser of this worker, and what closes it.
_launched: list[Browser] = []
_standing = ExitStack()


@pytest.fixture
def chromium() -> Browser:
    """A browser for the tests of this folder that a worker runs one after the other.

    While it is there no other event loop can run, so it is closed before a test from elsewhere.
    """
    if not _launched:
        try:
            _launched.append(_standing.enter_context(browsers.browser()))
        except Missing as reason:
            _missing(f"NOT TESTED IN A BROWSER: {reason}")
    return _launched[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """After the last of them, when their pages are closed."""
    yield
    if nextitem is None or nextitem.path.parent != Path(__file__).parent:
        _launched.clear()
        _standing.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What the pages complained of; a test ends with none."""
    found: list[str] = []
    yield found
    assert not found


#: When nothing moves any more: true at the third picture in a row that is like the one before.
STILL = """() => {
  const now = JSON.stringify([...document.querySelectorAll('.play *')].slice(0, 400)
    .map(one => one.getBoundingClientRect().toJSON()));
  const same = now === window.lastSeen && !document.querySelector('.moving');
  window.lastSeen = now;
  window.stillFor = same ? (window.stillFor ?? 0) + 1 : 0;
  return window.stillFor >= 3;
}"""


def at_rest(page: Page) -> None:
    """The table after a change, come to rest: counted in pictures, not in seconds."""
    page.evaluate("window.stillFor = 0")
    page.wait_for_function(STILL, polling="raf")


#: Whether something comes true that the page can only find out by and by. Playwright's own
#: waiting takes a promise of an answer for a yes.
LATER = """async (value) => {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    if (await (ASKED)(value)) return true;
    await new Promise((again) => setTimeout(again, 50));
  }
  return false;
}"""


def became(page: Page, asked: str, value: object = None) -> None:
    """Wait until an async question of the page's is answered with yes."""
    script = LATER.replace("PATIENCE", f"{PATIENCE}").replace("ASKED", asked)
    assert page.evaluate(script, value), asked


def resized(page: Page, width: int, height: int) -> None:
    """Another window, and the table has taken its size."""
    page.set_viewport_size({"width": width, "height": height})
    at_rest(page)


def met() -> str:
    """A script: whoever sits here has been told what is new in every box."""
    words = json.loads((ROOT / "web/src/words/around.en.json").read_text("utf-8"))
    new = [key.split(".")[1] for key in words if key.startswith("intro.") and key.count(".") == 2]
    own = [path.stem for path in (ROOT / "docs/examples").glob("*.json")]
    known = json.dumps(dict.fromkeys((*registry.games(), *own), new))
    return (
        f"localStorage.getItem('capotreno.met') ?? localStorage.setItem('capotreno.met', {known!r})"
    )


@contextmanager
def opened(chromium: Browser, site: str, faults: list[str], **wishes: Any) -> Iterator[Page]:
    """A page of its own browser, on a laptop and in English unless wished otherwise.

    Whoever opens it knows every box; a `newcomer` is told what is new. The moves of others are
    shown at the `pace` that people may choose; one who does not choose has them one by one.
    """
    newcomer = wishes.pop("newcomer", False)
    pace = wishes.pop("pace", None if newcomer else "instant")
    usual = {"viewport": LAPTOP, "locale": "en-GB", "reduced_motion": "reduce"}
    # A service worker answers where a test wants to see what the server was asked.
    wishes = {**usual, "service_workers": "block", **wishes}
    context = chromium.new_context(base_url=site, **wishes)
    context.set_default_timeout(PATIENCE)
    if not newcomer:
        context.add_init_script(met())
    if pace:
        context.add_init_script(
            "localStorage.getItem('capotreno.table') ?? "
            f"localStorage.setItem('capotreno.table', '{{\"pace\": \"{pace}\"}}')"
        )
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
    """A page on a phone, in Italian; others move at the pace one has who never chose another."""
    wishes = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
    with opened(chromium, site, faults, pace=None, **wishes) as page:
        yield page
