"""Every law on every registered game at every number of players, by long random play.

Some tables in `make quick`, all in `make test`, more games of each in `make soak`. Still more:

    python -m tools.checks.laws 100000                         the sampled laws, with progress
    CAPOTRENO_GAMES=3000 pytest -m slow tests/conformance      the laws one by one

A failure names the law, the game, the number of players and the seed.
"""

import json
import os

import pytest
from _pytest.mark import ParameterSet

from capotreno import Action, CapotrenoError, Game, NotAnAction, load
from tests import long
from tests.conformance import laws, oracle, record, secrecy
from tests.conformance.laws import Law
from tests.conformance.soak import soak
from tests.conformance.tables import (
    EXTREMES,
    OWN_TABLES,
    TABLES,
    every_table,
    registered,
    table,
)

ALL = {**laws.LAWS, **secrecy.LAWS, **record.LAWS}

#: Games per table: all of them with every law at sampled moments, and for each law at every moment
#: one in SPARSE (in COSTLY for those that look at much), but at least one. Where time is short each
#: law looks at one table of EVERY so many, in turn: every table has some laws, most games all.
GAMES = int(os.environ.get("CAPOTRENO_GAMES", str(long.of(4, 120))))
EVERY = 1 if GAMES > 12 else 5
SPARSE = 12
COSTLY = {
    "views_have_the_declared_shape": 25,
    "a_view_offers_what_the_state_offers": 25,
    "folding_redacted_events_gives_the_view": 50,
    "a_resampled_world_looks_the_same": 25,
    "a_resampled_world_can_be_played_to_its_end": 150,
}


def rows(tables: list[tuple[str, int]], every: int = 1) -> list[ParameterSet]:
    """Every law on some tables, or on one table of `every` so many, in turn."""
    return [
        pytest.param(law, name, players, id=f"{law.__name__}-{name}-{players}")
        for at, law in enumerate(ALL.values())
        for number, (name, players) in enumerate(tables)
        if (at + number) % every == 0
    ]


QUICK = [*rows(EXTREMES, every=11), *rows(OWN_TABLES, every=2)]


@pytest.mark.parametrize(("law", "name", "players"), QUICK)
def test_law(law: Law, name: str, players: int) -> None:
    with registered(name):
        laws.check(law, table(name, players), 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "name", "players"),
    [row for row in rows([*TABLES, *OWN_TABLES], EVERY) if GAMES > SPARSE or row not in QUICK],
)
def test_law_in_many_games(law: Law, name: str, players: int) -> None:
    for seed in range(max(1, GAMES // COSTLY.get(law.__name__, SPARSE))):
        with registered(name):
            laws.check(law, table(name, players), seed)


@pytest.mark.slow
@every_table
def test_many_games_with_all_laws_at_sampled_moments(game: Game) -> None:
    for seed in range(GAMES):
        laws.check(soak, game, seed)


def test_every_costly_law_is_a_law() -> None:
    assert set(COSTLY) <= set(ALL)


@every_table
def test_actions_have_two_faces(game: Game) -> None:
    """Action ↔ text ↔ JSON ↔ code, for the whole action space."""
    texts = set()
    for code in range(len(game.actions.all)):
        action = game.action(code)
        assert isinstance(action, Action)
        assert str(action) == action.text == " ".join(action.text.lower().split())
        assert action.text.split()[0] == action.verb == action.json["do"]
        assert game.code(action) == game.code(action.text) == game.code(code) == code
        assert game.code(json.loads(json.dumps(action.json))) == code
        assert game.code(f"  {action.text.upper()} ") == code
        texts.add((action.text, json.dumps(action.json, sort_keys=True)))
    assert len({text for text, _ in texts}) == len({data for _, data in texts}) == len(texts)
    garbage: list[object] = [-1, len(texts), 10**9, True, 1.0, None, "", "fly", {}, [], {"do": 1}]
    for wrong in garbage:
        with pytest.raises(NotAnAction):
            game.code(wrong)


@every_table
def test_every_score_line_has_an_oracle(game: Game) -> None:
    """A new mechanic that scores is told a second time, in oracle.py."""
    assert {label for part in game.parts for label in part.labels} <= set(oracle.LINES)
    assert set(game.ruleset.ranking) <= set(oracle.MEASURES)


@every_table
def test_there_are_no_other_seats_and_seeds(game: Game) -> None:
    state = game.start(0)
    for seat in (-2, game.players, 99):
        with pytest.raises(CapotrenoError):
            game.view(state, seat)
    for seed in (-1, 2**64):
        with pytest.raises(CapotrenoError):
            game.start(seed)
    low, high = game.board.players
    for players in (low - 1, high + 1, 0, -1):
        with pytest.raises(CapotrenoError):
            load(game.name, players)
