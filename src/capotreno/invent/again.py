"""A board of which one keeps what one likes: the rest is invented again, on the same land."""

from typing import Annotated

from msgspec import Meta, Struct

from capotreno.board.drawing import outline
from capotreno.board.errors import CapotrenoError, quoted
from capotreno.board.format import Id, NameFile, PlaceFile, RouteFile
from capotreno.board.model import Name
from capotreno.engine.chance import seeded
from capotreno.games.own.faults import SEATS
from capotreno.invent.invent import PLACES, colours_for, pieces_for, route_of, text_of
from capotreno.invent.land import ASPECT, WIDTH, Land, Ring, area
from capotreno.invent.luck import Luck
from capotreno.invent.places import Town, settle
from capotreno.invent.routes import Track, lay
from capotreno.invent.tickets import issue

FEWEST_PIECES = 4  # a player's, or no ticket would be within reach
ENOUGH_PIECES = 60  # more reach everywhere: the tickets would be no others
CORNERS = 3  # of a piece of land, at least


class Rest(Struct, forbid_unknown_fields=True):
    """What of a board stays, and how much is invented around it."""

    count: Annotated[int, Meta(ge=PLACES[0], le=PLACES[1])]
    players: Annotated[int, Meta(ge=SEATS[0], le=SEATS[1])] = 5
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    aspect: Annotated[float, Meta(ge=0.1, le=10)] = ASPECT
    land: Annotated[
        list[str], Meta(max_length=200, description="Path data; none: all is land.")
    ] = []
    places: Annotated[list[PlaceFile], Meta(max_length=PLACES[1])] = []
    routes: Annotated[list[RouteFile], Meta(max_length=5 * PLACES[1])] = []
    colours: Annotated[list[Id], Meta(max_length=12)] = []
    pieces: Annotated[int, Meta(ge=0, le=9999)] = 0


def again(rest: Rest) -> dict[str, object]:
    """The places and routes that are new, and tickets for all of them, as a board's file has them.

    Also the colours of the cards and how many pieces everybody needs, for a file that has none.
    """
    luck = Luck(seeded(rest.seed))
    land = _land(rest)
    known = [_town(place, land) for place in rest.places]
    index = {town.id: at for at, town in enumerate(known)}
    colours = rest.colours or colours_for(rest.count)
    tracks = [_track(route, index) for route in rest.routes]
    towns = settle(land, max(rest.count, len(known)), luck, known)
    laid = lay(land, towns, colours, luck, tracks)
    pieces = rest.pieces or pieces_for(sum(track.length for track in laid), rest.players)
    near = min(max(pieces, FEWEST_PIECES), ENOUGH_PIECES)
    return {
        "places": [
            {
                "id": town.id,
                "name": text_of(town.name),
                "x": round(town.at[0] / WIDTH, 4),
                "y": round(town.at[1] / land.height, 4),
            }
            for town in towns[len(known) :]
        ],
        "routes": [route_of(towns, track) for track in laid[len(tracks) :]],
        "tickets": [
            {"stops": [towns[a].id, towns[b].id], "points": points}
            for (a, b), points in issue(laid, len(towns), rest.players, near, luck)
        ],
        "colours": colours,
        "pieces": pieces,
    }


def _land(rest: Rest) -> Land:
    """The shapes of land that the board's drawing has; without any the whole picture."""
    try:
        rings = [tuple(ring) for path in rest.land for ring in outline(path)]
    except ValueError as error:
        raise CapotrenoError(f"land: {error}") from None
    rings = sorted((r for r in rings if len(r) >= CORNERS), key=lambda ring: -area(ring))
    height = WIDTH / rest.aspect
    whole: Ring = ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, height), (0.0, height))
    return Land(Name("", ""), rest.aspect, tuple(rings) or (whole,), (), "")


def _town(place: PlaceFile, land: Land) -> Town:
    at = place.x * WIDTH, place.y * land.height
    name = place.name or place.id
    both = Name(name.en, name.it) if isinstance(name, NameFile) else Name(name, name)
    return Town(place.id, both, at, land.piece_of(at))


def _track(route: RouteFile, index: dict[str, int]) -> Track:
    for end in (route.a, route.b):
        if end not in index:
            raise CapotrenoError(f"a route that stays needs its place {quoted(end)}")
    if route.a == route.b:
        raise CapotrenoError(f"a route runs from {quoted(route.a)} to itself")
    ends = sorted((index[route.a], index[route.b]))
    return Track(ends[0], ends[1], route.length, route.colour, route.ferry, route.lane)
