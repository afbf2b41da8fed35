"""Actions have two faces: words or JSON outside, an int of the game's action space inside."""

import json
from bisect import bisect_left
from dataclasses import dataclass, field
from difflib import get_close_matches

from capotreno.engine.errors import NotAnAction

Json = dict[str, object]

ALIKE = 8  # actions looked at on each side of a mistyped one
LONGEST = 200  # letters of what may be a mistyped action, and of what is quoted


@dataclass(frozen=True)
class Action:
    """One action of a game: its code, its words and its JSON."""

    code: int
    verb: str
    text: str
    json: Json = field(hash=False)

    def __repr__(self) -> str:
        return f"<Action {self.code}: {self.text}>"

    def __str__(self) -> str:
        return self.text


def face(verb: str, words: str, **data: object) -> tuple[str, str, Json]:
    """A part's way to declare an action: its verb, the words after it, the JSON's fields."""
    return verb, f"{verb} {words}".strip(), {"do": verb, **data}


def canonical(data: object) -> str:
    """JSON written in one way only, so that equal objects are equal texts."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Actions:
    """The static action space of a game: every code, both ways."""

    def __init__(self, faces: list[tuple[str, str, Json]]) -> None:
        self.all = tuple(Action(i, verb, text, data) for i, (verb, text, data) in enumerate(faces))
        self._by_text = {action.text: action.code for action in self.all}
        self._in_order: list[str] = []  # both made when somebody first mistypes
        self._by_end: list[str] = []
        self._by_json = {canonical(action.json): action.code for action in self.all}

    def action(self, code: int) -> Action:
        if not isinstance(code, int) or not 0 <= code < len(self.all):
            raise NotAnAction(f"{code!r:.60} is not a code of this game (0 to {len(self.all) - 1})")
        return self.all[code]

    def code(self, action: object) -> int:
        """The code of an action given as text, JSON, Action or code."""
        if isinstance(action, Action):
            return self.code(action.text)
        if isinstance(action, str):
            text = " ".join(action.lower().split())
            found = self._by_text.get(text)
            if found is None:
                alike = self.alike(text)
                near = get_close_matches(text, alike, n=1, cutoff=0.6) if alike else []
                hint = f"; did you mean '{near[0]}'?" if near else ""
                raise NotAnAction(f"'{action:.{LONGEST}}' is not an action of this game{hint}")
            return found
        if isinstance(action, dict):
            try:
                found = self._by_json.get(canonical(action))
            except (TypeError, ValueError, RecursionError):
                found = None
            if found is None:
                raise NotAnAction(f"{action!r:.200} is not an action of this game")
            return found
        if isinstance(action, int) and not isinstance(action, bool):
            return self.action(action).code
        raise NotAnAction(f"{action!r:.200} is not an action of this game")

    def alike(self, text: str) -> list[str]:
        """A few actions that begin or end like a text: comparing it with all of them is dear."""
        if len(text) > LONGEST:
            return []
        if not self._in_order:
            self._in_order = sorted(self._by_text)
            self._by_end = sorted(known[::-1] for known in self._by_text)
        ends = (turned[::-1] for turned in _around(self._by_end, text[::-1]))
        return list(dict.fromkeys([*_around(self._in_order, text), *ends]))


def _around(words: list[str], text: str) -> list[str]:
    """The neighbours a text would have among words in order."""
    at = bisect_left(words, text)
    return words[max(0, at - ALIKE) : at + ALIKE]
