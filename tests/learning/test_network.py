"""What a network reads and says: the same for every board, and nothing a seat may not know."""

import ctypes
from functools import cache

import numpy as np
import pytest

from capotreno.board.graph import FAR as NO_WAY
from capotreno.engine.game import Game
from capotreno.games.registry import REGISTRY, games, load
from capotreno.learning.actions import Outputs
from capotreno.learning.commands import every_kind
from capotreno.learning.features import features, wanted
from capotreno.learning.names import PLAIN_VERBS
from capotreno.learning.net import fresh
from capotreno.learning.player import Player, widths
from capotreno.learning.spread import Stops, library
from capotreno.learning.ways import FAR, SLOTS, ways
from capotreno.native.library.build import NoLibrary

KINDS = [(name, dice) for name in games() for dice in (False, True)]


def table(name: str, dice: bool, players: int = 2) -> Game:
    return load(name, players, **({"dice": True} if dice else {}))


@cache
def looker(name: str, dice: bool) -> Player:
    return Player(table(name, dice), {})


def some_way_on(game: Game, seed: int, decisions: int) -> list[tuple[Game, list[int]]]:
    """Rows of a random game."""
    player = Player(game, {})
    state = game.start(seed)
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(decisions):
        seat = game.actor(state)
        if seat is None:
            break
        rows.append((game, player.fields.row(game.view(state, seat))))
        menu = game.legal(state)
        game.apply(state, menu[int(random.integers(len(menu)))])
    return rows


@cache
def network() -> dict[str, np.ndarray]:
    return fresh(widths(), 16, 24, 2, 3)


@pytest.mark.parametrize(("name", "dice"), KINDS)
def test_every_game_has_the_same_features(name: str, dice: bool) -> None:
    player = looker(name, dice)
    t = player.lens
    row = np.array([player.fields.row(player.game.view(player.game.start(2), 0))])
    asked = wanted(np, t, row)
    empty = np.zeros((1, 2, SLOTS, t.places), np.uint8)
    found = features(np, t, row, empty)
    assert {kind: own.shape[-1] for kind, own in found.nodes.items()} | {
        "table": found.table.shape[-1]
    } == widths()
    assert asked.cost.shape == (1, t.routes)


@pytest.mark.parametrize(("name", "dice"), KINDS)
def test_every_action_of_the_shipped_games_is_named(name: str, dice: bool) -> None:
    player = looker(name, dice)
    game, adds = player.game, player.lens.adds
    another = len(PLAIN_VERBS)
    strange = np.flatnonzero(adds[another])
    assert [game.action(int(code)).text for code in strange] == []


@pytest.mark.parametrize(("name", "dice"), KINDS)
def test_two_actions_of_one_menu_are_told_apart(name: str, dice: bool) -> None:
    player = looker(name, dice)
    game, adds = player.game, player.lens.adds
    state = game.start(5)
    random = np.random.default_rng(5)
    for _ in range(80):
        if game.actor(state) is None:
            break
        menu = game.legal(state)
        told = {adds[:, code].tobytes() for code in menu}
        assert len(told) == len(menu)
        game.apply(state, menu[int(random.integers(len(menu)))])


@pytest.mark.parametrize("name", ["usa", "germany", "switzerland", "world"])
def test_ways_are_the_cheapest(name: str) -> None:
    for game, row in some_way_on(table(name, False), 7, 60)[::6]:
        player = Player(game, {})
        t = player.lens
        asked = wanted(np, t, np.array([row]))
        cost = asked.cost[0]
        found = ways(
            asked.cost.astype(np.uint8), asked.picked.astype(np.int16), t.ends, t.begins, t.leads
        )[0]
        prices = [NO_WAY if one >= FAR else float(one) for one in cost]
        for slot, ticket in enumerate(asked.picked[0]):
            for end, stops in enumerate((t.begins, t.leads)):
                told = [FAR] * t.places
                if ticket >= 0:
                    sources = [int(node) for node in np.flatnonzero(stops[int(ticket)])]
                    away = game.graph.distances(prices, sources)
                    told = [FAR if one == NO_WAY else int(one) for one in away]
                assert found[end, slot].tolist() == told


def test_the_compiled_search_finds_the_same_ways() -> None:
    try:
        compiled = library("cpu")
    except NoLibrary as reason:
        pytest.skip(f"NOT TESTED: the compiled search for ways: {reason}")
    rows = some_way_on(table("germany", False, 4), 3, 120)
    t = Player(rows[0][0], {}).lens
    asked = wanted(np, t, np.array([row for _, row in rows]))
    cost = np.ascontiguousarray(asked.cost, np.uint8)
    picked = np.ascontiguousarray(asked.picked, np.int16)
    ends = t.ends.astype(np.int16)
    sources = np.stack([t.begins, t.leads], 1).astype(np.uint8)
    out = np.empty((len(rows), 2, SLOTS, t.places), np.uint8)
    board = Stops(t.routes, t.places, SLOTS, ends.ctypes.data, sources.ctypes.data)
    pointers = [array.ctypes.data for array in (cost, picked, out)]
    assert compiled.capo_spread(ctypes.byref(board), *pointers, len(rows), None) == 0
    assert (out == ways(cost, picked, t.ends, t.begins, t.leads)).all()


@pytest.mark.parametrize(("name", "dice"), [("germany", False), ("new_york", True)])
def test_what_a_seat_may_not_know_changes_nothing(name: str, dice: bool) -> None:
    game = table(name, dice, 3)
    player = Player(game, network())
    state = game.start(11)
    random = np.random.default_rng(1)
    for turn in range(60):
        seat = game.actor(state)
        assert seat is not None
        if turn % 10 == 9:
            view = game.view(state, seat)
            scores, value = player.look(view)
            for seed in range(3):
                world = game.resample(view, seed)
                told, worth = player.look(game.view(world, seat))
                assert (told == scores).all()
                assert worth == value
        menu = game.legal(state)
        game.apply(state, menu[int(random.integers(len(menu)))])


def test_the_kinds_to_learn_are_all_games_at_every_table() -> None:
    kinds = every_kind()
    tables = [range(low, high + 1) for low, high in (REGISTRY[n]().board.players for n in games())]
    assert len(set(kinds)) == 2 * sum(map(len, tables))
    often = {kind for kind in kinds if kinds.count(kind) > 1}
    assert {"usa-2", "usa-5-dice", "new_york-4"} <= often
    assert {"usa-3", "usa-4-dice", "new_york-3"} <= set(kinds) - often


@pytest.mark.quick
def test_outputs_of_an_action_name_its_things() -> None:
    game = table("usa", False)
    t = Player(game, {}).lens
    counts = {kind: len(own.static) for kind, own in t.kinds.items()}
    outputs = Outputs(game, counts, [])
    claim = next(one for one in game.actions.all if one.verb == "claim")
    assert len(outputs.terms(claim.code)) == 2  # the verb, and the route to claim
