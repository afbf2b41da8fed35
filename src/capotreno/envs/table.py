"""A table as environments need it: one game after the other, observed seat by seat."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.state import NOBODY, Event
from capotreno.envs.observation import Observation
from capotreno.envs.rewards import reward_of
from capotreno.games.registry import load
from capotreno.telling.events import Teller

Observed = dict[str, Any]  # Numbers and a Mask: "observation" and "action_mask"


class EnvTable:
    """One game at a time: who is asked, what it sees, and what it got in the end."""

    def __init__(
        self,
        game: str | Path,
        players: int,
        reward: str = "win",
        language: str = "",  # in which `tell` speaks; none: nothing is told
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.game = load(game, players, **(options or {}))
        self.observation = Observation(self.game)
        self.reward = reward_of(reward)
        self._events: list[Event] = []
        self._names = [f"seat {s}" for s in range(players)]
        self._teller = Teller(self.game, language, self._names) if language else None
        self.state = self.game.start(0)

    def spaces(self) -> gymnasium.spaces.Dict:
        """What an observation can be."""
        row = gymnasium.spaces.Box(self.observation.low, self.observation.high, dtype=np.int16)
        mask = gymnasium.spaces.Box(0, 1, (self.game.num_actions,), dtype=np.int8)
        return gymnasium.spaces.Dict({"observation": row, "action_mask": mask})

    def actions(self) -> "gymnasium.spaces.Discrete[Any]":
        """The codes of all actions; which are possible now, the mask says."""
        return gymnasium.spaces.Discrete(self.game.num_actions)

    def begin(self, seed: int) -> None:
        """A new game."""
        self._events.clear()
        self.state = self.game.start(seed, events=self._events if self._teller else None)

    @property
    def asked(self) -> int:
        """The seat that is asked, or NOBODY when the game is over."""
        actor = self.game.actor(self.state)
        return NOBODY if actor is None else actor

    def look(self, seat: int) -> Observed:
        """What a seat sees."""
        view = self.game.view(self.state, seat)
        return {
            "observation": self.observation.row(view),
            "action_mask": self.observation.mask(view),
        }

    def play(self, code: int) -> None:
        """What the asked seat does."""
        self.game.apply(self.state, code)

    def rewards(self) -> list[float]:
        """What the game is worth to each seat; nothing before its end."""
        if not self.state.is_over:
            return [0.0] * self.game.players
        return self.reward(self.game.outcome(self.state))

    def scores(self) -> list[int]:
        """The totals of the final sheets."""
        return [sheet.total for sheet in self.game.sheets(self.state)]

    def tell(self) -> str:
        """What everybody saw happen since the last time, in sentences."""
        if self._teller is None:
            raise CapotrenoError("only a table with a render_mode tells what happens")
        told = [event.sentence for event in self._teller.named(self._events, NOBODY)]
        self._events.clear()
        return "\n".join(sentence for sentence in told if sentence)
