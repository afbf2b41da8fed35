"""Lists without copies: what is made only to be handed on is made where it is wanted.

`target.assign(made)` goes, and `made` with it, where the one is not looked at while the other is
made and the other is not looked at afterwards.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

DECLARED = re.compile(r"^ *(List<(.+), (\d+)>) (\w+);$")
COPIED = re.compile(r"^ *(\w+)\.assign\((\w+)\);$")
WIDER = {"int64_t": ("int32_t",)}


@dataclass(frozen=True)
class _Room:
    element: str
    most: int


def without_copies(declared: list[str], lines: list[str], out: str) -> tuple[list[str], list[str]]:
    """A function's variables and lines; `out` is the type of the list that it gives, if it does."""
    again = True
    while again:
        again = False
        for at in range(len(lines)):
            found = COPIED.match(lines[at])
            if found is not None and found[1] != found[2]:
                region = _region(declared, lines, out, at, found[1], found[2])
                if region is not None:
                    declared, lines = _merged(declared, lines, region, at, found[1], found[2])
                    again = True
                    break
    return _used(declared, lines)


def _used(declared: list[str], lines: list[str]) -> tuple[list[str], list[str]]:
    """Without the lists that stay empty because nobody looks at them."""
    for name in _rooms(declared, lines, ""):
        idle = re.compile(rf"^ *(List<.+> {name};|{name}\.begin\(0\);)$")
        if all(idle.match(line) for line in lines if _names(line, name)):
            declared = [line for line in declared if not idle.match(line)]
            lines = [line for line in lines if not idle.match(line)]
    return declared, lines


def _rooms(declared: list[str], lines: list[str], out: str) -> dict[str, _Room]:
    written = [*declared, *lines, *([f"{out} out;"] if out else [])]
    found = [DECLARED.match(line) for line in written]
    return {one[4]: _Room(one[2], int(one[3])) for one in found if one is not None}


def _region(
    declared: list[str], lines: list[str], out: str, at: int, target: str, made: str
) -> int | None:
    """The line with which the making of a list begins, if it may be made in the target."""
    rooms = _rooms(declared, lines, out)
    if target not in rooms or made not in rooms or made == "out":
        return None
    uses = [i for i, line in enumerate(lines) if _names(line, made)]
    first = uses[0]
    between = lines[first:at]
    begun = DECLARED.match(lines[first]) or _is_begun(lines[first], made)
    if uses[-1] != at or not begun or any(_names(line, target) for line in between):
        return None
    if not _in_one_block(between) or not _fits(rooms[target], rooms[made], made, between):
        return None
    returns = any(line.strip() == "return;" for line in between)
    return None if returns and target == "out" else first


def _names(line: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", line) is not None


def _is_begun(line: str, made: str) -> bool:
    """Whether a line gives a list everything that is in it."""
    return re.match(rf"^ *{made}\.(begin\(\d+\);|assign\()", line) is not None


def _in_one_block(lines: list[str]) -> bool:
    """Whether whoever goes through the first of some lines comes to the end of them, or returns."""
    opened: list[bool] = []
    for line in lines:
        text = line.strip()
        if re.search(r"\b(break|continue);", text) and not any(opened):
            return False
        for sign in re.findall(r"[{}]", text):
            if sign == "{":
                opened.append(text.startswith(("for ", "while ", "switch ")))
            elif not opened:
                return False
            else:
                opened.pop()
    return not opened


def _fits(target: _Room, made: _Room, name: str, lines: list[str]) -> bool:
    """Whether what is done to the one list can be done to the other."""
    uses = list(_uses(lines, name))
    if target == made:
        return True
    if not all(use.startswith((".", "[")) for use in uses):  # a function takes just its own type
        return False
    copied = all(re.match(r"\.(begin\(0\);|extend\(|fill\(|assign\()", use) for use in uses)
    if target.most < made.most and not all(
        re.match(r"\.(begin\(0\);|push\(|extend\(|fill\(|assign\()", use) for use in uses
    ):
        return False
    if target.element == made.element or made.element in WIDER.get(target.element, ()):
        return True
    return target.element.startswith("Mask<") and made.element == "int32_t" and copied


def _uses(lines: list[str], name: str) -> Iterator[str]:
    """What follows the name wherever it is used."""
    for line in lines:
        if DECLARED.match(line) is None:
            for found in re.finditer(rf"\b{name}\b", line):
                yield line[found.end() :]


def _merged(
    declared: list[str], lines: list[str], first: int, at: int, target: str, made: str
) -> tuple[list[str], list[str]]:
    renamed = [re.sub(rf"\b{made}\b", target, line) for line in lines[first:at]]
    own = re.compile(rf"^ *List<.+> {made};$")
    kept = [new for new, old in zip(renamed, lines[first:at], strict=True) if not own.match(old)]
    others = [line for line in declared if not own.match(line)]
    return others, [*lines[:first], *kept, *lines[at + 1 :]]
