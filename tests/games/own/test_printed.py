"""Three boards with the rules of published maps that no box here has, by their file alone.

A city whose districts give points, a country where two ways to a ticket bring more, a race for
children. The maps are our own.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from capotreno import Game, Match
from capotreno.bots.registry import make
from capotreno.engine.record import log as logs
from capotreno.games.registry import OWN, REGISTRY, load
from capotreno.match import game_of
from capotreno.reader.reader import Reader
from capotreno.server.studio.carried import page
from capotreno.telling.rules import rules
from capotreno.words import Voice

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
BOARDS = ("venice", "iceland", "to_the_sea")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test registers is unknown to the next."""
    yield
    for name in list(OWN):
        del OWN[name], REGISTRY[name]


def loaded(name: str, players: int = 3, *, dice: bool = False) -> Game:
    return load(str(EXAMPLES / f"{name}.json"), players=players, dice=dice)


def played(game: Game, seed: int, bots: str = "path") -> Match:
    match = Match(game, seed=seed)
    own = [make(bots, game, seat) for seat in range(game.players)]
    while not match.over:
        seat = game.actor(match.state)
        assert seat is not None
        match.play(own[seat].choose(game.view(match.state, seat)))
    return match


def lines(match: Match) -> dict[str, list[int]]:
    """What every seat got from each line of the score sheet."""
    found: dict[str, list[int]] = {}
    for sheet in match.outcome().sheets:
        for line in sheet.lines:
            found.setdefault(line.label, []).append(line.points)
    return found


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_it_is_played_to_its_end_and_its_log_finds_its_board(name: str, dice: bool) -> None:
    match = played(loaded(name, dice=dice), 4)
    log = match.log
    OWN.clear()
    REGISTRY.pop(log.game, None)
    again = game_of(log)
    assert again.ruleset.version == match.game.ruleset.version
    logs.verify(again, log)


def test_the_city_gives_each_district_its_points() -> None:
    game = loaded("venice", 2)
    board, reader = game.board, Reader(game)
    file = json.loads((EXAMPLES / "venice.json").read_bytes())
    worth: dict[str, int] = file["game"]["bonuses"]["districts"]
    given = False
    for seed in range(6):
        match = played(game, seed)
        got = lines(match)["districts"]
        for seat in range(2):
            joined = parts(reader, match, seat)
            due = sum(
                points
                for region in board.regions
                for id, points in worth.items()
                if id == region.id and any(set(region.places) <= part for part in joined)
            )
            assert got[seat] == due
            given |= due > 0
    assert given


def parts(reader: Reader, match: Match, seat: int) -> list[set[int]]:
    """The places that a seat's routes join, one set for each network."""
    found: list[set[int]] = []
    owned = reader.owned_by(match.state, seat)
    for route in match.game.board.routes:
        if owned >> route.index & 1:
            joined = {route.a, route.b}.union(*(p for p in found if p & {route.a, route.b}))
            found = [part for part in found if not part & {route.a, route.b}] + [joined]
    return found


def test_the_country_gives_more_for_two_ways() -> None:
    got = [lines(played(loaded("iceland", 4), seed, "planner"))["double_paths"] for seed in (1, 2)]
    points = [each for row in got for each in row]
    assert set(points) <= {0, 5, 10, 20, 30, 40}
    assert any(points)


def test_the_race_is_won_by_six_tickets_and_the_crossing_is_one_of_them() -> None:
    game = loaded("to_the_sea", 2)
    ends = {played(game, seed).outcome().reason for seed in range(8)}
    assert "goal_reached" in ends
    assert game.layout.words["bonus"]


@pytest.mark.parametrize("name", BOARDS)
def test_its_rules_are_told_in_both_languages(name: str) -> None:
    content = (EXAMPLES / f"{name}.json").read_bytes()
    assert json.loads(content)["provenance"]["notes"]
    told = {language: page(content, language, False) for language in ("en", "it")}
    wanted = {
        "venice": ("Castello", "Castello"),
        "iceland": ("5 → 40", "5 → 40"),
        "to_the_sea": ("the Alps", "Alpi"),
    }[name]
    for text, words in zip((told["en"], told["it"]), wanted, strict=True):
        assert text is not None
        assert words in text
    own = loaded(name)
    assert len(rules(Voice("it"), own)) == len(rules(Voice("en"), own))
