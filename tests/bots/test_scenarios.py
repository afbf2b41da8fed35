"""Judgement: positions built by hand where the right move is plain, with cards and with dice.

Who changes what the planner weighs sees here what it is weighed for.
"""

import pytest

from capotreno.bots.bot import Advice, Values
from capotreno.bots.levels.planner import Planner
from capotreno.bots.registry import advise, make
from tests.games.dice.table import DiceTable
from tests.games.rails_and_sails.sails import Sails
from tests.scene import Scene

pytestmark = pytest.mark.quick


def told(scene: Scene) -> Advice:
    """What the planner advises the seat that is asked."""
    scene.audit()
    seat = scene.actor
    assert seat is not None
    return advise(scene.game, scene.game.view(scene.state, seat))


def move(scene: Scene) -> str:
    """The planner's move, in words."""
    return scene.game.action(told(scene).code).text


def rolled(scene: DiceTable, **faces: int) -> DiceTable:
    """The dice as they lie for good."""
    return scene.roll(**faces).rolled_twice()


def build(scene: Scene, seat: int, pieces: int, *, longest: int) -> None:
    """A seat has placed so many pieces, on routes up to a length, wherever they are free."""
    for route in sorted(scene.game.board.routes, key=lambda route: (-route.length, route.id)):
        fits = min(longest, pieces) >= route.length
        if fits and route.id in scene.seen(seat, "open")[seat] and not route.twins:
            scene.own(seat, route.id)
            pieces -= route.length
    assert pieces == 0


# -- a contested bottleneck --------------------------------------------------------------------

# The only way left into Sault St. Marie, where the rival has built all round it; a ticket needs it.
# On the other coast a longer planned route has others beside it.
BOTTLENECK, LONGER = "claim sault_st_marie-toronto", "claim portland-san_francisco/1"


def bottleneck(scene: Scene) -> None:
    scene.tickets(0, "sault_st_marie-nashville", "seattle-los_angeles")
    scene.own(0, "pittsburgh-toronto", "nashville-pittsburgh")
    scene.own(0, "portland-seattle/1", "los_angeles-san_francisco/1")
    scene.own(1, "montreal-sault_st_marie", "montreal-toronto")
    scene.own(1, "duluth-sault_st_marie", "sault_st_marie-winnipeg")
    scene.turn(0)


def test_a_bottleneck_is_claimed_before_a_longer_route_that_has_others_beside_it() -> None:
    scene = Scene("usa")
    bottleneck(scene)
    scene.hand(0, red=2, green=5)
    assert {BOTTLENECK, LONGER} < set(scene.legal)
    assert move(scene) == BOTTLENECK


def test_a_bottleneck_is_claimed_first_with_dice() -> None:
    scene = DiceTable("usa")
    bottleneck(scene)
    scene.tokens(0, single=1, double=2)
    rolled(scene, locomotive=5)
    assert {BOTTLENECK, LONGER} < set(scene.legal)
    assert move(scene) == BOTTLENECK


def test_a_bottleneck_is_claimed_now_and_no_more_cards_drawn() -> None:
    scene = Scene("usa")
    bottleneck(scene)
    scene.hand(0, red=2, green=3)
    scene.row("green", "green", "red", "blue", "white")
    assert move(scene) == BOTTLENECK


# -- what somebody else will want --------------------------------------------------------------

# Essen and Kyiv by Berlin and Warszawa, where the rival has built: their four spaces are wanted by
# everybody, the two from Essen by nobody else.
ANYBODYS = ("claim berlin-warszawa/1", "claim kyiv-warszawa")


@pytest.mark.parametrize(
    ("faces", "first"),
    [
        ({"double": 4, "single": 1}, ANYBODYS[0]),
        ({"single": 3, "locomotive": 1, "double": 1}, ANYBODYS[1]),
    ],
)
def test_with_dice_the_route_goes_first_that_others_will_want(
    faces: dict[str, int], first: str
) -> None:
    scene = DiceTable("europe")
    scene.tickets(0, "essen-kyiv")
    scene.own(0, "amsterdam-essen")
    scene.own(1, "warszawa-wien", "budapest-wien/1", "budapest-kyiv")
    for _ in range(6):  # so many turns it took
        scene.turn(0)
    rolled(scene, **faces)
    assert {"claim berlin-essen", first} < set(scene.legal)
    assert move(scene) == first


@pytest.mark.parametrize(
    ("route", "lost"), [("chicago-saint_louis/1", 1), ("denver-santa_fe", 0), ("denver-omaha", 0)]
)
def test_a_route_is_guarded_for_what_its_ticket_would_lose(route: str, lost: int) -> None:
    """Chicago to Santa Fe takes nine spaces by Saint Louis, and ten by Denver, guarded or not."""
    scene = Scene("usa")
    scene.tickets(0, "chicago-santa_fe").turn(0)
    planner = make("planner", scene.game)
    assert isinstance(planner, Planner)
    outlook = planner.outlook(scene.game.view(scene.state, 0))
    values: Values = {}
    ticket, at = outlook.waiting[0], planner.sight.claims.ids.index(route)
    assert (planner.guarded(outlook, ticket, at, values) == "claim_contested") == bool(lost)
    assert values.get("spaces", 0) == lost


# -- a block that pays -------------------------------------------------------------------------

# The rival has built on both sides of the gap, and there is no other way round it for them.
GAP = "claim lower_east_side-brooklyn"


def gap(scene: Scene, *, rival: bool) -> None:
    scene.tickets(0, "lincoln_center-empire_state_building")
    scene.own(0, "chinatown-brooklyn/1", "chinatown-wall_street/1", "soho-wall_street")
    if rival:
        scene.own(1, "wall_street-brooklyn/1", "east_village-lower_east_side")
    scene.turn(0)


@pytest.mark.parametrize("rival", [True, False])
def test_a_gap_is_closed_against_who_needs_it_and_for_nobody_else(rival: bool) -> None:
    scene = Scene("new_york")
    gap(scene, rival=rival)
    scene.hand(0, black=3)
    assert (move(scene) == GAP) == rival


@pytest.mark.parametrize("rival", [True, False])
def test_a_gap_is_closed_against_who_needs_it_with_dice(rival: bool) -> None:
    scene = DiceTable("new_york")
    gap(scene, rival=rival)
    scene.own(1, "chelsea-soho")
    rolled(scene, locomotive=3, station=2)
    assert {GAP, "claim chelsea-greenwich_village/1"} < set(scene.legal)
    assert (move(scene) == GAP) == rival


# -- to end the game, or not -------------------------------------------------------------------


def nearly_over(scene: Scene, *, ahead: bool) -> None:
    """Five of fifteen pieces are left: a route of three brings on the last round."""
    scene.tickets(0, "central_park-midtown_west")
    scene.own(0, "lincoln_center-central_park", "lincoln_center-midtown_west")
    scene.own(0, "midtown_west-times_square", "times_square-empire_state_building/1")
    scene.own(0, "chinatown-wall_street/1", "soho-wall_street", "lower_east_side-chinatown")
    if not ahead:
        scene.own(1, "chelsea-soho", "central_park-united_nations", "united_nations-gramercy_park")
        scene.tickets(1, "central_park-chinatown", "central_park-gramercy_park", "chelsea-brooklyn")
    scene.turn(0)


@pytest.mark.parametrize("ahead", [True, False])
def test_who_is_ahead_ends_the_game_and_who_is_behind_does_not(ahead: bool) -> None:
    scene = Scene("new_york")
    nearly_over(scene, ahead=ahead)
    scene.hand(0, red=3)
    scene.row("blue", "blue", "green", "black", "pink")
    assert ("claim" in move(scene)) == ahead


@pytest.mark.parametrize("ahead", [True, False])
def test_with_dice_who_is_behind_takes_the_shorter_route_that_does_not_end_it(ahead: bool) -> None:
    """Eight pieces are left: a route of six brings on the last round, one of five does not."""
    scene = DiceTable("usa")
    build(scene, 0, 37, longest=3)
    if not ahead:
        build(scene, 1, 30, longest=6)
    scene.tokens(0, single=3)
    for _ in range(30):  # so many turns it took
        scene.turn(0)
    rolled(scene, single=3, locomotive=2)
    claimed = move(scene).split()[1]
    assert scene.game.board.route(claimed).length == (6 if ahead else 5)


@pytest.mark.parametrize(("pieces", "placed"), [(28, 20), (30, 20), (30, 36), (31, 36)])
def test_with_dice_the_last_pieces_are_placed_and_not_kept(pieces: int, placed: int) -> None:
    """Routes of four spaces can be paid, and for nothing longer are there pieces enough."""
    scene = DiceTable("europe")
    scene.own(0, "berlin-essen", "berlin-warszawa/1", "kyiv-warszawa")
    build(scene, 0, pieces, longest=4)
    build(scene, 1, placed, longest=6)
    scene.tickets(1, "amsterdam-pamplona", "barcelona-munchen", "roma-smyrna")
    for _ in range(16):  # so many turns it took
        scene.turn(0)
    rolled(scene, single=4, double=1)
    claimed = move(scene).split()
    assert claimed[0] == "claim"
    assert scene.game.board.route(claimed[1]).length == 4


# -- more tickets, or not ----------------------------------------------------------------------

COAST_TO_COAST = (
    "los_angeles-phoenix", "el_paso-phoenix", "dallas-el_paso", "dallas-little_rock",
    "little_rock-saint_louis", "chicago-saint_louis/1", "chicago-pittsburgh/1",
    "new_york-pittsburgh/1",
)  # fmt: skip


# From Denmark by Oslo, Stockholm and Finland to the far north, in twenty-five pieces.
WIDE = (
    "goteborg-kobenhavn", "goteborg-oslo", "oslo-orebro/1", "orebro-stockholm/1", "stockholm-turku",
    "tampere-turku", "helsinki-tampere", "tampere-vaasa", "vaasa-umea", "boden-umea/1",
    "boden-tornio", "oulu-tornio", "boden-kiruna/1", "kiruna-narvik/1",
)  # fmt: skip


def done(scene: Scene, *, wide: bool) -> None:
    """All tickets are done: by a network that will serve more of them, or by a single route."""
    scene.own(0, *(WIDE if wide else WIDE[:1]))
    if not wide:
        build(scene, 1, 36, longest=4)
    scene.turn(0)


@pytest.mark.parametrize("wide", [True, False])
def test_tickets_are_drawn_for_a_wide_network_and_never_late_for_a_small_one(wide: bool) -> None:
    scene = Scene("nordic")
    done(scene, wide=wide)
    scene.hand(0, red=1, blue=1)
    assert (move(scene) == "tickets") == wide


@pytest.mark.parametrize("wide", [True, False])
def test_stations_buy_tickets_for_a_wide_network_and_never_late_for_a_small_one(wide: bool) -> None:
    scene = DiceTable("nordic")
    done(scene, wide=wide)
    rolled(scene, station=4, single=1)
    assert move(scene).startswith("tickets") == wide


# -- to keep a ticket, or to return it ---------------------------------------------------------


def kept(scene: Scene, offered: tuple[str, ...]) -> set[str]:
    """Which of some tickets the planner keeps, if it draws just these."""
    scene.ticket_deck(fresh=offered).turn(0)
    if isinstance(scene, DiceTable):
        rolled(scene, station=3, single=2).play("tickets 3")
    else:
        scene.play("tickets")
    found = set()
    while scene.question == "keep_tickets":
        verb, ticket = (answer := move(scene)).split()
        if verb == "keep":
            found.add(ticket)
        scene.play(answer)
    return found


OFFERED = ("dallas-new_york", "calgary-phoenix", "vancouver-santa_fe")


@pytest.mark.parametrize("kind", [Scene, DiceTable])
def test_a_ticket_that_is_done_is_kept_and_an_impossible_one_returned(
    kind: type[Scene | DiceTable],
) -> None:
    """Calgary and Vancouver are walled in by the rival; Dallas and New York are joined."""
    scene = kind("usa")
    scene.own(0, *COAST_TO_COAST)
    scene.own(1, "calgary-helena", "calgary-seattle", "calgary-winnipeg")
    scene.own(1, "calgary-vancouver", "seattle-vancouver/1")
    assert kept(scene, OFFERED) == {"dallas-new_york"}


# -- which cards to pay ------------------------------------------------------------------------


def test_a_gray_route_is_paid_with_the_colour_no_plan_needs_and_without_wilds() -> None:
    """Denver to Los Angeles: blue is needed for nothing, green and wilds are."""
    scene = Scene("usa")
    scene.tickets(0, "seattle-los_angeles")
    scene.own(0, "los_angeles-san_francisco/1")
    scene.hand(0, green=3, blue=1, purple=0, wild=1).turn(0)
    scene.play("claim portland-seattle/1")
    assert move(scene) == "pay blue*1"


# -- passengers, harbours, stations ------------------------------------------------------------


@pytest.mark.parametrize("kind", [Scene, DiceTable])
def test_the_passenger_is_taken_that_changes_a_majority(kind: type[Scene | DiceTable]) -> None:
    """Level in green, far ahead in red, far behind in white."""
    scene = kind("germany")
    scene.has_passengers(0, red=4, green=2).has_passengers(1, green=2, white=4)
    scene.passengers("muenchen", "red", "red", "green", "white")
    scene.turn(0)
    if isinstance(scene, DiceTable):
        rolled(scene, single=3, station=2)
    else:
        scene.hand(0, orange=3)
    scene.play("claim muenchen-regensburg")
    while "passenger white" not in scene.legal:  # paid, and nobody taken at the other end
        scene.play(scene.legal[-1])
    assert move(scene) == "passenger green"


def test_a_harbour_is_built_in_the_port_that_most_tickets_name() -> None:
    scene = Sails("great_lakes")
    scene.tickets(0, "chicago-toronto", "chicago-detroit", "chicago-timmins", "milwaukee-erie")
    scene.own(0, "milwaukee-chicago/1", "chicago-south_bend/1")
    scene.hand(0, wild=4).turn(0)
    assert {"build chicago", "build milwaukee"} < set(scene.legal)
    assert move(scene) == "build chicago"


def test_stations_buy_a_harbour_in_the_port_that_most_tickets_name() -> None:
    scene = DiceTable("great_lakes")
    for seat in (0, 1):
        scene.supply(seat, rail=27, sea=23)
    scene.tickets(0, "chicago-toronto", "chicago-detroit", "chicago-timmins", "milwaukee-erie")
    scene.own(0, "milwaukee-chicago/1", "chicago-south_bend/1")
    rolled(scene.turn(0), station=4, locomotive=1)
    assert {"build chicago", "build milwaukee"} < set(scene.legal)
    assert move(scene) == "build chicago"


def test_a_station_saves_a_ticket_that_cannot_be_done_otherwise() -> None:
    """Every route into Edinburgh is closed, and most pieces are placed."""
    scene = Scene("europe")
    scene.tickets(0, "edinburgh-paris")
    scene.own(0, "dieppe-london/1", "dieppe-paris").own(1, "edinburgh-london/1")
    build(scene, 0, 30, longest=4)
    scene.hand(0, red=1).turn(0)
    assert move(scene) in ("station edinburgh", "station london")
