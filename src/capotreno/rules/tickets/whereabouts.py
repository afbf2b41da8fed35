"""Where a ticket is: in a deck, in a hand, on offer, under a deck. One cell per ticket says it."""

from typing import ClassVar, Final

from capotreno.engine.layout import EQUALS, REST, Codec, Reading

# Where a ticket is. A seat is added to all but the first; under a deck also eight times its turn,
# so that the ticket to be drawn next from there has the least number of all.
DECK: Final = 0
HELD: Final = 10
OFFERED: Final = 20
CHOSEN: Final = 30
REFUSED: Final = 40
UNDER: Final = -(2**30)
NOBODYS: Final = 7  # in place of a seat: put under a deck shuffled, so that nobody knows which


class Whereabouts(Codec):
    """A ticket's cell in words: deck, held 0, offered 0, chosen 0, refused 0, under 7 0."""

    words: ClassVar[tuple[tuple[str, int], ...]] = (
        ("held", HELD),
        ("offered", OFFERED),
        ("chosen", CHOSEN),
        ("refused", REFUSED),
    )
    face_up: ClassVar[tuple[str, ...]] = ()  # of these words, those that everybody may read

    def labels(self, players: int) -> tuple[str, ...]:
        own = [word for word, _ in self.words if word not in self.face_up]
        shown = [f"{word} {seat}" for word in self.face_up for seat in range(players)]
        return (*own, "under", *shown)

    def readings(self, cell: int, seat: int, players: int, most: int) -> list[Reading]:
        """A seat is told of its own tickets, and whose those are that lie face up."""
        base = dict(self.words)
        own = [(EQUALS, cell, at + seat) for word, at in self.words if word not in self.face_up]
        seats = [(seat + i) % players for i in range(players)]
        shown = [(EQUALS, cell, base[word] + one) for word in self.face_up for one in seats]
        return [*own, (REST, cell, seat), *shown]

    def write(self, value: int) -> object:
        if value == DECK:
            return "deck"
        if value < 0:
            return f"under {(value - UNDER) // 8} {(value - UNDER) % 8}"
        return f"{self.words[value // 10 - 1][0]} {value % 10}"

    def read(self, value: object) -> int:
        text = value.split() if isinstance(value, str) else []
        if text == ["deck"]:
            return DECK
        numbers = [int(word) for word in text[1:] if word.isdecimal() and len(word) < 6]
        if len(numbers) == len(text) - 1:
            if text[0] == "under" and len(numbers) == 2 and numbers[1] < 8:
                return UNDER + numbers[0] * 8 + numbers[1]
            for word, base in self.words:
                if text[0] == word and len(numbers) == 1 and numbers[0] < 8:
                    return base + numbers[0]
        raise ValueError(f"{value!r:.60} is not a place where a ticket can be")
