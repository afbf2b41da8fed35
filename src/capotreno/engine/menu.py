"""From a mask of possibilities to the sorted codes of the actions they are."""

from collections.abc import Sequence


def bits(mask: int) -> list[int]:
    """The positions of the ones of a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Menu:
    """Bit i of a mask stands for codes[i]; lists them by table, eight bits at a time."""

    def __init__(self, codes: Sequence[int]) -> None:
        self.tables: list[list[tuple[int, ...]]] = []
        for first in range(0, len(codes), 8):
            part = codes[first : first + 8]
            self.tables.append([tuple([part[i] for i in bits(m)]) for m in range(1 << len(part))])
        self.size = len(self.tables)

    def of(self, mask: int) -> tuple[int, ...]:
        codes: tuple[int, ...] = ()
        tables = self.tables
        at = 0
        for byte in mask.to_bytes(self.size, "little"):
            if byte:
                codes += tables[at][byte]
            at += 1  # noqa: SIM113 (faster than a pair for every byte)
        return codes
