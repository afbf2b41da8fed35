"""Train cards and tickets, each drawn from its left top corner."""

from collections.abc import Iterator, Sequence

from capotreno.board.model import Board, Card, Name, Ticket
from capotreno.printing.letters import fitting, lines, writable
from capotreno.printing.paints import Hue, hatching, of_card, paints, symbol
from capotreno.printing.pen import Drawn, Path, TextLine, circle, line, placed, rect
from capotreno.printing.pictures import DARK, PALE, anchor, engine, passenger, ship, wagon
from capotreno.words import Voice

WIDE, TALL = 44.0, 68.0  # a card; a ticket lies across
EDGE = 2.5
RAINBOW = ("#c8372d", "#e07f26", "#e9c02f", "#3f8f47", "#2f6fb5", "#7d4a98")


def cards(board: Board, voice: Voice) -> list[list[Drawn]]:
    """Every card of every deck, as many as there are of each."""
    known = paints(board)
    found = []
    for card in board.cards:
        drawn = list(_card(card, of_card(card, known), voice))
        found += [drawn] * card.count
    return found


def _card(card: Card, paint: Hue, voice: Voice) -> Iterator[Drawn]:
    yield Path(rect(0, 0, WIDE, TALL), paint.fill)
    if card.wild:
        band = (WIDE - 2 * EDGE) / len(RAINBOW)
        for i, colour in enumerate(RAINBOW):
            yield Path(rect(EDGE + i * band, EDGE, band, TALL - 2 * EDGE), colour)
    middle = (WIDE / 2, TALL / 2)
    for steps in hatching(paint.hatch, WIDE - 2 * EDGE, TALL - 2 * EDGE, 3.4):
        own = placed(steps, *middle)
        solid = len(steps) > 2
        yield Path(own, fill=paint.edge) if solid else Path(own, line=paint.edge, width=0.35)
    yield Path(rect(EDGE, EDGE, WIDE - 2 * EDGE, TALL - 2 * EDGE), line=paint.edge, width=0.7)
    yield Path(circle(*middle, 17), PALE, paint.edge, 0.7)
    yield from _picture(card, paint)
    for x, y in ((8, 9), (WIDE - 8, TALL - 15)):
        yield Path(circle(x, y, 4.2), paint.fill, paint.edge, 0.5)
        yield from symbol(paint.symbol, x, y, 2.9, paint.ink)
    yield from _demands(card, paint)
    name = writable(card.name.of(voice.language))
    size = fitting(name, 4.2, WIDE - 4 * EDGE, bold=True)
    yield Path(rect(EDGE, TALL - 10, WIDE - 2 * EDGE, 6.5), PALE, paint.edge, 0.5)
    yield TextLine(WIDE / 2, TALL - 5.3, name, size, bold=True, anchor="middle")


def _picture(card: Card, paint: Hue) -> Iterator[Drawn]:
    x, y = WIDE / 2, TALL / 2
    if card.passenger:
        yield from passenger(x, y, 24, paint.fill, DARK)
    elif card.wild:
        yield from engine(x, y + 2, 25, "#8c2f25", DARK)
    elif card.kind == "sea":
        two = card.spaces == 2
        for dy in (-6, 5) if two else (0,):
            yield from ship(x, y + dy, 18 if two else 25, paint.fill, paint.edge)
    else:
        yield from wagon(x, y, 27, paint.fill, paint.edge)


def _demands(card: Card, paint: Hue) -> Iterator[Drawn]:
    """What else a card says: a harbour mark, how many spaces it pays, from what length on."""
    x, y = WIDE - 8, 9.0
    told = []
    if card.spaces > 1:
        told.append(f"× {card.spaces}")
    if card.from_length:
        told.append(f"{card.from_length}+")
    if card.harbour:
        yield Path(circle(x, y, 4.2), PALE, paint.edge, 0.5)
        yield from anchor(x, y, 2.6, DARK)
        y += 9.5
    for text in told:
        yield Path(circle(x, y, 4.2), PALE, paint.edge, 0.5)
        yield TextLine(x, y + 1.4, text, 3.8, bold=True, anchor="middle")
        y += 9.5


# -- tickets --------------------------------------------------------------------------------------


def tickets(board: Board, voice: Voice) -> list[list[Drawn]]:
    """Every ticket, with a small map that shows where its places are."""
    ground = list(_small_map(board))
    decks = list(dict.fromkeys(ticket.deck for ticket in board.tickets))
    return [
        [*_back(ticket, decks), *ground, *_ticket(board, ticket, voice)] for ticket in board.tickets
    ]


#: The small map's corner and size, on a ticket of 68 by 44.
_LEFT, _TOP, _ROOM_WIDE, _ROOM_TALL = 4.0, 14.0, 47.0, 26.0
_TINTS = ("#f4ead0", "#dfe9ef", "#e6eeda", "#f0dfe2")


def _back(ticket: Ticket, decks: Sequence[str]) -> Iterator[Drawn]:
    tint = _TINTS[decks.index(ticket.deck) % len(_TINTS)]
    yield Path(rect(0, 0, TALL, WIDE), tint)
    yield Path(rect(1.5, 1.5, TALL - 3, WIDE - 3, 2), PALE, "#9b8a5e", 0.5)


def _scale(board: Board) -> tuple[float, float, float]:
    """Of the small map: millimetres to a picture's width, and where it begins."""
    scale = min(_ROOM_WIDE, _ROOM_TALL * board.aspect) * 0.94
    left = _LEFT + (_ROOM_WIDE - scale) / 2
    return scale, left, _TOP + (_ROOM_TALL - scale / board.aspect) / 2


def _small_map(board: Board) -> Iterator[Drawn]:
    scale, left, top = _scale(board)
    spots = [(left + p.at.x * scale, top + p.at.y * scale / board.aspect) for p in board.places]
    for route in board.routes:
        if not route.wrap:
            yield Path(line(spots[route.a], spots[route.b]), line="#cfc6ae", width=0.25)
    for x, y in spots:
        yield Path(circle(x, y, 0.45), "#8d8674")


def _ticket(board: Board, ticket: Ticket, voice: Voice) -> Iterator[Drawn]:
    scale, left, top = _scale(board)

    def spots(stop: str) -> list[tuple[float, float]]:
        places = [board.places[index].at for index in board.places_of(stop)]
        return [(left + at.x * scale, top + at.y * scale / board.aspect) for at in places]

    for option in ticket.options:
        for x, y in spots(option.stop):
            yield Path(circle(x, y, 1.1), PALE, "#2f6fb5", 0.5)
    for stop in ticket.stops:
        for x, y in spots(stop):
            yield Path(circle(x, y, 1.5), "#c8372d", DARK, 0.35)
    yield from _heading(board, ticket, voice)
    yield from _worth(board, ticket, voice)


def _heading(board: Board, ticket: Ticket, voice: Voice) -> Iterator[Drawn]:
    """The stops, on one line or on two."""
    text = " – ".join(writable(_named(board, stop, voice)) for stop in ticket.stops)
    if ticket.options:
        text = f"{text} – …"
    room = TALL - 8
    size = 4.6
    rows = list(lines(text, size, room, bold=True))
    if len(rows) > 2:
        size = max(2.4, size * 2 / len(rows))
        rows = list(lines(text, size, room, bold=True))[:3]
    y = 7.6 if len(rows) == 1 else 6.4
    for row in rows:
        fit = fitting(row, size, room, bold=True)
        yield TextLine(TALL / 2, y, row, fit, bold=True, anchor="middle")
        y += size * 1.12


def _worth(board: Board, ticket: Ticket, voice: Voice) -> Iterator[Drawn]:
    """The points, and whatever else counts: the printed order, several ends, the penalty."""
    x, y = TALL - 9.5, WIDE - 10
    if ticket.options:
        y = 16.5
        for option in ticket.options:
            text = f"{writable(_named(board, option.stop, voice))} {option.points}"
            size = fitting(text, 2.7, 15.5, bold=True)
            yield TextLine(TALL - 2.8, y, text, size, bold=True, anchor="end")
            y += min(3.6, 24 / len(ticket.options))
        return
    yield Path(circle(x, y, 6.3), "#c8372d", DARK, 0.5)
    text = str(ticket.points)
    size = fitting(text, 7.0, 9.5, bold=True)
    yield TextLine(x, y + size * 0.36, text, size, bold=True, anchor="middle", fill="#ffffff")
    small = []
    if ticket.tour:
        small.append(voice.say("print.in_order", n=ticket.points_in_order))
    if ticket.penalty != ticket.points:
        small.append(voice.say("print.penalty", n=ticket.penalty))
    y = 20.0
    for words in small:
        told = writable(words)
        size = fitting(told, 2.6, 15.5)
        yield TextLine(TALL - 2.8, y, told, size, anchor="end")
        y += 3.6


def _named(board: Board, stop: str, voice: Voice) -> str:
    name: Name = board.name_of(stop)
    return name.of(voice.language)
