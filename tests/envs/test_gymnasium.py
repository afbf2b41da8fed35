"""The Gymnasium environments pass Gymnasium's own check, alone and many at once."""

from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra `rl` is not installed")

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from capotreno.engine.errors import CapotrenoError, NotLegal  # noqa: E402
from capotreno.envs.gymnasium import SeatEnv, env_id  # noqa: E402
from tests.conformance.tables import DICE, IN_TURN, OWN, VARIANTS  # noqa: E402
from tests.long import LONG  # noqa: E402


@pytest.mark.parametrize("name", VARIANTS if LONG else IN_TURN)
def test_check_env(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = {"dice": True, "bots": "random"} if DICE in name else {}
    check_env(gymnasium.make(env_id(name.removesuffix(DICE)), **more).unwrapped)


def test_a_board_of_ones_own() -> None:
    check_env(SeatEnv(OWN["island"], players=3, bots=["random", "greedy"]), skip_render_check=True)


def play(table: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    random = np.random.default_rng(seed)
    seen, info = table.reset(seed=seed)
    rewards, over = [], False
    while not over:
        code = random.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, _, info = table.step(code)
        rewards.append(float(reward))
    return rewards, info


def test_a_game_is_played_to_its_end_and_is_the_same_again() -> None:
    table = gymnasium.make(env_id("new_york"), players=3, bots=["path", "random"], seat=1)
    rewards, info = play(table, 5)
    assert set(rewards[:-1]) == {0.0}
    assert rewards[-1] in (1.0, -0.5, 0.25)
    assert len(info["scores"]) == 3
    assert info["seat"] == 1
    assert play(table, 5) == (rewards, info)


def test_a_seat_changes_from_game_to_game() -> None:
    table = gymnasium.make(env_id("new_york"), bots="random")
    assert {table.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}


def test_what_is_not_possible_loses_or_is_refused_with_the_reason() -> None:
    table = gymnasium.make(env_id("new_york"), bots="random")
    table.reset(seed=1)
    _, reward, over, _, info = table.step(0)
    assert (reward, over) == (-1.0, True)
    assert info["refused"].startswith("pass:")
    strict = gymnasium.make(env_id("new_york"), bots="random", illegal="error")
    strict.reset(seed=1)
    with pytest.raises(NotLegal, match="pass"):
        strict.step(0)


@pytest.mark.parametrize(
    "wrong",
    [{"bots": ["path", "path"]}, {"seat": 2}, {"bots": "nobody"}, {"reward": "x"}, {"illegal": 1}],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(CapotrenoError):
        SeatEnv("new_york", 2, **wrong)


@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_many_games_at_once(mode: str) -> None:
    tables = gymnasium.make_vec(
        env_id("new_york"), num_envs=3, vectorization_mode=mode, bots="random"
    )
    random = np.random.default_rng(1)
    seen, _ = tables.reset(seed=1)
    over = 0
    for _ in range(150):
        assert seen in tables.observation_space
        some = [np.flatnonzero(mask) for mask in seen["action_mask"]]  # none where a game is over
        codes = np.array([random.choice(own) if len(own) else 0 for own in some])
        seen, rewards, done, _, _ = tables.step(codes)
        assert rewards.shape == done.shape == (3,)
        over += int(done.sum())
    assert over >= 3


def test_many_at_once_play_the_games_that_one_plays() -> None:
    many = gymnasium.make_vec(env_id("new_york"), num_envs=2, bots="greedy")
    ones = [gymnasium.make(env_id("new_york"), bots="greedy") for _ in range(2)]
    seen, _ = many.reset(seed=9)
    alone = [one.reset(seed=9 + at)[0] for at, one in enumerate(ones)]
    running = [True, True]
    while any(running):
        for at in range(2):
            if running[at]:
                assert (seen["observation"][at] == alone[at]["observation"]).all()
                assert (seen["action_mask"][at] == alone[at]["action_mask"]).all()
        codes = [int(np.flatnonzero(mask)[-1]) for mask in seen["action_mask"]]
        seen, rewards, over, _, infos = many.step(np.array(codes))
        for at in range(2):
            if running[at]:
                alone[at], reward, done, _, _ = ones[at].step(codes[at])
                assert (reward, done) == (rewards[at], over[at])
                if done:
                    running[at] = False
                    last = infos["final_obs"][at]
                    assert (last["observation"] == alone[at]["observation"]).all()
