"""Notices by mail: plain text, to an address that its reader has confirmed, with a way to stop.

The links in a mail are signed with a secret of the servers', so that nothing is kept for them, and
what they do is done by a button behind them: what opens links by itself changes nothing.
"""

import asyncio
import hmac
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

from capotreno.server.hall.secrets import new_token
from capotreno.server.notices.carrier import Unreachable
from capotreno.server.people.wishes import PersonWishes
from capotreno.server.settings import Settings
from capotreno.words import say

if TYPE_CHECKING:
    from capotreno.server.store.store import Store

PATIENCE = 20.0  # seconds for a mail
SECRET = "mail"  # noqa: S105 - the name of a secret in the database
#: An address as most are; whoever has another one can be told by their browser.
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST = 200  # letters

#: Lines as long as a link is: a link that is folded is none for many programs.
WIDE = SMTP.clone(max_line_length=900)

Deed = Literal["confirm", "stop"]


def addressable(address: str) -> bool:
    """Whether something looks like an address of a mailbox."""
    return len(address) <= LONGEST and ADDRESS.fullmatch(address) is not None


class Mail:
    """The way into mailboxes, if the operator has named a server for mail."""

    def __init__(self, store: "Store", settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._secret: bytes | None = None
        self._free = asyncio.Semaphore(2)  # servers for mail dislike more at once

    @property
    def there(self) -> bool:
        return bool(self._settings.smtp)

    async def signed(self, deed: Deed, person: str, address: str) -> str:
        """What a link is signed with: for this deed, this person and this address alone."""
        if self._secret is None:
            self._secret = (await self._store.letters.secret(SECRET, new_token())).encode()
        text = f"{deed} {person} {address}".encode()
        return hmac.new(self._secret, text, "sha256").hexdigest()[:40]

    async def true(self, deed: Deed, person: str, address: str, signature: str) -> bool:
        """Whether a link is one of ours."""
        return hmac.compare_digest(await self.signed(deed, person, address), signature)

    async def _link(self, deed: Deed, person: str, address: str) -> str:
        signature = await self.signed(deed, person, address)
        return f"{self._settings.site}/mail/{deed}#{person}.{signature}"

    async def ask(self, person: str, address: str, language: str) -> None:
        """Ask whether somebody reads what is sent to an address."""
        link = await self._link("confirm", person, address)
        subject = say(language, "mail.confirm.subject")
        text = say(language, "mail.confirm", {"link": link})
        await self._sent(address, subject, text, None)

    async def tell(
        self, person: str, address: str, said: dict[str, str], wishes: PersonWishes
    ) -> None:
        """A notice."""
        stop = await self._link("stop", person, address)
        link = f"{self._settings.site}{said['path']}"
        values: dict[str, str | int] = {"said": said["body"], "link": link, "stop": stop}
        text = say(wishes.language, "mail.notice", values)
        signature = await self.signed("stop", person, address)
        once = f"{self._settings.site}/api/mail/stop?person={person}&signature={signature}"
        await self._sent(address, f"{said['title']}: {said['body']}", text, once)

    async def _sent(self, to: str, subject: str, text: str, stop: str | None) -> None:
        message = EmailMessage(WIDE)
        message["From"] = self._settings.mail_from
        message["To"] = to
        message["Subject"] = " ".join(subject.split())
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=urlsplit(self._settings.site).hostname)
        message["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        async with self._free:
            try:
                await asyncio.to_thread(deliver, self._settings.smtp, message)
            except (OSError, smtplib.SMTPException) as error:
                raise Unreachable(f"the server for mail: {type(error).__name__}") from None


def deliver(server: str, message: EmailMessage) -> None:
    """Give a mail to `smtp://user:password@host:port`, or `smtps://`, which speaks TLS at once.

    A password goes over a safe line only; without one a server of one's own may speak plainly.
    """
    parts = urlsplit(server)
    host, safe = parts.hostname or "", ssl.create_default_context()
    line: smtplib.SMTP
    if parts.scheme == "smtps":
        line = smtplib.SMTP_SSL(host, parts.port or 465, timeout=PATIENCE, context=safe)
    else:
        line = smtplib.SMTP(host, parts.port or 587, timeout=PATIENCE)
    with line:
        if parts.scheme != "smtps":
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=safe)
            elif parts.username:
                raise smtplib.SMTPNotSupportedError("no safe line for a password")
        if parts.username:
            line.login(unquote(parts.username), unquote(parts.password or ""))
        line.send_message(message)
