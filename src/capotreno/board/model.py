"""A board as frozen values: what is printed on the map, the cards and the tickets.

Nothing here knows a rule. Indices are positions in the board's own tuples, so that
the engine can speak in ints and the border in ids.
"""

from dataclasses import dataclass

from capotreno.board.errors import NoSuchThing
from capotreno.board.mechanics import Mechanics


@dataclass(frozen=True)
class Name:
    """A name in the two languages of the project."""

    en: str
    it: str

    def of(self, language: str) -> str:
        return self.it if language == "it" else self.en


@dataclass(frozen=True)
class Point:
    """A position on the board's picture, 0..1 in both directions; y points down."""

    x: float
    y: float


@dataclass(frozen=True)
class Space:
    """Where one space of a route is drawn: its centre and its angle, degrees clockwise."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Place:
    """A named or unnamed point of the map where routes meet.

    A dead end is reached by every route separately: nothing runs on through it.
    """

    id: str
    index: int
    name: Name
    kind: str  # "city", "country", "port", "waypoint", "location" ...
    at: Point
    also_at: tuple[Point, ...]  # further medallions of the same place
    dead_end: bool
    landmark: bool
    port: bool
    passengers: int  # how many passengers wait here at the start
    tokens: tuple[int, ...]  # merchandise, top of the stack first
    token_colour: str
    marks: frozenset[str]  # free words of the board's maker, such as "big_city"


@dataclass(frozen=True)
class Region:
    """A named set of places: a country with several crossings, a corner of the map."""

    id: str
    name: Name
    places: tuple[int, ...]
    at: Point | None = None  # where its name is drawn


@dataclass(frozen=True)
class RouteDrawing:
    """Hints for drawing a route; no rule reads them."""

    bend: float  # sideways offset of the middle, over the length; positive to the right of a -> b
    lane: int  # -1 left, 0 middle, 1 right when travelling from a to b
    spaces: tuple[Space, ...]  # every space from a to b, where known
    a_at: Point | None  # where the route meets a, if not at its centre
    b_at: Point | None


@dataclass(frozen=True)
class Route:
    """A printed track of spaces between two places."""

    id: str
    index: int
    a: int
    b: int
    length: int
    colour: str  # a card colour, or "" for a gray route, which takes any
    kind: str  # which piece fills it: "rail", "road", "sea"
    ferry: int  # how many wild cards it demands
    tunnel: bool
    rugged: int  # how many of its spaces are rugged
    wrap: bool  # runs over the map's edge
    card_set: int  # so many cards of any kind may stand for one missing card; 0: never
    twins: tuple[int, ...]  # the other tracks between the same two places
    reconstructed: bool
    drawing: RouteDrawing


@dataclass(frozen=True)
class Option:
    """One of several destinations of a ticket, with its own value."""

    stop: str  # a place's or region's id
    points: int


@dataclass(frozen=True)
class Ticket:
    """A printed ticket: two ends, a tour of several stops, or one end and several options.

    Stops are ids of places or regions; `Board.places_of` resolves both.
    """

    id: str
    index: int
    deck: str
    stops: tuple[str, ...]
    options: tuple[Option, ...]
    points: int  # all stops connected (with options: the highest of them)
    points_in_order: int  # a tour visited in the printed order; equal to points if no tour
    penalty: int  # taken off if not done; positive
    points_in: tuple[tuple[str, int], ...]  # the value printed in other editions, by edition
    marks: frozenset[str]
    reconstructed: bool

    @property
    def tour(self) -> bool:
        return len(self.stops) > 2


@dataclass(frozen=True)
class Card:
    """One kind of card in a deck, with how many copies there are."""

    id: str
    name: Name
    deck: str
    colour: str  # "" for wilds and cards of no colour
    wild: bool
    count: int
    kind: str  # which routes it pays: "" any, or "rail", "sea"
    spaces: int  # how many spaces it pays at most
    harbour: bool  # bears the harbour mark
    from_length: int  # may only be played on routes at least this long
    passenger: bool  # moves a passenger instead of paying


@dataclass(frozen=True)
class Supply:
    """Pieces of one kind in a player's colour."""

    kind: str  # what it stands on: "rail", "road", "sea"
    name: Name
    count: int


@dataclass(frozen=True)
class PassengersOfColour:
    """The passengers in the bag, by colour."""

    colour: str
    name: Name
    count: int


@dataclass(frozen=True)
class Witness:
    """A source of the board's facts, and how far it agrees with them."""

    what: str
    source: str
    agrees: str


@dataclass(frozen=True)
class Board:
    """A whole board: frozen, checked by the loader, shared by every game on it."""

    id: str
    name: Name
    players: tuple[int, int]
    seat_colours: tuple[str, ...]
    colours: tuple[str, ...]  # card colours, in printed order
    cards: tuple[Card, ...]
    supplies: tuple[Supply, ...]
    places: tuple[Place, ...]
    regions: tuple[Region, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    passengers: tuple[PassengersOfColour, ...]
    route_points: tuple[int, ...]  # by length, index 0 unused; empty where none are printed
    aspect: float  # width over height of the picture
    notes: tuple[str, ...]
    witnesses: tuple[Witness, ...]
    doubts: tuple[str, ...]
    reconstructed: tuple[Name, ...]  # what is not attested, in words a player may read
    minutes: int = 0  # how long a game takes, roughly; 0: not said
    game: Mechanics | None = None  # what the file chooses for a game of its own

    def place(self, id: str) -> Place:
        for place in self.places:
            if place.id == id:
                return place
        raise NoSuchThing(f"{self.id} has no place {id!r:.60}")

    def route(self, id: str) -> Route:
        for route in self.routes:
            if route.id == id:
                return route
        raise NoSuchThing(f"{self.id} has no route {id!r:.60}")

    def ticket(self, id: str) -> Ticket:
        for ticket in self.tickets:
            if ticket.id == id:
                return ticket
        raise NoSuchThing(f"{self.id} has no ticket {id!r:.60}")

    def places_of(self, stop: str) -> tuple[int, ...]:
        """The places a ticket's stop means: one place, or all places of a region."""
        for place in self.places:
            if place.id == stop:
                return (place.index,)
        for region in self.regions:
            if region.id == stop:
                return region.places
        raise NoSuchThing(f"{self.id} has no place or region {stop!r:.60}")

    def name_of(self, stop: str) -> Name:
        for place in self.places:
            if place.id == stop:
                return place.name
        for region in self.regions:
            if region.id == stop:
                return region.name
        raise NoSuchThing(f"{self.id} has no place or region {stop!r:.60}")
