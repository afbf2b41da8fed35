"""Every menu of random games with dice, on every board, against the second referee."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from capotreno import Game, State
from tests import long
from tests.conformance.tables import DICE, Chooser, played, table
from tests.referee import menus

GAMES = long.of(1, 40)


def expected(game: Game, state: State, cells: menus.Cells) -> set[str] | None:
    """The menu by the booklet; None where something else is asked."""
    asked, seat, subject = state.stack[-1]
    question = game.layout.questions[asked].name
    if question == "turn":
        return menus.turn_menu(game.board, game.name, cells, seat)
    if question == "payment":
        return menus.payment_menu(game.board, cells, seat, game.board.routes[subject])
    if question == "tokens":
        return menus.token_menu(cells, seat)
    if question in ("station_payment", "harbour_payment"):
        built = cells["stations" if question == "station_payment" else "harbours"][seat]
        return {f"pay station*{len(built) + 1}"}
    return None


def decisions(game: Game, seed: int) -> Iterator[tuple[State, Any]]:
    for state in played(game, seed, Chooser(game, seed)):
        if state.stack:
            yield state, game.position(state)["cells"]


@pytest.mark.slow
@pytest.mark.parametrize("name", menus.BOARDS)
@pytest.mark.parametrize("most", [False, True], ids=["few", "many"])
def test_menus_are_those_of_the_booklet(name: str, most: bool) -> None:
    players = table(name, 2).board.players[most]
    game = table(name + DICE, players)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        begun: dict[str, int] = {}
        for state, cells in decisions(game, seed):
            seat = state.stack[-1][1]
            if cells["rolls"] == 1 and cells["rolled_in"] == cells["turns"]:
                begun = begun or dict(cells["tokens"][seat])
            elif cells["rolled_in"] != cells["turns"]:
                begun = {}
            if begun:  # who begins with three of a kind is full of it until the turn is over
                assert cells["full"] == {kind: int(n == 3) for kind, n in begun.items()}
            menu = expected(game, state, cells)
            if menu is not None:
                seen[game.layout.questions[state.stack[-1][0]].name] += 1
                assert {game.action(code).text for code in game.legal(state)} == menu
    assert min(seen[question] for question in ("turn", "payment", "tokens")) > 10, seen
