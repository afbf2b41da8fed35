"""What is mine and what I need, on the map in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from capotreno.games.registry import REGISTRY
from tests.browser.ahead import ahead
from tests.browser.clicker import MOST, SCORES, Clicker
from tests.browser.conftest import at_rest
from tests.browser.test_manners import person, sit

pytestmark = pytest.mark.slow


def test_all_my_tickets_lie_on_the_map_and_a_plate_shows_its_routes(laptop: Page) -> None:
    clicker = Clicker(laptop, seed=4)
    clicker.start(REGISTRY["new_york"]().title.of("en"))
    while not laptop.locator(".of-tickets li").count():
        clicker.step()
    tickets = laptop.locator(".of-tickets li").count()
    clicker.to_turn()
    at_rest(laptop)
    laptop.locator('.market button.inviting[data-anchor^="row-"]').first.click()
    plate = laptop.locator(".plates .me")
    expect(plate.get_by_title(": seen: ").first).to_be_attached()
    expect(laptop.locator("[data-errand]")).to_have_count(tickets)
    tints = {one.get_attribute("style") for one in laptop.locator("[data-errand]").all()}
    assert len(tints) == tickets
    while not (laptop.locator("[data-route] .bed.mine").count() or clicker.over):
        clicker.step()
    clicker.to_turn()  # a move that is still under way would put away what is looked at
    mine = laptop.get_by_role("button", name="Show my routes on the map")
    mine.click()
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(laptop.locator("[data-route]:not(.dimmed) .bed.mine").first).to_be_attached()
    expect(laptop.locator("[data-route]:not(.dimmed):not(:has(.bed.mine))")).to_have_count(0)
    laptop.locator(".of-tickets li button").first.click()  # who looks at a ticket wants the map
    expect(laptop.locator("[data-route].dimmed")).to_have_count(0)
    expect(mine).to_have_attribute("aria-pressed", "false")


def test_on_a_phone_a_finger_on_anybodys_sign_shows_their_routes(phone: Page) -> None:
    clicker = Clicker(phone, seed=4)
    clicker.start(REGISTRY["new_york"]().title.of("it"))
    while not (phone.locator("[data-route] .bed.mine").count() or clicker.over):
        clicker.step()
    clicker.to_turn()
    mine = phone.locator(".tabs [data-seat].me")
    mine.tap()
    expect(phone.locator(".of-players .spotted.me")).to_be_visible()  # with all there is to know
    expect(phone.locator("[data-route]:not(.dimmed) .bed.mine").first).to_be_attached()
    expect(phone.locator("[data-route]:not(.dimmed):not(:has(.bed.mine))")).to_have_count(0)
    phone.locator(".tabs [data-seat]:not(.me)").first.tap()
    expect(phone.locator("[data-route]:not(.dimmed) .bed.mine")).to_have_count(0)
    expect(phone.locator(".of-players .spotted:not(.me)")).to_be_visible()
    phone.locator(".tabs [data-seat]:not(.me)").first.tap()  # and it is as before
    expect(phone.locator("[data-route].dimmed")).to_have_count(0)
    expect(phone.locator(".of-players")).to_be_hidden()


#: The lit places, and the name of the lowest of them, on whose lower edge something lies.
BENEATH = """() => [...document.querySelectorAll('circle.halo, [data-name=brooklyn]')]
  .map(one => one.getBoundingClientRect())
  .filter(box => !document.elementFromPoint((box.left + box.right) / 2, box.bottom - 1)
    ?.closest('.board')).length"""


def test_on_a_phone_both_places_of_a_ticket_come_out_from_beneath_the_question(
    phone: Page,
) -> None:
    brooklyn = phone.locator(".sheet [role=checkbox]").filter(has_text="Brooklyn")
    for _ in range(MOST):  # the lowest place of the map
        sit(phone, person("Anna"), {"kind": "bot", "bot": "random"})
        expect(phone.locator(".sheet [role=checkbox]").first).to_be_visible()
        if brooklyn.count():
            break
    brooklyn.first.tap()
    expect(phone.locator("circle.halo")).to_have_count(2)
    phone.wait_for_function(f"() => ({BENEATH})() === 0")


def test_majorities_of_passengers_are_marked_at_the_table_and_on_the_score_sheet(
    laptop: Page,
) -> None:
    clicker = Clicker(laptop, seed=4)
    clicker.start(REGISTRY["germany"]().title.of("en"))
    while not laptop.locator(".plates .passenger").count():
        clicker.step()
    expect(laptop.locator(".plates .passenger.most").first).to_contain_text("the most")
    ahead(clicker)
    clicker.finish()
    skip = laptop.get_by_role("button", name="Skip")
    if skip.count():
        clicker.press(skip)  # it may be through meanwhile
    table = laptop.locator(SCORES).get_by_role("region", name="Passengers")
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table.locator("td.most").first).to_contain_text("+20")
