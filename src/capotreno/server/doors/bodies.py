"""The bodies of requests and of their answers, as types. docs/protocol.md shows them in use."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

ShortName = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
SecretKey = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[!-~]+$")]
SeatToken = Annotated[str, Meta(min_length=16, max_length=128)]
Language = Literal["en", "it"]
Pace = Literal["live", "correspondence", "free"]


class SeatWish(Struct, forbid_unknown_fields=True):
    """A seat of a table to be: a person of the creator's, a bot, or open to whoever joins."""

    kind: Literal["person", "bot", "open"]
    name: ShortName | UnsetType = UNSET
    bot: ShortName | UnsetType = UNSET


class NewTable(Struct, forbid_unknown_fields=True):
    """The body that makes a table."""

    game: ShortName
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: dict[str, object] = {}
    pace: Pace = "free"
    seconds: Annotated[int, Meta(ge=0, le=60 * 60 * 24 * 30)] = 0
    public: bool = False
    hints: bool | None = None  # null: yes, unless strangers play against the clock
    shuffle: bool = True
    language: Language = "en"
    key: SecretKey | None = None


class Joined(Struct):
    """Seats taken: the token is told once and kept by the client."""

    table: str
    token: str
    seats: list[int]


class Join(Struct, forbid_unknown_fields=True):
    """The body that takes an open seat; with a bearer token, one more seat for the same person."""

    name: ShortName
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    key: SecretKey | None = None


class StandIn(Struct, forbid_unknown_fields=True):
    """The body that puts a bot in an absent person's chair, or (empty) takes it out again."""

    bot: Annotated[str, Meta(max_length=40)]


class SeatBody(Struct, forbid_unknown_fields=True):
    """A body that names one of the caller's seats."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Mine(Struct, forbid_unknown_fields=True):
    """The body that asks for the tables some tokens hold: a page of them, or one table alone."""

    tokens: Annotated[list[SeatToken], Meta(max_length=200)]
    after: Annotated[str, Meta(max_length=128, pattern="^[ -~]*$")] | None = None
    table: Key | None = None


class SeatSummary(Struct):
    """A seat as everybody may see it."""

    seat: int
    kind: str
    name: str
    bot: str
    stand_in: str
    present: bool
    away: float | None  # since when its person is not connected
    replaceable: float | None  # from when on the creator may put a bot there


class TableSummary(Struct):
    """A table as everybody may see it."""

    table: str
    game: str
    title: dict[str, str]
    version: int
    players: int
    options: dict[str, object]
    pace: str
    seconds: int
    public: bool
    hints: bool
    status: str
    deadline: float | None
    seats: list[SeatSummary]
    asked: list[int]
    seq: int
    result: dict[str, object] | None
    rematch: str | None


class Lobby(Struct):
    """A page of public tables; `after` asks for the next one, null: there is none."""

    tables: list[TableSummary]
    after: str | None


class MyTable(Struct):
    """One of my tables: its summary and my seats there."""

    table: TableSummary
    seats: list[int]


class MyTables(Struct):
    """A page of my tables; `after` asks for the next one, null: there is none."""

    tables: list[MyTable]
    after: str | None


class GameSummary(Struct):
    """A game there is."""

    game: str
    title: dict[str, str]
    version: int
    players: list[int]
    reconstructed: list[dict[str, str]]
    options: dict[str, list[object]]  # what can be chosen for each option
    minutes: int | UnsetType = UNSET  # how long it takes, roughly


class BotTable(Struct):
    """A table at which a bot may be met, of options what is usual but for the dice."""

    game: str
    players: int
    dice: bool


class BotSummary(Struct):
    """A bot there is."""

    bot: str
    name: dict[str, str]
    about: dict[str, str]  # how it plays, in a sentence
    level: int  # its place among all that there may be: 0 to 5
    tables: list[BotTable] | None  # where it may be met; null: everywhere


class Uploaded(Struct):
    """A log that was uploaded and verified."""

    log: str
    game: str
    players: int
    gestures: int
    finished: bool


class Complaint(Struct):
    """A sentence about a board that is being drawn, and what of it the sentence is about."""

    text: str
    part: str = ""  # of the file, such as "game" or "card red"
    field: str = ""  # of the part "game"
    routes: list[str] = []
    stops: list[str] = []  # places and regions
    tickets: list[str] = []


class DraftReport(Struct):
    """What there is to say about a board that is being drawn."""

    faults: list[Complaint]  # none: it can be played
    notes: list[Complaint]  # what its maker may want to look at again
    rules: list[str]  # as its parts and their numbers tell them, if it can be played


class Invention(Struct, forbid_unknown_fields=True):
    """The body that asks for an invented board; the same numbers give the same one."""

    seed: Annotated[int, Meta(ge=0, lt=2**53)]
    places: Annotated[int, Meta(ge=8, le=80)] = 30
    players: Annotated[int, Meta(ge=2, le=7)] = 5
    region: ShortName | None = None


class Try(Struct, forbid_unknown_fields=True):
    """The body that asks for a table that goes on from a moment of a finished game."""

    kind: Literal["tables", "logs"]
    id: Annotated[str, Meta(max_length=64)]
    seat: int
    seq: int  # the gesture that is not played any more
    language: Language = "en"


class DailyWish(Struct, forbid_unknown_fields=True):
    """The body that asks to play the deal of today."""

    name: ShortName
    language: Language = "en"
    day: Annotated[str, Meta(max_length=10)] | None = None  # which is meant, lest it be over


class DailyTry(Struct):
    """My table of a day's deal."""

    table: str
    status: str  # as that of a table, or `left`: a bot has my chair


class DailyResult(Struct):
    """How somebody has played a day's deal."""

    place: int
    name: str
    points: int
    margin: int  # over the best of the others
    won: bool
    mine: bool
    table: str  # to be seen again


class Daily(Struct):
    """The deal of a day."""

    day: str
    ends: float
    game: str
    title: dict[str, str]
    players: int
    bot: str  # whom one plays against
    playing: int  # how many have not finished it yet
    mine: DailyTry | None
    results: list[DailyResult] | None  # null while I may still play it


class PuzzleAnswer(Struct):
    """One thing one may do at a puzzle; the figures are told to who has chosen."""

    code: int
    verb: str
    group: str
    fields: dict[str, object]
    win: float | None = None
    margin: float | None = None
    given: int | None = None  # by how many


class DailyPuzzle(Struct):
    """The puzzle of a day: a moment of a game that was played, as a seat saw it."""

    day: str
    ends: float
    game: str
    title: dict[str, str]
    log: str  # its game, as a log kept here
    seat: int
    gesture: int  # before which one stands
    turn: int
    answers: list[PuzzleAnswer]
    chosen: int | None = None  # by me; the rest is told to who has chosen
    best: int | None = None
    played: int | None = None
    reason: str = ""  # why the best is better: the key of a sentence, and its values
    values: dict[str, object] = {}
    way: list[str] = []  # routes to point at


class PuzzleGuess(Struct, forbid_unknown_fields=True):
    """The body that answers the puzzle of a day."""

    day: Annotated[str, Meta(max_length=10)]
    code: int


class Guessed(Struct):
    """What there is to say then, and the caller's token."""

    puzzle: DailyPuzzle
    token: str


class RefusalBody(Struct):
    """Every refusal of the REST part: a short code and one clear sentence."""

    error: str
    text: str


class Asked(Struct):
    """A decision that waits for an answer, about an id or a number (of tickets to keep)."""

    question: str
    form: str  # as the form of an offer
    seat: int
    about: dict[str, str]
    number: int
    now: bool  # its seat may answer it now; what lies deeper waits for what is above


class ReplayMove(Struct):
    """A gesture of a finished game: what happened, what changed, how the points stood after it."""

    seq: int
    by: int
    events: list[dict[str, object]]
    changed: dict[str, object]
    asked: list[Asked]
    points: list[int]  # for routes
    totals: list[int]  # of the whole score sheet, had the game ended there


class Replay(Struct):
    """A finished game from its deal to its result, seen with somebody's eyes."""

    game: str
    title: dict[str, str]
    version: int
    players: int
    options: dict[str, object]
    seats: list[str]
    seat: int | str  # a seat, "all" or "none"
    view: dict[str, object]
    moves: list[ReplayMove]
    result: dict[str, object]
