"""Every game as a PettingZoo AEC environment: `env("new_york", players=2)`.

`env` loses the game for whoever chooses what is not possible, as the classic environments do;
`raw_env` raises the project's own error with the reason instead.
"""

from pathlib import Path
from typing import Any, ClassVar

import gymnasium
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from capotreno.envs.table import EnvTable, Observed

ILLEGAL = -1.0  # the reward for what is not possible


def env(game: str | Path, players: int = 2, **settings: Any) -> AECEnv:
    """A game with the usual wrappers; what is not possible loses it."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, players, **settings), ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 -- the name PettingZoo gives it
    """A table whose asked seat is the agent that is selected.

    `reward`: win, margin or points, given at the end. Further settings are options of the game.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "capotreno_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Path,
        players: int = 2,
        reward: str = "win",
        render_mode: str | None = None,
        language: str = "en",
        **options: object,
    ) -> None:
        super().__init__()
        told = language if render_mode else ""
        self.table = EnvTable(game, players, reward, told, options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        spaces = {agent: self.table.spaces() for agent in self.possible_agents}
        self.observation_spaces = spaces
        self.action_spaces = {agent: self.table.actions() for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "gymnasium.spaces.Discrete[Any]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same one."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observed:
        return self.table.look(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.state.is_over:
            rewards, scores = self.table.rewards(), self.table.scores()
            for seat, one in enumerate(self.possible_agents):
                self.rewards[one] = rewards[seat]
                self.terminations[one] = True
                self.infos[one] = {"score": scores[seat]}
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.table.asked]

    def render(self) -> str | None:
        """What everybody saw happen since the last time."""
        text = self.table.tell()
        if self.render_mode == "human":
            print(text)  # noqa: T201 -- that is what this mode is for
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
