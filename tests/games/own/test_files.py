"""From a file to a game: loaded, registered, recorded, and never taken for another one."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from capotreno import BoardError, CapotrenoError, LogError, Match, games, load, register
from capotreno.board.check.findings import findings
from capotreno.board.check.statistics import statistics
from capotreno.board.load import load as load_board
from capotreno.bots.registry import bots, make
from capotreno.games.registry import OWN, REGISTRY, paper
from tests.conformance.tables import finished
from tests.games.own.table import ISLAND, island

NAME = "brume_island"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test registers is unknown to the next."""
    yield
    for name in list(OWN):
        del OWN[name], REGISTRY[name]


def write(folder: Path, name: str = "mine.json", **changes: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(island() | changes), "utf-8")
    return path


def test_a_file_is_loaded_like_a_name() -> None:
    for source in (ISLAND, str(ISLAND)):
        game = load(source, players=3)
        assert (game.name, game.players) == (NAME, 3)
    assert NAME not in games()
    with pytest.raises(CapotrenoError, match="no option 'tickets'"):
        load(ISLAND, tickets="base")
    with pytest.raises(CapotrenoError, match="2 to 4 players"):
        load(ISLAND, players=5)


def test_registered_it_is_a_game_among_the_others() -> None:
    assert register(ISLAND) == (NAME,)
    assert NAME in games()
    assert load(NAME, 4).players == 4
    assert (paper(NAME), paper("usa")) == ("own", "usa")
    assert register(ISLAND) == (NAME,)  # the same file once more is no other game


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    write(tmp_path, "b.json", id="second")
    write(tmp_path, "a.json", id="first")
    (tmp_path / "notes.txt").write_text("nothing")
    assert register(tmp_path) == ("first", "second")


def test_nobody_takes_a_name_that_is_taken(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="id: there is a game 'usa' already"):
        register(write(tmp_path, id="usa"))
    register(ISLAND)
    with pytest.raises(BoardError, match=f"there is a game '{NAME}' already"):
        register(write(tmp_path, minutes=1))


def recorded(folder: Path) -> tuple[Match, Path]:
    """A game on the island, and its log."""
    match = Match(load(ISLAND), seed=5)
    while not match.over:
        match.play(match.legal()[0])
    match.save(folder / "log.jsonl")
    return match, folder / "log.jsonl"


def test_a_log_carries_its_board(tmp_path: Path) -> None:
    """Nothing is registered, and what is registered under its name may have changed."""
    match, path = recorded(tmp_path)
    header = json.loads(path.read_text("utf-8").splitlines()[0])
    assert header["board"] == ISLAND.read_text("utf-8")
    assert Match.open(path) == match
    assert NAME not in games()
    register(write(tmp_path, minutes=1))
    assert Match.open(path).outcome() == match.outcome()


def test_a_log_of_a_shipped_game_carries_no_board(tmp_path: Path) -> None:
    Match(load("new_york"), seed=5).save(tmp_path / "log.jsonl")
    assert "board" not in json.loads((tmp_path / "log.jsonl").read_text("utf-8").splitlines()[0])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text.replace("Brume Island", "Brume Isle"), "is of brume_island version"),
        (lambda text: text.replace("brume_island", "usa"), "there is a game 'usa' already"),
        (lambda text: text[:-2], "brume_island: it is not JSON"),
        (lambda _: 7, "line 1: board must be of type str"),
    ],
)
def test_a_log_whose_board_was_changed_is_refused(
    tmp_path: Path, change: Callable[[str], object], sentence: str
) -> None:
    _, path = recorded(tmp_path)
    first, *rest = path.read_text("utf-8").splitlines()
    header = json.loads(first)
    header["board"] = change(header["board"])
    path.write_text("\n".join([json.dumps(header), *rest]), "utf-8")
    with pytest.raises(LogError, match=re.escape(sentence)):
        Match.open(path)


def test_a_log_of_before_is_verified_with_the_file_it_was_played_on(tmp_path: Path) -> None:
    match, path = recorded(tmp_path)
    first, *rest = path.read_text("utf-8").splitlines()
    header = json.loads(first)
    del header["board"]
    path.write_text("\n".join([json.dumps(header), *rest]), "utf-8")
    with pytest.raises(LogError, match="there is no game"):
        Match.open(path)
    register(ISLAND)
    assert Match.open(path).outcome() == match.outcome()
    del OWN[NAME], REGISTRY[NAME]
    register(write(tmp_path, minutes=1))
    with pytest.raises(LogError, match="version"):
        Match.open(path)


@pytest.mark.parametrize("bot", bots())
def test_every_bot_plays_it_to_the_end(bot: str) -> None:
    match = Match(load(ISLAND, 3), seed=2)
    players = [make(bot, match.game, seat) for seat in range(3)]
    while (seat := match.actor) is not None:
        match.play(players[seat].choose(match.view(seat)), seat=seat)
    assert len(match.outcome().totals) == 3


def test_the_island_is_what_its_page_says() -> None:
    board = load_board(ISLAND)
    found = statistics(board)
    assert (found.places, found.routes, len(found.tickets)) == (9, 16, 10)
    assert found.cheap_tickets == 0
    assert not found.bridges
    assert not findings(board, found)
    assert not found.lone_places
    ends = {load(ISLAND, n).outcome(finished(load(ISLAND, n), 1)).reason for n in (2, 3, 4)}
    assert ends <= {"last_round", "all_passed"}


def test_the_page_shows_the_island_as_it_is() -> None:
    page = (ISLAND.parents[1] / "your-own-board.md").read_text("utf-8")
    whole, chosen = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert json.loads(f"{{{chosen}}}")["game"] == island()["game"]
    shown, real = json.loads(whole), island()
    assert shown.keys() - {"$schema"} == real.keys() - {"minutes", "game"}
    assert all(shown[key] == real[key] for key in ("id", "name", "players", "supplies"))
    assert shown["routes"] == real["routes"][:1]
