"""Every game as a Gymnasium environment for one seat, against bots: `capotreno/NewYork-v1` ...

Importing this module registers them; `gymnasium.make("capotreno.envs.gymnasium:capotreno/Usa-v1")`
does both. `gymnasium.make_vec` gives many games at once (`envs/vector.py`).
"""

from pathlib import Path
from typing import Any

import gymnasium

from capotreno.engine.errors import CapotrenoError
from capotreno.envs.observation import VERSION
from capotreno.envs.seat import Seat
from capotreno.games.registry import games


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """One seat of a table; bots sit on the others.

    `bots`: one name for all of them, or a name for each. `seat`: whose place it is; None: another
    one each game, by chance. `reward`: win, margin or points, given at the end. What is not
    possible loses the game (`illegal="lose"`) or raises the reason (`illegal="error"`).
    Further settings are options of the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 -- as Gymnasium declares it
        "render_modes": ["ansi", "human"],
        "render_fps": 1,
    }

    def __init__(  # noqa: PLR0913 -- all of them have names and defaults
        self,
        game: str | Path,
        players: int = 2,
        *,
        bots: str | list[str] = "greedy",
        seat: int | None = None,
        reward: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        language: str = "en",
        **options: object,
    ) -> None:
        if illegal not in ("lose", "error"):
            raise CapotrenoError(f"illegal is 'lose' or 'error', not {illegal!r:.40}")
        told = language if render_mode else ""
        self.chair = Seat(game, players, bots, seat, reward, told, options)
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = self.chair.table.spaces()
        self.action_space = self.chair.table.actions()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, played by the bots to the seat's first decision."""
        super().reset(seed=seed)
        self.chair.begin(self.np_random)
        return self.chair.look(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The seat's decision, and what the bots do until it is asked again."""
        reward, over = self.chair.play(int(action), raising=self.illegal == "error")
        if self.render_mode == "human":
            self.render()
        return self.chair.look(), reward, over, False, self._info()

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = {"seat": self.chair.seat}
        if self.chair.refused:
            found["refused"] = self.chair.refused
        elif self.chair.table.state.is_over:
            found["scores"] = self.chair.table.scores()
        return found

    def render(self) -> str | None:
        """What everybody saw happen since the last time."""
        text = self.chair.table.tell()
        if self.render_mode == "human":
            print(text)  # noqa: T201 -- that is what this mode is for
            return None
        return text


def env_id(game: str) -> str:
    """The id of a shipped game's environment: `capotreno/NewYork-v1`."""
    name = "".join(word.capitalize() for word in game.split("_"))
    return f"capotreno/{name}-v{VERSION}"


def _register() -> None:
    for game in games():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="capotreno.envs.gymnasium:SeatEnv",
                vector_entry_point="capotreno.envs.vector:SeatVectorEnv",
                kwargs={"game": game},
            )


_register()
