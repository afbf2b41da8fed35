"""The load bench: tables full of people on one server, and what they wait for.

The server is a process of its own on a fresh folder, or several on one PostgreSQL; the people are
another one. All are on loopback and end with the bench. `run` measures, `people` is that process.
"""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from capotreno.bench.clients import Clients
from capotreno.bench.readers import write_games
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import games, load
from capotreno.server.hall.games import game_for
from capotreno.server.hall.secrets import digest, new_id
from capotreno.server.store.rows import MoveRow, SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.table.stored import opened

__all__ = ["Group", "LoadReport", "people", "run"]

SERVER = (
    "from capotreno.server.serve import serve; "
    "from capotreno.server.settings import from_environment; serve(from_environment())"
)
PEOPLE = "from capotreno.bench.server import people; people()"
PATIENCE = 120.0  # seconds a server may take to answer
LOOK = 1.2  # seconds in which the clock looks at all tables a few times
WEEK = 7 * 24 * 3600.0

#: What issue 3 asks for: 200 tables of 4, a gesture every 2 s, on two cores, durable.
BARS = {"p99": 0.150, "kib_per_table": 200.0, "start": 1.5, "start_with_sleeping": 1.5}


@dataclass
class LoadReport:
    """What a run measured. Times are in seconds."""

    tables: int
    seats: int
    period: float
    seconds: float
    sleeping: int
    processes: int = 1
    reviews: bool = False
    reviewed: int = 0
    start: float = 0.0
    gestures: int = 0
    gestures_per_second: float = 0.0
    refused: int = 0
    late: int = 0  # gestures not sent because the table's last one was not answered yet
    turned_away: int = 0  # tables the server would not take, being late already
    p50: float = 0.0
    p95: float = 0.0
    p99: float = 0.0
    worst: float = 0.0
    cpu: float = 0.0  # share of one core the servers used, all together
    cpu_per_gesture: float = 0.0  # seconds of a core
    kib_per_table: float = 0.0  # in memory, nobody connected
    kib_per_seated_table: float = 0.0  # with a socket for every seat
    start_with_sleeping: float = 0.0
    kib_of_sleeping: float = 0.0  # what all of them together cost the server's memory
    disk_per_sleeping_table: float = 0.0  # bytes

    def json(self) -> dict[str, object]:
        return {
            name: round(value, 5) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }

    def missed(self) -> list[str]:
        """The bars that were not reached."""
        return [name for name, bar in BARS.items() if getattr(self, name) >= bar]

    def text(self) -> str:
        """The figures for a person, a line each."""
        rows = [
            ("servers", f"{self.processes}"),
            ("load", f"{self.tables} tables of {self.seats}, a gesture every {self.period:g} s"),
            (
                "gestures",
                f"{self.gestures} in {self.seconds:g} s: {self.gestures_per_second:.1f}/s",
            ),
            ("refused, late", f"{self.refused}, {self.late}"),
            ("turned away", f"{self.turned_away} tables"),
            *([("reviewed", f"{self.reviewed} games of a seat")] if self.reviews else []),
            *((name, f"{getattr(self, name) * 1000:.1f} ms") for name in ("p50", "p95", "p99")),
            ("worst", f"{self.worst * 1000:.1f} ms"),
            ("server's CPU", f"{self.cpu * 100:.0f} % of a core"),
            ("a gesture", f"{self.cpu_per_gesture * 1000:.2f} ms of a core"),
            ("a table idle", f"{self.kib_per_table:.0f} KiB"),
            ("a table seated", f"{self.kib_per_seated_table:.0f} KiB"),
            ("start", f"{self.start:.2f} s"),
        ]
        if self.sleeping:
            rows += [
                (f"start, {self.sleeping} asleep", f"{self.start_with_sleeping:.2f} s"),
                ("their memory", f"{self.kib_of_sleeping:.0f} KiB in all"),
                ("their disk", f"{self.disk_per_sleeping_table:.0f} bytes each"),
            ]
        wide = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{wide}}  {value}" for name, value in rows)


class Group(NamedTuple):
    """How many servers, and the empty PostgreSQL that several need; with it no tables sleep.

    `reviews`: they review finished games, one after the other, while the tables play.
    """

    processes: int = 1
    database: str = ""
    reviews: bool = False


ALONE = Group()


def say(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


def pinned(process: "subprocess.Popen[str]", place: int) -> None:
    """A process keeps to one core, another one to another: neither disturbs the other."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) > 1:
        os.sched_setaffinity(process.pid, {cores[place % len(cores)]})


class _Server:
    """A server process, with what the system knows of it; `core`: the one it keeps to."""

    def __init__(self, data: Path, database: str = "", core: int | None = 0) -> None:
        environment = {
            **os.environ,
            "CAPOTRENO_DATA": str(data),
            "CAPOTRENO_PORT": "0",
            "CAPOTRENO_HOST": "127.0.0.1",
            "CAPOTRENO_ADDRESS": "",
            "CAPOTRENO_DATABASE": database,
            "CAPOTRENO_CHANNELS": "",
            "CAPOTRENO_GRACE_SECONDS": "0",
            "CAPOTRENO_PAUSE_SECONDS": "0",
            "CAPOTRENO_SOCKETS": "100000",  # they stand for people at many addresses
            "CAPOTRENO_CALLS": "100000",
            "CAPOTRENO_OWN_TABLES": "0",
            "CAPOTRENO_TABLES": "0",
        }
        began = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-c", SERVER], env=environment, stdout=subprocess.PIPE, text=True
        )
        if core is not None:
            pinned(self._process, core)
        try:
            assert self._process.stdout is not None
            self.url = self._process.stdout.readline().strip()
            self._answer(began)
        except BaseException:
            self.stop()
            raise
        self.start = time.perf_counter() - began

    def _answer(self, began: float) -> None:
        """Wait until it says that it is well."""
        while time.perf_counter() - began < PATIENCE and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:  # noqa: S310
                    if answer.status == 200:
                        return
            except (OSError, ValueError):
                time.sleep(0.01)
        raise CapotrenoError("the server did not start; the lines above say why")

    def kib(self) -> int:
        """The memory it holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)

    def cpu(self) -> float:
        """Seconds of a core it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def run(
    tables: int = 200,
    seats: int = 4,
    period: float = 2.0,
    seconds: float = 30.0,
    sleeping: int = 10_000,
    only: Sequence[str] = (),
    group: Group = ALONE,
) -> LoadReport:
    """Measure servers of this machine; the words about how far it is go to stderr."""
    processes, database, reviews = group
    if processes > 1 and not database:
        raise CapotrenoError("several servers need --database postgresql://…, an empty one")
    sleeping = 0 if database else sleeping
    report = LoadReport(tables, seats, period, seconds, sleeping, processes, reviews)
    fitting = [name for name in only or games() if _fits(name, seats)]
    if not fitting:
        raise CapotrenoError(f"no game is for {seats} players")
    with tempfile.TemporaryDirectory(prefix="capotreno-bench-") as folder:
        logs = write_games(Path(folder) / "logs", fitting, seats) if reviews else []
        _live(report, Path(folder) / "live", fitting, database, logs)
        if report.sleeping:
            _asleep(report, Path(folder) / "asleep", fitting)
    return report


def _fits(game: str, players: int) -> bool:
    try:
        load(game, players)
    except CapotrenoError:
        return False
    return True


def _live(
    report: LoadReport, data: Path, fitting: Sequence[str], database: str, logs: Sequence[str]
) -> None:
    alone = report.processes == 1
    servers: list[_Server] = []
    clients = None
    try:
        servers.extend(
            _Server(data / f"{number}", database, 0 if alone else None)
            for number in range(report.processes)
        )
        report.start = servers[0].start
        say(f"the server answers after {report.start:.2f} s; {report.tables} tables are laid")
        job = {
            "servers": [server.url for server in servers],
            "games": list(fitting),
            "tables": report.tables,
            "seats": report.seats,
            "period": report.period,
            "seconds": report.seconds,
            "logs": list(logs),
        }
        clients = subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-c", PEOPLE, json.dumps(job)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if alone:
            pinned(clients, 1)
        _conduct(report, servers, clients)
    finally:
        if clients is not None:
            clients.kill()
            clients.communicate()
        for server in servers:
            server.stop()


def _conduct(
    report: LoadReport, servers: Sequence[_Server], clients: "subprocess.Popen[str]"
) -> None:
    """Go with the people from stage to stage: each ends with a line of theirs."""
    assert clients.stdin is not None
    assert clients.stdout is not None

    def stage(words: str) -> str:
        line = clients.stdout.readline() if clients.stdout is not None else ""
        if not line:
            raise CapotrenoError("the people of the bench left early; the lines above say why")
        if words:
            say(words)
        return line

    def kib() -> int:
        return sum(server.kib() for server in servers)

    def cpu() -> float:
        return sum(server.cpu() for server in servers)

    def go_on() -> None:
        assert clients.stdin is not None
        clients.stdin.write("\n")
        clients.stdin.flush()

    stage("")  # one table of each game was laid: what all tables share is in the memory
    empty = kib()
    go_on()
    stage("everybody sits down")
    report.kib_per_table = (kib() - empty) / report.tables
    go_on()
    stage(f"{report.tables * report.seats} sockets are open; {report.seconds:g} s of play")
    report.kib_per_seated_table = (kib() - empty) / report.tables
    before = cpu(), time.perf_counter()
    go_on()
    heard = json.loads(stage(""))
    spent = cpu() - before[0]
    report.cpu = spent / (time.perf_counter() - before[1])
    waits = sorted(heard["waits"])
    report.cpu_per_gesture = spent / max(1, len(waits))
    report.gestures = len(waits)
    report.gestures_per_second = len(waits) / report.seconds
    report.refused, report.late = heard["refused"], heard["late"]
    report.turned_away, report.reviewed = heard["turned_away"], heard["reviewed"]
    if waits:
        report.p50, report.p95, report.p99 = (
            waits[min(len(waits) - 1, int(len(waits) * share))] for share in (0.5, 0.95, 0.99)
        )
        report.worst = waits[-1]


def people() -> None:
    """The second process: one argument, a line for each stage, a line to go on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bench ends it
    asyncio.run(_people(json.loads(sys.argv[1])))


async def _people(job: dict[str, object]) -> None:
    async with Clients(job) as clients:
        for stage in (clients.warm, clients.lay, clients.sit, clients.play):
            answer = await stage()
            sys.stdout.write(f"{json.dumps(answer)}\n")
            sys.stdout.flush()
            await asyncio.to_thread(sys.stdin.readline)


def _asleep(report: LoadReport, data: Path, fitting: Sequence[str]) -> None:
    """Correspondence tables nobody looks at: rows, and nothing else."""
    _Server(data).stop()  # makes the database, which takes memory once
    server = _Server(data)
    time.sleep(LOOK)
    alone = server.kib()
    server.stop()
    size = _bytes(data)
    say(f"{report.sleeping} correspondence tables are written")
    asyncio.run(_write(data, report, fitting))
    report.disk_per_sleeping_table = (_bytes(data) - size) / report.sleeping
    server = _Server(data)
    report.start_with_sleeping = server.start
    time.sleep(LOOK)
    report.kib_of_sleeping = server.kib() - alone
    server.stop()


def _bytes(data: Path) -> int:
    return sum(file.stat().st_size for file in data.iterdir())


async def _write(data: Path, report: LoadReport, fitting: Sequence[str]) -> None:
    store = await Store.open(f"sqlite:///{data / 'capotreno.sqlite3'}")
    try:
        for first in range(0, report.sleeping, 200):
            numbers = range(first, min(first + 200, report.sleeping))
            await asyncio.gather(
                *(_sleeper(store, fitting[n % len(fitting)], report.seats) for n in numbers)
            )
    finally:
        await store.close()


async def _sleeper(store: Store, game: str, players: int) -> None:
    """A running table that waits for a person for days."""
    now, owner, id = time.time(), digest(secrets.token_hex(8)), new_id()
    table = game_for(game, players, {})
    row = TableRow(
        *(id, game, table.ruleset.version, players, {}, secrets.randbits(64), "correspondence"),
        *(int(WEEK), False, owner, "open", None, now, now),
    )
    seats = [SeatRow(id, n, "person", f"{n + 1}", token=owner) for n in range(players)]
    await store.create(row, seats)
    body: dict[str, object] = {"actions": [], "chance": opened(table, row.seed)[2]}
    move = MoveRow(id, 0, -1, "gesture", body, None, now)
    await store.add_move(move, deadline=now + WEEK, status="running", result=None)
