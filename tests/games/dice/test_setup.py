"""Setting up with dice: D-01 to D-05."""

from dataclasses import replace

import pytest

from capotreno import CapotrenoError, Game, load
from capotreno.games.dice import dice
from capotreno.games.registry import REGISTRY, choices
from capotreno.rules.cards.cards import Cards
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.dice.payment import DicePayment
from capotreno.rules.dice.tokens import MOST
from tests.conformance.tables import DICE, TABLES, every_table, table
from tests.games.dice.table import DiceTable

WITH_DICE = [row for row in TABLES if row[0].endswith(DICE)]
boards = pytest.mark.parametrize("name", sorted(REGISTRY))


@boards
@pytest.mark.rule("D-01", "D-04")
def test_any_board_with_all_the_rest_of_its_rules(name: str) -> None:
    plain, rolled = load(name, 2), load(name, 2, dice=True)
    assert rolled.board is plain.board or rolled.board == plain.board
    assert type(rolled.ending) is type(plain.ending)
    assert rolled.ruleset.ranking == plain.ruleset.ranking
    assert [p.labels for p in rolled.parts if p.labels] == [
        p.labels for p in plain.parts if p.labels
    ]
    supplies = [game.layout.partner(Pieces) for game in (plain, rolled)]
    assert supplies[0].counts == supplies[1].counts
    assert supplies[0].total == supplies[1].total


@boards
@pytest.mark.rule("D-02")
def test_no_cards_but_all_tickets(name: str) -> None:
    game = load(name, 2, dice=True)
    assert not game.layout.partners(Cards)
    assert not {"take", "draw"} & {action.verb for action in game.actions.all}
    scene = DiceTable(name)
    tickets = scene.game.position(scene.state)["cells"]
    assert isinstance(tickets, dict)
    assert len(tickets["tickets"]) == len(game.board.tickets) > 10


@pytest.mark.rule("D-02")
@pytest.mark.parametrize(("name", "kept"), [("germany", 2), ("new_york", 1), ("world", 3)])
def test_the_opening_is_the_boards_own(name: str, kept: int) -> None:
    """Later a seat may return every ticket, but not at the opening."""
    game = table(name + DICE, 2)
    state = game.start(5)
    answers = {0: 0, 1: 0}
    while state.cells[1] < 0:
        menu = game.legal(state)
        verb = game.action(menu[-1]).verb
        seat = game.actor(state)
        assert seat is not None
        answers[seat] += verb == "keep"  # the only answer left: it must be kept
        game.apply(state, menu[-1])
    assert set(answers.values()) == {kept}


@pytest.mark.rule("D-03", "R-60")
def test_single_or_double_is_all_that_counts() -> None:
    scene = DiceTable("germany", 2).turn(0).roll(single=2, station=3)
    board = scene.game.board
    twos = {r.id for r in board.routes if r.length <= 2 and not r.twins}
    assert len({board.route(id).colour for id in twos}) >= 3
    assert scene.claims() >= twos
    doubles = [id for id in scene.claims() if board.route(id).twins]
    assert max(board.route(id).length for id in doubles) == 2, "by two tokens, no face is double"


@pytest.mark.rule("R-60")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_twin_on_the_board_makes_a_double_route_at_any_table(players: int) -> None:
    game = table("germany" + DICE, players)
    payer = game.layout.partner(DicePayment)
    doubles = {r.index for r in game.board.routes if payer.kind[r.index]}
    assert doubles == {r.index for r in game.board.routes if r.twins}
    triples = {r.index for r in game.board.routes if len(r.twins) == 2}
    assert triples
    assert triples <= doubles


@pytest.mark.rule("R-60")
def test_a_double_route_stays_one_when_its_twin_is_closed() -> None:
    scene = DiceTable("new_york", 3).turn(0)
    one = next(r for r in scene.game.board.routes if r.twins and r.length == 1)
    twin = scene.game.board.routes[one.twins[0]]
    scene.own(1, twin.id).roll(single=5)
    scene.play(f"claim {one.id}")
    assert scene.has(0) == {}
    assert scene.dice == {"single": 3}, "not one of the faces fits: a token was bought"


@pytest.mark.rule("D-05")
@every_table
def test_fifteen_tokens_of_a_kind_are_enough_for_five(game: Game) -> None:
    """Nobody has more than three, and no box of its own has more than five seats."""
    assert game.players * MOST <= 15


@pytest.mark.rule("D-05")
def test_tokens_lie_open() -> None:
    scene = DiceTable().tokens(0, single=2).tokens(1, double=1)
    assert scene.has(0) == {"single": 2}
    assert scene.has(1) == {"double": 1}


def test_a_game_says_that_it_is_played_with_dice() -> None:
    assert load("germany", 2, dice=True).ruleset.options == {"dice": True}
    assert load("germany", 2, dice=False).ruleset.options == {}


@pytest.mark.parametrize("wrong", [1, "yes", None])
def test_dice_are_there_or_not(wrong: object) -> None:
    with pytest.raises(CapotrenoError, match=r"dice is .*; it can be False, True"):
        load("germany", 2, dice=wrong)


@boards
def test_every_game_can_be_chosen_with_dice(name: str) -> None:
    board = REGISTRY[name]().board
    tunnels = any(route.tunnel for route in board.routes)
    found = choices(name)
    assert found["dice"] == (False, True)
    assert found.get("tunnel_faces") == ((1, 2, 3) if tunnels else None)


def test_where_there_is_no_tunnel_there_are_no_tunnel_dice() -> None:
    with pytest.raises(CapotrenoError, match="new_york has no option 'tunnel_faces'"):
        load("new_york", 2, dice=True, tunnel_faces=1)


def test_a_ruleset_is_not_changed_by_its_form_with_dice() -> None:
    plain = REGISTRY["new_york"]()
    before = replace(plain)
    dice(plain)
    assert plain == before
