"""The drawing behind an invented board: sea, land, woods, mountains, rivers, the name of a sea."""

import math

from capotreno.board.model import Name
from capotreno.invent.land import WIDTH, Land, Ring, Spot, between, distance
from capotreno.invent.luck import Luck
from capotreno.invent.places import Town
from capotreno.invent.routes import Track

BLEED = 6.0
THEME = {
    "sea": "#bcd7e3",
    "neighbour": "#e4dfd0",
    "land": "#f3ecd9",
    "forest": "#d3deb9",
    "river": "#93bdd0",
    "mountain": "#d8ccb0",
    "contour": "#c9bc9c",
}
SEAS = (
    Name("Still Sea", "Mare Calmo"),
    Name("Gulf of Gulls", "Golfo dei Gabbiani"),
    Name("Sea of Lamps", "Mare delle Lampare"),
    Name("Western Deep", "Abisso d’Occidente"),
    Name("Silver Strait", "Stretto d’Argento"),
    Name("Sea of Mists", "Mare delle Brume"),
)
RIDGES, PEAKS, WOODS = 2, 7, 5  # of mountains, peaks in each, and woods


def scenery(
    id: str, land: Land, towns: list[Town], tracks: list[Track], luck: Luck
) -> dict[str, object]:
    """The drawing, in the format of drawings."""
    height = land.height
    frame = ((-BLEED, -BLEED), (WIDTH + BLEED, -BLEED), (WIDTH + BLEED, height + BLEED))
    layers: dict[str, list[str]] = {"sea": [_path((*frame, (-BLEED, height + BLEED)))]}
    layers["neighbour"] = [_path(ring) for ring in land.neighbours]
    layers["land"] = [_path(ring) for ring in land.rings]
    layers["forest"] = [_path(wood) for wood in _woods(land, luck)]
    peaks = _peaks(land, towns, tracks, luck)
    layers["river"] = [_path(river, close=False) for river in _rivers(land, peaks, luck)]
    layers["mountain"] = [_path(_slope(*peak)) for peak in peaks]
    layers["contour"] = [_path(_ridge(*peak), close=False) for peak in peaks]
    used = {role: paths for role, paths in layers.items() if paths}
    return {
        "format": "capotreno-drawing/1",
        "board": id,
        "source": land.source,
        "size": [WIDTH, round(height, 1)],
        "theme": {role: THEME[role] for role in used},
        "layers": [{"role": role, "paths": paths} for role, paths in used.items()],
        "labels": [] if land.neighbours else _sea(land, luck),
    }


def _path(ring: Ring, close: bool = True) -> str:
    """Corners as path data: where it begins, then step by step."""
    x, y = (round(value, 1) for value in ring[0])
    parts = [f"M{x:g} {y:g}l"]
    steps = []
    for spot in ring[1:]:
        nx, ny = (round(value, 1) for value in spot)
        steps.append(f"{round(nx - x, 1):g} {round(ny - y, 1):g}")
        x, y = nx, ny
    return "".join([*parts, " ".join(steps), "z" if close else ""])


# -- woods ----------------------------------------------------------------------------------------


def _woods(land: Land, luck: Luck) -> list[Ring]:
    found: list[Ring] = []
    for _ in range(WOODS * 12):
        if len(found) == WOODS:
            break
        spot = (luck.between(0, WIDTH), luck.between(0, land.height))
        size = luck.between(26, 58)
        wood = _round(luck, spot, size)
        if all(land.holds(corner) for corner in wood[::3]) and land.holds(spot):
            found.append(wood)
    return found


def _round(luck: Luck, centre: Spot, size: float) -> Ring:
    waves = [(k, luck.between(0, 0.14), luck.between(0, 6)) for k in (2, 3, 5, 7)]
    ring = []
    for i in range(26):
        turn = 2 * math.pi * i / 26
        reach = size * (1 + sum(high * math.cos(k * turn + start) for k, high, start in waves))
        ring.append((centre[0] + 1.3 * reach * math.cos(turn), centre[1] + reach * math.sin(turn)))
    return tuple(ring)


# -- mountains and rivers -------------------------------------------------------------------------

Peak = tuple[Spot, float]  # where its foot is, and how high it is


def _peaks(land: Land, towns: list[Town], tracks: list[Track], luck: Luck) -> list[Peak]:
    """Along a few ridges, wherever neither a place nor a route nor the coast is near."""
    found: list[Peak] = []
    lines = [(towns[track.a].at, towns[track.b].at) for track in tracks]
    for _ in range(RIDGES):
        start = _inland(land, luck)
        turn = luck.between(0, math.pi)
        for _ in range(PEAKS * 4):
            along, aside = luck.between(-150, 150), luck.between(-26, 26)
            spot = (
                start[0] + along * math.cos(turn) - aside * math.sin(turn),
                start[1] + along * math.sin(turn) + aside * math.cos(turn),
            )
            size = luck.between(9, 15)
            if (
                land.holds(spot)
                and land.from_coast(spot) > 24
                and min(distance(spot, town.at) for town in towns) > 34
                and min(_beside(spot, *line) for line in lines) > 20
                and min((distance(spot, other) for other, _ in found), default=99) > 19
            ):
                found.append((spot, size))
    return sorted(found, key=lambda peak: (peak[0][1], peak[0][0]))


def _inland(land: Land, luck: Luck) -> Spot:
    spots = [(luck.between(0, WIDTH), luck.between(0, land.height)) for _ in range(60)]
    return max(
        (spot for spot in spots if land.holds(spot)),
        key=lambda spot: (land.from_coast(spot), spot),
        default=(WIDTH / 2, land.height / 2),
    )


def _beside(spot: Spot, a: Spot, b: Spot) -> float:
    """How far a spot is from a straight way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / (dx * dx + dy * dy)
    return distance(spot, between(a, b, min(max(part, 0.0), 1.0)))


def _slope(foot: Spot, size: float) -> Ring:
    x, y = foot
    return ((x, y - size), (x + size * 0.95, y + size * 0.5), (x + size * 0.1, y + size * 0.3))


def _ridge(foot: Spot, size: float) -> Ring:
    x, y = foot
    return ((x - size * 0.95, y + size * 0.5), (x, y - size), (x + size * 0.95, y + size * 0.5))


def _rivers(land: Land, peaks: list[Peak], luck: Luck) -> list[Ring]:
    """From two of the peaks to the coast, winding."""
    found = []
    for foot, size in luck.shuffled(peaks)[:2]:
        source = (foot[0], foot[1] + size * 0.6)
        mouth = min(
            (corner for ring in land.rings for corner in ring),
            key=lambda corner: (distance(corner, source), corner),
        )
        bends = max(4, round(distance(source, mouth) / 16))
        river = [source]
        for i in range(1, bends):
            x, y = between(source, mouth, i / bends)
            river.append((x + luck.between(-6, 6), y + luck.between(-6, 6)))
        if all(land.holds(spot) for spot in river):
            found.append((*river, mouth))
    return found


def _sea(land: Land, luck: Luck) -> list[dict[str, object]]:
    """The name of the sea, where there is most room for it."""
    name = luck.one_of(SEAS)
    half = 7.0 * max(len(name.en), len(name.it))
    best, room = (0.0, 0.0), 0.0
    for i in range(1, 20):
        for j in range(1, 14):
            spot = (WIDTH * i / 20, land.height * j / 14)
            ends = [
                (spot[0] + aside, spot[1] + up) for aside in (-half, 0, half) for up in (-16, 6)
            ]
            inside = all(8 < x < WIDTH - 8 and 14 < y < land.height - 8 for x, y in ends)
            if inside and not any(land.holds(end) for end in ends):
                free = min(land.from_coast(end) for end in ends)
                if free > room:
                    best, room = spot, free
    if room < 14:
        return []
    text = {"en": name.en, "it": name.it}
    return [{"text": text, "x": best[0], "y": round(best[1], 1), "size": 20, "role": "sea"}]
