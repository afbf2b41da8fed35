"""Where a notice goes: to somebody's browsers, or into their mailbox."""

import json
from typing import TYPE_CHECKING

from capotreno.server.hall.secrets import digest
from capotreno.server.notices.carrier import Unreachable, post
from capotreno.server.notices.cipher import Signer, new_key, sealed
from capotreno.server.notices.mail import Mail
from capotreno.server.people.wishes import PersonWishes, local, read_wishes, wishes_of
from capotreno.server.settings import Settings
from capotreno.server.store.people.letters import EndpointRow, LetterRow
from capotreno.server.store.rows import SeatRow
from capotreno.server.store.store import Store
from capotreno.words import say

if TYPE_CHECKING:
    from capotreno.server.table.table import Table

LASTS = 24 * 60 * 60  # seconds a push service keeps what it cannot bring at once
GONE = (404, 410)  # the browser does not want it any more
NOBODY = "mailto:nobody@example.org"
KEY = "vapid"  # the name of the servers' own key in the database


class Post:
    """Push to browsers; what is addressed to a mailbox goes to the mail."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._signer: Signer | None = None
        self.mail = Mail(store, settings)

    async def signer(self) -> Signer:
        """The key of all servers of this database, made when it is first asked for."""
        if self._signer is None:
            pem = await self._store.letters.secret(KEY, new_key())
            self._signer = Signer(pem, self._settings.contact or NOBODY)
        return self._signer

    async def addresses(
        self, person: str | None, token: str | None
    ) -> list[tuple[str, PersonWishes]]:
        """Where who holds a seat is told, and what they wish there."""
        found = []
        own = None if person is None else await self._store.people.get(person)
        for endpoint in await self._store.letters.endpoints_of(person, token):
            mine = own is not None and endpoint.person == own.id
            wishes = wishes_of(own) if own and mine else read_wishes(endpoint.settings)
            if mine or endpoint.person is None:
                found.append((f"push {endpoint.id}", wishes))
        if own is not None and await self._mailbox(f"mail {own.id}") is not None:
            found.append((f"mail {own.id}", wishes_of(own)))
        return found

    async def _mailbox(self, to: str) -> str | None:
        """The address of a person who has confirmed it."""
        kind, _, person = to.partition(" ")
        if kind != "mail" or not self.mail.there:
            return None
        row = await self._store.people.mailboxes.get(person)
        return None if row is None or row.confirmed is None else row.address

    async def wishes_at(self, to: str) -> PersonWishes | None:
        """What is wished at an address; none if nobody is there any more."""
        if to.startswith("mail "):
            whose = to.removeprefix("mail ") if await self._mailbox(to) else None
        else:
            endpoint = await self._endpoint(to)
            whose = None if endpoint is None else endpoint.person
            if endpoint is not None and whose is None:
                return read_wishes(endpoint.settings)
        person = None if whose is None else await self._store.people.get(whose)
        return None if person is None else wishes_of(person)

    async def is_for(self, to: str, row: SeatRow) -> bool:
        """Whether who holds a seat now is the one at an address."""
        if row.kind != "person":
            return False
        if to.startswith("mail "):
            return row.person == to.removeprefix("mail ")
        endpoint = await self._endpoint(to)
        if endpoint is None:
            return False
        by_person = endpoint.person is not None and endpoint.person == row.person
        return by_person or (endpoint.token is not None and endpoint.token == row.token)

    async def _endpoint(self, to: str) -> EndpointRow | None:
        return await self._store.letters.endpoint(to.removeprefix("push "))

    async def send(self, letter: LetterRow, table: "Table", wishes: PersonWishes) -> bool:
        """Send a notice; False, or Unreachable, if it is to be tried again."""
        text = notice(letter, table, wishes)
        if letter.to.startswith("mail "):
            address = await self._mailbox(letter.to)
            if address is not None:
                await self.mail.tell(letter.to.removeprefix("mail "), address, text, wishes)
            return True
        endpoint = await self._endpoint(letter.to)
        if endpoint is None:
            return True
        said = json.dumps(text, ensure_ascii=False).encode()
        headers = (await self.signer()).headers(endpoint.address) | {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "ttl": str(LASTS),
            "urgency": "normal",
            "topic": digest(f"{letter.table} {letter.kind}")[:32],  # a later one takes its place
        }
        body = sealed(said, endpoint.point, endpoint.auth)
        anywhere = self._settings.push_anywhere
        status = await post(endpoint.address, headers, body, anywhere=anywhere)
        if status in GONE:
            await self._store.letters.unsubscribe(endpoint.id)
        elif status == 429 or status >= 500:
            raise Unreachable(f"the push service answers {status}")
        return True  # whatever else was wrong with it is wrong the next time too


def notice(letter: LetterRow, table: "Table", wishes: PersonWishes) -> dict[str, str]:
    """What is said: what everybody at the table knows, and nothing of anybody's hand."""
    title = table.game.ruleset.title
    values: dict[str, str | int] = {"who": letter.who}
    key = f"notice.{letter.kind}"
    if letter.kind == "reminder":
        values["when"] = f"{local(wishes, table.row.deadline or 0):%Y-%m-%d %H:%M}"
    return {
        "title": title.it if wishes.language == "it" else title.en,
        "body": say(wishes.language, key, values),
        "tag": f"{letter.table} {letter.kind}",
        "path": f"/table/{letter.table}",
    }
