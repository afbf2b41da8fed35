"""The bot that rolls: its odds, its advice, and that it beats chance on every board."""

from itertools import product

import pytest

from capotreno import games
from capotreno.bots.registry import advise, make
from capotreno.bots.roller import Roller, throws
from capotreno.engine.state import TURNS_CELL
from capotreno.rules.dice import SIDES
from capotreno.words import LANGUAGES, Voice
from tests.conformance.tables import DICE, EXTREMES, table


@pytest.mark.parametrize("n", range(5))
def test_the_chances_of_a_throw_are_counted_out(n: int) -> None:
    counted: dict[tuple[int, ...], int] = {}
    for fallen in product(SIDES, repeat=n):
        roll = tuple(fallen.count(face) for face in range(4))
        counted[roll] = counted.get(roll, 0) + 1
    told = dict(throws(n))
    assert {roll: pytest.approx(chance) for roll, chance in told.items()} == {
        roll: times / 6**n for roll, times in counted.items()
    }


@pytest.mark.parametrize("name", ["greedy", "path", "planner"])
def test_every_level_above_chance_rolls(name: str) -> None:
    assert isinstance(make(name, table("new_york" + DICE, 2), 1), Roller)


@pytest.mark.parametrize(("name", "players"), [row for row in EXTREMES if DICE in row[0]])
def test_it_plays_every_board_to_the_end(name: str, players: int) -> None:
    """By its view alone: the same choice in any world behind it, and nothing written on it."""
    game = table(name, players)
    state = game.start(6)
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        before = view.cells[:]
        code = make("path", game, 1).choose(view)
        assert code in game.legal(state)
        assert view.cells == before
        if len(game.legal(state)) > 1 and state.cells[TURNS_CELL] % 5 == 0:
            world = game.view(game.resample(view, 3), seat)
            assert make("path", game, 1).choose(world) == code
        game.apply(state, code)
    assert game.outcome(state).winners


def share(name: str, rounds: int) -> float:
    """The share of victories against chance, the seats in turn."""
    game = table(name + DICE, 2)
    won = 0.0
    for seed in range(rounds):
        state = game.start(seed)
        own = seed % 2
        players = [make("greedy" if seat == own else "random", game, seed) for seat in (0, 1)]
        while (seat := game.actor(state)) is not None:
            game.apply(state, players[seat].choose(game.view(state, seat)))
        winners = game.outcome(state).winners
        won += (own in winners) / len(winners)
    return won / rounds


@pytest.mark.parametrize("name", games())
def test_it_beats_chance(name: str) -> None:
    assert share(name, 12) >= 0.75


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_it_beats_chance_nine_times_in_ten(name: str) -> None:
    assert share(name, 120) >= 0.9


def test_its_advice_is_possible_and_has_words() -> None:
    game = table("world" + DICE, 2)
    state = game.start(4)
    reasons = set()
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        advice = advise(game, view)
        assert advice.code in game.legal(view)
        reasons.add(advice.reason)
        game.apply(state, advice.code)
    assert {"reroll", "claim_dice", "tokens", "only"} <= reasons
    for language in LANGUAGES:
        assert all(Voice(language).knows(f"advice.{reason}") for reason in reasons)
