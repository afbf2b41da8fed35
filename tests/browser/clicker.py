"""A person with a mouse (or a finger, or only keys) who plays whatever the page invites to.

It knows no rules and no game: it answers the question on the table, claims a route where one
glows, and draws otherwise.
"""

import re
from random import Random

from playwright.sync_api import Locator, Page, expect

SCORES = "section.end"  # the sheet at the end
MOST = 20_000  # looks at the page in one game: many find nothing new where the server is busy

OPENING = 12  # looks at the page: some turns
WAIT = 60  # milliseconds from one look to the next, where there is nothing to do


class Clicker:
    """Plays one seat through its page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = Random(seed)
        self.stuck = 0

    # -- the way in -----------------------------------------------------------------------------

    def start(self, title: str) -> None:
        """From the start page into a game: two clicks at most."""
        self.page.goto("/")
        card = self.page.get_by_role("article", name=title, exact=True)
        card.locator("button.main").click()
        self.seated()

    def seated(self) -> None:
        """At a table, with something to look at."""
        expect(self.page).to_have_url(re.compile("/table/"))
        expect(self.page.locator("div.play")).to_be_visible()

    # -- playing --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.page.locator(SCORES).count() > 0

    def open(self) -> None:
        """The first turns."""
        for _ in range(OPENING):
            self.step()

    def finish(self) -> None:
        """To the score sheet."""
        for _ in range(MOST):
            if self.over:
                return
            self.step()
        raise AssertionError(f"not over after {MOST} steps: {self.said()}")

    def to_turn(self) -> None:
        """Answers whatever is asked, until a whole turn is to be played."""
        turn = self.page.locator(".market .inviting, .market .others button")
        for _ in range(MOST):
            if turn.count() and not self.page.locator(".sheet").count():
                return
            if not self.answer():
                self.page.wait_for_timeout(WAIT)
        raise AssertionError(self.said())

    def keep(self, n: int) -> None:
        """So many of the tickets that are offered."""
        sheet = self.page.locator(".sheet")
        for i in range(n):
            sheet.get_by_role("checkbox").nth(i).click()
        sheet.locator("[data-confirm]").click()

    def said(self) -> str:
        return self.page.locator("body").inner_text()[:600]

    def step(self) -> bool:
        """One thing, if there is one to do; waits a little otherwise."""
        for act in (self.answer, self.claim, self.draw, self.other):
            if self.over or act():
                return True
        self.page.wait_for_timeout(WAIT)
        return False

    def press(self, target: Locator) -> bool:
        """Use a thing on the page; False if it went away meanwhile."""
        try:
            target.click(timeout=1500)
        except Exception as error:
            if type(error).__name__ not in ("TimeoutError", "Error"):
                raise
            return False
        return True

    def answer(self) -> bool:
        """The question on the table."""
        sheet = self.page.locator(".sheet").first
        if not sheet.is_visible():
            return False
        confirm = sheet.locator('[data-confirm]:not([aria-disabled="true"])').first
        if confirm.is_visible():
            return self.press(confirm)
        answers = sheet.locator("[data-key], [data-first]")
        n = answers.count()
        return n > 0 and self.press(answers.nth(self.random.randrange(min(n, 3))))

    def claim(self) -> bool:
        """A route that glows."""
        routes = self.page.locator("[data-route][data-stop]")
        n = routes.count()
        if not n:
            return False
        route = routes.nth(self.random.randrange(n))
        route.dispatch_event("click")
        self.page.wait_for_timeout(30)
        return True

    def draw(self) -> bool:
        """A card: mostly from the deck."""
        cards = self.page.locator('.market button.inviting[data-anchor^="deck-"]')
        if not cards.count() or self.random.random() < 0.3:
            cards = self.page.locator('.market button.inviting[data-anchor^="row-"]')
        n = cards.count()
        return n > 0 and self.press(cards.nth(self.random.randrange(n)))

    def other(self) -> bool:
        """Whatever else can be done in a turn."""
        others = self.page.locator(".market .others button, .market button.inviting")
        n = others.count()
        return n > 0 and self.press(others.nth(self.random.randrange(n)))
