"""The coasts that the studio draws boards on: `python -m tools.geography.coasts [--folder DIR]`.

Natural Earth's land (public domain), thinned to what a board needs: rings of hundredths of degrees,
longitude and latitude in turn, each corner as the way from the one before.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from pathlib import Path

from tools.drawing.atlas import Line, Topology, fetch, joined
from tools.drawing.outline import area, thinned

TARGET = Path(__file__).parents[2] / "web" / "src" / "studio" / "land" / "coasts.json"
FINE = 0.0012  # corners of smaller triangles go, in square degrees
SMALL = 0.004  # islands and lakes of less are not drawn
UNIT = 100  # parts of a degree


def steps(ring: Line) -> list[int]:
    """A ring as its first corner and the ways from corner to corner."""
    found: list[int] = []
    x = y = 0
    for corner in ring:
        nx, ny = round(corner[0] * UNIT), round(corner[1] * UNIT)
        if (nx, ny) != (x, y) or not found:
            found += [nx - x, ny - y]
        x, y = nx, ny
    return found


def coasts(world: Topology) -> list[list[int]]:
    """Every ring of the land, the largest first; its lakes are rings too."""
    rings = [
        joined(world.arcs, ring)
        for shape in world.objects["land"]
        for polygon in world.polygons(shape)
        for ring in polygon
    ]
    rings = [thinned(ring, FINE) for ring in rings if abs(area(ring)) > SMALL]
    rings.sort(key=lambda ring: -abs(area(ring)))
    return [steps(ring) for ring in rings if len(ring) > 3]


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where npm packages are kept")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        world = fetch("world-atlas", "land-50m.json", options.folder or Path(temporary))
    found = coasts(world)
    text = json.dumps(
        {"source": "Natural Earth, public domain", "rings": found}, separators=(",", ":")
    )
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text + "\n", encoding="utf-8")
    packed = len(gzip.compress(text.encode()))
    corners = sum(len(ring) for ring in found) // 2
    print(
        f"{len(found)} rings, {corners} corners, {len(text) // 1024} KiB, {packed // 1024} packed"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
