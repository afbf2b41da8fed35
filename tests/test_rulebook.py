"""The rules people read: both languages, the same statements, nothing cited that is not there."""

import re
from pathlib import Path

import pytest

from capotreno import rulebook
from capotreno.games.own.game import PAPER
from capotreno.games.registry import games
from capotreno.words import LANGUAGES
from tests.test_statements import CITED, ROOT, numbers, statements

FOLDER = Path(rulebook.__file__).parent

languages = pytest.mark.parametrize("language", LANGUAGES)
PAPERS = [*games(), "dice", PAPER]  # the expansion and boards of your own have papers too
names = pytest.mark.parametrize("name", [*PAPERS, "rulings"])
papers = pytest.mark.parametrize("game", PAPERS)


def paper(name: str, language: str) -> str:
    text = rulebook.paper(name, language)
    assert text is not None, f"rulebook/{name}.{language}.md is missing"
    return text


def introduction(text: str) -> str:
    """What stands before the first numbered statement."""
    return text[: text.index("\n- **")]


@names
def test_both_languages_carry_the_same_statements(name: str) -> None:
    english, italian = (statements(paper(name, language)) for language in LANGUAGES)
    assert [one[:2] for one in english] == [one[:2] for one in italian]


@names
def test_both_languages_cite_the_same(name: str) -> None:
    for english, italian in zip(
        *(statements(paper(name, language)) for language in LANGUAGES), strict=True
    ):
        cited = [sorted(CITED.findall(text)) for _, _, text in (english, italian)]
        assert cited[0] == cited[1], f"{english[0]}-{english[1]:02}"


@names
def test_both_languages_have_as_many_headings(name: str) -> None:
    headings = [re.findall("^#+ ", paper(name, language), re.MULTILINE) for language in LANGUAGES]
    assert headings[0] == headings[1]


@names
def test_no_statement_was_left_untranslated(name: str) -> None:
    english, italian = (statements(paper(name, language)) for language in LANGUAGES)
    same = [one[1] for one, other in zip(english, italian, strict=True) if one[2] == other[2]]
    assert not same


@languages
@papers
def test_a_game_begins_with_an_introduction_of_some_minutes(game: str, language: str) -> None:
    words = len(introduction(paper(game, language)).split())
    assert 250 <= words <= 560, words


@languages
@papers
def test_a_game_comes_with_every_ruling_it_cites(game: str, language: str) -> None:
    text = rulebook.rules(game, language)
    assert text is not None
    there = {f"{prefix}-{number:02}" for prefix, number, _ in statements(text)}
    cited = set(CITED.findall(text))
    assert cited <= there, f"cited but not there: {sorted(cited - there)}"


@languages
@pytest.mark.parametrize("game", games())
def test_with_dice_it_is_said_first_that_there_are_no_cards(game: str, language: str) -> None:
    text, plain = rulebook.rules(game, language, dice=True), rulebook.rules(game, language)
    assert text is not None
    assert plain is not None
    first = text.split("\n\n")[1]
    assert first.startswith("**")
    assert {"en": "cards", "it": "carte"}[language] in first
    assert text.count(first) == 1
    assert first not in plain
    chapter = paper("dice", language).splitlines()[0]
    assert chapter.removeprefix("# ") in first  # where to read on
    assert f"\n\n{chapter}\n\n## " in text


def test_rulings_come_upwards_by_number() -> None:
    text = rulebook.rules("new_york", "en", dice=True)
    assert text is not None
    rulings = [number for prefix, number, _ in statements(text) if prefix == "R"]
    assert rulings == sorted(rulings)
    assert rulings[-1] >= 100


def test_a_game_comes_without_the_rulings_of_other_boxes() -> None:
    text = rulebook.rules("new_york", "en")
    assert text is not None
    there = {f"{prefix}-{number:02}" for prefix, number, _ in statements(text)}
    assert {"NY-01", "NY-68", "R-01", "R-50", "R-74"} <= there
    assert not there & {"G-01", "R-20", "R-24"}


def test_unwritten_rules_are_none() -> None:
    assert rulebook.rules("nowhere", "en") is None
    assert rulebook.rules("../words/en", "en") is None


def test_no_paper_belongs_to_nothing() -> None:
    known = {f"{name}.{language}.md" for name in [*PAPERS, "rulings"] for language in LANGUAGES}
    assert {file.name for file in FOLDER.glob("*.md")} <= known


def test_rulings_are_all_numbered_alike() -> None:
    assert numbers(FOLDER / "rulings.en.md") == numbers(FOLDER / "rulings.it.md")


def test_the_list_of_the_rules_names_every_paper() -> None:
    listed = (ROOT / "docs" / "rules" / "README.md").read_text("utf-8")
    missing = [file.name for file in FOLDER.glob("*.md") if f"rulebook/{file.name})" not in listed]
    assert not missing, f"docs/rules/README.md does not list {missing}"


@languages
@pytest.mark.parametrize("game", games())
def test_with_dice_a_game_comes_with_the_expansion_and_no_ruling_twice(
    game: str, language: str
) -> None:
    text = rulebook.rules(game, language, dice=True)
    assert text is not None
    there = [f"{prefix}-{number:02}" for prefix, number, _ in statements(text)]
    papers = statements(paper(game, language)) + statements(paper("dice", language))
    told = [f"{prefix}-{number:02}" for prefix, number, _ in papers]
    assert there[: len(told)] == told
    assert len(set(there)) == len(there)
    assert set(CITED.findall(text)) <= set(there)


def test_without_dice_nothing_is_said_of_them() -> None:
    assert "D-01" not in (rulebook.rules("germany", "en") or "")
    assert rulebook.rules("nowhere", "en", dice=True) is None
