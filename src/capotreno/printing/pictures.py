"""What is drawn on cards, spaces and places: wagon, engine, ship, passenger, and small signs."""

from capotreno.printing.pen import Path, Stroke, circle, line, placed, polygon, rect

DARK, PALE = "#2b2415", "#fffdf6"


def wagon(x: float, y: float, wide: float, body: str, edge: str) -> list[Path]:
    """A railway carriage from the side, `wide` from buffer to buffer, on its rail."""
    w = wide
    found = [
        _rail(x, y + w * 0.27, w * 1.15),
        Path(rect(x - w * 0.46, y - w * 0.24, w * 0.92, w * 0.36, w * 0.05), body, edge, w * 0.02),
        Path(rect(x - w * 0.49, y - w * 0.28, w * 0.98, w * 0.07, w * 0.03), edge),
        Path(rect(x - w * 0.5, y + w * 0.09, w, w * 0.04), edge),
    ]
    for i in range(4):
        left = x - w * 0.4 + i * w * 0.215
        found.append(
            Path(rect(left, y - w * 0.15, w * 0.155, w * 0.13, w * 0.02), PALE, edge, w * 0.012)
        )
    for side in (-0.33, -0.17, 0.17, 0.33):
        found += _wheel(x + side * w, y + w * 0.19, w * 0.07)
    return found


def engine(x: float, y: float, wide: float, body: str, edge: str) -> list[Path]:
    """A steam engine, facing right."""
    w = wide
    found = [
        _rail(x, y + w * 0.27, w * 1.15),
        Path(rect(x - w * 0.2, y - w * 0.1, w * 0.62, w * 0.2, w * 0.08), body, edge, w * 0.02),
        Path(rect(x - w * 0.46, y - w * 0.28, w * 0.28, w * 0.38, w * 0.02), body, edge, w * 0.02),
        Path(rect(x - w * 0.5, y - w * 0.32, w * 0.36, w * 0.06, w * 0.02), edge),
        Path(rect(x - w * 0.4, y - w * 0.2, w * 0.15, w * 0.14, w * 0.02), PALE, edge, w * 0.012),
        Path(rect(x + w * 0.24, y - w * 0.26, w * 0.09, w * 0.17), edge),
        Path(rect(x + w * 0.21, y - w * 0.3, w * 0.15, w * 0.05, w * 0.01), edge),
        Path(rect(x, y - w * 0.16, w * 0.1, w * 0.07, w * 0.03), edge),
        Path(placed(polygon([(0.38, 0.1), (0.52, 0.25), (0.38, 0.25)]), x, y, 0, w), edge),
        Path(rect(x - w * 0.47, y + w * 0.08, w * 0.9, w * 0.05), edge),
    ]  # fmt: skip
    for i, (dx, dy, size) in enumerate(
        ((0.3, -0.38, 0.04), (0.22, -0.45, 0.055), (0.1, -0.5, 0.07))
    ):
        found.append(
            Path(circle(x + dx * w, y + dy * w, size * w), PALE, edge, w * 0.012 - i * 0.001)
        )
    for side, radius in ((-0.33, 0.09), (-0.1, 0.09), (0.12, 0.09), (0.3, 0.06)):
        found += _wheel(x + side * w, y + w * (0.26 - radius), w * radius)
    return found


def ship(x: float, y: float, wide: float, body: str, edge: str) -> list[Path]:
    """A steamer on the sea."""
    w = wide
    hull = [(-0.5, 0.02), (0.5, 0.02), (0.4, 0.22), (-0.38, 0.22)]
    found = [
        Path(rect(x - w * 0.3, y - w * 0.13, w * 0.56, w * 0.15), PALE, edge, w * 0.015),
        Path(rect(x - w * 0.06, y - w * 0.36, w * 0.13, w * 0.24), body, edge, w * 0.02),
        Path(rect(x - w * 0.06, y - w * 0.31, w * 0.13, w * 0.05), edge),
        Path(polygon([(x + dx * w, y + dy * w) for dx, dy in hull]), body, edge, w * 0.02),
    ]
    found += [
        Path(circle(x + i * w * 0.13, y + w * 0.1, w * 0.028), PALE, edge, w * 0.01)
        for i in range(-2, 3)
    ]
    wave: tuple[Stroke, ...] = (
        ("M", ((0, 0),)),
        ("C", ((0.06, -0.06), (0.12, 0.06), (0.18, 0))),
    )
    for i in range(6):
        left = x - w * 0.55 + i * w * 0.185
        found.append(Path(placed(wave, left, y + w * 0.27, 0, w), line=edge, width=w * 0.02))
    return found


def passenger(x: float, y: float, tall: float, body: str, edge: str) -> list[Path]:
    """A traveller, as a wooden figure."""
    t = tall
    coat = [(-0.12, -0.2), (0.12, -0.2), (0.34, 0.1), (0.2, 0.16), (0.26, 0.5), (-0.26, 0.5)]
    coat += [(-0.2, 0.16), (-0.34, 0.1)]
    return [
        Path(polygon([(x + dx * t, y + dy * t) for dx, dy in coat]), body, edge, t * 0.03),
        Path(circle(x, y - t * 0.32, t * 0.17), body, edge, t * 0.03),
    ]


def anchor(x: float, y: float, radius: float, ink: str) -> list[Path]:
    """A port, or the harbour mark."""
    r = radius
    arc: tuple[Stroke, ...] = (
        ("M", ((-0.75, 0.2),)),
        ("C", ((-0.6, 1.1), (0.6, 1.1), (0.75, 0.2))),
    )
    return [
        Path(circle(x, y - r * 0.7, r * 0.22), line=ink, width=r * 0.16),
        Path(line((x, y - r * 0.48), (x, y + r * 0.86)), line=ink, width=r * 0.2),
        Path(
            line((x - r * 0.42, y - r * 0.22), (x + r * 0.42, y - r * 0.22)),
            line=ink,
            width=r * 0.2,
        ),
        Path(placed(arc, x, y, 0, r), line=ink, width=r * 0.2),
    ]


def peaks(x: float, y: float, angle: float, radius: float, ink: str) -> list[Path]:
    """Rugged ground: two mountains."""
    dots = [(-1, 0.6), (-0.45, -0.5), (-0.05, 0.15), (0.4, -0.7), (1, 0.6)]
    return [Path(placed(polygon(dots), x, y, angle, radius), fill=ink)]


def crate(x: float, y: float, side: float, ink: str) -> list[Path]:
    """Merchandise."""
    s = side / 2
    box = rect(x - s, y - s, side, side)
    return [
        Path(box, PALE, ink, side * 0.1),
        Path(line((x - s, y - s), (x + s, y + s)), line=ink, width=side * 0.08),
        Path(line((x - s, y + s), (x + s, y - s)), line=ink, width=side * 0.08),
    ]


def _rail(x: float, y: float, wide: float) -> Path:
    return Path(line((x - wide / 2, y), (x + wide / 2, y)), line=DARK, width=wide * 0.014)


def _wheel(x: float, y: float, radius: float) -> list[Path]:
    return [
        Path(circle(x, y, radius), DARK),
        Path(circle(x, y, radius * 0.4), PALE),
    ]
