"""The laws every game keeps. A law is a function of a game and a seed: it plays one game.

`LAWS` is all of them; test_conformance.py runs each on every table, tools/checks/laws.py `soak`.
"""

import json
import re
from collections.abc import Callable

import pytest

from capotreno import (
    NOBODY,
    ActionError,
    CapotrenoError,
    Game,
    NotAnAction,
    NotLegal,
    NotYourDecision,
    PositionError,
    State,
)
from capotreno.engine.game import PASS
from capotreno.engine.part import ScoreLine
from tests.conformance import oracle
from tests.conformance.tables import Chooser, bound, finished, label, played

Law = Callable[[Game, int], object]


def same(one: State, two: State) -> bool:
    """Equal but for the chance to come."""
    return one.cells == two.cells and one.stack == two.stack


# -- play ------------------------------------------------------------------------------------


def menus_are_sorted_and_never_empty(game: Game, seed: int) -> None:
    codes = len(game.actions.all)
    for state in played(game, seed, Chooser(game, seed)):
        if not state.stack:
            assert game.actor(state) is None
            assert game.actors(state) == ()
            assert game.legal(state) == ()
            continue
        actors = game.actors(state)
        assert game.actor(state) in actors
        assert list(actors) == sorted(set(actors))
        assert game.legal(state) == game.legal_for(state, state.stack[-1][1])
        for seat in range(game.players):
            menu = game.legal_for(state, seat)
            assert isinstance(menu, tuple)
            assert all(type(code) is int and 0 <= code < codes for code in menu)
            assert list(menu) == sorted(set(menu))
            assert bool(menu) == (seat in actors)
            assert PASS not in menu or menu == (PASS,), "only who can do nothing passes (R-02)"


def only_the_asked_seat_may_act(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    for state in played(game, seed, chooser):
        menu = game.legal(state) or (0,)
        asked = game.actors(state)
        before = game.digest(state)
        for seat in range(game.players + 1):
            if seat not in asked:
                with pytest.raises(NotYourDecision, match=r"\w+ \w+"):
                    game.apply(state, menu[0], seat)
        assert game.digest(state) == before
    over = finished(game, seed)
    with pytest.raises(NotYourDecision, match="over"):
        game.apply(over, 0)


def what_is_refused_changes_nothing(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    space = range(len(game.actions.all))
    for state in played(game, seed, chooser):
        if not state.stack or chooser.random.random() < 0.7:
            continue
        seat = chooser.random.choice(game.actors(state))
        menu = game.legal_for(state, seat)
        before = game.digest(state)
        for code in chooser.random.sample(space, 12):
            if code not in menu:
                with pytest.raises(NotLegal) as refusal:
                    game.apply(state, code, seat)
                _speaks(game, code, refusal.value)
        for code in (-1, 10**9, len(space)):
            with pytest.raises(NotAnAction, match="not a code"):
                game.apply(state, code, seat)
        if 1 not in menu:
            with pytest.raises(ActionError):
                game.apply(state, True, seat)
        assert game.digest(state) == before
        assert game.legal_for(state, seat) == menu


def _speaks(game: Game, code: int, error: NotLegal) -> None:
    """A refusal names the action, says why in words, and cites the rule where there is one."""
    text = str(error)
    assert text.startswith(game.action(code).text + ": ")
    assert len(text.removeprefix(game.action(code).text).split()) > 3
    assert "{" not in text
    cited = re.search(r" \[(.+)\]$", text)
    law = game.ruleset.laws.get(error.reason.key)
    assert (cited[1] if cited else None) == law == (error.reason.rule or None)


def copies_are_independent(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    earlier: list[tuple[State, str]] = []
    for state in played(game, seed, chooser):
        if chooser.random.random() < 0.05:
            digest = game.digest(state)
            assert game.digest(state.copy()) == digest
            earlier.append((state.copy(), digest))
            other = state.copy()
            for _ in range(5):
                if other.stack:
                    game.apply(other, chooser.code(game.legal(other)))
            assert game.digest(state) == digest, "playing the copy changed the original"
    for past, digest in earlier:
        assert game.digest(past) == digest, "an earlier copy has changed"
    for past, _ in earlier[:2]:
        ended = past.copy()
        for _ in played(game, seed, chooser, ended):
            pass
        assert game.actor(ended) is None


def the_same_seed_gives_the_same_game(game: Game, seed: int) -> None:
    one, two = Chooser(game, seed), Chooser(game, seed)
    for left, right in zip(played(game, seed, one), played(game, seed, two), strict=True):
        assert game.digest(left) == game.digest(right)
    first = [game.digest(game.start(seed + step)) for step in range(8)]
    assert len(set(first)) == len(first), "different seeds, the same start"


def answers_in_any_order_come_to_the_same(game: Game, seed: int) -> None:
    """Simultaneous choices do not depend on who answered first (R-10)."""
    ends = set()
    for order in range(3):
        state = game.start(seed)
        chooser = Chooser(game, seed)
        given = [0] * game.players
        while state.cells[1] < 0:
            actors = game.actors(state)
            seat = (actors[0], actors[-1], chooser.random.choice(actors))[order]
            menu = game.legal_for(state, seat)
            game.apply(state, menu[(seed * 31 + seat * 7 + given[seat] * 3) % len(menu)], seat)
            given[seat] += 1
        ends.add(game.digest(state))
    assert len(ends) == 1


def every_state_passes_the_audit(game: Game, seed: int) -> None:
    for state in played(game, seed, Chooser(game, seed)):
        game.audit(state)


def nothing_is_lost_or_found(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    for state in played(game, seed, chooser):
        if not state.stack or chooser.random.random() < 0.1:
            oracle.conserved(game, cells_of(game, state))


def positions_can_be_written_and_read(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    for state in played(game, seed, chooser):
        if not state.stack or chooser.random.random() < 0.05:
            text = json.dumps(game.position(state))
            again = game.from_position(json.loads(text))
            assert game.digest(again) == game.digest(state)
            assert game.legal(again) == game.legal(state)
            with pytest.raises(PositionError):
                game.from_position(game.position(game.view(state, NOBODY)))


def cells_of(game: Game, state: State) -> oracle.Cells:
    """The cells of a state in words."""
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    return cells


# -- scores ----------------------------------------------------------------------------------


def the_score_sheet_adds_up(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    state = game.start(seed)
    for _ in played(game, seed, chooser, state):
        if state.stack and chooser.random.random() < 0.02:
            _sheets(game, state)
            with pytest.raises(CapotrenoError, match="not over"):
                game.outcome(state)
    judged(game, state)


def judged(game: Game, state: State) -> None:
    """A finished game: its sheets, ranking and conservation against the oracle."""
    oracle.conserved(game, cells_of(game, state))
    _sheets(game, state)
    _outcome(game, state)


def _sheets(game: Game, state: State) -> None:
    cells = cells_of(game, state)
    sheets = game.sheets(state)
    assert [sheet.seat for sheet in sheets] == list(range(game.players))
    declared = [label for part in game.parts for label in part.labels]
    told = {label: oracle.LINES[label](game, cells) for label in declared}
    free = {"tickets_done", "tickets_missed"} if "stations" in cells else set()
    for sheet in sheets:
        assert [line.label for line in sheet.lines] == declared
        assert len(set(declared)) == len(declared)
        assert sum(line.points for line in sheet.lines) == sheet.total
        for line in sheet.lines:
            _items(line)
            if line.label not in free:
                assert line.points == told[line.label][sheet.seat], (line.label, told[line.label])
        # Stations may lend what does one ticket or what does another, if the points are the same.
        both = sum(told[label][sheet.seat] for label in free)
        assert sum(line.points for line in sheet.lines if line.label in free) == both


def _items(line: ScoreLine) -> None:
    if line.items:
        assert sum(item.points for item in line.items) == line.points
        ids = [item.id for item in line.items]
        assert len(set(ids)) == len(ids)


def _outcome(game: Game, state: State) -> None:
    outcome = game.outcome(state)
    totals = [sheet.total for sheet in outcome.sheets]
    assert outcome.totals == tuple(totals)
    assert outcome.ranks == oracle.ranks(game, cells_of(game, state), totals)
    assert outcome.winners == tuple(s for s, rank in enumerate(outcome.ranks) if rank == 1)
    assert all(totals[winner] == max(totals) for winner in outcome.winners)
    rivals = totals.count(max(totals)) > len(outcome.winners)
    assert bool(outcome.tie_break) == rivals
    assert outcome.tie_break in ("", *game.ruleset.ranking)
    assert outcome.reason in game.layout.words["reason"][1:]
    assert json.loads(json.dumps(outcome.json())) == outcome.json()


LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        menus_are_sorted_and_never_empty,
        only_the_asked_seat_may_act,
        what_is_refused_changes_nothing,
        copies_are_independent,
        the_same_seed_gives_the_same_game,
        answers_in_any_order_come_to_the_same,
        every_state_passes_the_audit,
        nothing_is_lost_or_found,
        positions_can_be_written_and_read,
        the_score_sheet_adds_up,
    )
}


def check(law: Law, game: Game, seed: int) -> None:
    """Run a law; what it raises carries the seed that brings it back."""
    try:
        law(game, seed)
    except Exception as error:
        error.add_note(f"{law.__name__}: {label(game, seed)}, bound {bound(game)}")
        raise
