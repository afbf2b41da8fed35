"""A browser that knows no rules plays a game whose every verb has another name."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from capotreno import words
from capotreno.engine.layout import Layout
from tests.browser.ahead import ahead
from tests.browser.clicker import SCORES, Clicker
from tests.browser.conftest import AT_ONCE, CLIENT, opened
from tests.browser.test_dice import with_dice
from tests.browser.test_manners import person, sit
from tools.web import browser as browsers

AS_DECLARED = Layout.actions


def other(text: str) -> str:
    """`claim soho-chelsea` becomes `claimo soho-chelsea`."""
    verb, space, rest = text.partition(" ")
    return f"{verb}o{space}{rest}"


def renamed(layout: Layout, part: Any, faces: Sequence[Any], **declared: str) -> int:
    """The declaration of a part with other verbs; whatever else it says stays."""
    found = []
    for verb, text, data in faces:
        found.append((other(verb), other(text), {**data, "do": other(verb)}))
        for language in ("en", "it"):
            if f"verb.{other(verb)}" not in words.messages(language):
                words.add(language, {f"verb.{other(verb)}": other(verb)})
    return AS_DECLARED(layout, part, found, **declared)


def rename() -> None:
    """From now on every game of this process has other verbs; codes and rules stay."""
    Layout.actions = renamed  # type: ignore[method-assign, assignment]


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """A server where every verb has another name; its bots know only codes."""
    if not CLIENT.exists():
        pytest.skip("NOT TESTED IN A BROWSER: the client is not built; `make web` does it")
    program = f"from {__name__} import rename; rename(); from capotreno.cli import main; main()"
    root = str(Path(__file__).parents[2])
    with browsers.serving(
        ("-c", program),
        PYTHONPATH=os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]),
        **AT_ONCE,
    ) as address:
        yield address


@pytest.mark.slow
@pytest.mark.parametrize(("title", "dice"), [("maerklin", False), ("New York", True)])
def test_a_game_with_other_verbs_is_played_to_its_end(
    chromium: Browser, elsewhere: str, faults: list[str], title: str, dice: bool
) -> None:
    with opened(chromium, elsewhere, faults) as page:
        if dice:
            clicker = with_dice(page, title)
        else:
            clicker = Clicker(page, seed=4)
            sit(page, person("Anna"), {"kind": "bot", "bot": "random"}, game=title)
            clicker.seated()
        clicker.open()
        ahead(clicker)
        clicker.finish()
        expect(page.locator(SCORES)).to_be_visible()
