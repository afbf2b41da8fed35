"""A mechanic declares itself once: a toy, all of it in this file, played wherever games are played.

Bells: a turn may be spent on ringing, then one says which tune, and of each bell of the board
whether it swings. docs/new-mechanic.md shows the same way on a real mechanic. Nothing outside this
file knows bells.
"""

import asyncio
import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import expect

from capotreno import load, words
from capotreno.board.load import parse
from capotreno.board.model import Name
from capotreno.bots.registry import bots, make
from capotreno.engine.actions import face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import NO, ONE_OF, SEVERAL_OF, YES, Layout
from capotreno.engine.part import Part, ScoreLine
from capotreno.engine.ruleset import Ruleset
from capotreno.engine.state import TURN_QUESTION, Event, State
from capotreno.games.new_york import new_york
from capotreno.games.registry import REGISTRY
from tests.browser.ahead import ahead
from tests.browser.clicker import SCORES, Clicker
from tests.browser.conftest import AT_ONCE, CLIENT, PHONE, opened
from tests.server.client import running
from tests.terminal.driver import Shell
from tools.web import browser as browsers

# -- the mechanic -------------------------------------------------------------------------------

GAME = "new_york_bells"
TUNES = ("high", "low")
#: What the board's file says of these places: which bell hangs there.
SECTION = {"central_park": {"marks": ["big"]}, "wall_street": {"marks": ["small"]}}
LOW = re.compile("you ring a low tune", re.IGNORECASE)
WORDS = {
    "en": {
        "question.tune": "which tune do you ring?",
        "group.bells": "Bells",
        "verb.ring": "ring bell",
        "verb.chime": "chime",
        "choice.ring": "ring the bell",
        "choice.chime": "{tune}",
        "tune.high": "a high tune",
        "tune.low": "a low tune",
        "question.swing": "which bells swing?",
        "verb.swing": "swing",
        "verb.rest": "rest",
        "choice.swing": "{bell} swings",
        "choice.rest": "{bell} rests",
        "bell.big": "the big bell",
        "bell.small": "the small bell",
        "event.swung": "swings {bell}",
        "event.swung.you": "swing {bell}",
        "event.chimed": "rings {tune}",
        "event.chimed.you": "ring {tune}",
        "bell_cracked": "nobody rings it more than {most|one=once|other=# times}: it has a crack",
        "label.bells": "Bells",
        "rules.bells": "Bell: a turn for a point, {most|one=once|other=# times} at most.",
    },
    "it": {
        "question.tune": "quale melodia suoni?",
        "group.bells": "Campane",
        "verb.ring": "suona campana",
        "verb.chime": "rintocca",
        "choice.ring": "suona la campana",
        "choice.chime": "{tune}",
        "tune.high": "una melodia acuta",
        "tune.low": "una melodia grave",
        "question.swing": "quali campane dondolano?",
        "verb.swing": "dondola",
        "verb.rest": "riposa",
        "choice.swing": "{bell} dondola",
        "choice.rest": "{bell} riposa",
        "bell.big": "la campana grande",
        "bell.small": "la campana piccola",
        "event.swung": "fa dondolare {bell}",
        "event.swung.you": "fai dondolare {bell}",
        "event.chimed": "suona {tune}",
        "event.chimed.you": "suoni {tune}",
        "bell_cracked": "è incrinata: si suona al massimo {most|one=una volta|other=# volte}",
        "label.bells": "Campane",
        "rules.bells": "Campana: un turno, un punto, al massimo {most|one=una volta|other=# volte}",
    },
}


class Bells(Part):
    """A turn may be spent on the bell, `most` times: a point each."""

    labels: ClassVar[tuple[str, ...]] = ("bells",)

    def __init__(self, most: int) -> None:
        self.most = most

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        layout.name("tune", TUNES)
        # as the board has them: whatever its maker has marked a place with
        bells = [mark for place in layout.board.places for mark in sorted(place.marks)]
        layout.name("bell", bells)
        self.bells = len(bells)
        self.rung = layout.cells("rung", "seat")
        self.swings = layout.cells("swings", "bell")
        self.which = layout.question(self, "tune", form=ONE_OF, of="tune")
        # one question for every bell, and `of` a kind of things that nobody else has
        self.along = layout.question(self, "swing", form=SEVERAL_OF, of="bell", about="bell")
        self.chimed = layout.event(self, "chimed", "seat", "tune")
        self.swung = layout.event(self, "swung", "seat", "bell")
        self.ring = layout.actions(self, [face("ring", "")], group="bells")
        self.tunes = layout.actions(self, [face("chime", t, tune=t) for t in TUNES], group="bells")
        yes, no = ([face(verb, b, bell=b) for b in bells] for verb in ("swing", "rest"))
        self.yes = layout.actions(self, yes, group="bells", spot=YES)
        self.no = layout.actions(self, no, group="bells", spot=NO)
        layout.reason("bell_cracked")

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return (self.ring,) if state.cells[self.rung + seat] < self.most else ()

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        if question == self.along:
            return (self.yes + subject, self.no + subject)
        return tuple(range(self.tunes, self.tunes + len(TUNES)))

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code == self.ring:
            state.ask(self.which, seat, 0)
        elif question == self.along:
            if code == self.yes + subject:
                self.swing(state, seat, subject)
        else:
            self.chime(state, seat, code - self.tunes)
            for bell in reversed(range(self.bells)):
                state.ask(self.along, seat, bell)

    def chime(self, state: State, seat: int, tune: int) -> None:
        """The event `chimed`: it is heard once more."""
        state.cells[self.rung + seat] += 1
        if state.events is not None:
            state.events.append((self.chimed, seat, tune))

    def swing(self, state: State, seat: int, bell: int) -> None:
        """The event `swung`: one more time."""
        state.cells[self.swings + bell] += 1
        if state.events is not None:
            state.events.append((self.swung, seat, bell))

    def fold(self, state: State, event: Event) -> None:
        what = self.chime if event[0] == self.chimed else self.swing
        what(state, event[1], event[2])

    def score(self, state: State) -> list[list[ScoreLine]]:
        rung = state.cells[self.rung : self.rung + self.players]
        return [[ScoreLine("bells", n, ())] for n in rung]

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if code == self.ring and question == TURN_QUESTION:
            return Reason("bell_cracked", {"most": self.most})
        return None


def bells() -> Ruleset:
    """New York with a bell; its words join the others."""
    for language, own in WORDS.items():
        words.add(language, own)
    source = resources.files("capotreno.board") / "data" / "new_york.json"
    file = json.loads(source.read_bytes())
    for place in file["places"]:
        place.update(SECTION.get(place["id"], {}))
    ruleset = new_york()
    return replace(
        ruleset,
        board=parse(json.dumps(file).encode()),
        name=GAME,
        title=Name(en="New York with a bell", it="New York con una campana"),
        parts=(*ruleset.parts, Bells(most=3)),
        laws={**ruleset.laws, "bell_cracked": "NY-29"},
    )


def declare() -> None:
    """It joins the games of this process."""
    REGISTRY[bells().name] = bells


# -- played ---------------------------------------------------------------------------------------


@pytest.fixture
def declared() -> Iterator[None]:
    declare()
    yield
    del REGISTRY[GAME]
    for language, own in WORDS.items():
        for key in own:
            del words.messages(language)[key], words.ADDED[language][key]


@pytest.mark.usefixtures("declared")
def test_every_bot_plays_it() -> None:
    game = load(GAME, 2)
    for bot in bots():
        state = game.start(7)
        players = [make(bot, game, seed) for seed in range(2)]
        while (seat := game.actor(state)) is not None:
            seen = game.view(state, seat)
            game.apply(state, players[seat].choose(seen))
        assert [sheet.lines[-1].label for sheet in game.outcome(state).sheets] == ["bells"] * 2


@pytest.mark.usefixtures("declared")
@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        (
            "en",
            "\nbell\nlow\n1\n2\nrules\nwhy ring\nring\n1\nquit\n",
            (
                "Bells",
                "ring the bell",
                "which tune do you ring?",
                "a low tune",
                "which bells swing?",
                "the small bell rests",
                "You ring a low tune",
                "swing the big bell",
            ),
        ),
        (
            "it",
            "\nsuona\ngrave\n1\n2\nregole\nperché suona\ncampana\n1\nesci\n",
            (
                "Campane",
                "suona la campana",
                "quale melodia suoni?",
                "quali campane dondolano?",
                "la campana piccola riposa",
                "suoni una melodia grave",
                "fai dondolare la campana grande",
                "3 volte",
            ),
        ),
    ],
)
def test_it_is_played_at_the_keyboard(
    language: str,
    typed: str,
    said: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    shell = Shell(monkeypatch, tmp_path)
    ran = shell("play", GAME, "--players", "2", "--seed", "5", "--language", language, typed=typed)
    assert ran.code == 0, ran.err
    for sentence in said:
        assert sentence in ran.out, ran.out


@pytest.mark.usefixtures("declared")
def test_it_is_played_at_a_server(tmp_path: Path) -> None:
    asyncio.run(at_a_server(tmp_path))


async def at_a_server(folder: Path) -> None:
    async with running(folder) as site:
        for language, own in WORDS.items():
            assert await site.get(f"/api/words?language={language}") == own
        made = await site.create("Anna", "bot:planner", game=GAME)
        rung = cracked = 0
        async with site.seat(made["table"], made["token"]) as anna:
            while not cracked and await anna.asked_or_over():
                offer = anna.offer
                assert offer is not None
                if "ring" in offer["choices"]:
                    assert offer["groups"]["bells"] == ["ring"]
                    await anna.moved("ring")
                elif offer["question"] == "tune":
                    assert (offer["form"], offer["of"]) == ("one_of", "tune")
                    assert offer["groups"] == {"bells": ["chime"]}
                    await anna.moved({"do": "chime", "tune": "low"})
                    rung += 1
                elif offer["question"] == "swing":
                    assert (offer["form"], offer["of"]) == ("several_of", "bell")
                    await anna.moved({"do": "swing", **offer["about"]})
                else:
                    if rung == 3 and offer["question"] == "turn":
                        told = await anna.ask({"type": "near"}, "misses")
                        miss = next(one for one in told["near"] if one["text"] == "ring")
                        assert miss["reason"]["text"].startswith(
                            "nobody rings it more than 3 times"
                        )
                        cracked = 1
                    await anna.moved(anna.choices()[0])
            assert (rung, cracked) == (3, 1)
        assert 'capotreno_bot_choices{kind="crashed"} 0.0' in await site.counted()


@pytest.mark.slow
def test_it_is_played_in_a_browser() -> None:
    if not CLIENT.exists():
        pytest.skip("NOT TESTED IN A BROWSER: the client is not built; `make web` does it")
    faults: list[str] = []
    program = f"from {__name__} import declare; declare(); from capotreno.cli import main; main()"
    root = str(Path(__file__).parents[1])
    with (
        browsers.serving(
            ("-c", program),
            PYTHONPATH=os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]),
            **AT_ONCE,
        ) as address,
        browsers.browser() as chromium,
    ):
        with opened(chromium, address, faults) as page:
            clicker = Clicker(page, seed=4)
            clicker.start("New York with a bell")
            clicker.to_turn()
            expect(page.locator("body")).to_contain_text("or ring the bell")
            page.get_by_role("button", name="Ring the bell").click()
            page.locator(".sheet", has_not_text="tune").locator("[data-first]").click()
            expect(page.locator(".sheet")).to_contain_text("Which tune do you ring?")
            page.get_by_role("button", name="A low tune").click()
            page.get_by_role("button", name="The big bell swings").click()
            page.get_by_role("button", name="The small bell rests").click()
            expect(page.locator("body")).to_contain_text(LOW)
            ahead(clicker)
            clicker.finish()
            expect(page.locator(SCORES)).to_contain_text("Bells")
        wishes = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True}
        with opened(chromium, address, faults, **wishes) as page:
            clicker = Clicker(page, seed=4)
            clicker.start("New York con una campana")
            clicker.to_turn()
            page.get_by_role("button", name="Suona la campana").click()
            page.locator(".sheet", has_not_text="melodia").locator("[data-first]").click()
            expect(page.locator(".sheet")).to_contain_text("Quale melodia suoni?")
            page.get_by_role("button", name="Una melodia acuta").click()
            page.get_by_role("button", name="La campana grande dondola").click()
            page.get_by_role("button", name="La campana piccola riposa").click()
            expect(page.locator("body")).to_contain_text("suoni una melodia acuta")
    assert not faults
