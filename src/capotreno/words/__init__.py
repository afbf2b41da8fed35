"""Every sentence a person reads, in Italian and English, from message files."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "it")


@cache
def messages(language: str) -> dict[str, str]:
    """All messages of a language, by key."""
    text = files("capotreno.words").joinpath(f"{language}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def say(language: str, key: str, values: dict[str, str | int] | None = None) -> str:
    """A message with its values filled in."""
    return messages(language)[key].format_map(values or {})


def language_of(environment: Mapping[str, str]) -> str:
    """The language a person's surroundings ask for; English unless it is Italian."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return "it" if environment[variable].lower().startswith("it") else "en"
    return "en"


class Voice:
    """One language, spoken: messages by key, with one form for one thing and one for many."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, values)

    def number(self, key: str, n: int, **values: str | int) -> str:
        """The message for n things: `key.one` or `key.many`, with {n} filled in."""
        return self.say(f"{key}.one" if n == 1 else f"{key}.many", n=n, **values)

    def knows(self, key: str) -> bool:
        return key in messages(self.language)
