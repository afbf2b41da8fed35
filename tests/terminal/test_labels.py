"""What a menu says of a choice is declared by its part, and filled in the person's language."""

import pytest

from capotreno import Match, load
from capotreno.reader.standing import Standing
from capotreno.reviewing.shape import MISTAKE, Answer, Decided, Value, Worth
from capotreno.telling.names import Names
from capotreno.terminal.review.labels import SeatLabels
from capotreno.terminal.talk.choices import Chooser
from capotreno.words import Voice

NOTHING = Value(0.0, 0.0, 0.0, 0.0)
PLAYED = Answer(0, "", NOTHING, NOTHING, 60)


@pytest.mark.parametrize(
    ("game", "dice", "action", "english", "italian"),
    [
        ("ghost_train", False, "draw 2", "2 cards from the deck", "2 carte dal mazzo"),
        ("great_lakes", False, "draw ship", "from the ship deck", "dal mazzo Nave"),
        ("great_lakes", False, "refill train", "from the train deck", "dal mazzo Treno"),
        ("great_lakes", False, "take wild", "wild", "jolly"),
        (
            *("great_lakes", False, "pieces rail*30 sea*20"),
            *("30 × train + 20 × ship", "30 × vagone + 20 × nave"),
        ),
        ("germany", False, "tickets long*1", "1 long", "1 lungo"),
        (
            *("germany", False, "tickets short*1 long*3"),
            *("3 long + 1 short", "3 lunghi + 1 corto"),
        ),
        ("usa", False, "tickets", "draw tickets", "pesca biglietti"),
        ("usa", True, "tickets 3", "3 tickets", "3 biglietti"),
        ("usa", True, "roll", "roll the dice", "tira i dadi"),
        (
            *("usa", True, "reroll single*2 station*1"),
            *("roll again: 2 × single + 1 × station", "rilancia: 2 × singola + 1 × stazione"),
        ),
        (
            *("usa", True, "reroll single*4 station*1"),
            "all five once more; or some: reroll 1 3, reroll SST",
            "tutti e cinque di nuovo; o alcuni: rilancia 1 3, rilancia SST",
        ),
        (
            "usa",
            True,
            "drop single",
            "throw a single token away",
            "scarta un segnalino per linea singola",
        ),
        ("ghost_train", True, "gift double", "a double token", "un segnalino per linea doppia"),
    ],
)
def test_a_choice_in_words(game: str, dice: bool, action: str, english: str, italian: str) -> None:
    table = load(game, 2, dice=dice)
    standing = Standing(table, Match(table, 1).view(0), 0)
    wanted = table.action(table.code(action))
    said = [Chooser(Names(table, Voice(one)), standing).label(wanted) for one in ("en", "it")]
    assert said == [english, italian]


@pytest.mark.parametrize(("language", "track"), [("en", "track"), ("it", "binario")])
def test_answers_that_are_called_the_same_are_counted(
    monkeypatch: pytest.MonkeyPatch, language: str, track: str
) -> None:
    table = load("usa", 2)
    match = Match(table, 1)
    labels = SeatLabels(table, match.log, 0, Voice(language))
    monkeypatch.setattr(labels, "view", lambda _: match.view(0))
    routes = table.board.routes
    gray = next(one for one in routes if one.twins and not one.colour)
    red = next(one for one in routes if one.twins and one.colour)
    pairs = [one for own in (gray, red) for one in routes if (one.a, one.b) == (own.a, own.b)]
    codes = [table.code(f"claim {one.id}") for one in pairs]
    decided = Decided(0, 0, 1, "turn", 2, NOTHING, PLAYED, (), MISTAKE, Worth())
    first, second, *coloured = labels.actions(decided, codes)
    same = labels.action(decided, codes[0])
    assert [first, second] == [f"{same} ({track} 1)", f"{same} ({track} 2)"]
    assert coloured == [labels.action(decided, code) for code in codes[2:]]
    assert len(set(coloured)) == 2
