"""Nothing hidden leaves: every frame is the one another world, equal to the seat, would give."""

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import msgspec
import pytest

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.state import NOBODY, Event, State, View
from capotreno.engine.view import hide
from capotreno.server.hall.secrets import digest
from capotreno.server.store.rows import MoveRow
from capotreno.server.table.audience import Audience
from capotreno.server.table.changes import Telling, encode
from capotreno.server.table.offer import reason
from capotreno.server.table.questions import misses
from capotreno.server.table.table import Table
from tests.server.client import Client, Site, finish, keep_all, round_of, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


def other_world(table: Table, view: View, seed: int) -> Table:
    """The same table where everything the view's seat does not know is drawn anew."""
    twin = Table(table.row, table.seats, table.game, table.store)
    twin.seq = table.seq
    twin.undo_steps = table.undo_steps  # who moved last, and whether chance spoke: everybody saw it
    twin.state = table.game.resample(view, seed)
    twin.audience.listeners = table.audience.listeners
    twin.audience._listening = table.audience._listening
    return twin


def other_events(
    table: Table, events: list[Event], seat: int, chance: random.Random
) -> list[Event]:
    """The same events with the secrets of others drawn anew; what others do in private, undone."""
    found: list[Event] = []
    for event in events:
        kind = table.game.layout.events[event[0]]
        hidden = (kind.secret or kind.private) and event[1 + kind.fields.index("seat")] != seat
        if hidden and kind.private:
            continue
        values = list(event[1:])
        for i, field in enumerate(kind.fields):
            if hidden and field in kind.secret:
                values[i] = chance.randrange(len(table.game.layout.words[field]))
        found.append((event[0], *values))
    return found


class Recorder:
    """Keeps every move and its events as the audience is told them."""

    def __init__(self, audience: Audience, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moves: list[tuple[MoveRow, list[Event]]] = []
        tell = audience.tell_move

        def recorded(move: MoveRow, events: list[Event]) -> None:
            self.moves.append((move, events))
            tell(move, events)

        monkeypatch.setattr(audience, "tell_move", recorded)


def same_without_time(left: bytes, right: bytes) -> bool:
    one, two = msgspec.json.decode(left), msgspec.json.decode(right)
    return {**one, "now": 0} == {**two, "now": 0}


async def watch_a_game(
    site: Site, monkeypatch: pytest.MonkeyPatch, game: str, names: tuple[str, ...], most: int
) -> int:
    """Play, and hold every frame a seat got against the one of another world."""
    id, tokens = await site.persons(*names, game=game)
    table = await site.hall.table(id)
    recorder = Recorder(table.audience, monkeypatch)
    chance = random.Random(game)
    held = 0
    sockets = [site.seat(id, token) for token in (*tokens, None)]
    everybody = [await socket.__aenter__() for socket in sockets]
    try:
        while held < most:
            assert table.state is not None
            before: State = table.state.copy()
            if await round_of(everybody[:-1], chance.choice, everybody[-1]) is None:
                break
            for seat, client in zip((*range(len(names)), NOBODY), everybody, strict=True):
                if most > 100 and chance.random() < 0.5:
                    continue  # a whole game is long
                _hold(table, recorder, client, seat, before, chance)
                if not held % 10:
                    chat = await site.hall.store.chat(id)
                    view = table.game.view(table.state, seat)
                    twin = other_world(table, view, chance.getrandbits(32))
                    for move, events in table.recent:
                        twin.recent.append((move, other_events(table, events, seat, chance)))
                    await client.snapshot()
                    shown = client.frames[-1].encode()
                    host = json.loads(shown)["host"]
                    again = twin.audience.snapshot(seat, chat, host=host)
                    assert same_without_time(again, shown)
            held += 1
    finally:
        for socket in reversed(sockets):
            await socket.__aexit__(None, None, None)
    return held


def _hold(
    table: Table,
    recorder: Recorder,
    client: Client,
    seat: int,
    before: State,
    chance: random.Random,
) -> None:
    assert table.state is not None
    game = table.game
    view = game.view(table.state, seat)
    twin = other_world(table, view, chance.getrandbits(32))
    assert twin.state is not None
    # What the seat was shown last comes from a third world.
    last = game.resample(game.view(before, seat), chance.getrandbits(32))
    twin.audience.views[seat] = game.view(last, seat)
    move, events = recorder.moves[-1]
    events = other_events(table, events, seat, chance)
    telling = Telling(game, events)
    told = encode(twin.audience._update(move, telling, game.view(twin.state, seat)))
    frames = [frame for frame in client.frames if frame.startswith('{"type":"update"')]
    assert frames[-1].encode() == told
    assert misses(twin, seat, "en").near == misses(table, seat, "en").near


@pytest.mark.parametrize(("game", "most"), [("new_york", 30), ("germany", 20)])
async def test_a_frame_tells_nothing_another_world_would_not(
    site: Site, monkeypatch: pytest.MonkeyPatch, game: str, most: int
) -> None:
    assert await watch_a_game(site, monkeypatch, game, ("Anna", "Bo", "Cleo"), most) == most


@pytest.mark.slow
@pytest.mark.parametrize("game", ["new_york", "germany"])
async def test_no_frame_of_a_whole_game_tells_what_another_world_would_not(
    site: Site, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    assert 40 < await watch_a_game(site, monkeypatch, game, ("Anna", "Bo"), 10_000) < 10_000


async def test_a_frame_that_told_a_secret_would_be_seen(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(audience: Audience, seat: int) -> View:
        assert audience.table.state is not None
        view = audience.table.game.view(audience.table.state, 0 if seat == NOBODY else seat)
        view.seat = seat
        view.menu = ()
        return view

    monkeypatch.setattr(Audience, "_view", careless)
    with pytest.raises(AssertionError):
        await watch_a_game(site, monkeypatch, "new_york", ("Anna", "Bo"), 20)


async def test_a_refusal_tells_nothing_another_world_would_not(site: Site) -> None:
    """Refusals are made from the true state: every code, at many moments, in two worlds."""
    for name in ("new_york", "germany"):
        id, _ = await site.persons("Anna", "Bo", "Cleo", game=name)
        table = await site.hall.table(id)
        game, state, chance = table.game, table.state, random.Random(name)
        assert state is not None
        for turn in range(60):
            if not turn % 3:
                for seat in range(game.players):
                    world = game.resample(game.view(state, seat), chance.getrandbits(32))
                    assert refusals(table, state, seat) == refusals(table, world, seat)
            seat = chance.choice(game.actors(state))
            game.apply(state, chance.choice(game.legal_for(state, seat)), seat)


def refusals(table: Table, state: State, seat: int) -> list[bytes]:
    found = []
    legal = table.game.legal_for(state, seat)
    for action in table.game.actions.all:
        if action.code not in legal:
            refusal = table.game.refusal(state, action.code, seat)
            assert isinstance(refusal, CapotrenoError)
            why = table.game.why_not(state, action.code, seat)
            found.append(str(refusal).encode() + encode(reason(why, "it")))
    return found


async def test_the_other_world_is_another_one(site: Site) -> None:
    """The comparison above would prove nothing if resampling gave the true state back."""
    id, _ = await site.persons("Anna", "Bo")
    table = await site.hall.table(id)
    assert table.state is not None
    view = table.game.view(table.state, 0)
    worlds = [other_world(table, view, seed).state for seed in range(10)]
    assert len({tuple(world.cells) for world in worlds if world is not None}) > 3
    shown = View(table.state.cells[:], table.state.stack[:], 1, table.game.id)
    hide(table.game, shown)
    assert shown.cells != view.cells


# -- seeds, tokens, hashes ----------------------------------------------------------------------


async def test_no_seed_token_or_hash_is_ever_sent(site: Site) -> None:
    answers: list[httpx.Response] = []

    async def keep(answer: httpx.Response) -> None:
        await answer.aread()
        answers.append(answer)

    site.http.event_hooks["response"].append(keep)
    id, tokens = await site.persons("Anna", "Bo", public=True)
    frames: list[str] = []
    async with (
        site.seat(id, tokens[0]) as anna,
        site.seat(id, tokens[1]) as bo,
        site.seat(id) as spectator,
    ):
        await keep_all(anna, bo)
        await spectator.reach(anna.seq)
        for client in (anna, bo, spectator):
            assert (await client.snapshot())["view"]["chance"] is None
            await client.send({"type": "say", "text": "hello"})
            await client.ask(
                {"type": "gesture", "key": "x", "seq": 0, "actions": [99999]}, "error", "refused"
            )
            await client.ask({"type": "nonsense"}, "error")
        await finish(site, id)
        for client in (anna, bo, spectator):
            await client.until("update", where=lambda m: bool(m["result"]))
            await client.snapshot()
            frames += client.frames
    row = (await site.hall.table(id)).row
    for path in ("/api/tables", f"/api/tables/{id}", "/api/games", "/health"):
        await site.http.get(path)
    await site.counted()
    await site.post("/api/mine", {"tokens": tokens})
    await site.post(f"/api/tables/{id}/rematch", None, token=tokens[0])
    await site.http.get("/api/schema/openapi.json")
    other_seed = (await site.hall.table(str((await site.hall.table(id)).row.rematch))).row.seed
    told = [answer for answer in answers if "token" in answer.text and answer.status_code == 201]
    assert len(told) == 2  # the creator's answer and the joiner's
    for answer, own in zip(told, tokens, strict=True):
        assert answer.json()["token"] == own
    secrets = [*tokens, *map(digest, tokens), row.creator]
    for seed in (row.seed, other_seed):
        secrets += [str(seed), f"{seed:x}"]
    texts = [*frames, *(a.text + str(a.headers) for a in answers if a not in told)]
    assert len(texts) > 200
    for secret in secrets:
        assert not any(secret in text for text in texts)
    log = await site.http.get(f"/api/tables/{id}/log")  # over: the game is its log, seed and all
    assert json.loads(log.text.splitlines()[0])["seed"] == row.seed
    assert not any(secret in log.text for secret in (*tokens, *map(digest, tokens)))
