"""Beside map and cards: the first sheet with what one needs, the score track, pieces of paper."""

from collections.abc import Iterator, Sequence

from capotreno.engine.game import Game
from capotreno.printing.letters import fitting, lines, writable
from capotreno.printing.paints import GRAY, SEATS, WILD, hatching, hue_of, paints, symbol
from capotreno.printing.pen import Drawn, Page, Path, TextLine, circle, line, placed, rect
from capotreno.printing.pictures import DARK, PALE, anchor, crate, passenger, peaks
from capotreno.printing.sheets import Paper, Tiles
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.building.stations import Stations
from capotreno.rules.claiming.claims import Claims
from capotreno.telling.names import Names
from capotreno.words import Voice

BODY, HEAD, TITLE = 3.5, 5.0, 9.0  # sizes of letters
LAST = 99  # of the score track


class Column:
    """Lines and pictures one below the other."""

    def __init__(self, left: float, top: float, wide: float) -> None:
        self.left, self.y, self.wide = left, top, wide
        self.things: list[Drawn] = []

    def say(self, text: str, size: float = BODY, *, bold: bool = False, indent: float = 0) -> None:
        """A paragraph."""
        for row in lines(writable(text), size, self.wide - indent, bold):
            self.y += size * 1.3
            fit = fitting(row, size, self.wide - indent, bold)
            self.things.append(TextLine(self.left + indent, self.y, row, fit, bold=bold))
        self.y += size * 0.35

    def head(self, text: str) -> None:
        self.y += HEAD * 0.6
        self.say(text, HEAD, bold=True)

    def beside(self, things: Sequence[Drawn], text: str, tall: float = 6.0) -> None:
        """A sign around (0, 0) with its meaning."""
        y = self.y + tall / 2
        self.things += [thing.moved(self.left + 6, y) for thing in things]
        told = writable(text)
        size = fitting(told, BODY, self.wide - 14)
        self.things.append(TextLine(self.left + 14, y + size * 0.35, told, size))
        self.y += tall


def first_sheet(
    game: Game, tiles: Tiles, counts: dict[str, int], paper: Paper, voice: Voice
) -> Page:
    """What lies in the box, how the sheets of the map go together, what the signs mean."""
    names = Names(game, voice)
    box = paper.room
    half = (box.right - box.left - 10) / 2
    head = Column(box.left, box.top, box.right - box.left)
    head.say(names.title, TITLE, bold=True)
    low, high = game.board.players
    head.say(voice.say("print.about", low=low, high=high))
    left = Column(box.left, head.y, half)
    left.head(voice.say("print.needs"))
    for row in _needs(game, names, counts, voice):
        left.say(f"– {row}", indent=0)
    left.head(voice.say("print.how"))
    for key in ("scale", "cut", "glue", "marks"):
        left.say(voice.say(f"print.how.{key}"))
        if key == "scale":
            left.things += _ruler(left.left, left.y + 1)
            left.y += 6
    right = Column(box.left + half + 10, head.y, half)
    right.head(voice.say("print.plan"))
    _plan(right, tiles)
    right.head(voice.say("print.signs"))
    _signs(right, game, names, voice)
    right.head(voice.say("print.points"))
    for row in _points(game, voice):
        right.say(row)
    things = (*head.things, *left.things, *right.things)
    return Page("start", paper.wide, paper.tall, things)


def _needs(game: Game, names: Names, counts: dict[str, int], voice: Voice) -> Iterator[str]:
    """Everything a table of the most players needs."""
    board = game.board
    most = board.players[1]
    for kind in ("map", "cards", "tickets"):
        yield voice.say(f"print.needs.{kind}", n=counts[kind])
    for supply, name in zip(board.supplies, names.pieces, strict=True):
        yield voice.say("print.needs.pieces", name=name, n=supply.count, players=most)
    for station in game.layout.partners(Stations):
        yield voice.say("print.needs.stations", n=station.each, players=most)
    for harbour in game.layout.partners(Harbours):
        yield voice.say("print.needs.harbours", n=harbour.each, players=most)
    yield voice.say("print.needs.counter", players=most)
    for name, colour in zip(names.passengers, board.passengers, strict=True):
        yield voice.say("print.needs.passengers", name=name, n=colour.count)
    tokens = sum(len(place.tokens) for place in board.places)
    if tokens:
        yield voice.say("print.needs.tokens", n=tokens)


def _ruler(x: float, y: float) -> Iterator[Drawn]:
    """Fifty millimetres, to see whether the printer has kept the size."""
    yield Path(line((x, y + 3), (x + 50, y + 3)), line=DARK, width=0.3)
    for at in range(0, 51, 5):
        tall = 3 if at % 10 == 0 else 1.8
        yield Path(line((x + at, y + 3), (x + at, y + 3 - tall)), line=DARK, width=0.3)


def _plan(column: Column, tiles: Tiles) -> None:
    """How the sheets lie."""
    room = min(column.wide / tiles.columns, 42.0 / tiles.rows)
    ratio = tiles.paper.wide / tiles.paper.tall
    wide, tall = (room, room / ratio) if ratio > 1 else (room * ratio, room)
    wide, tall = wide * 0.96, tall * 0.96
    top = column.y + 2
    for i, name in enumerate(tiles.names()):
        x = column.left + (i % tiles.columns) * wide
        y = top + (i // tiles.columns) * tall
        column.things.append(Path(rect(x, y, wide, tall), PALE, DARK, 0.3))
        size = fitting(name, min(5.0, tall * 0.5), wide * 0.8)
        column.things.append(
            TextLine(x + wide / 2, y + tall / 2 + size * 0.36, name, size, anchor="middle")
        )
    column.y = top + tiles.rows * tall + 2


def _signs(column: Column, game: Game, names: Names, voice: Voice) -> None:
    """Every colour with its symbol and hatching, and every sign that this map has."""
    board = game.board
    known = paints(board)
    for colour, paint in known.items():
        if colour:
            column.beside(
                _space(paint.fill, paint.edge, paint.hatch, paint.symbol, paint.ink),
                names.colour(colour),
            )
    if any(not route.colour for route in board.routes):
        column.beside(_space(GRAY.fill, GRAY.edge, "", "", ""), voice.say("print.sign.gray"))
    ferry: list[Drawn] = [Path(circle(0, 0, 2.6), WILD.fill, WILD.edge, 0.3)]
    ferry += symbol(WILD.symbol, 0, 0, 2, WILD.ink)
    tunnel = Path(rect(-5, -2.2, 10, 4.4, 0.8), GRAY.fill, DARK, 0.7, (1.4, 0.8))
    rough: list[Drawn] = [Path(circle(0, 0, 2.6), PALE, DARK, 0.3), *peaks(0, 0, 0, 2, DARK)]
    star: list[Drawn] = [
        Path(circle(0, 0, 2.8), PALE, DARK, 0.4),
        *symbol("star", 0, 0, 2.2, "#b8860b"),
    ]
    dead: list[Drawn] = [Path(rect(-2.3, -2.3, 4.6, 4.6, 0.4), PALE, DARK, 0.4)]
    traveller = passenger(0, 0, 5, "#c8372d", DARK)
    for there, things, key in (
        (any(route.ferry for route in board.routes), ferry, "ferry"),
        (any(route.tunnel for route in board.routes), [tunnel], "tunnel"),
        (any(route.rugged for route in board.routes), rough, "rugged"),
        (any(place.landmark for place in board.places), star, "landmark"),
        (any(place.port for place in board.places), anchor(0, 0, 2.2, DARK), "port"),
        (any(place.passengers for place in board.places), traveller, "passengers"),
        (any(place.tokens for place in board.places), crate(0, 0, 4, DARK), "tokens"),
        (any(place.dead_end for place in board.places), dead, "dead_end"),
    ):  # fmt: skip
        if there:
            column.beside(list(things), voice.say(f"print.sign.{key}", wild=names.wild))


def _space(fill: str, edge: str, hatch: str, sign: str, ink: str) -> list[Drawn]:
    body = rect(-5, -2.2, 10, 4.4, 0.6)
    found: list[Drawn] = [Path(body, fill)]
    for steps in hatching(hatch, 9.4, 4.0, 1.1):
        solid = len(steps) > 2
        found.append(Path(steps, fill=edge) if solid else Path(steps, line=edge, width=0.2))
    found.append(Path(body, line=edge, width=0.3))
    if sign:
        found += [Path(circle(0, 0, 1.8), fill), *symbol(sign, 0, 0, 1.4, ink)]
    return found


def _points(game: Game, voice: Voice) -> Iterator[str]:
    lengths = {route.length for route in game.board.routes}
    for part in game.layout.partners(Claims):
        told = [
            voice.say("print.points.of", n=n, points=p)
            for n, p in part.points.items()
            if n in lengths
        ]
        yield " · ".join(told)


# -- the score track ------------------------------------------------------------------------------


def track(paper: Paper, voice: Voice) -> Page:
    """The numbers from 0 to 99 in a winding row: one goes round again after that."""
    box = paper.room
    side = (box.right - box.left) / 10
    things: list[Drawn] = []
    head = Column(box.left, box.top, box.right - box.left)
    head.say(voice.say("print.track"), HEAD, bold=True)
    head.say(voice.say("print.track.how"))
    top = head.y + 3
    side = min(side, (box.bottom - top) / 10)
    for n in range(LAST + 1):
        row, at = divmod(n, 10)
        column = at if row % 2 == 0 else 9 - at
        x, y = box.left + column * side, top + row * side
        fill = "#efe3c4" if n % 10 == 0 else "#f9f3e2" if n % 5 else "#f3e9cf"
        things.append(Path(rect(x, y, side, side), fill, "#9b8a5e", 0.3))
        things.append(TextLine(x + 1.5, y + 5, str(n), 4.2, bold=n % 5 == 0, fill="#5b4d2a"))
    for row in range(9):  # where it turns
        x = box.left + (9.5 if row % 2 == 0 else 0.5) * side
        y = top + (row + 1) * side
        dots = [(-1.6, -1.2), (1.6, -1.2), (0, 1.4)]
        steps = (("M", (dots[0],)), ("L", (dots[1],)), ("L", (dots[2],)), ("Z", ()))
        things.append(Path(placed(steps, x, y), "#9b8a5e"))
    return Page("score", paper.wide, paper.tall, (*head.things, *things))


# -- pieces of paper ------------------------------------------------------------------------------


def pieces(game: Game, long: float, wide: float) -> list[list[Drawn]]:
    """Strips in the colours of the seats, for a table without wooden pieces."""
    board = game.board
    each = sum(supply.count for supply in board.supplies)
    found = []
    for seat in range(board.players[1]):
        colour = SEATS.get(board.seat_colours[seat], "#999999")
        found += [_piece(colour, seat, long, wide)] * each
    return found


def _piece(colour: str, seat: int, long: float, wide: float) -> list[Drawn]:
    pale = "#f6f4ee" if colour != SEATS["white"] else "#26241f"
    y = wide / 2
    return [
        Path(rect(0, 0, long, wide), colour),
        Path(circle(long / 2, y, wide * 0.34), pale),
        TextLine(long / 2, y + wide * 0.16, str(seat + 1), wide * 0.46, bold=True, anchor="middle",
              fill="#222222" if pale != "#26241f" else "#ffffff"),
    ]  # fmt: skip


# -- tokens ---------------------------------------------------------------------------------------

TOKEN = 16.0  # millimetres


def tokens(game: Game, voice: Voice) -> list[list[Drawn]]:
    """Passengers, merchandise, stations and harbours, as many as the game has."""
    board = game.board
    found = []
    for passengers in board.passengers:
        hue = hue_of(passengers.colour)
        figure = [*_coin(), *passenger(TOKEN / 2, TOKEN / 2, 11, hue.fill, DARK)]
        figure += symbol(hue.symbol, TOKEN / 2, TOKEN * 0.68, 1.5, hue.ink)
        found += [figure] * passengers.count
    for place in board.places:
        name = writable(place.name.of(voice.language))
        size = fitting(name, 2.6, TOKEN - 6)
        said = TextLine(TOKEN / 2, TOKEN - 4, name, size, anchor="middle")
        for value in place.tokens:
            worth = TextLine(TOKEN / 2, TOKEN * 0.55, str(value), 6.5, bold=True, anchor="middle")
            found.append([*_coin(hue_of(place.token_colour).fill), worth, said])
    for seat in range(board.players[1]):
        colour = SEATS.get(board.seat_colours[seat], "#999999")
        for station in game.layout.partners(Stations):
            house = symbol("house", TOKEN / 2, TOKEN / 2, 5.5, colour)
            found += [[*_coin(), *house, _number(seat)]] * station.each
        for harbour in game.layout.partners(Harbours):
            sign = anchor(TOKEN / 2, TOKEN / 2, 5, colour)
            found += [[*_coin(), *sign, _number(seat)]] * harbour.each
    return found


def _coin(rim: str = DARK) -> list[Drawn]:
    middle = TOKEN / 2
    outer = Path(circle(middle, middle, TOKEN * 0.48), rim, DARK, 0.2)
    return [outer, Path(circle(middle, middle, TOKEN * 0.44), PALE, DARK, 0.1)]


def _number(seat: int) -> TextLine:
    """Whose it is, for whoever sees no colours."""
    return TextLine(TOKEN - 1.2, 3.4, str(seat + 1), 3.2, bold=True, anchor="end")
