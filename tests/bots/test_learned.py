"""The learned level: honest, told where it is missing, and there as soon as its weights are."""

from pathlib import Path

import pytest

from capotreno import CapotrenoError, Game, load
from capotreno.bots import registry
from capotreno.bots.levels import learned, search
from capotreno.bots.levels.learned import LearnedBot
from capotreno.bots.levels.search import SearchBot
from capotreno.engine.state import State
from capotreno.native.library.build import NoLibrary
from capotreno.words import Voice


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights that have learned nothing, and say something all the same."""
    np = pytest.importorskip("numpy", reason="NOT TESTED: the learned bot, which needs NumPy")
    from capotreno.learning.net import fresh  # noqa: PLC0415 -- NumPy may be missing
    from capotreno.learning.player import widths  # noqa: PLC0415

    made = tmp_path_factory.mktemp("learned") / learned.SHIPPED
    own = fresh(widths(), 16, 24, 2, 3)
    own |= {name: one * 20 for name, one in own.items() if "head" in name}
    np.savez_compressed(made, **own)
    return made


@pytest.fixture
def weights(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "packed", lambda: file)


def moments(game: Game, steps: int) -> list[State]:
    """Positions of a game in which somebody has a choice."""
    state, found = game.start(4), []
    for step in range(steps):
        seat = game.actor(state)
        if seat is None:
            break
        menu = game.legal(state)
        if len(menu) > 1 and step % 7 == 0:
            found.append(state.copy())
        game.apply(state, menu[step * 31 % len(menu)])
    return found


def test_without_weights_it_is_not_offered_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(learned, "packed", lambda: tmp_path / "none.npz")
    assert LearnedBot.name not in registry.bots()
    with pytest.raises(CapotrenoError, match="has learned nothing yet"):
        registry.make("learned", load("new_york", 2))
    monkeypatch.setattr(learned, "find_spec", lambda _: None)
    with pytest.raises(CapotrenoError, match="needs NumPy"):
        registry.make("learned", load("new_york", 2))


def test_weights_alone_make_it_the_strongest_level(weights: None) -> None:
    assert registry.bots()[-1] == "learned"
    assert registry.known().count("learned") == 1


@pytest.mark.parametrize(("name", "dice"), [("new_york", False), ("germany", True)])
def test_it_cannot_tell_an_imagined_world_from_the_true_one(
    weights: None, name: str, dice: bool
) -> None:
    game = load(name, 3, dice=dice)
    bot = registry.make("learned", game)
    assert isinstance(bot, LearnedBot)
    for state in moments(game, 90):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        code = bot.choose(view)
        assert code in game.legal(view)
        world = game.resample(view, 5)
        assert bot.choose(game.view(world, seat)) == code
        assert bot.advise(game.view(world, seat)) == bot.advise(view)


def test_hints_are_its_own_with_a_sentence(weights: None) -> None:
    game = load("new_york", 2)
    bot = LearnedBot(game, 0)
    reasons = set()
    for state in moments(game, 90):
        view = game.view(state, game.actor(state) or 0)
        found = registry.advise(game, view)
        assert found.code == bot.choose(view)
        reasons.add(found.reason)
    assert "learned" in reasons
    for language in ("en", "it"):
        assert Voice(language).say("advice.learned")


def test_the_search_begins_with_what_it_ranks(
    weights: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object, **__: object) -> None:
        raise NoLibrary("there is no C++ compiler here")

    monkeypatch.setattr(search, "tools_of", none)
    game = load("new_york", 2)
    guided, bot = SearchBot(game, 1), LearnedBot(game, 1)
    for state in moments(game, 60):
        view = game.view(state, game.actor(state) or 0)
        assert guided.choose(view) == bot.choose(view)
