"""Every sentence a person reads, in Italian and English, from message files."""

import json
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
