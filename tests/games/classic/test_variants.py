"""Sets of tickets to choose from: the variants of the classic boxes keep every law."""

import pytest

from capotreno import CapotrenoError, Match, load
from capotreno.games.registry import OPTIONS
from tests.conformance import laws
from tests.conformance.soak import soak

VARIANTS = [
    (name, str(tickets)) for name, own in sorted(OPTIONS.items()) for tickets in own["tickets"]
]


@pytest.mark.parametrize(("name", "tickets"), VARIANTS)
def test_every_variant_keeps_the_laws(name: str, tickets: str) -> None:
    for players, seed in ((2, 1), (4, 2)):
        game = load(name, players, tickets=tickets)
        assert game.ruleset.options == {"tickets": tickets}
        laws.check(soak, game, seed)


@pytest.mark.parametrize(("name", "tickets"), VARIANTS)
def test_a_log_remembers_its_variant(name: str, tickets: str) -> None:
    match = Match(load(name, 2, tickets=tickets), seed=3)
    again = Match.of(match.log)
    assert again.game.ruleset.options == {"tickets": tickets}
    assert len(again.game.board.tickets) == len(match.game.board.tickets)


@pytest.mark.parametrize("wrong", ["none", "", 1910, None, ["base"]])
def test_other_sets_there_are_not(wrong: object) -> None:
    with pytest.raises(CapotrenoError, match="it can be base"):
        load("usa", 2, tickets=wrong)


def offers(name: str, tickets: str) -> tuple[int, int, int, int]:
    """How many tickets are dealt, how many of them must be kept, how many are drawn later; all."""
    game = load(name, 2, tickets=tickets)
    state = game.start(1)
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    dealt = sum(cells["tickets_offered"][0].values())
    keep = state.stack[-1][2]
    while state.cells[1] < 0:
        game.apply(state, game.legal(state)[0])
    game.apply(state, game.code("tickets"))
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    return dealt, keep, sum(cells["tickets_offered"][0].values()), len(game.board.tickets)


def bonuses(name: str, tickets: str) -> dict[str, int]:
    game = load(name, 2, tickets=tickets)
    labels = ("longest_path", "globetrotter")
    return {
        label: getattr(part, "points", 0)
        for part in game.parts
        for label in part.labels
        if label in labels
    }


@pytest.mark.rule("US-47")
def test_1910() -> None:
    assert offers("usa", "base") == (3, 2, 3, 30)
    assert offers("usa", "1910") == (3, 2, 3, 35)
    assert bonuses("usa", "base") == {"longest_path": 10}
    assert bonuses("usa", "1910") == {"globetrotter": 15}


@pytest.mark.rule("US-48")
def test_mega() -> None:
    assert offers("usa", "mega") == (5, 3, 4, 69)
    assert bonuses("usa", "mega") == {"longest_path": 10, "globetrotter": 15}


@pytest.mark.rule("US-49")
def test_four_old_tickets_have_another_value() -> None:
    old = {t.id: t.points for t in load("usa", 2).board.tickets}
    new = {t.id: t.points for t in load("usa", 2, tickets="mega").board.tickets}
    changed = {id: (points, new[id]) for id, points in old.items() if new[id] != points}
    assert len(changed) == 4
    assert changed["los_angeles-new_york"] == (21, 20)
    lost = load("usa", 2, tickets="mega").board.ticket("los_angeles-new_york")
    assert lost.penalty == 20


@pytest.mark.rule("US-50")
def test_big_cities() -> None:
    assert offers("usa", "big_cities") == (4, 2, 4, 35)
    assert bonuses("usa", "big_cities") == {}
    big = {"chicago", "dallas", "houston", "los_angeles", "miami", "new_york", "seattle"}
    board = load("usa", 2, tickets="big_cities").board
    assert all(set(ticket.stops) & big for ticket in board.tickets)


@pytest.mark.rule("EU-55")
def test_expanded_1912() -> None:
    assert offers("europe", "base") == (4, 2, 3, 46)
    assert offers("europe", "expanded_1912") == (4, 2, 3, 65)


@pytest.mark.rule("EU-56")
def test_mega_1912() -> None:
    assert offers("europe", "mega_1912") == (7, 3, 3, 101)
    game = load("europe", 2, tickets="mega_1912")
    tickets = game.board.tickets
    assert [ticket.deck for ticket in tickets].count("long") == 12
    cells = game.position(game.start(1))["cells"]
    assert isinstance(cells, dict)
    for seat in (0, 1):
        dealt = [t.deck for t in tickets if cells["tickets"][t.id] == f"offered {seat}"]
        assert (dealt.count("long"), dealt.count("regular")) == (2, 5)


@pytest.mark.rule("EU-57")
def test_big_cities_1912() -> None:
    assert offers("europe", "big_cities_1912") == (5, 2, 4, 45)
    board = load("europe", 2, tickets="big_cities_1912").board
    assert all("big_city" in ticket.marks for ticket in board.tickets)
