"""REST: my profile, what opens it, and what everybody may see of a person."""

import time
from dataclasses import replace

import msgspec
from litestar import MediaType, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import address_of
from capotreno.server.doors.tables import clean_name
from capotreno.server.hall.caller import COOKIE, bearer, opened, person_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest, new_id, new_token
from capotreno.server.people import bodies
from capotreno.server.people.past import MOST, past
from capotreno.server.people.wishes import PersonWishes, checked, wishes_of
from capotreno.server.store.people import DEVICE, LINK, ONCE, KeyRow, PersonRow
from capotreno.server.store.records import MARK
from capotreno.server.table.faults import Refusal

KEPT = 400 * 24 * 60 * 60  # seconds a browser keeps a profile's key: it allows no more
SOON = 15 * 60.0  # seconds in which a link for one device must be opened
TRY_PRICE = 5  # calls that trying a secret counts as


def _cookie(request: Call, secret: str) -> Cookie:
    """The key of a device: no page reads it, no other site's page sends it; none: it goes."""
    return Cookie(
        key=COOKIE,
        value=secret,
        path="/api",
        max_age=KEPT if secret else 0,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


async def _me(context: Context, person: PersonRow, here: str) -> bodies.Me:
    keys = await context.hall.store.people.keys(person.id)
    devices = [
        bodies.MyDevice(key.hash[:MARK], key.name, key.made, key.seen, key.hash == here)
        for key in keys
        if key.kind == DEVICE
    ]
    link = any(key.kind == LINK for key in keys)
    own = (person.id, person.name, person.face, person.created, wishes_of(person))
    return bodies.Me(*own, devices, link)


def _device(person: str, name: str) -> tuple[str, KeyRow]:
    """A new device's secret, and the key that is kept of it."""
    secret, now = new_token(), time.time()
    clean = "".join(letter if letter.isprintable() else " " for letter in name)
    return secret, KeyRow(digest(secret), person, DEVICE, clean, now, now)


async def _claimed(context: Context, request: Call, person: str) -> int:
    """The seats of the caller's token become the person's; at how many tables."""
    tables = await context.hall.store.people.claim(digest(bearer(request) or ""), person)
    await context.hall.reseated(tables)
    return len(tables)


@post("/api/me", status_code=201)
async def make(request: Call, data: JSONBody[bodies.NewPerson]) -> Response[bodies.Me]:
    """Make a profile: its key goes to this device, as a cookie."""
    context = Context.of(request.app)
    if await opened(request, context.hall.store) is not None:
        raise Refusal("has_person")
    wishes = checked(data.wishes if isinstance(data.wishes, PersonWishes) else PersonWishes())
    person = PersonRow(new_id(), clean_name(data.name), data.face, time.time(), wishes)
    if not context.founders.take(address_of(request.client)):
        raise Refusal("too_many_people")
    secret, key = _device(person.id, data.device)
    await context.hall.store.people.make(person, key)
    if data.claim:
        await _claimed(context, request, person.id)
    me = await _me(context, person, key.hash)
    return Response(me, status_code=201, cookies=[_cookie(request, secret)])


@get("/api/me")
async def mine(request: Call) -> bodies.Me | None:
    """My profile; null where none is open on this device."""
    context = Context.of(request.app)
    found = await opened(request, context.hall.store)
    return None if found is None else await _me(context, found[0], found[1].hash)


@patch("/api/me")
async def change(request: Call, data: JSONBody[bodies.MeChange]) -> bodies.Me:
    """Change my name, my face or my settings."""
    context = Context.of(request.app)
    found = await opened(request, context.hall.store)
    if found is None:
        raise Refusal("no_person")
    person, key = found
    if isinstance(data.name, str):
        person = replace(person, name=clean_name(data.name))
    if isinstance(data.face, str):
        person = replace(person, face=data.face)
    if isinstance(data.wishes, PersonWishes):
        person = replace(person, settings=checked(data.wishes))
    new = {"name": person.name, "face": person.face, "settings": person.settings}
    await context.hall.store.people.change(person.id, **new)
    return await _me(context, person, key.hash)


@delete("/api/me", status_code=200)
async def remove(request: Call) -> Response[bodies.Claimed]:
    """Remove me with all that is kept of me; bots play on in my seats."""
    context = Context.of(request.app)
    person = await person_of(request, context.hall.store)
    tables = await context.hall.store.people.remove(person.id)
    await context.hall.reseated(tables)
    return Response(bodies.Claimed(len(tables)), cookies=[_cookie(request, "")])


@get("/api/me/export", price=TRY_PRICE)
async def export(request: Call) -> Response[bytes]:
    """All that is kept of me, as one file."""
    store = Context.of(request.app).hall.store
    person = await person_of(request, store)
    text = msgspec.json.format(msgspec.json.encode(await store.people.kept(person)), indent=2)
    headers = {
        "content-disposition": f'attachment; filename="capotreno-{person.id}.json"',
        "cache-control": "no-store",
    }
    return Response(text, media_type=MediaType.JSON, headers=headers)


@get("/api/me/games", price=TRY_PRICE)
async def games(request: Call) -> bodies.Past:
    """My finished games, and what they come to."""
    store = Context.of(request.app).hall.store
    person = await person_of(request, store)
    return past(await store.people.past(person.id, MOST))


@post("/api/me/leave", status_code=200)
async def leave(request: Call) -> Response[None]:
    """My profile is closed on this device; nothing else changes."""
    store = Context.of(request.app).hall.store
    found = await opened(request, store)
    if found is not None:
        await store.people.take(found[1].hash)
    return Response(None, cookies=[_cookie(request, "")])


@delete("/api/me/devices/{mark:str}", status_code=200)
async def forget(request: Call, mark: FromPath[str]) -> bodies.Me:
    """Another device of mine forgets it."""
    context = Context.of(request.app)
    found = await opened(request, context.hall.store)
    if found is None:
        raise Refusal("no_person")
    if len(mark) != MARK or not await context.hall.store.people.drop_device(found[0].id, mark):
        raise Refusal("no_device")
    return await _me(context, found[0], found[1].hash)


@post("/api/me/links", status_code=201)
async def link(request: Call, data: JSONBody[bodies.NewLink]) -> bodies.Link:
    """A private link to my profile: to come back with for good, or for one device now."""
    store = Context.of(request.app).hall.store
    person = await person_of(request, store)
    secret, now = new_token(), time.time()
    kind, until = (ONCE, now + SOON) if data.once else (LINK, None)
    await store.people.add_key(KeyRow(digest(secret), person.id, kind, "", now, now, until))
    return bodies.Link(secret, until)


@post("/api/me/open", status_code=200, price=TRY_PRICE)
async def open_here(
    request: Call, data: JSONBody[bodies.OpenLink]
) -> Response[bodies.Me] | Response[bodies.PersonFace]:
    """Open the profile of a private link on this device."""
    context = Context.of(request.app)
    people = context.hall.store.people
    found = await people.by_secret(digest(data.secret), time.time())
    if found is None or found[1].kind == DEVICE:
        raise Refusal("no_link")
    person, key = found
    if data.look:
        return Response(_face(person))
    if key.kind == ONCE and not await people.take(key.hash):
        raise Refusal("no_link")
    before = await opened(request, context.hall.store)
    if before is not None:
        await people.take(before[1].hash)
    secret, device = _device(person.id, data.device)
    await people.add_key(device)
    await people.seen(key.hash, time.time())
    if data.claim:
        await _claimed(context, request, person.id)
    me = await _me(context, person, device.hash)
    return Response(me, cookies=[_cookie(request, secret)])


@post("/api/me/claim", status_code=200)
async def claim(request: Call) -> bodies.Claimed:
    """The seats that my token holds, and that are nobody's yet, belong to my profile."""
    context = Context.of(request.app)
    person = await person_of(request, context.hall.store)
    return bodies.Claimed(await _claimed(context, request, person.id))


@get("/api/people/{person_id:str}")
async def face(request: Call, person_id: FromPath[str]) -> bodies.PersonFace:
    """A person as everybody may see them."""
    person = await Context.of(request.app).hall.store.people.get(person_id[:64])
    if person is None:
        raise Refusal("nobody")
    return _face(person)


def _face(person: PersonRow) -> bodies.PersonFace:
    return bodies.PersonFace(person.id, person.name, person.face)
