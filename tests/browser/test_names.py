"""Names on the map, measured as a browser draws them: each at its own dot, on every board."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from capotreno import games, load
from capotreno.board.model import Board
from tests import long
from tests.browser.conftest import CLIENT, at_rest, opened, resized
from tests.browser.test_manners import person, sit
from tests.browser.test_own_boards import EXAMPLES
from tests.long import LONG
from tools.web import browser as browsers

pytestmark = pytest.mark.slow

SIZES = [(320, 568), (844, 390), (820, 1180), (1366, 768), (2560, 1440)]

#: What is wrong with the names that can be seen, and how many there are.
MEASURE = """() => {
  const map = document.querySelector('.stage').getBoundingClientRect();
  const dots = [...document.querySelectorAll('[data-place] .medallion')].map(one => {
    const box = one.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return {id: one.closest('[data-place]').dataset.place, x, y, r: box.width / 2};
  });
  const names = [...document.querySelectorAll('[data-testid="place-name"]')].map(one =>
    [one.dataset.name, one.getBoundingClientRect(), parseFloat(getComputedStyle(one).fontSize)]);
  const far = (box, dot) => Math.hypot(
    Math.max(box.left - dot.x, 0, dot.x - box.right),
    Math.max(box.top - dot.y, 0, dot.y - box.bottom));
  const found = [];
  names.forEach(([id, box, size], i) => {
    if (size < 11) found.push(id + ' is written too small');
    if (box.left < map.left - 1 || box.top < map.top - 1 || box.right > map.right + 1
        || box.bottom > map.bottom + 1) found.push(id + ' leaves the map');
    const own = Math.min(...dots.filter(dot => dot.id === id).map(dot => far(box, dot)));
    for (const dot of dots) {
      if (dot.id === id) continue;
      if (far(box, dot) <= own) found.push(id + ' stands at ' + dot.id);
      if (far(box, dot) < dot.r - 1) found.push(id + ' lies on ' + dot.id);
    }
    for (const [other, that] of names.slice(i + 1))
      if (Math.min(box.right, that.right) - Math.max(box.left, that.left) > 1
          && Math.min(box.bottom, that.bottom) - Math.max(box.top, that.top) > 1)
        found.push(id + ' lies on the name ' + other);
  });
  return [names.map(([id]) => id), found];
}"""

AT_REST = '.stage:not(.moving) [data-testid="place-name"]'


#: Where each name begins, in the map's own measure.
WHERE = """() => {
  const map = document.querySelector('.stage').getBoundingClientRect();
  const names = [...document.querySelectorAll('[data-testid="place-name"]')];
  return Object.fromEntries(names.map(one => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left - map.left, box.top - map.top];
    return [one.dataset.name, [x / map.width, y / map.height]];
  }));
}"""


#: A name at the dot of another place.
MISPLACED = """() => {
  const name = document.querySelector('[data-testid="place-name"]');
  const dots = [...document.querySelectorAll('[data-place] .medallion')];
  const other = dots.find(one => one.closest('[data-place]').dataset.place !== name.dataset.name);
  const [from, to] = [name, other].map(one => one.getBoundingClientRect());
  name.style.translate = `${to.right - from.left}px ${to.top - from.top}px`;
}"""


@pytest.fixture(scope="module")
def patient() -> Iterator[str]:
    """A server with a board of your own too, that opens tables however slow it is."""
    if not CLIENT.exists():
        pytest.skip("NOT TESTED IN A BROWSER: the client is not built; `make web` does it")
    settings = {"GRACE_SECONDS": "0", "PAUSE_SECONDS": "0", "LATE_SECONDS": "600"}
    with browsers.serving(
        CAPOTRENO_BOARDS=str(EXAMPLES), **{f"CAPOTRENO_{key}": of for key, of in settings.items()}
    ) as address:
        yield address


def measured(page: Page) -> tuple[set[str], list[str]]:
    expect(page.locator(AT_REST).first).to_be_visible()
    names, found = page.evaluate(MEASURE)
    return set(names), found


def asked_for(page: Page, game: str, language: str) -> None:
    """A table; at most of them the first tickets are to be chosen."""
    sit(page, person("Anna"), {"kind": "bot", "bot": "random"}, game=game)
    expect(page.locator(AT_REST).first).to_be_visible()
    expect(page.locator('.sheet, [data-guide="tickets"] button').first).to_be_attached()
    assert page.evaluate("document.documentElement.lang") == language


def stops_of(page: Page, board: Board, language: str) -> set[str]:
    """The places named by the tickets to choose from and by those I have."""
    said = " ".join(page.locator('.sheet, [data-guide="tickets"]').all_text_contents())
    return {
        place.id
        for place in board.places
        if place.kind != "country"
        and re.search(rf"(?<!\w){re.escape(place.name.of(language))}(?!\w)", said)
    }


LANGUAGES = ("en", "it")
#: Some boards in one language or the other; `make soak` takes all, both and all sizes. The
#: client's own tests place the names of all boards in both languages at every size.
NAMED = [
    (game, language)
    for at, game in enumerate(games())
    if LONG or at % 3 == 0
    for language in (LANGUAGES if LONG else (LANGUAGES[at % 2],))
]


@pytest.mark.parametrize(("game", "language"), NAMED)
def test_names_stand_at_their_own_dots(
    chromium: Browser, patient: str, faults: list[str], game: str, language: str
) -> None:
    board = load(game).board
    locale = {"en": "en-GB", "it": "it-IT"}[language]
    with opened(chromium, patient, faults, locale=locale) as page:
        asked_for(page, game, language)
        tickets = stops_of(page, board, language)
        for width, height in browsers.SIZES if LONG else SIZES[language == "it" :: 2]:
            resized(page, width, height)
            names, found = measured(page)
            assert (width, height, found) == (width, height, [])
            assert tickets <= names, (width, height)
        page.locator(".board").focus()
        for _ in range(long.of(1, 3)):
            page.keyboard.press("+")
            at_rest(page)
            assert measured(page)[1] == []


def test_names_on_a_board_of_ones_own(chromium: Browser, patient: str, faults: list[str]) -> None:
    with opened(chromium, patient, faults) as page:
        asked_for(page, "brume_island", "en")
        for width, height in SIZES:
            resized(page, width, height)
            names, found = measured(page)
            assert names
            assert (width, height, found) == (width, height, [])


def test_a_place_without_room_for_its_name_has_it_under_the_pointer(
    chromium: Browser, patient: str, faults: list[str]
) -> None:
    with opened(chromium, patient, faults, viewport={"width": 320, "height": 568}) as page:
        asked_for(page, "world", "en")
        names, _ = measured(page)
        hidden = [
            place.id
            for place in load("world").board.places
            if place.id not in names and "unnamed" not in place.marks
        ]
        assert hidden
        dot = page.locator(f'[data-place="{hidden[0]}"] .medallion').first
        box = dot.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(f'[data-name="{hidden[0]}"]')).to_be_visible()
        page.mouse.move(1, 1)
        expect(page.locator(f'[data-name="{hidden[0]}"]')).to_have_count(0)


def test_a_name_at_a_place_that_is_not_its_own_is_found(
    chromium: Browser, patient: str, faults: list[str]
) -> None:
    with opened(chromium, patient, faults) as page:
        asked_for(page, "usa", "en")
        assert measured(page)[1] == []
        page.evaluate(MISPLACED)
        assert any(" stands at " in fault for fault in measured(page)[1])


def test_names_stay_where_they_are_when_a_panel_changes_the_map(
    chromium: Browser, patient: str, faults: list[str]
) -> None:
    """A map a tenth smaller is the same map: every name is where it was, in the map's measure."""
    with opened(chromium, patient, faults) as page:
        asked_for(page, "europe", "en")
        measured(page)
        before = page.evaluate(WHERE)
        page.evaluate("document.querySelector('.board').style.height = '90%'")
        page.evaluate("document.querySelector('.board').style.width = '90%'")
        at_rest(page)
        measured(page)
        after = page.evaluate(WHERE)
        assert before.keys() == after.keys()
        moved = [
            name
            for name, (x, y) in before.items()
            if abs(after[name][0] - x) > 0.004 or abs(after[name][1] - y) > 0.004
        ]
        assert moved == []
