"""REST: tournaments and leagues."""

import time

from litestar import get, post
from litestar.params import FromPath, JSONBody

from capotreno.games.registry import REGISTRY
from capotreno.server.club import bodies
from capotreno.server.club.standings import scores, standings
from capotreno.server.club.tournaments import numbers_of, played, rounds_of
from capotreno.server.doors.answers import Call
from capotreno.server.doors.tables import clean_name
from capotreno.server.hall.caller import bearer, opened, person_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest, new_id
from capotreno.server.store.club.tournaments import (
    EntrantRow,
    PairingRow,
    RoundRow,
    TournamentRow,
)
from capotreno.server.store.store import Store
from capotreno.server.table.faults import Refusal

LEAST = 2  # who take part
OWN = 20  # tournaments of one person that are open or running
PRICE = 3  # calls that looking at one counts as


def _store(request: Call) -> Store:
    return Context.of(request.app).hall.store


async def _found(store: Store, id: str) -> TournamentRow:
    row = await store.tournaments.get(id)
    if row is None:
        raise Refusal("no_tournament")
    return row


async def _me(request: Call, store: Store) -> str | None:
    found = await opened(request, store)
    return found and found[0].id


def _title(game: str) -> dict[str, str]:
    title = REGISTRY[game]().title if game in REGISTRY else None
    return {"en": title.en, "it": title.it} if title else {"en": game, "it": game}


@post("/api/tournaments", status_code=201)
async def make(request: Call, data: JSONBody[bodies.NewTournament]) -> bodies.Tournament:
    """Open a tournament; whoever has its link and a profile may join until it begins."""
    context = Context.of(request.app)
    store = context.hall.store
    me = await person_of(request, store)
    if data.game not in REGISTRY or (data.kind == "robin" and data.players != LEAST):
        raise Refusal("tournament")
    mine = await store.tournaments.of(me.id, OWN)
    if sum(one.host == me.id and one.status in ("open", "running") for one in mine) >= OWN:
        raise Refusal("tournament_full")
    options: dict[str, object] = {"dice": True} if data.dice else {}
    game = await context.hall.game(data.game, data.players, options)
    row = TournamentRow(
        id=new_id(),
        name=clean_name(data.name),
        kind=data.kind,
        game=data.game,
        version=game.ruleset.version,
        players=game.players,
        options=dict(game.ruleset.options),
        pace=data.pace,
        seconds=data.seconds,
        rounds=data.rounds,
        round_seconds=data.hours * 3600,
        fill=data.fill,
        host=me.id,
        language=data.language,
        status="open",
        created=time.time(),
    )
    await store.tournaments.make(row)
    return await _told(store, row, me.id)


@get("/api/tournaments")
async def mine(request: Call) -> list[bodies.TournamentLine]:
    """The tournaments that the caller has opened or takes part in, the newest first."""
    store = _store(request)
    me = await _me(request, store)
    rows = [] if me is None else await store.tournaments.of(me)
    return [
        bodies.TournamentLine(
            one.id, one.name, one.game, _title(one.game), one.status, one.host == me
        )
        for one in rows
    ]


@get("/api/tournaments/{tournament_id:str}", price=PRICE)
async def shown(request: Call, tournament_id: FromPath[str]) -> bodies.Tournament:
    """A tournament with its standings and rounds."""
    store = _store(request)
    return await _told(store, await _found(store, tournament_id), await _me(request, store))


@post("/api/tournaments/{tournament_id:str}/join", status_code=201)
async def join(
    request: Call, tournament_id: FromPath[str], data: JSONBody[bodies.JoinTournament]
) -> bodies.Tournament:
    """Take part; the bearer's token holds the seats too."""
    store = _store(request)
    me = await person_of(request, store)
    row = await _found(store, tournament_id)
    token = bearer(request)
    if token is None:
        raise Refusal("token")
    name = clean_name(data.name or me.name)
    if not await store.tournaments.join(row.id, me.id, digest(token), name, time.time()):
        raise Refusal("tournament_begun" if row.status != "open" else "tournament_full")
    return await _told(store, row, me.id)


@post("/api/tournaments/{tournament_id:str}/leave", status_code=200)
async def leave(request: Call, tournament_id: FromPath[str]) -> bodies.Tournament:
    """Play no further round; a game that runs may be played to its end."""
    store = _store(request)
    me = await person_of(request, store)
    row = await _found(store, tournament_id)
    for one in await store.tournaments.entrants(row.id):
        if one.person == me.id and one.status == "in":
            await store.tournaments.leave(row.id, one.number)
    return await _told(store, row, me.id)


@post("/api/tournaments/{tournament_id:str}/start", status_code=200)
async def start(request: Call, tournament_id: FromPath[str]) -> bodies.Tournament:
    """It begins: nobody joins any more. Only who opened it may do that."""
    store = _store(request)
    row, me = await _hosted(request, store, tournament_id)
    inside = [one for one in await store.tournaments.entrants(row.id) if one.status == "in"]
    if len(inside) < LEAST:
        raise Refusal("few_entrants")
    everybody = len(await store.tournaments.entrants(row.id))
    rounds = rounds_of(row, everybody)
    if not await store.tournaments.set_status(row.id, "open", "running", rounds):
        raise Refusal("tournament_begun")
    return await _told(store, await _found(store, row.id), me)


@post("/api/tournaments/{tournament_id:str}/call_off", status_code=200)
async def call_off(request: Call, tournament_id: FromPath[str]) -> bodies.Tournament:
    """It does not take place. Only who opened it may do that, before it begins."""
    store = _store(request)
    row, me = await _hosted(request, store, tournament_id)
    if not await store.tournaments.set_status(row.id, "open", "called_off"):
        raise Refusal("tournament_begun")
    return await _told(store, await _found(store, row.id), me)


async def _hosted(request: Call, store: Store, id: str) -> tuple[TournamentRow, str]:
    me = await person_of(request, store)
    row = await _found(store, id)
    if row.host != me.id:
        raise Refusal("not_host")
    return row, me.id


async def _told(store: Store, row: TournamentRow, me: str | None) -> bodies.Tournament:
    entrants = await store.tournaments.entrants(row.id)
    pairings = await store.tournaments.pairings(row.id)
    rounds = await store.tournaments.rounds(row.id)
    return bodies.Tournament(
        id=row.id,
        name=row.name,
        kind=row.kind,
        game=row.game,
        title=_title(row.game),
        players=row.players,
        dice=bool(row.options.get("dice")),
        pace=row.pace,
        seconds=row.seconds,
        rounds=row.rounds,
        hours=row.round_seconds // 3600,
        fill=row.fill,
        status=row.status,
        host=me is not None and row.host == me,
        entrants=_entrants(entrants, rounds, pairings, me),
        played=[_round(one, pairings) for one in rounds],
    )


def _entrants(
    entrants: list[EntrantRow],
    rounds: list[RoundRow],
    pairings: list[PairingRow],
    me: str | None,
) -> list[bodies.TournamentEntrant]:
    """Everybody, the best first. What was made of a round's cards counts when all have had them."""
    done = {one.number for one in rounds if one.status == "done"}
    known = [
        one if one.round in done or one.result is None else _without_points(one) for one in pairings
    ]
    by_number = {one.number: one for one in entrants}
    found = []
    for standing in standings(list(by_number), played(known)):
        one = by_number[standing.number]
        found.append(
            bodies.TournamentEntrant(
                number=one.number,
                person=one.person,
                name=one.name,
                status=one.status,
                place=standing.place,
                points=standing.points,
                par=standing.par,
                opponents=standing.opponents,
                played=standing.played,
                won=standing.won,
                mine=me is not None and one.person == me,
            )
        )
    return found


def _without_points(one: PairingRow) -> PairingRow:
    result = dict(one.result or {})
    return one._replace(result=result | {"totals": [None] * len(result["totals"])})


def _round(row: RoundRow, pairings: list[PairingRow]) -> bodies.TournamentRound:
    tables = []
    for one in pairings:
        if one.round == row.number:
            result = one.result
            tables.append(
                bodies.TournamentTable(
                    one.at,
                    numbers_of(one),
                    None if result is None else scores(result["ranks"]),
                    result["totals"] if result is not None and row.status == "done" else None,
                    [] if result is None else result["absent"],
                )
            )
    return bodies.TournamentRound(row.number, row.status, row.due, tables)
