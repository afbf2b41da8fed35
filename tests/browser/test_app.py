"""The page as an app: installed, opened without a server, which it says; what waits is counted."""

import json
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AT_ONCE, PHONE, ROOT, became, opened
from tools.web import browser as browsers

PUBLIC = ROOT / "web" / "public"
READY = "async () => { await navigator.serviceWorker.ready; return true }"
KNOWN = "async (address) => (await caches.match(address, {ignoreVary: true})) !== undefined"

OVER = """async (table) =>
  (await (await fetch(`/api/tables/${table}`)).json()).status == 'finished'"""


def test_the_icons_are_of_the_sizes_that_the_manifest_says() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text("utf-8"))
    sizes = {}
    for icon in manifest["icons"]:
        data = (PUBLIC / icon["src"].removeprefix("/")).read_bytes()
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
            sizes[wide, icon.get("purpose", "any")] = icon["src"]
    assert {(192, "any"), (512, "any"), (512, "maskable")} == set(sizes)
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone",
        "/",
        "/",
    )


def kept(page: Page, address: str) -> None:
    """Wait until the app has something by itself."""
    became(page, KNOWN, address)


@pytest.fixture(params=["en", "it"])
def guest(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[Page, ExitStack]]:
    """A page with its service worker, and the server it came from, which can end."""
    with ExitStack() as server:
        site = server.enter_context(browsers.serving(**AT_ONCE))
        phone = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
        wishes: dict[str, Any] = phone if request.param == "it" else {}
        # Without a server a browser complains of every call: no fault of the page.
        with opened(chromium, site, [], service_workers="allow", **wishes) as page:
            yield page, server


def test_without_a_server_it_opens_and_says_so(guest: tuple[Page, ExitStack]) -> None:
    page, server = guest
    italian = "it-IT" in page.evaluate("navigator.language")
    page.goto("/")
    assert page.evaluate(READY)
    language = "it" if italian else "en"
    kept(page, f"/api/games/switzerland/rules?language={language}")
    page.goto("/rules/germany")  # looked at, with its map
    expect(page.locator("main h1").first).to_be_visible()
    banner = page.locator(".offline")
    expect(banner).to_have_count(0)
    server.close()
    page.reload()
    expect(banner).to_contain_text("Nessuna connessione" if italian else "No connection")
    # Never looked at, and there all the same.
    page.goto("/rules/switzerland")
    expect(page.locator("main")).to_contain_text("Svizzera" if italian else "Switzerland")
    page.goto("/")
    expect(page.locator("article").first).to_be_visible()
    expect(banner).to_be_visible()
    # What only a server can do is said to need one.
    page.goto("/tables")
    expect(banner).to_be_visible()


def test_the_last_table_is_seen_without_a_server_and_a_replay_and_a_map_of_mine(
    chromium: Browser, faults: list[str]
) -> None:
    with ExitStack() as server, ExitStack() as stack:
        site = server.enter_context(browsers.serving(**AT_ONCE))
        page = stack.enter_context(opened(chromium, site, [], service_workers="allow"))
        page.goto("/")
        assert page.evaluate(READY)
        own = {"kind": "person", "name": "Anna"}
        bots = [{"kind": "bot", "bot": "random"}] * 2
        over = page.request.post("/api/tables", data={"game": "new_york", "seats": bots}).json()
        wish = {"game": "new_york", "seats": [own, {"kind": "bot", "bot": "random"}]}
        made = page.request.post("/api/tables", data=wish).json()
        page.evaluate("token => localStorage.setItem('capotreno.token', token)", made["token"])
        page.goto(f"/table/{made['table']}")
        hand = page.locator(".play .sheet")
        expect(hand).to_be_visible()
        seen = hand.inner_text()
        page.wait_for_function("() => localStorage.getItem('capotreno.last') !== null")
        became(page, OVER, over["table"])
        page.goto(f"/replay/table/{over['table']}")
        expect(page.locator("main h1").first).to_be_visible()
        kept(page, f"/api/tables/{over['table']}/replay?seat=all")
        page.goto("/tables")
        expect(page.locator("li.mine")).to_have_count(1)
        page.goto("/studio")
        page.get_by_role("button", name="Draw a new map").click()
        expect(page.get_by_test_id("canvas")).to_be_visible()
        map_of_mine = page.url
        server.close()
        page.goto(f"/table/{made['table']}")
        expect(hand).to_be_visible()
        assert hand.inner_text() == seen
        expect(page.locator(".banners .bad")).to_be_visible()
        page.goto(f"/replay/table/{over['table']}")
        expect(page.locator("main h1").first).to_be_visible()
        page.goto("/tables")
        expect(page.locator("li.mine")).to_have_count(1)  # as they stood last
        page.goto(map_of_mine)
        expect(page.get_by_test_id("canvas")).to_be_visible()


def test_nothing_that_a_token_opens_is_kept(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults, service_workers="allow") as page:
        page.goto("/")
        assert page.evaluate(READY)
        made = page.request.post(
            "/api/tables",
            data={"game": "new_york", "seats": [{"kind": "person", "name": "Anna"}] * 2},
        ).json()
        page.evaluate(
            """async ([table, token]) => {
              await fetch(`/api/tables/${table}`, {headers: {authorization: `Bearer ${token}`}});
              await fetch('/api/mine', {method: 'POST', body: JSON.stringify({tokens: [token]}),
                headers: {'content-type': 'application/json'}});
              await fetch('/api/games', {headers: {authorization: `Bearer ${token}`}});
            }""",
            [made["table"], made["token"]],
        )
        page.goto("/rules/germany")
        expect(page.locator("main h1").first).to_be_visible()
        became(
            page,
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
                 (await (await caches.open(name)).keys()).map((one) => one.url)))).flat()
                 .some((url) => url.includes('/rules?'))""",
        )
        addresses = page.evaluate(
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
                 (await (await caches.open(name)).keys()).map((one) => one.url)))).flat()"""
        )
        assert any("/rules?" in address for address in addresses)
        assert not [one for one in addresses if "/api/tables" in one or "/api/mine" in one]


def test_tables_that_wait_are_in_the_title_and_on_the_icon(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    with opened(chromium, site, faults) as page:
        page.add_init_script(
            """window.badges = [];
            navigator.setAppBadge = async (n) => { window.badges.push(n) };
            navigator.clearAppBadge = async () => { window.badges.push(0) };"""
        )
        page.goto("/")
        seats = [{"kind": "person", "name": name} for name in ("Anna", "Bo")]
        wish = {"game": "new_york", "seats": seats, "pace": "correspondence", "seconds": 86400}
        made = page.request.post("/api/tables", data=wish).json()
        bearer = {"authorization": f"Bearer {made['token']}"}
        body = {**wish, "seats": [seats[0], {"kind": "open"}]}  # at which nobody plays yet
        page.request.post("/api/tables", data=body, headers=bearer)
        page.evaluate("token => localStorage.setItem('capotreno.token', token)", made["token"])
        page.goto("/tables")
        expect(page).to_have_title("(1) My tables · Capotreno")
        assert page.evaluate("window.badges.at(-1)") == 1
        line = page.locator("li.mine")
        expect(line.locator(".until")).to_contain_text("You have until")
        expect(line.locator(".until")).to_contain_text("a bot plays for you")
        expect(page.locator("[aria-labelledby=running] .until")).to_have_count(1)
        page.clock.install()
        page.goto("/about")
        expect(page).to_have_title("About Capotreno · Capotreno")
        page.clock.run_for(11_000)  # it looks by itself, wherever one is
        expect(page).to_have_title("(1) About Capotreno · Capotreno")


def test_the_worker_is_served_as_one(site: str, chromium: Browser, faults: list[str]) -> None:
    with opened(chromium, site, faults) as page:
        answer = page.request.get("/sw.js")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
        assert "__FILES__" not in answer.text()
        files = json.loads(answer.text().split("const FILES = ", 1)[1].split(";\n", 1)[0])
        built = {f"/assets/{one.name}" for one in Path(ROOT / "src/capotreno/web/assets").iterdir()}
        assert {one for one in built if not one.endswith((".gz", ".br"))} <= set(files)
