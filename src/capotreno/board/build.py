"""From a decoded board file to a board: defaults, derived ids, twins, references resolved."""

from collections import defaultdict
from collections.abc import Sequence

from capotreno.board.check.laws import check, twice
from capotreno.board.errors import BoardError, unknown
from capotreno.board.format import (
    BoardFile,
    CardFile,
    NameFile,
    PlaceFile,
    RouteFile,
    SentencesFile,
    TicketFile,
)
from capotreno.board.model import (
    Board,
    Card,
    Name,
    Option,
    PassengersOfColour,
    Place,
    Point,
    Region,
    Route,
    RouteDrawing,
    Space,
    Supply,
    Ticket,
    Witness,
)

SEAT_COLOURS = ("blue", "red", "green", "yellow", "black", "white", "purple", "orange")

MOST_TRACKS = 9

# Words that need no translation by a board's maker.
WORDS = {
    "black": Name("black", "nero"),
    "blue": Name("blue", "blu"),
    "gray": Name("gray", "grigio"),
    "green": Name("green", "verde"),
    "orange": Name("orange", "arancione"),
    "pink": Name("pink", "rosa"),
    "purple": Name("purple", "viola"),
    "red": Name("red", "rosso"),
    "white": Name("white", "bianco"),
    "yellow": Name("yellow", "giallo"),
    "wild": Name("wild", "jolly"),
    "rail": Name("train", "treno"),
    "road": Name("wagon", "vagone"),
    "sea": Name("ship", "nave"),
}


def build(data: BoardFile, file: str) -> Board:
    """The board a file describes, or a `BoardError`."""
    board = unchecked(data, file)
    check(board, file)
    return board


def unchecked(data: BoardFile, file: str) -> Board:
    """The same, whatever is wrong with it; a `BoardError` only where a name names nothing."""
    return _Builder(data, file).board()


def route_ids(routes: Sequence[RouteFile]) -> list[str]:
    """Every route's id: its own, or its ends, numbered where several tracks join them."""
    tracks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, route in enumerate(routes):
        tracks[_pair(route.a, route.b)].append(index)
    ids = [""] * len(routes)
    for indices in tracks.values():
        first = routes[indices[0]]
        _number(ids, indices, f"{first.a}-{first.b}", [routes[i].id for i in indices])
    return ids


def ticket_ids(tickets: Sequence[TicketFile]) -> list[str]:
    """Every ticket's id: its own, or its stops, numbered where a ticket comes twice."""
    same: dict[str, list[int]] = defaultdict(list)
    for index, ticket in enumerate(tickets):
        same["-".join(ticket.stops) + ("-any" if ticket.options else "")].append(index)
    ids = [""] * len(tickets)
    for stem, indices in same.items():
        _number(ids, indices, stem, [tickets[i].id for i in indices])
    return ids


def _number(ids: list[str], indices: list[int], stem: str, own: list[str | None]) -> None:
    for number, (index, id) in enumerate(zip(indices, own, strict=True), start=1):
        ids[index] = id or (stem if len(indices) == 1 else f"{stem}/{number}")


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


class _Builder:
    """One board file being turned into a board."""

    def __init__(self, data: BoardFile, file: str) -> None:
        self.data = data
        self.file = file
        # Before any reference is resolved: with two places of one id, another is missing.
        for item, fault in twice("place", (place.id for place in data.places)):
            raise BoardError(file, item, fault)
        self.place_index = {place.id: index for index, place in enumerate(data.places)}
        self.stops = frozenset(self.place_index).union(region.id for region in data.regions)

    def board(self) -> Board:
        data = self.data
        provenance = data.provenance
        cards = tuple(_card(deck.id, card) for deck in data.decks for card in deck.cards)
        return Board(
            id=data.id,
            name=_name(data.name, data.id),
            players=data.players,
            seat_colours=tuple(data.seat_colours) or SEAT_COLOURS[: max(data.players[1], 0)],
            colours=tuple(dict.fromkeys(card.colour for card in cards if card.colour)),
            cards=cards,
            supplies=tuple(Supply(s.kind, _name(s.name, s.kind), s.count) for s in data.supplies),
            places=tuple(_place(index, place) for index, place in enumerate(data.places)),
            regions=self.regions(),
            routes=self.routes(),
            tickets=self.tickets(),
            passengers=tuple(
                PassengersOfColour(p.colour, _name(p.name, p.colour), p.count)
                for p in data.passengers
            ),
            route_points=self.route_points(),
            aspect=data.picture.aspect,
            notes=tuple(provenance.notes),
            witnesses=tuple(Witness(w.what, w.source, w.agrees) for w in provenance.witnesses),
            doubts=tuple(provenance.doubts),
            reconstructed=tuple(_name(s, "") for s in provenance.reconstructed),
            minutes=data.minutes,
            game=data.game,
        )

    def place_of(self, item: str, id: str) -> int:
        if id not in self.place_index:
            raise BoardError(self.file, item, unknown("place", id, self.place_index))
        return self.place_index[id]

    def regions(self) -> tuple[Region, ...]:
        return tuple(
            Region(
                region.id,
                _name(region.name, region.id),
                tuple(self.place_of(f"region {region.id}", id) for id in region.places),
                Point(*region.at) if region.at else None,
            )
            for region in self.data.regions
        )

    def routes(self) -> tuple[Route, ...]:
        ids = route_ids(self.data.routes)
        twins: dict[tuple[str, str], list[int]] = defaultdict(list)
        for index, route in enumerate(self.data.routes):
            twins[_pair(route.a, route.b)].append(index)
        for tracks in twins.values():
            if len(tracks) > MOST_TRACKS:
                item = f"route {ids[tracks[MOST_TRACKS]]}"
                raise BoardError(
                    self.file, item, f"more than {MOST_TRACKS} tracks join the same two places"
                )
        for a, b in self.data.not_twins:
            self.place_of("not_twins", a)
            self.place_of("not_twins", b)
            if twins.pop(_pair(a, b), None) is None:
                raise BoardError(self.file, "not_twins", f"no route joins '{a}' and '{b}'")
        return tuple(
            self.route(index, ids[index], route, twins.get(_pair(route.a, route.b), []))
            for index, route in enumerate(self.data.routes)
        )

    def route(self, index: int, id: str, route: RouteFile, tracks: list[int]) -> Route:
        return Route(
            id=id,
            index=index,
            a=self.place_of(f"route {id}", route.a),
            b=self.place_of(f"route {id}", route.b),
            length=route.length,
            colour="" if route.colour == "gray" else route.colour,
            kind=route.kind,
            ferry=route.ferry,
            tunnel=route.tunnel,
            rugged=route.rugged,
            wrap=route.wrap,
            card_set=route.card_set,
            twins=tuple(track for track in tracks if track != index),
            reconstructed=route.reconstructed,
            drawing=RouteDrawing(
                bend=route.bend,
                lane=route.lane,
                spaces=tuple(Space(*space) for space in route.spaces),
                a_at=Point(*route.a_at) if route.a_at else None,
                b_at=Point(*route.b_at) if route.b_at else None,
            ),
        )

    def tickets(self) -> tuple[Ticket, ...]:
        ids = ticket_ids(self.data.tickets)
        return tuple(
            self.ticket(index, ids[index], ticket) for index, ticket in enumerate(self.data.tickets)
        )

    def ticket(self, index: int, id: str, ticket: TicketFile) -> Ticket:
        for stop in [*ticket.stops, *(option.stop for option in ticket.options)]:
            if stop not in self.stops:
                raise BoardError(self.file, f"ticket {id}", unknown("place", stop, self.stops))
        values = [option.points for option in ticket.options]
        points = max(values) if ticket.points is None and values else ticket.points
        if points is None:
            raise BoardError(self.file, f"ticket {id}", "the field 'points' is missing")
        in_order = points if ticket.points_in_order is None else ticket.points_in_order
        lowest = min(values, default=points)
        return Ticket(
            id=id,
            index=index,
            deck=ticket.deck,
            stops=tuple(ticket.stops),
            options=tuple(Option(option.stop, option.points) for option in ticket.options),
            points=points,
            points_in_order=in_order,
            penalty=lowest if ticket.penalty is None else ticket.penalty,
            points_in=tuple(ticket.points_in.items()),
            marks=frozenset(ticket.marks),
            reconstructed=ticket.reconstructed,
        )

    def route_points(self) -> tuple[int, ...]:
        table = self.data.route_points
        if not table:
            return ()
        for id, route in zip(route_ids(self.data.routes), self.data.routes, strict=True):
            if route.length not in table:
                fault = f"route_points has no points for its length {route.length}"
                raise BoardError(self.file, f"route {id}", fault)
        return tuple(table.get(length, 0) for length in range(max(table) + 1))


def _name(text: str | NameFile | SentencesFile | None, word: str) -> Name:
    if text is None:
        return WORDS.get(word) or Name(*[word.replace("_", " ").title()] * 2)
    if isinstance(text, str):
        return Name(text, text)
    return Name(text.en, text.it)


def _card(deck: str, card: CardFile) -> Card:
    plain = not card.wild and not card.passenger
    return Card(
        id=card.id,
        name=_name(card.name, card.id),
        deck=deck,
        colour=card.colour if card.colour is not None else card.id if plain else "",
        wild=card.wild,
        count=card.count,
        kind=card.kind,
        spaces=card.spaces,
        harbour=card.harbour,
        from_length=card.from_length,
        passenger=card.passenger,
    )


def _place(index: int, place: PlaceFile) -> Place:
    return Place(
        id=place.id,
        index=index,
        name=_name(place.name, place.id),
        kind=place.kind,
        at=Point(place.x, place.y),
        also_at=tuple(Point(*at) for at in place.also_at),
        dead_end=place.dead_end,
        landmark=place.landmark,
        port=place.port,
        passengers=place.passengers,
        tokens=tuple(place.tokens),
        token_colour=place.token_colour,
        marks=frozenset(place.marks),
    )
