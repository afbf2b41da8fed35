"""REST: the deal of a day and its table of results."""

import time
from datetime import date

from litestar import get, post
from litestar.params import FromQuery, JSONBody

from capotreno.games.registry import REGISTRY
from capotreno.reviewing.judge import margin
from capotreno.server.daily.days import deal_of, end_of, today
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import address_of
from capotreno.server.doors.tables import clean_name
from capotreno.server.hall.caller import Caller, bearer, caller_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.hall import DEFAULT_BOT
from capotreno.server.hall.secrets import digest, id_from, new_token
from capotreno.server.store.days import DayRow, TryRow
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.table.faults import Refusal
from capotreno.server.table.results import finish_of

PRICE = 2  # calls that asking for it counts as
SEAT, RIVAL = 0, 1  # the person and the bot: whoever begins, it is the same for everybody


def day_of(text: str | None) -> date:
    """The day that is meant: today, unless an earlier one is named."""
    try:
        day = today() if text is None else date.fromisoformat(text)
    except ValueError:
        raise Refusal("no_day") from None
    if day > today():
        raise Refusal("no_day")
    return day


@get("/api/daily", price=PRICE)
async def shown(request: Call, day: FromQuery[str | None] = None) -> bodies.Daily:
    """The deal of a day: whether I have played it and, afterwards, how everybody has."""
    context = Context.of(request.app)
    own = day_of(day)
    days = context.hall.store.days
    deal = await (deal_of(context.hall.store, own) if own == today() else days.deal(str(own)))
    if deal is None or deal.game not in REGISTRY:
        raise Refusal("no_day")
    token = digest(bearer(request) or "")
    tries = await days.tries(deal.day)
    mine = next((one for one in tries if one.token == token), None)
    table = await days.table(deal.day, token)
    ended = mine is None or mine.status == "finished"  # or left
    over = ended if table is not None else own != today()
    title = REGISTRY[deal.game]().title
    return bodies.Daily(
        day=deal.day,
        ends=end_of(own),
        game=deal.game,
        title={"en": title.en, "it": title.it},
        players=deal.players,
        bot=DEFAULT_BOT,
        playing=sum(one.status != "finished" for one in tries),
        mine=None if table is None else bodies.DailyTry(table, mine.status if mine else "left"),
        results=results(tries, token) if over else None,
    )


def results(tries: list[TryRow], token: str) -> list[bodies.DailyResult]:
    """Those who have finished, the best first; equals share a place."""
    found = []
    for one in tries:
        if one.status == "finished":
            end = finish_of(one.result)
            points = end.totals
            ahead, won = round(margin(points, SEAT)), SEAT in end.winners
            mine = one.token == token
            found.append(bodies.DailyResult(0, one.name, points[SEAT], ahead, won, mine, one.table))
    found.sort(key=lambda own: (-own.margin, -own.points))
    rank = [(own.margin, own.points) for own in found]
    for own in found:
        own.place = 1 + rank.index((own.margin, own.points))
    return found


@post("/api/daily", status_code=201)
async def play(request: Call, data: JSONBody[bodies.DailyWish]) -> bodies.Joined:
    """My table of today's deal: one for everybody, however often they ask."""
    context = Context.of(request.app)
    if data.day not in (None, str(today())):
        raise Refusal("no_day")
    deal = await deal_of(context.hall.store, today())
    who = await caller_of(request, context.hall.store)
    own = Caller(who.token or new_token(), who.person)
    id = await context.hall.store.days.table(deal.day, digest(own.token))
    if id is None:
        id = await _begun(context, request, data, deal, own)
    table = await context.hall.table(id)
    return bodies.Joined(id, own.token, own.seats(table.seats))


async def _begun(
    context: Context, request: Call, data: bodies.DailyWish, deal: DayRow, own: Caller
) -> str:
    """A new table of the deal; two calls at once make the same one."""
    if not context.load.open.tables:
        context.metrics.turned_away.labels("tables").inc()
        raise Refusal("busy_tables")
    game = await context.hall.game(deal.game, deal.players, {})
    if game.ruleset.version != deal.version:
        raise Refusal("other_version", version=deal.version)
    owner, now = digest(own.token), time.time()
    id = id_from(f"{deal.day} {owner}")
    row = TableRow(
        id=id,
        game=deal.game,
        version=deal.version,
        players=deal.players,
        options=dict(game.ruleset.options),
        seed=deal.seed,
        pace="free",
        seconds=0,
        public=False,
        creator="",  # nobody may put a bot in the person's chair
        status="open",
        deadline=None,
        created=now,
        changed=now,
        language=data.language,
        source=context.hall.source_of(address_of(request.client)),
        hints=False,
    )
    seats = [
        SeatRow(id, SEAT, "person", clean_name(data.name), token=owner, person=own.person),
        SeatRow(id, RIVAL, "bot", f"{RIVAL + 1}", DEFAULT_BOT),
    ]
    await context.hall.store.create(row, seats)
    await context.hall.store.days.begin(deal.day, owner, id)
    return id
