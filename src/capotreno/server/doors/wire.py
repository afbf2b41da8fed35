"""The wire: every message through a socket, as types. docs/protocol.md shows them in use."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from capotreno.server.doors.bodies import (
    Asked,
    Key,
    Language,
    SeatSummary,
    SeatToken,
    ShortName,
    TableSummary,
)

Text = Annotated[str, Meta(max_length=500)]
Emote = Literal["hello", "thanks", "bravo", "luck", "laugh", "wow", "oops", "think"]
ActionLike = str | int | dict[str, object]

# -- the socket: from the client ----------------------------------------------------------------


class Hello(Struct, tag="hello", tag_field="type"):
    """The first message: who I am. Without a token: a spectator.

    `name`: so a spectator is called who may talk; their token need hold no seat then.
    """

    token: SeatToken | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    language: Language = "en"
    name: ShortName | None = None


class Gesture(Struct, tag="gesture", tag_field="type"):
    """Actions of this seat, all or none; `seq` is the last move the client has seen."""

    key: Key
    seq: int
    actions: Annotated[list[ActionLike], Meta(min_length=1, max_length=20)]


class Why(Struct, tag="why", tag_field="type"):
    """The question why something is not possible now."""

    action: ActionLike


class Near(Struct, tag="near", tag_field="type"):
    """The question what I can almost do now, and why not."""


class Hint(Struct, tag="hint", tag_field="type"):
    """I want to know what a strong player would do in my place.

    `after`: a claim that I am about to make; then I want to know how to pay for it.
    """

    after: ActionLike | None = None


class Say(Struct, tag="say", tag_field="type"):
    """A line for the table's chat: words, one of a few emotes, or both."""

    text: Text = ""
    emote: Emote | None = None


class Moderate(Struct, tag="moderate", tag_field="type"):
    """The table's creator keeps order: about a line, or about who said it.

    Anybody may remove a line of their own.
    """

    act: Literal["remove", "silence", "unsilence", "put_out"]
    line: int


class Block(Struct, tag="block", tag_field="type"):
    """I want to hear nothing more of who said this line, at any table."""

    line: int


class Report(Struct, tag="report", tag_field="type"):
    """The server's operator should see this line."""

    line: int
    why: Annotated[str, Meta(max_length=200)] = ""


class Undo(Struct, tag="undo", tag_field="type"):
    """I want my last gesture back."""


class Agree(Struct, tag="agree", tag_field="type"):
    """My answer to somebody's wish to undo."""

    agree: bool


class Back(Struct, tag="back", tag_field="type"):
    """I am back: the bot that stood in for me leaves my chair."""


class Resync(Struct, tag="resync", tag_field="type"):
    """I missed something: the snapshot again, please."""


class Ping(Struct, tag="ping", tag_field="type"):
    """A sign of life, to be answered by a pong."""


FromClient = (
    Hello
    | Gesture
    | Why
    | Near
    | Hint
    | Say
    | Moderate
    | Block
    | Report
    | Undo
    | Agree
    | Back
    | Resync
    | Ping
)

# -- the socket: from the server ----------------------------------------------------------------


class Choice(Struct):
    """Something the seat can do."""

    code: int
    text: str
    action: dict[str, object]


class SpokenReason(Struct):
    """Why not: a key and values for a translator, a sentence, and the rule's number."""

    key: str
    text: str
    rule: str
    values: dict[str, str | int]


class Miss(Struct):
    """Something the seat can almost do, and why not."""

    text: str
    action: dict[str, object]
    reason: SpokenReason


class Offer(Struct):
    """What the seat is asked, and what it can answer, by verb."""

    question: str
    form: str  # how it is answered: "one_of", "payment" …
    of: str  # the kind of things the answers name, where they are of one
    about: dict[str, str]
    number: int
    choices: dict[str, list[Choice]]
    groups: dict[str, list[str]]  # which of these verbs belong together, in the order to show them
    spots: dict[str, str]  # where on the table each verb of the game is found: "route", "deck" …
    ways: dict[int, tuple[int, ...]]  # by a claim's code those of its payments; else asked later
    payments: dict[int, dict[str, object]]  # each of them once
    needed: dict[int, tuple[int, ...]]  # by a claim, -1 now: payments that own tickets would miss
    facts: dict[str, object]  # what people look at now and no part of the view says


class TicketStanding(Struct):
    """How one of the seat's own tickets stands: its cheapest way and what that still takes."""

    ticket: str
    status: str  # done, open, blocked
    missing: int  # of one that is blocked: more than the seat has; 0: no way is left
    routes: list[str]
    points: int
    lent: list[str]  # routes of others on that way: the seat's stations lend them


class SeatStanding(Struct):
    """Points for routes, longest paths, the seat's own tickets, the routes it can claim no more."""

    points: list[int]
    paths: list[int]  # spaces, by seat; empty where the longest path brings no points
    tickets: list[TicketStanding]
    closed: list[str]


class News(Struct):
    """A move of a while ago: who made it and what a seat may know of it, as its update told."""

    seq: int
    by: int
    kind: str
    events: list[dict[str, object]]
    thought: int
    to: int | None


class Snapshot(Struct, tag="snapshot", tag_field="type"):
    """Everything a seat (or, with null, a spectator) may know after move `seq`."""

    table: TableSummary
    seat: int | None
    seq: int
    view: dict[str, object] | None
    asked: list[Asked]
    offer: Offer | None
    standing: SeatStanding | None
    undo: bool
    chat: list["ChatLine"]
    now: float
    news: list[News]  # the last moves, for who has just come
    facts: dict[str, object]  # numbers of this game's rules that people look at
    host: bool = False  # whether I keep order here


class Update(Struct, tag="update", tag_field="type"):
    """Move `seq`: what happened, which parts of the view changed, what is asked now."""

    seq: int
    by: int
    kind: str
    events: list[dict[str, object]]
    changed: dict[str, object]
    asked: list[Asked]
    offer: Offer | None
    standing: SeatStanding | None
    undo: bool
    status: str
    deadline: float | None
    result: dict[str, object] | None
    thought: int  # milliseconds, where a bot made the move; otherwise 0
    to: int | None  # of an undo: what came after this move is taken back


class Ack(Struct, tag="ack", tag_field="type"):
    """A gesture is durable: it is move `seq`."""

    key: str
    seq: int


class Refused(Struct, tag="refused", tag_field="type"):
    """A gesture changed nothing. `stale`: the table had moved on."""

    key: str
    seq: int
    stale: bool
    reason: SpokenReason


class Because(Struct, tag="because", tag_field="type"):
    """The answer to a why; null if it is possible."""

    reason: SpokenReason | None


class Misses(Struct, tag="misses", tag_field="type"):
    """The answer to the question what is almost possible, after move `seq`; none: nothing is."""

    seq: int
    near: list[Miss]


class Hinted(Struct, tag="hinted", tag_field="type"):
    """The answer to a hint, after move `seq`: what the strongest bot would do, and why.

    `way`: the routes planned for the ticket that the reason names, as far as they are not owned.
    """

    seq: int
    choice: Choice
    reason: SpokenReason
    way: list[str]


class ChatLine(Struct, tag="line", tag_field="type"):
    """A line of the table's chat; a spectator's has the seat -1."""

    number: int
    seat: int
    name: str
    text: str
    at: float
    room: str = "players"  # or "spectators"
    emote: str = ""
    by: str = ""  # who said it: the same mark for the same person, at this table only


class Unsaid(Struct, tag="unsaid", tag_field="type"):
    """These lines are gone."""

    lines: list[int]


class Reported(Struct, tag="reported", tag_field="type"):
    """The operator will see that line."""

    line: int


class Seats(Struct, tag="seats", tag_field="type"):
    """Who sits where, who is present, how many look on, and until when a decision is waited for."""

    seats: list[SeatSummary]
    spectators: int
    rematch: str | None
    deadline: float | None
    now: float


class UndoAsked(Struct, tag="undo_asked", tag_field="type"):
    """A seat wants to undo back to move `to`; these seats have yet to agree (none: it is off)."""

    seat: int
    to: int
    waiting: list[int]


class Pong(Struct, tag="pong", tag_field="type"):
    """I am here."""

    seq: int
    now: float


class Error(Struct, tag="error", tag_field="type"):
    """Something was wrong with the last message; the connection stays unless it says closing."""

    error: str
    text: str
    closing: bool = False


FromServer = (
    Snapshot
    | Update
    | Ack
    | Refused
    | Because
    | Misses
    | Hinted
    | ChatLine
    | Unsaid
    | Reported
    | Seats
    | UndoAsked
    | Pong
    | Error
)
