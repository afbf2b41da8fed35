"""Whatever counts agrees with its number, in both languages and in both homes of words."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from capotreno.words import FORMS, LANGUAGES, Voice, fill, messages

ROOT = Path(__file__).parents[1]
CASES = json.loads((ROOT / "tests/plurals.json").read_text("utf-8"))
NUMBERS = (0, 1, 2, 5)
HEAD = {"en": -1, "it": 0}  # of "station faces", "facce stazione": which is counted
ONE = {"en": "1|an?|one", "it": "1|un'?|un[ao]"}
NOUNS = {
    "en": {
        "card": "cards", "piece": "pieces", "token": "tokens", "point": "points", "route": "routes",
        "ticket": "tickets", "die": "dice", "station": "stations", "harbour": "harbours",
        "space": "spaces", "pair": "pairs", "wild": "wilds", "player": "players", "turn": "turns",
        "round": "rounds", "game": "games", "sample": "samples", "decision": "decisions",
        "line": "lines", "log": "logs", "gesture": "gestures", "move": "moves", "part": "parts",
        "place": "places", "bot": "bots", "minute": "minutes", "hour": "hours", "day": "days",
        "second": "seconds", "person": "people", "friend": "friends", "table": "tables",
        "time": "times", "face": "faces", "train": "trains", "ship": "ships", "choice": "choices",
    },
    "it": {
        "carta": "carte", "pezzo": "pezzi", "segnalino": "segnalini", "punto": "punti",
        "linea": "linee", "biglietto": "biglietti", "dado": "dadi", "stazione": "stazioni",
        "porto": "porti", "casella": "caselle", "coppia": "coppie", "giocatore": "giocatori",
        "turno": "turni", "giro": "giri", "partita": "partite", "campione": "campioni",
        "decisione": "decisioni", "riga": "righe", "registrazione": "registrazioni",
        "mossa": "mosse", "parte": "parti", "luogo": "luoghi", "minuto": "minuti",
        "giorno": "giorni", "secondo": "secondi", "persona": "persone", "amico": "amici",
        "tavolo": "tavoli", "volta": "volte", "faccia": "facce", "vagone": "vagoni",
        "nave": "navi", "scelta": "scelte", "gettone": "gettoni", "locomotiva": "locomotive",
        "merce": "merci", "passeggero": "passeggeri",
    },
}  # fmt: skip
NEVER_ONE = {"high", "low", "players", "span", "open_from", "flush", "row"}  # all of two or more
NO_NUMBERS = {"wild", "limited", "fare", "card", "token", "place", "game", "deck", "decks", "share"}
NO_NUMBERS |= {"taken", "turned", "done"}  # parts of a whole, in per cent
NO_NUMBERS |= {"who"}  # somebody's name
VERBS = "mancano|restano|servono|arrivano"  # of many; of one: manca, resta ...


def said(language: str) -> Iterator[tuple[str, str]]:
    """Every message of a language, by key: the engine's and the browser's."""
    yield from messages(language).items()
    for path in sorted((ROOT / "web/src/words").glob(f"*.{language}.json")):
        yield from json.loads(path.read_text("utf-8")).items()


def sentences(message: str, n: int) -> Iterator[str]:
    """A message with n for everything it counts, and for each such thing alone beside threes."""
    counted = {name for name, _ in FORMS.findall(message)}
    others = dict.fromkeys(re.findall(r"\{(\w+)\}", message), "?")
    if not counted:
        return
    yield fill(message, {**others, **dict.fromkeys(counted, n)}, "en")
    for name in counted:
        yield fill(message, {**others, **dict.fromkeys(counted, 3), name: n}, "en")


@pytest.mark.parametrize(("language", "message", "values", "sentence"), CASES)
def test_a_message_is_filled(
    language: str, message: str, values: dict[str, str | int], sentence: str
) -> None:
    assert fill(message, values, language) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_its_name_and_the_rest_have_theirs(language: str) -> None:
    for key, message in said(language):
        for _, written in FORMS.findall(message):
            names = [part.partition("=")[0] for part in written.split("|")]
            assert names[-1] == "other", key
            assert all(name == "one" or name.isdecimal() for name in names[:-1]), key
            assert len(names) > 1, key
        rest = FORMS.sub("", message)
        assert "|" not in rest, f"{key}: a form outside its braces"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "you are 1 cards short"),
        ("en", "a new tickets"),
        ("en", "2 card left"),
        ("it", "resta 1 carte"),
        ("it", "0 punto"),
        ("it", "una altre mosse"),
        ("it", "mancano 1"),
    ],
)
def test_a_wrong_number_is_heard(language: str, text: str) -> None:
    assert disagrees(language, text)


@pytest.mark.parametrize("n", NUMBERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_agrees(language: str, n: int) -> None:
    wrong = []
    for key, message in said(language):
        wrong += [f"{key}: {text}" for text in sentences(message, n) if disagrees(language, text)]
    assert not wrong


def disagrees(language: str, text: str) -> bool:
    """Whether one thing is told as many, or many as one; a word may stand before the thing."""
    one, many = set(NOUNS[language]), set(NOUNS[language].values())
    for number, *words in re.findall(rf"\b({ONE[language]}|\d+) +(\w+)(?: +(\w+))?", text):
        things = [word for word in words if word in one | many]
        agreeing = many if number.isdecimal() and number != "1" else one
        if things and things[HEAD[language]] not in agreeing:
            return True
    return re.search(rf"\b(?:{VERBS}) +1\b", text) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_stands_before_things_without_forms(language: str) -> None:
    one, many = "|".join(NOUNS[language]), "|".join(NOUNS[language].values())
    bare = re.compile(
        rf"\{{(\w+)\}} +(?:(?:{one})\b|(?:\w+ +)?(?:{many})\b)|\b(?:{VERBS}) +\{{(\w+)\}}"
    )
    wrong = [
        f"{key}: {found[0]}"
        for key, message in said(language)
        for found in bare.finditer(FORMS.sub("", message))
        if (found[1] or found[2]) not in NEVER_ONE | NO_NUMBERS
    ]
    assert not wrong


def test_figures_and_times_are_written_as_the_language_does() -> None:
    assert Voice("it").figure(1234.5, ",.1f") == "1.234,5"
    assert Voice("en").figure(1234.5, ",.1f") == "1,234.5"
    assert Voice("it").figure(0.5, ".1%") == "50,0%"
    for language, spoken in (("it", "2 giorni e 23 ore"), ("en", "2 days and 23 hours")):
        clock = dict(said(language))["table.clock.days"]
        assert fill(clock, {"days": 2, "hours": 23}, language) == spoken
    clock = dict(said("it"))["table.clock.days"]
    assert fill(clock, {"days": 1, "hours": 0}, "it") == "un giorno"
