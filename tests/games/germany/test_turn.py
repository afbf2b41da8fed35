"""The turn: who plays, what a turn is, and what happens when nothing is possible."""

import pytest

from capotreno import NotYourDecision
from tests.games.germany.table import HEAP, Germany, Opening

NO_ROW = (None,) * 5


@pytest.mark.rule("G-25", "R-01")
@pytest.mark.parametrize("players", [2, 5])
def test_seat_0_begins(players: int) -> None:
    opening = Opening(players).announce(*["short*4"] * players)
    while opening.question == "keep_tickets":
        opening.play(opening.legal[0])
    assert (opening.question, opening.actor) == ("turn", 0)


@pytest.mark.rule("G-26")
def test_play_goes_round_in_seat_order() -> None:
    scene = Germany(3).turn(0)
    for seat in (0, 1, 2, 0, 1, 2, 0):
        assert scene.actor == seat
        with pytest.raises(NotYourDecision):
            scene.play("draw", seat=(seat + 1) % 3)
        scene.play("draw", "draw")


@pytest.mark.rule("G-27")
def test_a_turn_offers_three_actions_and_nothing_else() -> None:
    scene = Germany().hand(0, blue=3).turn(0)
    verbs = {text.split()[0] for text in scene.legal}
    assert verbs == {"take", "draw", "claim", "tickets"}


@pytest.mark.rule("G-27")
@pytest.mark.parametrize(
    ("first", "then"),
    [
        (("draw",), "claim bremen-emden"),
        (("draw",), "tickets short*4"),
        (("claim bremen-emden",), "draw"),
        (("claim bremen-emden",), "tickets short*4"),
        (("tickets short*4",), "draw"),
        (("tickets short*4",), "claim bremen-emden"),
    ],
)
def test_an_action_once_begun_excludes_the_others(first: tuple[str, ...], then: str) -> None:
    scene = Germany().hand(0, blue=3).turn(0)
    scene.play(*first)
    assert scene.actor == 0
    assert scene.why(then)[0] == "not_asked"


@pytest.mark.rule("G-27")
@pytest.mark.parametrize(
    "turn", [("draw", "draw"), ("claim bremen-emden",), ("tickets short*4",), ("take wild",)]
)
def test_one_action_is_the_whole_turn(turn: tuple[str, ...]) -> None:
    scene = Germany().row("wild", "red", "blue", "green", "black").hand(0, blue=3).turn(0)
    scene.play(*turn)
    scene.wave().keep_only("mannheim-stuttgart", *scene.where("offered 0"))
    assert (scene.question, scene.actor) == ("turn", 1)


@pytest.mark.rule("G-28")
@pytest.mark.parametrize("hand", [{}, {"blue": 3}])
def test_nobody_passes_by_choice(hand: dict[str, int]) -> None:
    scene = Germany().hand(0, **hand).turn(0)
    assert "pass" not in scene.legal
    assert scene.why("pass")[0] == "not_now"


@pytest.mark.rule("G-28", "R-02")
def test_tickets_alone_are_reason_enough_not_to_pass() -> None:
    scene = Germany().row(*NO_ROW).deck().ticket_deck(fresh=("berlin-leipzig",)).turn(0)
    assert scene.legal == ["tickets short*1"]
    assert scene.why("pass")[0] == "not_now"


@pytest.mark.rule("R-02")
def test_a_seat_with_nothing_to_do_passes_and_play_goes_on() -> None:
    scene = Germany().row(*NO_ROW).deck().ticket_deck().turn(0)  # all cards are with seat 1
    assert scene.legal == ["pass"]
    assert "turn" in scene.names(scene.play("pass"))
    assert (scene.actor, scene.see("passes")) == (1, 1)
    assert "pass" not in scene.legal
    scene.play("claim bremen-emden", "pay blue*3")
    scene.wave()
    assert scene.see("passes") == 0  # only passes in a row count


def stuck() -> Germany:
    """Five seats with three pieces or more, but no short route, no card and no ticket left."""
    scene = Germany(5).own(4, *HEAP)
    short = [route for route in scene.game.board.routes if route.length <= 3]
    short.sort(key=lambda route: route.length)
    for n, route in enumerate(short):  # twins stand side by side, so they go to different seats
        scene.own(n % 4, route.id)
    return scene.row(*NO_ROW).deck().ticket_deck().turn(0)


@pytest.mark.rule("R-02")
def test_when_all_pass_in_a_row_the_game_ends_and_is_scored() -> None:
    scene = stuck()
    assert min(scene.pieces(seat) for seat in range(5)) >= 3  # no last round
    for seat in range(5):
        assert scene.actor == seat
        assert scene.legal == ["pass"]
        scene.play("pass")
    assert scene.actor is None
    outcome = scene.game.outcome(scene.state)
    assert outcome.reason == "all_passed"
    assert outcome.sheets[4].line("routes").points == 4 * 18 + 15 + 2 * 7


@pytest.mark.rule("R-02")
def test_one_pass_too_few_does_not_end_the_game() -> None:
    scene = stuck()
    for _ in range(4):
        scene.play("pass")
    assert scene.actor == 4
    assert scene.see("over") == 0
