"""A board file as it is written by hand: the JSON side of a board.

Every struct forbids unknown fields, every optional field has a default, and the
descriptions here are the ones of the published JSON schema. What one field alone can
get wrong is refused here; what two fields say about each other is checked by build.py and check.py.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from capotreno.board.mechanics import Mechanics

# The negative lookahead is "end of text" for Python and JavaScript alike; in Python a
# plain dollar would let a trailing line break into an id.
ID_PATTERN = r"^[a-z0-9_]{1,60}(?![\s\S])"
ITEM_ID_PATTERN = r"^[a-z0-9_/-]{1,200}(?![\s\S])"

Id = Annotated[str, Meta(pattern=ID_PATTERN)]
ItemId = Annotated[str, Meta(pattern=ITEM_ID_PATTERN)]
Colour = Annotated[str, Meta(pattern=r"^[a-z0-9_]{0,60}(?![\s\S])")]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
Sentence = Annotated[str, Meta(min_length=1, max_length=4000)]
Length = Annotated[int, Meta(ge=1, le=99)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Points = Annotated[int, Meta(ge=0, le=9999)]
# A little outside the picture is allowed: routes that wrap run off its edge.
Coordinate = Annotated[float, Meta(ge=-0.05, le=1.05)]
Angle = Annotated[float, Meta(ge=-360, le=360)]
XY = tuple[Coordinate, Coordinate]


class FileStruct(Struct, forbid_unknown_fields=True):
    """The ground of every struct of a board file."""


class NameFile(FileStruct):
    """A name in English and Italian."""

    en: Words
    it: Words


NameText = Annotated[
    Words | NameFile,
    Meta(description='One text for both languages, or {"en": ..., "it": ...}.'),
]


class CardFile(FileStruct):
    """One kind of card of a deck."""

    id: Id
    count: Annotated[int, Meta(ge=1, le=9999, description="How many copies the deck holds.")]
    name: NameText | None = None
    colour: Annotated[
        Colour | None,
        Meta(description="The colour it pays; by default its id, none for wilds and passengers."),
    ] = None
    wild: Annotated[bool, Meta(description="Stands for any colour.")] = False
    kind: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9_]{0,60}(?![\s\S])",
            description="Which kind of route it pays, such as rail or sea; empty: any.",
        ),
    ] = ""
    spaces: Annotated[
        int, Meta(ge=1, le=9, description="How many spaces one card pays at most.")
    ] = 1
    harbour: Annotated[bool, Meta(description="Bears the harbour mark.")] = False
    from_length: Annotated[
        int, Meta(ge=0, le=99, description="May only be played on routes at least this long.")
    ] = 0
    passenger: Annotated[bool, Meta(description="Moves a passenger instead of paying.")] = False


class DeckFile(FileStruct):
    """A deck of cards, its kinds in the printed order, wilds last."""

    id: Id
    cards: list[CardFile]


class SupplyFile(FileStruct):
    """The pieces of one kind that each player has."""

    kind: Annotated[Id, Meta(description="The kind of route they fill: rail, road, sea ...")]
    count: Annotated[int, Meta(ge=1, le=9999)]
    name: NameText | None = None


class PlaceFile(FileStruct):
    """A place of the map."""

    id: Id
    x: Annotated[Coordinate, Meta(description="0 at the left edge of the picture, 1 at the right.")]
    y: Annotated[Coordinate, Meta(description="0 at the top edge of the picture, 1 at the bottom.")]
    name: NameText | None = None
    kind: Annotated[Id, Meta(description="city, country, port, waypoint, location ...")] = "city"
    also_at: Annotated[
        list[XY], Meta(description="Further medallions of the same place, each [x, y].")
    ] = field(default_factory=list)
    dead_end: Annotated[
        bool, Meta(description="Every route into it ends there; nothing runs on through it.")
    ] = False
    landmark: Annotated[bool, Meta(description="A tourist attraction.")] = False
    port: Annotated[bool, Meta(description="A harbour may be built here.")] = False
    passengers: Annotated[Count, Meta(description="Passengers waiting here at the start.")] = 0
    tokens: Annotated[
        list[Points], Meta(description="Merchandise values, top of the stack first.")
    ] = field(default_factory=list)
    token_colour: Colour = ""
    marks: Annotated[list[Id], Meta(description="Free words, such as big_city.")] = field(
        default_factory=list
    )


class RegionFile(FileStruct):
    """A named set of places; tickets may name it, any of its places will do."""

    id: Id
    places: Annotated[list[Id], Meta(min_length=1)]
    name: NameText | None = None
    at: Annotated[XY | None, Meta(description="Where its name is drawn, [x, y].")] = None


class RouteFile(FileStruct):
    """One track of spaces between two places; a double route is two of them."""

    a: Id
    b: Id
    length: Annotated[Length, Meta(description="How many spaces it has.")]
    colour: Annotated[Colour, Meta(description="A card colour; gray takes any.")] = "gray"
    id: Annotated[
        ItemId | None,
        Meta(description="By default a-b; a-b/1, a-b/2 ... where several join the same places."),
    ] = None
    kind: Annotated[Id, Meta(description="Which piece fills it: rail, road, sea ...")] = "rail"
    ferry: Annotated[Count, Meta(description="How many wild cards it demands.")] = 0
    tunnel: bool = False
    rugged: Annotated[Count, Meta(description="How many of its spaces are rugged.")] = 0
    wrap: Annotated[bool, Meta(description="Runs over the map's edge.")] = False
    card_set: Annotated[
        Count, Meta(description="So many cards of any kind stand for one missing card; 0: never.")
    ] = 0
    bend: Annotated[
        float,
        Meta(
            ge=-2,
            le=2,
            description="Sideways offset of the middle over the length; positive: right of a to b.",
        ),
    ] = 0.0
    lane: Annotated[
        int, Meta(ge=-1, le=1, description="-1 left, 1 right when travelling from a to b.")
    ] = 0
    spaces: Annotated[
        list[tuple[Coordinate, Coordinate, Angle]],
        Meta(description="Every space from a to b: [x, y, degrees clockwise]."),
    ] = field(default_factory=list)
    a_at: Annotated[XY | None, Meta(description="Where it meets a, if not at its centre.")] = None
    b_at: Annotated[XY | None, Meta(description="Where it meets b, if not at its centre.")] = None
    reconstructed: Annotated[bool, Meta(description="Not attested by any witness.")] = False


class OptionFile(FileStruct):
    """One of several destinations of a ticket."""

    stop: Id
    points: Points


class TicketFile(FileStruct):
    """A ticket: two stops, a tour of more, or one stop and several options."""

    stops: Annotated[
        list[Id],
        Meta(min_length=1, max_length=20, description="Places or regions; a tour in its order."),
    ]
    points: Annotated[
        Points | None, Meta(description="Needed unless there are options: then their highest.")
    ] = None
    options: Annotated[
        list[OptionFile], Meta(description="Other ends of a ticket with a single stop.")
    ] = field(default_factory=list)
    points_in_order: Annotated[
        Points | None, Meta(description="For a tour visited in the printed order.")
    ] = None
    penalty: Annotated[
        Points | None,
        Meta(description="Taken off if not done; by default the points, or the lowest option."),
    ] = None
    points_in: Annotated[
        dict[Id, Points], Meta(description="The value printed in other editions, by edition.")
    ] = field(default_factory=dict)
    deck: Annotated[Id, Meta(description="The ticket deck it belongs to.")] = "normal"
    id: Annotated[ItemId | None, Meta(description="By default its stops joined by hyphens.")] = None
    marks: Annotated[list[Id], Meta(description="Free words, such as big_city.")] = field(
        default_factory=list
    )
    reconstructed: Annotated[bool, Meta(description="Not attested by any witness.")] = False


class PassengersFile(FileStruct):
    """The passengers of one colour in the bag."""

    colour: Id
    count: Annotated[int, Meta(ge=1, le=9999)]
    name: NameText | None = None


class PictureFile(FileStruct):
    """The picture that all positions refer to."""

    aspect: Annotated[float, Meta(ge=0.1, le=10, description="Width over height.")] = 1.5


class WitnessFile(FileStruct):
    """A source of the board's facts."""

    what: Sentence
    source: Sentence
    agrees: Annotated[str, Meta(max_length=4000)] = ""


class SentencesFile(FileStruct):
    """A sentence in English and Italian."""

    en: Sentence
    it: Sentence


SentenceText = Annotated[
    Sentence | SentencesFile,
    Meta(description='One sentence for both languages, or {"en": ..., "it": ...}.'),
]


class ProvenanceFile(FileStruct):
    """Where the board's facts come from and how sure they are."""

    witnesses: list[WitnessFile] = field(default_factory=list)
    doubts: list[Sentence] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)
    reconstructed: Annotated[
        list[SentenceText],
        Meta(description="What no source attests, in sentences a player may read."),
    ] = field(default_factory=list)


Paint = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}(?![\s\S])")]


class LayerFile(FileStruct):
    """Shapes of one role; layers are painted in the order of the file."""

    role: Id
    paths: Annotated[list[str], Meta(min_length=1, description="SVG path data, even-odd.")]


class LabelFile(FileStruct):
    """A name on the picture that is no place of the game: a sea, a river, a neighbour."""

    text: NameFile
    x: float
    y: float
    size: Annotated[float, Meta(gt=0, le=100, description="Height of the letters.")]
    role: Id
    angle: Annotated[float, Meta(ge=-180, le=180, description="Degrees clockwise.")] = 0.0


class DrawingFile(FileStruct):
    """A whole drawing."""

    format: Literal["capotreno-drawing/1"]
    board: Id
    size: tuple[float, float]
    layers: Annotated[list[LayerFile], Meta(min_length=1)]
    theme: dict[Id, Paint] = field(default_factory=dict)
    labels: list[LabelFile] = field(default_factory=list)
    source: str = ""


class BoardFile(FileStruct):
    """A whole board file."""

    format: Literal["capotreno-board/1"]
    id: Id
    name: NameText
    places: Annotated[list[PlaceFile], Meta(min_length=2, max_length=2000)]
    routes: Annotated[list[RouteFile], Meta(min_length=1, max_length=5000)]
    players: Annotated[
        tuple[int, int], Meta(description="The fewest and the most players, 1 to 8.")
    ] = (2, 5)
    seat_colours: Annotated[
        list[Id], Meta(description="The players' colours; at least as many as players.")
    ] = field(default_factory=list)
    minutes: Annotated[
        int, Meta(ge=0, le=999, description="How long a game takes, roughly; 0: not said.")
    ] = 0
    decks: list[DeckFile] = field(default_factory=list)
    supplies: list[SupplyFile] = field(default_factory=list)
    regions: list[RegionFile] = field(default_factory=list)
    tickets: Annotated[list[TicketFile], Meta(max_length=5000)] = field(default_factory=list)
    passengers: Annotated[
        list[PassengersFile], Meta(description="The passengers in the bag, by colour.")
    ] = field(default_factory=list)
    route_points: Annotated[
        dict[Annotated[int, Meta(ge=1, le=99)], Points],
        Meta(description="Points by route length; left out: the classic ones."),
    ] = field(default_factory=dict)
    not_twins: Annotated[
        list[tuple[Id, Id]],
        Meta(description="Pairs of places whose several tracks are no double route."),
    ] = field(default_factory=list)
    game: Annotated[
        Mechanics | None,
        Meta(description="The rules a board of your own is played by; left out: the classic."),
    ] = None
    schema: Annotated[str, Meta(description="For editors; not read.")] = field(
        default="", name="$schema"
    )
    picture: PictureFile = field(default_factory=PictureFile)
    drawing: Annotated[
        DrawingFile | None, Meta(description="What lies behind the board; left out: plain paper.")
    ] = None
    provenance: ProvenanceFile = field(default_factory=ProvenanceFile)
