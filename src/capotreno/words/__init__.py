"""Every sentence a person reads, in Italian and English, from message files.

A message holds values in braces, `{place}`, and where it counts, forms by number:

    {n|one=a card|other=# cards}    {have|0=none left|one=one left|other=# left}

A form is named by CLDR's plural category, or by the number itself, which comes first; `#` is the
number. A form may hold values. The browser reads the same messages by the same law (message.ts).
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "it")
ADDED: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}  # from elsewhere
FORMS = re.compile(r"\{(\w+)\|((?:[^{}]|\{\w+\})*)\}")
TO = re.compile(r"\ba \{(\w+)\}")  # Italian: «a Roma», but «ad Atene»


@cache
def messages(language: str) -> dict[str, str]:
    """All messages of a language, by key."""
    text = files("capotreno.words").joinpath(f"{language}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def add(language: str, own: Mapping[str, str]) -> None:
    """Messages of a mechanic from elsewhere join the others, for as long as the process lives."""
    known = messages(language)
    for key, message in own.items():
        if known.get(key, message) != message:
            raise ValueError(f"'{key}' is said otherwise already")
    known.update(own)
    ADDED[language].update(own)


def say(language: str, key: str, values: Mapping[str, str | int] | None = None) -> str:
    """A message with its forms chosen and its values filled in."""
    return fill(messages(language)[key], values or {}, language)


def fill(message: str, values: Mapping[str, str | int], language: str) -> str:
    """The sentence of a message: forms first, so that no value is ever read as a form."""

    def form(found: re.Match[str]) -> str:
        name, written = found.groups()
        forms = dict(part.split("=", 1) for part in written.split("|"))
        number = str(values[name])
        chosen = forms.get(number, forms.get(category(number), forms["other"]))
        return chosen.replace("#", f"{{{name}}}")

    def to(found: re.Match[str]) -> str:
        return f"ad {{{found[1]}}}" if str(values[found[1]])[:1] in ("a", "A") else found[0]

    chosen = FORMS.sub(form, message)
    return (TO.sub(to, chosen) if language == "it" else chosen).format_map(values)


def category(number: str) -> str:
    """CLDR's plural category, which Italian and English share: 0, 2 and 1.0 are other than one."""
    return "one" if number.lstrip("-−+") == "1" else "other"


def language_of(environment: Mapping[str, str]) -> str:
    """The language a person's surroundings ask for; English unless it is Italian."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return "it" if environment[variable].lower().startswith("it") else "en"
    return "en"


class Voice:
    """One language, spoken: messages by key, and figures as the language writes them."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, values)

    def figure(self, value: float, form: str) -> str:
        """A number in a format of Python's; in Italian 1,234.5 is 1.234,5."""
        text = format(value, form)
        return text.translate(ITALIAN) if self.language == "it" else text

    def knows(self, key: str) -> bool:
        return key in messages(self.language)


ITALIAN = str.maketrans(",.", ".,")
