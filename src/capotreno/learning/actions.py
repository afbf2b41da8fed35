"""What a network says of every action: the outputs that are added up to its score.

An output belongs to a verb and a thing: to claim this route, to pay with that card. An action
names its things, so a board's own actions need no weights of their own.
"""

import numpy as np
from numpy.typing import NDArray

from capotreno.engine.game import Game
from capotreno.learning.names import (
    CARD_VERBS,
    KINDS,
    PLACE_VERBS,
    PLAIN_VERBS,
    ROUTE_VERBS,
    THING_VERBS,
    TICKET_VERBS,
)

VERBS = {
    "route": ROUTE_VERBS,
    "place": PLACE_VERBS,
    "ticket": TICKET_VERBS,
    "card": CARD_VERBS,
    "thing": THING_VERBS,
}
Counted = tuple[int, float]  # an output, and how many times it counts


class Outputs:
    """The outputs of a game's nodes in their order: plain verbs, then every kind's."""

    def __init__(self, game: Game, counts: dict[str, int], things: list[tuple[str, int]]) -> None:
        self.game = game
        words = game.layout.words
        self.index = {kind: {word: i for i, word in enumerate(own)} for kind, own in words.items()}
        self.node = [nodes[0] if nodes else 0 for nodes in game.graph.nodes_of]
        self.places = {place.id: place.index for place in game.board.places}
        self.things = {thing: i for i, thing in enumerate(things)}
        self.first: dict[str, int] = {}
        at = len(PLAIN_VERBS) + 1
        for kind, verbs in VERBS.items():
            self.first[kind] = at
            at += counts[kind] * len(verbs)
        self.count = at

    def array(self) -> NDArray[np.float32]:
        """[outputs, codes]: how much each output counts for each code."""
        found = np.zeros((self.count, self.game.num_actions), np.float32)
        for code in range(self.game.num_actions):
            for output, weight in self.terms(code):
                found[output, code] += weight
        return found

    def terms(self, code: int) -> list[Counted]:
        action = self.game.action(code)
        found = [self._plain(action.verb, 1.0)]
        for name, value in action.json.items():
            if name == "do":
                continue
            named = value if isinstance(value, dict) else {value: 1}
            for word, many in named.items():
                own = self._output(action.verb, name, word)
                if own is not None:
                    found.append((own, float(many)))
                elif not self._node(name, word):
                    found.append(self._plain(f"{action.verb}.{name}={word}", float(many)))
        return found

    def _plain(self, words: str, many: float) -> Counted:
        known = words in PLAIN_VERBS
        return PLAIN_VERBS.index(words) if known else len(PLAIN_VERBS), many

    def _node(self, name: str, word: object) -> tuple[str, int, str] | None:
        """The node that a word of an action means: its kind, its number and what it adds."""
        if name in ("route", "ticket"):
            return name, self.index[name][word], ""  # type: ignore[index]
        if name == "place" and word is not None:
            return "place", self.node[self.places[str(word)]], ""
        if name in ("card", "cards") and word in self.index["card"]:
            return "card", self.index["card"][str(word)], ""
        for kind in KINDS:
            if word in self.index.get(kind, ()):
                return "thing", self.things[kind, self.index[kind][str(word)]], f".{name}"
        return None

    def _output(self, verb: str, name: str, word: object) -> int | None:
        found = self._node(name, word)
        if found is None:
            return None
        kind, number, added = found
        verbs = VERBS[kind]
        if f"{verb}{added}" not in verbs:
            return None
        return self.first[kind] + number * len(verbs) + verbs.index(f"{verb}{added}")
