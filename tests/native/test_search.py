"""The bot that searches: honest, and the planner where it has no library or no reason."""

from collections.abc import Callable
from typing import Any

import pytest

from capotreno import Game, make_bot
from capotreno.arena.entrants import unaided
from capotreno.bots.levels import search
from capotreno.bots.levels.search import SearchBot
from capotreno.engine.state import State
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame, NativeState
from capotreno.reader.imagine import Imagination


def bot(game: Game, rollouts: int = 120, seed: int = 1) -> SearchBot:
    made = SearchBot(game, seed)
    made.rollouts = rollouts
    return made


def moments(game: Game, steps: int) -> list[State]:
    """Every few decisions of a game between planners."""
    state, seats, found = game.start(2), [make_bot("planner", game, seat) for seat in (0, 1)], []
    for step in range(steps):
        seat = game.actor(state)
        if seat is None:
            break
        view = game.view(state, seat)
        if step % 4 == 0 and len(game.legal(view)) > 1:
            found.append(state.copy())
        game.apply(state, seats[seat].choose(view))
    return found


@pytest.mark.slow
def test_it_cannot_tell_an_imagined_world_from_the_true_one(game: Game, libraries: None) -> None:
    for state in moments(game, 60):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        code = bot(game).choose(view)
        assert code in game.legal(view)
        for world in (game.resample(view, 5), Imagination(game).world(view, 5)):
            assert bot(game).choose(game.view(world, seat)) == code


def test_a_library_deals_the_worlds_that_are_imagined(game: Game, native: NativeGame) -> None:
    imagination, exchanged = Imagination(game), 0
    for state in moments(game, 60):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        seen = native.view(native.native(state), seat)
        found = imagination.worlds(native, seen, view, range(8))
        for seed, world in enumerate(found):
            expected = imagination.world(view, seed)
            assert native.state(world).cells == expected.cells
            assert game.view(native.state(world), seat) == view
            exchanged += expected != game.resample(view, seed)
    assert exchanged


def test_its_worlds_are_the_imagined_ones(
    game: Game, libraries: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = moments(game, 60)[-1]
    view = game.view(state, game.actor(state) or 0)
    asked: list[int] = []
    dealt = Imagination.worlds

    def watched(self: Imagination, *about: Any) -> list[NativeState]:
        asked.append(len(about[-1]))
        return dealt(self, *about)

    monkeypatch.setattr(Imagination, "worlds", watched)
    bot(game, 600).choose(view)
    assert sum(asked) > 10


def test_a_bad_choice_is_replaced(game: Game, native: NativeGame) -> None:
    """Where the planner's choice is made the worst there is, another replaces it."""
    changed = 0
    for state in moments(game, 60):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        own = bot(game, 600)
        worst = min(game.legal(view), key=worth(native, state, seat))
        own.planner.choose = lambda _, worst=worst: worst  # type: ignore[method-assign, misc]
        changed += own.choose(view) != worst
    assert changed >= 5


def worth(native: NativeGame, state: State, seat: int) -> Callable[[int], float]:
    def mean(code: int) -> float:
        worlds = native.worlds(native.view(native.native(state), seat), range(60))
        ends = native.rollouts(worlds, [code] * 60, range(60), seat=seat).totals
        return float((ends[:, seat] - ends[:, 1 - seat]).mean())

    return mean


def test_without_a_library_it_is_the_planner(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> NativeGame:
        raise NoLibrary("there is no C++ compiler here")

    monkeypatch.setattr(search, "tools_of", none)
    monkeypatch.setattr("capotreno.arena.entrants.NativeGame", none)
    for state in moments(game, 20):
        view = game.view(state, game.actor(state) or 0)
        planner = make_bot("planner", game, 1)
        assert bot(game).choose(view) == planner.choose(view)
    assert unaided(("search", "path"), game) == "there is no C++ compiler here"
    assert unaided(("path",), game) == ""


def test_with_a_time_it_builds_nothing(game: Game, libraries: None) -> None:
    state = moments(game, 30)[-1]
    view = game.view(state, game.actor(state) or 0)
    timed = bot(game)
    timed.budget = 60.0
    seen: list[bool] = []
    made = NativeGame.__init__

    def watched(self: NativeGame, of: Game, make: bool = True) -> None:
        seen.append(make)
        made(self, of, make)

    search.tools_of.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(NativeGame, "__init__", watched)
        patch.setattr(search, "SHARE", 0.005)
        assert timed.choose(view) in game.legal(view)
    assert seen == [False]
    assert timed.found is not None, "the library is found, whatever the game has been played for"
