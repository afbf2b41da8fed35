"""What is wrong with a board's file, in a person's language.

The checks say it in English, in one sentence each; the message files hold the same sentences, so a
sentence is found again by its shape and said with its own values.
"""

import re
from functools import cache

from capotreno.words import FORMS, Voice, messages

PREFIX = "fault."


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every sentence there is, and how it looks; the longest first."""
    found = [
        (key, re.compile(_shape(message), re.DOTALL))
        for key, message in messages("en").items()
        if key.startswith(PREFIX)
    ]
    return tuple(sorted(found, key=lambda one: -len(one[1].pattern)))


def _shape(message: str) -> str:
    """A message with any value in its gaps; what counts stands in its common form."""

    def usual(form: re.Match[str]) -> str:
        forms = dict(part.split("=", 1) for part in form[2].split("|"))
        return forms["other"].replace("#", f"{{{form[1]}}}")

    text = re.escape(FORMS.sub(usual, message))
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", text)


def fault(voice: Voice, sentence: str) -> str | None:
    """The same sentence in a voice; None if nobody has written it down."""
    for key, shape in _shapes():
        match = shape.fullmatch(sentence)
        if match:
            return voice.say(key, **match.groupdict())
    return None
