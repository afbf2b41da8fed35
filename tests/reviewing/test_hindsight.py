"""The reason a review tells for a better answer."""

import pytest

import capotreno
from capotreno.bots.bot import Advice, Values
from capotreno.reviewing.hindsight import reason
from capotreno.reviewing.shape import MISTAKE, Answer, Decided, Value, Worth
from capotreno.words import LANGUAGES, Voice

NOTHING = Value(0.0, 0.0, 0.0, 0.0)
GAME = capotreno.load("new_york", players=2)
DRAW = GAME.code("draw")
ROUTE = GAME.board.routes[0].id
TICKET = GAME.board.tickets[0].id


def told(key: str, values: Values, way: tuple[str, ...] = ()) -> Decided:
    """The reason of a mistake beside which drawing was better, as a bot gives it."""
    answer = Answer(DRAW, "draw", NOTHING, NOTHING, 60)
    wrong = Decided(0, 0, 1, "turn", 2, NOTHING, answer, (answer,), MISTAKE, Worth())
    log = capotreno.Match(GAME, 1).log
    return reason(GAME, log, 0, Advice(DRAW, key, values, way), wrong)


@pytest.mark.parametrize("base", ["draw", "draw_from", "draw_unseen", "take", "take_wild"])
def test_a_route_that_serves_no_ticket_is_not_named(base: str) -> None:
    found = told(f"{base}_for", {"route": ROUTE, "card": "red"})
    assert (found.reason, found.values) == (f"advice.{base}", {"card": "red"})
    for language in LANGUAGES:
        assert Voice(language).knows(found.reason)


def test_one_on_the_way_of_a_ticket_is_named_with_it() -> None:
    values: Values = {"route": ROUTE, "ticket": TICKET}
    found = told("draw_for_ticket", values, (ROUTE,))
    assert (found.reason, found.values, found.way) == ("advice.draw_for_ticket", values, (ROUTE,))


def test_one_that_dice_would_pay_is_named() -> None:
    values: Values = {"route": ROUTE, "chance": 30}
    assert told("reroll_for", values).values == values
