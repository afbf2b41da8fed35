"""REST: a browser wants to be told of something, or no more."""

import time
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import UNSET, Meta, Struct, UnsetType

from capotreno.server.doors.answers import Call
from capotreno.server.hall.caller import caller_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest
from capotreno.server.notices.carrier import LONGEST, speakable
from capotreno.server.notices.cipher import can_be_sealed_for
from capotreno.server.people.wishes import PersonWishes, checked
from capotreno.server.store.people.letters import EndpointRow
from capotreno.server.table.faults import Refusal

PRICE = 5  # calls that asking for notices counts as

Address = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class PushKeys(Struct):
    """What a browser's messages are sealed with."""

    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=60)]


class Subscription(Struct):
    """The body that asks for notices: what a browser's own subscription says, as JSON.

    `wishes` are of who has no profile. `before`: the endpoint that this one takes the place of.
    """

    endpoint: Address
    keys: PushKeys
    wishes: PersonWishes | UnsetType = UNSET
    before: Address | None = None


class Unsubscription(Struct, forbid_unknown_fields=True):
    """The body that wants none any more."""

    endpoint: Address


class PushKey(Struct):
    """The servers' public key: a browser takes notices from nobody else."""

    key: str


class Subscribed(Struct):
    """Whether notices will come: for a profile, or for the seats of this device."""

    profile: bool


@get("/api/push")
async def key(request: Call) -> PushKey:
    """The key to ask the browser for notices with."""
    post_office = Context.of(request.app).hall.notices.post
    return PushKey((await post_office.signer()).public)


@post("/api/push", status_code=201, price=PRICE)
async def subscribe(request: Call, data: JSONBody[Subscription]) -> Subscribed:
    """Tell this browser what happens at my tables."""
    context = Context.of(request.app)
    letters, anywhere = context.hall.store.letters, context.settings.push_anywhere
    if not speakable(data.endpoint, anywhere=anywhere):
        raise Refusal("endpoint")
    if not can_be_sealed_for(data.keys.p256dh, data.keys.auth):
        raise Refusal("endpoint")
    who = await caller_of(request, context.hall.store)
    before = None if data.before is None else digest(data.before)
    old = None if before is None else await letters.endpoint(before)
    person, token = who.person, digest(who.token) if who.token else None
    settings = checked(data.wishes) if isinstance(data.wishes, PersonWishes) else {}
    if person is None and token is None:
        if old is None:
            raise Refusal("nobody_to_tell")
        person, token, settings = old.person, old.token, old.settings
    row = EndpointRow(
        digest(data.endpoint),
        person,
        token,
        data.endpoint,
        data.keys.p256dh,
        data.keys.auth,
        settings,
        time.time(),
    )
    await letters.subscribe(row, before)
    return Subscribed(person is not None)


@post("/api/push/stop", status_code=200, price=PRICE)
async def unsubscribe(request: Call, data: JSONBody[Unsubscription]) -> Subscribed:
    """Tell this browser nothing any more: whoever knows its address may say so."""
    await Context.of(request.app).hall.store.letters.unsubscribe(digest(data.endpoint))
    return Subscribed(profile=False)
