"""Pages as one PDF: vectors, and Helvetica, which every reader brings along.

No more of the format is written than a page needs: objects, their table, compressed content.
"""

import math
import unicodedata
import zlib
from collections.abc import Iterable, Iterator

from capotreno.printing.pen import Drawn, Page, Path, TextLine, Window

POINT = 72 / 25.4  # of these to a millimetre
FONTS = ("Helvetica", "Helvetica-Bold")
#: Codes of the second pair of fonts, which holds letters that the usual code has not.
FIRST, LAST = 128, 255
_MARKS = {
    "COMBINING ACUTE ACCENT": "acute",
    "COMBINING BREVE": "breve",
    "COMBINING CARON": "caron",
    "COMBINING CEDILLA": "commaaccent",
    "COMBINING COMMA BELOW": "commaaccent",
    "COMBINING DOT ABOVE": "dotaccent",
    "COMBINING DOUBLE ACUTE ACCENT": "hungarumlaut",
    "COMBINING MACRON": "macron",
    "COMBINING OGONEK": "ogonek",
    "COMBINING RING ABOVE": "ring",
}
_NAMED = {"ł": "lslash", "Ł": "Lslash", "đ": "dcroat", "Đ": "Dcroat", "ı": "dotlessi"}
_NAMED |= {"ş": "scedilla", "Ş": "Scedilla"}


def written(pages: Iterable[Page], title: str) -> bytes:
    """The whole file."""
    own = _Own()
    contents = [(page, _content(page, own)) for page in pages]
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    objects += [_font(name, "") for name in FONTS]
    objects += [_font(name, own.differences()) for name in FONTS]
    objects.append(f"<</Title{_text(title)}/Producer(Capotreno)>>".encode("latin-1"))
    info = len(objects)
    fonts = "".join(f"/F{n} {3 + n} 0 R" for n in range(4))
    faint = "".join(f"/G{n}<</ca {n / 100:g}/CA {n / 100:g}>>" for n in sorted(own.faint))
    kids = []
    for page, content in contents:
        packed = zlib.compress(content.encode("latin-1"), 9)
        head = f"<</Length {len(packed)}/Filter/FlateDecode>>stream\n".encode()
        objects.append(head + packed + b"\nendstream")
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {page.wide * POINT:.3f}"
            f" {page.tall * POINT:.3f}]/Contents {len(objects)} 0 R"
            f"/Resources<</Font<<{fonts}>>/ExtGState<<{faint}>>>>>>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
    return _file(objects, info)


def _file(objects: list[bytes], info: int) -> bytes:
    parts = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"]
    starts, at = [], len(parts[0])
    for number, content in enumerate(objects, 1):
        starts.append(at)
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        at += len(parts[-1])
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    parts.append(
        f"xref\n0 {size}\n0000000000 65535 f \n{table}"
        f"trailer<</Size {size}/Root 1 0 R/Info {info} 0 R>>\nstartxref\n{at}\n%%EOF\n".encode()
    )
    return b"".join(parts)


def _font(name: str, differences: str) -> bytes:
    more = f"/Differences[{differences}]" if differences else ""
    return (
        f"<</Type/Font/Subtype/Type1/BaseFont/{name}"
        f"/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding{more}>>>>"
    ).encode()


def _text(text: str) -> str:
    """A string as the file's own data has it: UTF-16 in hexadecimal."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


class _Own:
    """The letters beyond the usual code that a file needs, each with a code of its own."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self.faint: set[int] = set()

    def code(self, glyph: str) -> int | None:
        if glyph not in self.codes and len(self.codes) <= LAST - FIRST:
            self.codes[glyph] = FIRST + len(self.codes)
        return self.codes.get(glyph)

    def differences(self) -> str:
        return "".join([f"{FIRST}", *(f"/{glyph}" for glyph in self.codes)]) if self.codes else ""


def glyph(letter: str) -> str:
    """The name of a letter with a mark as fonts have it; nothing where there is none."""
    if letter in _NAMED:
        return _NAMED[letter]
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 2 and parts[0].isascii():
        mark = _MARKS.get(unicodedata.name(parts[1], ""))
        return f"{parts[0]}{mark}" if mark else ""
    return ""


def missing(text: str) -> set[str]:
    """The signs of a text that the PDF cannot show: it writes a question mark."""
    return {sign for sign in text if not _usual(sign) and not glyph(sign)}


def _usual(sign: str) -> bytes:
    return sign.encode("cp1252", "ignore")


def _runs(text: str, own: _Own) -> Iterator[tuple[bool, bytes]]:
    """A text in pieces that one font can write: of the usual letters, or of the others."""
    other, run = False, b""
    for sign in text:
        usual = _usual(sign)
        code = None if usual else own.code(glyph(sign)) if glyph(sign) else None
        now = code is not None
        piece = bytes([code]) if code is not None else usual or b"?"
        if now != other and run:
            yield other, run
            run = b""
        other, run = now, run + piece
    if run:
        yield other, run


def _content(page: Page, own: _Own) -> str:
    """What is on a page, from its left top corner down, in millimetres."""
    head = f"{POINT:.6f} 0 0 {-POINT:.6f} 0 {page.tall * POINT:.3f} cm 1 J 1 j\n"
    return head + "\n".join(part for thing in page.things for part in _thing(thing, own))


def _thing(thing: Drawn, own: _Own) -> Iterator[str]:
    match thing:
        case Path():
            yield from _path(thing, own)
        case TextLine():
            yield from _words(thing, own)
        case Window(frame, things):
            wide, tall = frame.right - frame.left, frame.bottom - frame.top
            yield f"q {frame.left:.2f} {frame.top:.2f} {wide:.2f} {tall:.2f} re W n"
            for one in things:
                yield from _thing(one, own)
            yield "Q"


def _path(path: Path, own: _Own) -> Iterator[str]:
    if path.faint < 1:
        percent = max(1, round(path.faint * 100))
        own.faint.add(percent)
        yield f"q /G{percent} gs"
    if path.fill:
        yield f"{_colour(path.fill)} rg"
    if path.line:
        dash = " ".join(f"{n:g}" for n in path.dash)
        cap = 0 if path.dash else 1
        yield f"{_colour(path.line)} RG {path.width:g} w {cap} J [{dash}] 0 d"
    names = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    for command, points in path.steps:
        yield " ".join([*(f"{x:.2f} {y:.2f}" for x, y in points), names[command]])
    yield "B*" if path.fill and path.line else "f*" if path.fill else "S"
    if path.faint < 1:
        yield "Q"


def _words(words: TextLine, own: _Own) -> Iterator[str]:
    # Letters stand upright where y points down.
    a, b = _turn(words.angle)
    x, y = words.x - words.start * a, words.y - words.start * b
    place = f"{a:.4f} {b:.4f} {b:.4f} {-a:.4f} {x:.2f} {y:.2f} Tm"
    rims = [f"1 Tr 1 1 1 RG {words.halo:g} w [] 0 d"] if words.halo else []
    for look in [*rims, f"0 Tr {_colour(words.fill)} rg"]:
        yield f"BT {look} {place}"
        for other, run in _runs(words.text, own):
            font = 2 * other + words.bold
            yield f"/F{font} {words.size:.2f} Tf <{run.hex()}> Tj"
        yield "ET"


def _turn(angle: float) -> tuple[float, float]:
    return math.cos(math.radians(angle)), math.sin(math.radians(angle))


def _colour(colour: str) -> str:
    """Red, green and blue of #rrggbb, each from 0 to 1."""
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))
