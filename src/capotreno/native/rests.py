"""Lists that join others: what a function only adds to what it gives may lie in the caller's list.

`List t; f(s, t); target.extend(t);` becomes `auto t = rest(target); f(s, t);`, and `f` a template
over what it adds to.
"""

import re
from collections.abc import Container, Iterable

from capotreno.native.program import Instance

HEAD = re.compile(r"(CAPO_\w+ void \w+\(.*, )(List<.+>) &out\)")
LOOKS = re.compile(r"\bout\b(?!\.(?:begin\(0\)|push\(|push_if\(|extend\(|assign\(|ones\())")
MADE = re.compile(r"^( *)(List<.+>) (\w+);$")
CALLED = re.compile(r"^ *(\w+)\((?:.*, )?(\w+)\);$")
JOINS = re.compile(r"^ *(\w+)\.extend\((\w+)\);$")


def joined(instances: Iterable[Instance]) -> list[tuple[str, str]]:
    """The head and the text of each function."""
    some = list(instances)
    adders = {one.name for one in some if HEAD.search(one.head) and not _looks(one.text)}
    called: set[str] = set()
    texts = [without_lists(one.text, adders, called) for one in some]
    return [
        (_over_any(one.head), _over_any(text)) if one.name in called else (one.head, text)
        for one, text in zip(some, texts, strict=True)
    ]


def _looks(text: str) -> bool:
    """Whether a function looks at the list that it gives, or hands it on."""
    return LOOKS.search(text.split("{\n", 1)[1]) is not None


def _over_any(text: str) -> str:
    return HEAD.sub(r"template <class Out> \1Out &out)", text, count=1)


def without_lists(text: str, adders: Container[str], called: set[str]) -> str:
    """A function without lists that only join others; `called` hears for whom."""
    lines = text.split("\n")
    given = HEAD.search(text)
    types = {"out": given[2]} if given else {}
    types |= {made[3]: made[2] for made in map(MADE.match, lines) if made}
    kept: list[str] = []
    for line in lines:
        joins = JOINS.match(line)
        made, call = (
            (MADE.match(kept[-2]), CALLED.match(kept[-1])) if len(kept) > 1 else (None, None)
        )
        if joins and made and call and call[1] in adders and made[3] == call[2] == joins[2]:
            uses = sum(re.search(rf"\b{joins[2]}\b", one) is not None for one in lines)
            if types.get(joins[1]) == made[2] and uses == len((made, call, joins)):
                kept[-2] = f"{made[1]}auto {made[3]} = rest({joins[1]});"
                called.add(call[1])
                continue
        kept.append(line)
    return "\n".join(kept)
