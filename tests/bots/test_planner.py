"""The planner tells its reasons, plans jointly, and knows what it lacks."""

import pytest

from capotreno import CapotrenoError, Game, games, load
from capotreno.board.graph import FAR
from capotreno.bots.bot import Advice
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.levels.planner import Planner
from capotreno.bots.plan.network import Demand, Network
from capotreno.bots.registry import advise, make
from capotreno.rules.tickets.stock import TicketStock
from capotreno.words import LANGUAGES, messages, say
from tests.bots.effort import usual
from tests.conformance.tables import table
from tests.test_words import placeholders


def advice_of(game: Game, seed: int) -> list[Advice]:
    """Every piece of advice of a game between planners."""
    state = game.start(seed)
    bot = make("planner", game, seed)
    assert isinstance(bot, CardPlanner)
    found = []
    while (seat := game.actor(state)) is not None:
        found.append(bot.advise(game.view(state, seat)))
        game.apply(state, found[-1].code)
    return found


@pytest.mark.parametrize("name", games())
def test_every_choice_has_its_reason_in_both_languages(name: str) -> None:
    game = load(name, 2)
    told = {one.reason: one for one in advice_of(game, 4)}
    assert len(told) >= 3
    for reason, one in told.items():
        for language in LANGUAGES:
            key = f"advice.{reason}"
            assert placeholders(messages(language)[key]) <= set(one.values), key
            assert say(language, key, one.values)


@pytest.mark.parametrize("name", games())
def test_what_a_reason_names_exists(name: str) -> None:
    game = load(name, 2)
    words = game.layout.words
    for one in advice_of(game, 5):
        for kind, value in one.values.items():
            if kind in ("route", "ticket", "card"):
                assert value in words[kind], (one.reason, kind, value)


@pytest.mark.parametrize("name", ["maerklin", "nordic", "new_york", "maerklin+dice"])
def test_a_named_ticket_is_done_by_its_way_and_not_without_the_route(name: str) -> None:
    game = table(name, 2)
    words, stock = game.layout.words, game.layout.partner(TicketStock)
    state, ways = game.start(5), 0
    bot = make("planner", game, 5)
    assert isinstance(bot, Planner)
    while (seat := game.actor(state)) is not None:
        told = bot.advise(game.view(state, seat))
        if told.way:
            ways += 1
            route = words["route"].index(str(told.values["route"]))
            ticket = words["ticket"].index(str(told.values["ticket"]))
            own = stock.network(state, seat)
            way = sum([1 << words["route"].index(one) for one in told.way])
            assert not way & own
            assert stock.joins(stock.graph.roots(own | way), ticket)
            assert not stock.joins(stock.graph.roots((own | way) & ~(1 << route)), ticket)
        answers = {"keep", "return"}  # to the question about that ticket
        named = "ticket" in told.values and game.action(told.code).verb not in answers
        assert bool(told.way) == named
        game.apply(state, told.code)
    assert ways > 3


def test_a_hint_is_for_who_is_asked() -> None:
    game = load("new_york", 2)
    state = game.start(1)
    while game.action(game.legal(state)[0]).verb == "keep":
        game.apply(state, game.legal(state)[0])
    seat = game.actor(state)
    assert seat is not None
    assert advise(game, game.view(state, seat)).code in game.legal(state)
    with pytest.raises(CapotrenoError, match="not asked now"):
        advise(game, game.view(state, 1 - seat))


def test_one_bot_can_advise_every_seat() -> None:
    """It keeps nothing that a new bot would not find in the view."""
    game = load("germany", 3)
    state = game.start(9)
    bot = make("planner", game, 1)
    for _ in range(200):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        code = bot.choose(view)
        assert make("planner", game, 1).choose(view) == code
        game.apply(state, code)


def test_it_thinks_fast_on_the_largest_board() -> None:
    name = max(games(), key=lambda name: len(load(name).board.routes))
    assert usual(load(name, 3)) < 20_000


def network() -> tuple[Network, list[float]]:
    game = load("new_york", 2)
    tickets = Network(game.graph, [route.length for route in game.board.routes])
    return tickets, [float(route.length) for route in game.board.routes]


def test_a_joint_plan_shares_routes() -> None:
    """Two tickets from the same place cost less together than apart."""
    net, cost = network()
    game = load("new_york", 2)
    demands = [
        Demand(ticket.index, tuple(game.graph.nodes(stop) for stop in ticket.stops), 50.0)
        for ticket in game.board.tickets[:6]
    ]
    joint = net.join(cost, demands, 99)
    apart = sum(net.graph.way(cost, demand.groups)[0] for demand in demands)
    assert set(joint.done) == {demand.ticket for demand in demands}
    assert joint.cost < apart
    root = game.graph.roots(joint.routes)
    assert all(game.graph.joined(root, demand.groups) for demand in demands)
    for route in range(len(cost)):
        if joint.routes >> route & 1:
            fewer = game.graph.roots(joint.routes & ~(1 << route))
            assert not all(game.graph.joined(fewer, demand.groups) for demand in demands)


def test_of_the_tickets_that_need_a_route_the_one_with_the_least_detour_is_named() -> None:
    net, cost = network()
    park, square = 0, 4  # from Lincoln Center to the park, and on to Times Square
    nodes = load("new_york", 2).graph.nodes
    around = Demand(7, (nodes("lincoln_center"), nodes("times_square")), 9.0)
    straight = Demand(8, (nodes("lincoln_center"), nodes("central_park")), 9.0)
    plan = 1 << park | 1 << square
    assert net.served(cost, plan, [around, straight], park) == (8, [park])
    assert net.served(cost, plan, [around], park) == (7, [park, square])
    cost[park] = 0.0  # owned
    assert net.served(cost, plan, [around], square) == (7, [square])
    cost[1] = 0.0  # the straight way is owned: nobody needs the detour any more
    assert net.served(cost, plan, [around], square) == (-1, [])


def test_a_ticket_that_costs_more_than_it_is_worth_is_left_out() -> None:
    net, cost = network()
    game = load("new_york", 2)
    ticket = game.board.tickets[0]
    groups = tuple(game.graph.nodes(stop) for stop in ticket.stops)
    price, _ = net.graph.way(cost, groups)
    assert net.join(cost, [Demand(0, groups, price - 0.5)], 99).done == ()
    assert net.join(cost, [Demand(0, groups, price + 0.5)], 99).done == (0,)
    assert net.join(cost, [Demand(0, groups, 50.0)], 1).done == ()
    assert net.join([FAR] * len(cost), [Demand(0, groups, 50.0)], 99).done == ()
