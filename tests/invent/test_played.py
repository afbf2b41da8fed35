"""The laws of every game hold on invented boards, and bots play them to the end.

A few always; `make invented` tries a hundred (CAPOTRENO_INVENTED says how many).
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from capotreno import Game, load, make_bot
from capotreno.games import registry
from capotreno.games.registry import REGISTRY, register_content
from capotreno.invent.invent import invent
from tests.conformance import laws
from tests.conformance.soak import soak

BOARDS = int(os.environ.get("CAPOTRENO_INVENTED", "3"))
SHIPPED = [None, None, "italy", None, "japan", None, "spain"]


@contextmanager
def invented(number: int) -> Iterator[str]:
    """A board of some size, registered for a while."""
    players = 2 + number % 6
    places = min(36, 4 + 4 * players + number * 7 % 25)
    content = invent(places, players, 1000 + number, SHIPPED[number % len(SHIPPED)])
    name = register_content(content)
    try:
        yield name
    finally:
        del registry.OWN[name], REGISTRY[name]


def tables(name: str) -> list[Game]:
    low, high = REGISTRY[name]().board.players
    return [load(name, low), load(name, high), load(name, high, dice=True)]


@pytest.mark.parametrize("number", range(BOARDS))
def test_all_laws_hold(number: int) -> None:
    with invented(number) as name:
        for game in tables(name):
            laws.check(soak, game, number)


@pytest.mark.parametrize("number", range(BOARDS))
def test_bots_play_it_to_a_good_end(number: int) -> None:
    with invented(number) as name:
        done = 0
        for game in tables(name):
            kinds = ("planner", "path", "greedy", "random")
            bots = [make_bot(kinds[seat % 4], game, seat) for seat in range(game.players)]
            state = game.start(number)
            while (seat := game.actor(state)) is not None:
                game.apply(state, bots[seat].choose(game.view(state, seat)))
            outcome = game.outcome(state)
            assert outcome.reason == "last_round"
            lines = [line for sheet in outcome.sheets for line in sheet.lines]
            done += sum(line.points for line in lines if line.label == "tickets_done")
        assert done, "at one of the tables somebody does a ticket"
