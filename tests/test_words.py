"""Both languages say the same things, and nothing a person reads is without its words."""

import ast
import re
from pathlib import Path

import pytest

from capotreno.board.load import load as load_board
from capotreno.board.load import shipped
from capotreno.bots.registry import bots
from capotreno.engine.game import Game
from capotreno.games.registry import REGISTRY, games, load
from capotreno.telling.names import Names
from capotreno.telling.rules import rule_key, rules
from capotreno.terminal.talk.spelling import aliases, spellings
from capotreno.terminal.talk.understand import COMMANDS
from capotreno.words import FORMS, LANGUAGES, Voice, language_of, messages
from tests.conformance.tables import EXTREMES, every_extreme, table

SOURCE = Path(__file__).resolve().parent.parent / "src" / "capotreno"


def placeholders(sentence: str) -> set[str]:
    """The values a sentence shows; one that only chooses a form is the language's own affair."""
    shown = FORMS.sub(lambda found: found[2].replace("#", f"{{{found[1]}}}"), sentence)
    return set(re.findall(r"\{(\w+)\}", shown))


def tables() -> list[Game]:
    return [table(*row) for row in EXTREMES]


def test_both_languages_have_the_same_keys() -> None:
    assert set(messages("en")) == set(messages("it"))


def test_both_languages_have_the_same_placeholders() -> None:
    italian = messages("it")
    for key, sentence in messages("en").items():
        assert placeholders(sentence) == placeholders(italian[key]), key


def test_no_sentence_is_empty_or_untidy() -> None:
    for language in LANGUAGES:
        for key, sentence in messages(language).items():
            assert sentence.strip(), key
            assert "  " not in sentence or "\n" in sentence or key in UNTIDY, (language, key)


UNTIDY = {
    "play.help_blind",
    "play.help_dice",
    "play.help_renew",
    "play.help_tickets",
    "play.game_line",
    "play.unfinished_line",
    "verify.ok",
    "verify.unfinished",
    "verify.wrong",
}  # columns


@every_extreme
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_game_can_say_has_its_words(game: Game, language: str) -> None:
    voice = Voice(language)
    wanted = [f"question.{question.name}" for question in game.layout.questions]
    wanted += [f"reason.{reason}" for reason in game.layout.words["reason"]]
    wanted += [f"label.{label}" for part in game.parts for label in part.labels]
    wanted += [f"measure.{measure}" for measure in game.ruleset.ranking]
    wanted += [*game.layout.reasons, "not_now", "not_asked"]
    wanted += [rule_key(part) for part in game.parts]
    for kind in game.layout.events:
        wanted.append(f"event.{kind.name}")
        if "seat" in kind.fields and kind.name != "turn":
            wanted.append(f"event.{kind.name}.you")
        if kind.secret:
            wanted.append(f"event.{kind.name}.hidden")
    missing = [key for key in wanted if not voice.knows(key)]
    assert not missing
    assert all(rules(voice, game))


def test_every_event_sentence_uses_only_the_fields_of_its_event() -> None:
    extra = {"cards", "length", "n", "wild", "dice"}
    for game in tables():
        for kind in game.layout.events:
            for key in (f"event.{kind.name}", f"event.{kind.name}.you"):
                if key in messages("en"):
                    unknown = placeholders(messages("en")[key]) - set(kind.fields) - extra
                    assert not unknown, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_tell_colours_apart_and_go_with_them(language: str) -> None:
    for game in tables():
        names = Names(game, Voice(language))
        board = game.board
        assert len(set(names.letters)) == len(names.letters)
        assert len(set(names.passenger_letters)) == len(names.passenger_letters)
        cards = dict(zip([card.colour for card in board.cards], names.letters, strict=True))
        for passenger, letter in zip(board.passengers, names.passenger_letters, strict=True):
            assert cards.get(passenger.colour, letter) == letter


def test_every_colour_and_bot_has_its_forms() -> None:
    for name in games():
        for colour in REGISTRY[name]().board.colours:
            assert Voice("it").knows(f"colour.{colour}.card")
            assert Voice("it").knows(f"colour.{colour}.many")
    assert all(Voice("it").knows(f"bot.{bot}") for bot in bots())
    assert all(Voice("it").knows(f"bot.{bot}.about") for bot in bots())


def test_italian_agrees() -> None:
    game = load("germany", 2)
    names = Names(game, Voice("it"), ["Player", "greedy 2"])
    black = [card.id for card in game.board.cards].index("black")
    assert names.a_card(black) == "una carta nera"
    colours = [passenger.colour for passenger in game.board.passengers]
    counts = [{"green": 3, "yellow": 2, "red": 1}.get(colour, 0) for colour in colours]
    assert names.passengers_of(counts) == "1 rosso, 3 verdi, 2 gialli"
    assert (names.seat(0), names.seat(1)) == ("Giocatore", "avido 2")


def test_aliases_are_of_places_and_no_place_shares_one() -> None:
    ids = {place.id for name in shipped() for place in load_board(name).places}
    assert set(aliases()) <= ids
    flat = [alias for own in aliases().values() for alias in own]
    assert len(set(flat)) == len(flat)


def test_rules_tell_ties_decks_and_landmarks() -> None:
    germany = " ".join(rules(Voice("en"), load("germany", 2)))
    for words in ("share the second", "short 2–11, long 12–22", "tickets done, then passengers"):
        assert words in germany
    new_york = " ".join(rules(Voice("en"), load("new_york", 2)))
    assert "Landmarks (◆)" in new_york
    assert "taxi card" in new_york
    assert "wild" not in new_york


def test_every_card_has_a_name_in_both_languages() -> None:
    for name in shipped():
        for card in load_board(name).cards:
            assert card.name.en
            assert card.name.it


def literal_keys() -> list[tuple[str, str]]:
    """Every message key written out in the source: say(language, key), voice.say(key) ..."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[_, ast.Constant(value=str(key)), *_]):
                    found.append((path.name, key))
                case ast.Call(func=ast.Attribute(attr="say"), args=[first, *_]):
                    found += [(path.name, key) for key in constants(first)]
    return found


def constants(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(key)):
            return [key]
        case ast.IfExp(body=body, orelse=orelse):
            return constants(body) + constants(orelse)
        case _:
            return []


def test_every_key_written_in_the_source_exists() -> None:
    keys = literal_keys()
    assert len(keys) > 60, "the reader finds too few keys to be right"
    missing = [(file, key) for file, key in keys if key not in messages("en")]
    assert not missing


def test_verbs_and_commands_are_told_apart() -> None:
    verbs = {verb for game in tables() for verb in game.layout.groups}
    words = [spellings("verb", verb) for verb in sorted(verbs)]
    words += [spellings("command", command) for command in COMMANDS]
    flat = [word for own in words for word in own]
    assert len(set(flat)) == len(flat)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "it", "LANG": "en"}, "it"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_surroundings(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language
