"""A mechanic declares how it is asked and called; building a game checks that it did."""

from dataclasses import replace

import pytest

import capotreno
from capotreno import words
from capotreno.engine.actions import face
from capotreno.engine.errors import RulesetError
from capotreno.engine.game import Game
from capotreno.engine.layout import FORMS, ONE_OF, OTHER, Layout
from capotreno.engine.part import Part
from capotreno.games.new_york import new_york


class Odd(Part):
    """A part that asks one question and has one verb."""

    def __init__(self, name: str, verb: str, group: str, form: str = ONE_OF, of: str = "") -> None:
        self.name, self.verb, self.group, self.form, self.of = name, verb, group, form, of

    def bind(self, layout: Layout) -> None:
        layout.question(self, self.name, form=self.form, of=self.of)
        layout.actions(self, [face(self.verb, "oddly")], group=self.group)


def built(part: Part) -> Game:
    ruleset = new_york()
    return Game(replace(ruleset, parts=(*ruleset.parts, part)), 2)


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (Odd("payment", "pay", "pay", form="sing"), "no form that there is: 'sing'"),
        (Odd("payment", "pay", "pay", of="dragon"), "a choice of unknown 'dragon'"),
        (Odd("payment", "pay", "claim"), "'pay' is in two groups"),
        (Odd("riddle", "pay", "pay"), "no words for 'question.riddle' in 'en'"),
        (Odd("payment", "sing", "pay"), "no words for 'verb.sing' in 'en'"),
        (Odd("payment", "give", "choir"), "no words for 'group.choir' in 'en'"),
    ],
)
def test_what_is_not_declared_is_refused(part: Part, why: str) -> None:
    with pytest.raises(RulesetError, match=why):
        built(part)


def test_words_in_one_language_are_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for language in words.LANGUAGES:
        monkeypatch.setattr(words, "ADDED", {one: {} for one in words.LANGUAGES})
        known = words.messages(language)
        monkeypatch.setitem(known, "group.choir", "")
        monkeypatch.delitem(known, "group.choir")  # and it is gone again after the test
    words.add("en", {"group.choir": "Choir"})
    with pytest.raises(RulesetError, match=r"no words for 'group.choir' in 'it'"):
        built(Odd("payment", "give", "choir"))
    words.add("it", {"group.choir": "Coro"})
    assert built(Odd("payment", "give", "choir")).layout.groups["give"] == "choir"
    assert words.ADDED == {"en": {"group.choir": "Choir"}, "it": {"group.choir": "Coro"}}
    words.add("it", {"group.choir": "Coro"})  # said twice is said once
    with pytest.raises(ValueError, match=r"'group.choir' is said otherwise already"):
        words.add("it", {"group.choir": "Fila"})


@pytest.mark.parametrize("dice", [False, True], ids=["cards", "dice"])
@pytest.mark.parametrize("name", capotreno.games())
def test_groups_come_as_the_parts_are_declared(name: str, dice: bool) -> None:
    game = capotreno.load(name, 2, dice=dice)
    order = game.layout.groups_in_order()
    assert order[-1] == OTHER
    assert len(set(order)) == len(order)
    assert set(order) == {game.layout.groups[action.verb] for action in game.actions.all}
    assert game.layout.questions[0].form == FORMS[0]
    firsts = [
        min(a.code for a in game.actions.all if game.layout.groups[a.verb] == group)
        for group in order[:-1]
    ]
    assert firsts == sorted(firsts)
