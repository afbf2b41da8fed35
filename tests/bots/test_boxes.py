"""What the planner knows of the special things in a box: countries, tunnels, wilds, stations."""

import pytest

from capotreno.bots.advisers.hand import HandNeeds
from capotreno.bots.bot import Advice
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.plan.sight import Sight
from tests.games.classic.table import Board


def advice(scene: Board) -> tuple[str, Advice]:
    """What the planner would do for the seat that is asked, in words, with its reason."""
    assert scene.actor is not None
    view = scene.game.view(scene.state, scene.actor)
    told = CardPlanner(scene.game, 1).advise(view)
    return scene.game.action(told.code).text, told


def test_a_ticket_to_countries_is_planned_to_the_one_that_pays() -> None:
    """It is not done because it names one stop only."""
    scene = Board("switzerland").tickets(0, "bern-countries").turn(0)
    view = scene.game.view(scene.state, 0)
    bot = CardPlanner(scene.game, 1)
    outlook = bot.outlook(view)
    ticket = scene.game.board.ticket("bern-countries")
    demand = outlook.demand(ticket.index)
    assert len(demand.groups) == 2
    assert demand.prize - ticket.penalty in {option.points for option in ticket.options}
    assert outlook.joint.done == (ticket.index,)
    root = scene.game.graph.roots(outlook.joint.routes)
    assert bot.sight.tickets.worth(root, ticket.index) > 0


@pytest.mark.parametrize(("cards", "digs"), [(3, False), (5, True)])
def test_a_tunnel_waits_for_cards_to_spare(cards: int, digs: bool) -> None:
    """Three cards for three spaces fail too often; five hardly ever do."""
    scene = Board("nordic").tickets(0, "oslo-mo_i_rana")
    scene.own(0, "lillehammer-oslo", "mo_i_rana-trondheim/1").hand(0, orange=cards).turn(0)
    assert "lillehammer-trondheim" in scene.claimable
    assert (advice(scene)[0] == "claim lillehammer-trondheim") is digs


def test_the_chance_that_a_tunnel_fails_is_counted() -> None:
    scene = Board("nordic")
    needs = HandNeeds(Sight(scene.game))
    unseen = [10] * 10
    assert needs.caves_in(unseen, 0, 0) == pytest.approx(1 - 0.8**3)
    assert needs.caves_in(unseen, 1, 0) == pytest.approx(3 * 0.2**2 * 0.8 + 0.2**3)
    assert needs.caves_in(unseen, 2, 0) == pytest.approx(0.2**3)
    assert needs.caves_in(unseen, 3, 0) == 0
    assert needs.caves_in(unseen, 0, needs.wild) == pytest.approx(1 - 0.9**3)


def test_wilds_help_where_they_may_be_played() -> None:
    """In the north on ferries and tunnels alone, in Europe everywhere."""
    north = Sight(Board("nordic").game)
    routes = north.game.board.routes
    assert HandNeeds(north).joker == [bool(r.ferry) or r.tunnel for r in routes]
    assert all(HandNeeds(Sight(Board("europe").game)).joker)


def test_a_station_saves_a_ticket_and_is_not_built_for_nothing() -> None:
    for ticket, saved in (("amsterdam-pamplona", True), ("paris-wien", False)):
        scene = Board("europe").tickets(0, ticket)
        scene.own(1, "amsterdam-bruxelles").own(0, "bruxelles-paris/1", "pamplona-paris/1")
        for other in ("amsterdam-frankfurt", "amsterdam-essen", "amsterdam-london"):
            scene.own(1, other)
        scene.leave(0, 12, avoid=("amsterdam-essen",)).hand(0, red=1).turn(0)
        words, told = advice(scene)
        assert (words in ("station amsterdam", "station bruxelles")) is saved
        assert (told.reason == "station") is saved
