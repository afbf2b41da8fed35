"""The PettingZoo environment passes PettingZoo's own tests."""

import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from capotreno.engine.errors import NotLegal
from capotreno.envs.pettingzoo import env, raw_env
from tests.conformance.tables import DICE, EXTREMES, OWN_TABLES
from tests.conformance.tables import OWN as FILES

#: What PettingZoo says of every environment with an action mask, its own classic ones too.
MASKED = "Observation space for each agent probably|Observation is not a NumPy array"


def made(name: str, players: int, **more: object) -> Any:
    plain = name.removesuffix(DICE)
    return env(FILES.get(plain, plain), players, dice=plain != name, **more)


@pytest.mark.parametrize(("name", "players"), [*EXTREMES[::2], *OWN_TABLES[:1]])
def test_api(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", MASKED)
        api_test(made(name, players), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["new_york", "world", "europe+dice"])
def test_seed(name: str) -> None:
    seed_test(lambda: made(name, 2), num_cycles=30)


def test_the_benchmark_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 10**6, 2))
    monkeypatch.setattr("time.time", lambda: next(clock))  # it runs for five seconds
    performance_benchmark(made("new_york", 2))
    assert "turns per second" in capsys.readouterr().out


def test_whole_games_end_with_rewards_and_scores() -> None:
    table = made("new_york", 3, reward="margin")
    table.reset(seed=4)
    given: dict[str, float] = {}
    for agent in table.agent_iter():
        seen, reward, over, _, info = table.last()
        if over:
            given[agent] = reward
            assert info["score"] is not None
        mask = seen["action_mask"]
        table.step(None if over else table.action_space(agent).sample(mask))
    assert len(given) == 3
    assert sum(reward >= 0 for reward in given.values()) >= 1


def test_what_is_not_possible_loses_or_is_refused_with_the_reason() -> None:
    table = made("new_york", 2)
    table.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table.step(0)
    assert all(table.terminations.values())
    assert table.rewards["seat_0"] == -1
    raw = raw_env("new_york", 2)
    raw.reset(seed=1)
    with pytest.raises(NotLegal, match="pass"):
        raw.step(0)


def test_it_tells_what_everybody_saw_in_either_language() -> None:
    told = {}
    for language in ("en", "it"):
        table = raw_env("new_york", 2, render_mode="ansi", language=language)
        table.reset(seed=1)
        told[language] = table.render() or ""
        assert not table.render()
    assert "seat 0 draws a card from the deck" in told["en"].lower()
    assert told["it"] != told["en"]
