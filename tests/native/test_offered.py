"""Where the search is met: at tables whose library is here, on maps on which it was measured."""

from dataclasses import replace
from pathlib import Path

import pytest

from capotreno import CapotrenoError, Game, load
from capotreno.bots import opponents as offers
from capotreno.bots.opponents import SearchTable, no_search, opponents, search_tables
from capotreno.bots.registry import bots
from capotreno.native.library import build, shelf
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import library
from capotreno.terminal.session.seating import kinds_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package without libraries, on a machine without a compiler."""

    def none() -> None:
        raise NoLibrary("there is no C++ compiler here")

    monkeypatch.setattr(build, "PREBUILT", tmp_path)
    monkeypatch.setattr(build, "compiler", none)
    monkeypatch.setattr(offers, "missing", lambda: "no weights")
    monkeypatch.setattr(offers, "WITH_CARDS", frozenset({"new_york", "usa"}))
    monkeypatch.setattr(offers, "WITH_DICE", frozenset({"usa"}))
    return tmp_path


def ship(folder: Path, *tables: Game) -> None:
    for game in tables:
        file = folder / f"{len([*folder.iterdir()])}{build.ENDING}"
        file.touch()
        shelf.note(file, game)


def test_it_is_met_where_its_library_came_along(folder: Path) -> None:
    here, elsewhere = load("new_york", players=3), load("new_york", players=2)
    assert search_tables() == []
    ship(folder, here)
    assert opponents(here) == (*bots(), "search")
    assert opponents(elsewhere) == bots()
    assert "capotreno native build new_york" in no_search(elsewhere)
    assert search_tables() == [SearchTable("new_york", 3, False)]


def test_in_the_terminal_it_sits_down_there_too(folder: Path) -> None:
    here, elsewhere = load("new_york", players=3), load("ghost_train", players=2)
    with pytest.raises(CapotrenoError, match="capotreno native build new_york"):
        kinds_of(("search",), here, 0)
    with pytest.raises(CapotrenoError, match="met where it has beaten"):
        kinds_of(("search",), elsewhere, 0)
    ship(folder, here)
    assert kinds_of(("search",), here, 0) == {1: "search", 2: "search"}
    assert kinds_of((), here, 0) == {1: bots()[-1], 2: bots()[-1]}


def test_it_is_met_where_it_was_measured(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unproven = load("ghost_train", players=2)
    rolled = load("new_york", players=2, dice=True)
    expanded = load("usa", players=2, tickets="mega")
    dice = load("usa", players=2, dice=True)
    ship(folder, unproven, rolled, expanded, dice)
    assert search_tables() == [SearchTable("usa", 2, True)]
    for game in (unproven, rolled, expanded):
        assert opponents(game) == bots()
        assert "met where it has beaten" in no_search(game)
    monkeypatch.setattr(offers, "missing", lambda: "")  # over weights it is met on every map
    assert {table.game for table in search_tables()} == {"ghost_train", "new_york", "usa"}
    assert opponents(expanded) == bots()


def test_a_board_of_ones_own_is_on_no_list(folder: Path) -> None:
    own = load("new_york", players=2)
    own.ruleset = replace(own.ruleset, source="{}")
    ship(folder, own)
    assert not [*folder.glob(f"*{shelf.NOTE}")]
    assert opponents(own) == bots()


def test_a_note_is_believed_of_these_rules_alone(folder: Path) -> None:
    game = load("new_york", players=2)
    ship(folder, game)
    note = next(folder.glob(f"*{shelf.NOTE}"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "rules", lambda: "others")
        assert search_tables() == []
    assert search_tables()
    note.with_suffix(build.ENDING).unlink()
    assert search_tables() == []
    ship(folder, game)
    note.write_text("nonsense", encoding="utf-8")
    assert len(search_tables()) == 1


def test_what_is_built_is_noted(
    libraries: None, game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "PREBUILT", tmp_path)
    library(game)
    assert shelf.shelved(game) in shelf.tables()
    monkeypatch.setattr(build, "OWN_FLAGS", ("-O1",))
    assert shelf.shelved(game) not in shelf.tables()
