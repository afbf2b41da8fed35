"""Helvetica, which every PDF reader and printer has: how wide its letters are, how a text breaks.

Widths are thousandths of the size of the letters, for the signs from the space to the tilde.
"""

import unicodedata
from collections.abc import Iterator

_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556"
    " 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833"
    " 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556"
    " 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334"
    " 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556"
    " 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833"
    " 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611"
    " 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389"
    " 280 389 584"
)
_WIDTHS = {
    bold: {chr(32 + i): int(n) for i, n in enumerate(table.split())}
    for bold, table in ((False, _PLAIN), (True, _BOLD))
}
#: Other signs that sentences have: as wide as one of the alphabet, or so many thousandths.
_LIKE = {"’": "'", "‘": "'", "“": '"', "”": '"', "«": "-", "»": "-", "·": ".", "ß": "b", "ı": "i"}
_LIKE |= {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "\u00a0": " "}
_ODD = {"–": 556, "—": 1000, "…": 1000, "×": 584, "€": 556, "æ": 889, "Æ": 1000, "œ": 944}
_ODD |= {"Œ": 1000, "°": 400, "½": 834, "“": 500, "”": 500, "«": 556, "»": 556}

#: Signs the font has not, and what stands for them on paper.
_INSTEAD = {
    " (◆)": "",
    " → ": ": ",
    "→": ":",
    "≥": ">",
    "−": "–",
    "▲": "+",
    "▼": "-",
    "\u202f": "\u00a0",
}


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in the unit of its size."""
    table = _WIDTHS[bold]
    return size * sum(_of(letter, table) for letter in text) / 1000


def _of(letter: str, table: dict[str, int]) -> int:
    found = table.get(letter) or _ODD.get(letter)
    if found:
        return found
    letter = _LIKE.get(letter, letter)
    return table.get(unicodedata.normalize("NFD", letter)[0], 600)


def writable(text: str) -> str:
    """A text with what the font has not written in other signs."""
    for sign, other in _INSTEAD.items():
        text = text.replace(sign, other)
    return text


def fitting(text: str, size: float, room: float, bold: bool = False) -> float:
    """The size, no larger than this, at which a text fits a room."""
    wide = width(text, size, bold)
    return size if wide <= room else size * room / wide


def lines(text: str, size: float, room: float, bold: bool = False) -> Iterator[str]:
    """A text broken at its spaces; a word wider than the room stays whole."""
    row = ""
    for word in text.split(" "):
        longer = f"{row} {word}" if row else word
        if row and width(longer, size, bold) > room:
            yield row
            row = word
        else:
            row = longer
    if row:
        yield row
