"""The profile as people meet it: made, taken along by a code, its seats, its end; and a notice."""

import json

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from tests.browser.conftest import PATIENCE, PHONE, ROOT, became, opened
from tests.browser.test_screens import faults_of, width_of

#: A table with a friend, made by the page itself: nobody has to click through the start for it.
MADE = """async () => (await (await fetch("/api/tables", {
  method: "POST",
  headers: {"content-type": "application/json"},
  body: JSON.stringify({game: "new_york", shuffle: false,
    seats: [{kind: "person", name: "Anna"}, {kind: "bot", bot: "random"}]}),
})).json()).table"""


#: Whether my notices come in a language.
READS = """async (language) =>
  (await (await fetch("/api/me")).json()).wishes.language === language"""


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / f"web/src/words/me.{language}.json").read_text())
    return found


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_profile_goes_from_a_laptop_to_a_phone(
    chromium: Browser, site: str, faults: list[str]
) -> None:
    en, it = words("en"), words("it")
    phone = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
    with opened(chromium, site, faults) as laptop, opened(chromium, site, faults, **phone) as other:
        laptop.goto("/")
        laptop.get_by_role("link", name=en["nav.me"], exact=True).click()
        laptop.get_by_label("Your name").fill("Anna")
        laptop.get_by_role("button", name="Face 3").click()
        button(laptop, en["me.begin.go"])
        expect(laptop.locator("#me-card")).to_have_text("Anna")
        table = laptop.evaluate(MADE)
        laptop.goto(f"/table/{table}")
        laptop.get_by_role("button", name="Menu", exact=True).first.click()
        laptop.get_by_role("link", name="Another device").click()
        expect(laptop.locator("#me-devices")).to_be_in_viewport()
        button(laptop, en["me.devices.code"])
        link = laptop.locator(".shown input").input_value()
        assert "#" in link

        other.goto(link)
        expect(other.locator("#arrive")).to_have_text("Sei tu, Anna?")
        assert "#" not in other.url  # it is in no history, and in no picture of the screen
        button(other, it["me.arrive.open"])
        expect(other.locator("#me-devices ~ ul li")).to_have_count(2)
        assert width_of(other) <= PHONE["width"]
        assert faults_of(other) == []
        # The seat is mine there, without any token of that device.
        other.goto("/tables")
        other.locator(f'a[href="/table/{table}"]').click()
        expect(other.locator(".sheet")).to_be_visible()

        # A name that is changed here is changed there.
        button(laptop, en["me.change"])
        laptop.get_by_label("Your name").fill("Nina")
        button(laptop, en["me.keep"])
        expect(laptop.locator("#me-card")).to_have_text("Nina")
        other.goto("/me")
        expect(other.locator("#me-card")).to_have_text("Nina")

        # Quiet hours stay as they were set.
        laptop.get_by_label(en["me.notify.quiet"]).check()
        expect(laptop.get_by_label(en["me.notify.from"], exact=True)).to_have_value("22:00")
        laptop.reload()
        expect(laptop.get_by_label(en["me.notify.to"], exact=True)).to_have_value("08:00")

        # Whoever reads another language is told in it what happens.
        for language in ("it", "en"):
            laptop.locator(f".languages button[lang={language}]").click()
            became(laptop, READS, language)

        with laptop.expect_download() as download:
            laptop.get_by_role("link", name=en["me.data.export"]).click()
        kept = json.loads(download.value.path().read_text("utf-8"))
        assert (kept["person"]["name"], [one["id"] for one in kept["seats"]]) == ("Nina", [table])

        button(other, it["me.data.remove"])
        button(other, it["me.data.remove.yes"])
        expect(other.get_by_role("button", name=it["me.begin.go"])).to_be_visible()
        laptop.reload()
        expect(laptop.get_by_role("button", name=en["me.begin.go"])).to_be_visible()


def test_a_link_that_is_used_up_says_so(chromium: Browser, site: str, faults: list[str]) -> None:
    with opened(chromium, site, []) as page:  # the browser itself complains of the 404
        page.goto(f"/me/open#{'x' * 32}")
        expect(page.get_by_role("alert")).to_contain_text("opens nothing any more")


#: A worker that remembers what it shows: a browser without windows shows no notices.
OBSERVED = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, {body, data}) => {
    self.shown.push([title, body, data.path]);
  };
  self.registration.getNotifications = async () => self.shown;
  navigator.setAppBadge = async (n) => { self.badge = n };
}"""


@pytest.mark.parametrize("said", [{"title": "Germany", "body": "It is your turn.", "path": "/x"}])
def test_a_notice_is_shown_and_counted_on_the_icon(
    chromium: Browser, site: str, faults: list[str], said: dict[str, str]
) -> None:
    """As a push service would bring it; what is in it was sealed for this browser."""
    with opened(chromium, site, faults, service_workers="allow") as page:
        page.goto("/about")
        page.evaluate("async () => void await navigator.serviceWorker.ready")
        (worker,) = page.context.service_workers
        worker.evaluate(OBSERVED)
        tools = page.context.new_cdp_session(page)
        found: list[str] = []
        tools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
        )
        tools.send("ServiceWorker.enable")
        for _ in range(PATIENCE // 50):
            if found:
                break
            page.wait_for_timeout(50)
        for data, shown in (
            (json.dumps(said), [said["title"], said["body"], said["path"]]),
            ("no JSON", ["Capotreno", "", "/tables"]),
        ):
            message = {"origin": site, "registrationId": found[-1], "data": data}
            tools.send("ServiceWorker.deliverPushMessage", message)
            came(page, worker, "self.shown.at(-1)", shown)
        came(page, worker, "self.badge", 2)


def came(page: Page, worker: Worker, asked: str, wanted: object) -> None:
    """Wait until something has happened in a worker."""
    for _ in range(PATIENCE // 50):
        if worker.evaluate(asked) == wanted:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never {wanted}: {asked}")
