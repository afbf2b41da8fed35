"""What a file chooses, and what holds where it chooses nothing."""

from typing import Any

import pytest

from capotreno import CapotrenoError
from capotreno.games.own.choices import POINTS
from capotreno.rules.building.stations import Stations
from capotreno.rules.cards.market import Market
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.tunnels import Tunnels
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.scoring.tours import Tours
from capotreno.rules.travelling.passengers import Passengers
from tests.games.own.table import ISLAND, Own, classic, declared, game_on, island, with_passengers


def kinds(value: dict[str, Any]) -> set[type]:
    return {type(part) for part in declared(value).parts}


@pytest.mark.rule("OB-01")
def test_the_players() -> None:
    for players in (2, 3, 4):
        assert game_on(island(), players).players == players
    for players in (1, 5):
        with pytest.raises(CapotrenoError, match="2 to 4 players"):
            game_on(island(), players)


@pytest.mark.rule("OB-02", "OB-03", "OB-04", "OB-05")
def test_the_contents_are_those_of_the_file() -> None:
    value = island()
    scene = Own(value)
    board = scene.game.board
    assert [route.length for route in board.routes] == [r["length"] for r in value["routes"]]
    assert scene.see("pieces") == [{"rail": 12}, {"rail": 12}]
    assert [card.count for card in board.cards] == [9, 9, 9, 9, 7]
    assert scene.see("tickets_left") == {"normal": len(value["tickets"])}


@pytest.mark.rule("OB-06")
def test_without_choices_the_rules_are_the_classic_ones() -> None:
    for value in (classic(), {k: v for k, v in classic().items() if k != "game"}):
        game = game_on(value)
        cells: Any = game.position(game.start(1))["cells"]
        assert cells["hand_sizes"] == [4, 4]
        assert len(cells["row"]) == 5
        assert cells["tickets_offered"] == [{"normal": 3}] * 2
        ruleset = declared(value)
        market = next(p for p in ruleset.parts if isinstance(p, Market))
        assert (market.flush, market.whole) == (3, True)
        assert next(p for p in ruleset.parts if isinstance(p, Parallel)).open_from == 4
        assert next(p for p in ruleset.parts if isinstance(p, LongestPath)).points == 10
        assert next(p for p in ruleset.parts if isinstance(p, Landmarks)).points == 1
        assert isinstance(ruleset.ending, LastRound)
        assert (ruleset.ending.limit, ruleset.ending.turns) == (2, 1)
        assert ruleset.ranking == ("tickets", "longest_path")
        assert not kinds(value) & {Globetrotter, Stations, Passengers}


@pytest.mark.rule("OB-07")
def test_what_the_map_shows_comes_by_itself() -> None:
    value = classic()
    assert {FerryPayment, Tunnels} < kinds(value)
    for route in value["routes"]:
        route.pop("ferry", None)
        route.pop("tunnel", None)
    assert not {FerryPayment, Tunnels, Tours} & kinds(value)
    stops = ["lighthouse", "mill", "quarry"]
    value["tickets"].append({"stops": stops, "points": 5, "points_in_order": 7})
    assert Tours in kinds(value)
    assert Passengers in kinds(with_passengers())


@pytest.mark.rule("OB-08", "OB-09")
def test_the_opening_has_the_numbers_of_the_file() -> None:
    game = game_on(island(hand=5, row=6, tickets={"opening": [2, 2]}), 2)
    state = game.start(1)
    cells: Any = game.position(state)["cells"]
    assert (cells["hand_sizes"], len(cells["row"])) == ([5, 5], 6)
    assert cells["tickets_offered"] == [{"normal": 2}] * 2
    texts = [game.action(code).text for code in game.legal_for(state, 0)]
    assert not [text for text in texts if text.startswith("return")]


@pytest.mark.rule("OB-10")
@pytest.mark.parametrize(
    ("refused", "first", "then"),
    [("under", "under", "under"), ("leave_opening", "gone", "under"), ("leave", "gone", "gone")],
)
def test_where_refused_tickets_go(refused: str, first: str, then: str) -> None:
    tickets = {"opening": [2, 1], "later": [2, 1], "refused": refused}
    game = game_on(island(tickets=tickets))
    state = game.start(1)
    while state.cells[1] < 0:
        game.apply(state, game.legal(state)[-1])

    def places() -> set[str]:
        cells: Any = game.position(state)["cells"]
        return {str(place).split()[0] for place in cells["tickets"].values()} - {"deck", "held"}

    assert places() == {first}
    scene = Own(island(tickets=tickets))
    game, state = scene.game, scene.turn(0).state
    scene.play("tickets")
    scene.play(next(text for text in scene.legal if text.startswith("return")))
    scene.play(scene.legal[0])
    assert then in places()


@pytest.mark.rule("OB-31")
def test_the_last_round() -> None:
    scene = Own(island(ending={"pieces": 10, "turns": 2})).hand(0, red=2).turn(0)
    scene.play("claim lighthouse-old_port")
    assert scene.see("last_turns") == 4
    for _ in range(4):
        assert scene.actor is not None
        scene.play("draw", "draw")
    assert scene.actor is None


@pytest.mark.rule("OB-32")
def test_the_most_points_win() -> None:
    scene = Own().own(0, "mill-market_cross").own(1, "saltings-orchard").last_turn(1)
    scene.play("draw", "draw")
    assert (scene.outcome.totals, scene.outcome.winners) == ((1, 7), (1,))


@pytest.mark.rule("OB-33")
def test_what_breaks_a_tie() -> None:
    stations = {"each": 1, "unbuilt": 0}
    value = with_passengers(stations=stations)
    assert declared(value).ranking == ("tickets", "stations", "longest_path", "passengers")
    value["game"]["ranking"] = ["passengers", "tickets"]
    assert declared(value).ranking == ("passengers", "tickets")
    assert declared(island(bonuses={}, ranking=None)).ranking == ("tickets",)
    assert declared(island(bonuses={}, ranking=[])).ranking == ()


@pytest.mark.rule("OB-45", "OB-46", "OB-47")
def test_the_bonuses_are_those_the_file_chooses() -> None:
    bonuses = {"longest_path": 7, "globetrotter": 6, "landmarks": 3}
    scene = Own(island(bonuses=bonuses))
    scene.own(0, "lighthouse-mill", "mill-market_cross").own(1, "mill-observatory")
    scene.tickets(0, "lighthouse-market_cross")
    assert [scene.line(seat, "longest_path") for seat in (0, 1)] == [7, 7]
    assert [scene.line(seat, "globetrotter") for seat in (0, 1)] == [6, 0]
    assert [scene.line(seat, "landmarks") for seat in (0, 1)] == [3, 3]
    scene.own(0, "old_port-mill")
    assert [scene.line(seat, "longest_path") for seat in (0, 1)] == [7, 0]
    assert [scene.line(seat, "landmarks") for seat in (0, 1)] == [3, 3]
    assert not {LongestPath, Globetrotter, Landmarks} & kinds(island(bonuses={}))


def test_the_documents_agree_on_the_points_of_a_file_that_lists_none() -> None:
    *most, last = POINTS.values()
    told = f"{', '.join(map(str, most))} and {last}"
    folder = ISLAND.parents[1]
    for name in ("board-format.md", "your-own-board.md"):
        assert told in (folder / name).read_text("utf-8"), name
    value = island()
    value.pop("route_points", None)
    scene = Own(value).own(0, "saltings-orchard")
    assert scene.line(0, "routes") == POINTS[4]
