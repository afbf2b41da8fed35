"""What studies and the gallery answer, as types. docs/protocol.md shows them in use."""

from typing import Literal

from msgspec import Struct

from capotreno.study.figures import RouteFigures, TicketYield

InLanguages = dict[str, str]  # by language
Changeable = Literal["tickets", "colours", "lengths"]
Status = Literal["waiting", "listed", "quarantined", "removed"]


class StudyFinding(Struct):
    """Something that stands out, with what might be changed, and what of the board it is about."""

    kind: str
    text: InLanguages
    routes: list[str]
    stops: list[str]  # places and regions
    tickets: list[str]


class BoardStudy(Struct):
    """What some hundred games between bots say of a board. docs/study.md explains the figures."""

    games: int
    wanted: int  # more than games: the time was up, or it was stopped
    players: int
    turns: float
    shortest: int
    longest: int
    seats: list[float]  # shares of victories
    routes: list[RouteFigures]
    tickets: list[TicketYield]
    spread: float
    findings: list[StudyFinding]
    course: dict[str, list[str]]  # sentences about how games go, by language


class EvenChange(Struct):
    """One value of a board's file that another one would be better for."""

    kind: str  # "ticket", "colour", "length"
    number: int  # of the ticket or route in the file
    before: int | str
    after: int | str
    text: InLanguages


class EvenBoard(Struct):
    """What would make a board more even: what tickets bring, as a standard deviation."""

    games: int
    before: float
    after: float
    cut: bool  # the time was up, or it was stopped: there may be better values
    changes: list[EvenChange]  # none: nothing helps


class StudyAnswer(Struct):
    """How far a study has come; when it is done, what it found."""

    study: str = ""  # its id
    done: int = 1
    total: int = 1
    found: BoardStudy | None = None
    even: EvenBoard | None = None


class SharedBoard(Struct):
    """A board of the gallery."""

    game: str  # its name at this server: tables and its map, rules and file are asked for by it
    title: InLanguages
    by: str
    at: float
    status: Status
    players: list[int]
    minutes: int
    places: int
    routes: int
    tickets: int
    tables: int  # at which it was or is played
    mine: bool
    why: str = ""  # it is quarantined
    study: BoardStudy | None = None  # left out of lists
    games: int = 0  # that were played to study it
    turns: float = 0.0
    findings: int = 0


class Shared(Struct):
    """A board that was shared, and the token that may take it back: it is told once."""

    board: SharedBoard
    token: str


class GalleryPage(Struct):
    """Some boards of the gallery, the newest first; `after` asks for the next ones."""

    boards: list[SharedBoard]
    after: str | None
