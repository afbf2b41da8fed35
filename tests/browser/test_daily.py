"""The deal and the puzzle of the day in the browser: one try, and the results only afterwards."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.clicker import Clicker
from tests.browser.conftest import PHONE, opened

pytestmark = pytest.mark.slow

#: As the server tells it to who has played: results that a page can show without a whole game.
RESULTS = [
    {"place": 1, "name": "Anna", "points": 97, "margin": 12, "won": True, "mine": False},
    {"place": 2, "name": "Bruno", "points": 80, "margin": -3, "won": False, "mine": True},
]

#: The puzzle that was just answered, kept as if the mistake had been mine.
KEPT = """async () => {
  const token = localStorage.getItem("capotreno.token");
  const puzzle = await (await fetch("/api/daily/puzzle", {headers: {authorization: `Bearer ${token}`}})).json();
  const replay = await (await fetch(`/api/logs/${puzzle.log}/replay?seat=${puzzle.seat}`)).json();
  const riddle = {game: replay.game, title: replay.title, seat: puzzle.seat, seats: replay.seats, turn: puzzle.turn,
    cells: replay.view.cells, points: [], before: null, paying: "", choices: puzzle.answers};
  const {best, played, reason, values, way} = puzzle;
  const mistake = {id: "table 0 1 0", riddle, solution: {best, played, reason, values, way}, tries: 0, known: false};
  localStorage.setItem("capotreno.mistakes", JSON.stringify([mistake]));
  return riddle.choices.findIndex(one => one.code === best);
}"""  # noqa: E501 -- a script of the page


def fits(page: Page, width: int) -> None:
    """Nothing hangs over the side."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 1366), ("it-IT", 390)])
def test_the_deal_of_the_day_is_played_once(
    chromium: Browser, site: str, faults: list[str], locale: str, width: int
) -> None:
    with opened(
        chromium, site, faults, locale=locale, viewport={"width": width, "height": 844}
    ) as page:
        page.goto("/")
        page.locator("section[aria-labelledby=today] a").first.click()
        expect(page).to_have_url(re.compile("/daily$"))
        expect(page.locator("form")).to_be_visible()
        expect(page.locator("table")).to_have_count(0)  # nothing of how others did
        fits(page, width)
        page.locator("form input").fill("Bruno")
        page.locator("form button").click()
        Clicker(page).seated()
        table = page.url.rsplit("/", 1)[-1]
        page.goto("/daily")
        onward = page.locator(f"a[href='/table/{table}']")  # there is no second try
        expect(onward).to_be_visible()
        expect(page.locator("form")).to_have_count(0)
        token = page.evaluate("localStorage.getItem('capotreno.token')")
        bearer = {"authorization": f"Bearer {token}"}
        again = page.request.post("/api/daily", data={"name": "Bruno"}, headers=bearer)
        assert again.json()["table"] == table
        page.request.post(f"/api/tables/{table}/leave", data={"seat": 0}, headers=bearer)
        page.reload()
        expect(page.locator("#results")).to_be_visible()
        expect(onward).to_have_count(0)
        expect(page.locator("form")).to_have_count(0)


def test_everybodys_results_and_a_day_that_is_over(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, locale="it-IT", viewport=PHONE) as page:
        told = page.request.get("/api/daily").json()
        mine = {"table": "mine", "status": "finished"}
        results = [{**one, "table": f"t{one['place']}"} for one in RESULTS]
        body = json.dumps({**told, "mine": mine, "results": results})
        page.route("**/api/daily", lambda route: route.fulfill(body=body))
        page.goto("/daily")
        expect(page.locator("tbody tr")).to_have_count(2)
        expect(page.locator("tr.mine")).to_contain_text("Bruno")
        fits(page, PHONE["width"])
        page.unroute_all()
        # Somebody who had left the page open over midnight is told, and nothing begins.
        late = json.dumps({**told, "day": "2020-01-01", "mine": None})
        page.route("**/api/daily", lambda route: route.fulfill(body=late), times=1)
        page.goto("/daily")
        with page.expect_response(re.compile("/api/daily$")):
            faults.append("")  # the browser's own line about the refusal is expected
            page.locator("form button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page).to_have_url(re.compile("/daily$"))
        assert all("404" in fault for fault in faults if fault)
        faults.clear()


def test_the_puzzle_of_the_day_is_answered_once_and_a_mistake_of_mine_again_and_again(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, locale="it-IT", viewport=PHONE) as page:
        page.goto("/puzzle")
        answers = page.locator(".side li button")
        expect(answers.first).to_be_visible()
        expect(page.locator(".worth")).to_have_count(0)
        fits(page, PHONE["width"])
        answers.first.click()
        page.locator(".side .button.main").click()
        expect(page.locator(".worth").first).to_be_visible()
        expect(answers.locator("b", has_text="la tua risposta")).to_have_count(1)
        page.reload()
        expect(page.locator(".worth").first).to_be_visible()
        expect(page.locator(".side .button.main")).to_have_count(0)
        best = page.evaluate(KEPT)
        page.goto("/")
        page.locator("a[href='/practice']").click()
        answers.nth(best).click()
        page.locator(".side .button.main").click()
        expect(page.get_by_role("heading", name="Giusto!")).to_be_visible()
        known = "JSON.parse(localStorage.getItem('capotreno.mistakes'))[0].known"
        assert page.evaluate(known) is True
        page.get_by_role("button", name="Non chiedermela più").click()
        expect(page.locator("a[href='/tables']").last).to_be_visible()
        assert page.evaluate("localStorage.getItem('capotreno.mistakes')") == "[]"
