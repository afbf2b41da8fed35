"""Imagined worlds: they look the same, and the others hold what fits their routes."""

import pytest

import capotreno
from capotreno.native.library.game import NativeGame, NativeView
from capotreno.reader.imagine import Imagination
from capotreno.reader.reader import Reader
from capotreno.reviewing.moments import moments


@pytest.mark.parametrize("name", ["new_york", "germany", "ghost_train", "world", "europe"])
def test_they_look_the_same(name: str) -> None:
    game = capotreno.load(name, players=3)
    bots = [capotreno.make_bot("path", game, seat) for seat in range(3)]
    match = capotreno.Match(game, 5)
    while match.actor is not None:
        match.play(bots[match.actor].choose(match.view(match.actor)))
    imagination = Imagination(game)
    seen = [moment.view for moment in moments(game, match.log, 1)]
    changed = 0
    for view in seen[:: len(seen) // 6]:
        for seed in range(4):
            world = imagination.world(view, seed)
            assert game.view(world, 1) == view
            game.audit(world)
            assert world == imagination.world(view, seed)
            changed += world != game.resample(view, seed)
    assert changed


def test_who_has_built_half_the_way_is_likelier_to_hold_the_ticket() -> None:
    game = capotreno.load("new_york", players=2)
    read, imagination = Reader(game), Imagination(game)
    fitting = blind = 0
    for seed in range(8):
        state = game.start(seed)
        bots = [capotreno.make_bot("path", game, seat) for seat in range(2)]
        while (actor := game.actor(state)) is not None and state.turn < 22:
            game.apply(state, bots[actor].choose(game.view(state, actor)))
        view = game.view(state, 0)
        true = set(read.tickets_of(state, 1))
        for world in range(30):
            found = imagination.world(view, world), game.resample(view, world)
            held = [len(true & set(read.tickets_of(one, 1))) for one in found]
            fitting, blind = fitting + held[0], blind + held[1]
    assert fitting > 2 * blind


@pytest.mark.parametrize("name", ["new_york", "germany", "europe"])
def test_a_library_imagines_the_same_worlds(name: str) -> None:
    game = capotreno.load(name, players=3)
    native, imagination = NativeGame(game), Imagination(game)
    bots = [capotreno.make_bot("path", game, seat) for seat in range(3)]
    state, changed = game.start(2), 0
    while (actor := game.actor(state)) is not None:
        view = game.view(state, actor)
        if state.turn % 12 == 0:
            seen = native.native(view)
            assert isinstance(seen, NativeView)
            for seed, world in enumerate(imagination.worlds(native, seen, view, range(5))):
                twin = imagination.world(view, seed)
                assert native.state(world) == twin
                changed += twin != game.resample(view, seed)
        game.apply(state, bots[actor].choose(view))
    assert changed
