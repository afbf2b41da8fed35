"""What the server remembers, as frozen values: tables, seats, moves and chat.

A table's state is not among them: it is rebuilt from the seed and the moves.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

__all__ = ["PLAYERS", "SPECTATORS", "ChatRow", "MoveRow", "SeatRow", "TableRow"]

#: Where something is said at a table.
PLAYERS: Final = "players"
SPECTATORS: Final = "spectators"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: which game is played there, how fast, and how far it has come.

    Only `status`, `deadline`, `changed`, `result`, `rematch` and `sealed` ever change.
    """

    id: str
    game: str
    version: int
    players: int
    options: dict[str, object]
    # Unsigned, 64 bits. It tells every hidden card: it leaves the store only for a finished game.
    seed: int
    pace: str  # live, correspondence, free
    seconds: int  # per decision; 0 at a free pace
    public: bool
    creator: str  # the hash of the creator's token
    status: str  # open, running, finished
    deadline: float | None
    created: float
    changed: float
    result: dict[str, object] | None = None
    rematch: str | None = None  # the table that continues this one
    language: str = "en"
    source: str | None = None  # a mark of the address it was made from, and no address
    behind: bool = False  # in the lobby: its source had enough tables there. The store counts them
    hints: bool = True  # whether a seat may ask what a strong player would do
    sealed: bool = False  # the same cards are played elsewhere: nobody looks on, nothing is told


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A chair at a table and who sits in it."""

    table: str
    seat: int
    kind: str  # person, bot, open
    name: str
    bot: str = ""  # the bot of a bot's seat
    stand_in: str = ""  # the bot that plays for an absent person
    token: str | None = None  # the hash of the holder's token
    key: str | None = None  # the hash of the key it was joined with
    person: str | None = None  # whose profile it belongs to


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One gesture, or one undo: a line of the table's append-only record.

    `(table, seq)` exists once, and so does `(table, seat, key)` where a key was given.
    """

    table: str
    seq: int
    seat: int
    kind: str  # gesture, undo
    body: dict[str, object]
    key: str | None  # the client's idempotency key
    at: float


@dataclass(frozen=True, slots=True)
class ChatRow:
    """Something said at a table. The store gives the number."""

    table: str
    number: int
    seat: int
    text: str
    at: float
    name: str | None = None  # the speaker's, when it was said
    room: str = PLAYERS
    emote: str | None = None  # one of a few, in place of words or beside them
    author: str | None = None  # who said it: the hash of their token, or their profile
    removed: bool = False  # its words are gone

    def by(self, author: str, room: str, emote: str | None) -> Self:
        """The same, said by somebody somewhere."""
        return replace(self, author=author, room=room, emote=emote)
