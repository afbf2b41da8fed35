"""The rules of the games for people: numbered statements and rulings, in Italian and English.

Here is their only home: tests and refusals cite statements by number, the browser shows them.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

CITED = re.compile(r"\bR-\d{2,3}\b")
STATEMENT = re.compile(r"- \*\*([A-Z]+-\d{2,3})\*\* ")
STATED = "\n- **"  # where the first statement begins
RULING = re.compile(r"- \*\*(R-\d{2,3})\*\* .*")


def paper(name: str, language: str) -> str | None:
    """A game's rules as they are written, or all rulings; None if nobody has written them."""
    file = files(__name__).joinpath(f"{name}.{language}.md")
    return file.read_text("utf-8") if file.is_file() else None


@cache
def rules(
    game: str,
    language: str,
    dice: bool = False,
    holding: frozenset[str] | None = None,
    first: str = "",
) -> str | None:
    """A game's rules, if wanted those of the Dice Expansion, and the rulings for them.

    Rulings are those that hold for every game and those that are cited. `holding`: of the game's
    statements only these; `first`: a chapter that stands before all of them.
    """
    own = paper(game, language)
    if own is not None and holding is not None:
        own = _holding(own, holding)
    if own is not None and first:
        told, ruled = own[: own.index(STATED)].rsplit("\n## ", 1)
        own = f"{told}\n{first}\n\n## {ruled}{own[own.index(STATED) :]}"
    text = _with_dice(own, language) if dice and own is not None else own
    if text is None:
        return None
    told = paper("rulings", language) or ""
    title, *sections = told.split("\n## ")
    found = {match[1]: match[0] for match in RULING.finditer(told)}
    wanted = _cited(CITED.findall(text) + CITED.findall(sections[0]), found)
    heading = title.splitlines()[0].removeprefix("# ")
    return f"{text.rstrip()}\n\n## {heading}\n\n" + "\n".join(found[n] for n in wanted) + "\n"


def _holding(text: str, holding: frozenset[str]) -> str:
    """The rules with some of their statements, and without a chapter that has none left."""
    chapters = text.split("\n## ")
    kept = []
    for chapter in chapters:
        lines = chapter.split("\n")
        left = [n for n in lines if not (found := STATEMENT.match(n)) or found[1] in holding]
        if len(left) == len(lines) or any(STATEMENT.match(line) for line in left):
            kept.append("\n".join(left))
    return "\n## ".join(kept)


def _with_dice(own: str, language: str) -> str | None:
    """A game's rules and the expansion's; what these say first stands above both."""
    added = paper("dice", language)
    if added is None:
        return None
    title, rules = own.split("\n\n", 1)
    chapter, first, more = added.split("\n\n", 2)
    return f"{title}\n\n{first}\n\n{rules.rstrip()}\n\n{chapter}\n\n{more}"


def _cited(numbers: Iterable[str], rulings: dict[str, str]) -> list[str]:
    """These rulings and all that they cite themselves, upwards."""
    found: set[str] = set()
    left = set(numbers) & rulings.keys()
    while left:
        found |= left
        left = {n for one in left for n in CITED.findall(rulings[one])} & rulings.keys() - found
    return sorted(found, key=lambda number: int(number.removeprefix("R-")))
