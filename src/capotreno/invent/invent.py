"""A whole board from a seed: land, places, routes, cards, tickets and the drawing behind it."""

import json

from capotreno.board.load import parse
from capotreno.board.model import Name
from capotreno.engine.chance import seeded
from capotreno.engine.errors import CapotrenoError
from capotreno.games.own.faults import SEATS
from capotreno.games.own.game import own
from capotreno.invent.land import WIDTH, Land, imagined, region
from capotreno.invent.luck import Luck
from capotreno.invent.places import Town, settle
from capotreno.invent.routes import Track, lay
from capotreno.invent.scenery import scenery
from capotreno.invent.tickets import issue

PLACES = (8, 80)
#: The colours of cards, as many as a board of some size can use.
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
TIGHT = 0.73  # pieces of all players over the spaces of the map, as on the printed boards
FULL = 0.9  # the same where there is little room
ENOUGH = 16  # pieces for a game with a few tickets
FEWEST_PIECES, MOST_PIECES = 10, 45


def invent(places: int, players: int, seed: int, country: str | None = None) -> bytes:
    """The file of a board; the same numbers give the same file, always and everywhere."""
    fewest, most = PLACES
    if not fewest <= places <= most:
        raise CapotrenoError(f"a board is invented with {fewest} to {most} places, not {places}")
    if not SEATS[0] <= players <= SEATS[1]:
        raise CapotrenoError(
            f"a board is invented for {SEATS[0]} to {SEATS[1]} players, not for {players}"
        )
    luck = Luck(seeded(seed))
    land = region(country) if country else imagined(luck)
    towns = settle(land, places, luck)
    colours = colours_for(places)
    tracks = lay(land, towns, colours, luck)
    id = f"invented_{country or 'land'}_{places}_{players}_{seed}"
    content = _written(_file(id, _name(land, country, seed), land, towns, tracks, players, luck))
    own(parse(content, f"{id}.json"))  # it can be played
    return content


def colours_for(places: int) -> list[str]:
    """The colours of cards that a board of so many places can use."""
    return list(COLOURS[: 4 if places < 14 else 6 if places < 22 else len(COLOURS)])


def _name(land: Land, country: str | None, seed: int) -> Name:
    if country is None:
        return land.name
    return Name(f"{land.name.en} (invented {seed})", f"{land.name.it} (mappa inventata {seed})")


def _file(
    id: str,
    name: Name,
    land: Land,
    towns: list[Town],
    tracks: list[Track],
    players: int,
    luck: Luck,
) -> dict[str, object]:
    spaces = sum(track.length for track in tracks)
    pieces = pieces_for(spaces, players)
    if pieces < FEWEST_PIECES:
        raise CapotrenoError(f"{len(towns)} places are too few for {players} players")
    colours = sorted({track.colour for track in tracks} - {""}, key=COLOURS.index)
    each = min(max(round(spaces / len(colours) * 0.35), 6 + players), 16)
    cards: list[dict[str, object]] = [{"id": colour, "count": each} for colour in colours]
    cards.append({"id": "wild", "wild": True, "count": round(each * 1.2)})
    return {
        "format": "capotreno-board/1",
        "id": id,
        "name": {"en": name.en, "it": name.it},
        "players": [2, players],
        "minutes": 10 * round((5 + pieces * 1.1) / 10),
        "picture": {"aspect": land.aspect},
        "decks": [{"id": "train", "cards": cards}],
        "supplies": [{"kind": "rail", "count": pieces}],
        "places": [
            {
                "id": town.id,
                "name": text_of(town.name),
                "x": round(town.at[0] / WIDTH, 4),
                "y": round(town.at[1] / land.height, 4),
            }
            for town in towns
        ],
        "routes": [route_of(towns, track) for track in tracks],
        "tickets": [
            {"stops": [towns[a].id, towns[b].id], "points": points}
            for (a, b), points in issue(tracks, len(towns), players, pieces, luck)
        ],
        "provenance": {"notes": ["Invented by chance.", land.source]},
        "drawing": scenery(id, land, towns, tracks, luck),
    }


def pieces_for(spaces: int, players: int) -> int:
    """As on the printed boards; on a small map for many as many as it bears."""
    share = spaces / players
    return min(max(round(TIGHT * share), min(ENOUGH, round(FULL * share))), MOST_PIECES)


def text_of(name: Name) -> object:
    """A name as a file has it."""
    return name.en if name.en == name.it else {"en": name.en, "it": name.it}


def route_of(towns: list[Town], track: Track) -> dict[str, object]:
    """A route as a file has it."""
    route: dict[str, object] = {"a": towns[track.a].id, "b": towns[track.b].id}
    route["length"] = track.length
    if track.colour:
        route["colour"] = track.colour
    if track.ferry:
        route["ferry"] = track.ferry
    if track.lane:
        route["lane"] = track.lane
    return route


def _written(data: dict[str, object]) -> bytes:
    """The file with one line for each thing, so that a person can change it."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in value)
            text = f"[\n    {items}\n  ]"
        else:
            text = json.dumps(value, ensure_ascii=False)
        lines.append(f'  "{key}": {text}')
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
