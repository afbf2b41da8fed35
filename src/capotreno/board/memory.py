"""What the rules compiler sees otherwise: answers that are kept, and whether it is at work."""

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

#: Whether this is a game that the rules compiler has translated: it takes it for true.
COMPILED: Final = False
#: Whether there is room for large tables: everywhere but on a GPU, where each game has little.
TABLES: Final = True


class Memory(dict[K, V]):
    """Answers by question; without them everything would be the same, only slower.

    The rules compiler takes it for one that never remembers.
    """
