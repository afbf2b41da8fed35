"""The compiled rules as a vector environment: the same rows as in Python, no copies, no end."""

import shutil

import pytest

np = pytest.importorskip("numpy", reason="the extra `rl` is not installed")
pytest.importorskip("gymnasium", reason="the extra `rl` is not installed")
if not any(map(shutil.which, ("g++", "clang++", "c++"))):
    pytest.skip("NOT TESTED: there is no C++ compiler", allow_module_level=True)

from capotreno import load  # noqa: E402
from capotreno.engine.errors import NotLegal  # noqa: E402
from capotreno.envs.graph import GraphObservation  # noqa: E402
from capotreno.envs.observation import Observation  # noqa: E402
from capotreno.envs.rewards import win  # noqa: E402
from capotreno.envs.selfplay import SelfPlayVectorEnv  # noqa: E402

GAMES = 4


@pytest.fixture(scope="module")
def tables() -> SelfPlayVectorEnv:
    return SelfPlayVectorEnv(GAMES, "new_york", players=2)


def test_rows_masks_and_rewards_are_those_of_the_rules(tables: SelfPlayVectorEnv) -> None:
    game = load("new_york", 2)
    observation = Observation(game)
    seen, infos = tables.reset(seed=5)
    size = seen["observation"].shape[1]
    states = [game.start(5 + at) for at in range(GAMES)]
    luck = np.random.default_rng(1)
    finished = [False] * GAMES
    while not all(finished):
        assert seen in tables.observation_space
        for at, state in enumerate(states):
            if not finished[at]:
                seat = game.actor(state)
                assert seat == infos["seats"][at]
                view = game.view(state, int(seat or 0))
                assert (seen["observation"][at] == observation.row(view)[:size]).all()
                assert (seen["action_mask"][at] == observation.mask(view)).all()
        codes = np.array([luck.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        again, rewards, over, _, infos = tables.step(codes)
        assert again["observation"] is seen["observation"]
        for at, state in enumerate(states):
            if not finished[at]:
                seat = game.actor(state)
                game.apply(state, int(codes[at]))
                finished[at] = state.is_over
                assert over[at] == state.is_over
                worth = win(game.outcome(state)) if state.is_over else [0.0, 0.0]
                assert infos["rewards"][at].tolist() == pytest.approx(worth)
                assert rewards[at] == pytest.approx(worth[seat or 0])


def test_the_graph_is_the_one_that_python_gives(tables: SelfPlayVectorEnv) -> None:
    game = load("new_york", 2)
    observation = Observation(game)
    seen, infos = tables.reset(seed=5)
    many = GraphObservation(observation, seen["observation"].shape[1])
    found, one = many.of(seen["observation"]), GraphObservation(observation)
    for at in range(GAMES):
        view = game.view(game.start(5 + at), int(infos["seats"][at]))
        for kind, numbers in one.of(observation.row(view)).items():
            told = [one.things[kind].features.index(name) for name in many.things[kind].features]
            assert (found[kind][at] == numbers[:, told]).all()
    assert "missing" not in many.things["ticket"].features
    assert "missing" in one.things["ticket"].features


def test_what_is_not_possible_is_refused_and_changes_nothing(tables: SelfPlayVectorEnv) -> None:
    seen, _ = tables.reset(seed=1)
    before = seen["observation"].copy()
    with pytest.raises(NotLegal, match="pass"):
        tables.step(np.zeros(GAMES, np.int64))
    assert (seen["observation"] == before).all()
