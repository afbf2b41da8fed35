"""The outlines that `capotreno invent --region` knows: `python -m tools.geography.regions`.

Coasts and borders are Natural Earth's (public domain), fetched with npm as for the drawings. What
is written holds each country's own land and its neighbours' inside one picture, 1000 units wide.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from pathlib import Path
from typing import Any

from capotreno.invent.land import inside
from tools.drawing.atlas import Line, Point, Topology, fetch, joined
from tools.drawing.outline import area, clipped, thinned

TARGET = Path(__file__).parents[2] / "src" / "capotreno" / "invent" / "outlines.json"
WIDTH = 1000
MARGIN = 0.06  # of the picture, around the land
FINE = 14.0  # corners of smaller triangles go, in square units
SMALL = 150.0  # islands of less are not drawn
FAR = 0.25  # an island farther from the mainland's box than this much of its size is overseas
ASPECTS = (0.66, 1.7)

#: Natural Earth's name, and what people call it.
REGIONS = {
    "argentina": ("Argentina", "Argentina", "Argentina"),
    "australia": ("Australia", "Australia", "Australia"),
    "brazil": ("Brazil", "Brazil", "Brasile"),
    "britain": ("United Kingdom", "Britain", "Gran Bretagna"),
    "egypt": ("Egypt", "Egypt", "Egitto"),
    "france": ("France", "France", "Francia"),
    "greece": ("Greece", "Greece", "Grecia"),
    "iceland": ("Iceland", "Iceland", "Islanda"),
    "india": ("India", "India", "India"),
    "ireland": ("Ireland", "Ireland", "Irlanda"),
    "italy": ("Italy", "Italy", "Italia"),
    "japan": ("Japan", "Japan", "Giappone"),
    "madagascar": ("Madagascar", "Madagascar", "Madagascar"),
    "mexico": ("Mexico", "Mexico", "Messico"),
    "new_zealand": ("New Zealand", "New Zealand", "Nuova Zelanda"),
    "poland": ("Poland", "Poland", "Polonia"),
    "portugal": ("Portugal", "Portugal", "Portogallo"),
    "romania": ("Romania", "Romania", "Romania"),
    "south_africa": ("South Africa", "South Africa", "Sudafrica"),
    "spain": ("Spain", "Spain", "Spagna"),
    "turkey": ("Turkey", "Turkey", "Turchia"),
    "ukraine": ("Ukraine", "Ukraine", "Ucraina"),
}

#: The towns that a country's boards have, with longitude and latitude: English, Italian if another.
TOWNS = {
    "italy": """
        Rome/Roma 12.50 41.90; Milan/Milano 9.19 45.46; Naples/Napoli 14.27 40.85;
        Turin/Torino 7.68 45.07; Palermo 13.36 38.12; Florence/Firenze 11.25 43.77;
        Venice/Venezia 12.33 45.44; Bari 16.87 41.12; Genoa/Genova 8.93 44.41;
        Bologna 11.34 44.49; Cagliari 9.11 39.22; Catania 15.09 37.50; Verona 10.99 45.44;
        Pisa 10.40 43.72; Messina 15.55 38.19; Sassari 8.56 40.73; Trieste 13.77 45.65;
        Udine 13.24 46.06; Trento 11.12 46.07; Bolzano 11.35 46.50; Perugia 12.39 43.11;
        Ancona 13.52 43.62; Pescara 14.21 42.46; L’Aquila 13.40 42.35; Foggia 15.55 41.46;
        Taranto 17.24 40.47; Lecce 18.17 40.35; Potenza 15.80 40.64; Cosenza 16.25 39.30;
        Reggio Calabria 15.65 38.11; Syracuse/Siracusa 15.29 37.08; Agrigento 13.58 37.31;
        Trapani 12.51 38.02; Olbia 9.50 40.92; Nuoro 9.33 40.32; Livorno 10.31 43.55;
        La Spezia 9.82 44.10; Rimini 12.57 44.06; Ravenna 12.20 44.42; Parma 10.33 44.80;
        Piacenza 9.70 45.05; Aosta 7.32 45.74; Cuneo 7.55 44.38; Sondrio 9.87 46.17;
        Brescia 10.22 45.54; Siena 11.33 43.32; Grosseto 11.11 42.76; Campobasso 14.66 41.56;
        Salerno 14.76 40.68; Crotone 17.13 39.08; Viterbo 12.10 42.42; Brindisi 17.94 40.64;
        Matera 16.60 40.67; Sanremo 7.78 43.82; Oristano 8.59 39.90; Ferrara 11.62 44.84
    """,
}


def towns(text: str) -> list[tuple[str, str, float, float]]:
    """The names and positions of a list above."""
    found = []
    for entry in text.split(";"):
        name, x, y = entry.strip().rsplit(" ", 2)
        en, _, it = name.partition("/")
        found.append((en, it or en, float(x), float(y)))
    return found


def ashore(spot: Point, land: list[list[int]]) -> Point:
    """The nearest spot that is well on land: outlines are thinned, and ports stand at the coast."""
    shapes = [tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in land]
    for reach in range(60):
        for turn in range(24):
            x = spot[0] + reach * math.cos(turn * math.pi / 12)
            y = spot[1] + reach * math.sin(turn * math.pi / 12)
            near = [(x + dx, y + dy) for dx in (-6, 0, 6) for dy in (-6, 0, 6)]
            if all(any(inside(shape, one) for shape in shapes) for one in near):
                return x, y
    raise ValueError(f"no land near {spot}")


def rings(world: Topology, shape: dict[str, Any]) -> list[Line]:
    """The outer ring of each of a country's pieces."""
    return [joined(world.arcs, polygon[0]) for polygon in world.polygons(shape)]


def box(line: Line) -> tuple[float, float, float, float]:
    """Its smallest rectangle."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), min(ys), max(xs), max(ys)


def at_home(pieces: list[Line]) -> list[Line]:
    """The mainland and the islands near it."""
    pieces = sorted(pieces, key=lambda ring: -abs(area(ring)))
    left, bottom, right, top = box(pieces[0])
    near = FAR * max(right - left, top - bottom)
    home = (left - near, bottom - near, right + near, top + near)
    found = []
    for ring in pieces:
        x0, y0, x1, y1 = box(ring)
        if x1 >= home[0] and y1 >= home[1] and x0 <= home[2] and y0 <= home[3]:
            found.append(ring)
    return found


def flat(ring: Line) -> list[int]:
    """x, y, x, y ... in whole units."""
    return [round(value) for point in ring for value in point]


def region(world: Topology, name: str) -> dict[str, object]:
    """A country in its picture."""
    called, en, it = REGIONS[name]
    shapes = world.objects["countries"]
    shape = next(one for one in shapes if one["properties"]["name"] == called)
    land = at_home(rings(world, shape))
    left, bottom, right, top = box([point for ring in land for point in ring])
    shrink = math.cos(math.radians((bottom + top) / 2))
    wide, high = (right - left) * shrink, top - bottom
    wide, high = wide * (1 + 2 * MARGIN), high * (1 + 2 * MARGIN)
    aspect = min(max(wide / high, ASPECTS[0]), ASPECTS[1])
    scale = WIDTH / max(wide, high * aspect)
    centre = ((left + right) / 2, (bottom + top) / 2)
    height = WIDTH / aspect

    def placed(line: Line) -> Line:
        return [
            ((x - centre[0]) * shrink * scale + WIDTH / 2, (centre[1] - y) * scale + height / 2)
            for x, y in line
        ]

    def drawn(lines: list[Line]) -> list[list[int]]:
        picture = (-5.0, -5.0, WIDTH + 5.0, height + 5.0)
        found = [thinned(clipped(placed(line), picture), FINE) for line in lines]
        return [flat(ring) for ring in found if len(ring) > 3 and abs(area(ring)) > SMALL]

    own = drawn(land)
    known = []
    for english, italian, x, y in towns(TOWNS[name]) if name in TOWNS else ():
        at = ashore(placed([(x, y)])[0], own)
        known.append([english, italian, round(at[0]), round(at[1])])
    others = [ring for one in shapes if one is not shape for ring in rings(world, one)]
    return {
        "name": {"en": en, "it": it},
        "aspect": round(aspect, 4),
        "land": own,
        "neighbours": drawn(others),
        "towns": known,
    }


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where npm packages are kept")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        world = fetch("world-atlas", "countries-50m.json", options.folder or Path(temporary))
    write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    lines = [f"{write(name)}: {write(region(world, name))}" for name in REGIONS]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(lines)} regions, {TARGET.stat().st_size / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
