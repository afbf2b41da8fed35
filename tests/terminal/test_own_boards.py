"""A file of one's own after `capotreno`: checked, played, simulated, served."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from capotreno import LogError, Match
from capotreno.games.registry import OWN, REGISTRY
from tests.terminal.driver import Shell, one_line

ISLAND = Path(__file__).parents[2] / "docs" / "examples" / "island.json"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    for name in list(OWN):
        del OWN[name], REGISTRY[name]


def changed(folder: Path, **changes: object) -> str:
    path = folder / "mine.json"
    path.write_text(json.dumps(json.loads(ISLAND.read_text("utf-8")) | changes), "utf-8")
    return str(path)


def test_check_board_tells_whether_it_can_be_played(shell: Shell, tmp_path: Path) -> None:
    ran = shell("check-board", str(ISLAND))
    assert ran.code == 0
    assert "It can be played: capotreno play" in ran.out
    ran = shell("check-board", changed(tmp_path, game=None, tickets=[]))
    assert ran.code == 0
    assert "the classic rules cannot be played on it: mine.json: tickets: 4 players" in ran.out
    ran = shell("check-board", changed(tmp_path, game={"flush": 9}))
    assert ran.code == 2
    assert (
        one_line(ran).strip()
        == "capotreno: mine.json: game: flush 9 is more than the 5 cards of the row."
    )


def test_simulate_and_verify(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = tmp_path / "logs"
    ran = shell("simulate", str(ISLAND), "--games", "3", "--json", "--logs", str(logs))
    assert ran.code == 0
    assert json.loads(ran.out)["game"] == "brume_island"
    written = sorted(str(path) for path in logs.iterdir())
    OWN.clear()
    del REGISTRY["brume_island"]
    assert shell("verify", *written).code == 0  # a log carries its board
    assert shell("replay", written[0]).code == 0
    for log in logs.iterdir():  # one that an older version wrote does not
        first, rest = log.read_text("utf-8").split("\n", 1)
        header = {key: value for key, value in json.loads(first).items() if key != "board"}
        log.write_text(f"{json.dumps(header)}\n{rest}", "utf-8")
    ran = shell("verify", *written)
    assert ran.code == 1
    assert ran.out.count("name its file: --board FILE") == 3
    ran = shell("replay", written[0], "--language", "it")
    assert (ran.code, "indica il suo file: --board FILE" in one_line(ran)) == (2, True)
    with pytest.raises(LogError, match="register its file"):
        Match.open(written[0])
    for command in (["verify", *written], ["replay", written[0]]):
        assert shell(*command, "--board", str(ISLAND)).code == 0
        OWN.clear()
        del REGISTRY["brume_island"]
    monkeypatch.setenv("CAPOTRENO_BOARDS", str(ISLAND.parent))
    assert shell("verify", *written).code == 0
    assert "brume_island" in shell("games").out


def test_what_counts_for_nothing_is_told_in_both_languages(shell: Shell, tmp_path: Path) -> None:
    value = json.loads(ISLAND.read_text("utf-8"))
    value["places"][1]["port"] = True
    region = {"id": "south", "places": ["saltings", "orchard"]}
    points = {str(length): length for length in range(1, 8)}
    path = changed(tmp_path, places=value["places"], regions=[region], route_points=points)
    told = shell("check-board", path).out
    assert "No ticket names this region, so it counts for nothing: South." in told
    assert "so a port counts for nothing: Old Port." in told
    assert "route_points lists lengths that no route has: 5, 6, 7." in told
    told = shell("check-board", path, "--language", "it").out
    assert "route_points elenca lunghezze che nessuna linea ha: 5, 6, 7." in told


def test_what_cannot_be_played_is_one_line(shell: Shell, tmp_path: Path) -> None:
    ran = shell("play", changed(tmp_path, id="usa"))
    assert (ran.code, one_line(ran).strip()) == (
        2,
        "capotreno: mine.json: id: there is a game 'usa' already.",
    )
    ran = shell("simulate", "nowhere.json")
    assert (ran.code, one_line(ran).strip()) == (
        2,
        "capotreno: 'nowhere.json': there is no such board or file.",
    )


def test_serve_lists_the_files_it_is_given(tmp_path: Path) -> None:
    environment = {**os.environ, "CAPOTRENO_PORT": "0", "CAPOTRENO_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "capotreno", "serve", str(ISLAND)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(f"{address}/api/games") as answer:  # noqa: S310
                listed = [game["game"] for game in json.load(answer)]
        finally:
            server.terminate()
    assert "brume_island" in listed
    assert "usa" in listed
