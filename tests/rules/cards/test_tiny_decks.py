"""Tiny decks: flushes and reshuffles follow each other, and no card is lost or found."""

from collections import Counter
from random import Random

import pytest

from capotreno.engine.state import Event
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.row import Row
from tests import long
from tests.conformance import oracle
from tests.conformance.laws import cells_of
from tests.conformance.tables import Chooser, played
from tests.rules.worlds import fresh_scene, tables_having
from tests.scene import Scene, game_of

TABLES = tables_having(Cards, Row)


def stormy(name: str, players: int, seed: int) -> Scene:
    """A few cards in deck and discards, wilds among them; all others in the last seat's hand."""
    random = Random(seed)
    scene = fresh_scene(name, players)
    left = {card.id: card.count for card in scene.game.board.cards}
    for id in cells_of(scene.game, scene.state)["row"].values():
        left[id] -= 1
    wild = next(card.id for card in scene.game.board.cards if card.wild)
    deck: Counter[str] = Counter()
    discards: Counter[str] = Counter()
    for pile in (deck, discards):
        for _ in range(random.randrange(5)):
            card = wild if random.random() < 0.6 else random.choice(sorted(left))
            if left[card]:
                left[card] -= 1
                pile[card] += 1
    scene.deck(discards, **deck)
    return scene.turn(random.randrange(players))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_cards_survive_storms(name: str, players: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(long.of(6, 50)):
        scene = stormy(name, players, seed)
        game, state = scene.game, scene.state
        events: list[Event] = []
        state.events = events
        chooser = Chooser(game, seed)
        for step, _ in enumerate(played(game, seed, chooser, state)):
            game.audit(state)
            if step % 4 == 0:
                oracle.conserved(game, cells_of(game, state))
            if step > 150:
                break
        met.update(game.layout.events[event[0]].name for event in events)
    rows = game_of(name, players).layout.partners(Row)
    sweeping = any(row.flush for row in rows)  # some boards never sweep
    assert met["flushed"] > 3 if sweeping else not met["flushed"], met
    assert met["reshuffled"] > 3, met


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_storms_fold_into_views(name: str, players: int) -> None:
    for seed in range(3):
        scene = stormy(name, players, seed)
        game, state = scene.game, scene.state
        views = [game.view(state, seat) for seat in range(-1, players)]
        events: list[Event] = []
        state.events = events
        for step, _ in enumerate(played(game, seed, Chooser(game, seed), state)):
            for view in views:
                for event in events:
                    redacted = game.redact(event, view.seat)
                    if redacted is not None:
                        game.fold(view, redacted)
                assert view.cells == game.view(state, view.seat).cells, f"seed {seed} step {step}"
            events.clear()
            if step > 60:
                break
