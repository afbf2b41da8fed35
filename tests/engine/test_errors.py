"""One family of errors: whatever the library refuses is a CapotrenoError with one sentence."""

import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import capotreno
from capotreno import CapotrenoError, Game, Match, PositionError, State, View, load
from capotreno.engine.errors import NotYourDecision

GARBAGE: list[Any] = [None, "x", 2.5, b"x", [], {}, object(), -7, 10**30, "\0", Path("a\0b")]


def str_or_kind(thing: Any) -> str:
    return repr(thing) if isinstance(thing, str | bytes | int | float) else type(thing).__name__


NEW_YORK = load("new_york", 2)
NO_STATES: list[Any] = [thing for thing in GARBAGE if not isinstance(thing, State)]


def begun(game: Game = NEW_YORK) -> State:
    state = game.start(1)
    while state.cells[1] < 0:
        game.apply(state, game.legal(state)[0])
    return state


def sentence(call: Callable[[], object]) -> str:
    """What a misuse is told: one line, not too long, by a member of the family."""
    with pytest.raises(CapotrenoError) as caught:
        call()
    text = str(caught.value)
    assert text, "an error says something"
    assert "\n" not in text
    assert len(text) < 400
    return text


def test_every_public_error_is_of_the_family() -> None:
    public = [getattr(capotreno, name) for name in capotreno.__all__]
    errors = [one for one in public if inspect.isclass(one) and issubclass(one, Exception)]
    assert len(errors) > 8
    assert all(issubclass(one, CapotrenoError) for one in errors)
    assert issubclass(CapotrenoError, ValueError)
    lost = pickle.loads(pickle.dumps(capotreno.BoardError("f", "a", "b")))  # noqa: S301 - our own
    assert (lost.file, str(lost)) == ("f", "f: a: b.")


# -- a state of another game ------------------------------------------------------------------

#: Everything that takes a state.
ASKS: dict[str, Callable[[Game, State], object]] = {
    "legal": lambda game, state: game.legal(state),
    "legal_for": lambda game, state: game.legal_for(state, 0),
    "actor": lambda game, state: game.actor(state),
    "actors": lambda game, state: game.actors(state),
    "apply": lambda game, state: game.apply(state, 0),
    "decision": lambda game, state: game.decision(state, 0),
    "why_not": lambda game, state: game.why_not(state, 0, 0),
    "refusal": lambda game, state: game.refusal(state, 0),
    "view": lambda game, state: game.view(state, 0),
    "resample": lambda game, state: game.resample(state, 1),  # type: ignore[arg-type]
    "fold": lambda game, state: game.fold(state, (2, 0, 0)),  # type: ignore[arg-type]
    "encode": lambda game, state: game.encode(state),
    "position": lambda game, state: game.position(state),
    "audit": lambda game, state: game.audit(state),
    "digest": lambda game, state: game.digest(state),
    "sheets": lambda game, state: game.sheets(state),
    "outcome": lambda game, state: game.outcome(state),
}

OTHERS = [
    load("usa", 2),
    load("new_york", 3),
    load("new_york", 2, dice=True),
]


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
@pytest.mark.parametrize("other", OTHERS, ids=lambda game: game.id)
def test_a_state_of_another_game(ask: Callable[[Game, State], object], other: Game) -> None:
    state = begun()
    before = NEW_YORK.digest(state)
    NEW_YORK.legal(state)  # a list of codes that is kept must not be taken for the other game's
    text = sentence(lambda: ask(other, state))
    assert "new_york" in text
    assert other.name in text
    assert NEW_YORK.digest(state) == before


@pytest.mark.parametrize("ask", [ask for name, ask in ASKS.items() if name != "refusal"])
@pytest.mark.parametrize("given", ["x", None, 7, [1, 2]], ids=repr)
def test_what_is_no_state_at_all(ask: Callable[[Game, Any], object], given: object) -> None:
    assert "is no state of a game" in sentence(lambda: ask(NEW_YORK, given))


def test_games_whose_states_are_of_one_length_are_told_apart() -> None:
    germany, maerklin = load("germany", 3), load("maerklin", 3)
    state = germany.start(1)
    assert len(state.cells) == len(maerklin.start(1).cells)
    assert "germany" in sentence(lambda: maerklin.legal(state))


def test_a_state_is_of_every_game_that_was_loaded_alike() -> None:
    state = begun()
    twin = load("new_york", 2)
    assert twin.legal(state.copy()) == NEW_YORK.legal(state)
    view = NEW_YORK.view(state, 0)
    assert twin.legal(twin.resample(view.copy(), 1))
    again = twin.from_position(NEW_YORK.position(state))
    assert twin.digest(again) == NEW_YORK.digest(state)
    twin.fold(view, (2, 0, 0))


@pytest.mark.parametrize("name", ["view", "encode", "position", "digest", "sheets", "legal_for"])
@pytest.mark.parametrize("thing", NO_STATES, ids=str_or_kind)
def test_what_is_no_state(name: str, thing: Any) -> None:
    with pytest.raises(CapotrenoError):
        ASKS[name](NEW_YORK, thing)


# -- seats, seeds, codes, events ----------------------------------------------------------------


@pytest.mark.parametrize("seat", [99, 2, -2, "0", 0.0, None, True, [], 10**30])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    state, match = begun(), Match(NEW_YORK, 1)
    given: Any = "0" if seat is None else seat  # None is whoever is asked
    before = match.log.write()
    for call in (
        lambda: NEW_YORK.legal_for(state, seat),
        lambda: NEW_YORK.view(state, seat),
        lambda: NEW_YORK.why_not(state, 0, seat),
        lambda: NEW_YORK.redact((2, 0, 0), seat),
        lambda: match.view(seat),
        lambda: match.play(match.legal()[0], seat=given),
        lambda: match.legal(given),
    ):
        assert "there is no seat" in sentence(call)
    assert match.log.write() == before


def test_a_spectator_is_no_player() -> None:
    assert NEW_YORK.legal_for(begun(), capotreno.NOBODY) == ()
    with pytest.raises(CapotrenoError, match="spectator"):
        Match(NEW_YORK, 1).play("draw", seat=capotreno.NOBODY)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None, True, [], 10**30])
def test_a_seed_that_is_none(seed: Any) -> None:
    """The same numbers for a game and for a world that a seat imagines."""
    view = NEW_YORK.view(begun(), 0)
    assert "a seed is a whole number" in sentence(lambda: NEW_YORK.start(seed))
    assert "a seed is a whole number" in sentence(lambda: NEW_YORK.resample(view, seed))
    if seed is not None:
        assert "a seed is a whole number" in sentence(lambda: Match(NEW_YORK, seed))


@pytest.mark.parametrize("thing", [*GARBAGE, "x" * 10**6, 1.0])
def test_an_action_that_is_none(thing: Any) -> None:
    state, match = begun(), Match(NEW_YORK, 1)
    sentence(lambda: NEW_YORK.action(thing))
    sentence(lambda: NEW_YORK.code(thing))
    sentence(lambda: match.play(thing))
    if not isinstance(thing, float):
        sentence(lambda: NEW_YORK.apply(state, thing))


@pytest.mark.parametrize(
    "event", [None, (), (999,), (0,), (2, "0", 0), [2, 0, 0], "x", (-1, 0, 0), (1, 0, 5, 0)]
)
def test_an_event_that_is_none(event: Any) -> None:
    view = NEW_YORK.view(begun(), 0)
    before = view.cells[:], view.stack[:]
    sentence(lambda: NEW_YORK.fold(view, event))
    assert (view.cells, view.stack) == before
    if event != (1, 0, 5, 0):  # one that is well formed, and of nothing that was asked
        sentence(lambda: NEW_YORK.redact(event, 0))


def test_a_view_is_no_state_and_a_state_no_view() -> None:
    state = begun()
    view = NEW_YORK.view(state, 0)
    assert isinstance(NEW_YORK.view(view, 0), View)
    sentence(lambda: NEW_YORK.view(view, 1))
    sentence(lambda: NEW_YORK.audit(view))
    sentence(lambda: NEW_YORK.resample(state, 1))  # type: ignore[arg-type]
    sentence(lambda: NEW_YORK.apply(view, 0))


def test_a_game_that_is_over_goes_no_further() -> None:
    match = Match(NEW_YORK, 1)
    while not match.over:
        match.play(match.legal()[0])
    with pytest.raises(NotYourDecision):
        NEW_YORK.apply(match.state, 0)
    sentence(lambda: match.play("draw"))


# -- games, boards, matches and files -------------------------------------------------------------


@pytest.mark.parametrize("thing", GARBAGE, ids=str_or_kind)
def test_what_is_no_game_no_board_and_no_number_of_players(thing: Any) -> None:
    sentence(lambda: load(thing))
    sentence(lambda: capotreno.load_board(thing))
    sentence(lambda: capotreno.register(thing))
    sentence(lambda: load("new_york", thing))
    sentence(lambda: load("new_york", 2, dice=thing))
    sentence(lambda: Match(thing))
    seats: Any = 7 if thing is None else thing  # None gives them names
    sentence(lambda: Match(NEW_YORK, 1, seats))
    sentence(lambda: Match.of(thing))
    sentence(lambda: NEW_YORK.from_position(thing))


@pytest.mark.parametrize("path", [*GARBAGE, "", ".", "no/such/folder/file"], ids=str_or_kind)
def test_a_path_that_is_none(path: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sentence(lambda: Match.open(path))
    if path not in ("x", b"x"):  # a file can have that name, and then it is written
        sentence(lambda: Match(NEW_YORK, 1).save(path))
    assert [file.name for file in tmp_path.iterdir()] in ([], ["x"])


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert "irectory" in sentence(lambda: Match(NEW_YORK, 1).save(tmp_path / "folder"))
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_a_name_that_nothing_has() -> None:
    board = NEW_YORK.board
    for look in (board.place, board.route, board.ticket, board.places_of, board.name_of):
        with pytest.raises(LookupError):
            look("atlantis")
        assert "'atlantis'" in sentence(lambda look=look: look("atlantis"))  # type: ignore[misc]
    sheet = NEW_YORK.sheets(begun())[0]
    assert "'atlantis'" in sentence(lambda: sheet.line("atlantis"))


# -- positions nobody can reach -----------------------------------------------------------------


def test_a_last_round_that_nobody_began() -> None:
    """Everybody has all the pieces, and yet the game would be about to end, or have ended."""
    for name in ("usa", "world", "maerklin"):
        game = load(name, 3)
        for left in (1, 3):
            data: Any = game.position(begun(game))
            data["cells"]["last_turns"] = left
            with pytest.raises(PositionError, match="last_turns"):
                game.from_position(data)
        data = game.position(begun(game))
        data["cells"]["over"] = game.layout.words["reason"].index("last_round")
        data["asked"] = []
        with pytest.raises(PositionError, match="last_turns"):
            game.from_position(data)


def test_a_last_round_that_should_have_begun() -> None:
    game = load("usa", 2)
    state = game.start(4)
    ending: Any = game.ending
    while not state.cells[ending.to_go]:
        legal = game.legal(state)
        claims = [code for code in legal if game.action(code).verb == "claim"]
        game.apply(state, claims[-1] if claims else legal[0])
    game.audit(state)
    data: Any = game.position(state)
    data["cells"]["last_turns"] = 0
    with pytest.raises(PositionError, match="few pieces"):
        game.from_position(data)


@pytest.mark.parametrize("dice", [False, True])
def test_more_exchanges_than_turns_allow(dice: bool) -> None:
    game = load("world", 2, dice=dice)
    data: Any = game.position(begun(game))
    data["cells"]["exchanged"][0] = 10**9
    with pytest.raises(PositionError, match="exchanged"):
        game.from_position(data)
