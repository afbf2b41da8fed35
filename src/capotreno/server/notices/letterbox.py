"""REST: my address for mail, and the links in mails."""

import time
from typing import Annotated

from litestar import delete, get, post
from litestar.params import FromQuery, JSONBody
from msgspec import Meta, Struct

from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import address_of
from capotreno.server.doors.origins import TEXT
from capotreno.server.hall.caller import person_of
from capotreno.server.hall.context import Context
from capotreno.server.notices.carrier import Unreachable
from capotreno.server.notices.mail import LONGEST, Deed, addressable
from capotreno.server.people.wishes import wishes_of
from capotreno.server.table.faults import Refusal

PRICE = 5  # calls that trying a signature counts as


class NewMailbox(Struct, forbid_unknown_fields=True):
    """The body that names my address."""

    address: Annotated[str, Meta(min_length=3, max_length=LONGEST)]


class Mailbox(Struct):
    """Whether this server sends mail, where it would send mine, and whether I have confirmed it."""

    there: bool
    address: str | None = None
    confirmed: bool = False


@get("/api/me/mail")
async def shown(request: Call) -> Mailbox:
    """My address for mail."""
    context = Context.of(request.app)
    person = await person_of(request, context.hall.store)
    row = await context.hall.store.people.mailboxes.get(person.id)
    there = context.hall.notices.post.mail.there
    if row is None:
        return Mailbox(there)
    return Mailbox(there, row.address, row.confirmed is not None)


@post("/api/me/mail", status_code=201)
async def ask(request: Call, data: JSONBody[NewMailbox]) -> Mailbox:
    """Name my address: a mail asks there whether it is mine."""
    context = Context.of(request.app)
    person = await person_of(request, context.hall.store)
    mail, address = context.hall.notices.post.mail, data.address.strip()
    if not mail.there:
        raise Refusal("no_mail")
    if not addressable(address):
        raise Refusal("mailbox")
    # Nobody is to be flooded by another's wish, nor anybody to flood the world.
    theirs = context.mailers.take(address_of(request.client))
    if not (context.mailers.take(address.lower()) and theirs):
        raise Refusal("mail_fast")
    await context.hall.store.people.mailboxes.put(person.id, address)
    try:
        await mail.ask(person.id, address, wishes_of(person).language)
    except Unreachable as error:
        raise Refusal("mail_away") from error
    return Mailbox(there=True, address=address)


@delete("/api/me/mail", status_code=200)
async def remove(request: Call) -> Mailbox:
    """No mail any more, and no address kept."""
    context = Context.of(request.app)
    person = await person_of(request, context.hall.store)
    await context.hall.store.people.mailboxes.remove(person.id)
    return Mailbox(context.hall.notices.post.mail.there)


async def _known(request: Call, deed: Deed, person: str, signature: str) -> str:
    """The address that a link is about; refused if it is none of ours."""
    context = Context.of(request.app)
    row = await context.hall.store.people.mailboxes.get(person[:64])
    mail = context.hall.notices.post.mail
    if row is None or not await mail.true(deed, person, row.address, signature):
        raise Refusal("bad_link")
    return row.address


@post("/api/mail/confirm", status_code=200, price=PRICE, opt={TEXT: True})
async def confirm(request: Call, person: FromQuery[str], signature: FromQuery[str]) -> Mailbox:
    """The address is mine: I have read what was sent there."""
    address = await _known(request, "confirm", person, signature)
    people = Context.of(request.app).hall.store.people
    await people.mailboxes.confirm(person, address, time.time())
    return Mailbox(there=True, address=address, confirmed=True)


@post("/api/mail/stop", status_code=200, price=PRICE, opt={TEXT: True})
async def stop(request: Call, person: FromQuery[str], signature: FromQuery[str]) -> Mailbox:
    """No mail any more, from the link in a mail or by a mail program's own button."""
    await _known(request, "stop", person, signature)
    await Context.of(request.app).hall.store.people.mailboxes.remove(person)
    return Mailbox(there=True)
