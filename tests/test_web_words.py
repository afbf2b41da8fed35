"""The browser's words: in both languages, with the same values, and none missing."""

import json
import re
from pathlib import Path

import pytest

from capotreno.words import LANGUAGES, messages

WEB = Path(__file__).parents[1] / "web/src"
AREAS = sorted(path.name.removesuffix(".en.json") for path in (WEB / "words").glob("*.en.json"))
SOURCES = [
    path for kind in ("*.svelte", "*.ts") for path in WEB.rglob(kind) if path.name != "wire.ts"
]


def words(area: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WEB / f"words/{area}.{language}.json").read_text("utf-8"))
    return found


def values(message: str) -> set[str]:
    return set(re.findall(r"\{(\w+)[|}]", message))


@pytest.mark.parametrize("area", AREAS)
def test_every_message_is_there_in_both_languages_with_the_same_values(area: str) -> None:
    english, italian = words(area, "en"), words(area, "it")
    assert english.keys() == italian.keys()
    for key, message in english.items():
        assert message.strip(), key
        assert italian[key].strip(), key
        assert values(message) == values(italian[key]), key


def test_no_message_is_said_twice() -> None:
    seen = set(messages("en"))
    for area in AREAS:
        own = set(words(area, "en"))
        assert not own & seen, area
        seen |= own


def test_every_key_the_client_says_is_known() -> None:
    known = set(messages("en")).union(*(words(area, "en") for area in AREAS))
    missing = []
    for path in SOURCES:
        text = path.read_text("utf-8")
        said = re.findall(r'\bsay\(\s*"([\w.]+)"', text)
        missing += [f"{path.name}: {key}" for key in said if key not in known]
    assert not missing


def test_no_message_of_the_client_is_unused() -> None:
    # A key that is put together at run time is used if its beginning stands in a template.
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    beginnings = tuple(re.findall(r"`([\w.]+\.)\$\{", text))
    unused = [
        key
        for area in AREAS
        for key in words(area, "en")
        if f'"{key}"' not in text and not key.startswith(beginnings)
    ]
    assert not unused


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_bot_is_called_like_a_colour(language: str) -> None:
    own = {message for key, message in messages(language).items() if key.startswith("colour.")}
    colours = own | {"celeste", "azzurra", "bianca", "argento", "indaco", "scarlet", "violet"}
    called = [
        name.lower()
        for key, names in words("common", language).items()
        if key.endswith(".names")
        for name in names.split(", ")
    ]
    assert called
    assert not colours.intersection(called)
