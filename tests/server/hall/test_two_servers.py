"""Two servers on one PostgreSQL: one table, one truth."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from capotreno.games.registry import games
from capotreno.server.store import Store
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer
from tests.server.trouble.torture import (
    PATIENCE,
    Frame,
    Move,
    Server,
    Table,
    Talk,
    call,
    cells_of,
    create,
    replayed,
    running,
    talk,
)
from tools.setup.debian import Missing

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAME = games()[0]


class Pair:
    """Two servers and the database they share."""

    def __init__(self, folder: Path, url: str, channels: str = "", address: str = "") -> None:
        self.url = url
        shared = {
            "CAPOTRENO_DATABASE": url,
            "CAPOTRENO_CHANNELS": channels,
            "CAPOTRENO_ADDRESS": address,
        }
        self.left = Server(folder / "left", **shared)
        self.right = Server(folder / "right", **shared)

    async def state_of(self, table: Table) -> tuple[list[Move], dict[int | None, object]]:
        """What the database holds, and what everybody must be shown of it."""
        store = await Store.open(self.url)
        try:
            row = await store.table(table.id)
            moves = [
                Move(m.seq, m.seat, m.kind, m.body, m.key) for m in await store.moves(table.id)
            ]
        finally:
            await store.close()
        assert row is not None
        state = replayed(table.game, row.seed, moves)
        seats = (*range(table.game.players), None)
        return moves, {seat: cells_of(table.game, state, seat) for seat in seats}


@pytest.fixture
async def pair(tmp_path: Path, postgresql_url: str, anyio_backend: str) -> AsyncIterator[Pair]:
    """Two servers for a test that ends one."""
    found = Pair(tmp_path, postgresql_url)
    async with running(found.left, found.right):
        yield found
    for server in (found.left, found.right):
        assert "Traceback" not in server.said(), server.said()


@pytest.fixture(scope="module", params=["postgresql", "redis", "owner"])
def either(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Cluster
) -> Iterator[Pair]:
    """Two servers that hear each other through PostgreSQL, or through Redis; nobody ends them.

    They play the same tables, as servers do that cannot reach each other; or else one is the owner
    and the other only passes on what comes to it.
    """
    channels = request.getfixturevalue("redis").url if request.param == "redis" else ""
    address = "" if request.param == "owner" else "-"
    found = Pair(tmp_path_factory.mktemp("pair"), postgres.create(), channels, address)
    servers = (found.left, found.right)
    try:
        for server in servers:
            asyncio.run(server.start())
        yield found
    finally:
        for server in servers:
            server.kill()
    for server in servers:
        assert "Traceback" not in server.said(), server.said()


by_postgresql = pytest.mark.parametrize("either", ["postgresql"], indirect=True)


def asked_seat(talks: list[Talk]) -> int:
    return next(seat for seat, said in enumerate(talks) if said.offer is not None)


@by_postgresql
async def test_racing_gestures_one_wins_and_both_audiences_agree(either: Pair) -> None:
    """Every seat sits at both servers, and at each decision both send something else."""
    pair = either
    table = await create(pair.left, GAME, 2)
    dice = random.Random(7)
    wins = [0, 0]
    async with contextlib.AsyncExitStack() as stack:
        sides = [
            [await stack.enter_async_context(talk(server, table, seat)) for seat in (0, 1)]
            for server in (pair.left, pair.right)
        ]
        watcher = await stack.enter_async_context(talk(pair.right, table))
        for number in range(40):
            seat = asked_seat(sides[0])
            pairs = [side[seat] for side in sides]
            choices = dice.sample(pairs[0].choices() * 2, 2)
            for first in dice.sample((0, 1), 2):
                await pairs[first].gesture(f"{number}-{first}", choices[first])
            answers = [await said.until("ack", "refused") for said in pairs]
            kinds = [answer["type"] for answer in answers]
            assert sorted(kinds) == ["ack", "refused"], answers
            assert answers[kinds.index("refused")]["stale"], answers
            wins[kinds.index("ack")] += 1
            last = answers[kinds.index("ack")]["seq"]
            for said in (*sides[0], *sides[1], watcher):
                await said.reach(last)
        moves, cells = await pair.state_of(table)
        for side in sides:
            assert [said.seq for said in side] == [moves[-1].seq] * 2
            assert [said.view["cells"] for said in side] == [cells[0], cells[1]]
        assert watcher.view["cells"] == cells[None]
    keys = [move.key for move in moves if move.key is not None]
    assert len(set(keys)) == len(keys) == len(moves) - 1
    assert min(wins) > 0, f"one server always wins: {wins}"


async def test_moves_chat_and_seats_reach_the_other_server(either: Pair) -> None:
    pair = either
    body = {"game": GAME, "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}]}
    made = await call(pair.left, "POST", "/api/tables", body={**body, "shuffle": False})
    table = await create(pair.left, GAME, 2)
    table.id, table.token = made["table"], made["token"]
    async with talk(pair.left, table, 0) as left, talk(pair.right, table) as right:
        path = f"/api/tables/{table.id}/join"
        bo = await call(pair.right, "POST", path, body={"name": "Bo"})
        taken = await left.until("seats", when=lambda frame: frame["seats"][1]["name"] == "Bo")
        assert taken["seats"][1]["kind"] == "person"
        await asyncio.gather(left.reach(0), right.reach(0))
        own = Table(table.id, table.game, bo["token"], bo["seats"])
        async with talk(pair.right, own, 1) as second:
            for number in range(20):
                side = left if left.offer is not None else second
                await side.gesture(f"k{number}", side.choices()[0])
                await side.until("ack")
                await asyncio.gather(*(one.reach(side.seq) for one in (left, right, second)))
            await left.send(type="say", text="ciao")
            assert (await second.until("line"))["text"] == "ciao"
            assert (await left.until("line"))["text"] == "ciao"
            await left.send(type="say", text="once")
            assert (await left.until("line"))["text"] == "once"
            await asyncio.sleep(0.3)
            await left.send(type="ping")
            await left.until("pong")
            assert [f["text"] for f in left.frames if f["type"] == "line"] == ["ciao", "once"]


async def claim_somewhere(sides: list[Talk]) -> int:
    """Play until somebody has claimed a route and is asked how to pay; the seat."""
    for number in range(200):
        seat = asked_seat(sides)
        said = sides[seat]
        claims = [choice for choice in said.choices() if choice.startswith("claim")]
        await said.gesture(f"c{number}", (claims or said.choices())[0])
        await said.until("ack")
        await asyncio.gather(*(one.reach(said.seq) for one in sides))
        if claims:
            return seat
    raise AssertionError("nobody could claim anything")


async def test_who_is_present_is_known_at_both_servers(either: Pair) -> None:
    pair = either
    table, tokens = await persons(pair)
    async with talk(pair.left, tokens[0], 0) as anna:
        async with talk(pair.right, tokens[1], 1), talk(pair.right, table):
            both = await anna.until("seats", when=here(True, True, 1))
            assert both["spectators"] == 1
            path = f"/api/tables/{table.id}/seats/1"
            with pytest.raises(AssertionError, match="present"):
                await call(pair.left, "POST", path, body={"bot": "random"}, token=table.token)
        await anna.until("seats", when=here(True, False, 0))
        found = await call(pair.right, "GET", f"/api/tables/{table.id}")
        assert [seat["present"] for seat in found["seats"]] == [True, False]
        # A server that has to ask who is there before it can tell.
        other = await create(pair.left, GAME, 2)
        async with talk(pair.left, other, 0), talk(pair.right, other) as watcher:
            await watcher.until("seats", when=here(True, False, 1))


async def test_a_wish_to_undo_is_heard_and_granted_at_the_other_server(either: Pair) -> None:
    pair = either
    table, tokens = await persons(pair)
    async with (
        talk(pair.left, tokens[0], 0) as anna,
        talk(pair.right, tokens[1], 1) as bo,
        talk(pair.right, table) as watcher,
    ):
        sides = [anna, bo]
        seat = await claim_somewhere(sides)
        mover, other = sides[seat], sides[1 - seat]
        before = mover.seq
        for agree in (False, True):
            await mover.send(type="undo")
            for said in (mover, other, watcher):
                asked = await said.until("undo_asked")
                assert (asked["seat"], asked["waiting"]) == (seat, [1 - seat])
            await other.send(type="agree", agree=agree)
            if not agree:
                for said in (mover, other, watcher):
                    assert (await said.until("undo_asked"))["waiting"] == []
                continue
            for said in (mover, other, watcher):
                await said.reach(before + 1)
                assert said.frames[-1]["kind"] == "undo"
        moves, cells = await pair.state_of(table)
        assert [move.kind for move in moves].count("undo") == 1
        assert (anna.view["cells"], bo.view["cells"]) == (cells[0], cells[1])
        await other.send(type="agree", agree=True)
        assert (await other.until("error"))["error"] == "no_undo"


async def test_servers_hear_each_other_again_when_redis_is_back(
    tmp_path: Path, postgresql_url: str
) -> None:
    try:
        redis = RedisServer()
    except Missing as reason:
        pytest.skip(str(reason))
    redis.start()
    pair = Pair(tmp_path, postgresql_url, redis.url)
    try:
        async with running(pair.left, pair.right):
            table = await create(pair.left, GAME, 2)
            async with talk(pair.left, table, 0) as left, talk(pair.right, table, 1) as right:
                await left.until("seats", when=here(True, True, 0))
                redis.stop()
                await left.gesture("k1", left.choices()[0])
                seq = (await left.until("ack"))["seq"]
                redis.start()
                await right.reach(seq)  # what was not heard is read from the store
                await right.gesture("k2", right.choices()[0])
                await right.until("ack")
                await left.reach(right.seq)
            for server in (pair.left, pair.right):
                assert "Traceback" not in server.said(), server.said()
    finally:
        redis.stop()


@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_a_server_that_ends_has_nobody_present(pair: Pair, end: str) -> None:
    table = await create(pair.left, GAME, 2)
    async with talk(pair.right, table, 1) as said:
        async with talk(pair.left, table, 0):
            await said.until("seats", when=here(True, True, 0))
            await asyncio.to_thread(getattr(pair.left, end))
        await said.until("seats", when=here(False, True, 0))


def here(first: bool, second: bool, spectators: int) -> Callable[[Frame], bool]:
    return lambda frame: (
        [seat["present"] for seat in frame["seats"]] == [first, second]
        and frame["spectators"] == spectators
    )


async def persons(pair: Pair) -> tuple[Table, list[Table]]:
    """A table of two persons with a token each."""
    body = {"game": GAME, "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}]}
    made = await call(pair.left, "POST", "/api/tables", body={**body, "shuffle": False})
    path = f"/api/tables/{made['table']}/join"
    bo = await call(pair.right, "POST", path, body={"name": "Bo"})
    game = (await create(pair.left, GAME, 2)).game
    first = Table(made["table"], game, made["token"], made["seats"])
    return first, [first, Table(made["table"], game, bo["token"], bo["seats"])]


async def test_the_survivor_goes_on_for_persons_bots_and_clocks(pair: Pair) -> None:
    free = await create(pair.left, GAME, 2)
    live = await create(pair.left, GAME, 2, pace="live", seconds=2)
    bots = await create(pair.left, GAME, 1, bots=1)
    async with talk(pair.right, free, 0) as other, talk(pair.left, free, 1) as mine:
        sides = [other, mine]
        for number in range(6):
            side = sides[asked_seat(sides)]
            await side.gesture(f"k{number}", side.choices()[-1])
            await side.until("ack")
            await asyncio.gather(*(one.reach(side.seq) for one in sides))
        seat = asked_seat(sides)
        last = (mine.seq, sides[seat].choices()[0])
        pair.left.kill()
    # Everybody comes to the survivor; who does not know whether a gesture counted sends it again.
    async with talk(pair.right, free, 0) as first, talk(pair.right, free, 1) as second:
        assert (first.seq, second.seq) == (last[0], last[0])
        sides = [first, second]
        for _ in range(2):
            await sides[seat].gesture("again", last[1], last[0])
            assert (await sides[seat].until("ack"))["seq"] == last[0] + 1
    await play_to_the_end_of_a_bot(pair, bots)
    # Nobody connects to this one: the clock alone puts bots in the chairs.
    store = await Store.open(pair.url)
    try:
        async with asyncio.timeout(PATIENCE):
            while len(await store.moves(live.id)) < 6:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
        assert all(seat.stand_in for seat in await store.seats(live.id))
    finally:
        await store.close()


async def play_to_the_end_of_a_bot(pair: Pair, table: Table) -> None:
    """The bot died with its server in the middle of a turn: its deadline brings it back."""
    store = await Store.open(pair.url)
    try:
        await store.set_deadline(table.id, time.time())  # instead of waiting 30 seconds
        async with talk(pair.right, table, table.seats[0]) as person:
            for number in range(10):
                while person.offer is None:
                    await person.hear()
                await person.gesture(f"k{number}", person.choices()[0])
                await person.until("ack")
        moves = await store.moves(table.id)
        assert any(move.seat not in table.seats for move in moves[1:])
    finally:
        await store.close()


@by_postgresql
async def test_a_lost_word_between_servers_is_made_good(either: Pair) -> None:
    """A server died after its commit and before it told: who comes next is shown the store."""
    pair = either
    table = await create(pair.left, GAME, 2)
    async with talk(pair.right, table, 0) as said:
        action = said.choices()[0]
        store = await Store.open(pair.url)
        try:
            opening = (await store.moves(table.id))[-1]
            body: dict[str, object] = {"actions": [action], "chance": []}
            move = replace(opening, seq=said.seq + 1, seat=0, body=body, key="lost")
            assert await store.add_move(move, deadline=None, status="running", result=None)
        finally:
            await store.close()
        async with talk(pair.right, table, 1) as other:
            assert other.seq == move.seq
            await said.reach(move.seq)
            _, cells = await pair.state_of(table)
            assert (said.view["cells"], other.view["cells"]) == (cells[0], cells[1])
