"""Ratings from finished tables, each counted once, and what a door tells of them."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

from capotreno.games.registry import REGISTRY
from capotreno.server.club import bodies
from capotreno.server.club.rating import DICE, Rating, family, of_bot, rated
from capotreno.server.store.club.ratings import RatingRow
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.table.results import finish_of

#: Days back in which a table that told nothing is looked for: a server may have died at its end.
BACK: Final = 30 * 86_400.0


#: Games of two people that are named.
LAST: Final = 20


def counts(row: TableRow, seats: Sequence[SeatRow]) -> list[str]:
    """The people whose rating a table changes; none where it tells nothing.

    A board of one's own tells nothing of anybody, nor does a seat that two of a table share.
    """
    people = [seat.person for seat in seats if seat.kind == "person" and seat.person is not None]
    known = row.status == "finished" and row.game in REGISTRY and len(seats) > 1
    return people if known and len(set(people)) == len(people) else []


async def count(store: Store, id: str) -> bool:
    """Let a finished table count in the ratings, once; whether it was done now."""
    row, seats = await store.table(id), await store.seats(id)
    if row is None or row.status != "finished":
        return False
    people, kind, ended = counts(row, seats), family(row.game, row.options), row.result

    def change(known: Mapping[str, RatingRow]) -> list[RatingRow]:
        if not people or ended is None:
            return []
        result = finish_of(ended)
        before = [_before(seat, kind, known) for seat in seats]
        after = rated(before, result.ranks)
        changed = []
        for seat, rating in zip(seats, after, strict=True):
            if seat.kind == "person" and seat.person is not None:
                old = known.get(seat.person)
                games, won = (old.games, old.won) if old else (0, 0)
                won += seat.seat in result.winners
                changed.append(
                    RatingRow(
                        *(seat.person, kind, rating.mu, rating.sigma, games + 1, won, row.changed)
                    )
                )
        return changed

    return await store.ratings.keep(id, people, kind, time.time(), change)


def _before(seat: SeatRow, kind: str, known: Mapping[str, RatingRow]) -> Rating:
    if seat.kind == "bot":
        return of_bot(kind, seat.bot)
    row = known.get(seat.person or "")
    return Rating() if row is None else Rating(row.mu, row.sigma)


async def count_missed(store: Store) -> None:
    """Let the tables count at whose end no server was."""
    for id in await store.ratings.unrated(time.time() - BACK):
        await count(store, id)


def told(row: RatingRow) -> bodies.OwnRating:
    """A rating as people read it."""
    game, dice, _ = row.family.partition(DICE)
    title = REGISTRY[game]().title if game in REGISTRY else None
    names = {"en": title.en, "it": title.it} if title else {}
    rating = Rating(row.mu, row.sigma)
    return bodies.OwnRating(
        game, names, bool(dice), rating.value, rating.spread, row.games, row.won
    )


async def of_seats(store: Store, row: TableRow, seats: list[SeatRow]) -> list[bodies.SeatRating]:
    """The ratings of who sits at a table, as far as there are any."""
    kind = family(row.game, row.options)
    people = [seat.person for seat in seats if seat.person is not None]
    known = await store.ratings.some(people, kind)
    found = []
    for seat in seats:
        mine = known.get(seat.person or "")
        if seat.kind == "bot" and row.game in REGISTRY:
            rating = of_bot(kind, seat.bot)
        elif seat.kind == "person" and mine is not None:
            rating = Rating(mine.mu, mine.sigma)
        else:
            continue
        found.append(bodies.SeatRating(seat.seat, rating.value, rating.spread))
    return found


async def met(store: Store, one: str, other: str) -> bodies.Meetings:
    """How two people have fared with each other."""
    found = bodies.Meetings(0, 0, 0, 0, [])
    for row, (mine, theirs) in await store.ratings.meetings(one, other):
        if row.result is None or mine.kind != "person" or theirs.kind != "person":
            continue
        ranks = finish_of(row.result).ranks
        mark = (ranks[mine.seat] > ranks[theirs.seat]) - (ranks[mine.seat] < ranks[theirs.seat])
        found.games += 1
        found.won += mark < 0
        found.lost += mark > 0
        found.drawn += mark == 0
        if len(found.last) < LAST and row.game in REGISTRY:
            found.last.append(bodies.Meeting(row.id, row.game, row.changed, -mark))
    return found
