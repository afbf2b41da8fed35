"""The rules of a board on paper: first those it has chosen, then the statements that hold on it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from capotreno import rulebook
from capotreno.engine.game import Game
from capotreno.games.own.game import PAPER
from capotreno.games.own.page import statements
from capotreno.printing.letters import fitting, lines, writable
from capotreno.printing.pen import Drawn, Page, TextLine
from capotreno.printing.sheets import Paper
from capotreno.telling.rules import rules as sentences
from capotreno.words import Voice

BODY, HEAD, TITLE = 3.1, 4.2, 6.5  # sizes of letters
BETWEEN = 7.0  # two columns
_MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True)
class RuleLine:
    """A line of the rules as it stands in its column."""

    text: str
    size: float
    bold: bool
    indent: float
    above: float  # room before it


def pages(game: Game, paper: Paper, voice: Voice) -> Iterator[Page]:
    """The rules in two columns."""
    box = paper.room
    wide = (box.right - box.left - BETWEEN) / 2
    rows = [row for line in _text(game, voice).splitlines() for row in _rows(line.strip(), wide)]
    sheets: list[list[Drawn]] = [[]]
    column, y = 0, box.top
    for i, row in enumerate(rows):
        tall = row.size * 1.28 + (row.above if y > box.top else 0)
        # A heading does not stand alone at the foot of a column.
        after = rows[i + 1].size * 2.6 + rows[i + 1].above if row.bold and i + 1 < len(rows) else 0
        if y + tall + after > box.bottom:
            column, y = column + 1, box.top
            tall = row.size * 1.28
            if column == 2:
                column = 0
                sheets.append([])
        y += tall
        left = box.left + column * (wide + BETWEEN) + row.indent
        size = fitting(row.text, row.size, wide - row.indent, row.bold)
        sheets[-1].append(TextLine(left, y, row.text, size, bold=row.bold))
    for number, things in enumerate(sheets, 1):
        yield Page(f"rules-{number}", paper.wide, paper.tall, tuple(things))


def _text(game: Game, voice: Voice) -> str:
    """The same page as in the browser."""
    chapter = "\n\n".join([f"## {voice.say('rules.chosen')}", *sentences(voice, game)])
    holding = statements(game.ruleset)
    return rulebook.rules(PAPER, voice.language, False, holding, chapter) or chapter


def _rows(line: str, wide: float) -> Iterator[RuleLine]:
    if not line:
        return
    size, bold, indent, above = BODY, False, 0.0, BODY * 0.45
    if line.startswith("#"):
        size = TITLE if line.startswith("# ") else HEAD
        bold, above = True, size * 0.8
    elif re.match(r"- |\d+\. ", line):
        indent = 2.5
        line = line.removeprefix("- ")
    text = writable(_MARKS.sub("", _LINK.sub(r"\1", line.lstrip("# "))))
    for n, row in enumerate(lines(text, size, wide - indent, bold)):
        yield RuleLine(row, size, bold, indent, above if n == 0 else 0.0)
