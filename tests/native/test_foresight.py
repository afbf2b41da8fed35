"""A search that stops at a network's value, by weights that have learned nothing."""

from pathlib import Path
from typing import Any

import pytest

from capotreno import Game
from capotreno.bots.levels import learned
from capotreno.bots.levels.search import SearchBot
from capotreno.native.library.game import NativeGame
from tests.native.test_search import moments

np = pytest.importorskip("numpy", reason="NOT TESTED: networks, which need NumPy")

from capotreno.bots.foresight import RANGE, Foresight  # noqa: E402
from capotreno.learning.net import fresh  # noqa: E402
from capotreno.learning.player import Player, weights, widths  # noqa: E402


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("foresight") / learned.SHIPPED
    own = fresh(widths(), 16, 24, 2, 3)
    own |= {name: one * 20 for name, one in own.items() if "head" in name or "value" in name}
    np.savez_compressed(made, **own)
    return made


def whole(value: float) -> float:
    """As the network says it."""
    return (2 * value - 1) * RANGE


def test_the_networks_value_stands_for_the_rest(game: Game, native: NativeGame, file: Path) -> None:
    player = Player(game, weights(file))
    foresight = Foresight(native, player)
    said = set()
    for state in moments(game, 40):
        seat = game.actor(state)
        assert seat is not None
        for code in game.legal(state)[:3]:
            own = native.with_chance(native.native(state), 7)
            found = foresight.values([own] * 2, [code] * 2, [7, 7], seat, 1)
            native.apply(own, code, seat)
            asked = step = 0
            while native.actor(own) is not None and asked + (native.actor(own) == seat) < 2:
                asked += native.actor(own) == seat
                native.apply(own, native.choose(own, 7 + step))
                step += 1
            _, value = player.look(game.view(native.state(own), seat))
            assert found[0] == found[1]
            assert whole(found[0]) == pytest.approx(value, abs=1e-5)
            said.add(round(value, 6))
    assert len(said) > 10


def test_a_game_that_ends_before_is_worth_what_it_came_to(
    game: Game, native: NativeGame, file: Path
) -> None:
    foresight = Foresight(native, Player(game, weights(file)))
    state = moments(game, 200)[-1]
    seat = game.actor(state)
    assert seat is not None
    code, own = game.legal(state)[0], native.with_chance(native.native(state), 3)
    found = foresight.values([own], [code], [3], seat, 500)
    native.apply(own, code, seat)
    step = 0
    while native.actor(own) is not None:
        native.apply(own, native.choose(own, 3 + step))
        step += 1
    totals, ranks = native.totals(own), native.ranks(own)
    won = (1 if ranks[seat] == 1 else -1) if ranks.count(1) == 1 else 0
    assert whole(found[0]) == pytest.approx(won + (totals[seat] - totals[1 - seat]) / 100)


def test_it_cannot_tell_an_imagined_world_from_the_true_one(
    game: Game, libraries: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "packed", lambda: file)
    monkeypatch.setattr(SearchBot, "ahead", 2)
    monkeypatch.setattr(SearchBot, "rollouts", 60)
    used: list[int] = []
    values = Foresight.values

    def watched(self: Foresight, *about: Any) -> list[float]:
        used.append(len(about[1]))
        return values(self, *about)

    monkeypatch.setattr(Foresight, "values", watched)
    for state in moments(game, 30)[::2]:
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        code = SearchBot(game, 1).choose(view)
        assert code in game.legal(view)
        world = game.resample(view, 5)
        assert SearchBot(game, 1).choose(game.view(world, seat)) == code
    assert used
