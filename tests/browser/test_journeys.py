"""Passengers in a real browser: put into cities, sent on a journey, home with merchandise."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ahead import ahead
from tests.browser.clicker import SCORES, Clicker
from tests.browser.test_manners import person, sit

pytestmark = pytest.mark.slow


class Traveller(Clicker):
    """Rides on as long as there is a way, and stops where there is none."""

    gathered = 0
    eager = False

    def step(self) -> bool:
        return self.ride() or self.depart() or super().step()

    def ride(self) -> bool:
        """One ride of the journey on the table; remembers what the page says it has brought."""
        sheet = self.page.locator(".sheet").filter(has_text="Gathered so far")
        said = "".join(sheet.locator("p", has_text="Gathered so far").all_inner_texts())
        if not said:
            return False
        self.gathered = max(self.gathered, int("".join(filter(str.isdigit, said))))
        onward = sheet.locator("[data-key]")
        return self.press(onward.first if onward.count() else sheet.locator("[data-confirm]"))

    def answer(self) -> bool:
        """Who may put a passenger into a city does."""
        city = self.page.locator(".sheet").filter(has_text="A passenger for this route?")
        first = city.locator("[data-first]")
        return self.press(first) if first.count() else super().answer()

    def depart(self) -> bool:
        """The first passenger that may go, now and then: routes must be there before."""
        waiting = self.page.locator(".market .others button", has_text="Passenger from")
        if not waiting.count() or not (self.eager or self.random.random() < 0.3):
            return False
        if not self.press(waiting.first):
            return False
        yes = self.page.locator(".sheet [data-confirm]")
        return self.press(yes) if yes.count() else True


def test_a_game_with_journeys_to_the_score_sheet(laptop: Page) -> None:
    traveller = Traveller(laptop, seed=5)
    sit(laptop, person("Anna"), {"kind": "bot", "bot": "random"}, game="maerklin")
    traveller.seated()
    expect(laptop.locator('[data-place="berlin"] text')).to_have_text("7")
    traveller.open()
    ahead(traveller, left=0.4)
    traveller.eager = True  # routes are there
    traveller.finish()
    sheet = laptop.locator(SCORES)
    names = [one.strip() for one in sheet.locator("thead th").all_inner_texts()]
    mine = sheet.locator("tr").filter(has_text="Merchandise").locator("td").nth(names.index("You"))
    assert int(mine.inner_text()) >= traveller.gathered > 0
