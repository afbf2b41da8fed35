"""The table at every size: the map first, nothing small, nothing cut off, nothing out of reach."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.ahead import hoard
from tests.browser.clicker import MOST, WAIT, Clicker
from tests.browser.conftest import opened, resized
from tests.browser.test_manners import person, sit
from tests.long import LONG
from tools.web.browser import SIZES

pytestmark = pytest.mark.slow

LARGE_TEXT = ((390, 844), (1366, 768))  # twice the usual size
SHARE, COVER = 0.55, 0.45  # of the window: the map at least, what opens by itself at most
CARD = (40, 56)
TOLD = ".play > [aria-live]"  # what happened last, for those who listen

#: What a person would measure with a ruler.
MEASURE = """() => {
  const [wide, high] = [innerWidth, innerHeight];
  const cut = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const area = box => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const edges = { left: 0, top: 0, right: wide, bottom: high };
  const board = document.querySelector('.play .board').getBoundingClientRect();
  const stage = document.querySelector('[data-testid=map]').getBoundingClientRect();
  // Pulled up from beneath a question the whole map is as large as it was: it is put back first.
  const whole = stage.height <= board.height + 1;
  const up = whole ? Math.max(0, board.top - stage.top) : 0;
  const map = cut(cut(new DOMRect(stage.x, stage.y + up, stage.width, stage.height), board), edges);
  const play = document.querySelector('.play');
  const near = (a, b) => Math.abs(a - b) < 1;
  const touches = (near(map.left, 0) && near(map.right, wide))
    || (near(map.top, 0) && near(map.bottom, high));

  const seen = one => {
    const style = getComputedStyle(one);
    return one.getClientRects().length > 0 && style.visibility !== 'hidden';
  };
  const hidden = one => one.closest('.visually-hidden') !== null
    || getComputedStyle(one).clipPath !== 'none'
    || (one.parentElement !== null && getComputedStyle(one.parentElement).clipPath !== 'none');
  const name = one => (one.className?.baseVal ?? one.className) + ' "'
    + (one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 40) + '"';

  // What lies over the map, and how much of it and of the window.
  const lying = '.mine, .others, .over > *, .toast .note, .zone:has(.sheet)';
  const panels = [...play.querySelectorAll(lying)].filter(seen);
  const covers = panels.map(one => {
    const box = cut(one.getBoundingClientRect(), edges);
    return [name(one).slice(0, 30), area(cut(box, map)) / area(map),
            one.matches('.zone') ? area(box) / area(edges) : 0];
  });

  const cards = [...play.querySelectorAll('[data-testid=card]')].filter(seen)
    .map(one => one.getBoundingClientRect()).map(box => [box.width, box.height]);

  // Words: their size as drawn, and outside the map whether they are cut.
  const small = [], lost = [];
  const signs = ['above', 'below', 'left', 'right'];
  const walk = document.createTreeWalker(play, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || !seen(one) || hidden(one)) continue;
    const drawn = one.ownerSVGElement ? one.getScreenCTM() : { a: 1, b: 0 };
    const scale = Math.hypot(drawn.a, drawn.b); // it may be turned
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < 10.99) small.push(name(one) + ' ' + size.toFixed(1));
    if (one.closest('.stage')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    let [shown, scrolls] = [cut(box, edges), false];
    for (let up = one; up && up !== play; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      shown = cut(shown, up.getBoundingClientRect());
      scrolls ||= signs.some(sign => up.hasAttribute('data-' + sign));
      scrolls ||= style.textOverflow === 'ellipsis' && up.closest('[title]') !== null;
    }
    if (area(shown) < area(box) * 0.97 && !scrolls) lost.push(name(one));
  }

  // What can be pressed is where one would press it, unless it has to be scrolled to.
  const covered = [];
  for (const one of play.querySelectorAll('button, a[href]')) {
    if (!seen(one) || hidden(one)) continue;
    let box = cut(one.getBoundingClientRect(), edges);
    let scrolled = false;
    for (let up = one.parentElement; up && up !== play; up = up.parentElement) {
      if (!signs.some(sign => up.hasAttribute('data-' + sign))) continue;
      box = cut(box, up.getBoundingClientRect());
      scrolled ||= area(box) < 100;
    }
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    const sticky = hit?.closest('[data-confirm]');  // what scrolls passes beneath it
    if (!scrolled && !sticky && !(hit && (one.contains(hit) || hit.contains(one))))
      covered.push(name(one));
  }
  return {
    share: area(map) / area(edges), touches, covers, cards, small, lost, covered,
    map: [Math.round(map.right - map.left), Math.round(map.bottom - map.top)],
    way: [play.dataset.way, play.dataset.tabs].join(' '),
    over: document.documentElement.scrollWidth - wide,
    below: document.documentElement.scrollHeight - high,
  };
}"""

BOARDS = {
    "New York": ("new_york", False),
    "Germany": ("germany", False),
    "World": ("world", False),
    "Europe with dice": ("europe", True),
    "Ghost Train": ("ghost_train", False),
}


def measured(page: Page, width: int, height: int) -> dict[str, Any]:
    """The page at a size, come to rest, measured."""
    resized(page, width, height)
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def wrong(found: dict[str, Any], bars: bool = True) -> list[str]:
    """What a measured page has that it should not have."""
    faults = [f"cut off: {one}" for one in found["lost"]]
    faults += [f"too small: {one}" for one in found["small"]]
    faults += [f"out of reach: {one}" for one in found["covered"]]
    faults += [
        f"a card of {w:.0f}x{h:.0f}"
        for w, h in found["cards"]
        if w < CARD[0] - 0.1 or h < CARD[1] - 0.1
    ]
    if found["over"] > 0:
        faults.append(f"wider than the window by {found['over']}")
    if found["below"] > 0:
        faults.append(f"longer than the window by {found['below']}")
    if bars and found["share"] < SHARE and not found["touches"]:
        faults.append(f"the map is {found['share']:.0%} of the window")
    for panel, of_map, of_window in found["covers"] if bars else ():
        if max(of_map, of_window) > COVER:
            faults.append(f"{panel} covers {of_map:.0%} of the map, {of_window:.0%} of the window")
    return faults


def to_payment(page: Page, clicker: Clicker) -> bool:
    """Play until a route is about to be claimed and its payment lies there.

    A payment without a choice is made at once: the game may be over before one is asked.
    """
    while not clicker.over:
        routes = page.locator("[data-route][data-stop]")
        if page.locator(".sheet").count():
            clicker.answer()
        elif routes.count():
            route = routes.first.get_attribute("data-route")
            page.locator(f'[data-route="{route}"]').dispatch_event("click")
            # Either its payments lie there, or it is taken and glows no more.
            page.wait_for_function(
                """route => document.querySelector('.sheet, section.end')
                  || !document.querySelector(`[data-route="${route}"][data-stop]`)""",
                arg=route,
            )
            if page.locator(".sheet").count():
                return True
        elif not clicker.draw() and not clicker.other():
            page.wait_for_timeout(WAIT)
    return False


def seat(page: Page, game: str, dice: bool) -> None:
    """A table of a board with bots, at its opening."""
    bots = [{"kind": "bot", "bot": "random"}] * (1 if game == "new_york" else 3)
    sit(page, person("Massimiliano"), *bots, game=game, dice=dice)
    expect(page.locator(".sheet, .market .inviting").first).to_be_visible()


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> tuple[str, bool]:
    """A game, and whether with dice."""
    return BOARDS[request.param]


@pytest.fixture
def table(board: tuple[str, bool], chromium: Browser, site: str) -> Iterator[Page]:
    faults: list[str] = []
    with opened(chromium, site, faults, locale="it-IT") as page:
        seat(page, *board)
        yield page
    assert not faults


def test_the_map_comes_first_at_every_size(table: Page, board: tuple[str, bool]) -> None:
    clicker = Clicker(table, seed=4)
    found: dict[str, list[str]] = {}
    for at, state in enumerate(("opening", "turn", "payment"), list(BOARDS.values()).index(board)):
        table.set_viewport_size({"width": 1366, "height": 768})
        if state == "turn":
            clicker.to_turn()
        if state == "payment":
            hoard(clicker, 8)
        while state == "payment" and not to_payment(table, clicker):
            seat(table, *board)
        # Every board is seen at every size, and so is everything that lies there on some board.
        for width, height in SIZES if LONG else SIZES[at % 3 :: 3]:
            seen = measured(table, width, height)
            if faults := wrong(seen):
                found[f"{state} {width}x{height} {seen['way']} {seen['map']}"] = faults
    assert found == {}


def test_with_text_twice_as_large_all_can_be_read_and_played(table: Page) -> None:
    clicker = Clicker(table, seed=5)
    table.add_style_tag(content="html { font-size: 200% !important }")
    found: dict[str, list[str]] = {}
    for width, height in LARGE_TEXT:
        clicker.to_turn()
        seen = measured(table, width, height)
        faults = wrong(seen, bars=False)
        if seen["share"] < 0.25:
            faults.append(f"the map is {seen['share']:.0%} of the window")
        if faults:
            found[f"{width}x{height} {seen['way']} {seen['map']}"] = faults
        told = table.locator(TOLD).inner_text()
        for _ in range(MOST):  # by clicks where one would click
            if table.locator(TOLD).inner_text() != told:
                break
            clicker.step()
    assert found == {}


#: What would be wrong with a table, as a style sheet, and how it is called.
WRONG = {
    "the map is": ".stage { transform: scale(0.4) !important }",
    "mine": ".play > .mine { min-height: 70dvh !important }",
    "a card of": "[data-testid=card] { width: 39px !important; min-width: 0 !important }",
    "too small": ".prompt p { font-size: 10px !important }",
    "cut off": ".prompt p { height: 8px; overflow: hidden }",
    "out of reach": ".play > .map { position: fixed !important; inset: 0; z-index: 99 }",
    "wider than": "body::after { content: ''; display: block; width: 200vw; height: 1px }",
    "longer than": "body::after { content: ''; display: block; width: 1px; height: 200vh }",
}


def test_what_is_wrong_is_measured(chromium: Browser, site: str, faults: list[str]) -> None:
    with opened(chromium, site, faults, viewport={"width": 390, "height": 844}) as page:
        seat(page, "new_york", False)
        Clicker(page, seed=4).to_turn()
        assert wrong(measured(page, 390, 844)) == []
        for called, style in WRONG.items():
            sheet = page.add_style_tag(content=style)
            found = wrong(measured(page, 390, 844))
            assert any(called in fault for fault in found), (called, found)
            sheet.evaluate("one => one.remove()")
