"""The planner on boards it was not tuned for: routes without points, few pieces, dear routes."""

import json
from importlib.resources import files
from typing import Any

import pytest

from capotreno import Game, games, load
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.plan.sight import Sight
from capotreno.bots.registry import make
from capotreno.bots.tuned.constants import CardConstants
from capotreno.games.dice import dice
from tests.games.own.table import declared, game_on, island


def states(pieces: int = 45, times: int = 1) -> dict[str, Any]:
    """The map of the United States as a board of your own, with other pieces and points."""
    text = files("capotreno.board").joinpath("data/usa.json").read_text("utf-8")
    value: dict[str, Any] = json.loads(text)
    deck = value["tickets"][0].get("deck")
    value["tickets"] = [ticket for ticket in value["tickets"] if ticket.get("deck") == deck]
    value["supplies"][0]["count"] = pieces
    value["route_points"] = {n: times * points for n, points in value["route_points"].items()}
    return value | {"id": "states"}


def worthless(value: dict[str, Any], pieces: int) -> dict[str, Any]:
    """The same board with routes that bring no points."""
    value["route_points"] = {str(route["length"]): 0 for route in value["routes"]}
    value["supplies"][0]["count"] = pieces
    return value


def ending(game: Game, seed: int) -> str:
    """How a game between two planners ends."""
    state = game.start(seed)
    seats = [make("planner", game, seed), make("planner", game, seed + 1)]
    while (seat := game.actor(state)) is not None:
        game.apply(state, seats[seat].choose(game.view(state, seat)))
    return game.outcome(state).reason


@pytest.mark.parametrize("seed", [7, 39, 42, 55, 56])
def test_with_few_pieces_and_dice_nobody_stands_still(seed: int) -> None:
    """However dear pieces seem, who has nothing left to wait for claims."""
    assert ending(Game(dice(declared(states(pieces=17))), 2), seed) == "last_round"


@pytest.mark.parametrize("seed", [39, 57])
def test_where_routes_bring_nothing_dice_are_not_rolled_for_ever(seed: int) -> None:
    assert ending(Game(dice(declared(worthless(island(), 17))), 2), seed) == "last_round"


def victories(game: Game, deals: int) -> float:
    """The share of games that a planner wins against a path bot, each deal from both seats."""
    won = 0.0
    for seed in range(deals):
        for own in (0, 1):
            state = game.start(seed)
            seats = [make("planner" if seat == own else "path", game, seed) for seat in (0, 1)]
            while (seat := game.actor(state)) is not None:
                game.apply(state, seats[seat].choose(game.view(state, seat)))
            winners = game.outcome(state).winners
            won += (own in winners) / len(winners)
    return won / (2 * deals)


def test_where_routes_bring_nothing_it_lives_on_tickets() -> None:
    """Level 3 is above level 2 there too; with the price of a turn as usual it won 1 in 20."""
    value = worthless(states(), 45) | {"game": {"bonuses": {}}}
    assert victories(game_on(value), 10) > 0.5


def test_where_routes_bring_thrice_as_much_it_builds_them() -> None:
    assert victories(game_on(states(times=3)), 4) > 0.8


@pytest.mark.parametrize("name", games())
def test_shipped_boards_are_played_with_the_constants_as_tuned(name: str) -> None:
    game = load(name, 2)
    tuned = CardConstants.of(name, 2)
    assert CardPlanner(game, 0).constants == tuned
    if not Sight(game).race:
        assert tuned.fitted(Sight(game).points_share()) == tuned
