import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from capotreno.bots.levels.learned import LearnedBot
from capotreno.bots.levels.search import THINKING
from capotreno.bots.registry import bots, make
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import HIDDEN, State, View
from capotreno.games.registry import games, load
from capotreno.server.bots import pool as module
from capotreno.server.bots import process
from capotreno.server.bots.pool import BotWorkers, WorkersClosed
from capotreno.server.bots.process import WorkerProcess

pytestmark = pytest.mark.anyio

BAD = "tests.server.bots.bad_bots"
EXTRA = {
    name.lower(): f"{BAD}:{name}"
    for name in (
        *("Sleeper", "Stone", "Parent", "Crasher", "Unborn", "Quitter", "Leaver", "Victim"),
        *("Cheat", "Mumbler", "Giant", "Chatterbox", "Spy", "Clock", "Thrifty"),
    )
}
BUDGET = 3.0  # far more than a good bot takes, also on a busy machine
PATIENCE = 120.0  # seconds for what the kernel does in its own time
STRONGEST = bots()[-1]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _time_to_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STAND_IN", PATIENCE)


@pytest.fixture(scope="module")
def game() -> Game:
    return load(games()[0], 3)


def views(game: Game, turns: int = 60, step: int = 5) -> Iterator[View]:
    """Views in which there is something to choose, along a random game."""
    dice = random.Random(5)
    state: State = game.start(11)
    for number in range(turns):
        seat = game.actor(state)
        if seat is None:
            return
        if number % step == 0 and len(game.legal(state)) > 1:
            yield game.view(state, seat)
        game.apply(state, dice.choice(game.legal(state)))


@pytest.fixture
def view(game: Game) -> View:
    return next(views(game))


def children() -> set[int]:
    """The processes whose parent is this one."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(stat.parent.name))
    return found


def runs(pid: int) -> bool:
    """Whether a process runs; a zombie waits only to be counted by its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def group(pid: int) -> set[int]:
    """The running processes of a worker's session: itself and what its bot forked."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == pid and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found


async def until(true: Callable[[], bool]) -> None:
    """Wait for what the kernel or another process does in its own time."""
    limit = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < limit
        await asyncio.sleep(0.002)


def thinks(workers: BotWorkers) -> bool:
    """Whether a bot has begun to think."""
    return any(worker.began for worker in workers._workers)


@asynccontextmanager
async def open_workers(count: int = 1, budget: float = BUDGET) -> AsyncIterator[BotWorkers]:
    """Workers that leave no process behind."""
    before = children()
    made = BotWorkers(count, budget, EXTRA)
    try:
        yield made
    finally:
        pids = made.pids
        await made.close()
        assert made.pids == ()
        assert not any(runs(pid) for pid in pids)
        assert children() <= before


@pytest.mark.parametrize("name", games())
async def test_a_bot_chooses_as_it_does_in_this_process(name: str) -> None:
    async with open_workers(budget=PATIENCE) as workers:
        asked = 0
        game = load(name, 2)
        for seed, view in enumerate(views(game)):
            for bot in bots():
                code, chooser, _ = await workers.choose(game, view.copy(), bot, seed)
                assert chooser == bot
                assert code in game.legal(view)
                assert code == make(bot, game, seed).choose(view.copy())
                asked += 1
        assert asked >= 10
        assert vars_of(workers) == (asked, 0, 0, 0, 0)


def vars_of(workers: BotWorkers) -> tuple[int, ...]:
    counts = workers.metrics
    return (counts.chosen, counts.crashed, counts.slow, counts.illegal, counts.restarted)


async def test_a_search_shares_its_time_with_those_who_wait(
    game: Game, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []

    async def code(_: WorkerProcess, job: bytes, budget: float) -> int:
        told.append(json.loads(job)["thinking"])
        assert budget == BUDGET
        await asyncio.sleep(0)
        return game.legal(view)[0]

    monkeypatch.setattr(WorkerProcess, "code", code)
    async with open_workers() as workers:
        asked = [workers.choose(game, view.copy(), "search", seed) for seed in range(4)]
        found = await asyncio.gather(*asked)
    assert {chosen.bot for chosen in found} == {"search"}
    assert told == [THINKING, THINKING / 3, THINKING / 2, THINKING]


async def test_a_level_that_is_no_more_here_is_played_by_another(
    game: Game, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_workers(budget=PATIENCE) as workers:
        searched = await workers.choose(game, view.copy(), "search", 1)
        assert (searched.bot, searched.code in game.legal(view)) == ("search", True)
        if LearnedBot.name not in bots():
            assert (await workers.choose(game, view.copy(), "learned", 1)).bot == STRONGEST


async def test_a_seat_that_is_not_the_first_one_asked_chooses_from_its_own_menu() -> None:
    """In a simultaneous choice the top of the stack is another seat's question."""
    game = load(games()[0], 3)
    state = game.start(3)
    while len(seats := game.actors(state)) == 1:
        game.apply(state, game.legal(state)[0])
    assert len(seats) == 3
    game.apply(state, game.legal_for(state, seats[2])[0], seats[2])  # the menus differ now
    async with open_workers(budget=PATIENCE) as workers:
        for seat in seats:
            view = game.view(state, seat)
            assert HIDDEN in view.cells
            code, chooser, _ = await workers.choose(game, view, STRONGEST, 8)
            assert chooser == STRONGEST
            assert code == make(STRONGEST, game, 8).choose(game.view(state, seat))
            assert code in game.legal_for(state, seat)


@pytest.mark.parametrize(
    ("bad", "counts", "restarts"),
    [
        ("sleeper", "slow", 1),
        ("stone", "slow", 1),
        ("parent", "slow", 1),
        ("crasher", "crashed", 0),
        ("unborn", "crashed", 0),
        ("quitter", "crashed", 1),
        ("leaver", "crashed", 1),
        ("victim", "crashed", 1),
        ("cheat", "illegal", 0),
        ("mumbler", "illegal", 0),
        ("giant", "illegal", 0),
    ],
)
async def test_a_simpler_bot_stands_in_for_a_bad_one(
    game: Game, view: View, bad: str, counts: str, restarts: int
) -> None:
    async with open_workers() as workers:
        await workers.warm()
        (pid,) = workers.pids
        async with asyncio.timeout(PATIENCE):
            code, chooser, _ = await workers.choose(game, view, bad, 4)
        assert code in game.legal(view)
        assert chooser == STRONGEST
        assert code == make(STRONGEST, game, 4).choose(view.copy())
        assert getattr(workers.metrics, counts) == 1
        assert sum(vars_of(workers)) == 2 + restarts
        assert workers.metrics.restarted == restarts
        if restarts:
            await until(lambda: not group(pid))  # neither the bot nor what it forked
        assert (await workers.choose(game, view, STRONGEST, 4))[:2] == (code, STRONGEST)
        assert workers.metrics.chosen == 2


async def test_a_worker_killed_from_outside_while_its_bot_thinks(game: Game, view: View) -> None:
    async with open_workers(budget=600.0) as workers:
        await workers.warm()
        (pid,) = workers.pids
        ask = asyncio.create_task(workers.choose(game, view, "sleeper", 4))
        await until(lambda: thinks(workers))
        os.kill(pid, signal.SIGKILL)
        code, chooser, _ = await ask
        assert (chooser, code in game.legal(view)) == (STRONGEST, True)
        assert vars_of(workers) == (1, 1, 0, 0, 1)


async def test_a_worker_killed_while_idle_costs_no_bot_its_turn(game: Game, view: View) -> None:
    async with open_workers(budget=PATIENCE) as workers:
        await workers.warm()
        for sleep in (0.0, 0.2):  # before and after the server has noticed
            os.kill(workers.pids[0], signal.SIGKILL)
            await asyncio.sleep(sleep)
            _, chooser, _ = await workers.choose(game, view, STRONGEST, 4)
            assert chooser == STRONGEST
        assert vars_of(workers) == (2, 0, 0, 0, 2)


async def test_all_bots_bad_or_no_worker_at_all_still_gives_a_legal_code(
    game: Game, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_workers() as workers:
        monkeypatch.setattr(process, "PROGRAM", "raise SystemExit")
        code, chooser, _ = await workers.choose(game, view, STRONGEST, 4)
        assert (code in game.legal(view), chooser) == (True, bots()[0])
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        code, chooser, _ = await workers.choose(game, view, STRONGEST, 4)
        assert (code in game.legal(view), chooser) == (True, bots()[0])
        await workers.warm()
        monkeypatch.undo()
        _, chooser, _ = await workers.choose(game, view, STRONGEST, 4)
        assert chooser == STRONGEST
    async with open_workers() as workers:
        monkeypatch.setattr(module, "bots", lambda: ("cheat", "crasher"))
        code, _, _ = await workers.choose(game, view, "sleeper", 4)
        assert code in game.legal(view)
        assert vars_of(workers) == (1, 1, 1, 1, 1)


async def test_the_budget_does_not_run_while_a_bot_queues(game: Game, view: View) -> None:
    """Ten at once on one worker: together they take more than a budget, and each has its own."""
    async with open_workers() as workers:
        done: list[int] = []

        async def ask(number: int) -> str:
            _, chooser, seconds = await workers.choose(game, view, "clock", number)
            assert 0.05 < seconds < BUDGET  # what it thought, not how long it queued
            done.append(number)
            return chooser

        assert await asyncio.gather(*map(ask, range(10))) == ["clock"] * 10
        assert done == sorted(done)  # first come, first served
        assert vars_of(workers) == (10, 0, 0, 0, 0)


async def test_two_workers_think_at_the_same_time(game: Game, view: View) -> None:
    async with open_workers(2, 600.0) as workers:
        await workers.warm()
        assert len(workers.pids) == 2
        busy = asyncio.create_task(workers.choose(game, view, "sleeper", 0))
        for seed in range(3):
            _, chooser, _ = await workers.choose(game, view, STRONGEST, seed)
            assert chooser == STRONGEST
        assert not busy.done()
        busy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await busy


async def test_starting_does_not_hold_up_the_server(game: Game, view: View) -> None:
    before = children()
    async with open_workers() as workers:
        assert children() == before  # nothing is started before it is needed
        task = asyncio.create_task(workers.warm())
        turns = 0  # of the event loop, while the process starts
        while not task.done():
            await asyncio.sleep(0.001)
            turns += 1
        assert turns > 1
        assert len(workers.pids) == 1
        await workers.choose(game, view, STRONGEST, 1)
        assert workers.metrics.restarted == 0


@pytest.mark.parametrize("bot", ["spy", "chatterbox"])
async def test_a_bot_gets_a_view_and_nothing_else(
    game: Game, view: View, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAPOTRENO_DATABASE", "postgresql://me:secret@here/games")
    assert HIDDEN in view.cells
    async with open_workers(budget=PATIENCE) as workers:
        assert (await workers.choose(game, view, bot, 0))[:2] == (game.legal(view)[-1], bot)


async def test_a_bot_is_told_how_long_it_may_think(game: Game, view: View) -> None:
    async with open_workers(budget=5.0) as workers:
        assert (await workers.choose(game, view, "thrifty", 0)).bot == "thrifty"


async def test_only_known_bots_and_asked_seats(game: Game, view: View) -> None:
    async with open_workers() as workers:
        for name in ("", "no such bot", f"{BAD}:Clock", "os:system"):
            with pytest.raises(CapotrenoError, match="there is no bot"):
                await workers.choose(game, view, name, 0)
        other = game.view(game.start(11), -1)
        with pytest.raises(CapotrenoError, match="not asked"):
            await workers.choose(game, other, STRONGEST, 0)
        assert workers.pids == ()
    with pytest.raises(CapotrenoError):
        BotWorkers(0)


async def test_a_cancelled_ask_is_over_at_once_and_harms_no_other(game: Game, view: View) -> None:
    async with open_workers(budget=600.0) as workers:
        booting = asyncio.create_task(workers.choose(game, view, STRONGEST, 1))
        await until(lambda: bool(workers.pids))
        booting.cancel()
        await workers.warm()
        assert workers.metrics.restarted == 0  # the start goes on for the next one
        thinking = asyncio.create_task(workers.choose(game, view, "sleeper", 1))
        queued = asyncio.create_task(workers.choose(game, view, "sleeper", 2))
        await until(lambda: thinks(workers))
        queued.cancel()
        thinking.cancel()
        for task in (booting, thinking, queued):
            with pytest.raises(asyncio.CancelledError):
                await task
        code, chooser, _ = await workers.choose(game, view, STRONGEST, 3)
        assert (code, chooser) == (make(STRONGEST, game, 3).choose(view.copy()), STRONGEST)


@pytest.mark.parametrize(
    ("bot", "when"),
    [
        ("sleeper", "at once"),
        ("sleeper", "starting"),
        ("sleeper", "thinking"),
        ("stone", "thinking"),
        ("parent", "thinking"),
    ],
)
async def test_close_ends_the_workers_whatever_they_do(
    game: Game, view: View, bot: str, when: str
) -> None:
    """While they start, and while a bot hangs; who waits is told, and nobody plays for it."""
    async with open_workers(budget=600.0) as workers:
        asks = [asyncio.create_task(workers.choose(game, view, bot, n)) for n in range(3)]
        await asyncio.sleep(0)
        if when != "at once":
            await until(lambda: bool(workers.pids) if when == "starting" else thinks(workers))
        pids = workers.pids
        async with asyncio.timeout(PATIENCE):
            await workers.close()
            for ask in asks:
                with pytest.raises(WorkersClosed):
                    await ask
        await until(lambda: not any(group(pid) for pid in pids))
        with pytest.raises(WorkersClosed):
            await workers.choose(game, view, bot, 1)
        assert vars_of(workers) == (0, 0, 0, 0, 0)
        await workers.close()


DYING_SERVER = """
import asyncio, os, sys
from capotreno.games.registry import games, load
from capotreno.server.bots import pool as module
async def main(bot):
    game = load(games()[0], 3)
    state = game.start(11)
    view = game.view(state, game.actor(state))
    workers = module.BotWorkers(1, 0.5, {bot: "tests.server.bots.bad_bots:" + bot})
    await workers.warm()
    print(*workers.pids, flush=True)
    if bot == "Stone":
        asyncio.get_running_loop().call_later(0.2, os._exit, 1)
        await workers.choose(game, view, bot, 1)
    os._exit(1)
asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.parametrize("bot", ["idle", "Stone"])
def test_a_worker_does_not_outlive_a_server_that_died(bot: str) -> None:
    root = Path(__file__).resolve().parents[3]
    paths = os.pathsep.join([str(root), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", DYING_SERVER, bot],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    pid = int(done.stdout)
    limit = time.monotonic() + PATIENCE
    while runs(pid) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not runs(pid)
