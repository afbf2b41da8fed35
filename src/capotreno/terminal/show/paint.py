"""Colour for people who see it, letters for everybody: chips of cards, marks of tickets."""

from rich.text import Text

from capotreno.reader.progress import BLOCKED, DONE, OPEN
from capotreno.telling.names import Names

CHIPS = {
    "red": "bold white on red3",
    "blue": "bold white on blue3",
    "green": "bold white on green4",
    "yellow": "bold black on yellow3",
    "orange": "bold black on dark_orange",
    "pink": "bold black on pink1",
    "purple": "bold white on purple4",
    "black": "bold white on grey19",
    "white": "bold black on grey93",
}
WILD = "bold black on grey66"
# The faces of a die, in their order: single, double, station, locomotive.
DICE = ("bold black on grey93", "bold white on blue3", "bold white on green4", WILD)
INKS = {
    "red": "red",
    "blue": "dodger_blue1",
    "green": "green",
    "yellow": "yellow",
    "orange": "dark_orange",
    "pink": "pink1",
    "purple": "medium_purple2",
    "black": "grey50",
    "white": "bright_white",
}
MARKS = {DONE: ("✓", "green"), OPEN: ("→", "cyan"), BLOCKED: ("✗", "red")}
LANDMARK = "◆"
PORT = "⚓"
INDENT = 11  # of everything that stands beside a label
MOST_LETTERS = 5  # of one stack; a higher one says how high


def words(text: str, style: str) -> Text:
    """Words in a style that does not run on into what is appended."""
    return Text().append(text, style)


def chip(names: Names, card: int, letters: int = 1) -> Text:
    """A card, or a stack of one kind, as letters on its colour."""
    kind = names.game.board.cards[card]
    style = WILD if kind.wild else CHIPS.get(kind.colour, WILD)
    return words(f" {names.letters[card] * letters} ", style)


def stack(names: Names, card: int, count: int) -> Text:
    """A stack of a hand: as many letters as cards, the name, the number."""
    text = chip(names, card, min(count, MOST_LETTERS))
    return text.append(f" {names.cards[card]}").append(f" ×{count}", "bold")


def ink(names: Names, colour: str) -> Text:
    """A route's colour by its name, in that colour."""
    return words(names.colour(colour), INKS.get(colour, "grey70"))


def track(names: Names, index: int) -> Text:
    """A route's colour and kind, in its colour."""
    colour = "" if names.payer else names.game.board.routes[index].colour
    return words(names.track(index), INKS.get(colour, "grey70"))


def die(names: Names, number: int, face: int) -> Text:
    """A die: its number, and its face by letter and name."""
    text = words(f"{number} ", "dim").append(f" {names.face_letters[face]} ", DICE[face])
    return text.append(f" {names.faces[face]}")


def mark(status: str) -> Text:
    """The sign of how a ticket stands."""
    sign, style = MARKS[status]
    return words(sign, f"bold {style}")


def row(
    label: str, parts: list[Text], width: int, gap: int = 3, indent: int = INDENT
) -> list[Text]:
    """Parts side by side after a label, broken into lines where the width ends."""
    lines = [words(label.ljust(indent), "bold cyan")]
    for part in parts:
        room = lines[-1].cell_len + (0 if lines[-1].cell_len == indent else gap)
        if lines[-1].cell_len > indent and room + part.cell_len > width:
            lines.append(Text(" " * indent))
            room = indent
        lines[-1].append(" " * (room - lines[-1].cell_len)).append_text(part)
    return lines


def block(label: str, rows: list[Text]) -> list[Text]:
    """Lines under one another, the first beside their label."""
    return [
        words((label if not at else "").ljust(INDENT), "bold cyan").append_text(line)
        for at, line in enumerate(rows)
    ]
