"""Payments and affordability against brute force: every sub-multiset of a hand is tried."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno import Game
from capotreno.board.model import Board, Route
from capotreno.engine.state import Event
from capotreno.engine.view import event_json
from capotreno.games.maerklin import maerklin
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.limited_wilds import LimitedWildPayment
from capotreno.rules.paying.payment import CardPayment, SetPayment
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.merchandise import Merchandise
from tests.conformance.laws import cells_of
from tests.rules.worlds import having
from tests.scene import Scene

# Ferries ask for more than the length: tests/games/classic/test_ferries.py has them.
GAMES = [name for name in having(SetPayment) if name not in having(FerryPayment)]
THREE = "three kinds"  # of wilds: any, from three spaces on, from six on; no board has so many
GAMES += [*having(LimitedWildPayment), THREE]

Hand = dict[str, int]  # counts by card, zeros left out


@cache
def scene_of(name: str) -> Scene:
    return Scene(name, game=three_kinds() if name == THREE else None)


@cache
def three_kinds() -> Game:
    """Märklin without passengers; their cards are wilds for the longest routes."""
    plain = maerklin()
    *others, limited, fare = plain.board.cards
    limited = replace(limited, from_length=3)
    cards = (*others, limited, replace(fare, passenger=False, wild=True, from_length=6))
    parts = tuple(p for p in plain.parts if not isinstance(p, (Journeys, Merchandise)))
    of_journeys = ("not_an_end", "no_traveller", "fare_short")
    laws = {
        key: law
        for key, law in plain.laws.items()
        if key not in of_journeys and not key.startswith("ride_")
    }
    board = replace(plain.board, cards=cards)
    return Game(replace(plain, board=board, parts=parts, laws=laws, ranking=("tickets",)), 2)


def covers(board: Board, route: Route, cards: Hand) -> bool:
    """Whether these cards fill the route: enough of one fitting colour, wilds standing for it."""
    wild = [card for card in board.cards if card.wild and card.from_length <= route.length]
    wilds = sum(cards.get(card.id, 0) for card in wild)
    fitting = [
        cards.get(card.id, 0)
        for card in board.cards
        if not card.wild and card.colour and route.colour in ("", card.colour)
    ]
    return max(fitting) + wilds >= route.length


def parts_of(hand: Hand) -> list[Hand]:
    """All sub-multisets of a hand."""
    ranges = [range(count + 1) for count in hand.values()]
    return [
        {card: n for card, n in zip(hand, counts, strict=True) if n} for counts in product(*ranges)
    ]


def pays(board: Board, route: Route, cards: Hand) -> bool:
    """It covers the route, and no card of it could be taken back (R-07)."""
    if sum(cards.values()) > route.length or not covers(board, route, cards):
        return False
    return not any(covers(board, route, {**cards, card: n - 1}) for card, n in cards.items())


@st.composite
def hands(draw: st.DrawFn, name: str) -> Hand:
    """Up to five kinds of card, as many of each as are not lying in the row."""
    scene = scene_of(name)
    row = list(cells_of(scene.game, scene.state).get("row", {}).values())
    left = {card.id: card.count - row.count(card.id) for card in scene.game.board.cards}
    kinds = draw(st.lists(st.sampled_from(sorted(left)), max_size=4, unique=True))
    for wild in [card.id for card in scene.game.board.cards if card.wild]:
        if wild not in kinds and draw(st.booleans()):
            kinds.append(wild)
    return {kind: draw(st.integers(1, min(5, left[kind]))) for kind in kinds}


def offered(scene: Scene, route: Route) -> list[Hand]:
    """The payments a seat is offered for a route; a single one is taken without asking."""
    game = scene.game
    state = scene.state.copy()
    events: list[Event] = []
    state.events = events
    game.apply(state, game.code(f"claim {route.id}"))
    asked = state.stack and game.layout.questions[state.stack[-1][0]].name == "payment"
    if asked:
        faces = [game.action(code).json["cards"] for code in game.legal(state)]
        return [dict(cards) for cards in faces if isinstance(cards, dict)]
    words = [event_json(game, event) for event in events]
    return [{str(e["card"]): int(str(e["count"])) for e in words if e["event"] == "spent"}]


def by_words(ways: list[Hand]) -> list[list[tuple[str, int]]]:
    return sorted(sorted(cards.items()) for cards in ways)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_the_payments_offered_are_those_of_brute_force(name: str, data: st.DataObject) -> None:
    hand = data.draw(hands(name))
    scene = scene_of(name)
    scene.hand(0, **hand).turn(0)
    board = scene.game.board
    subsets = parts_of(hand)
    claims = {action for action in scene.legal if action.startswith("claim ")}
    routes = data.draw(st.lists(st.sampled_from(board.routes), min_size=6, max_size=6))
    for route in routes:
        ways = [cards for cards in subsets if pays(board, route, cards)]
        assert (f"claim {route.id}" in claims) == bool(ways), (route.id, hand)
        if ways:
            assert by_words(offered(scene, route)) == by_words(ways), (route.id, hand)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_exactly_the_affordable_routes_can_be_claimed(name: str, data: st.DataObject) -> None:
    """Every route of the board, all open, pieces enough for all: only the hand decides."""
    hand = data.draw(hands(name))
    scene = scene_of(name)
    scene.hand(0, **hand).turn(0)
    board = scene.game.board
    legal = {text.removeprefix("claim ") for text in scene.legal if text.startswith("claim ")}
    assert legal == {route.id for route in board.routes if covers(board, route, hand)}
    payer = scene.part(CardPayment)
    payable = payer.payable(scene.state, 0)
    assert {r.id for r in board.routes if payable >> r.index & 1} == legal
