"""Many games of one seat at once, in one process: for `gymnasium.make_vec`.

Observations are written into the same arrays again and again, and a game that is over begins anew
in the same step; its last observation is in the infos, as Gymnasium wants it.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from capotreno.envs.seat import Seat


class SeatVectorEnv(VectorEnv[dict[str, Any], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` tables with one seat each; the settings are those of one environment."""

    metadata: dict[str, Any] = {  # noqa: RUF012 -- as Gymnasium declares it
        "autoreset_mode": AutoresetMode.SAME_STEP
    }

    def __init__(
        self,
        num_envs: int,
        game: str | Path,
        players: int = 2,
        *,
        bots: str | list[str] = "greedy",
        seat: int | None = None,
        reward: str = "win",
        **options: object,
    ) -> None:
        chairs = [Seat(game, players, bots, seat, reward, options=options) for _ in range(num_envs)]
        self.num_envs = num_envs
        self.chairs = chairs
        table = chairs[0].table
        self.single_observation_space = table.spaces()
        self.single_action_space = table.actions()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observed: dict[str, npt.NDArray[Any]] = {
            "observation": np.zeros((num_envs, table.observation.size), np.int16),
            "action_mask": np.zeros((num_envs, table.game.num_actions), np.int8),
        }
        self._random = [seeding.np_random()[0] for _ in chairs]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game at every table; from one seed, each gets its own."""
        seeds: list[int | None] = seed if isinstance(seed, list) else [None] * self.num_envs
        if isinstance(seed, int):
            seeds = list(range(seed, seed + self.num_envs))
        for at, own in enumerate(seeds):
            if own is not None:
                self._random[at], _ = seeding.np_random(own)
            self.chairs[at].begin(self._random[at])
            self._write(at)
        return self._observed, {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        dict[str, Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]
    ]:
        """One decision at every table."""
        rewards = np.zeros(self.num_envs, np.float64)
        over = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        for at, chair in enumerate(self.chairs):
            rewards[at], over[at] = chair.play(int(actions[at]))
            if over[at]:
                final = {"final_obs": chair.look(), "final_info": {"seat": chair.seat}}
                infos = self._add_info(infos, final, at)
                chair.begin(self._random[at])
            self._write(at)
        return self._observed, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _write(self, at: int) -> None:
        for name, numbers in self.chairs[at].look().items():
            self._observed[name][at] = numbers
