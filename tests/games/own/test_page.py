"""The rules page of a board of your own: written from its parts, in both languages."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from capotreno import BoardError, Game, rulebook
from capotreno.games.dice import dice
from capotreno.games.own.game import PAPER
from capotreno.games.own.page import HOLDS, LAST, statements
from capotreno.telling.rules import rules
from capotreno.words import LANGUAGES, Voice
from tests.games.own.files import file, misfits
from tests.games.own.shipped import CHOICES, written
from tests.games.own.table import ISLAND, declared, island
from tests.test_statements import RULES, numbers
from tests.test_statements import statements as listed

BOXES = [*[written(name) for name in CHOICES], island()]
PRINTED = [
    json.loads(ISLAND.with_name(f"{name}.json").read_text("utf-8"))
    for name in ("venice", "iceland", "to_the_sea")
]


@cache
def some() -> list[dict[str, Any]]:
    """Files made by chance, when they are looked at."""
    return [value for value in map(file, range(120)) if not misfits(value)]


Way = tuple[str | int, ...]  # to a choice of the section `game`

languages = pytest.mark.parametrize("language", LANGUAGES)


def test_the_list_of_statements_is_the_papers() -> None:
    assert len(numbers(RULES / f"{PAPER}.en.md")) == LAST


def test_every_statement_holds_on_some_board_and_no_chosen_one_on_all() -> None:
    held = [statements(declared(value)) for value in (*BOXES, *some())]
    chosen = {f"OB-{number:02}" for some, _ in HOLDS for number in some}
    assert frozenset().union(*held) == {f"OB-{number:02}" for number in range(1, LAST + 1)}
    assert not chosen & frozenset.intersection(*held)


def test_what_is_refused_rests_on_a_statement_that_the_page_shows() -> None:
    for value in (*BOXES, *some()[:30]):
        ruleset = declared(value)
        ferries = any(route.ferry for route in ruleset.board.routes)
        never = set() if ferries else {"wilds_short"}  # a payer of ferries, on a map without any
        laws = {law for key, law in ruleset.laws.items() if key not in never}
        assert laws <= statements(ruleset), value["id"]


@languages
def test_the_page_has_these_statements_and_no_empty_chapter(language: str) -> None:
    for value in BOXES:
        holding = statements(declared(value))
        text = rulebook.rules(PAPER, language, holding=holding, first="## First\n\nOf this board.")
        assert text is not None
        shown = {f"{a}-{n:02}" for a, n, _ in listed(text) if a == "OB"}
        assert shown == holding
        chapters = [chapter.split("\n", 1) for chapter in text.split("\n## ")[1:]]
        assert all(body.strip() for _, body in chapters)
        titles = [title for title, _ in chapters]
        assert titles[1] == "First"
        assert text.index("Of this board.") < text.index("**OB-01**")


@languages
def test_with_dice_the_expansion_follows(language: str) -> None:
    text = rulebook.rules(PAPER, language, True, statements(declared(island())), "## First\n\nSo.")
    assert text is not None
    assert text.index("## First") < text.index("**OB-01**") < text.index("**D-01**")
    assert "OB-66" not in text


#: A switch, and the words about it that stand in the sentences of a board that has chosen it.
SAID: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": 3}, "everybody starts with 3", "3"),
    ({"row": 3, "flush": 2}, "from the 3 face up", "fra le 3 scoperte"),
    ({"flush": 4}, "When 4 of the cards face up", "Quando 4 delle carte scoperte"),
    ({"row": 0, "blind_draw": 3}, "you may draw 3 cards, unseen", "3 carte"),
    ({"face_up_wild": "one_card"}, "counts like any card", "vale come le altre"),
    ({"wilds": "ferries_and_tunnels"}, "on ferries and tunnels only", "solo su traghetti"),
    ({"cards_for_wild": 2}, "any 2 cards may stand for one", "2 carte qualsiasi valgono"),
    ({"twins_from": 4}, "With fewer than 4 players", "4"),
    ({"tickets": {"opening": [2, 1], "refused": "leave"}}, "refuse leave the game", "escono"),
    (
        {"tickets": {"opening": [2, 1], "refused": "shuffle_opening"}},
        "shuffled back",
        "rimescolano",
    ),
    ({"tickets": {"opening": [2, 1]}}, "go under their deck", "vanno sotto il loro mazzo"),
    ({"bonuses": {"longest_path": 7}}, "Longest path: 7 points", "7 punti"),
    ({"bonuses": {"globetrotter": 6}}, "Most tickets done: 6 points", "6 punti"),
    ({"bonuses": {"landmarks": 3}}, "gives 3 points at the end", "3 punti"),
    ({"bonuses": {"double_paths": [5, 9]}}, "1 → 5, 2 → 9 (or more)", "1 → 5, 2 → 9 (o più)"),
    ({"stations": {"each": 2, "unbuilt": 5}}, "Stations: you have 2", "5 punti"),
    ({"ending": {"pieces": 3, "turns": 2}}, "with 3 pieces or fewer", "3 pezzi o meno"),
    ({"ranking": ["tickets"]}, "decided by tickets done", "biglietti"),
]


@pytest.mark.parametrize(("choice", "english", "italian"), SAID, ids=lambda part: str(part)[:30])
def test_every_switch_has_its_sentence(choice: dict[str, Any], english: str, italian: str) -> None:
    game = Game(declared(island(**choice)), 2)
    for language, words in (("en", english), ("it", italian)):
        assert words in " ".join(rules(Voice(language), game))


OTHERWISE = {
    "whole_draw": "one_card",
    "everywhere": "ferries_and_tunnels",
    "ferries_and_tunnels": "everywhere",
    "under": "leave",
    "leave": "leave_opening",
    "leave_opening": "leave",
    "shuffle_opening": "under",
}


def leaves(section: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every number and word of a section `game`, and the way to it."""
    if not isinstance(section, dict | list):
        yield way, section
        return
    keys = section if isinstance(section, dict) else range(len(section))
    for key in keys:
        yield from leaves(section[key], (*way, key))


def changed(value: dict[str, Any], way: Way, to: Any) -> dict[str, Any]:
    value = copy.deepcopy(value)
    holder = value["game"]
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = to
    return value


def told(value: dict[str, Any]) -> list[str]:
    """All sentences in each language."""
    game = Game(declared(value), value["players"][0])
    return [" ".join(rules(Voice(language), game)) for language in LANGUAGES]


def others(now: Any) -> list[Any]:
    """What might be written in a choice's place."""
    if isinstance(now, int) and not isinstance(now, bool):
        return [now + 1, now - 1]
    return [OTHERWISE[now]] if now in OTHERWISE else []


@pytest.mark.slow
def test_whatever_a_file_chooses_is_told() -> None:
    """Another number or another word of any choice makes other sentences."""
    seen: set[Way] = set()
    for value in (*BOXES, *PRINTED):
        before = told(value)
        for way, now in leaves(value["game"]):
            for other in others(now):
                with suppress(BoardError):  # where it does not fit, another board tells
                    if way not in seen:
                        after = told(changed(value, way, other))
                        seen.add(way)
                        assert before[0] != after[0], (value["id"], way)
                        assert before[1] != after[1], (value["id"], way)
    assert len(seen) > 40


def test_districts_are_told_by_their_names() -> None:
    value = island(bonuses={"districts": {"north": 6}})
    name = {"en": "The North", "it": "Il Nord"}
    value["regions"] = [{"id": "north", "name": name, "places": ["lighthouse", "mill"]}]
    game = Game(declared(value), 2)
    for language in LANGUAGES:
        assert f"{name[language]} 6." in " ".join(rules(Voice(language), game))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("europe", "dealt 1 long + 3 regular"),
        ("germany", "you say how many of each before you draw"),
        ("ghost_train", "Dark Forest and Seashore (counts as a ticket done)"),
        ("ghost_train", "Town Hall and Crypt (2 cards from the deck)"),
        ("ghost_train", "when somebody has done 6 tickets"),
        ("great_lakes", "chooses 50 out of 33 × train + 32 × ship"),
        ("great_lakes", "more than 200 pieces in a whole game"),
        ("world", "1 → 20, 2 → 30, 3 → 40"),
        ("world", "starts with 3 train + 7 ship"),
        ("maerklin", "only on routes of 4 spaces or more"),
        ("maerklin", "The passenger cards pay for no route"),
        ("maerklin", "Passengers: you have 3"),
        ("nordic", "Some routes show a set of cards"),
    ],
)
def test_every_mechanic_of_a_box_has_its_sentence(name: str, words: str) -> None:
    assert words in " ".join(rules(Voice("en"), Game(declared(written(name)), 2)))


@pytest.mark.slow
@languages
def test_every_combination_can_be_told(language: str) -> None:
    for value in some()[:40]:
        ruleset = declared(json.loads(json.dumps(value)))
        for told in (ruleset, dice(declared(value))):
            said = rules(Voice(language), Game(told, 2))
            assert all(said)
            assert not any("{" in sentence for sentence in said)
