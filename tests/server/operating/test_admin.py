"""`capotreno admin`, `backup` and `restore` as an operator types them."""

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from capotreno.cli import FAULT, main
from capotreno.server.operating.admin import UNWELL
from capotreno.server.settings import Settings
from capotreno.server.store import Store
from capotreno.server.store.lock import reserved
from capotreno.server.store.records import MARK
from capotreno.server.store.talk import ReportRow
from tests.server.client import Site, finish, running
from tests.server.store.rows import with_table

FILE = "capotreno.sqlite3"
Said = Callable[..., str]


@pytest.fixture
def say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Said:
    """A command that must end with a code; what it says."""
    monkeypatch.setenv("CAPOTRENO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CAPOTRENO_PORT", "1")  # nobody answers there
    monkeypatch.setenv("COLUMNS", "200")

    def said(*words: str, code: int = 0) -> str:
        assert main([*words, "--language", "en"]) == code
        out, err = capsys.readouterr()
        assert bool(err) == (code == FAULT), err
        return out + err

    return said


def with_server(folder: Path, work: Callable[[Site], Awaitable[None]]) -> None:
    """Something happens at a server, which has ended by then."""

    async def whole() -> None:
        async with running(folder / "data") as site:
            await work(site)

    asyncio.run(whole())


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, str]:
    """A finished table of Anna and Bo, one that waits for Cleo's friend."""
    found = {}

    async def play(site: Site) -> None:
        found["over"], tokens = await site.persons("Anna", "Bo")
        async with site.seat(found["over"], tokens[0]) as anna:
            await anna.send({"type": "say", "text": "buona fortuna"})
            await anna.until("line")
        await finish(site, found["over"])
        found["open"] = (await site.create("Cleo", "open"))["table"]

    with_server(tmp_path, play)
    return found


def test_a_shared_board_is_taken_away_and_released(say: Said, tmp_path: Path) -> None:
    island = Path(__file__).parents[3] / "docs/examples/island.json"

    async def share(site: Site) -> None:
        headers = {"content-type": "application/json"}
        sent = island.read_bytes()
        answer = await site.http.post("/api/gallery?by=Anna", content=sent, headers=headers)
        game = answer.json()["board"]["game"]
        await site.context.gallery.close()
        await site.hall.store.gallery.set(game, "quarantined", "slow_board")

    with_server(tmp_path, share)
    (row,) = [json.loads(line) for line in say("admin", "boards", "--json").splitlines()]
    assert (row["title"], row["by"], row["status"]) == ("Brume Island", "Anna", "quarantined")
    assert row["why"].startswith("too few games")
    board = ("--board", row["board"])
    assert "Brume Island" in say("admin", "release", *board)
    assert "listed" in say("admin", "boards")
    assert "--yes" in say("admin", "remove", *board)
    assert "listed" in say("admin", "boards")
    assert "taken away" in say("admin", "remove", *board, "--yes")
    assert "taken away" in say("admin", "boards")
    assert "no board nothing" in say("admin", "release", "--board", "nothing", code=FAULT)
    assert say("admin", "release", code=FAULT)
    assert say("admin", "export", *board, code=FAULT)


def test_tables_and_people_are_listed(say: Said, tables: dict[str, str]) -> None:
    first, second, third = say("admin", "tables").splitlines()
    assert first.split() == ["table", "game", "status", "moves", "last", "change", "at", "it"]
    assert tables["open"] in second
    assert "Cleo, open" in second
    assert tables["over"] in third
    assert "Anna, Bo" in third
    assert "finished" in third
    assert tables["over"] not in say("admin", "tables", "--status", "open")
    assert len(say("admin", "tables", "--most", "1").splitlines()) == 2
    rows = [json.loads(line) for line in say("admin", "tables", "--json").splitlines()]
    assert [row["table"] for row in rows] == [tables["open"], tables["over"]]
    assert {row["name"] for row in people(say)} == {"Anna", "Bo", "Cleo"}
    for name in ("Anna", "Bo", "Cleo"):
        assert name in say("admin", "people")


def test_what_is_copied_is_whole_however_narrow_the_window(
    say: Said, tables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert tables["over"] in say("admin", "tables")
    assert mark_of(say, "Anna") in say("admin", "people")


def people(say: Said) -> list[dict[str, object]]:
    return [json.loads(line) for line in say("admin", "people", "--json").splitlines()]


def mark_of(say: Said, name: str) -> str:
    return next(str(row["mark"]) for row in people(say) if row["name"] == name)


def test_a_table_goes_only_when_it_is_meant(say: Said, tables: dict[str, str]) -> None:
    assert "add --yes" in say("admin", "remove", tables["open"])
    assert "no table nowhere" in say("admin", "remove", tables["open"], "nowhere", code=FAULT)
    assert tables["open"] in say("admin", "tables")
    assert say("admin", "remove", tables["open"], "--yes") == "One table is gone.\n"
    assert tables["open"] not in say("admin", "tables")


def test_a_person_goes_and_the_table_stays_for_the_others(
    say: Said, tables: dict[str, str]
) -> None:
    mark = mark_of(say, "Anna")
    assert "Anna from one seat" in say("admin", "remove", "--person", mark)
    assert "One seat" in say("admin", "remove", "--person", mark, "--yes")
    assert {row["name"] for row in people(say)} == {"Bo", "Cleo"}
    assert "–, Bo" in say("admin", "tables")
    for words in (["--person", mark], ["--person", ""], [], ["--person", "x", tables["open"]]):
        assert say("admin", "remove", *words, code=FAULT).startswith("capotreno: ")
    assert "the mark a" in say("admin", "export", "--person", "a", code=FAULT)


def test_logs_and_a_persons_data_leave_the_house(
    say: Said, tables: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    said = say("admin", "export", tables["over"], "--out", str(out))
    log = out / f"{tables['over']}.jsonl"
    assert said.strip() == str(log)
    assert main(["verify", str(log)]) == 0
    assert "hidden cards" in say("admin", "export", tables["open"], code=FAULT)
    mark = mark_of(say, "Anna")
    say("admin", "export", "--person", mark, "--out", str(out))
    kept = json.loads((out / f"person-{mark}.json").read_text("utf-8"))
    (table,) = kept["tables"]
    assert (table["table"], table["name"], table["seat"]) == (tables["over"], "Anna", 0)
    assert [line["text"] for line in table["said"]] == ["buona fortuna"]
    assert "Bo" not in json.dumps(kept)
    assert "seed" not in json.dumps(kept)


def test_health_says_what_is_not_well(say: Said, tables: dict[str, str]) -> None:
    said = say("admin", "health", code=UNWELL)
    assert "The server does not answer: Connection refused" in said
    assert "The database keeps what is written." in said
    assert "1 open, 0 running, 1 finished" in said
    found = json.loads(say("admin", "health", "--json", code=UNWELL))
    assert found["server"]
    assert not found["database"]
    assert found["tables"] == {"open": 1, "running": 0, "finished": 1}


@pytest.mark.anyio
async def test_health_is_well_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path) as site:
        monkeypatch.setenv("CAPOTRENO_DATA", str(tmp_path))
        monkeypatch.setenv("CAPOTRENO_HOST", "0.0.0.0")  # noqa: S104 - asked at loopback
        monkeypatch.setenv("CAPOTRENO_PORT", site.url.rsplit(":", 1)[1])
        words = ["admin", "health", "--language", "it"]
        assert await asyncio.to_thread(main, words) == 0
        assert "Il server risponde." in capsys.readouterr().out
        words = ["admin", "vacuum", "--language", "en"]
        assert await asyncio.to_thread(main, words) == 0
        assert "A server is running" in capsys.readouterr().out


def test_vacuum_gives_room_back(say: Said, tmp_path: Path) -> None:
    file = tmp_path / "data" / FILE

    async def much() -> None:
        store = await Store.open(f"sqlite:///{file}")
        await with_table(store, "t1")
        for n in range(4):
            await store.save_log(f"l{n}", "x" * 500_000, 1.0)
        await store.save_log("l4", "x", 2.0, 10)
        await store.close()

    asyncio.run(much())
    before = file.stat().st_size
    assert before > 2_000_000
    assert "MiB now." in say("admin", "vacuum")
    assert file.stat().st_size < before / 4
    with reserved(Settings(data=tmp_path / "data").database_file, together=False):
        assert "A server is running" in say("admin", "vacuum")


def test_backup_and_restore_to_the_letter(
    say: Said, tables: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for n in range(2):
        assert "2 tables" in say("backup", str(folder), "--keep", "2")
        made = next(file for file in folder.iterdir() if "20260101" not in file.name)
        made.rename(folder / f"capotreno-2026010{n + 1}-030000.sqlite3")
    older = sorted(folder.iterdir())
    assert "removed" in say("backup", str(folder), "--keep", "2")
    assert len(list(folder.iterdir())) == 2
    assert "overwrites nothing" in say("backup", str(older[1]), code=FAULT)
    for words in (["--keep", "0"], ["--keep", "x"]):
        assert "keep" in say("backup", str(folder), *words, code=FAULT)
    assert "--keep needs a folder" in say("backup", str(tmp_path / "f"), "--keep", "1", code=FAULT)
    listed = say("admin", "tables")
    shutil.rmtree(tmp_path / "data")
    assert "no database" in say("backup", str(folder / "more.sqlite3"), code=FAULT)
    assert "no database" in say("admin", "tables", code=FAULT)
    assert not (tmp_path / "data").exists()
    newest = max(folder.iterdir())
    assert say("restore", str(newest)) == "2 tables were brought back; none was there already.\n"
    assert say("restore", str(newest)) == "0 tables were brought back; 2 were there already.\n"
    assert say("admin", "tables") == listed


def test_what_was_reported_is_shown_until_it_is_settled(say: Said, tmp_path: Path) -> None:
    async def report(site: Site) -> None:
        await site.hall.store.talk.report(
            ReportRow("t1", 3, "r" * 64, "a" * 64, "Rude", "something bad", "insults", 1.0)
        )

    with_server(tmp_path, report)
    (row,) = [json.loads(line) for line in say("admin", "reports", "--json").splitlines()]
    assert (row["table"], row["mark"], row["text"]) == ("t1", "a" * MARK, "something bad")
    assert "insults" in say("admin", "reports")
    assert "One report" in say("admin", "settle", "t1")
    assert say("admin", "reports", "--json") == ""
    assert say("admin", "settle", code=FAULT)


def test_who_has_a_profile_is_seen_told_and_removed_whole(say: Said, tmp_path: Path) -> None:
    """By the mark that a report names, whatever device they sat down at."""
    found: dict[str, str] = {}

    async def meet(site: Site) -> None:
        one, two = "a token of that device", "another token of hers"
        await site.create("Before", "open", token=one)
        me = await site.post("/api/me", {"name": "Nina"})
        for token in (one, two):
            await site.create("Nina", "open", token=token)
        found["id"] = me["id"]
        site.http.cookies.clear()
        await site.post("/api/me", {"name": "Otto"})  # who has sat down nowhere
        reporter = ReportRow("t1", 3, "r" * 64, me["id"], "Nina", "something bad", "", 1.0)
        await site.hall.store.talk.report(reporter)

    with_server(tmp_path, meet)
    (report,) = [json.loads(line) for line in say("admin", "reports", "--json").splitlines()]
    mark = report["mark"]
    assert (mark, mark) == (found["id"][:MARK], mark_of(say, "Nina"))
    rows = {row["name"]: (row["profile"], row["tables"]) for row in people(say)}
    assert rows == {"Before": (False, 1), "Nina": (True, 2), "Otto": (True, 0)}
    say("admin", "export", "--person", mark, "--out", str(tmp_path))
    kept = json.loads((tmp_path / f"person-{mark}.json").read_text("utf-8"))
    assert (kept["person"]["name"], len(kept["seats"])) == ("Nina", 2)
    assert "profile of Nina with" in say("admin", "remove", "--person", mark)
    assert "2 seats" in say("admin", "remove", "--person", mark, "--yes")
    assert {row["name"] for row in people(say)} == {"Before", "Otto"}
    assert "no seats" in say("admin", "remove", "--person", mark_of(say, "Otto"), "--yes")
    assert {row["name"] for row in people(say)} == {"Before"}
