"""The browser knows no rules: it finds choices by what a game declares, never by a verb's name.

Cells and events it does read by name: each of these names is one that some game declares.
"""

import re
from functools import cache
from pathlib import Path

import pytest

import capotreno
from capotreno import Game
from capotreno.telling.narrate import untold

WEB = Path(__file__).parents[1] / "web" / "src"

CELLS = re.compile(
    r"""\bcells\??\.(\w+)|\bcells\[["'](\w+)["']\]|["'](\w+)["'] in (?:\w+\.)*cells\b"""
    r"""|\bperSeat\([\w.]*\bcells, ["'](\w+)["']"""
)
EVENTS = re.compile(r"""\.event [!=]== ["'](\w+)["']""")
SWITCH = re.compile(r"""\bswitch \(event\.event\) \{.*?\bdefault:""", re.DOTALL)
CASE = re.compile(r"""\bcase ["'](\w+)["']:""")


@cache
def every_game() -> list[Game]:
    tables = [(name, dice) for name in capotreno.games() for dice in (False, True)]
    return [capotreno.load(name, players=2, dice=dice) for name, dice in tables]


@cache
def by_verb() -> re.Pattern[str]:
    """A verb of any game, or a question, that is asked for by its name."""
    named = "|".join(sorted({action.verb for game in every_game() for action in game.actions.all}))
    return re.compile(
        rf"""\.do\b\s*[!=]==?|\bverb\b\s*[!=]==?|choices\??\.(?:{named})\b"""
        rf"""|\bquestion\b\s*[!=]==?\s*["']\w|\.has\(["'](?:{named})["']\)"""
        rf"""|choices\[["'](?:{named})["']|["'](?:{named})["']\s+in\s+\(?[\w.?]*choices"""
    )


def by_name(source: str) -> list[str]:
    """The lines that ask for a verb by its name."""
    return [line.strip() for line in source.splitlines() if by_verb().search(line)]


def test_the_browser_asks_for_no_verb_by_name() -> None:
    found = {
        str(path.relative_to(WEB)): lines
        for kind in ("*.ts", "*.svelte")
        for path in sorted(WEB.rglob(kind))
        if (lines := by_name(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ('if (action.do === "take") return "card";', True),
        ('if (verb !== "exchange") return;', True),
        ("const stop = offer.choices.stop?.[0];", True),
        ("const stop = offer?.choices.alight;", True),
        ('const refilling = "refill" in (desk.offer?.choices ?? {});', True),
        ('const choosing = now.verbs.has("keep");', True),
        ('ready: (now) => now.question === "second_card",', True),
        ('if (!now.question || offer.question !== "") return;', False),
        ("const verbs = Object.keys(offer.choices);", False),
        ("say(`table.can.${verb}`)", False),
        ("offer.choices[verb] ?? []", False),
    ],
)
def test_the_reader_sees_verbs_by_name(source: str, wrong: bool) -> None:
    assert bool(by_name(source)) is wrong


def cells_read(source: str) -> set[str]:
    """The cells of a view that some source of the browser reads by name."""
    return {name for found in CELLS.findall(source) for name in found if name}


def events_read(source: str) -> set[str]:
    """The kinds of events that it knows by name."""
    cases = {name for switch in SWITCH.findall(source) for name in CASE.findall(switch)}
    return cases | set(EVENTS.findall(source))


def test_the_browser_reads_no_cell_and_no_event_that_no_game_has() -> None:
    layouts = [game.layout for game in every_game()]
    cells = {span.name for layout in layouts for span in layout.spans}
    events = {kind.name for layout in layouts for kind in layout.events}
    sources = {
        str(path.relative_to(WEB)): path.read_text("utf-8")
        for kind in ("*.ts", "*.svelte")
        for path in sorted(WEB.rglob(kind))
    }
    unknown = {
        path: names
        for path, text in sources.items()
        if (names := (cells_read(text) - cells) | (events_read(text) - events))
    }
    assert unknown == {}
    standing = re.search(r"STANDING:.*?= \{(.*?)\}", sources["table/state/built.ts"])
    assert standing is not None
    assert set(re.findall(r"(\w+):", standing[1])) <= cells
    assert len(set().union(*map(cells_read, sources.values()))) > 20  # it finds what they read
    assert {"took", "claimed"} < set().union(*map(events_read, sources.values()))


def test_the_browser_is_quiet_about_what_is_declared_quiet() -> None:
    source = (WEB / "lib" / "words" / "names.ts").read_text("utf-8")
    listed = re.search(r"\bQUIET = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r'"(\w+)"', listed[1])) == set().union(*map(untold, every_game()))


def test_the_reader_sees_cells_and_events() -> None:
    source = """
        const a = seat.cells.owned ?? cells["rolls"]; if ("goods" in desk.seat.cells) b();
        perSeat(desk.seat.cells, "hands")[me]; if (one.event === "rode") c();
        switch (event.event) { case "took": d(); default: e() } switch (where) { case "row": }
    """
    assert cells_read(source) == {"owned", "rolls", "goods", "hands"}
    assert events_read(source) == {"rode", "took"}
