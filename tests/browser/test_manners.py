"""Manners of the table in a real browser: nothing goes away before it has been seen."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.clicker import Clicker
from tests.browser.conftest import at_rest, opened

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
    page.add_init_script(f"localStorage.setItem('capotreno.token', {made['token']!r})")
    page.goto(f"/table/{made['table']}")
    return f"/table/{made['table']}"


def person(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


def test_the_second_card_is_seen_before_the_screen_is_passed_on(phone: Page) -> None:
    clicker = Clicker(phone)
    sit(phone, person("Anna"), person("Bruno"))
    on = phone.locator(".banners [data-confirm]")  # the screen is passed on
    ready = phone.locator("main > button")  # the next one has it
    for name in ("Anna", "Bruno"):
        expect(ready).to_contain_text(name)
        ready.click()
        clicker.keep(2)
        on.click()
    ready.click()
    deck = phone.locator('.market [data-anchor^="deck-"]')
    hand = phone.locator(".panel.hand")
    undo = phone.get_by_role("button", name="Annulla")  # always there, and it says why not
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)  # not possible is not dead
    expect(phone.locator(".toast .note")).to_contain_text("visto qualcosa di nascosto")
    at_rest(phone)
    lying = deck.bounding_box()
    deck.click()
    expect(phone.locator(".ask")).to_contain_text("seconda carta")
    at_rest(phone)
    assert deck.bounding_box() == lying  # whatever is said above it
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
    clicker.to_turn()
    dialog = laptop.get_by_role("dialog")
    laptop.get_by_role("button", name="Menu", exact=True).click()
    expect(dialog).to_be_visible()
    laptop.get_by_role("button", name="Keys").click()  # one dialog makes room for another
    expect(dialog).to_be_visible()
    laptop.go_back()
    expect(dialog).to_have_count(0)
    clicker.seated()
    laptop.get_by_role("button", name="Routes", exact=True).click()
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
    clicker.to_turn()
    laptop.context.set_offline(True)
    expect(laptop.locator(".ask")).to_contain_text("Trying again")
    laptop.locator('.market [data-anchor^="deck-"]').click()
    expect(laptop.locator(".ask")).to_contain_text("Your move is kept")
    laptop.context.set_offline(False)
    expect(laptop.locator(".ask")).to_contain_text("econd card")
    expect(laptop.locator(".ask")).not_to_contain_text("Trying again")
    # A browser complains of a network that is away; that is no fault of the page.
    faults[:] = [fault for fault in faults if "ERR_INTERNET" not in fault]


#: Counts the pieces on the map from now on; the fewest there were are remembered.
FEWEST = """() => {
  const count = () => document.querySelectorAll('[data-route] .piece').length;
  window.fewest = window.pieces = count();
  new MutationObserver(() => {
    window.pieces = count();
    window.fewest = Math.min(window.fewest, window.pieces);
  }).observe(document.querySelector('.board'), { childList: true, subtree: true });
  return window.pieces;
}"""


def test_a_rivals_turn_is_shown_again_from_where_it_began_and_the_story_lies_beside(
    laptop: Page,
) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    since = laptop.get_by_role("region", name="Since your last turn")
    claims = since.get_by_role("button", name="claims")
    while not claims.count():
        assert not clicker.over
        clicker.step()
        at_rest(laptop)
    told = str(claims.first.get_attribute("title"))
    pieces = laptop.evaluate(FEWEST)
    claims.first.click()
    expect(laptop.locator(".toast .note")).to_contain_text(told)
    # Its pieces go, and roll onto their route once more.
    laptop.wait_for_function("n => fewest < n && pieces === n", arg=pieces)
    laptop.locator("body").press("h")
    story = laptop.locator(".dock")
    expect(story.locator(".told").first).to_be_visible()
    newest = laptop.locator(".of-news li").first.inner_text()
    expect(story.locator(".told").first).to_have_text(newest)  # the same order everywhere
    laptop.keyboard.press("Escape")
    expect(story).to_have_count(0)


def test_where_the_story_is_not_in_sight_a_strip_tells_what_happened_since_my_last_turn(
    phone: Page,
) -> None:
    clicker = Clicker(phone)
    clicker.start("New York")
    since = phone.get_by_role("region", name="Dal tuo ultimo turno")
    while not since.count():
        assert not clicker.over
        clicker.step()
        at_rest(phone)  # the rival has answered: whoever is quicker never sees the strip
    # After a while it is one button, and the map is free; that brings it back.
    since.locator(".all").click()
    told = str(since.get_by_role("button").first.get_attribute("title"))
    since.get_by_role("button").first.click()
    expect(phone.locator(".toast .note")).to_contain_text(told)
    # What is told again does not lie on the strip.
    assert phone.evaluate("""() => {
      const [strip, note] = ['.since', '.toast .note'].map(one =>
        document.querySelector(one)?.getBoundingClientRect());
      return !strip || !note || strip.bottom <= note.top || note.bottom <= strip.top;
    }""")
    since.get_by_role("button", name="Metti via").click()
    expect(since).to_have_count(0)


def test_a_table_without_hints_says_so_before_and_at_the_table(laptop: Page) -> None:
    laptop.goto("/new")
    hints = laptop.get_by_role("checkbox", name="Hints")
    expect(hints).to_be_checked()
    laptop.get_by_role("radio", name="Public").check(force=True)
    laptop.get_by_role("radio", name="Live").check(force=True)
    expect(hints).not_to_be_checked()
    expect(laptop.locator("form")).to_contain_text("Among strangers and against the clock")
    laptop.get_by_role("button", name="Open the table").click()
    expect(laptop.locator("main")).to_contain_text("no hints may be asked for")


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
    failed = phone.locator(".sheet").filter(has_text="La galleria costa troppo")
    clicker.keep(2)
    expect(failed).to_contain_text("2 in più")
    assert phone.locator(".moment").count() == 0  # it is said once
    phone.wait_for_timeout(2500)  # the bot has long moved
    expect(failed).to_be_visible()
    failed.get_by_role("button").click()
    expect(failed).to_have_count(0)


def test_five_face_up_cards_that_are_swept_away_lie_there_for_a_moment(phone: Page) -> None:
    did: list[int] = []

    def route(socket: WebSocketRoute) -> None:
        """As if what I do first were to bring up the third wild."""
        server = socket.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "update" and message["by"] == 0 and not did:
                did.append(message["seq"])
                message["events"] += [{"event": "flushed"}]
            socket.send(json.dumps(message))

        server.on_message(heard)

    phone.route_web_socket(re.compile("/socket$"), route)
    clicker = Clicker(phone)
    sit(phone, person("Anna"), {"kind": "bot", "bot": "random"})
    clicker.keep(2)
    moment = phone.locator(".moment")
    expect(moment).to_contain_text("si cambiano tutte")
    expect(moment.locator("[data-testid=card]")).to_have_count(5)
    moment.click()
    expect(moment).to_have_count(0)


def test_on_a_phone_a_friend_who_has_gone_is_named_above_the_cards(phone: Page) -> None:
    def gone(told: object) -> object:
        """As it is told once somebody may be replaced."""
        if isinstance(told, list):
            return [gone(one) for one in told]
        if not isinstance(told, dict):
            return told
        away = told.get("name") == "Bruno" and "replaceable" in told
        return {key: 1.0 if away and key == "replaceable" else gone(of) for key, of in told.items()}

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(json.dumps(gone(json.loads(message)))))

    phone.route_web_socket(re.compile("/socket$"), route)
    sit(phone, person("Anna"), {"kind": "open"})
    table = phone.url.rsplit("/", 1)[1]
    joined = phone.request.post(f"/api/tables/{table}/join", data={"name": "Bruno"})
    assert joined.ok, joined.text()
    said = phone.locator(".banners").filter(has_text="Bruno")
    expect(said.get_by_role("button", name="Fai giocare un bot")).to_be_in_viewport()


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


def test_what_rivals_did_is_in_sight_also_where_the_story_has_no_room(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("The World")
    since = laptop.get_by_role("region", name="Since your last turn")
    while not since.count():
        assert not clicker.over
        clicker.step()
        at_rest(laptop)
    expect(since.get_by_role("button").first).to_be_in_viewport()


def test_no_ticket_is_ticked_beforehand_and_the_button_says_how_many_are_needed(
    laptop: Page,
) -> None:
    Clicker(laptop).start("Europe")
    sheet = laptop.locator(".sheet")
    confirm = sheet.locator("[data-confirm]")
    expect(confirm).to_have_text("Choose at least 2")
    expect(sheet.locator('[aria-checked="true"]')).to_have_count(0)
    laptop.keyboard.press("1")
    expect(confirm).to_have_text("Choose one more")
    laptop.keyboard.press("2")
    expect(confirm).to_have_text(re.compile("Keep these 2"))


def test_the_list_of_routes_is_numbered_and_a_digit_chooses(laptop: Page) -> None:
    clicker = Clicker(laptop)
    clicker.start("New York")
    clicker.to_turn()
    glowing = laptop.locator("[data-route][data-stop]")
    for _ in range(20):
        if glowing.count() > 3:  # twins are one row
            break
        laptop.keyboard.press("d")
        at_rest(laptop)
    laptop.keyboard.press("r")
    rows = laptop.locator(".sheet [data-key]")
    expect(rows.locator("kbd").nth(1)).to_have_text("2")
    expect(rows.locator("kbd").first).to_have_text("1")
    second = rows.nth(1).locator(".ends").inner_text()
    expect(laptop.get_by_text(second, exact=True)).to_be_visible()
    laptop.keyboard.press("2")
    expect(rows.locator("kbd")).to_have_count(0)
    expect(laptop.locator("div.play")).to_contain_text(second)  # planned, or told already


def test_a_route_that_is_pointed_at_says_what_it_lacks(laptop: Page) -> None:
    """The server is asked what is almost possible then, and once only."""
    sent: list[str] = []
    laptop.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame)))
    )
    clicker = Clicker(laptop)
    clicker.start("New York")
    clicker.to_turn()
    assert not any('"near"' in frame for frame in sent)
    why = laptop.locator(".look em:not(.yes)")
    found = 0
    for route in laptop.locator("[data-route]").all():
        route.hover(force=True)
        laptop.wait_for_timeout(60)
        found += why.count() and why.inner_text() != ""
    assert found > 1
    assert sum('"near"' in frame for frame in sent) == 1
