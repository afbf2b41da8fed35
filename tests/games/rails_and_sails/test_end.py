"""The end of the game and who wins."""

import pytest

from tests.games.rails_and_sails.sails import Sails, on_both


def shorten(scene: Sails, seat: int, left: int) -> None:
    """Place pieces of a seat on routes until so many are left."""
    board = scene.game.board
    while (have := sum(scene.see("pieces")[seat].values())) > left:
        supply = scene.see("pieces")[seat]
        free = [
            r
            for r in board.routes
            if r.id in scene.see("open")[seat] and r.length <= min(supply[r.kind], have - left)
        ]
        scene.own(seat, max(free, key=lambda r: r.length).id)


@on_both
@pytest.mark.rule("W-68", "GL-68", "R-09")
@pytest.mark.parametrize("players", [2, 3])
def test_at_six_pieces_everybody_has_two_more_turns(name: str, players: int) -> None:
    scene = Sails(name, players)
    shorten(scene, 0, 8)
    scene.hand(0, train_purple=2, train_red=2, train_yellow=2, train_green=2, train_white=2)
    scene.turn(0)
    supply = scene.see("pieces")[0]
    claim = next(
        text
        for text in scene.legal
        if text.startswith("claim") and scene.game.board.route(text.split()[1]).length == 2
    )
    assert sum(supply.values()) == 8
    scene.game.apply(scene.state, scene.game.code(claim))
    scene.game.apply(scene.state, scene.game.legal(scene.state)[0])
    assert sum(scene.see("pieces")[0].values()) == 6
    turns = []
    while scene.state.stack:
        turns.append(scene.actor)
        scene.pass_turn()
    assert turns == [*range(1, players), 0] * 2
    assert scene.game.outcome(scene.state).reason == "last_round"


@on_both
@pytest.mark.rule("W-68", "GL-68")
def test_seven_pieces_are_not_the_end(name: str) -> None:
    scene = Sails(name)
    shorten(scene, 0, 7)
    scene.turn(0).pass_turn()
    assert scene.see("last_turns") == 0
    shorten(scene, 0, 6)
    scene.turn(0).pass_turn()
    assert scene.see("last_turns") == 4, "of whatever kinds they are"


@on_both
@pytest.mark.rule("W-69", "GL-69", "W-16", "GL-16", "W-70", "GL-70")
def test_points_come_from_these_and_nothing_else(name: str) -> None:
    """A long path and more tickets than the other are worth what they are worth, no bonus."""
    scene = Sails(name)
    stops = {"world": ("edinburgh", "sydney"), "great_lakes": ("duluth", "new_york")}[name]
    scene.tickets(0, "-".join(stops)).join(0, *stops)
    outcome = scene.end()
    tours = ["tours_in_order"] if name == "world" else []
    assert [line.label for line in outcome.sheets[0].lines] == [
        "routes",
        "tickets_done",
        "tickets_missed",
        *tours,
        "harbours",
        "harbours_unbuilt",
        "exchange",
    ]
    board = scene.game.board
    routes = sum(board.route_points[board.route(r).length] for r in scene.see("owned")[0])
    ticket = board.ticket("-".join(stops)).points
    assert outcome.sheets[0].total == routes + ticket - 12
    assert outcome.sheets[1].total == -12


@on_both
@pytest.mark.rule("W-71", "GL-71", "R-38")
def test_most_points_win_and_equals_share(name: str) -> None:
    scene = Sails(name, 3)
    rails = [r.id for r in scene.game.board.routes if (r.kind, r.length) == ("rail", 2)]
    scene.own(0, rails[0]).own(1, next(r for r in rails if r in scene.see("open")[1]))
    outcome = scene.end()
    assert outcome.winners == (0, 1)
    assert outcome.ranks == (1, 1, 3)
    assert outcome.tie_break == ""
    alone = Sails(name, 3).own(2, rails[0]).end()
    assert alone.winners == (2,)
