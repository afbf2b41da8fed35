"""Rows and graphs: worked-out fields are right, nothing is lost, nothing hidden is told."""

import pytest

np = pytest.importorskip("numpy", reason="the extra `rl` is not installed")

from capotreno.engine.errors import CapotrenoError  # noqa: E402
from capotreno.engine.outcome import Outcome, Sheet  # noqa: E402
from capotreno.envs.graph import GraphObservation  # noqa: E402
from capotreno.envs.observation import Observation  # noqa: E402
from capotreno.envs.rewards import margin, points, reward_of, win  # noqa: E402
from capotreno.reader.progress import BLOCKED  # noqa: E402
from capotreno.reader.standing import Standing  # noqa: E402
from tests.conformance.tables import EXTREMES, OWN_TABLES, Chooser, played, table  # noqa: E402

TABLES = [*EXTREMES[::3], *OWN_TABLES]  # all of them: tests/engine/test_fields.py


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rows_are_in_range_and_the_same_in_every_world(name: str, players: int) -> None:
    game = table(name, players)
    observation = Observation(game)
    chooser = Chooser(game, 3)
    for step, state in enumerate(played(game, 3, chooser)):
        if step > 2 and state.stack and chooser.random.random() < 0.97:
            continue
        for seat in range(players):
            view = game.view(state, seat)
            row = observation.row(view)
            assert row.dtype == np.int16
            assert (observation.low <= row).all()
            assert (row <= observation.high).all()
            assert (row == observation.read(state, seat)).all()
            assert (row == observation.read(game.resample(view, step), seat)).all()
            assert tuple(np.flatnonzero(observation.mask(view))) == game.legal(view)


@pytest.mark.parametrize("name", ["new_york", "switzerland", "germany", "usa"])
def test_what_a_ticket_misses_is_what_the_standing_says(name: str) -> None:
    game = table(name, 2)
    observation = Observation(game)
    compared = 0
    for state in played(game, 1, Chooser(game, 1)):
        view = game.view(state, 0)
        missing = observation.of(observation.row(view), "missing")
        for one in Standing(game, view, 0).progress:
            if one.status == BLOCKED:
                assert missing[one.ticket] > observation.reach - 1 or missing[one.ticket] > 0
            elif not game.board.tickets[one.ticket].tour:
                assert missing[one.ticket] == one.missing
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_graph_holds_every_number_of_the_row_once(name: str, players: int) -> None:
    game = table(name, players)
    observation = Observation(game)
    graph = GraphObservation(observation)
    row = np.arange(observation.size, dtype=np.int16)
    found = np.concatenate([own.ravel() for own in graph.of(row).values()])
    assert sorted(found) == list(row)
    for kind, things in graph.things.items():
        assert things.columns.shape[1] == len(things.features) == len(set(things.features)), kind
        assert things.values.shape == (things.columns.shape[0], len(things.printed)), kind
    counts = {kind: len(things.columns) for kind, things in graph.things.items()}
    for (one, other), pairs in graph.edges.items():
        assert pairs.shape[0] == 2
        assert pairs[0].max(initial=0) < counts[one]
        assert pairs[1].max(initial=0) < counts[other]


def test_actions_are_linked_to_what_they_name() -> None:
    game = table("germany", 2)
    graph = GraphObservation(Observation(game))
    for kind, words in (("route", "route"), ("ticket", "ticket"), ("passenger", "colour")):
        for code, thing, count in graph.actions[kind].T:
            assert game.action(int(code)).json[words] == game.layout.words[kind][thing]
            assert count == 1
    for code, thing, count in graph.actions["card"].T:
        json = game.action(int(code)).json
        named = json.get("cards", {json.get("card"): 1})
        assert isinstance(named, dict)
        assert named[game.layout.words["card"][thing]] == count
    assert len(graph.actions["verb"].T) == game.num_actions


def outcome(totals: list[int], winners: tuple[int, ...]) -> Outcome:
    sheets = tuple(Sheet(seat, (), total) for seat, total in enumerate(totals))
    return Outcome(
        sheets, tuple(1 + (s not in winners) for s in range(len(totals))), winners, "", ""
    )


@pytest.mark.quick
def test_rewards() -> None:
    assert win(outcome([90, 80], (0,))) == [1, -1]
    assert win(outcome([90, 90], (0, 1))) == [0, 0]
    assert win(outcome([1, 2, 3, 0, 0], (2,))) == [-0.25, -0.25, 1, -0.25, -0.25]
    assert margin(outcome([90, 80, 40], (0,))) == [0.1, -0.1, -0.5]
    assert points(outcome([90, 80], (0,))) == [0.9, 0.8]
    with pytest.raises(CapotrenoError, match="win, margin, points"):
        reward_of("glory")
