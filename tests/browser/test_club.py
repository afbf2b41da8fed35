"""The lobby and a tournament in a real browser: two people find each other, and play."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from tests.browser.conftest import PHONE, opened

pytestmark = pytest.mark.slow


@pytest.fixture
def pages(chromium: Browser, site: str, faults: list[str]) -> Iterator[tuple[Page, Page]]:
    """Anna on a laptop, in English; Bruno on a phone, in Italian."""
    with ExitStack() as stack:
        anna = stack.enter_context(opened(chromium, site, faults))
        phone = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
        yield anna, stack.enter_context(opened(chromium, site, faults, **phone))


def token_of(page: Page) -> str:
    return str(page.evaluate("localStorage.getItem('capotreno.token')"))


def test_two_who_look_for_a_match_sit_at_one_table(pages: tuple[Page, Page]) -> None:
    anna, bruno = pages
    anna.goto("/tables")
    anna.get_by_role("combobox", name="Map", exact=True).select_option("ghost_train")
    anna.get_by_role("combobox", name="Pace", exact=True).select_option("correspondence")
    anna.get_by_role("button", name="Find me a table").click()
    expect(anna).to_have_url(re.compile("/table/"))
    expect(anna.get_by_role("heading", name="Invite")).to_be_visible()
    bruno.goto("/tables")
    bruno.get_by_role("combobox", name="Ogni mappa").select_option("ghost_train")
    bruno.get_by_role("combobox", name="Liberi o no").select_option("true")
    expect(bruno.get_by_role("button", name="Siediti")).to_have_count(1)
    bruno.get_by_role("combobox", name="Mappa", exact=True).select_option("ghost_train")
    bruno.get_by_role("combobox", name="Ritmo", exact=True).select_option("correspondence")
    bruno.get_by_role("button", name="Trovami un tavolo").click()
    expect(bruno).to_have_url(anna.url)
    for page in pages:
        expect(page.locator("div.play")).to_be_visible()


def test_a_tournament_from_its_link_to_its_standings(pages: tuple[Page, Page], site: str) -> None:
    anna, bruno = pages
    anna.goto("/club")
    anna.get_by_label("Your name").fill("Anna")
    anna.get_by_role("button", name="Make my profile").click()
    anna.get_by_role("button", name="New tournament").click()
    anna.get_by_role("textbox", name="Name").fill("Sunday cup")
    anna.get_by_role("combobox", name="Map", exact=True).select_option("new_york")
    anna.get_by_role("combobox", name="Rounds", exact=True).select_option("1")
    anna.get_by_role("button", name="Open it").click()
    anna.get_by_role("button", name="Take part").click()
    expect(anna.get_by_role("button", name="Begin")).to_be_disabled()
    bruno.goto(anna.url)
    bruno.get_by_role("button", name="Partecipa").click()
    bruno.get_by_label("Il tuo nome").fill("Bruno")
    bruno.get_by_role("button", name="Crea il mio profilo").click()
    expect(bruno.get_by_role("button", name="Non partecipo")).to_be_visible()
    anna.get_by_role("button", name="Begin").click()
    anna.locator(".buttons").get_by_role("link", name="To my table").click()
    expect(anna.locator("div.play")).to_be_visible()
    expect(anna.locator(".sheet").first).to_be_visible()
    play_on(site, anna.url.rsplit("/", 1)[1], [token_of(anna), token_of(bruno)])
    table = bruno.get_by_role("region", name="Classifica")
    expect(table.locator("tbody tr")).to_have_count(2)
    expect(bruno.get_by_role("link", name="Rivedi")).to_have_count(1)
    expect(table.locator("tbody tr").first).to_contain_text(re.compile("1|0,5"))
    expect(bruno.get_by_text("· finito")).to_be_visible()


def test_a_friend_is_asked_to_a_table_with_one_touch(pages: tuple[Page, Page]) -> None:
    anna, bruno = pages
    anna.goto("/club")
    anna.get_by_label("Your name").fill("Anna")
    anna.get_by_role("button", name="Make my profile").click()
    anna.get_by_role("button", name="A link for a friend").click()
    bruno.goto(anna.get_by_label("The link that makes a friend").input_value())
    bruno.get_by_label("Il tuo nome").fill("Bruno")
    bruno.get_by_role("button", name="Crea il mio profilo").click()
    bruno.get_by_role("button", name="Diventiamo amici").click()
    expect(bruno.get_by_role("listitem").filter(has_text="Anna")).to_be_visible()
    wishes = bruno.evaluate("async () => (await (await fetch('/api/me')).json()).wishes")
    assert wishes["language"] == "it"  # in which he is told what happens
    made = anna.evaluate(
        """async () => {
          const body = JSON.stringify({game: "new_york", shuffle: false,
            seats: [{kind: "person", name: "Anna"}, {kind: "open"}]});
          const headers = {"content-type": "application/json"};
          return await (await fetch("/api/tables", {method: "POST", headers, body})).json()
        }"""
    )
    anna.goto(f"/table/{made['table']}")
    anna.get_by_role("button", name="Invite Bruno").click()
    expect(anna.get_by_role("button", name="Invite Bruno")).to_be_disabled()
    bruno.goto("/tables")
    asked = bruno.get_by_role("region", name="Inviti")
    expect(asked).to_contain_text("Ti invita Anna")
    asked.get_by_role("button", name="Siediti").click()
    for page in pages:
        expect(page.locator("div.play")).to_be_visible()
    # Whom one has blocked one finds again, and hears again.
    block(bruno, anna, made["table"])
    bruno.goto("/club")
    blocked = bruno.get_by_role("region", name="Chi ho bloccato")
    blocked.get_by_role("button", name="Torna a sentire Anna").click()
    expect(blocked).to_have_count(0)


#: What a seat says over its own socket, until something comes of it.
SAID = """({table, seat, said, until}) => new Promise((done) => {
  const at = location.origin.replace("http", "ws");
  const socket = new WebSocket(`${at}/api/tables/${table}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({type: "hello", seat}));
  socket.onmessage = ({data}) => {
    const {type} = JSON.parse(data);
    if (type === "snapshot") socket.send(JSON.stringify(said));
    if (type === until) done(socket.close());
  };
})"""


def block(who: Page, whom: Page, table: str) -> None:
    """Somebody says something, and somebody wants to hear no more of it."""
    words = {"type": "say", "text": "hello", "emote": None}
    whom.evaluate(SAID, {"table": table, "seat": 0, "said": words, "until": "line"})
    wish = {"type": "block", "line": 0}
    who.evaluate(SAID, {"table": table, "seat": 1, "said": wish, "until": "unsaid"})


def play_on(site: str, table: str, tokens: list[str]) -> None:
    """Each keeps a ticket, and then bots play to the end."""
    seats = []
    with httpx.Client(base_url=site) as http:
        for token in tokens:
            with connect(f"{site.replace('http', 'ws')}/api/tables/{table}/socket") as socket:
                socket.send(json.dumps({"type": "hello", "token": token}))
                told = json.loads(socket.recv())
                seats.append(told["seat"])
                choices = [one for group in told["offer"]["choices"].values() for one in group]
                gesture = {"type": "gesture", "key": f"k{told['seat']}", "seq": told["seq"]}
                socket.send(json.dumps(gesture | {"actions": [choices[0]["text"]]}))
                while json.loads(socket.recv())["type"] != "ack":
                    pass
        for token, seat in zip(tokens, seats, strict=True):
            bearer = {"authorization": f"Bearer {token}"}
            left = http.post(f"/api/tables/{table}/leave", json={"seat": seat}, headers=bearer)
            assert left.is_success, left.text
