"""One seat of a table with bots on the others: what both Gymnasium environments are made of."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from capotreno.bots.bot import Bot
from capotreno.bots.registry import make
from capotreno.engine.errors import ActionError, CapotrenoError
from capotreno.envs.table import EnvTable, Observed

ILLEGAL = -1.0  # the reward for what is not possible


class Seat:
    """A chair: it is asked, it answers, and between its decisions the bots play."""

    def __init__(
        self,
        game: str | Path,
        players: int,
        bots: str | list[str],
        seat: int | None,
        reward: str = "win",
        language: str = "",
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.table = EnvTable(game, players, reward, language, options)
        self.names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(self.names) != players - 1:
            raise CapotrenoError(f"{len(self.names)} bots for the {players - 1} other seats")
        if seat is not None:
            self.table.game.check_seat(seat)
        self.wanted = seat
        self.seat = seat or 0
        self.refused = ""  # why the last decision was not possible
        self.bots: dict[int, Bot] = {}
        self._sit(0)

    def _sit(self, seed: int) -> None:
        others = [seat for seat in range(self.table.game.players) if seat != self.seat]
        self.bots = {
            seat: make(name, self.table.game, seed + seat)
            for seat, name in zip(others, self.names, strict=True)
        }

    def begin(self, random: np.random.Generator) -> None:
        """A new game, played to the seat's first decision."""
        self.refused = ""
        if self.wanted is None:
            self.seat = int(random.integers(self.table.game.players))
        self._sit(int(random.integers(2**31)))
        self.table.begin(int(random.integers(2**63)))
        self._others()

    def play(self, code: int, raising: bool = False) -> tuple[float, bool]:
        """A decision and what follows: the reward, and whether the game is over."""
        if self.refused:
            return 0.0, True
        try:
            self.table.play(code)
        except ActionError as error:
            if raising:
                raise
            self.refused = str(error)
            return ILLEGAL, True
        self._others()
        return self.table.rewards()[self.seat], self.table.state.is_over

    def _others(self) -> None:
        """The bots play until the seat is asked, or the game is over."""
        table, game = self.table, self.table.game
        while (asked := table.asked) >= 0 and asked != self.seat:
            table.play(self.bots[asked].choose(game.view(table.state, asked)))

    def look(self) -> Observed:
        """What the seat sees."""
        return self.table.look(self.seat)
