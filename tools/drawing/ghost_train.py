"""The haunted town at night, drawn for this project around the places of its board.

A picture rather than a map: a sky with the moon along the upper edge, hills, and the town on the ground before
them. Houses are silhouettes by hand; woods, stars, graves and fog are strewn by a seeded chance.
"""

from __future__ import annotations

import math
from random import Random

from capotreno.board.drawing import BLEED, WIDTH
from capotreno.board.format import DrawingFile, LabelFile, LayerFile, NameFile
from capotreno.board.load import load
from tools.drawing.atlas import Line, Point
from tools.drawing.glyphs import GLYPHS, WINDOWS
from tools.drawing.outline import clipped, holds, path, pieces, rounded, smoothed, thinned
from tools.drawing.theme import colours

HEIGHT = round(WIDTH / load("ghost_train").aspect, 1)
BOX = (-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
SEED = 1313
PLACES = {
    place.id: (place.at.x * WIDTH, place.at.y * HEIGHT) for place in load("ghost_train").places
}

FAR_HILLS: Line = [
    (-20, 60), (60, 34), (140, 40), (230, 20), (320, 44), (400, 62), (470, 96), (540, 100), (610, 60), (700, 26), (790, 44),
    (880, 84), (960, 62), (1020, 70),
]  # fmt: skip
GROUND: Line = [
    (-20, 100), (80, 76), (150, 56), (210, 46), (280, 60), (350, 74), (430, 106), (510, 136), (580, 114), (640, 76), (690, 60),
    (740, 78), (780, 124), (840, 150), (900, 196), (950, 236), (1020, 256),
]  # fmt: skip
MANSION_HILL: Line = [
    (690, 300), (720, 262), (756, 226), (790, 208), (826, 214), (862, 244), (900, 284), (930, 320), (810, 330),
]  # fmt: skip
SEA: Line = [
    (1020, 300), (960, 312), (924, 336), (902, 366), (892, 404), (902, 440), (896, 478), (872, 500), (876, 530), (902, 548),
    (934, 560), (960, 600), (972, 640), (968, 700), (1020, 700),
]  # fmt: skip
SWAMP: Line = [
    (716, 590), (738, 562), (780, 552), (826, 560), (862, 582), (866, 612), (838, 636), (796, 648), (750, 644), (722, 622),
]  # fmt: skip
FIELDS: list[Line] = [
    [(256, 392), (300, 372), (364, 384), (380, 418), (352, 450), (290, 454), (252, 430)],
    [(110, 430), (150, 398), (220, 404), (246, 440), (226, 486), (150, 494), (114, 470)],
    [(60, 520), (120, 508), (176, 530), (160, 580), (90, 590), (54, 560)],
]
WOODS: list[Line] = [
    [(-10, 110), (80, 96), (170, 90), (290, 102), (330, 150), (330, 200), (270, 250), (250, 300), (130, 320), (60, 290), (-10, 300)],
    [(-10, 320), (60, 318), (90, 360), (84, 420), (30, 440), (-10, 430)],
    [(430, 130), (520, 150), (540, 190), (500, 230), (450, 200)],
    [(900, 600), (950, 620), (950, 670), (890, 670)],
    [(-10, 600), (60, 610), (130, 630), (150, 670), (-10, 670)],
    [(420, 620), (520, 636), (520, 670), (400, 670)],
]  # fmt: skip
PATHS: list[Line] = [
    [(493, 366), (470, 400), (430, 410), (400, 446), (330, 470), (262, 500), (222, 560), (150, 600), (60, 640), (-20, 650)],
    [(500, 350), (540, 320), (590, 330), (640, 300), (700, 306), (740, 270), (762, 240), (800, 226)],
    [(493, 366), (520, 410), (566, 424), (580, 480), (570, 530), (600, 590), (590, 680)],
    [(600, 590), (660, 586), (700, 540), (760, 520), (800, 470), (830, 440)],
    [(486, 352), (450, 310), (410, 290), (380, 240), (320, 220), (260, 246), (190, 250), (120, 230), (60, 216)],
    [(400, 232), (440, 200), (430, 150), (384, 118), (300, 110), (214, 92)],
]  # fmt: skip

# Silhouettes: glyph, where its foot stands, how large.
STANDING: list[tuple[str, float, float, float]] = [
    ("cottage", 40, 190, 1.0),
    ("cauldron", 410, 96, 0.9),
    ("mansion", 838, 210, 1.25),
    ("barn", 150, 446, 1.1),
    ("school", 430, 222, 1.0),
    ("hall", 528, 356, 1.2),
    ("tower", 706, 262, 1.1),
    ("tent", 664, 452, 1.25),
    ("windmill", 390, 526, 1.25),
    ("crooked", 228, 596, 1.15),
    ("station", 548, 566, 1.1),
    ("lighthouse", 846, 426, 1.3),
    ("crypt", 722, 100, 0.9),
    ("crooked", 462, 330, 0.7),
    ("house", 486, 318, 0.75),
    ("crooked", 548, 300, 0.7),
    ("house", 574, 372, 0.75),
    ("house", 452, 384, 0.7),
    ("crooked", 540, 398, 0.75),
    ("house", 436, 352, 0.6),
    ("crooked", 586, 408, 0.6),
    ("house", 404, 470, 0.6),
    ("house", 320, 306, 0.55),
    ("crooked", 690, 356, 0.6),
    ("house", 716, 370, 0.6),
]
GRAVEYARD: Line = [(548, 170), (570, 142), (640, 140), (664, 176), (640, 208), (566, 206)]
BARE: list[tuple[float, float, float]] = [
    (160, 236, 46), (226, 110, 26), (552, 196, 30), (660, 186, 28), (762, 214, 34), (752, 604, 34), (846, 620, 30),
    (300, 610, 30), (98, 206, 26), (640, 96, 22), (240, 470, 26), (340, 330, 24), (900, 300, 24), (706, 500, 28),
]  # fmt: skip
GHOSTS: list[Point] = [(648, 222), (300, 560), (760, 300), (112, 280), (470, 470)]
FOG: list[tuple[float, float, float]] = [
    (180, 330, 190), (640, 232, 150), (820, 640, 200), (420, 600, 180), (120, 520, 160), (930, 380, 140), (520, 280, 130),
    (330, 160, 150),
]  # fmt: skip


def draw() -> DrawingFile:
    """The whole drawing, back to front."""
    chance = Random(SEED)
    water = smoothed(SEA, 2, closed=True)
    swamp = smoothed(SWAMP, 2, closed=True)
    layers = [
        filled("night", [[(BOX[0], BOX[1]), (BOX[2], BOX[1]), (BOX[2], BOX[3]), (BOX[0], BOX[3])]]),
        filled("star", stars(chance)),
        filled("moon", [disc(505, 62, 44, 40)]),
        filled(
            "cloud",
            [cloud(462, 74, 90), cloud(560, 46, 80), cloud(900, 34, 110), cloud(80, 24, 90)],
        ),
        filled("hill", [ridge(FAR_HILLS)]),
        filled("land", [ridge(GROUND)]),
        filled("mountain", [smoothed(MANSION_HILL, 2, closed=True)]),
        filled("water", [water]),
        filled("swamp", [swamp]),
        lines("wave", waves(water) + reeds(swamp, chance)),
        filled("field", [smoothed(field, 2, closed=True) for field in FIELDS]),
        lines("contour", furrows()),
        lines("path", PATHS),
        filled("pier", jetty()),
        filled("forest", woods(chance)),
        lines("branch", [twig for x, y, size in BARE for twig in tree(x, y, size, chance)]),
        filled("grave", graves(chance)),
        filled("house", [placed(GLYPHS[name], x, y, k) for name, x, y, k in STANDING]),
        filled(
            "window",
            [placed(w, x, y, k) for name, x, y, k in STANDING for w in WINDOWS.get(name, [])],
        ),
        filled("pumpkin", pumpkins(chance)),
        filled("ghost", [part for x, y in GHOSTS for part in ghost(x, y)]),
        filled("fog", [fog(x, y, long) for x, y, long in FOG]),
    ]
    return DrawingFile(
        format="capotreno-drawing/1",
        board="ghost_train",
        size=(WIDTH, HEIGHT),
        layers=layers,
        theme=colours((layer.role for layer in layers), **NIGHT),
        labels=[
            LabelFile(
                text=NameFile(en="Misty Bay", it="Baia Brumosa"), x=952, y=520, size=12, role="sea"
            )
        ],
        source="Drawn for this project",
    )


NIGHT = {
    "night": "#1b1a38", "land": "#3b3964", "hill": "#2a2850", "mountain": "#4a477a", "forest": "#26374a", "water": "#22406a",
    "wave": "#45689a", "pier": "#75688c", "grave": "#8583ab", "contour": "#65634f", "path": "#5e5884", "swamp": "#3d5c52", "field": "#55543f",
}  # fmt: skip


def filled(role: str, rings: list[Line]) -> LayerFile:
    """A layer of shapes; fog and houses may overlap, so each shape fills by itself."""
    inside = [rounded(clipped(thinned([*r, r[0]], 0.15)[:-1], BOX)) for r in rings]
    whole = [path(ring, closed=True) for ring in inside if len(ring) > 2]
    return LayerFile(role=role, paths=whole if role in ("fog", "cloud") else ["".join(whole)])


def lines(role: str, found: list[Line]) -> LayerFile:
    """A layer of lines; those with several corners are rounded."""
    smooth = [thinned(smoothed(line, 2) if len(line) > 2 else line, 0.3) for line in found]
    parts = [rounded(p) for line in smooth for p in pieces(line, BOX)]
    return LayerFile(role=role, paths=["".join(path(p, closed=False) for p in parts if len(p) > 1)])


def ridge(line: Line) -> Line:
    """A line of hills, filled to the lower edge."""
    return [*smoothed(line, 3), (1020, HEIGHT + 20), (-20, HEIGHT + 20)]


def disc(x: float, y: float, size: float, corners: int = 10) -> Line:
    """A round shape."""
    turns = [math.tau * k / corners for k in range(corners)]
    return [(x + size * math.cos(t), y + size * math.sin(t)) for t in turns]


def clear(point: Point, reach: float) -> bool:
    """No place so near."""
    return all(math.dist(point, place) > reach for place in PLACES.values())


def stars(chance: Random) -> list[Line]:
    """Small squares on their points, thinner towards the hills."""
    found = []
    for _ in range(46):
        x, y, size = chance.uniform(0, 1000), chance.uniform(4, 60), chance.uniform(0.9, 2.0)
        if math.dist((x, y), (505, 62)) > 60:
            found.append([(x, y - size), (x + size * 0.6, y), (x, y + size), (x - size * 0.6, y)])
    return found


def cloud(x: float, y: float, long: float) -> Line:
    """A long thin cloud."""
    high = long / 9
    ring = [
        (x - long / 2, y), (x - long / 4, y - high * 0.6), (x - long / 12, y - high), (x + long / 6, y - high * 0.5), (x + long / 2, y),
        (x + long / 5, y + high * 0.4), (x - long / 5, y + high * 0.3),
    ]  # fmt: skip
    return smoothed(ring, 2, closed=True)


def fog(x: float, y: float, long: float) -> Line:
    """A bank of fog with a wavy upper side."""
    top = [(x - long / 2 + long * k / 6, y - (9 if k % 2 else 3)) for k in range(7)]
    low = [(x + long * 0.4, y + 9), (x, y + 5), (x - long * 0.36, y + 10)]
    return smoothed([*top, *low], 2, closed=True)


def waves(water: Line) -> list[Line]:
    """Small waves on the bay."""
    spots = [(930 + 26 * (k % 3) + 9 * (k // 3 % 2), 350 + 27 * (k // 3)) for k in range(36)]
    return [
        [(x - 7, y), (x - 3.5, y - 3), (x, y), (x + 3.5, y - 3), (x + 7, y)]
        for x, y in spots
        if holds([water], (x - 9, y)) and holds([water], (x + 8, y)) and clear((x, y), 26)
    ]


def reeds(swamp: Line, chance: Random) -> list[Line]:
    """Reeds in the swamp."""
    found: list[Line] = []
    while len(found) < 48:
        x, y = chance.uniform(716, 868), chance.uniform(556, 648)
        if holds([swamp], (x, y)) and clear((x, y), 24):
            found += [[(x, y), (x + lean, y - chance.uniform(6, 10))] for lean in (-2.5, 0.5, 3)]
    return found


def furrows() -> list[Line]:
    """Ploughed lines across the fields."""
    found: list[Line] = []
    for field in FIELDS:
        ring = smoothed(field, 2, closed=True)
        for y in range(int(min(y for _, y in ring)) + 8, int(max(y for _, y in ring)), 11):
            inside = [x for x in range(0, 400, 3) if holds([ring], (x, y))]
            if inside:
                a, b = inside[0] + 5, inside[-1] - 5
                found.append([(a, y), ((a + b) / 2, y - 5), (b, y + 1)])
    return found


def jetty() -> list[Line]:
    """Planks into the bay."""
    deck: Line = [(890, 455), (966, 461), (966, 468), (889, 463)]
    posts: list[Line] = [
        [(x, 460), (x + 3, 460), (x + 3, 476), (x, 476)] for x in (904, 924, 944, 962)
    ]
    return [deck, *posts]


def woods(chance: Random) -> list[Line]:
    """Firs, the near ones last; no two stand in each other."""
    feet: list[Point] = []
    for wood in WOODS:
        xs, ys = [x for x, _ in wood], [y for _, y in wood]
        for _ in range(260):
            foot = (chance.uniform(min(xs), max(xs)), chance.uniform(min(ys), max(ys)))
            apart = all(abs(foot[0] - x) > 13 or abs(foot[1] - y) > 9 for x, y in feet)
            if holds([wood], foot) and apart and clear((foot[0], foot[1] - 8), 25):
                feet.append(foot)
    return [fir(x, y, chance.uniform(17, 26)) for x, y in sorted(feet, key=lambda p: p[1])]


def fir(x: float, y: float, high: float) -> Line:
    """One fir: three tiers."""
    wide = high * 0.36
    right = [
        (x + wide * w, y - high * h)
        for w, h in ((0.4, 0.66), (0.25, 0.64), (0.75, 0.34), (0.45, 0.33), (1, 0))
    ]
    left = [(2 * x - u, v) for u, v in reversed(right)]
    return [(x, y - high), *right, *left]


def tree(x: float, y: float, size: float, chance: Random) -> list[Line]:
    """A bare tree: every branch forks twice."""
    found: list[Line] = []

    def grow(at: Point, turn: float, long: float, depth: int) -> None:
        bend = turn + chance.uniform(-0.25, 0.25)
        middle = (at[0] + long * 0.5 * math.sin(turn), at[1] - long * 0.5 * math.cos(turn))
        end = (middle[0] + long * 0.5 * math.sin(bend), middle[1] - long * 0.5 * math.cos(bend))
        found.append([at, middle, end])
        if depth:
            for side in (-1, 1):
                grow(
                    end,
                    bend + side * chance.uniform(0.35, 0.75),
                    long * chance.uniform(0.6, 0.75),
                    depth - 1,
                )

    grow((x, y), chance.uniform(-0.15, 0.15), size * 0.42, 3)
    return found


def graves(chance: Random) -> list[Line]:
    """Leaning stones and crosses in rows."""
    found = []
    for row in range(4):
        for column in range(9):
            x, y = 556 + column * 13 + row % 2 * 6, 152 + row * 17
            if not holds([GRAVEYARD], (x, y)) or not clear((x, y - 4), 17):
                continue
            lean = chance.uniform(-1.2, 1.2)
            if chance.random() < 0.3:
                found.append(placed(GLYPHS["cross"], x, y, 0.8))
            else:
                stone = [
                    (x - 3.2, y),
                    (x - 3 + lean, y - 7),
                    (x + lean, y - 9.4),
                    (x + 3 + lean, y - 7),
                    (x + 3.2, y),
                ]
                found.append(stone)
    return found


def pumpkins(chance: Random) -> list[Line]:
    """Pumpkins in their patch."""
    field = smoothed(FIELDS[0], 2, closed=True)
    found: list[Line] = []
    spots: list[Point] = []
    for _ in range(120):
        spot = (chance.uniform(258, 376), chance.uniform(384, 448))
        apart = all(math.dist(spot, other) > 12 for other in spots)
        if holds([field], spot) and apart and clear(spot, 18):
            spots.append(spot)
            size = chance.uniform(2.6, 4.2)
            found.append([(x, spot[1] + (y - spot[1]) * 0.8) for x, y in disc(*spot, size, 9)])
    return found


def ghost(x: float, y: float) -> list[Line]:
    """A small ghost with a ragged hem; its eyes are holes."""
    return [
        placed(GLYPHS["ghost"], x, y, 1.0),
        disc(x - 2.4, y - 12, 1.3, 6),
        disc(x + 2.4, y - 12, 1.3, 6),
    ]


def placed(glyph: Line, x: float, y: float, size: float) -> Line:
    """A silhouette on its foot."""
    return [(x + size * u, y + size * v) for u, v in glyph]
