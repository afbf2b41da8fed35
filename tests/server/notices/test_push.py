"""Push: sealed for one browser, signed as ours, sent to whom it concerns and to nobody else."""

import json
import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from capotreno.server.notices import notices
from capotreno.server.notices.cipher import CURVE, sealed, unpacked, unsealed
from capotreno.server.people.wishes import PersonWishes, Quiet, quiet_until
from capotreno.server.store import Store
from capotreno.server.store.people.letters import LetterRow
from tests.server.client import Site, finish, keep_all
from tests.server.notices.conftest import Browser, Service, sent

pytestmark = pytest.mark.anyio


def test_the_example_of_the_standard_is_opened() -> None:
    """RFC 8291, appendix A."""
    private = int.from_bytes(unpacked("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    body = unpacked(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    key = ec.derive_private_key(private, CURVE)
    text = unsealed(body, key, unpacked("BTBZMqHH6r4Tts7J_aSIgg"))
    assert text == b"When I grow up, I want to be a watermelon"


def test_nobody_else_can_open_it() -> None:
    one, other = Browser(Service(), "a"), Browser(Service(), "b")
    keys = one.subscription["keys"]
    body = sealed(b"hello", keys["p256dh"], keys["auth"])
    assert unsealed(body, one.key, one.auth) == b"hello"
    assert sealed(b"hello", keys["p256dh"], keys["auth"]) != body
    for key, auth in ((other.key, one.auth), (one.key, other.auth)):
        with pytest.raises(ValueError, match="somebody else"):
            unsealed(body, key, auth)
    with pytest.raises(ValueError, match="too long"):
        sealed(b"x" * 3001, keys["p256dh"], keys["auth"])


async def test_whoever_is_away_is_told_that_it_is_their_turn(site: Site, service: Service) -> None:
    anna, bo = Browser(service, "anna"), Browser(service, "bo")
    made = await site.create("Anna", "open")
    table, token = made["table"], "a token of Bo's own"
    await site.post("/api/push", anna.subscription, made["token"])
    await site.post("/api/push", bo.subscription, token)
    async with site.seat(table, made["token"]):
        await site.post(f"/api/tables/{table}/join", {"name": "Bo"}, token)
        await sent(site)
        assert anna.read == []  # she is here
        assert [(one["body"], one["path"]) for one in bo.read] == [
            ("It is your turn.", f"/table/{table}")
        ]
        await sent(site)
        assert len(bo.read) == 1  # told once
    path, headers, body = service.got[0]
    await signed_by(site, headers["authorization"], service.url)
    assert (headers["content-encoding"], path) == ("aes128gcm", bo.path)
    assert b"New York" not in body


async def signed_by(site: Site, header: str, service: str) -> None:
    """The signature is of the key that browsers are given, for this service and for a while."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", (await site.get("/api/push"))["key"])
    head, claims, signature = parts["t"].split(".")
    told = json.loads(unpacked(claims))
    assert (told["aud"], told["sub"][:7]) == (service, "mailto:")
    assert 0 < told["exp"] - time.time() < 24 * 60 * 60
    r, s = (int.from_bytes(unpacked(signature)[n : n + 32]) for n in (0, 32))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpacked(parts["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


async def test_who_has_come_or_moved_meanwhile_is_left_in_peace(
    site: Site, service: Service
) -> None:
    bo = Browser(service, "bo")
    table, tokens = await site.persons("Anna", "Bo")
    await site.post("/api/push", bo.subscription, tokens[1])
    own = await site.hall.table(table)
    own.audience.left.clear()
    site.hall.notices.moved(own)
    await site.hall.notices.noted()
    assert await site.hall.store.letters.waiting() >= 0
    async with site.seat(table, tokens[1]):
        await sent(site)
    assert (bo.read, await site.hall.store.letters.waiting()) == ([], 0)


async def test_the_end_and_a_call_in_the_chat_are_told(site: Site, service: Service) -> None:
    bo = Browser(service, "bo")
    table, tokens = await site.persons("Anna", "Bo Diddley")
    wishes = {"language": "it", "push": ["mention", "end"]}
    await site.post("/api/push", bo.subscription | {"wishes": wishes}, tokens[1])
    async with site.seat(table, tokens[0]) as anna:
        for text in ("hello Bo", "@bo diddley, your cards are red!"):
            await anna.ask({"type": "say", "text": text}, "line")
        await sent(site)
        assert [one["body"] for one in bo.read] == ["Anna ti ha chiamato in chat."]
    own = await site.hall.table(table)
    await finish(site, table)
    site.hall.notices.moved(own)
    await sent(site)
    assert [one["body"] for one in bo.read[1:]] == ["La partita è finita."]


async def test_a_profile_says_what_is_told_on_all_its_devices(site: Site, service: Service) -> None:
    phone, desk = Browser(service, "phone"), Browser(service, "desk")
    me = await site.post("/api/me", {"name": "Anna"})
    for browser in (phone, desk):
        assert await site.post("/api/push", browser.subscription) == {"profile": True}
    first, second = [(await site.create("Anna", "open"))["table"] for _ in range(2)]
    muted, cookies = me["wishes"] | {"muted": [second]}, dict(site.http.cookies)
    await site.http.patch("/api/me", json={"wishes": muted})
    site.http.cookies.clear()  # Bo is somebody else
    for table in (first, second):
        await site.join(table, "Bo")
    await sent(site)
    for browser in (phone, desk):
        assert [one["path"] for one in browser.read] == [f"/table/{first}"]
    site.http.cookies.update(cookies)
    assert (await site.http.request("DELETE", "/api/me")).is_success
    assert await site.hall.store.letters.endpoints_of(me["id"], None) == []


async def test_a_seat_that_has_changed_hands_is_told_its_holder_alone(
    site: Site, service: Service
) -> None:
    bo = Browser(service, "bo")
    table, tokens = await site.persons("Anna", "Bo")
    await site.post("/api/push", bo.subscription, tokens[1])
    site.hall.notices.moved(await site.hall.table(table))
    await site.hall.notices.noted()
    await site.post(f"/api/tables/{table}/leave", {"seat": 1}, tokens[1])
    await sent(site)
    assert (bo.read, await site.hall.store.letters.waiting()) == ([], 0)


@pytest.mark.parametrize(
    ("status", "waits", "known"),
    [
        (201, 0, True),
        (400, 0, True),
        (404, 0, False),
        (410, 0, False),
        (429, 1, True),
        (503, 1, True),
    ],
)
async def test_what_a_push_service_answers(
    site: Site, service: Service, status: int, waits: int, known: bool
) -> None:
    anna = Browser(service, "anna")
    service.status = status
    made = await site.create("Anna", "open")
    await site.post("/api/push", anna.subscription, made["token"])
    await site.join(made["table"], "Bo")
    await sent(site)
    letters = site.hall.store.letters
    found = await letters.endpoints_of(None, (await site.hall.table(made["table"])).seats[0].token)
    assert (len(service.got), await letters.waiting(), bool(found)) == (1, waits, known)
    await sent(site)
    assert len(service.got) == 1  # it is not due again yet


async def test_it_is_tried_so_many_times_and_no_more(
    site: Site, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "AGAIN", 0.0)
    service.status = 503
    made = await site.create("Anna", "open")
    await site.post("/api/push", Browser(service, "anna").subscription, made["token"])
    await site.join(made["table"], "Bo")
    for _ in range(notices.TRIES + 3):
        await sent(site)
    assert len(service.got) == notices.TRIES
    assert await site.hall.store.letters.waiting() == 0


async def test_a_browser_says_where_it_is_and_when_it_has_enough(
    site: Site, service: Service
) -> None:
    one, other = Browser(service, "one"), Browser(service, "other")
    made = await site.create("Anna", "open")
    await site.refusal("/api/push", one.subscription, 401, "nobody_to_tell")
    await site.post("/api/push", one.subscription, made["token"])
    moved = other.subscription | {"before": one.subscription["endpoint"]}
    await site.post("/api/push", moved)  # as a service worker does, that has no token
    await site.join(made["table"], "Bo")
    await sent(site)
    assert (len(one.read), len(other.read)) == (0, 1)
    await site.post("/api/push/stop", {"endpoint": other.subscription["endpoint"]})
    token = (await site.hall.table(made["table"])).seats[0].token
    assert await site.hall.store.letters.endpoints_of(None, token) == []
    for broken in ({"p256dh": "AAAA"}, {"p256dh": "é" * 87}, {"auth": "AAAA"}, {"auth": "!"}):
        keys = one.subscription["keys"] | broken
        body = one.subscription | {"keys": keys}
        await site.refusal("/api/push", body, 400, "endpoint", made["token"])


async def test_nothing_is_sent_at_night(
    site: Site, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Browser(service, "anna")
    made = await site.create("Anna", "open")
    always = {"begins": 0, "ends": 24 * 60 - 1}
    body = anna.subscription | {"wishes": {"zone": "Asia/Tokyo", "quiet": always}}
    await site.post("/api/push", body, made["token"])
    await site.join(made["table"], "Bo")
    await sent(site)
    assert (anna.read, await site.hall.store.letters.waiting()) == ([], 1)
    monkeypatch.setattr(notices, "quiet_until", lambda *_: None)  # the next morning
    letter = (await site.hall.store.letters.due(time.time() + 1e6, 9))[0]
    assert letter.tries == 0
    await site.hall.store.letters.put_off(letter, 0.0)
    await sent(site)
    assert len(anna.read) == 1


NIGHT, NOON = Quiet(22 * 60, 8 * 60), Quiet(12 * 60, 14 * 60)
DAY = 24 * 60 * 60
MIDNIGHT = 1795046400.0  # 2026-11-19 00:00 UTC


@pytest.mark.parametrize(
    ("quiet", "zone", "hour", "ends"),
    [
        (NIGHT, "UTC", 23, 32),
        (NIGHT, "UTC", 3, 8),
        (NIGHT, "UTC", 8, None),
        (NIGHT, "UTC", 21, None),
        (NIGHT, "Europe/Rome", 21, 31),  # it is ten there
        (NOON, "UTC", 13, 14),
        (NOON, "UTC", 14, None),
        (NOON, "Asia/Tokyo", 4, 5),
        (None, "UTC", 3, None),
        (Quiet(60, 60), "UTC", 1, None),
    ],
)
def test_a_night_is_of_the_place_where_somebody_is(
    quiet: Quiet | None, zone: str, hour: int, ends: int | None
) -> None:
    found = quiet_until(PersonWishes(zone=zone, quiet=quiet), MIDNIGHT + hour * 3600)
    assert found == (None if ends is None else MIDNIGHT + ends * 3600)


async def test_a_notice_is_kept_once_and_taken_by_one(store: Store) -> None:
    letter = LetterRow("push a", "turn", "t", 0, "", 10.0, 99.0)
    letters = store.letters
    await letters.put([letter, letter._replace(seat=1, due=20.0), letter._replace(due=5.0)])
    assert await letters.due(15.0, 9) == [letter]
    assert await letters.waiting() == 2
    assert await letters.take(letter, 30.0)
    assert not await letters.take(letter, 31.0)
    again = letter._replace(due=30.0, tries=1)
    assert await letters.due(99.0, 9) == [letter._replace(seat=1, due=20.0), again]
    await letters.put_off(letter, 50.0)
    assert (await letters.due(99.0, 9))[1] == letter._replace(due=50.0)
    await letters.drop(letter)
    assert await letters.waiting() == 1
    assert await letters.secret("vapid", "mine") == "mine"
    assert await letters.secret("vapid", "another server's") == "mine"


async def test_who_has_days_is_reminded_before_they_are_over(site: Site, service: Service) -> None:
    anna = Browser(service, "anna")
    made = await site.create("Anna", "open", pace="correspondence", seconds=2 * DAY)
    wishes = {"push": ["reminder"], "zone": "Europe/Rome"}
    await site.post("/api/push", anna.subscription | {"wishes": wishes}, made["token"])
    letters = site.hall.store.letters
    async with site.seat(made["table"], made["token"]):  # she is here, and goes
        await site.join(made["table"], "Bo")
        await sent(site)
    (letter,) = await letters.due(time.time() + DAY * 9, 9)
    deadline = (await site.get(f"/api/tables/{made['table']}"))["deadline"]
    assert abs(deadline - letter.due - DAY / 2) < 1
    await letters.put_off(letter, 0.0)
    await sent(site)
    assert anna.read == []  # too early: it waits for its time
    (letter,) = await letters.due(time.time() + DAY * 9, 9)
    assert abs(deadline - letter.due - DAY / 2) < 1
    await site.hall.store.set_deadline(made["table"], time.time() + DAY / 4)
    await (await site.hall.table(made["table"])).catch_up()
    await letters.put_off(letter, 0.0)
    await sent(site)
    at = datetime.fromtimestamp(time.time() + DAY / 4, ZoneInfo("Europe/Rome"))
    assert f"{at:%Y-%m-%d}" in anna.read[0]["body"]


async def test_nobody_is_reminded_of_minutes(site: Site, service: Service) -> None:
    made = await site.create("Anna", "open", pace="live", seconds=60)
    await site.post("/api/push", Browser(service, "anna").subscription, made["token"])
    await site.join(made["table"], "Bo")
    await sent(site)
    assert len(service.got) == 1
    assert await site.hall.store.letters.waiting() == 0


async def test_a_move_at_a_table_of_minutes_looks_nobody_up(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is here needs no notice, and is not reminded of minutes."""
    table, tokens = await site.persons("Anna", "Bo", pace="live", seconds=60)
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await sent(site)
        told: list[str] = []
        monkeypatch.setattr(site.hall.notices, "_put", lambda event: told.append(event.kind))
        await keep_all(anna, bo)
    assert told == []


async def test_a_table_waits_for_no_notice(site: Site, service: Service) -> None:
    """However many there are: more than can be looked at are not told."""
    made = await site.create("Anna", "open")
    table = await site.hall.table(made["table"])
    for _ in range(notices.EVENTS + 5):
        site.hall.notices.invited("nobody", made["table"], "Bo")
    site.hall.notices.moved(table)
    await sent(site)
    assert service.got == []
