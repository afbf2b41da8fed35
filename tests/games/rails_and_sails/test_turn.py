"""The turn, its five actions, tickets and exchanges."""

import pytest

from capotreno.engine.state import TURNS_CELL
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.tickets.tickets import Tickets
from tests.games.rails_and_sails.sails import Sails, on_both, swap
from tests.scene import game_of


def lively(name: str) -> Sails:
    """Seat 0 could do any of the five actions."""
    scene = Sails(name)
    port = next(p for p in scene.game.board.places if p.port)
    route = next(r.id for r in scene.game.board.routes if port.index in (r.a, r.b))
    return scene.own(0, route).hand(0, wild=6).turn(0)


@on_both
@pytest.mark.rule("W-18", "GL-18", "R-01")
def test_seat_0_begins_and_play_goes_round(name: str) -> None:
    scene = Sails(name, 3)
    scene.turn(0)
    order = []
    for _ in range(4):
        order.append(scene.actor)
        scene.pass_turn()
    assert order == [0, 1, 2, 0]
    opening = scene.game.start(3)
    while opening.cells[1] < 0:
        scene.game.apply(opening, scene.game.legal(opening)[0])
    assert scene.game.actor(opening) == 0


@on_both
@pytest.mark.rule("W-19", "GL-19")
def test_one_of_five_actions(name: str) -> None:
    scene = lively(name)
    assert scene.verbs == {"take", "draw", "claim", "tickets", "build", "exchange"}
    site = next(text for text in scene.legal if text.startswith("build"))
    rail = scene.route("rail", 3, "purple")
    ticket = scene.game.board.tickets[0].id
    for gesture in (
        ("draw train", "draw ship"),
        (f"claim {rail}",),
        (site,),
        ("exchange rail", swap("rail", 1)),
    ):
        scene = lively(name)
        scene.play(*gesture)
        assert scene.actor == 1, gesture
    scene = lively(name).ticket_deck(fresh=(ticket,))
    scene.play("tickets", f"keep {ticket}")
    assert scene.actor == 1


@on_both
@pytest.mark.rule("W-20", "GL-20", "R-02")
def test_no_passing_by_choice(name: str) -> None:
    assert "pass" not in lively(name).verbs
    stuck = Sails(name).row(*[None] * 6).deck().ticket_deck().turn(0)
    assert stuck.legal == [text for text in stuck.legal if text.startswith("exchange")]


# -- tickets ---------------------------------------------------------------------------------


@on_both
@pytest.mark.rule("W-48", "GL-48", "R-77")
def test_four_tickets_or_what_is_left(name: str) -> None:
    ids = [ticket.id for ticket in Sails(name).game.board.tickets]
    for left in range(6):
        scene = Sails(name).ticket_deck(fresh=tuple(ids[:left])).turn(0)
        if not left:
            assert scene.why("tickets") == ("no_tickets", 48)
            continue
        scene.play("tickets")
        offered = list(scene.see("tickets").values()).count("offered 0")
        assert offered == min(4, left)


@on_both
@pytest.mark.rule("W-49", "GL-49", "W-50", "GL-50", "R-70")
@pytest.mark.parametrize("kept", [1, 2, 3, 4])
def test_at_least_one_is_kept_and_the_rest_go_under_the_deck(name: str, kept: int) -> None:
    scene = Sails(name).turn(0)
    scene.play("tickets")
    for asked in range(4):
        ticket = scene.legal[0].split()[1]
        word = "return" if asked < 4 - kept else "keep"
        if asked == 3 and kept == 1:
            assert scene.why(f"return {ticket}") == ("must_keep", 49)
        scene.play(f"{word} {ticket}")
    assert scene.see("tickets_held")[0] == {name: kept}
    under = [place for place in scene.see("tickets").values() if place.startswith("under")]
    assert len(under) == 4 - kept
    left = scene.see("tickets_left")[name]
    assert left == len(scene.game.board.tickets) - kept


@on_both
@pytest.mark.rule("W-51", "GL-51")
def test_tickets_kept_are_kept(name: str) -> None:
    mine = Sails(name).game.board.tickets[0].id
    scene = Sails(name).tickets(0, mine).turn(0)
    scene.play("tickets")
    assert scene.refused(f"return {mine}").reason.key == "not_offered"


@on_both
@pytest.mark.rule("W-52", "GL-52", "W-53", "GL-53", "W-17", "GL-17")
def test_a_ticket_is_done_by_trains_and_ships_together(name: str) -> None:
    stops = {"world": ("edinburgh", "sydney"), "great_lakes": ("duluth", "new_york")}[name]
    scene = Sails(name)
    ticket = scene.game.board.ticket("-".join(stops))
    scene.tickets(0, ticket.id)
    assert scene.line(0, "tickets_missed") == -ticket.points
    scene.join(0, *stops)
    kinds = {scene.game.board.route(route).kind for route in scene.see("owned")[0]}
    assert kinds == {"rail", "sea"}
    assert scene.line(0, "tickets_done") == ticket.points
    assert scene.line(0, "tickets_missed") == 0


@on_both
@pytest.mark.rule("W-54", "GL-54")
def test_tickets_are_secret_and_any_number(name: str) -> None:
    ids = [ticket.id for ticket in Sails(name).game.board.tickets][:20]
    scene = Sails(name).tickets(0, *ids).turn(0)
    assert len(scene.part(Tickets).holding(scene.state, 0)) == 20
    assert all(place is None for place in scene.seen(1, "tickets").values())
    scene.end()
    assert [place for place in scene.seen(1, "tickets").values() if place] == ["held 0"] * 20


# -- exchanges -------------------------------------------------------------------------------


@on_both
@pytest.mark.rule("W-65", "GL-65", "W-66", "GL-66", "R-37", "R-88")
def test_an_exchange_is_a_whole_turn_and_costs_a_point_a_piece(name: str) -> None:
    scene = Sails(name).turn(0)
    before, box = scene.see("pieces")[0], scene.see("box")[0]
    scene.play("exchange rail")
    assert scene.question == "exchange"
    most = min(before["sea"], box["rail"])
    assert scene.legal == [swap("rail", n) for n in range(1, most + 1)]
    events = scene.play(swap("rail", 3))
    assert scene.words(events, "exchanged") == [
        {"event": "exchanged", "seat": 0, "piece": "rail", "count": 3}
    ]
    assert scene.see("pieces")[0] == {"rail": before["rail"] + 3, "sea": before["sea"] - 3}
    assert scene.see("box")[0] == {"rail": box["rail"] - 3, "sea": box["sea"] + 3}
    assert scene.actor == 1
    assert scene.line(0, "exchange") == -3
    assert scene.total(0) == -3 - 12, "below zero, with three harbours not built"


@on_both
@pytest.mark.rule("W-67", "GL-67", "R-37")
def test_exchanges_as_often_as_the_box_allows(name: str) -> None:
    scene = Sails(name)
    box = scene.see("box")[0]["rail"]
    for _ in range(box):
        scene.turn(0).play("exchange rail", swap("rail", 1))
    assert scene.line(0, "exchange") == -box
    scene.turn(0)
    assert scene.why("exchange rail") == ("exchange_short", 67)
    scene.play("exchange sea", swap("sea", 2))
    scene.turn(0).play("exchange rail")
    assert scene.why(swap("rail", 3)) == ("exchange_short", 67)
    assert scene.why(swap("sea", 1)) == ("exchange_short", 67), "one direction a turn"


@on_both
@pytest.mark.rule("W-67", "GL-67")
def test_nobody_gets_more_than_they_can_give(name: str) -> None:
    """The box has ships enough; the trains to give for them run out."""
    scene = Sails(name)
    place_rails(scene, 2)
    assert scene.see("box")[0]["sea"] > 2
    scene.turn(0).play("exchange sea")
    assert scene.legal == [swap("sea", 1), swap("sea", 2)]
    scene = Sails(name)
    place_rails(scene, 0)
    scene.turn(0)
    assert scene.why("exchange sea") == ("exchange_short", 67)
    assert "exchange rail" in scene.legal


def place_rails(scene: Sails, left: int) -> None:
    """Seat 0 owns rail routes until so many trains are left."""
    while (have := scene.see("pieces")[0]["rail"]) > left:
        free = set(scene.see("open")[0])
        rails = [r for r in scene.game.board.routes if r.kind == "rail" and r.id in free]
        scene.own(0, next(r.id for r in rails if r.length <= have - left))


@on_both
@pytest.mark.rule("W-67", "GL-67", "R-97")
def test_nobody_exchanges_more_than_two_hundred_pieces(name: str) -> None:
    scene = Sails(name)
    scene.cells[scene.part(Exchange).done] = 197
    scene.cells[TURNS_CELL] = 400
    scene.turn(0).play("exchange rail")
    assert scene.legal == [swap("rail", 1), swap("rail", 2), swap("rail", 3)]
    assert scene.why(swap("rail", 4)) == ("exchange_spent", 67)
    scene.play(swap("rail", 3))
    scene.turn(0)
    assert scene.why("exchange rail") == ("exchange_spent", 67)
    assert scene.why("exchange sea") == ("exchange_spent", 67)
    assert scene.line(0, "exchange") == -200


@on_both
@pytest.mark.rule("R-97", "R-02")
def test_a_table_that_would_exchange_for_ever_ends(name: str) -> None:
    """Everybody exchanges whenever it is possible, one piece at a time; else draws, and passes."""
    game = game_of(name, 2)
    state, turns = game.start(1), 0
    while (menu := game.legal(state)) and turns < 5000:
        trades = [code for code in menu if game.action(code).verb in ("exchange", "swap")]
        idle = [code for code in menu if game.action(code).verb != "claim"]
        game.apply(state, (trades or idle or menu)[0])
        turns += 1
    assert not menu
    assert game.outcome(state).reason in ("all_passed", "last_round")
    exchanged = state.cells[game.layout.partner(Exchange).done :][:2]
    assert exchanged == [200, 200]
