"""REST: ratings, head-to-head, friends by link."""

import time

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from capotreno.server.club import bodies, ratings
from capotreno.server.doors.answers import Call
from capotreno.server.hall.caller import person_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest, new_token
from capotreno.server.store.people import PersonRow
from capotreno.server.store.store import Store
from capotreno.server.table.faults import Refusal

VALID = 14 * 86_400.0  # seconds for which a friend's link is good


def _store(request: Call) -> Store:
    return Context.of(request.app).hall.store


async def _person(store: Store, id: str) -> PersonRow:
    found = await store.people.get(id)
    if found is None:
        raise Refusal("nobody")
    return found


@get("/api/people/{person_id:str}/ratings")
async def ratings_of(request: Call, person_id: FromPath[str]) -> list[bodies.OwnRating]:
    """Somebody's ratings, by family of maps."""
    store = _store(request)
    await _person(store, person_id)
    return [ratings.told(row) for row in await store.ratings.of(person_id)]


@get("/api/people/{person_id:str}/meetings")
async def meetings(request: Call, person_id: FromPath[str]) -> bodies.Meetings:
    """How the caller and somebody else have fared with each other."""
    store = _store(request)
    me = await person_of(request, store)
    await _person(store, person_id)
    return await ratings.met(store, me.id, person_id)


@post("/api/ratings", status_code=200)
async def at_tables(
    request: Call, data: JSONBody[bodies.TablesAsked]
) -> dict[str, list[bodies.SeatRating]]:
    """The ratings of who sits at some tables, on the map that is played there."""
    store = _store(request)
    found = {}
    for id in data.tables:
        row = await store.table(id)
        if row is not None:
            found[id] = await ratings.of_seats(store, row, await store.seats(id))
    return found


async def _friends(store: Store, me: PersonRow) -> list[bodies.Friend]:
    return [bodies.Friend(one.id, one.name, one.face) for one in await store.friends.of(me.id)]


@get("/api/friends")
async def friends(request: Call) -> list[bodies.Friend]:
    """The caller's friends."""
    store = _store(request)
    return await _friends(store, await person_of(request, store))


@post("/api/friends/link", status_code=201)
async def link(request: Call) -> bodies.FriendLink:
    """A link that makes its reader the caller's friend; an earlier one makes nobody any more."""
    store = _store(request)
    me = await person_of(request, store)
    secret, until = new_token(), time.time() + VALID
    await store.friends.offer(digest(secret), me.id, until)
    return bodies.FriendLink(secret, until)


@post("/api/friends", status_code=201)
async def befriend(request: Call, data: JSONBody[bodies.FriendSecret]) -> list[bodies.Friend]:
    """The caller and whose link it is are friends; all of the caller's."""
    store = _store(request)
    me = await person_of(request, store)
    other = await store.friends.offered(digest(data.secret), time.time())
    if other is None or other == me.id:
        raise Refusal("no_friend_link")
    await store.friends.befriend(me.id, other, time.time())
    return await _friends(store, me)


@delete("/api/friends/{person_id:str}", status_code=200)
async def part(request: Call, person_id: FromPath[str]) -> list[bodies.Friend]:
    """The caller and somebody are friends no more."""
    store = _store(request)
    me = await person_of(request, store)
    await store.friends.part(me.id, person_id)
    return await _friends(store, me)
