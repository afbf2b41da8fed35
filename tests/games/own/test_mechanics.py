"""The mechanics of all the boxes on a board of your own, and the statements they rest on."""

from typing import Any

import pytest

from capotreno import Game, State
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.merchandise import Merchandise
from tests.games.own.shipped import written
from tests.games.own.table import Own, classic, game_on, island

WORLD, LAKES, MAERKLIN = written("world"), written("great_lakes"), written("maerklin")


def sailing() -> Own:
    return Own(WORLD)


def route_of(scene: Own, length: int, kind: str = "rail", rugged: int = 0) -> str:
    """A gray route of the map."""
    routes = scene.game.board.routes
    fits = (r for r in routes if (r.length, r.kind, r.rugged) == (length, kind, rugged))
    return next(r.id for r in fits if not r.colour)


def seen(game: Game, state: State) -> Any:
    """All cells in words, nothing hidden."""
    return game.position(state)["cells"]


def racing(**game: object) -> Own:
    """A race on the island, which has tickets for it."""
    value = island()
    value["game"] = {"race": {"hand": 1, "goal": 2, "rounds": 3}, **game}
    value["tickets"] = [
        {"stops": stops, "points": 1}
        for stops in (["lighthouse", "old_port"], ["mill", "quarry"], ["saltings", "orchard"])
    ]
    value["players"] = [2, 3]
    return Own(value)


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("OB-48")
def test_the_taker_names_the_deck_that_refills() -> None:
    scene = sailing().turn(0)
    assert {"draw train", "draw ship"} <= set(scene.legal)
    first = scene.face_up[0]
    scene.play(f"take {first}")
    assert scene.legal == ["refill train", "refill ship"]
    scene.play("refill ship", "draw train")
    assert scene.actor == 1


@pytest.mark.rule("OB-49")
def test_an_empty_deck_gives_no_card() -> None:
    scene = sailing().deck(train_red=3).turn(0)
    assert scene.refused("draw ship").reason.key == "deck_empty"


@pytest.mark.rule("OB-50")
@pytest.mark.parametrize(("choice", "drawn"), [({}, 2), ({"blind_draw": 3}, 3)])
def test_all_cards_are_drawn_unseen(choice: dict[str, int], drawn: int) -> None:
    scene = Own(island(row=0, **choice)).turn(0)
    assert [text for text in scene.legal if text.split()[0] in ("take", "draw")] == [
        f"draw {drawn}"
    ]
    scene.play(f"draw {drawn}")
    assert (sum(scene.held(0).values()), scene.actor) == (drawn, 1)


@pytest.mark.rule("OB-51", "OB-52")
def test_trains_for_rails_and_ships_for_the_sea() -> None:
    scene = sailing()
    rail, sea = route_of(scene, 2), route_of(scene, 2, "sea")
    scene.hand(0, train_red=2).turn(0)
    assert rail in scene.claimable
    assert sea not in scene.claimable
    assert scene.refused(f"claim {sea}").reason.key == "ships_short"
    scene.hand(0, double_red=1).turn(0)
    assert sea in scene.claimable
    assert rail not in scene.claimable
    assert sea in scene.hand(0, ship_red=1, wild=1).turn(0).claimable


@pytest.mark.rule("OB-53")
def test_a_rugged_route_takes_pairs() -> None:
    scene = sailing()
    rugged = next(r for r in scene.game.board.routes if r.rugged)
    scene.hand(0, train_red=2 * rugged.length - 1).turn(0)
    assert scene.refused(f"claim {rugged.id}").reason.key == "pairs_short"
    assert rugged.id in scene.hand(0, train_red=2 * rugged.length).turn(0).claimable


@pytest.mark.rule("OB-59")
def test_wilds_for_long_routes() -> None:
    scene = Own(MAERKLIN)
    short = next(r for r in scene.game.board.routes if r.length == 3 and r.colour == "red")
    long = next(r for r in scene.game.board.routes if r.length == 4 and r.colour == "red")
    scene.hand(0, red=2, wild_4plus=1).turn(0)
    assert scene.refused(f"claim {short.id}").reason.key == "cards_short"
    assert long.id in scene.hand(0, red=3, wild_4plus=1).turn(0).claimable
    assert short.id in scene.hand(0, red=2, wild=1).turn(0).claimable


@pytest.mark.rule("OB-74")
def test_a_card_set_stands_for_a_missing_card() -> None:
    value = island()
    value["routes"][0]["card_set"] = 3  # two red spaces
    scene = Own(value).hand(0, red=1, blue=2, green=1).turn(0)
    scene.play("claim lighthouse-old_port", "give blue", "give blue", "give green")
    assert scene.see("owned")[0] == ["lighthouse-old_port"]


# -- pieces and harbours --------------------------------------------------------------------------


@pytest.mark.rule("OB-54")
def test_everybody_chooses_pieces_in_secret() -> None:
    game = game_on(LAKES)
    state = game.start(1)
    while game.layout.questions[state.stack[-1][0]].name != "pieces":
        game.apply(state, game.legal(state)[0])
    mixes: list[Any] = [game.action(code).json["pieces"] for code in game.legal(state)]
    assert all(sum(mix.values()) == 50 for mix in mixes)
    assert len(mixes) == 33 - (50 - 32) + 1
    game.apply(state, game.code("pieces rail*27 sea*23"), 0)
    shown: Any = game.position(game.view(state, 1))["cells"]
    assert (shown["pieces_chosen"][0], shown["pieces"][0]) == (None, {"rail": 0, "sea": 0})
    game.apply(state, game.code("pieces rail*18 sea*32"), 1)
    assert seen(game, state)["pieces"][0] == {"rail": 27, "sea": 23}


@pytest.mark.rule("OB-55")
def test_pieces_are_exchanged_for_points() -> None:
    value = {**LAKES, "game": {**LAKES["game"], "exchange": {"cost": 3, "most": 4}}}
    scene = Own(value).supply(0, rail=20, sea=30).turn(0)
    scene.play("exchange rail", "swap sea*2 rail*2")
    assert scene.see("pieces")[0] == {"rail": 22, "sea": 28}
    assert scene.line(0, "exchange") == -6
    scene.turn(0)
    scene.game.apply(scene.state, scene.game.code("exchange rail"))
    assert scene.refused("swap sea*3 rail*3").reason.key == "exchange_spent"


@pytest.mark.rule("OB-56", "OB-57")
def test_a_harbour_in_a_port_one_has_reached() -> None:
    scene = sailing().hand(0, wild=4).turn(0)
    assert scene.refused("build lima").reason.key == "no_route_there"
    lima = scene.game.board.place("lima").index
    there = [r.id for r in scene.game.board.routes if lima in (r.a, r.b)]
    scene.own(0, there[0]).own(1, there[1]).hand(0, train_red_harbour=2, ship_red=1).turn(0)
    assert scene.refused("build lima").reason.key == "harbour_short"
    scene.hand(0, train_red_harbour=2, ship_red=1, wild=1).turn(0).play("build lima")
    assert scene.see("harbours")[0] == ["lima"]
    assert scene.hand(1, wild=4).turn(1).refused("build lima").reason.key == "harbour_taken"


@pytest.mark.rule("OB-58")
def test_harbours_score_by_tickets_and_cost_unbuilt() -> None:
    harbours = {"each": 2, "points": [1, 5, 9], "unbuilt": 7}
    scene = Own({**WORLD, "game": {**WORLD["game"], "harbours": harbours}})
    board = scene.game.board
    ticket = next(t for t in board.tickets if not t.tour and board.place(t.stops[0]).port)
    port = ticket.stops[0]
    graph = {route.id: {route.a, route.b} for route in board.routes}
    end = board.place(port).index
    scene.own(0, next(id for id, ends in graph.items() if end in ends))
    scene.tickets(0, ticket.id).hand(0, wild=4).turn(0).play(f"build {port}")
    assert (scene.line(0, "harbours"), scene.line(0, "harbours_unbuilt")) == (1, -7)
    assert scene.line(1, "harbours_unbuilt") == -14


# -- merchandise ----------------------------------------------------------------------------------


@pytest.mark.rule("OB-60")
def test_a_passenger_is_put_at_an_end_of_the_route() -> None:
    value = {**MAERKLIN, "game": {**MAERKLIN["game"], "journeys": {"each": 1}}}
    scene = Own(value).hand(0, orange=4, red=3).turn(0)
    scene.play("claim berlin-leipzig")
    assert scene.legal == ["place berlin", "place leipzig", "place none"]
    assert scene.refused("place hamburg").reason.key == "not_an_end"
    scene.play("place berlin")
    scene.turn(0).play("claim berlin-magdeburg")
    assert scene.actor == 1  # the only passenger stands already


@pytest.mark.rule("OB-61", "OB-62")
def test_a_journey_over_own_routes_and_for_fares() -> None:
    scene = Own(MAERKLIN).own(0, "berlin-leipzig").own(1, "erfurt-leipzig")
    journeys = scene.part(Journeys)
    journeys.put(scene.state, 0, journeys.places.index("berlin"))
    scene.hand(0, passenger=1).turn(0).play("depart berlin")
    assert scene.refused("ride erfurt-leipzig").reason.key == "ride_elsewhere"
    scene.play("ride berlin-leipzig", "ride erfurt-leipzig")
    assert scene.held(0) == {}
    won = scene.part(Merchandise)
    tops = [won.stacks[won.ids.index(place)][0] for place in ("berlin", "leipzig", "erfurt")]
    assert scene.line(0, "merchandise") == sum(tops)
    assert scene.see("passengers_at")[0]["erfurt"] == 0


# -- tickets --------------------------------------------------------------------------------------


@pytest.mark.rule("OB-63", "OB-65")
def test_a_mix_is_announced_and_the_opening_shuffled_back() -> None:
    game = game_on(written("germany"))
    state = game.start(1)
    assert game.action(game.legal(state)[0]).text == "tickets long*4"
    for _ in range(2):
        game.apply(state, game.code("tickets short*3 long*1"))
    offered = seen(game, state)["tickets_offered"][0]
    assert offered == {"short": 3, "long": 1}
    while seen(game, state)["turn_of"] < 0:
        codes = game.legal(state)
        game.apply(state, codes[-1])  # returned where that is possible
    cells = seen(game, state)
    assert sum(cells["tickets_fresh"].values()) == len(game.board.tickets) - 4
    assert not any(cells["tickets_under_next"].values())


@pytest.mark.rule("OB-64")
def test_some_of_each_deck_are_dealt_and_later_ones_come_from_the_last() -> None:
    game = game_on(written("europe"))
    state = game.start(1)
    decks = [game.board.tickets[t].deck for t, place in _offered(game, state) if place == 0]
    assert sorted(decks) == ["long", "regular", "regular", "regular"]
    while seen(game, state)["turn_of"] < 0:
        game.apply(state, game.legal(state)[0])
    game.apply(state, game.code("tickets"))
    assert {game.board.tickets[t].deck for t, _ in _offered(game, state)} == {"regular"}


def _offered(game: Game, state: State) -> list[tuple[int, int]]:
    """Tickets that are offered, and to which seat."""
    cells = seen(game, state)
    ids = [ticket.id for ticket in game.board.tickets]
    return [
        (ids.index(id), int(where.split()[1]))
        for id, where in cells["tickets"].items()
        if str(where).startswith("offered")
    ]


@pytest.mark.rule("OB-72", "OB-73")
def test_dead_ends_and_tickets_to_several() -> None:
    value = classic(bonuses={})
    options = [{"stop": "quarry", "points": 9}, {"stop": "saltings", "points": 4}]
    value["tickets"][0] = {"stops": ["lighthouse"], "options": options}
    value["tickets"][1] = {"stops": ["lighthouse", "market_cross"], "points": 5}
    next(p for p in value["places"] if p["id"] == "old_port")["dead_end"] = True
    scene = Own(value).tickets(0, "lighthouse-any", "lighthouse-market_cross").turn(0)
    scene.own(0, "lighthouse-old_port", "old_port-market_cross/1")
    assert scene.line(0, "tickets_missed") == -4 - 5  # nothing runs on through the port
    scene.own(0, "lighthouse-mill", "mill-market_cross", "saltings-market_cross")
    assert scene.line(0, "tickets_done") == 4 + 5


# -- the race -------------------------------------------------------------------------------------


@pytest.mark.rule("OB-66", "OB-68", "OB-70")
def test_a_ticket_done_is_shown_and_replaced_and_the_goal_ends_it() -> None:
    scene = racing().tickets(0, "lighthouse-old_port").tickets(1, "saltings-orchard")
    scene.hand(0, red=2).turn(0)
    names = scene.names(scene.play("claim lighthouse-old_port"))
    assert names.index("completed") < names.index("dealt")
    assert scene.see("completed") == [1, 0]
    assert scene.see("tickets")["mill-quarry"] == "held 0"
    routes = ("mill-market_cross", "market_cross-quarry")
    scene.own(0, routes[0]).hand(0, wild=4).turn(0).play(f"claim {routes[1]}")
    while scene.actor is not None and scene.question == "tunnel":
        scene.play(scene.legal[0])
    outcome = scene.game.outcome(scene.state)
    assert (outcome.reason, outcome.totals) == ("goal_reached", (2, 0))


@pytest.mark.rule("OB-67")
def test_a_turn_for_new_tickets() -> None:
    scene = racing().tickets(0, "lighthouse-old_port").tickets(1, "saltings-orchard").turn(0)
    scene.play("renew")
    assert scene.see("tickets")["mill-quarry"] == "held 0"
    scene.ticket_deck().turn(0)
    assert scene.refused("renew").reason.key == "no_tickets"


@pytest.mark.rule("OB-69")
def test_a_quiet_race_ends() -> None:
    scene = racing().turn(0)
    turns = 0
    while scene.actor is not None:
        turns += scene.question == "turn"
        scene.play("draw")
    assert turns == 2 * 3 - 1  # since the turn that the scene began in
    assert scene.game.outcome(scene.state).reason == "stalled"


@pytest.mark.rule("OB-71")
@pytest.mark.parametrize("row", [0, 4])
def test_a_connection_counts_as_a_ticket_or_gives_cards(row: int) -> None:
    ends = [{"a": "lighthouse", "b": "old_port", "ticket": True, "cards": 2}]
    scene = racing(row=row, connections=ends).tickets(0, "mill-quarry").hand(0, red=2).turn(0)
    names = scene.names(scene.play("claim lighthouse-old_port"))
    assert (names.count("bonus"), names.count("drew")) == (1, 2)
    assert scene.see("completed")[0] == 1
    assert sum(scene.held(0).values()) == 2
