"""Bots on boards whose files choose their rules by chance: every combination has its end."""

import json

import pytest

from capotreno import Game, make_bot
from capotreno.board.load import parse
from capotreno.games.dice import dice
from capotreno.games.own.game import own
from tests import long
from tests.games.own.files import File, file, misfits
from tools.bots.own_rules import board, duel

LEVELS = ("planner", "path", "greedy", "random")
ENDLESS = 5000  # decisions of a table of four on any of these boards

TINY = 10  # files that a test plays


def played(value: File, rolled: bool, seed: int) -> Game:
    """A game of all levels to its end, with nothing chosen that is not possible."""
    ruleset = own(parse(json.dumps(value).encode()))
    most = ruleset.board.players[1]
    game = Game(dice(ruleset) if rolled else ruleset, min(4, most))
    bots = [make_bot(LEVELS[(seat + seed) % 4], game, seat) for seat in range(game.players)]
    state = game.start(seed)
    for _ in range(ENDLESS):
        seat = game.actor(state)
        if seat is None:
            break
        game.apply(state, bots[seat].choose(game.view(state, seat)))
    assert game.actor(state) is None, "bots that go round in circles"
    return game


@pytest.mark.parametrize("first", range(0, long.of(40, 600), TINY))
@pytest.mark.parametrize("rolled", [False, True])
def test_any_small_board_is_played_to_its_end(first: int, rolled: bool) -> None:
    fit = [seed for seed in range(first, first + TINY) if not misfits(file(seed))]
    assert fit
    for seed in fit:
        played(file(seed), rolled, seed)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(long.of(2, 20)))
@pytest.mark.parametrize("rolled", [False, True])
def test_any_invented_board_is_played_to_its_end(number: int, rolled: bool) -> None:
    played(board(number), rolled, number)


def test_a_duel_is_the_same_whenever_it_is_played() -> None:
    assert duel(2, 1, False) == duel(2, 1, False)
