"""Manners of the table in a real browser: nothing goes away before it has been seen."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.clicker import MOST, Clicker
from tests.browser.conftest import opened

pytestmark = pytest.mark.slow


def sit(page: Page, *seats: dict[str, str], game: str = "new_york", dice: bool = False) -> str:
    """A table whose persons are all this page's; its address."""
    made = page.request.post(
        "/api/tables",
        data={
            "game": game,
            "seats": list(seats),
            "options": {"dice": True} if dice else {},
            "shuffle": False,
        },
    ).json()
    page.goto("/")
    page.evaluate("token => localStorage.setItem('capotreno.token', token)", made["token"])
    page.goto(f"/table/{made['table']}")
    return f"/table/{made['table']}"


def person(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


def until_turn(page: Page, clicker: Clicker) -> None:
    """Answer the questions of the opening."""
    for _ in range(MOST):
        if page.locator(".market .inviting").count() and not page.locator(".sheet").count():
            return
        if not clicker.answer():
            page.wait_for_timeout(60)
    raise AssertionError(clicker.said())


def test_the_second_card_is_seen_before_the_screen_is_passed_on(phone: Page) -> None:
    clicker = Clicker(phone)
    sit(phone, person("Anna"), person("Bruno"))
    on = phone.locator(".banners [data-confirm]")  # the screen is passed on
    ready = phone.locator("main > button")  # the next one has it
    for name in ("Anna", "Bruno"):
        expect(ready).to_contain_text(name)
        ready.click()
        expect(phone.locator(".sheet")).to_be_visible()
        assert clicker.answer()  # the tickets
        on.click()
    ready.click()
    deck = phone.locator('.market [data-anchor^="deck-"]')
    hand = phone.locator(".panel.hand")
    deck.click()
    expect(phone.locator(".ask")).to_contain_text("seconda carta")
    deck.click()
    expect(on).to_be_visible()
    expect(hand).to_be_visible()
    cards = sum(map(int, re.findall(r"\d+", " ".join(hand.locator("b").all_inner_texts()))))
    assert cards == 4, hand.inner_text()
    on.click()
    expect(hand).to_have_count(0)
    expect(ready).to_contain_text("Bruno")


def test_back_closes_what_is_open_before_it_leaves_the_table(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    until_turn(laptop, clicker)
    dialog = laptop.get_by_role("dialog")
    laptop.get_by_role("button", name="Menu", exact=True).click()
    expect(dialog).to_be_visible()
    laptop.get_by_role("button", name="Keys").click()  # one dialog makes room for another
    expect(dialog).to_be_visible()
    laptop.go_back()
    expect(dialog).to_have_count(0)
    clicker.seated()
    laptop.get_by_role("button", name="Routes").click()
    expect(laptop.locator(".sheet")).to_be_visible()
    laptop.go_back()
    expect(laptop.locator(".sheet")).to_have_count(0)
    clicker.seated()
    laptop.get_by_role("button", name="Menu", exact=True).click()
    laptop.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    laptop.go_back()
    expect(laptop).to_have_url(re.compile("//[^/]*/$"))


def test_a_move_without_a_network_is_kept_and_goes_out_by_itself(
    laptop: Page, faults: list[str]
) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    until_turn(laptop, clicker)
    laptop.context.set_offline(True)
    expect(laptop.locator(".ask")).to_contain_text("No connection")
    laptop.locator('.market [data-anchor^="deck-"]').click()
    expect(laptop.locator(".ask")).to_contain_text("Your move is kept")
    laptop.context.set_offline(False)
    expect(laptop.locator(".ask")).to_contain_text("econd card")
    expect(laptop.locator(".ask")).not_to_contain_text("No connection")
    # A browser complains of a network that is away; that is no fault of the page.
    faults[:] = [fault for fault in faults if "ERR_INTERNET" not in fault]


def test_who_drops_out_comes_back_or_leaves_is_announced(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults) as anna:
        address = sit(anna, person("Anna"), {"kind": "open"})
        story, note = anna.locator(".of-news"), anna.locator(".toast .note")
        with opened(chromium, site, faults) as bruno:
            bruno.goto(address)
            bruno.get_by_role("textbox").first.fill("Bruno")
            bruno.get_by_role("textbox").first.press("Enter")
            Clicker(bruno).seated()
            Clicker(anna).seated()
            bruno.goto("/")
            expect(note).to_contain_text("Bruno has lost the connection")
            expect(story).to_contain_text("Bruno has lost the connection")
            bruno.goto(address)
            expect(story).to_contain_text("Bruno is back at the table")
            bruno.get_by_role("button", name="Menu", exact=True).click()
            bruno.get_by_role("button", name="Leave the table").click()
            bruno.get_by_role("button", name="Leave", exact=True).click()
            expect(note).to_contain_text("Bruno has left the table")
            expect(story).to_contain_text("Bruno has left the table")


def test_a_tunnel_that_failed_lies_there_until_it_has_been_seen(phone: Page) -> None:
    did: list[int] = []

    def route(socket: WebSocketRoute) -> None:
        """As if the first thing I do were to fail at a tunnel."""
        server = socket.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "update" and message["by"] == 0 and not did:
                did.append(message["seq"])
                message["events"] += [
                    {"event": "tunnel_rolled", "seat": 0, "symbols": 2},
                    {"event": "tunnel_failed", "seat": 0},
                ]
            socket.send(json.dumps(message))

        server.on_message(heard)

    phone.route_web_socket(re.compile("/socket$"), route)
    clicker = Clicker(phone)
    sit(phone, person("Anna"), {"kind": "bot", "bot": "random"}, game="europe", dice=True)
    sheet = phone.locator(".sheet")
    expect(sheet).to_be_visible()
    failed = sheet.filter(has_text="La galleria costa troppo")
    assert clicker.answer()  # my tickets
    expect(failed).to_contain_text("2 in più")
    phone.wait_for_timeout(2500)  # the bot has long moved
    expect(failed).to_be_visible()
    failed.get_by_role("button").click()
    expect(failed).to_have_count(0)


def test_more_of_my_tables_stand_under_mine_and_not_under_the_lobby(phone: Page) -> None:
    sit(phone, person("Anna"), {"kind": "open"})
    token = phone.evaluate("localStorage.getItem('capotreno.token')")
    body = {"game": "new_york", "seats": [person("Anna"), {"kind": "open"}]}
    for _ in range(20):
        made = phone.request.post(
            "/api/tables", data=body, headers={"authorization": f"Bearer {token}"}
        )
        assert made.ok, made.text()
    phone.goto("/tables")
    mine = phone.locator("section[aria-labelledby=running]")
    expect(mine.locator("li")).to_have_count(20)
    mine.locator("p > button").click()
    expect(mine.locator("li")).to_have_count(21)
