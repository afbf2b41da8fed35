"""What can be wrong with a board file, and the base of everything this package refuses."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_QUOTE = 60


class CapotrenoError(ValueError):
    """Any refusal of this package; its text is one clear sentence."""


class NoSuchThing(CapotrenoError, LookupError):
    """A name that nothing has: a place, a route, a ticket, a line of a score sheet."""


class BoardError(CapotrenoError):
    """A board file that cannot be used: one sentence with the file, the item and the fault."""

    def __init__(self, file: str, item: str, fault: str) -> None:
        where = f"{file}: {item}" if item else file
        super().__init__(f"{where}: {fault}" + ("" if fault.endswith("?") else "."))
        self.file = file
        self.item = item
        self.fault = fault

    def __reduce__(self) -> tuple[type["BoardError"], tuple[str, str, str]]:
        # An exception is rebuilt from its text alone unless told otherwise.
        return BoardError, (self.file, self.item, self.fault)


def quoted(text: str) -> str:
    """A word of the file, quoted, made printable and cut to a readable length."""
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return f"'{text[:LONGEST_QUOTE]}…'" if len(text) > LONGEST_QUOTE else f"'{text}'"


def hint(word: str, known: Iterable[str]) -> str:
    """A near miss in words, or nothing."""
    close = get_close_matches(word[:LONGEST_QUOTE], list(known), n=1)
    return f", did you mean '{close[0]}'?" if close else ""


def unknown(what: str, word: str, known: Iterable[str], where: str = "") -> str:
    """The fault of a word that names nothing."""
    return f"unknown {what} {quoted(word)}{where}{hint(word, known)}"
