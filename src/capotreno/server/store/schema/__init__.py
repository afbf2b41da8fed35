"""The tables of the database. `migrations/` makes them; a test holds the two together."""

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from capotreno.server.store.schema.columns import JsonObject, Seed, metadata
from capotreno.server.store.schema.group import leases, servers

__all__ = [
    "LISTED",
    "VERSION",
    "JsonObject",
    "Seed",
    "blocks",
    "boards",
    "chat",
    "days",
    "endpoints",
    "friend_links",
    "friends",
    "gallery",
    "guesses",
    "holidays",
    "hushed",
    "keys",
    "leases",
    "letters",
    "logs",
    "mailboxes",
    "metadata",
    "moves",
    "people",
    "rated",
    "ratings",
    "reports",
    "reviews",
    "seats",
    "secrets",
    "servers",
    "tables",
    "tries",
]

#: The newest migration, known here so that a database that has it starts without Alembic.
VERSION: Final = "0015"

#: The tables the lobby shows: the index and the query say it in the same words, or SQLite does not
#: see that they belong together.
LISTED: Final = "public AND status <> 'finished'"


# The columns stand in the order of the rows' fields: a row is made from a result as it comes.

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JsonObject, nullable=False),
    Column("seed", Seed, nullable=False),
    Column("pace", Text, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("creator", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("deadline", Double),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("result", JsonObject),
    Column("rematch", Text),
    Column("language", Text, nullable=False),
    Column("source", Text),
    Column("behind", Boolean, nullable=False, server_default=text("false")),
    Column("hints", Boolean, nullable=False, server_default=text("true")),
    Column("sealed", Boolean, nullable=False, server_default=text("false")),
    CheckConstraint("pace IN ('live', 'correspondence', 'free')", name="tables_pace"),
    CheckConstraint("status IN ('open', 'running', 'finished')", name="tables_status"),
    Index("tables_due", "status", "deadline"),
    # In the order of the lobby.
    Index(
        "tables_listed",
        "behind",
        text("created DESC"),
        "id",
        sqlite_where=text(LISTED),
        postgresql_where=text(LISTED),
    ),
    Index("tables_game", "game"),
    Index("tables_source", "source", sqlite_where=text(LISTED), postgresql_where=text(LISTED)),
)


def _of_a_table() -> Column[str]:
    # `table` is a word of SQL's, so the database says `table_id`.
    return Column("table_id", Text, ForeignKey("tables.id"), key="table", nullable=False)


seats = Table(
    "seats",
    metadata,
    _of_a_table(),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("stand_in", Text, nullable=False),
    Column("token", Text),
    Column("key", Text),
    Column("person", Text),
    PrimaryKeyConstraint("table", "seat", name="seats_key"),
    CheckConstraint("kind IN ('person', 'bot', 'open')", name="seats_kind"),
    Index("seats_token", "token"),
    Index(
        "seats_person",
        "person",
        sqlite_where=text("person IS NOT NULL"),
        postgresql_where=text("person IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

moves = Table(
    "moves",
    metadata,
    _of_a_table(),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", JsonObject, nullable=False),
    Column("key", Text),
    Column("at", Double, nullable=False),
    # The optimistic lock: of two writers of the same move, one wins.
    PrimaryKeyConstraint("table", "seq", name="moves_key"),
    CheckConstraint("kind IN ('gesture', 'undo')", name="moves_kind"),
    # A gesture sent twice is kept once.
    Index(
        "moves_once",
        "table",
        "seat",
        "key",
        unique=True,
        sqlite_where=text("key IS NOT NULL"),
        postgresql_where=text("key IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

chat = Table(
    "chat",
    metadata,
    _of_a_table(),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("name", Text),
    Column("room", Text, nullable=False, server_default=text("'players'")),
    Column("emote", Text),
    Column("author", Text),
    Column("removed", Boolean, nullable=False, server_default=text("false")),
    PrimaryKeyConstraint("table", "number", name="chat_key"),
    sqlite_with_rowid=False,
)


def _of_a_person() -> Column[str]:
    return Column("person", Text, ForeignKey("people.id"), nullable=False)


# How well somebody plays a family of maps; bots stand on the same scale and are not kept.
ratings = Table(
    "ratings",
    metadata,
    _of_a_person(),
    Column("family", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("person", "family", name="ratings_key"),
)

# The tables that have counted in the ratings: each once.
rated = Table(
    "rated",
    metadata,
    _of_a_table(),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table", name="rated_key"),
)

# Who is whose friend, both ways, and the links that make friends.
friends = Table(
    "friends",
    metadata,
    _of_a_person(),
    Column("friend", Text, ForeignKey("people.id"), nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("person", "friend", name="friends_key"),
)

friend_links = Table(
    "friend_links",
    metadata,
    Column("hash", Text, primary_key=True),
    _of_a_person(),
    Column("until", Double, nullable=False),
)

# Who may say nothing at a table, or may not look on there any more.
hushed = Table(
    "hushed",
    metadata,
    _of_a_table(),
    Column("who", Text, nullable=False),
    Column("kind", Text, nullable=False),
    PrimaryKeyConstraint("table", "who", "kind", name="hushed_key"),
)

# Who wants to hear nothing of whom, and by what name they knew them.
blocks = Table(
    "blocks",
    metadata,
    Column("who", Text, nullable=False),
    Column("blocked", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("who", "blocked", name="blocks_key"),
)

# Lines that were put before the operator, as they were said; they outlive their table.
reports = Table(
    "reports",
    metadata,
    Column("of", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("author", Text),
    Column("name", Text),
    Column("text", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("done", Boolean, nullable=False),
    PrimaryKeyConstraint("of", "number", "reporter", name="reports_key"),
)

# The boards that tables bring along. A board's id is made from its text, so it never changes.
boards = Table(
    "boards",
    metadata,
    Column("id", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("size", Integer, nullable=False),
    Index("boards_at", "at"),
)

# Those of them that are shared with everybody, and how each stands.
gallery = Table(
    "gallery",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", JsonObject, nullable=False),
    Column("search", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("status", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("facts", JsonObject, nullable=False),
    Column("study", JsonObject),
    CheckConstraint(
        "status IN ('waiting', 'listed', 'quarantined', 'removed')", name="gallery_status"
    ),
    Index("gallery_at", text("at DESC"), "id"),
    Index("gallery_token", "token"),
)

# The reviews of finished games, by the id of a table or a log. They can be made anew at any time.
reviews = Table(
    "reviews",
    metadata,
    Column("of", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("of", "seat", name="reviews_key"),
    Index("reviews_at", "at"),
)

# A log may come from elsewhere, so it needs no table here.
logs = Table(
    "logs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("size", Integer),
    Index("logs_at", "at"),
)

# The deal of each day, the same for everybody: day by day, as `date.isoformat` writes it.
days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", Seed, nullable=False),
)

# Who plays it, by the hash of their token, and at which table: one each.
tries = Table(
    "tries",
    metadata,
    Column("day", Text, nullable=False),
    Column("token", Text, nullable=False),
    _of_a_table(),
    PrimaryKeyConstraint("day", "token", name="tries_key"),
    Index("tries_table", "table"),
)

# What somebody answered to the puzzle of a day.
guesses = Table(
    "guesses",
    metadata,
    Column("day", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("code", Integer, nullable=False),
    PrimaryKeyConstraint("day", "token", name="guesses_key"),
)

# Who wants to be known again: nobody needs to.
people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("face", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("settings", JsonObject, nullable=False),
)


# What opens a profile: the secrets of its devices and links, as hashes.
keys = Table(
    "keys",
    metadata,
    Column("hash", Text, primary_key=True),
    _of_a_person(),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("until", Double),
    Index("keys_person", "person"),
)

# What only the servers of this database know.
secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

# Browsers that want to be told of something, of a person or of a token alone.
endpoints = Table(
    "endpoints",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id")),
    Column("token", Text),
    Column("address", Text, nullable=False),
    Column("point", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("settings", JsonObject, nullable=False),
    Column("made", Double, nullable=False),
    Index("endpoints_person", "person"),
    Index("endpoints_token", "token"),
)

# What is to be told them. No table and no person is needed for it: who has gone is told nothing.
letters = Table(
    "letters",
    metadata,
    Column("to", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("of_table", Text, key="table", nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", Text, nullable=False),
    Column("due", Double, nullable=False),
    Column("until", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    PrimaryKeyConstraint("to", "kind", "table", "seat", name="letters_key"),
    Index("letters_due", "due"),
)

# Where people want to be told by mail. Until they have confirmed it, nothing is sent there.
mailboxes = Table(
    "mailboxes",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("address", Text, nullable=False),
    Column("confirmed", Double),
)

# From when to when people are away: by correspondence nobody's time runs out meanwhile.
holidays = Table(
    "holidays",
    metadata,
    _of_a_person(),
    Column("begins", Double, nullable=False),
    Column("ends", Double, nullable=False),
    PrimaryKeyConstraint("person", "begins", name="holidays_key"),
)
