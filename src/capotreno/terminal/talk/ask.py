"""Asking the person at the keyboard: a question, a line, or somebody who has gone."""

import re

from rich.console import Console
from rich.text import Text

NUMBER = re.compile(r"-?\d+")


class Left(Exception):
    """The person has left the table."""


def ask(console: Console, question: str) -> str:
    """One line of answer; Left at the end of the input."""
    try:
        answer = console.input(Text(f"{question} ", "bold")).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Left from None
    if not console.is_terminal:
        console.print()
    return answer


def number(text: str) -> int | None:
    """The whole number a text is, with its sign; None for anything else."""
    return int(text.strip()[:9]) if NUMBER.fullmatch(text.strip()) else None


def numbers(text: str) -> list[int] | None:
    """Numbers with spaces or commas between them; None where something else is said."""
    found = [number(part) for part in re.split(r"[\s,;]+", text.strip()) if part]
    known = [one for one in found if one is not None]
    return known if known and len(known) == len(found) else None


def signed(text: str) -> bool:
    """Whether a number with a sign stands anywhere: no list of this program has any."""
    return re.search(r"(?:^|\s)[+-]\d", text) is not None
