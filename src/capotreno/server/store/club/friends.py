"""What the store keeps about friends: who is whose, and the links that make them."""

from typing import Any

from sqlalchemy import Connection, and_, delete, or_, select

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.people import PersonRow

__all__ = ["Friends"]


class Friends:
    """The friends of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> list[PersonRow]:
        """Somebody's friends, by name."""
        people, friends = schema.people, schema.friends.c
        wanted = (
            select(people)
            .join_from(schema.friends, people, people.c.id == friends.friend)
            .where(friends.person == person)
            .order_by(people.c.name, people.c.id)
        )
        return [PersonRow(*row) for row in await self._database.read(wanted)]

    async def offer(self, link: str, person: str, until: float) -> None:
        """Keeps a link (its hash) that makes somebody their friend, in place of an earlier one."""
        links = schema.friend_links

        def work(connection: Connection) -> None:
            connection.execute(delete(links).where(links.c.person == person))
            row = {"hash": link, "person": person, "until": until}
            connection.execute(self._database.inserting(links).values(**row))

        await self._database.write(work)

    async def offered(self, link: str, now: float) -> str | None:
        """Whose friend a link makes somebody."""
        links = schema.friend_links.c
        wanted = select(links.person).where(links.hash == link, links.until > now)
        rows: Any = await self._database.read(wanted)
        return rows[0].person if rows else None

    async def befriend(self, one: str, other: str, at: float) -> None:
        """Two people are each other's friends from now on."""
        adding = self._database.inserting(schema.friends).on_conflict_do_nothing()
        pairs = [
            {"person": one, "friend": other, "at": at},
            {"person": other, "friend": one, "at": at},
        ]

        def work(connection: Connection) -> None:
            connection.execute(adding, pairs)

        await self._database.write(work)

    async def part(self, one: str, other: str) -> None:
        """They are no longer."""
        friends = schema.friends.c
        both = or_(
            and_(friends.person == one, friends.friend == other),
            and_(friends.person == other, friends.friend == one),
        )

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.friends).where(both))

        await self._database.write(work)
