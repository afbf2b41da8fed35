"""Switzerland's neighbours: crossings are dead ends, tickets to countries have several values."""

import pytest

from tests.games.classic.table import Board

# Schaffhausen and Basel, each one route from Germany.
NORTH = "schaffhausen-deutschland_schaffhausen"


@pytest.mark.rule("SW-50")
def test_nothing_runs_through_a_country() -> None:
    board = Board("switzerland").game.board
    crossings = [place for region in board.regions for place in region.places]
    assert len(crossings) == 17
    assert all(board.places[place].dead_end for place in crossings)


@pytest.mark.rule("SW-51", "SW-52", "R-96")
def test_the_best_country_joined_counts() -> None:
    scene = Board("switzerland").tickets(0, "zurich-countries")
    assert scene.line(0, "tickets_missed") == -3
    scene.own(0, "schaffhausen-zurich", NORTH)
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (3, 0)
    scene.own(0, "st_gallen-zurich")
    graph, board = scene.game.graph, scene.game.board
    cost = [route.length for route in board.routes]
    _, way = graph.way(cost, (graph.nodes("st_gallen"), graph.nodes("osterreich")))
    scene.own(0, *[route.id for route in board.routes if way >> route.index & 1])
    assert scene.line(0, "tickets_done") == 7  # Austria beats Germany


@pytest.mark.rule("SW-51", "SW-52")
def test_from_country_to_country() -> None:
    scene = Board("switzerland").tickets(0, "deutschland-countries/1")
    scene.own(0, NORTH, "schaffhausen-zurich", "st_gallen-zurich")
    assert scene.line(0, "tickets_done") == 0
    graph, board = scene.game.graph, scene.game.board
    cost = [route.length for route in board.routes]
    _, way = graph.way(cost, (graph.nodes("st_gallen"), graph.nodes("osterreich")))
    scene.own(0, *[route.id for route in board.routes if way >> route.index & 1])
    assert scene.line(0, "tickets_done") == 5


@pytest.mark.rule("SW-53")
def test_the_lowest_value_is_lost() -> None:
    scene = Board("switzerland").tickets(0, "lugano-countries", "chur-countries")
    assert scene.line(0, "tickets_missed") == -2 - 3


@pytest.mark.rule("R-90")
def test_who_refused_a_ticket_knows_it() -> None:
    scene = Board("switzerland").turn(0)
    scene.play("tickets")
    back = next(text for text in scene.legal if text.startswith("return"))
    scene.play(back)
    while scene.actor == 0:
        scene.play(scene.legal[0])
    ticket = back.split()[1]
    assert scene.seen(0, "tickets")[ticket] == "gone 0"
    assert scene.seen(1, "tickets")[ticket] is None
    assert sum(scene.seen(1, "tickets_gone")[0].values()) >= 1


@pytest.mark.rule("R-91", "R-92")
def test_what_no_witness_tells() -> None:
    assert Board("nordic").game.ruleset.ranking == ("tickets",)
    assert Board("switzerland").game.ruleset.ranking == ("tickets", "longest_path")
    scene = Board("switzerland").row("red", "wild", "wild", "blue", "blue")
    scene.deck(green=6, wild=1).chance(6, *[0] * 9).turn(0)
    assert "flushed" in scene.names(scene.play("take red"))
