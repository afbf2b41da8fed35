"""Whether the places of a board stand where a traveller would look for them."""

from __future__ import annotations

from collections.abc import Iterator

from capotreno.board.drawing import outline
from capotreno.board.format import DrawingFile
from capotreno.board.model import Board
from tools.drawing.outline import away, holds

SHORE = 6.0  # units a port may stand in the water


def ashore(drawing: DrawingFile, board: Board) -> Iterator[str]:
    """The places in the water, in sentences; waypoints at sea are meant to be there."""
    width, height = drawing.size

    def rings(*roles: str) -> list[list[tuple[float, float]]]:
        found = (p for layer in drawing.layers if layer.role in roles for p in layer.paths)
        return [ring for path in found for ring in outline(path)]

    land = rings("land", "neighbour")
    lakes = rings("lake")
    for place in board.places:
        at = (place.at.x * width, place.at.y * height)
        if place.kind == "waypoint":
            continue
        if not holds(land, at) and away(land, at) > SHORE:
            yield f"{place.id} stands {away(land, at):.1f} units off the coast"
        if holds(lakes, at) and away(lakes, at) > SHORE:
            yield f"{place.id} stands {away(lakes, at):.1f} units inside a lake"
