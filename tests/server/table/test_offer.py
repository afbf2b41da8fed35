"""What a turn's offer says about payments is what the game then accepts, on every board."""

import random
from collections.abc import Iterator

import pytest

import capotreno
from capotreno.engine.errors import Reason
from capotreno.engine.game import Game
from capotreno.engine.record import gesture
from capotreno.engine.state import State
from capotreno.rules.dice.dice import FACES
from capotreno.rules.dice.payment import DicePayment
from capotreno.server.doors import wire
from capotreno.server.table.offer import Spoken, offer, spoken
from tests import long
from tests.conformance.tables import VARIANTS, table

DRAWS = ("draw", "take", "roll")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_claims_payments_are_those_the_game_accepts(name: str) -> None:
    game = table(name, 2)
    seen = 0
    for seed in range(long.of(1, 3)):
        chooser = random.Random(seed)
        state = game.start(seed)
        while (seat := game.actor(state)) is not None:
            if chooser.random() < 0.1:
                seen += compare(game, state, seat)
            legal = game.legal(state)
            draws = [code for code in legal if game.action(code).verb in DRAWS]
            # Who draws much can pay in many ways.
            game.apply(state, chooser.choice(draws if draws and chooser.random() < 0.8 else legal))
    assert seen > 25


def compare(game: Game, state: State, seat: int) -> int:
    """Ask the game about every claim of an offer made from the seat's View; how many there were."""
    offered = offer(game, game.view(state, seat), seat)
    assert offered is not None
    whole = offer(game, state, seat)
    assert whole is not None
    assert (offered.ways, offered.needed) == (whole.ways, whole.needed)  # nothing hidden in them
    claims = [choice.code for choice in offered.choices.get("claim", [])]
    assert set(offered.ways) <= set(claims)
    assert set(offered.payments) == set().union(*offered.ways.values())
    for claim in claims:
        asked = gesture.play(game, state, seat, [claim]).state
        if claim in offered.ways:
            assert game.legal(asked) == tuple(sorted(offered.ways[claim]))
            for payment in offered.ways[claim]:
                assert game.action(payment).json == offered.payments[payment]
                gesture.play(game, state, seat, [claim, payment])
        else:  # it is paid bit by bit
            assert len(asked.stack) > 1
    return len(claims)


def offers(game: Game, seeds: int) -> Iterator[tuple[State, int, wire.Offer]]:
    """Everything that is offered in some games of chance."""
    for seed in range(seeds):
        chooser = random.Random(seed)
        state = game.start(seed)
        while (seat := game.actor(state)) is not None:
            found = offer(game, game.view(state, seat), seat)
            assert found is not None
            yield state, seat, found
            game.apply(state, chooser.choice(game.legal(state)))


def test_an_offer_says_how_far_the_dice_reach() -> None:
    """So many spaces of a kind can be paid, and not one more."""
    game = capotreno.load("usa", players=2, dice=True)
    payer = next(part for part in game.parts if isinstance(part, DicePayment))
    prices = sorted({(payer.kind[r], payer.prices[r], r) for r in range(len(payer.prices))})
    seen = set()
    for state, seat, found in offers(game, 3):
        rolled = payer.dice.is_rolled(state)
        assert ("reach" in found.facts) is rolled
        if not rolled or found.question != "turn":
            continue
        reach = found.facts["reach"]
        assert isinstance(reach, dict)
        assert set(reach) == {"single", "double"}
        for kind, price, route in prices:
            able = bool(payer.payments(state, seat, route))
            assert able is (price <= reach[FACES[kind]])
            seen.add(able)
    assert seen == {True, False}


@pytest.mark.parametrize("dice", [False, True], ids=["cards", "dice"])
def test_an_offer_says_what_counts_against_a_tunnel(dice: bool) -> None:
    game = capotreno.load("switzerland", players=2, dice=dice)
    seen = 0
    for state, _, found in offers(game, 4):
        cells = game.position(state)["cells"]
        assert isinstance(cells, dict)
        if dice:
            dug = cells["tunnel_rolled_in"] == cells["turns"]
            assert ("tunnel_dice" in found.facts) is dug
            if dug:
                lying = found.facts["tunnel_dice"]
                assert isinstance(lying, list)
                assert (len(lying), lying.count("tunnel")) == (3, cells["tunnel_symbols"])
                seen += 1
        else:
            assert ("tunnel_matches" in found.facts) is (found.question == "tunnel")
            if found.question == "tunnel":
                turned = {card for card in cells["turned_up"].values() if card}
                wilds = {card.id for card in game.board.cards if card.wild}
                assert found.facts["tunnel_matches"] == sorted(
                    turned & (wilds | {cells["tunnel_card"]})
                )
                seen += 1
    assert seen


@pytest.mark.parametrize("dice", [False, True], ids=["cards", "dice"])
@pytest.mark.parametrize("name", capotreno.games())
def test_every_verb_has_its_spot(name: str, dice: bool) -> None:
    game = capotreno.load(name, players=2, dice=dice)
    found = offer(game, game.start(1), game.actors(game.start(1))[0])
    assert found is not None
    assert set(found.spots) == {action.verb for action in game.actions.all}


@pytest.mark.parametrize("name", ["germany", "switzerland", "great_lakes", "nordic"])
@pytest.mark.parametrize("dice", [False, True], ids=["cards", "dice"])
def test_nothing_is_said_of_what_does_not_concern_a_question(name: str, dice: bool) -> None:
    """Near misses are looked for among the codes that a question concerns: no other has a word."""
    game = capotreno.load(name, players=2, dice=dice)
    asked: set[int] = set()
    for state, seat, _ in offers(game, 1):
        decision = game.decision(state, seat)
        assert decision is not None
        question = decision[0]
        if question in asked:
            continue
        asked.add(question)
        concerned = {code for code, _ in spoken(game).concerned(question)}
        for code, owner in enumerate(game.owners):
            if owner is not None and code not in concerned:
                assert owner.why_not(state, seat, code, question) is None, game.action(code)
    assert len(asked) > 2


def test_what_is_remembered_of_a_game_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capotreno.server.table.offer.REMEMBERED", 3)
    game = capotreno.load("new_york", players=2)
    words = Spoken(game)
    for missing in range(8):
        why = Reason("cards_short", {"missing": missing, "length": 4})
        said = words.miss(1, why, "en").reason
        assert said.values == why.values
        assert words.miss(1, why, "en").reason is said
        assert len(words._misses) <= 3
