"""Manhattan, drawn for this project around the fifteen places of its board.

The island is bent as the board bends it: upright, its tip turned towards Brooklyn. Everything here is
written by hand in the board's units, except the blocks, which are cut from grids of streets.
"""

from __future__ import annotations

import math
from itertools import pairwise

from capotreno.board.drawing import BLEED, WIDTH
from capotreno.board.format import DrawingFile, LabelFile, LayerFile, NameFile
from capotreno.board.load import load
from tools.drawing.atlas import Line, Point
from tools.drawing.outline import (
    area,
    clipped,
    cut,
    path,
    pieces,
    rounded,
    smoothed,
    thinned,
    within,
)
from tools.drawing.theme import colours

WEST: Line = [
    (100, -400), (98, -40), (94, 60), (88, 160), (80, 260), (78, 350), (84, 440), (98, 530), (116, 620), (134, 710),
    (158, 790), (184, 870), (204, 960), (218, 1050), (234, 1140), (262, 1220), (300, 1290), (342, 1360),
    (392, 1418),
]  # fmt: skip
TIP: Line = [(430, 1450), (478, 1466), (530, 1452), (566, 1424)]
EAST: Line = [
    (606, 1378), (640, 1330), (680, 1284), (728, 1242), (788, 1206), (846, 1168), (884, 1118), (896, 1060),
    (896, 990), (908, 920), (906, 850), (880, 780), (850, 710), (812, 640), (786, 560), (772, 470),
    (776, 380), (784, 290), (788, 200), (792, 100), (796, -40), (800, -400),
]  # fmt: skip
JERSEY: Line = [
    (-60, 560), (-10, 590), (22, 640), (34, 710), (24, 770), (44, 830), (62, 900), (56, 960), (78, 1030), (92, 1110),
    (84, 1180), (104, 1250), (96, 1330), (66, 1390), (30, 1450), (-60, 1480),
]  # fmt: skip
QUEENS: Line = [
    (1080, -60), (954, -60), (950, 40), (946, 130), (938, 220), (926, 300), (918, 380), (926, 460), (948, 500), (1080, 486),
]  # fmt: skip
GREENPOINT: Line = [
    (1080, 520), (962, 528), (944, 570), (952, 640), (966, 720), (984, 800), (1000, 880), (1080, 890),
]  # fmt: skip
BROOKLYN: Line = [
    (1080, 1130), (1010, 1150), (972, 1176), (950, 1216), (912, 1228), (876, 1256), (836, 1276), (800, 1310),
    (770, 1356), (756, 1410), (768, 1470), (758, 1580), (1080, 1580),
]  # fmt: skip
ROOSEVELT: Line = [
    (866, 20),
    (878, 40),
    (876, 140),
    (868, 230),
    (858, 252),
    (850, 232),
    (852, 130),
    (858, 40),
]
GOVERNORS: Line = [(610, 1500), (650, 1478), (690, 1492), (676, 1580), (600, 1580)]
LIBERTY: Line = [(196, 1446), (224, 1438), (236, 1458), (214, 1474), (192, 1466)]
ELLIS: Line = [(148, 1372), (182, 1366), (186, 1392), (152, 1398)]

Quarter = tuple[Line, float, float, float]

# Parts of the town, each with the lie of its streets: corners, degrees, block's length and depth.
QUARTERS: list[Quarter] = [
    ([(0, -40), (1000, -40), (1000, 770), (0, 770)], 0, 62, 23),
    ([(440, 770), (1000, 770), (1000, 968), (440, 968)], 0, 58, 23),
    ([(0, 770), (440, 770), (440, 968), (0, 968)], -28, 44, 22),
    ([(0, 968), (520, 968), (520, 1170), (0, 1170)], 8, 34, 48),
    ([(520, 968), (1000, 968), (1000, 1290), (520, 1200)], -16, 26, 52),
    ([(0, 1172), (520, 1172), (530, 1278), (0, 1290)], -10, 40, 24),
    ([(524, 1205), (790, 1255), (600, 1500), (534, 1500)], 28, 27, 21),
    ([(0, 1292), (530, 1280), (530, 1500), (0, 1500)], -16, 30, 22),
]
ACROSS: list[Quarter] = [([(700, 1100), (1080, 1100), (1080, 1600), (700, 1600)], -24, 46, 24)]
PARKS: dict[str, Line] = {
    "Central Park": [(322, -40), (622, -40), (622, 148), (322, 148)],
    "Bryant Park": [(404, 352), (448, 352), (448, 384), (404, 384)],
    "Madison Square": [(500, 536), (536, 536), (536, 582), (500, 582)],
    "Union Square": [(508, 712), (546, 712), (546, 762), (508, 762)],
    "Stuyvesant Square": [(692, 684), (738, 684), (738, 712), (692, 712)],
    "Washington Square": [(420, 862), (474, 862), (474, 902), (420, 902)],
    "Tompkins Square": [(822, 842), (862, 842), (862, 894), (822, 894)],
    "Columbus Park": [(616, 1196), (642, 1206), (634, 1230), (608, 1220)],
    "City Hall Park": [(486, 1262), (524, 1256), (528, 1292), (500, 1300)],
    "Battery Park": [(424, 1434), (456, 1416), (506, 1424), (536, 1436), (518, 1450), (478, 1460), (438, 1450)],
    "East River Park": [(884, 930), (900, 932), (890, 1000), (888, 1060), (878, 1104), (866, 1120), (872, 1060), (874, 1000)],
}  # fmt: skip
BROADWAY: Line = [
    (236, -20), (268, 70), (312, 152), (336, 236), (352, 316), (398, 410), (446, 486), (500, 570), (522, 660),
    (534, 760), (528, 900), (506, 980), (478, 1080), (476, 1180), (486, 1260), (492, 1340), (474, 1420),
]  # fmt: skip
BOWERY: Line = [
    (546, 760),
    (580, 840),
    (600, 960),
    (604, 1060),
    (594, 1160),
    (540, 1250),
    (516, 1280),
]
HIGH_LINE: Line = [(172, 500), (170, 540), (160, 556), (166, 640), (184, 720), (204, 790)]
CENTRAL_DRIVE: Line = [
    (352, -20),
    (346, 60),
    (372, 118),
    (440, 130),
    (520, 126),
    (588, 110),
    (598, 40),
    (594, -20),
]
BRIDGES: list[Line] = [
    [(756, 176), (950, 186), (1020, 190)],
    [(840, 1020), (896, 1034), (1020, 1066)],
    [(640, 1190), (728, 1226), (880, 1270), (910, 1290)],
    [(540, 1276), (660, 1300), (810, 1334), (850, 1352)],
]
PONDS: list[Line] = [
    [(520, 112), (548, 108), (572, 124), (560, 136), (530, 132)],
    [(396, 22), (430, 6), (452, 22), (436, 36), (412, 44), (398, 40)],
    [(470, -40), (590, -40), (580, -8), (540, 0), (490, -6)],
]


def draw() -> DrawingFile:
    """The whole drawing."""
    height = round(WIDTH / load("new_york").aspect, 1)
    box = (-BLEED, -BLEED, WIDTH + BLEED, height + BLEED)
    island = shore([*WEST, *TIP, *EAST])
    inner = inset(island, 15)
    parks = [smoothed(p, 1, closed=True) if len(p) > 4 else p for p in PARKS.values()]

    def filled(role: str, rings: list[Line]) -> LayerFile:
        inside = [rounded(clipped(ring, box)) for ring in rings]
        data = "".join(path(r, closed=True) for r in inside if len(r) > 2)
        return LayerFile(role=role, paths=[data])

    def lines(role: str, found: list[Line], rounds: int = 2) -> LayerFile:
        smooth = [thinned(smoothed(line, rounds), 0.3) for line in found]
        parts = [rounded(p) for line in smooth for p in pieces(line, box)]
        return LayerFile(role=role, paths=["".join(path(p, closed=False) for p in parts)])

    sea: Line = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    brooklyn = shore(BROOKLYN)
    others = [JERSEY, QUEENS, GREENPOINT, ROOSEVELT, GOVERNORS, LIBERTY, ELLIS]
    layers = [
        filled("sea", [sea]),
        lines("wave", waves(), 2),
        filled("pier", piers()),
        filled("neighbour", [shore(line) for line in others]),
        filled("land", [island, brooklyn]),
        filled(
            "block", [*blocks(inner, QUARTERS, parks), *blocks(inset(brooklyn, 15), ACROSS, parks)]
        ),
        filled("park", parks),
        filled("lake", [smoothed(pond, 2, closed=True) for pond in PONDS]),
        lines("path", [CENTRAL_DRIVE, HIGH_LINE]),
        lines("avenue", [BROADWAY, BOWERY]),
        lines("bridge", BRIDGES, 1),
    ]
    return DrawingFile(
        format="capotreno-drawing/1",
        board="new_york",
        size=(WIDTH, height),
        layers=layers,
        theme=colours((layer.role for layer in layers), path="#cddcab"),
        labels=labels(),
        source="Drawn for this project",
    )


def shore(line: Line) -> Line:
    """A coast by its corners, rounded."""
    return thinned(smoothed(line, 2, closed=True), 0.4)


def inset(ring: Line, depth: float) -> Line:
    """A gentle coast, moved inland: the drive along the water."""
    turn = 1 if area(ring) > 0 else -1
    found = []
    for before, here, after in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True):
        dx, dy = after[0] - before[0], after[1] - before[1]
        size = math.hypot(dx, dy) or 1.0
        found.append((here[0] - turn * dy / size * depth, here[1] + turn * dx / size * depth))
    return found


def blocks(island: Line, quarters: list[Quarter], parks: list[Line]) -> list[Line]:
    """The town between its streets: every quarter of the island cut by its own grid."""
    found = []
    for corners, degrees, long, deep in quarters:
        quarter = within(island, corners)
        for block in rows(corners, degrees, long, deep):
            if not meet(block, quarter):
                continue
            parts = [within(quarter, block)]
            for park in parks:
                parts = [rest for part in parts for rest in beside(part, park)]
            found += [part for part in parts if len(part) > 2 and abs(area(part)) > 90]
    return found


def rows(corners: Line, degrees: float, long: float, deep: float) -> list[Line]:
    """A grid of blocks over a quarter, with the streets left free between them."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    street, reach = 4.6, 1100
    centre = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    found = []
    for column in range(int(-reach / long), int(reach / long)):
        for row in range(int(-reach / deep), int(reach / deep)):
            x, y = column * long, row * deep
            box = [
                (x, y),
                (x + long - street, y),
                (x + long - street, y + deep - street),
                (x, y + deep - street),
            ]
            found.append(
                [(centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos) for u, v in box]
            )
    return found


def beside(block: Line, park: Line) -> list[Line]:
    """What is left of a block around a park; parks are nearly upright, so their bounds will do."""
    street = 4.6
    if not block or not meet(block, park):
        return [block]
    left, top, right, bottom = bounds(park)
    inner = cut(cut(block, (left, 0), (1, 0)), (right, 0), (-1, 0))
    return [
        cut(block, (left - street, 0), (-1, 0)),
        cut(block, (right + street, 0), (1, 0)),
        cut(inner, (0, top - street), (0, -1)),
        cut(inner, (0, bottom + street), (0, 1)),
    ]


def meet(one: Line, other: Line) -> bool:
    """Whether their bounds overlap."""
    ax, ay, bx, by = bounds(one)
    left, top, right, bottom = bounds(other)
    return ax < right and bx > left and ay < bottom and by > top


def bounds(ring: Line) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def piers() -> list[Line]:
    """Piers along the Hudson, and a few on the East River."""
    found = [pier(WEST, y, -1, 20 + (y * 7) % 17) for y in range(150, 1240, 37) if y % 5]
    return found + [pier(EAST, y, 1, 16) for y in (1262, 1290, 1318, 1346)]


def pier(coast: Line, y: float, side: int, long: float) -> Line:
    """One pier, at right angles to the coast at a height of the picture."""
    ordered = sorted(coast, key=lambda p: p[1])
    a, b = next((a, b) for a, b in pairwise(ordered) if a[1] <= y < b[1])
    t = (y - a[1]) / (b[1] - a[1])
    x = a[0] + t * (b[0] - a[0])
    size = math.hypot(b[0] - a[0], b[1] - a[1])
    along = ((b[0] - a[0]) / size, (b[1] - a[1]) / size)
    out = (side * along[1], -side * along[0]) if side > 0 else (-along[1], along[0])

    def at(u: float, v: float) -> Point:
        return (x + along[0] * u + out[0] * v, y + along[1] * u + out[1] * v)

    return [at(-4.5, -12), at(4.5, -12), at(4.5, long), at(-4.5, long)]


def waves() -> list[Line]:
    """Small waves here and there on the rivers and the bay."""
    spots = [
        (30, 70), (44, 250), (22, 430), (56, 520), (88, 760), (130, 900), (110, 1010), (164, 1090), (140, 1200),
        (196, 1290), (250, 1370), (300, 1430), (118, 1490), (520, 1500), (712, 1440), (690, 1370),
        (826, 90), (834, 330), (846, 560), (886, 660), (934, 780), (950, 940), (956, 1080), (820, 1236),
    ]  # fmt: skip
    return [[(x - 14, y), (x - 7, y - 5), (x, y), (x + 7, y - 5), (x + 14, y)] for x, y in spots]


def labels() -> list[LabelFile]:
    """The waters and what lies beyond them."""
    rows = [
        ("Hudson River", "Fiume Hudson", 118, 1090, 26, 84, "river"),
        ("East River", "East River", 838, 468, 22, 80, "river"),
        ("Upper Bay", "Baia di New York", 330, 1496, 20, 0, "sea"),
        ("New Jersey", "New Jersey", 42, 1150, 20, 90, "region"),
        ("Queens", "Queens", 972, 330, 20, 90, "region"),
    ]
    return [
        LabelFile(text=NameFile(en=en, it=it), x=x, y=y, size=size, role=role, angle=angle)
        for en, it, x, y, size, angle, role in rows
    ]
