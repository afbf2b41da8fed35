"""Payments with dice against brute force: every die given every role it can have."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno import Game
from capotreno.board.model import Board
from capotreno.rules.dice.dice import DICE, DOUBLE, FACES, LOCOMOTIVE, SINGLE, Dice, Roll
from capotreno.rules.dice.payment import DicePayment
from capotreno.rules.dice.tokens import KINDS, MOST, Tokens
from tests.conformance.tables import table
from tests.games.dice.table import DiceTable, with_ferries

ROLLS: list[Roll] = [
    (a, b, c, DICE - a - b - c)
    for a, b, c in product(range(DICE + 1), repeat=3)
    if a + b + c <= DICE
]
SPACE, FERRY, COIN, IDLE = range(4)  # what a die can be used for

# Dice used, tokens used, dice left, tokens left: all that a payment changes.
Outcome = tuple[int, int, int, int]


@cache
def roles(roll: Roll, kind: int) -> frozenset[tuple[int, int, int, int]]:
    """How many dice can have each role, over all assignments of roles to dice."""
    dice = [face for face in range(len(FACES)) for _ in range(roll[face])]
    able = [
        [role for role in (SPACE, FERRY, COIN, IDLE) if _fits(face, role, kind)] for face in dice
    ]
    return frozenset(
        (given.count(SPACE), given.count(FERRY), given.count(COIN), given.count(IDLE))
        for given in product(*able)
    )


def _fits(face: int, role: int, kind: int) -> bool:
    """The booklet: a face of the kind or a locomotive is a space; any two dice are a token."""
    if role == SPACE:
        return face in (kind, LOCOMOTIVE)
    return role != FERRY or face == LOCOMOTIVE


@cache
def outcomes(roll: Roll, kind: int, held: int, price: int, ferry: int) -> frozenset[Outcome]:
    """What all assignments come to that pay exactly, and buy no token that is not used."""
    found = set()
    for spaces, locomotives, coins, idle in roles(roll, kind):
        bought = coins // 2
        if coins % 2 or locomotives != ferry or held + bought > MOST:
            continue
        tokens = price - spaces - locomotives
        if not 0 <= tokens <= held + bought or (bought and tokens < held + bought):
            continue
        found.add((spaces + locomotives, tokens, idle, held + bought - tokens))
    return frozenset(found)


def rule_of(board: Board, route: int) -> tuple[int, int, int]:
    """Kind, price and locomotives of a route, from the board alone."""
    printed = board.routes[route]
    price = min(8, printed.length + printed.rugged)
    return DOUBLE if printed.twins else SINGLE, price, printed.ferry


GAMES = ("germany", "great_lakes", "world", "ferries")


@cache
def rolled(name: str) -> Game:
    """A game with dice, made when it is wanted."""
    return with_ferries() if name == "ferries" else table(f"{name}+dice", 2)


def arranged(game: Game, roll: Roll, held: tuple[int, int]) -> DiceTable:
    scene = DiceTable(game=game)
    scene.tokens(0, **dict(zip(KINDS, held, strict=True))).turn(0)
    return scene.roll(**dict(zip(FACES, roll, strict=True)))


@pytest.mark.parametrize("name", GAMES)
def test_every_roll_offers_what_all_assignments_come_to(name: str) -> None:
    """All rolls, all tokens of the kind, all routes: the same ways, each offered once."""
    game = rolled(name)
    payer = game.layout.partner(DicePayment)
    cases = sorted(
        {rule_of(game.board, route): route for route in range(len(payer.prices))}.items()
    )
    for roll in ROLLS:
        for held in range(MOST + 1):
            state = arranged(game, roll, (held, held)).state
            for (kind, price, ferry), route in cases:
                offered = [
                    payer.ways[code - payer.codes] for code in payer.payments(state, 0, route)
                ]
                assert len(set(offered)) == len(offered)
                told = {way[:2] for way in outcomes(roll, kind, held, price, ferry)}
                assert set(offered) == told, (roll, held, kind, price, ferry)


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_is_of_the_routes_that_some_assignment_pays(name: str) -> None:
    game = rolled(name)
    payer = game.layout.partner(DicePayment)
    rules = [rule_of(game.board, route) for route in range(len(payer.prices))]
    for roll in ROLLS:
        for held in [(a, b) for a in range(MOST + 1) for b in range(MOST + 1)]:
            state = arranged(game, roll, held).state if held[0] == held[1] else None
            mask = payer.within(roll, SINGLE, held[0], MOST)
            mask |= payer.within(roll, DOUBLE, held[1], MOST)
            assert state is None or payer.payable(state, 0) == mask
            told = sum(
                1 << route
                for route, (kind, price, ferry) in enumerate(rules)
                if outcomes(roll, kind, held[kind], price, ferry)
            )
            assert mask == told, (roll, held)


@given(
    name=st.sampled_from(["new_york", "great_lakes", "ferries"]),
    roll=st.sampled_from(ROLLS),
    held=st.tuples(st.integers(0, MOST), st.integers(0, MOST)),
    data=st.data(),
)
def test_a_payment_takes_what_it_says(
    name: str, roll: Roll, held: tuple[int, int], data: st.DataObject
) -> None:
    """Through the game itself: the outcomes of the offered payments are those of brute force."""
    game = rolled(name)
    scene = arranged(game, roll, held)
    claims = sorted(scene.claims())
    if not claims:
        return
    route = game.board.route(data.draw(st.sampled_from(claims))).index
    payer, tokens, dice = scene.part(DicePayment), scene.part(Tokens), scene.part(Dice)
    kind, price, ferry = rule_of(game.board, route)
    scene.game.apply(scene.state, game.code(f"claim {game.board.routes[route].id}"))
    met = []
    for code in game.legal(scene.state):
        after = scene.state.copy()
        game.apply(after, code)
        used, spent = payer.ways[code - payer.codes]
        lying = after.cells[dice.first : dice.first + len(FACES)]
        assert min(lying) >= 0
        met.append((used, spent, sum(lying), tokens.held(after, 0, kind)))
        assert tokens.held(after, 0, 1 - kind) == held[1 - kind]
    assert len(set(met)) == len(met)
    assert set(met) == outcomes(roll, kind, held[kind], price, ferry)
