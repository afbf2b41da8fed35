"""Every part of every game is in the subset, and the library plays as the interpreter does."""

import re
from collections.abc import Iterable

import pytest

from capotreno import Game, load
from capotreno.games.registry import REGISTRY, games
from capotreno.native import translate
from capotreno.native.library.compare import compared
from tests import long
from tests.conformance.tables import table
from tests.long import LONG

Translated = tuple[Game, str]

TABLES = [(name, dice) for name in games() for dice in (False, True)]
QUICK = (("new_york", False), ("maerklin", False), ("europe", True))
#: As it is before a test brings a board of its own along.
SHIPPED = frozenset(games())
#: The fewest with every part there is: the others have the same ones with other numbers.
CARDS = ("europe", "germany", "ghost_train", "new_york", "world")
DICE = ("ghost_train", "great_lakes", "maerklin")
PLAYED = (*QUICK[1:], *((name, False) for name in CARDS), *((name, True) for name in DICE))
#: Of the boards that are not among them, one of the two: `make soak` translates all.
OTHERS = (("nordic", True), ("switzerland", False), ("usa", False))
TRANSLATED = TABLES if LONG else [one for one in TABLES if one in (*PLAYED, *OTHERS)]


def called(table: tuple[str, bool]) -> str:
    return f"{table[0]}{'+dice' * table[1]}"


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in TRANSLATED
    ],
    ids=[called(one) for one in TRANSLATED],
)
def translated(request: pytest.FixtureRequest) -> Translated:
    """A game and its translation, made once for the tests about it."""
    name, dice = request.param
    game = load(name, REGISTRY[name]().board.players[0], dice=dice)
    return game, translate.generated(game)


def test_every_game_is_translated(translated: Translated) -> None:
    """What leaves the subset is refused here, with its file and line."""
    _, text = translated
    assert text.startswith("namespace game {")
    assert "\0" not in text
    names = re.findall(r"^(?:template <class Out> )?CAPO_\w+ \w+ (\w+)\(.*\{$", text, re.MULTILINE)
    assert len(names) > 50
    for name in ("_narrow", "_hopeless"):  # once a range that was wrong folded the one away
        assert (f"// Legs.{name}," in text) == ("// Legs.in_order," in text)
    assert len(set(names)) == len(names)  # also in another namespace: a State brings its own along


def test_every_part_is_in_a_game_that_both_play() -> None:
    def parts(tables: Iterable[tuple[str, bool]]) -> set[type]:
        return {
            type(part) for name, dice in tables for part in table(name + "+dice" * dice, 2).parts
        }

    assert parts(PLAYED) == parts(TABLES)
    assert {name for name, _ in (*PLAYED, *OTHERS)} == SHIPPED


def test_functions_with_lists_stay_apart() -> None:
    """nvcc gives lists of inlined functions one place while both are in use: Germany's winners."""
    text = translate.generated(load("germany", 2, dice=True))
    functions = re.findall(
        r"^(?:template <class Out> )?(CAPO_\w+) [^\n]*\{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL
    )
    own = re.compile(r"^ +List<[^&]*;", re.MULTILINE)
    with_lists = {mark for mark, body in functions if own.search(body)}
    assert with_lists == {"CAPO_APART"}
    assert len(functions) > 100


@pytest.mark.slow
@pytest.mark.parametrize("translated", TABLES if LONG else PLAYED, ids=called, indirect=True)
def test_both_play_the_same_games(
    translated: Translated, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, text = translated
    monkeypatch.setattr(translate, "generated", lambda _: text)
    decisions, difference = compared(game, 0, long.of(3, 8))
    assert difference == ""
    assert decisions > 100


@pytest.mark.slow
def test_a_hidden_hand_may_pay_in_more_ways_than_a_board_has_places(soon: None) -> None:
    """A spectator's world in the middle of a payment, of which over a hundred are conceivable."""
    assert compared(load("maerklin", 3), 12, 1)[1] == ""
