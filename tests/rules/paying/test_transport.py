"""Trains, ships, pairs and harbours against brute force: every sub-multiset of a hand is tried."""

from collections import Counter
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno import Game, State
from capotreno.board.model import Board, Card, Route
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.paying.transport import TransportPayment
from tests.conformance.laws import cells_of
from tests.rules.worlds import having
from tests.scene import Scene

GAMES = having(TransportPayment)

Hand = Counter[str]  # counts by card


@cache
def scene_of(name: str) -> Scene:
    """A seat with pieces enough for every route, and a route into a port."""
    scene = Scene(name)
    first = next(r for r in scene.game.board.routes if scene.game.board.places[r.a].port)
    kinds = {supply.kind: supply.count for supply in scene.game.board.supplies}
    total = {"world": 60, "great_lakes": 50}[name]
    return scene.supply(0, rail=kinds["rail"], sea=total - kinds["rail"]).own(0, first.id)


def cards_of(board: Board, hand: Hand) -> list[Card]:
    """Every card of a hand, one by one."""
    return [card for card in board.cards for _ in range(hand[card.id])]


def covers(board: Board, route: Route, hand: Hand) -> bool:
    """Whether these cards, all of them of one kind and colour but the wilds, fill the route."""
    cards = cards_of(board, hand)
    plain = [card for card in cards if not card.wild]
    if any(card.kind != route.kind or card.colour != plain[0].colour for card in plain):
        return False
    if plain and route.colour not in ("", plain[0].colour):
        return False
    return sum(1 if card.wild else card.spaces for card in cards) >= route.length


def parts_of(hand: Hand) -> list[Hand]:
    """All sub-multisets of a hand."""
    ranges = [range(count + 1) for count in hand.values()]
    return [
        Counter({card: n for card, n in zip(hand, counts, strict=True) if n})
        for counts in product(*ranges)
    ]


def pays(board: Board, route: Route, hand: Hand) -> bool:
    """It covers the route, and no card of it could be taken back (R-07)."""
    if not 0 < hand.total() <= route.length or not covers(board, route, hand):
        return False
    return not any(covers(board, route, hand - Counter({card: 1})) for card in hand)


def is_pair(board: Board, hand: Hand) -> bool:
    """Two trains of one colour, wilds standing for either or both (R-33)."""
    cards = [card for card in cards_of(board, hand) if not card.wild]
    return hand.total() == 2 and all(
        card.kind == "rail" and card.colour == cards[0].colour for card in cards
    )


def pairs_left(board: Board, hand: Hand, n: int) -> bool:
    """Whether n pairs can be put aside, one after the other."""
    if n == 0:
        return True
    return any(
        is_pair(board, pair) and pairs_left(board, hand - pair, n - 1) for pair in twos(hand)
    )


def twos(hand: Hand) -> list[Hand]:
    names = sorted(+hand)
    found = [Counter([a, b]) for i, a in enumerate(names) for b in names[i:]]
    return [pair for pair in found if pair <= hand]


def builds(board: Board, hand: Hand) -> bool:
    """Four cards, each in one of two places for trains and two for ships (R-34)."""
    cards = [card for card in cards_of(board, hand) if not card.wild]
    kinds = [card.kind for card in cards]
    return (
        all(card.harbour and card.colour == cards[0].colour for card in cards)
        and kinds.count("rail") <= 2
        and kinds.count("sea") <= 2
    )


@st.composite
def hands(draw: st.DrawFn, name: str, colours: int, kinds: int = 4) -> Hand:
    """A few kinds of card of a few colours and perhaps wilds, no more than are in the deck."""
    scene = scene_of(name)
    board = scene.game.board
    row = list(cells_of(scene.game, scene.state)["row"].values())
    some = draw(st.lists(st.sampled_from(board.colours), min_size=1, max_size=colours, unique=True))
    own = [card.id for card in board.cards if card.colour in some]
    few = draw(st.lists(st.sampled_from(own), max_size=kinds, unique=True))
    hand: Hand = Counter()
    for card in board.cards:
        if card.wild or card.id in few:
            hand[card.id] = draw(st.integers(0, min(4, card.count - row.count(card.id))))
    return +hand


def offered(game: Game, state: State) -> list[list[tuple[str, int]]]:
    """The payments the asked seat is offered, in words."""
    faces = [game.action(code).json["cards"] for code in game.legal(state)]
    return sorted(sorted(cards.items()) for cards in faces if isinstance(cards, dict))


def words(ways: list[Hand]) -> list[list[tuple[str, int]]]:
    return sorted(sorted(way.items()) for way in ways)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_the_payments_of_routes_are_those_of_brute_force(name: str, data: st.DataObject) -> None:
    hand = data.draw(hands(name, 2))
    scene = scene_of(name)
    scene.hand(0, **hand).turn(0)
    game, board = scene.game, scene.game.board
    claims = {text.removeprefix("claim ") for text in scene.legal if text.startswith("claim ")}
    free = [r for r in board.routes if r.id in cells_of(game, scene.state)["open"][0]]
    plain = [route for route in free if not route.rugged]
    subsets = parts_of(hand)
    for route in data.draw(st.lists(st.sampled_from(plain), min_size=4, max_size=4)):
        ways = [cards for cards in subsets if pays(board, route, cards)]
        assert (route.id in claims) == bool(ways), (route.id, hand)
        if ways:
            state = scene.state.copy()
            game.apply(state, game.code(f"claim {route.id}"))
            assert offered(game, state) == words(ways), (route.id, hand)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_exactly_the_affordable_routes_can_be_claimed(name: str, data: st.DataObject) -> None:
    """Every route: the best set of each colour, or as many pairs as the route has spaces."""
    hand = data.draw(hands(name, 6, 24))
    scene = scene_of(name)
    scene.hand(0, **hand).turn(0)
    board = scene.game.board
    sets = [
        Counter({c.id: hand[c.id] for c in board.cards if c.wild or (c.colour, c.kind) == suit})
        for suit in product(board.colours, ("rail", "sea"))
    ]
    trains = Counter({c.id: hand[c.id] for c in board.cards if c.wild or c.kind == "rail"})
    pairs = next(n for n in (3, 2, 1, 0) if pairs_left(board, +trains, n))
    wanted = {
        route.id
        for route in board.routes
        if (route.rugged <= pairs if route.rugged else any(covers(board, route, s) for s in sets))
    }
    payable = scene.part(TransportPayment).payable(scene.state, 0)
    assert {route.id for route in board.routes if payable >> route.index & 1} == wanted


@given(data=st.data())
def test_the_pairs_of_rugged_routes_are_those_of_brute_force(data: st.DataObject) -> None:
    """At every space: a pair is offered if and only if the rest can still be paid after it."""
    scene = scene_of("world")
    game, board = scene.game, scene.game.board
    hand = data.draw(hands("world", 3, 6))
    route = data.draw(st.sampled_from([r for r in board.routes if r.rugged]))
    scene.hand(0, **hand).turn(0)
    claimable = f"claim {route.id}" in scene.legal
    assert claimable == pairs_left(board, hand, route.rugged)
    if not claimable:
        return
    state = scene.state.copy()
    game.apply(state, game.code(f"claim {route.id}"))
    for due in range(route.rugged, 0, -1):
        good = [
            pair
            for pair in twos(hand)
            if is_pair(board, pair) and pairs_left(board, hand - pair, due - 1)
        ]
        assert offered(game, state) == words(good), (due, hand)
        code = data.draw(st.sampled_from(game.legal(state)))
        cards = game.action(code).json["cards"]
        assert isinstance(cards, dict)
        hand -= Counter(cards)
        game.apply(state, code)
    assert route.id in cells_of(game, state)["owned"][0]


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_the_payments_of_harbours_are_those_of_brute_force(name: str, data: st.DataObject) -> None:
    hand = data.draw(hands(name, 2))
    scene = scene_of(name)
    scene.hand(0, **hand).turn(0)
    game, board = scene.game, scene.game.board
    ways = [cards for cards in parts_of(hand) if cards.total() == 4 and builds(board, cards)]
    sites = [text for text in scene.legal if text.startswith("build ")]
    assert bool(sites) == bool(ways)
    if ways:
        state = scene.state.copy()
        game.apply(state, game.code(sites[0]))
        assert offered(game, state) == words(ways), hand
    else:
        place = next(
            p.id
            for p in board.places
            if scene.part(Harbours).reached(scene.state, 0) >> p.index & 1
        )
        assert scene.refused(f"build {place}").reason.key == "harbour_short"
