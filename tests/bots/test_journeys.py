"""Journeys: the way of a journey against every way there is, and what the bots do with it."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno import Game
from capotreno.bots.advisers.journeys import FARE, JourneyAdviser
from capotreno.bots.registry import advise, make
from capotreno.engine.menu import bits
from capotreno.rules.travelling.journeys import Journeys
from capotreno.words import LANGUAGES, Voice
from tests.conformance.tables import DICE, table
from tests.games.maerklin.table import CITIES, SOUTH, Maerklin

BOTS = ("greedy", "path", "planner")


def every_way(
    part: Journeys, goods: list[int], at: int, own: int, other: int, fares: int, visited: int
) -> float:
    """The most that any trail from a place is worth, by trying all of them."""
    best = 0.0
    for route in bits((own | other) & part.at[at]):
        fare = 1 - (own >> route & 1)
        if fare > fares:
            continue
        there = part.far_end(route, at)
        gain = -FARE * fare + (0 if visited >> there & 1 else goods[there])
        if not part.dead_end[there]:
            rest = ~(1 << route)
            gain += every_way(
                part, goods, there, own & rest, other & rest, fares - fare, visited | 1 << there
            )
        best = max(best, gain)
    return best


@settings(max_examples=80)
@given(seed=st.integers(0, 2**32), size=st.integers(1, 14), fares=st.integers(0, 2))
def test_the_trail_is_the_best_of_all(seed: int, size: int, fares: int) -> None:
    """On a ring-rich network grown at random, some of it owned by others."""
    random = Random(seed)
    game = table("maerklin", 2)
    adviser, part = JourneyAdviser(game), game.layout.partner(Journeys)
    start = random.choice([p.index for p in game.board.places if not p.dead_end])
    reached, own, other = {start}, 0, 0
    for _ in range(size):
        near = [
            r.index
            for r in game.board.routes
            if not (own | other) >> r.index & 1 and reached & {r.a, r.b}
        ]
        route = random.choice(near)
        if random.random() < 0.7:
            own |= 1 << route
        else:
            other |= 1 << route
        reached |= set(part.ends[route])
    goods = [random.choice((0, 1, 2, 3, 4, 7)) for _ in game.board.places]
    found = adviser.journey(goods, start, own, other, fares)
    best = every_way(part, goods, start, own, other, fares, 1 << start)
    assert found.value == pytest.approx(goods[start] + best)
    assert ways_points(part, goods, start, found.routes) == found.points


def ways_points(part: Journeys, goods: list[int], at: int, routes: tuple[int, ...]) -> int:
    """What a way brings, ridden; it must hang together and use no route twice."""
    assert len(set(routes)) == len(routes)
    seen = {at}
    for route in routes:
        assert part.at[at] >> route & 1
        at = part.far_end(route, at)
        seen.add(at)
    return sum(goods[place] for place in seen)


def late(scene: Maerklin) -> Maerklin:
    """Seat 0 has its last turn."""
    return scene.last_turn(0)


@pytest.mark.parametrize("bot", BOTS)
def test_a_passenger_sets_out_before_the_end_and_takes_all_it_can(bot: str) -> None:
    scene = late(Maerklin().own(0, *SOUTH).standing(0, "berlin", "leipzig"))
    player = make(bot, scene.game, 1)
    told = []
    while scene.actor == 0:
        code = player.choose(scene.game.view(scene.state, 0))
        told.append(scene.game.action(code).text)
        scene.play(told[-1])
    assert told[:4] == ["depart berlin", *[f"ride {route}" for route in SOUTH[:-1]]]
    assert set(scene.won(0)) == set(CITIES)


@pytest.mark.parametrize("bot", ["path", "planner"])
def test_a_fare_is_paid_where_it_brings_more(bot: str) -> None:
    scene = late(Maerklin().own(0, SOUTH[0]).own(1, *SOUTH[1:]).standing(0, "berlin"))
    scene.hand(0, passenger=2)
    player = make(bot, scene.game, 1)
    while scene.actor == 0:
        scene.play(scene.game.action(player.choose(scene.game.view(scene.state, 0))).text)
    assert set(scene.won(0)) == set(CITIES[:4])


@pytest.mark.parametrize("bot", ["path", "planner"])
def test_early_a_passenger_waits_for_a_longer_way(bot: str) -> None:
    scene = Maerklin().tickets(0, "berlin-muenchen").own(0, SOUTH[0]).standing(0, "berlin").turn(0)
    code = make(bot, scene.game, 1).choose(scene.game.view(scene.state, 0))
    assert scene.game.action(code).verb != "depart"


def played(game: Game, bots: list[str], seed: int) -> Any:
    """The cells, in words, of a game played to its end."""
    players = [make(bot, game, seed + seat) for seat, bot in enumerate(bots)]
    state = game.start(seed)
    while (seat := game.actor(state)) is not None:
        game.apply(state, players[seat].choose(game.view(state, seat)))
    return game.position(state)["cells"]


@pytest.mark.parametrize("name", ["maerklin", "maerklin" + DICE])
@pytest.mark.parametrize("bot", BOTS)
def test_bots_gather_merchandise(name: str, bot: str) -> None:
    """Most passengers travel, and with profit."""
    game = table(name, 2)
    ends = [played(game, [bot, bot], seed) for seed in (1, 2)]
    won = [sum(row.values()) for cells in ends for row in cells["merchandise"]]
    stayed = [
        cells["passengers_left"][seat] + sum(cells["passengers_at"][seat].values())
        for cells in ends
        for seat in (0, 1)
    ]
    assert sum(won) / len(won) > 20
    assert sum(stayed) / len(stayed) < 1.5


@pytest.mark.parametrize("name", ["maerklin", "maerklin" + DICE])
def test_its_advice_is_possible_and_has_words(name: str) -> None:
    game = table(name, 2)
    reasons = set()
    for seed in (4, 5):
        state = game.start(seed)
        while (seat := game.actor(state)) is not None:
            view = game.view(state, seat)
            advice = advise(game, view)
            assert advice.code in game.legal(view)
            reasons.add(advice.reason)
            game.apply(state, advice.code)
    assert {"depart", "ride", "place", "no_place"} <= reasons
    for language in LANGUAGES:
        assert all(Voice(language).knows(f"advice.{reason}") for reason in reasons)
