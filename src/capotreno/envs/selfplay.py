"""Thousands of games at once on the compiled rules, every seat the learner's: for self-play.

The style is that of EnvPool and PufferLib: one step plays a decision in every game, the arrays are
the same ones in every step and nothing is copied, a game that is over begins anew in the same step,
and a mask says what is possible. Rows are the fields of the game (`engine/fields.py`): the first
columns of `Observation.row`, which adds what is worked out.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from capotreno.envs.observation import Observation
from capotreno.games.registry import load
from capotreno.native.library.batch import Batch


class SelfPlayVectorEnv(VectorEnv[dict[str, Any], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` games; in each the seat that is asked decides, whichever it is.

    `infos["seats"]` says which one is asked now. The reward is that of the seat that just decided;
    `infos["rewards"]` has everybody's. Both are 0 until a game ends.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 -- as Gymnasium declares it
        "autoreset_mode": AutoresetMode.SAME_STEP
    }

    def __init__(
        self,
        num_envs: int,
        game: str | Path,
        players: int = 2,
        threads: int = 1,
        **options: object,
    ) -> None:
        table = load(game, players, **options)
        self.batch = Batch(table, num_envs, threads)
        self.num_envs = num_envs
        seen = Observation(table)
        size = self.batch.rows.shape[1]
        row = gymnasium.spaces.Box(seen.low[:size], seen.high[:size], dtype=np.int16)
        mask = gymnasium.spaces.Box(0, 1, (table.num_actions,), dtype=np.int8)
        self.single_observation_space = gymnasium.spaces.Dict(
            {"observation": row, "action_mask": mask}
        )
        self.single_action_space = gymnasium.spaces.Discrete(table.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observed = {
            "observation": self.batch.rows,
            "action_mask": self.batch.legal.view(np.int8),
        }
        self._never = np.zeros(num_envs, np.bool_)
        self._all = np.arange(num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New games: from one seed and those that follow it, or from a seed for each."""
        if isinstance(seed, list):
            self.batch.reset(np.array([own or 0 for own in seed], np.uint64))
        else:
            first = np.random.default_rng().integers(2**62) if seed is None else seed
            self.batch.reset(int(first))
        return self._observed, {"seats": self.batch.seats}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        dict[str, Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]
    ]:
        """One decision in every game; what is not possible is refused, and nothing has changed."""
        decided = self.batch.seats.copy()
        self.batch.step(actions)
        rewards = self.batch.rewards[self._all, decided]
        infos = {"seats": self.batch.seats, "rewards": self.batch.rewards}
        return self._observed, rewards, self.batch.done, self._never, infos
