"""The policy that libraries play with: legal, honest, sensible, the same for the same luck."""

import random

import pytest

from capotreno import Game, games, load
from capotreno.engine.state import State
from capotreno.reader.reader import Reader
from capotreno.swift.swift import LUCK, Swift


def answer(swift: Swift, state: State, seat: int, luck: int) -> int:
    decision = swift.game.decision(state, seat)
    assert decision is not None
    return swift.choose(state, swift.game.legal_for(state, seat), decision, luck)


def played(game: Game, seed: int, careless: float = 0.0) -> tuple[int, ...]:
    """A whole game, every choice looked at as a state, a view and another world."""
    swift, own, state = Swift(game), random.Random(seed), game.start(seed)
    step = 0
    while state.stack:
        seat = own.choice(game.actors(state))
        luck = own.randrange(LUCK)
        code = answer(swift, state, seat, luck)
        menu = game.legal_for(state, seat)
        assert code in menu
        view = game.view(state, seat)
        assert answer(swift, view, seat, luck) == code
        if step % 7 == 0:
            assert answer(swift, game.resample(view, step), seat, luck) == code
        game.apply(state, own.choice(menu) if own.random() < careless else code, seat)
        step += 1
    return game.outcome(state).totals


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("name", games())
def test_it_knows_what_its_seat_knows(name: str, dice: bool) -> None:
    """Now and then chance moves, so that it is asked where it would not have gone."""
    played(load(name, 3, dice=dice), 1, careless=0.1)


def test_luck_decides_only_between_equals() -> None:
    game = load("new_york", 2)
    assert played(game, 5) == played(game, 5)
    swift, state = Swift(game), game.start(5)
    answers = {answer(swift, state, 0, luck) for luck in range(0, LUCK, 997)}
    assert len(answers) == 1  # of two tickets one is the better


@pytest.mark.parametrize("name", ["new_york", "usa", "germany", "nordic"])
def test_a_last_turn_completes_a_ticket_where_one_route_does(name: str) -> None:
    """Whichever route that is: of two ways the one that can be paid."""
    game, met = load(name, 2), 0
    swift, read = Swift(game), Reader(game)

    def completes(state: State, seat: int, code: int) -> bool:
        action = game.action(code)
        if action.verb != "claim":
            return False
        after = state.copy()
        read.claims.own(after, seat, swift.codes.route[code])
        return len(read.undone_by(after, seat)) < len(read.undone_by(state, seat))

    for seed in range(12):
        own, state = random.Random(seed), game.start(seed)
        while state.stack:
            _, seat, _ = state.stack[-1]
            menu, code = game.legal(state), answer(swift, state, seat, 0)
            last = swift.ending is not None and swift.ending.own_turns_to_go(state) == 1
            if last and any(completes(state, seat, one) for one in menu):
                met += 1
                assert completes(state, seat, code)
            game.apply(state, own.choice(menu) if own.random() < 0.1 else code, seat)
    assert met


def test_it_pays_with_colours_and_keeps_wilds() -> None:
    game = load("usa", 2)
    swift, state = Swift(game), game.start(1)
    cards = swift.hand
    assert cards is not None
    while state.stack:
        question, seat, _ = state.stack[-1]
        menu = game.legal(state)
        code = answer(swift, state, seat, 0)
        if game.layout.questions[question].name == "payment":
            wilds = {one: game.action(one).json["cards"] for one in menu}
            counts = {one: dict(own).get("wild", 0) for one, own in wilds.items()}  # type: ignore[call-overload]
            assert counts[code] == min(counts.values())
        game.apply(state, code)
