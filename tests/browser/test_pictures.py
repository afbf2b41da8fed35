"""Names in pictures, measured as a browser draws them: none is cut, none lies upon another."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from capotreno import Match, games, load
from capotreno.arena.report import svg
from capotreno.arena.report.page import STYLE
from capotreno.words import LANGUAGES
from tests.browser.conftest import LAPTOP, PHONE, opened

pytestmark = pytest.mark.slow

#: Pairs of names that share more than a hair, and names that leave the picture.
MEASURE = """() => {
  const texts = [...document.querySelectorAll('svg text')];
  const all = texts.map(one => [one.textContent, one.getBoundingClientRect()]);
  const frame = document.querySelector('svg').getBoundingClientRect();
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const found = [];
  all.forEach(([name, a], i) => {
    if (across(a, frame) < a.width - 1 || down(a, frame) < a.height - 1)
      found.push(name + ' leaves the picture');
    for (const [other, b] of all.slice(i + 1))
      if (across(a, b) > 1 && down(a, b) > 1) found.push(name + ' lies upon ' + other);
  });
  return [all.length, found];
}"""

CUT = """() => [...document.querySelectorAll('.plots th, .plots td')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1;
}).map(one => one.textContent)"""


def shown(page: Page, picture: str) -> None:
    page.set_content(f"<!doctype html><style>{STYLE}</style><section>{picture}</section>")


@pytest.fixture
def page(chromium: Browser) -> Page:
    return chromium.new_page(viewport=LAPTOP)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_on_the_map_of_a_report_lie_apart(page: Page, language: str) -> None:
    wrong = {}
    for name in games():
        board = load(name).board
        names = [place.name.of(language) for place in board.places]
        uses = [0.5] * len(board.routes)
        shown(page, svg.heat_map(board, uses, [""] * len(board.routes), names, name))
        count, found = page.evaluate(MEASURE)
        assert count >= len(names)
        if found:
            wrong[name] = found
    page.close()
    assert wrong == {}


@pytest.mark.parametrize("wide", [LAPTOP["width"], PHONE["width"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tickets_of_a_report_are_not_cut(page: Page, language: str, wide: int) -> None:
    page.set_viewport_size({"width": wide, "height": 800})
    for name in games():
        board = load(name).board
        rows = [
            ("–".join(board.name_of(stop).of(language) for stop in ticket.stops), 0.5, "50% / 2")
            for ticket in board.tickets
        ]
        shown(page, svg.bars(rows, "tickets"))
        cut = [*page.evaluate(CUT), *page.evaluate(MEASURE)[1]]
        assert (name, cut) == (name, [])
        assert page.locator("text=" + rows[0][0]).first.is_visible()
    page.close()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_chart_of_a_replay_tells_whole_names(
    chromium: Browser, site: str, faults: list[str], size: dict[str, int], tmp_path: Path
) -> None:
    names = ["Bartolomeo Massimiliano da Montefeltro", "W" * 40]
    match = Match(load("new_york", 2), 1, names)
    while not match.over:
        match.play(match.legal()[0])
    with opened(chromium, site, faults, viewport=size) as page:
        kept = page.request.post("/api/logs", data=match.log.write()).json()
        page.goto(f"/replay/log/{kept['log']}")
        items = page.locator("figure ul li span")
        expect(items).to_have_text(names)
        for item in items.all():
            item.scroll_into_view_if_needed()
            box = item.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert item.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth")


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_a_replay_on_a_phone_held_sideways_is_mostly_map(
    chromium: Browser, site: str, faults: list[str], size: tuple[int, int]
) -> None:
    """The whole map, at least half as tall as the window; what happened is beside it, uncut."""
    match = Match(load("germany", 3), 1)
    while not match.over:
        match.play(match.legal()[0])
    width, height = size
    with opened(
        chromium, site, faults, viewport={"width": width, "height": height}, locale="it-IT"
    ) as page:
        kept = page.request.post("/api/logs", data=match.log.write()).json()
        page.goto(f"/replay/log/{kept['log']}#3")
        box = page.get_by_test_id("map").bounding_box()
        assert box is not None
        assert box["height"] >= height / 2
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        told = page.locator(".telling")
        assert told.evaluate("one => one.scrollHeight <= one.clientHeight")
        assert told.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
