"""Colours by role: what a client uses that has no style sheet of its own, and the preview."""

from __future__ import annotations

from collections.abc import Iterable

COLOURS = {
    "sea": "#bcd7e3",
    "land": "#f3ecd9",
    "neighbour": "#e4dfd0",
    "lake": "#bcd7e3",
    "water": "#bcd7e3",
    "river": "#93bdd0",
    "border": "#c3b596",
    "contour": "#c9bc9c",
    "park": "#c3d9a6",
    "block": "#ebe2ca",
    "pier": "#e0d6bd",
    "wave": "#a6c8d7",
    "avenue": "#d3c4a2",
    "bridge": "#a89b80",
    "hill": "#dfd9b8",
    "forest": "#d3deb9",
    "mountain": "#d8ccb0",
    "swamp": "#3e5450",
    "field": "#4a4a3c",
    "night": "#232042",
    "moon": "#f4ecc8",
    "star": "#cfc9ea",
    "cloud": "#37335f",
    "fog": "#6b6894",
    "house": "#15132a",
    "window": "#f0b84a",
    "grave": "#57567c",
    "branch": "#1a1730",
    "path": "#6a6187",
    "pumpkin": "#d9772b",
    "ghost": "#cfcbe8",
}


def colours(roles: Iterable[str], **others: str) -> dict[str, str]:
    """The colours of these roles; a drawing may want some of its own."""
    return {role: {**COLOURS, **others}[role] for role in dict.fromkeys(roles)}
