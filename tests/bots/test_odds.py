"""The odds of the dice and the values of a turn, counted out and played out side by side."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from capotreno import Game, State
from capotreno.bots.odds.dice import NEVER, chance, dug, hope, throws, turns
from capotreno.bots.odds.draws import best_of
from capotreno.bots.odds.turn_values import NO, NOTHING, DiceTables, TurnValues
from capotreno.engine.state import TURN_QUESTION, TURNS_CELL, WHO_CELL
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.dice.dice import DICE, FACES, LOCOMOTIVE, SIDES, SINGLE, Roll
from capotreno.rules.dice.payment import REACH
from capotreno.rules.dice.tokens import MOST
from capotreno.rules.dice.tunnels import SIDES as TUNNEL_SIDES
from tests.conformance.tables import DICE as WITH_DICE
from tests.conformance.tables import table


@cache
def counted(n: int) -> dict[Roll, float]:
    """How n dice fall, every one of the sides looked at."""
    seen: Counter[Roll] = Counter()
    for fallen in product(SIDES, repeat=n):
        a, b, c, d = [fallen.count(face) for face in range(len(FACES))]
        seen[a, b, c, d] += 1
    return {roll: times / len(SIDES) ** n for roll, times in seen.items()}


def parts(roll: Roll) -> list[Roll]:
    """Whatever of a roll can be rolled again, nothing included."""
    return [(a, b, c, d) for a, b, c, d in product(*[range(n + 1) for n in roll])]


def after(roll: Roll, some: Roll, new: Roll) -> Roll:
    a, b, c, d = [n - m + k for n, m, k in zip(roll, some, new, strict=True)]
    return (a, b, c, d)


@pytest.mark.parametrize("n", range(DICE + 1))
def test_the_chances_of_a_throw_are_counted_out(n: int) -> None:
    assert dict(throws(n)) == pytest.approx(counted(n))


@pytest.mark.parametrize("tunnel", range(1, 4))
def test_the_chances_of_a_tunnel_are_counted_out(tunnel: int) -> None:
    seen: Counter[int] = Counter(
        sum(side < tunnel for side in fallen) for fallen in product(range(TUNNEL_SIDES), repeat=3)
    )
    assert list(dug(tunnel)) == pytest.approx([seen[n] / TUNNEL_SIDES**3 for n in range(4)])


def test_a_second_roll_is_worth_its_mean() -> None:
    dreams = Random(2)
    values = {roll: dreams.random() for roll in counted(DICE)}
    for roll in counted(DICE):
        for some in parts(roll):
            mean = sum(p * values[after(roll, some, new)] for new, p in counted(sum(some)).items())
            assert hope(roll, some, values) == pytest.approx(mean)


@pytest.mark.parametrize(
    ("price", "ferry", "tunnel", "held"),
    [
        *[(price, 0, 0, held) for price in (1, 3, 4, 5, 6, 7, 8) for held in (0, 1, 2, 3)],
        *[(price, ferry, 0, held) for price in (2, 4, 6) for ferry in (1, 2) for held in (0, 3)],
        *[(price, 0, 2, held) for price in (1, 3, 5, 7) for held in (0, 2)],
    ],
)
def test_the_chance_of_a_route_is_counted_out(
    price: int, ferry: int, tunnel: int, held: int
) -> None:
    """By the game's own table of payments, over all first and all second rolls."""
    payer = DiceTables(table("europe" + WITH_DICE, 2)).payer
    asked = [1.0, 0.0, 0.0, 0.0] if not tunnel else dug(tunnel)

    def paid(roll: Roll) -> float:
        if roll[LOCOMOTIVE] < ferry:
            return 0.0
        fitting = roll[SINGLE] + roll[LOCOMOTIVE]
        prices = [(price + more, p) for more, p in enumerate(asked) if price + more <= REACH]
        return sum(p for cost, p in prices if payer.menu[ferry][cost][fitting][held][MOST])

    ends = {roll: paid(roll) for roll in counted(DICE)}
    best = 0.0
    for roll, p in counted(DICE).items():
        best += p * max(
            sum(q * ends[after(roll, some, new)] for new, q in counted(sum(some)).items())
            for some in parts(roll)
        )
    assert chance(price, ferry, tunnel, held) == pytest.approx(best)


def test_how_long_a_route_takes_is_played_out() -> None:
    """A seat that wants nothing else: it fails, buys two tokens, tries again."""
    dreams = Random(5)
    for price, held in ((3, 0), (5, 0), (6, 0), (6, 1), (7, 2), (8, 3)):
        total = 0
        for _ in range(4000):
            tokens, spent = held, 1
            while dreams.random() >= chance(price, 0, 0, tokens):
                tokens, spent = min(MOST, tokens + 2), spent + 1
            total += spent
        assert turns(price, 0, 0, held) == pytest.approx(total / 4000, rel=0.06)
    assert turns(8, 5, 3, 3) > turns(8, 0, 0, 3)
    assert turns(1, 9, 0, 0) == NEVER


@pytest.mark.parametrize("best", [1, 2, 3])
@pytest.mark.parametrize("counts", [(1, 0), (3, 0), (0, 2), (2, 1), (4, 2), (9, 1)])
def test_the_best_of_some_tickets_is_counted_out(counts: tuple[int, int], best: int) -> None:
    decks = [[3.0, -1.0, 8.0, 3.0], [2.5, 0.0, 9.0]]
    draws = [
        sorted(one + other)[::-1][:best]
        for one in combinations(decks[0], min(counts[0], 4))
        for other in combinations(decks[1], counts[1])
    ]
    mean = sum(map(sum, draws)) / len(draws)
    assert best_of(decks, counts, best) == pytest.approx(mean)


# -- the values of a turn, against the game itself -------------------------------------------------


def laid(game: Game, seed: int, roll: Roll, held: tuple[int, int]) -> State:
    """A seat's turn somewhere in a game, with these dice after the second roll and these tokens."""
    state = game.start(seed)
    dreams = Random(seed)
    dice_tables = DiceTables(game)
    while state.cells[TURNS_CELL] < 6 or state.stack[-1][0] != TURN_QUESTION:
        menu = game.legal(state)
        game.apply(state, dreams.choice(menu), game.actors(state)[0])
    seat = state.cells[WHO_CELL]
    first = dice_tables.tokens.first + 2 * seat
    state.cells[first : first + 2] = held
    game.apply(state, dice_tables.dice.roll_code, seat)
    state.cells[dice_tables.dice.first : dice_tables.dice.first + 4] = roll
    state.cells[dice_tables.dice.rolls] = 2
    return state


def best_end(game: Game, state: State, seat: int, turn_values: TurnValues) -> float:
    """The best a seat can make of a state in this turn, by trying everything the game allows."""
    dice_tables = turn_values.dice_tables
    turn, own = state.cells[TURNS_CELL], [one for _, one, _ in state.stack]
    if seat not in own or state.cells[WHO_CELL] != seat or not dice_tables.dice.is_rolled(state):
        single, double = [dice_tables.tokens.held(state, seat, kind) for kind in (0, 1)]
        return turn_values.tokens[0][single] + turn_values.tokens[1][double]
    found = []
    for code in game.legal(state):
        action = game.action(code)
        gain = 0.0
        if action.verb == "claim":
            gain = turn_values.routes.get(
                game.layout.words["route"].index(str(action.json["route"])), NO
            )
        elif action.verb == "tickets":
            gain = turn_values.stations[int(str(action.json["count"]))]
        if action.verb not in ("reroll", "drop", "build", "return") and gain > NO:
            then = state.copy()
            game.apply(then, code, seat)
            assert then.cells[TURNS_CELL] - turn <= 1
            found.append(gain + best_end(game, then, seat, turn_values))
    return max(found)


@pytest.mark.parametrize("seed", range(12))
def test_what_a_roll_is_worth_is_what_the_game_makes_of_it(seed: int) -> None:
    """Claims, tickets, payments and tokens: the values know the best of all that is possible."""
    game = table("usa" + WITH_DICE, 2)
    dreams = Random(seed)
    held = (dreams.randrange(MOST + 1), dreams.randrange(MOST + 1))
    for roll in dreams.sample(sorted(counted(DICE)), 6):
        state = laid(game, seed, roll, held)
        seat = state.cells[WHO_CELL]
        view = game.view(state, seat)
        dice_tables = DiceTables(game)
        routes = {r: dreams.uniform(0, 9) for r in dreams.sample(range(len(dice_tables.sorts)), 30)}
        free = view.cells[game.layout.partner(Claims).open + seat]
        routes = {r: worth for r, worth in routes.items() if free >> r & 1}
        stations = [NO, *sorted(dreams.uniform(0, 4) for _ in range(DICE))]
        tokens = [[0.0, *sorted(dreams.uniform(0, 5) for _ in range(MOST))] for _ in range(2)]
        turn_values = TurnValues(dice_tables, view, routes, stations, tokens)
        assert turn_values.value(roll) == pytest.approx(best_end(game, state, seat, turn_values))


def test_a_tunnel_is_weighed_with_its_dice() -> None:
    """A tunnel that fails leaves the tokens that were there and nothing else."""
    game = table("europe" + WITH_DICE, 2)
    dice_tables = DiceTables(game)
    route = next(r for r, sort in enumerate(dice_tables.sorts) if sort[1] == 2 and sort[3])
    kind = dice_tables.sorts[route][0]
    view = game.view(game.start(1), 0)
    tokens = [[0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0]]
    turn_values = TurnValues(dice_tables, view, {route: 10.0}, NOTHING, tokens)
    odds = dug(dice_tables.sorts[route][3])
    # Three dice fit, none is a locomotive: two, three and four spaces can be paid, five cannot.
    # Two leave three dice and so a token, three leave two and one, four take the bought one.
    expected = odds[0] * 11 + odds[1] * 11 + odds[2] * 10
    assert turn_values.claim(route, 3, 0) == pytest.approx(expected)
    assert turn_values.claim(route, 0, 0) == pytest.approx(odds[0] * 10)
    assert kind in (0, 1)
