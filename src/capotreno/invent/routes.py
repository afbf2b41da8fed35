"""The routes of an invented board: a planar net without sharp corners, in lengths and colours.

The triangles whose circles hold no other place (Delaunay) give every sensible neighbour; the
shortest of their sides that join everything stay, then more of them, the short ones first, as long
as no two leave a place in nearly the same direction.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median

from capotreno.invent.land import Land, Spot, distance
from capotreno.invent.luck import Luck
from capotreno.invent.places import Town

PAIRS = 2.15  # joined pairs of places for each place, as on the printed boards
DOUBLE = 0.24  # of the pairs have two tracks
GRAY = 0.28  # of the spaces are gray
SHARPEST = math.radians(27)  # between two routes that leave a place
SPACES = 2.9  # of a route, on average
LONGEST = 6
FARTHEST = 3.0  # times the usual distance: nothing that is not needed is longer
DRY = 0.5  # a way with less of it over land is a ferry
FERRIES = 0.14  # of the pairs, at most, apart from those without which an island is cut off

Neighbours = tuple[int, int]


@dataclass(frozen=True)
class Track:
    """A route of an invented board."""

    a: int
    b: int
    length: int
    colour: str
    ferry: int
    lane: int


def lay(
    land: Land, towns: list[Town], colours: list[str], luck: Luck, kept: Sequence[Track] = ()
) -> list[Track]:
    """All routes: which, how long, single or double, in which colours.

    Those that are `kept` stay as they are and come first; no other joins their places.
    """
    stay = {_sides(track) for track in kept}
    pairs = [pair for pair in _pairs(land, towns, sorted(stay)) if pair not in stay]
    if not pairs:
        return list(kept)
    unit = sum(_far(towns, pair) for pair in pairs) / len(pairs) / SPACES
    length = {pair: min(max(round(_far(towns, pair) / unit), 1), LONGEST) for pair in pairs}
    wet = {pair for pair in pairs if _wet(land, towns, pair)}
    busy = _busy(len(towns), {_sides(track): track.length for track in kept} | length)
    double = sorted(set(pairs) - wet, key=lambda pair: (-busy[pair], pair))
    double = double[: round(DOUBLE * len(pairs))]
    tracks = [
        Track(*pair, length[pair], "", int(pair in wet), lane)
        for pair in pairs
        for lane in ((-1, 1) if pair in double else (0,))
    ]
    return _coloured([*kept, *tracks], colours, luck, len(kept))


def _sides(track: Track) -> Neighbours:
    return min(track.a, track.b), max(track.a, track.b)


def _far(towns: list[Town], pair: Neighbours) -> float:
    return distance(towns[pair[0]].at, towns[pair[1]].at)


def _wet(land: Land, towns: list[Town], pair: Neighbours) -> bool:
    a, b = towns[pair[0]], towns[pair[1]]
    return a.piece != b.piece or land.dry(a.at, b.at) < DRY


# -- which pairs of places ------------------------------------------------------------------------


def neighbours(towns: list[Town]) -> list[Neighbours]:
    """The sides of all triangles whose circles hold no other place, the shortest first."""
    spots = [town.at for town in towns]
    found: set[Neighbours] = set()
    for i, j, k in combinations(range(len(spots)), 3):
        (ax, ay), (bx, by), (cx, cy) = spots[i], spots[j], spots[k]
        twice = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
        if abs(twice) < 1:
            continue
        aa, bb, cc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
        x = (aa * (by - cy) + bb * (cy - ay) + cc * (ay - by)) / twice
        y = (aa * (cx - bx) + bb * (ax - cx) + cc * (bx - ax)) / twice
        reach = (ax - x) ** 2 + (ay - y) ** 2 - 1e-6
        if all((px - x) ** 2 + (py - y) ** 2 >= reach for px, py in spots):
            found |= {(i, j), (i, k), (j, k)}
    return sorted(found, key=lambda pair: (_far(towns, pair), pair))


def _pairs(land: Land, towns: list[Town], stay: list[Neighbours]) -> list[Neighbours]:
    known = [pair for pair in neighbours(towns) if not _crosses(towns, pair, stay)]
    dear = {pair: _far(towns, pair) * (1.8 if _wet(land, towns, pair) else 1) for pair in known}
    known.sort(key=lambda pair: (dear[pair], pair))
    root = list(range(len(towns)))
    kept: list[Neighbours] = list(stay)
    for a, b in stay:
        root[_root(root, a)] = _root(root, b)
    for pair in known:  # Kruskal: what joins everything
        if _root(root, pair[0]) != _root(root, pair[1]):
            root[_root(root, pair[0])] = _root(root, pair[1])
            kept.append(pair)
    ferries = sum(_wet(land, towns, pair) for pair in kept)
    farthest = FARTHEST * median(_far(towns, pair) for pair in kept)
    for pair in known:
        lonely = min(sum(end in other for other in kept) for end in pair) < 2
        far = _far(towns, pair) > farthest * (1.5 if lonely else 1)
        if pair in kept or far or not _leaves_well(towns, kept, pair):
            continue
        wet = _wet(land, towns, pair)
        if wet and ferries >= FERRIES * PAIRS * len(towns) and not lonely:
            continue
        if lonely or len(kept) < PAIRS * len(towns):
            kept.append(pair)
            ferries += wet
    return sorted(kept)


def _crosses(towns: list[Town], pair: Neighbours, others: list[Neighbours]) -> bool:
    """Whether the straight way between two places crosses one of those between others."""
    a, b = towns[pair[0]].at, towns[pair[1]].at
    for other in others:
        c, d = towns[other[0]].at, towns[other[1]].at
        apart = not set(pair) & set(other)
        if apart and _turns(a, b, c) != _turns(a, b, d) and _turns(c, d, a) != _turns(c, d, b):
            return True
    return False


def _turns(a: Spot, b: Spot, c: Spot) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _root(root: list[int], at: int) -> int:
    while root[at] != at:
        at = root[at]
    return at


def _leaves_well(towns: list[Town], kept: list[Neighbours], pair: Neighbours) -> bool:
    """Whether it leaves both its ends well apart from every other route."""
    for end, other in (pair, pair[::-1]):
        out = _direction(towns, end, other)
        for a, b in kept:
            if end in (a, b):
                turn = abs(out - _direction(towns, end, b if end == a else a))
                if min(turn, 2 * math.pi - turn) < SHARPEST:
                    return False
    return True


def _direction(towns: list[Town], one: int, other: int) -> float:
    (ax, ay), (bx, by) = towns[one].at, towns[other].at
    return math.atan2(by - ay, bx - ax)


def ways(count: int, length: dict[Neighbours, int]) -> list[list[int]]:
    """The fewest spaces between any two places."""
    far = [[0 if i == j else 10**6 for j in range(count)] for i in range(count)]
    for (a, b), spaces in length.items():
        far[a][b] = far[b][a] = spaces
    for middle in range(count):
        for i in range(count):
            for j in range(count):
                far[i][j] = min(far[i][j], far[i][middle] + far[middle][j])
    return far


def _busy(count: int, length: dict[Neighbours, int]) -> dict[Neighbours, int]:
    """On how many shortest ways, of all between two places, a pair lies."""
    far = ways(count, length)
    return {
        (a, b): sum(
            far[i][j] in (far[i][a] + spaces + far[b][j], far[i][b] + spaces + far[a][j])
            for i, j in combinations(range(count), 2)
        )
        for (a, b), spaces in length.items()
    }


# -- colours --------------------------------------------------------------------------------------


def _coloured(tracks: list[Track], colours: list[str], luck: Luck, kept: int) -> list[Track]:
    """Every colour gets the same spaces, long and short; neighbours and twins differ.

    The first few are kept and have their colours already.
    """
    total = sum(track.length for track in tracks)
    gray = set(_gray(tracks, round(GRAY * total), luck)) | set(range(kept))
    order = [at for at in luck.shuffled(range(len(tracks))) if at not in gray]
    order.sort(key=lambda at: -tracks[at].length)
    spaces = dict.fromkeys(colours, 0)
    chosen = {at: tracks[at].colour for at in range(kept) if tracks[at].colour in spaces}
    for at, colour in chosen.items():
        spaces[colour] += tracks[at].length
    for at in order:
        track = tracks[at]
        ends = {track.a, track.b}
        near = [chosen[other] for other in chosen if ends & {tracks[other].a, tracks[other].b}]
        twin = [chosen[other] for other in chosen if ends == {tracks[other].a, tracks[other].b}]
        free = [colour for colour in luck.shuffled(colours) if colour not in twin]
        best = min(free, key=lambda colour: spaces[colour] + 2 * near.count(colour))
        chosen[at] = best
        spaces[best] += track.length
    return [
        track if at < kept else replace(track, colour=chosen.get(at, ""))
        for at, track in enumerate(tracks)
    ]


def _gray(tracks: list[Track], wanted: int, luck: Luck) -> list[int]:
    """Ferries are gray, then whatever comes, twins together, until it is enough."""
    found = [at for at, track in enumerate(tracks) if track.ferry]
    have = sum(tracks[at].length for at in found)
    for at in luck.shuffled(range(len(tracks))):
        pair = {tracks[at].a, tracks[at].b}
        twins = [o for o, other in enumerate(tracks) if {other.a, other.b} == pair]
        more = sum(tracks[one].length for one in twins)
        if at not in found and have + more <= wanted:
            found += twins
            have += more
    return found
