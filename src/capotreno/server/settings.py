"""The server's settings, by environment; every one has a sane default."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from capotreno.engine.errors import CapotrenoError

SECRET = range(16, 129)  # letters of a secret: fewer could be guessed
LOGS = ("text", "json")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - to listen on all of a machine's addresses
NOWHERE = "-"


@dataclass(frozen=True)
class Settings:
    """What can be set; `capotreno serve --help` says it to people."""

    host: str = "127.0.0.1"
    port: int = 8642
    data: Path = Path()
    database: str = ""  # empty: SQLite in the data folder
    channels: str = ""  # empty: in memory; a postgresql:// or redis:// address for several workers
    address: str = ""  # where the other servers of a group reach this one; "-": nowhere
    bot_workers: int = 1
    bot_seconds: float = 5.0  # a bot may think at most; a search takes a fifth of a second
    libraries: bool = False  # those that usual tables lack are built in the background
    origins: tuple[str, ...] = ()  # further origins whose pages may call and connect
    names: tuple[str, ...] = ()  # of this server on the internet, as browsers say them
    idle_seconds: float = 300.0  # after which a table without sockets leaves the memory
    web: Path = Path(__file__).parents[1] / "web"  # the built browser client
    rate: float = 20.0  # messages per second of a connection, twice as many at once
    sockets: int = 1000  # connections of one address
    connections: int = 200  # of one address that are no table's socket (yet)
    all_connections: int = 2000  # the same of all addresses, if the system lets it open so many
    tables: int = 300  # that people play at; 0: any number
    own_tables: int = 60  # of those, made from one address; 0: any number
    listed: float = 24.0  # hours without a move after which a public table leaves the lobby
    keep: float = 0.0  # days a finished table is kept; 0: for ever
    keep_unfinished: float = 0.0  # days without a move after which any other goes; 0: never
    late: float = 0.1  # seconds everything may be late before new tables are refused; 0: any
    calls: float = 20.0  # REST calls per second of one address, five times as many at once
    chat: float = 30.0  # lines a minute that a player may say at a table; a spectator half as many
    uploads: float = 30.0  # logs per minute of one address
    people: float = 60.0  # profiles per hour that are made from one address
    logs: int = 256  # MiB of uploaded logs; the oldest make room
    studio: int = 64  # MiB of boards that tables bring along; the oldest nobody plays make room
    studio_seconds: float = 5.0  # for looking at a board that is being drawn, or inventing one
    study_seconds: float = (
        60.0  # for the games of a study of a board; as long again to make it even
    )
    gallery: int = 64  # MiB of boards that are shared with everybody; 0: none are
    gallery_own: int = 20  # of those, from one address; 0: any number
    review_seconds: float = 180.0  # for the review of a finished game
    contact: str = ""  # of the operator, for push services
    smtp: str = ""  # the server for mail; empty: there is none
    mail_from: str = ""  # whom mails are from
    site: str = ""  # where this server is reached, for the links in mails
    push_anywhere: bool = False  # notices to any address, also of this network: for tests
    notice_seconds: float = 20.0  # somebody must be away when it is their turn, to be told
    grace: float = 4.0  # seconds in which a bot's opponent can undo
    pause: float = 0.6  # seconds between the moves of bots, where somebody looks on
    absence: float = 60.0  # seconds somebody must be away before the creator may put a bot there
    bot_tables: int = 100  # running tables without a person
    metrics: str = ""  # the secret that opens /metrics; empty: it stays shut
    proxies: tuple[str, ...] = ()  # addresses whose word about where a call comes from is believed
    log: str = "text"  # or json: a line is an object

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / 'capotreno.sqlite3'}"

    @property
    def database_file(self) -> Path | None:
        """The embedded database; none where it is PostgreSQL."""
        kind, _, file = self.database_url.partition("sqlite+aiosqlite:///")
        return None if kind else Path(file)

    @property
    def own_address(self) -> str:
        """Where the other servers reach this one: what is said, or else by the machine's name."""
        if self.address:
            return "" if self.address == NOWHERE else self.address.rstrip("/")
        host = socket.gethostname() if self.host in EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def channels_url(self) -> str:
        """Where servers tell each other of moves: with PostgreSQL, there by default."""
        return self.channels or self.database


def data_folder(environment: Mapping[str, str]) -> Path:
    """The user's data folder, or what CAPOTRENO_DATA says."""
    given = environment.get("CAPOTRENO_DATA")
    if given:
        return Path(given)
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "capotreno"


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings the environment asks for; a wrong one is named."""
    default = Settings()

    def number(name: str, otherwise: float, least: float) -> float:
        text = environment.get(name, "")
        try:
            value = float(text) if text else otherwise
        except ValueError:
            value = least - 1
        if not least <= value < 2**31:
            raise CapotrenoError(f"{name} must be a number from {least:g} on, not '{text:.40}'")
        return value

    database = environment.get("CAPOTRENO_DATABASE", "")
    if database and not database.startswith(("postgresql://", "sqlite+aiosqlite://")):
        raise CapotrenoError("CAPOTRENO_DATABASE must begin with postgresql://")
    metrics = environment.get("CAPOTRENO_METRICS", "")
    if metrics and len(metrics) not in SECRET:
        raise CapotrenoError("CAPOTRENO_METRICS must be a secret of 16 to 128 letters")
    log = environment.get("CAPOTRENO_LOG") or default.log
    if log not in LOGS:
        raise CapotrenoError(f"CAPOTRENO_LOG must be {' or '.join(LOGS)}, not '{log:.40}'")
    contact = environment.get("CAPOTRENO_CONTACT", "")
    if contact and not contact.startswith(("mailto:", "https://")):
        raise CapotrenoError("CAPOTRENO_CONTACT must begin with mailto: or https://")
    smtp, mail_from, site = (
        environment.get(f"CAPOTRENO_{name}", "") for name in ("SMTP", "MAIL_FROM", "SITE")
    )
    if smtp and not (smtp.startswith(("smtp://", "smtps://")) and mail_from and site):
        raise CapotrenoError(
            "CAPOTRENO_SMTP must begin with smtp:// or smtps://, and CAPOTRENO_MAIL_FROM and "
            "CAPOTRENO_SITE must say from whom mails are and where their links lead"
        )
    if site and not site.startswith(("https://", "http://")):
        raise CapotrenoError("CAPOTRENO_SITE must begin with https://")
    address = environment.get("CAPOTRENO_ADDRESS", "")
    if address not in ("", NOWHERE) and not address.startswith("http://"):
        raise CapotrenoError(
            f"CAPOTRENO_ADDRESS must begin with http://, or be {NOWHERE}, not '{address:.60}'"
        )
    return Settings(
        host=environment.get("CAPOTRENO_HOST", default.host),
        port=int(number("CAPOTRENO_PORT", default.port, 0)),
        data=data_folder(environment),
        database=database,
        channels=environment.get("CAPOTRENO_CHANNELS", ""),
        address=address,
        bot_workers=int(number("CAPOTRENO_BOT_WORKERS", default.bot_workers, 1)),
        bot_seconds=number("CAPOTRENO_BOT_SECONDS", default.bot_seconds, 0.05),
        libraries=environment.get("CAPOTRENO_LIBRARIES", "") == "1",
        origins=_listed(environment.get("CAPOTRENO_ORIGINS", "")),
        names=tuple(name.lower() for name in _listed(environment.get("CAPOTRENO_NAMES", ""))),
        idle_seconds=number("CAPOTRENO_IDLE_SECONDS", default.idle_seconds, 0),
        rate=number("CAPOTRENO_RATE", default.rate, 1),
        sockets=int(number("CAPOTRENO_SOCKETS", default.sockets, 1)),
        connections=int(number("CAPOTRENO_CONNECTIONS", default.connections, 1)),
        all_connections=int(number("CAPOTRENO_ALL_CONNECTIONS", default.all_connections, 1)),
        tables=int(number("CAPOTRENO_TABLES", default.tables, 0)),
        own_tables=int(number("CAPOTRENO_OWN_TABLES", default.own_tables, 0)),
        listed=number("CAPOTRENO_LISTED_HOURS", default.listed, 0),
        keep=number("CAPOTRENO_KEEP_DAYS", default.keep, 0),
        keep_unfinished=number("CAPOTRENO_KEEP_UNFINISHED_DAYS", default.keep_unfinished, 0),
        late=number("CAPOTRENO_LATE_SECONDS", default.late, 0),
        calls=number("CAPOTRENO_CALLS", default.calls, 1),
        chat=number("CAPOTRENO_CHAT", default.chat, 1),
        uploads=number("CAPOTRENO_UPLOADS", default.uploads, 1),
        people=number("CAPOTRENO_PEOPLE", default.people, 1),
        logs=int(number("CAPOTRENO_LOGS_MIB", default.logs, 2)),
        studio=int(number("CAPOTRENO_STUDIO_MIB", default.studio, 1)),
        studio_seconds=number("CAPOTRENO_STUDIO_SECONDS", default.studio_seconds, 0.05),
        study_seconds=number("CAPOTRENO_STUDY_SECONDS", default.study_seconds, 0.05),
        gallery=int(number("CAPOTRENO_GALLERY_MIB", default.gallery, 0)),
        gallery_own=int(number("CAPOTRENO_GALLERY_OWN", default.gallery_own, 0)),
        review_seconds=number("CAPOTRENO_REVIEW_SECONDS", default.review_seconds, 0.05),
        contact=contact,
        smtp=smtp,
        mail_from=mail_from,
        site=site.rstrip("/"),
        push_anywhere=environment.get("CAPOTRENO_PUSH_ANYWHERE", "") == "1",
        notice_seconds=number("CAPOTRENO_NOTICE_SECONDS", default.notice_seconds, 0),
        grace=number("CAPOTRENO_GRACE_SECONDS", default.grace, 0),
        pause=number("CAPOTRENO_PAUSE_SECONDS", default.pause, 0),
        absence=number("CAPOTRENO_AWAY_SECONDS", default.absence, 0),
        bot_tables=int(number("CAPOTRENO_BOT_TABLES", default.bot_tables, 0)),
        metrics=metrics,
        proxies=_listed(environment.get("CAPOTRENO_PROXIES", "")),
        log=log,
    )
