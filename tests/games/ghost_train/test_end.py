"""The end of Ghost Train: GT-41 to GT-45, R-41, R-44, R-45."""

import pytest

from capotreno.engine.state import TURNS_CELL
from capotreno.rules.ending.race_end import RaceEnd
from tests.games.ghost_train.table import ACROSS, FAR, FURTHER, TO_CRYPT, TO_LAB, Ghost

SCHOOL_LAB = "abandoned_school-mad_scientists_lab"
TO_SCHOOL = "abandoned_school-town_hall/1"

# Nineteen pieces in routes that join none of the far tickets, nor anything with a bonus.
NINETEEN = (
    "gingerbread_house-lonely_barn", "remote_pier-mansion_on_the_hill",
    "haunted_tree-lonely_barn/1", "swamp-circus_of_dread/1", "witchs_cauldron-graveyard/1",
    "mad_scientists_lab-crypt",
)  # fmt: skip


@pytest.mark.rule("GT-41", "GT-42", "R-41")
def test_the_sixth_ticket_ends_the_game_at_that_moment() -> None:
    scene = Ghost(3).own(0, TO_LAB).any_done(0, 5).tickets(0, SCHOOL_LAB, FAR[0])
    scene.any_done(1, 5).hand(0, red=2).turn(0)
    names = scene.names(scene.play(f"claim {TO_SCHOOL}"))
    assert scene.actor is None
    assert "dealt" not in names[names.index("completed") :]  # not even replaced
    assert (scene.outcome.reason, scene.outcome.winners) == ("goal_reached", (0,))
    assert scene.outcome.totals == (6, 5, 0)


@pytest.mark.rule("GT-41", "R-41")
def test_and_the_bonuses_come_too_late() -> None:
    scene = Ghost().own(0, TO_LAB, "circus_of_dread-town_hall/1").any_done(0, 5)
    scene.tickets(0, "crypt-circus_of_dread", FAR[0]).hand(0, yellow=2).turn(0)
    names = scene.names(scene.play(f"claim {TO_CRYPT}"))
    assert "completed" in names
    assert not {"bonus", "drew"} & set(names)
    assert scene.outcome.totals == (6, 0)


@pytest.mark.rule("GT-38", "GT-41")
def test_trick_or_treat_may_be_the_sixth() -> None:
    scene = Ghost().own(0, *ACROSS[:3]).any_done(0, 5).tickets(0, *FAR).hand(0, blue=3).turn(0)
    scene.play(f"claim {ACROSS[3]}")
    assert (scene.outcome.reason, scene.outcome.totals) == ("goal_reached", (6, 0))


@pytest.mark.rule("GT-43", "GT-44")
def test_the_last_piece_ends_the_game_and_the_most_tickets_win() -> None:
    scene = Ghost(3).own(0, *NINETEEN).any_done(1, 2).any_done(0, 1).tickets(0, *FURTHER[:2])
    assert scene.see("pieces")[0] == {"rail": 1}
    scene.hand(0, blue=1).turn(0)
    scene.play("claim haunted_house-misty_windmill/1")
    assert (scene.outcome.reason, scene.outcome.winners) == ("last_piece", (1,))
    assert scene.outcome.totals == (1, 2, 0)


@pytest.mark.rule("GT-45")
def test_those_level_share_the_victory() -> None:
    scene = Ghost(3).own(0, *NINETEEN).any_done(1, 2).any_done(2, 2).tickets(0, *FURTHER[:2])
    scene.hand(0, blue=1).turn(0)
    scene.play("claim haunted_house-misty_windmill/1")
    assert (scene.outcome.winners, scene.outcome.ranks) == ((1, 2), (3, 1, 1))
    assert scene.outcome.tie_break == ""


@pytest.mark.rule("GT-43")
def test_one_piece_left_is_not_the_end() -> None:
    scene = Ghost().own(0, *NINETEEN).tickets(0, *FURTHER[:2]).turn(0)
    scene.play("draw 2")
    assert scene.actor == 1


@pytest.mark.rule("R-44")
def test_the_sixth_ticket_beats_the_last_piece() -> None:
    scene = Ghost().own(0, *NINETEEN).any_done(0, 5).any_done(1, 5)
    scene.tickets(0, "mad_scientists_lab-remote_pier", FURTHER[0]).hand(0, yellow=1).turn(0)
    scene.play("claim mansion_on_the_hill-mad_scientists_lab/1")
    assert scene.see("pieces")[0] == {"rail": 0}
    assert (scene.outcome.reason, scene.outcome.winners) == ("goal_reached", (0,))


@pytest.mark.rule("R-45")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_twenty_rounds_without_a_claim(players: int) -> None:
    scene = Ghost(players).any_done(1, 1).hand(0, blue=2).turn(0)
    scene.play(f"claim {TO_LAB}")
    turns = 0
    while scene.actor is not None:
        scene.play("renew")
        turns += 1
    assert turns == 20 * players
    assert scene.outcome.reason == "stalled"
    best = max(scene.outcome.totals)
    assert scene.outcome.winners == tuple(
        s for s in range(players) if scene.outcome.totals[s] == best
    )


@pytest.mark.rule("R-45")
def test_a_claim_starts_the_count_anew() -> None:
    scene = Ghost().turn(0)
    for _ in range(38):
        scene.play("renew")
    scene.hand(scene.actor or 0, blue=2).state.menu = None
    scene.play(f"claim {TO_LAB}")
    ending = scene.part(RaceEnd)
    assert scene.cells[ending.moved] == scene.cells[TURNS_CELL] - 1
    for _ in range(39):
        scene.play("renew")
        assert scene.actor is not None


@pytest.mark.rule("R-45")
def test_nobody_has_the_pieces_for_an_open_route() -> None:
    """Every route of one space is gone, and everybody has one piece left."""
    scene = Ghost(4)
    ending = scene.part(RaceEnd)
    assert not ending.stuck(scene.state)
    routes = scene.game.board.routes
    for at, route in enumerate([route for route in routes if route.length == 1]):
        scene.own(at % 2, route.id)
    for seat in range(4):
        least = 3 if seat == 0 else 1
        for route in sorted(routes, key=lambda route: -route.length):
            rest = scene.see("pieces")[seat]["rail"] - route.length - least
            if (
                rest in (0, *range(2, 20))
                and scene.cells[ending.claims.open + seat] >> route.index & 1
            ):
                scene.own(seat, route.id)
        assert scene.see("pieces")[seat] == {"rail": least}
    assert not ending.stuck(scene.state)  # seat 0 can still fill two spaces
    scene.hand(0, wild=2).tickets(0, *FAR).turn(0)
    scene.play(next(action for action in scene.legal if action.startswith("claim ")))
    assert ending.stuck(scene.state)
    assert scene.outcome.reason == "stalled"
