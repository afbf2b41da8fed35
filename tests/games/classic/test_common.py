"""What the classic boards have in common: the statements 01 to 43 of each of them."""

from collections import Counter
from typing import Any

import pytest

from capotreno import NOBODY, CapotrenoError, Game, load
from tests.games.classic.table import BOXES, EUROPE, Board, Box
from tests.scene import game_of

every_box = pytest.mark.parametrize("box", BOXES, ids=[box.name for box in BOXES])


@pytest.mark.rule("US-01", "NO-01", "EU-01", "SW-01")
@every_box
def test_the_players(box: Box) -> None:
    for players in box.players:
        assert load(box.name, players).players == players
    for players in (box.players[0] - 1, box.players[-1] + 1):
        with pytest.raises(CapotrenoError, match="players"):
            load(box.name, players)


@pytest.mark.rule(
    "US-02",
    "NO-02",
    "EU-02",
    "SW-02",
    "US-03",
    "NO-03",
    "EU-03",
    "SW-03",
    "US-04",
    "NO-04",
    "EU-04",
    "SW-04",
    "US-05",
    "NO-05",
    "EU-05",
    "SW-05",
)
@every_box
def test_the_contents(box: Box) -> None:
    board = game_of(box.name, 2).board
    assert [supply.count for supply in board.supplies] == [box.pieces]
    assert sorted(card.count for card in board.cards) == [12] * 8 + [14]
    assert [card.count for card in board.cards if card.wild] == [14]
    assert len(board.tickets) == box.tickets
    assert all(route.a != route.b for route in board.routes)
    assert {ticket.deck for ticket in board.tickets} == set(box.dealt)


@pytest.mark.rule(
    "US-06",
    "NO-06",
    "EU-06",
    "SW-06",
    "US-07",
    "NO-07",
    "EU-07",
    "SW-07",
    "US-08",
    "NO-08",
    "EU-08",
    "SW-08",
    "US-09",
    "NO-09",
    "EU-09",
    "SW-09",
)
@every_box
def test_the_opening(box: Box) -> None:
    game = game_of(box.name, 2)
    state = game.start(1)
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    assert cells["hand_sizes"] == [4, 4]
    assert len([card for card in cells["row"].values() if card]) == 5
    for seat in (0, 1):
        offered = [t for t in game.board.tickets if cells["tickets"][t.id] == f"offered {seat}"]
        assert Counter(ticket.deck for ticket in offered) == box.dealt
        assert sum(cells["tickets_offered"][seat].values()) == len(offered)
    assert cells["pieces"] == [{"rail": box.pieces}] * 2
    assert game.actors(state) == (0, 1)
    refused = 0
    while game.decision(state, 0) is not None:
        menu = [game.action(code).text for code in game.legal_for(state, 0)]
        back = [text for text in menu if text.startswith("return")]
        refused += bool(back)
        game.apply(state, game.code((back or menu)[0]), 0)
    assert refused == sum(box.dealt.values()) - box.keep


@pytest.mark.rule("US-10", "NO-10", "EU-10", "SW-10")
@every_box
def test_tickets_refused_at_the_opening(box: Box) -> None:
    game = game_of(box.name, 2)
    state = game.start(1)
    refused = []
    while state.cells[1] < 0:
        texts = [game.action(code).text for code in game.legal(state)]
        refused += [text.split()[1] for text in texts if text.startswith("return")][:1]
        game.apply(state, game.code(texts[-1]))
    places = game.position(state)["cells"]["tickets"]  # type: ignore[index]
    told = [str(places[id]).split()[0] for id in refused]
    assert set(told) == {"gone" if box.leaving else "under"}


@pytest.mark.rule("EU-10")
@pytest.mark.parametrize("players", EUROPE.players)
def test_long_tickets_that_were_not_dealt_are_not_in_the_deck(players: int) -> None:
    """From the opening on nobody is told that they could still be drawn."""
    game = game_of("europe", players)
    left: Any = game.position(game.view(game.start(1), 0))["cells"]
    assert left["tickets_left"] == {"long": 0, "regular": 40 - 3 * players}


@pytest.mark.rule("US-11", "NO-11", "EU-11", "SW-11", "US-39", "NO-39", "EU-39", "SW-39")
@every_box
def test_tickets_are_hidden(box: Box) -> None:
    game = game_of(box.name, 2)
    state = game.start(1)
    while state.cells[1] < 0:
        game.apply(state, game.legal(state)[0])
    for seat in (NOBODY, 1):
        seen = game.position(game.view(state, seat))["cells"]["tickets"]  # type: ignore[index]
        assert not any(str(place).endswith(" 0") for place in seen.values())
    own = game.position(game.view(state, 0))["cells"]["tickets"]  # type: ignore[index]
    assert list(own.values()).count("held 0") == sum(box.dealt.values())


@pytest.mark.rule("EU-11", "R-89")
def test_nobody_sees_who_kept_a_long_ticket() -> None:
    """One seat keeps the long ticket and a regular one, or two regular ones: it looks the same."""
    told = [_opening_seen_by(game_of("europe", 2), kept) for kept in ((0, 1), (2, 3))]
    assert told[0] == told[1]


def _opening_seen_by(game: Game, kept: tuple[int, int]) -> list[object]:
    """What seat 1 and a spectator are told of an opening in which seat 0 keeps these two of four.

    Seat 0 answers last, so that seat 1 has nothing to be told of itself in between.
    """
    state = game.start(1)
    state.events = []
    for seat in (1, 0):
        for n in range(4):
            code = game.legal_for(state, seat)[0 if seat or n in kept else -1]
            game.apply(state, code, seat)
    views = [game.view(state, seat) for seat in (NOBODY, 1)]
    told = [game.redact(event, view.seat) for view in views for event in state.events]
    return [[view.cells for view in views], [event for event in told if event]]


@pytest.mark.rule("R-89")
def test_a_world_has_as_many_long_tickets_in_each_hand_as_were_dealt() -> None:
    """Kept or refused, both are possible; a seat that refused nothing has kept it."""
    game = game_of("europe", 3)
    state = game.start(1)
    while state.cells[1] < 0:  # seat 0 keeps all four; seat 1 and seat 2 refuse two regular ones
        menu = game.legal(state)
        seat = game.actor(state)
        long = game.board.ticket(game.action(menu[0]).text.split()[1]).deck == "long"
        game.apply(state, menu[0 if long or not seat else -1])
    view = game.view(state, 2)
    found = []
    for seed in range(40):
        where: Any = game.position(game.resample(view, seed))["cells"]
        long_ones = [t.id for t in game.board.tickets if t.deck == "long"]
        found.append(sorted(place for t in long_ones if (place := where["tickets"][t]) != "deck"))
    assert ["held 0", "held 1", "held 2"] in found
    assert ["gone 1", "held 0", "held 2"] in found
    assert len({tuple(places) for places in found}) == 2


@pytest.mark.rule("US-12", "NO-12", "EU-12", "SW-12", "US-42", "NO-42", "EU-42", "SW-42")
@every_box
def test_the_most_points_win(box: Box) -> None:
    scene = _at_the_end(box)
    outcome = scene.outcome
    assert outcome.winners == (0,)
    assert outcome.totals[0] > outcome.totals[1]


def _at_the_end(box: Box) -> Board:
    """Seat 0 has more points; the last turn is over."""
    scene = Board(box.name).own(0, box.two).last_turn(1)
    scene.play("draw", "draw")
    assert scene.actor is None
    return scene


@pytest.mark.rule("US-13", "NO-13", "EU-13", "SW-13", "US-14", "NO-14", "EU-14", "SW-14")
@every_box
def test_turns_go_round_and_hold_one_action(box: Box) -> None:
    players = box.players[-1]
    scene = Board(box.name, players)
    order = []
    for _ in range(players + 1):
        order.append(scene.actor)
        scene.play("draw")
        assert scene.refused("tickets").reason.key == "not_asked"
        scene.play("draw")
    assert order == [*range(players), 0]
    verbs = {text.split()[0] for text in scene.hand(1, **{box.colour: 2}).turn(1).legal}
    assert verbs - {"station"} == {"take", "draw", "claim", "tickets"}


@pytest.mark.rule("US-15", "NO-15", "EU-15", "SW-15", "US-16", "NO-16", "EU-16", "SW-16")
@every_box
def test_two_cards_from_the_row_or_unseen(box: Box) -> None:
    scene = Board(box.name).row("red", "blue", "green", "black", "white").deck(orange=3).turn(0)
    scene.play("take red")
    assert scene.face_up == ["orange", "blue", "green", "black", "white"]
    assert scene.refused("take yellow").reason.key == "not_in_row"
    scene.play("draw")
    assert (scene.held(0), scene.actor) == ({"red": 1, "orange": 1}, 1)


@pytest.mark.rule("US-17", "NO-17", "EU-17", "SW-17")
@every_box
def test_a_face_up_wild(box: Box) -> None:
    scene = Board(box.name).row("red", "wild", "wild", "black", "white").turn(0)
    scene.play("take wild")
    assert (scene.actor == 1) is box.single_wild
    scene.row("red", "wild", "blue", "black", "white").turn(0).play("draw")
    if box.single_wild:
        assert scene.refused("take wild").reason.key == "second_wild"
    else:
        scene.play("take wild")
        assert scene.actor == 1


@pytest.mark.rule("US-18", "NO-18", "EU-18", "SW-18")
@every_box
def test_an_unseen_wild_is_a_card_like_any(box: Box) -> None:
    scene = Board(box.name).row("red", "blue", "green", "black", "white").deck(wild=3).turn(0)
    scene.play("draw")
    assert (scene.actor, scene.held(0)) == (0, {"wild": 1})
    scene.play("draw")
    assert (scene.actor, scene.held(0)) == (1, {"wild": 2})


@pytest.mark.rule("US-19", "NO-19", "EU-19", "SW-19")
@every_box
def test_three_face_up_wilds(box: Box) -> None:
    scene = Board(box.name).row("red", "wild", "wild", "blue", "blue")
    scene.deck(green=6, wild=1).chance(6, *[0] * 9).turn(0)
    events = scene.names(scene.play("take red"))
    assert events.count("flushed") == (0 if box.name == "nordic" else 1)
    assert scene.face_up.count("wild") == (3 if box.name == "nordic" else 0)


@pytest.mark.rule("US-20", "NO-20", "EU-20", "SW-20", "US-21", "NO-21", "EU-21", "SW-21")
@every_box
def test_the_discards_become_the_deck_and_hands_have_no_limit(box: Box) -> None:
    scene = Board(box.name).row("red", "red", "red", "red", "red")
    scene.deck(blue=1, discards={"green": 4}).turn(1)
    many = sum(scene.held(1).values())
    assert many > 90
    assert "reshuffled" in scene.names(scene.play("draw", "draw"))
    assert sum(scene.held(1).values()) == many + 2
    scene.row(None, None, None, None, None).deck().turn(0)
    assert scene.refused("draw").reason.key == "no_cards"


@pytest.mark.rule(
    "US-22",
    "NO-22",
    "EU-22",
    "SW-22",
    "US-24",
    "NO-24",
    "EU-24",
    "SW-24",
    "US-29",
    "NO-29",
    "EU-29",
    "SW-29",
)
@every_box
def test_a_coloured_route(box: Box) -> None:
    scene = Board(box.name).hand(0, **{box.colour: 1}).turn(0)
    assert scene.refused(f"claim {box.two}").reason.key == "cards_short"
    scene.hand(0, **{box.colour: 1, "wild": 1})
    assert (box.two in scene.claimable) is (box.name in ("usa", "europe"))
    scene.hand(0, **{box.colour: 2})
    scene.play(f"claim {box.two}")
    assert scene.held(0) == {}
    assert {card: n for card, n in scene.see("discards").items() if n} == {box.colour: 2}
    scene.hand(0, **{box.colour: 3, "wild": 1}).turn(0)


@pytest.mark.rule("US-22", "NO-22", "EU-22", "SW-22")
@every_box
def test_a_payment_that_does_not_fit(box: Box) -> None:
    scene = Board(box.name).hand(0, **{box.colour: 2, "green": 2}).turn(0)
    scene.game.apply(scene.state, scene.game.code(f"claim {box.two}"))
    assert scene.refused("pay green*2").reason.key == "payment_short"


@pytest.mark.rule("US-23", "NO-23", "EU-23", "SW-23")
@every_box
@pytest.mark.parametrize("colour", ["red", "blue", "black"])
def test_a_gray_route_takes_any_one_colour(box: Box, colour: str) -> None:
    scene = Board(box.name).hand(0, red=1, blue=1, black=1, white=1).turn(0)
    assert box.gray not in scene.claimable
    scene.hand(0, **{colour: 2}).play(f"claim {box.gray}")
    assert scene.see("owned")[0] == [box.gray]


@pytest.mark.rule("US-25", "NO-25", "EU-25", "SW-25")
@every_box
def test_pieces(box: Box) -> None:
    scene = Board(box.name).hand(0, **{box.colour: 2}).turn(0)
    scene.play(f"claim {box.two}")
    assert scene.see("pieces")[0] == {"rail": box.pieces - 2}
    scene = Board(box.name).leave(0, 1, avoid=(box.two,)).hand(0, **{box.colour: 2}).turn(0)
    error = scene.refused(f"claim {box.two}")
    assert (error.reason.key, error.reason.values) == ("pieces_short", {"missing": 1, "have": 1})


@pytest.mark.rule(
    "US-26",
    "NO-26",
    "EU-26",
    "SW-26",
    "US-27",
    "NO-27",
    "EU-27",
    "SW-27",
    "US-28",
    "NO-28",
    "EU-28",
    "SW-28",
)
@every_box
def test_any_free_route_once_a_turn(box: Box) -> None:
    scene = Board(box.name).own(1, box.two).hand(0, **{box.colour: 2, "green": 2}).turn(0)
    assert scene.refused(f"claim {box.two}").reason.key == "route_taken"
    far = [r for r in scene.claimable if r != box.two]
    scene.play(f"claim {min(far)}")
    while scene.question in ("payment", "tunnel", "give"):
        scene.play(scene.legal[-1])
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule(
    "US-30",
    "NO-30",
    "EU-30",
    "SW-30",
    "US-31",
    "NO-31",
    "EU-31",
    "SW-31",
    "US-32",
    "NO-32",
    "EU-32",
    "SW-32",
)
@every_box
def test_parallel_routes(box: Box) -> None:
    one, two = box.twins
    for players in box.players:
        scene = Board(box.name, players).own(0, one)
        open_to = [two in routes for routes in scene.see("open")]
        assert open_to == [False, *[players >= box.open_from] * (players - 1)]
        for seat, key in ((0, "twin_owned"), (1, "twin_closed")):
            if not open_to[seat]:
                scene.turn(seat).hand(seat, wild=6)
                assert scene.refused(f"claim {two}").reason.key == key


@pytest.mark.rule("US-33", "NO-33", "EU-33", "SW-33")
@every_box
def test_points_by_length(box: Box) -> None:
    board = game_of(box.name, 2).board
    for length, points in box.points.items():
        route = next((r for r in board.routes if r.length == length), None)
        if route is not None:
            assert Board(box.name).own(0, route.id).line(0, "routes") == points
    assert {route.length for route in board.routes} <= set(box.points)


@pytest.mark.rule("US-34", "NO-34", "EU-34", "SW-34", "US-35", "NO-35", "EU-35", "SW-35")
@every_box
def test_drawing_tickets(box: Box) -> None:
    scene = Board(box.name).turn(0)
    scene.play("tickets")
    assert scene.see("tickets_offered")[0][box.deck] == box.draw
    for _ in range(box.draw - 1):
        scene.play(next(text for text in scene.legal if text.startswith("return")))
    last = scene.legal
    assert len(last) == 1
    assert scene.refused(last[0].replace("keep", "return")).reason.key == "must_keep"


@pytest.mark.rule("US-36", "NO-36", "EU-36", "SW-36")
@every_box
def test_tickets_refused_later(box: Box) -> None:
    scene = Board(box.name).turn(0)
    scene.play("tickets")
    back = next(text for text in scene.legal if text.startswith("return"))
    scene.play(back)
    while scene.actor == 0:
        scene.play(scene.legal[0])
    place = str(scene.see("tickets")[back.split()[1]]).split()[0]
    assert place == ("gone" if box.later_leaving else "under")


@pytest.mark.rule("US-37", "NO-37", "EU-37", "SW-37")
@every_box
def test_few_tickets_left(box: Box) -> None:
    game = game_of(box.name, 2)
    ids = [ticket.id for ticket in game.board.tickets if ticket.deck == box.deck]
    scene = Board(box.name).ticket_deck(fresh=(ids[0], ids[1])).turn(0)
    scene.play("tickets")
    assert scene.see("tickets_offered")[0][box.deck] == 2
    scene = Board(box.name).ticket_deck().turn(0)
    assert "tickets" not in scene.legal
    assert scene.refused("tickets").reason.key == "no_tickets"


@pytest.mark.rule("US-38", "NO-38", "EU-38", "SW-38")
@every_box
def test_done_and_missed_tickets(box: Box) -> None:
    board = game_of(box.name, 2).board
    plain = [t for t in board.tickets if len(t.stops) == 2 and not t.options]
    graph = game_of(box.name, 2).graph
    cost = [route.length for route in board.routes]
    short = min(plain, key=lambda t: graph.way(cost, tuple(map(graph.nodes, t.stops)))[0])
    _, way = graph.way(cost, tuple(map(graph.nodes, short.stops)))
    routes = [route.id for route in board.routes if way >> route.index & 1]
    other = next(t for t in plain if not set(t.stops) & set(short.stops))
    scene = Board(box.name).tickets(0, short.id, other.id).own(0, *routes)
    assert scene.line(0, "tickets_done") == short.points
    assert scene.line(0, "tickets_missed") == -other.points


@pytest.mark.rule("US-40", "NO-40", "EU-40", "SW-40", "US-41", "NO-41", "EU-41", "SW-41")
@every_box
def test_the_last_round(box: Box) -> None:
    scene = Board(box.name).leave(0, 3).turn(0)
    scene.play("draw", "draw")
    assert scene.see("last_turns") == 0
    scene = Board(box.name).leave(0, 2).turn(0)
    scene.play("draw", "draw")
    assert scene.see("last_turns") == 2
    scene.play("draw", "draw")
    assert scene.actor == 0
    scene.play("draw", "draw")
    assert scene.outcome.reason == "last_round"


@pytest.mark.rule("US-43", "NO-43", "EU-43", "SW-43")
@every_box
def test_ties(box: Box) -> None:
    game = game_of(box.name, 2)
    wanted = {
        "usa": ("tickets", "longest_path"),
        "nordic": ("tickets",),
        "europe": ("tickets", "stations", "longest_path"),
        "switzerland": ("tickets", "longest_path"),
    }
    assert game.ruleset.ranking == wanted[box.name]
    scene = Board(box.name).last_turn(1)
    scene.play("draw", "draw")
    assert scene.outcome.winners == (0, 1)
