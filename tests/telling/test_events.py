"""Events by name: a kind, a seat, values and a sentence for everything that can happen."""

import random

import pytest

from capotreno import Match, games, load
from capotreno.engine.errors import Reason
from capotreno.engine.state import TURN
from capotreno.telling.events import Teller
from capotreno.telling.names import Names
from capotreno.telling.narrate import Narrator
from capotreno.words import LANGUAGES, Voice


def played(game: str, dice: bool = False, gestures: int = 10_000) -> Match:
    match = Match(load(game, 2, dice=dice), 5, ["Anna", "Bruno"])
    chance = random.Random(2)
    while not match.over and len(match.log.gestures) <= gestures:
        match.play(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("name", games())
def test_everything_that_happens_has_a_sentence(name: str, dice: bool) -> None:
    match = played(name, dice, 100)
    for language in LANGUAGES:
        for seat in (None, 0):
            for event in match.events(seat, language):
                assert event.sentence.strip(), event
                assert "{" not in event.sentence
                if event.seat is not None and event.kind != "turn":
                    assert event.sentence.startswith(("Anna ", "Bruno ")[event.seat])


def test_an_event_has_a_kind_a_seat_values_and_a_sentence() -> None:
    match = Match(load("new_york", 2), 7, ["Anna", "Bruno"])
    happened = match.play("keep chelsea-wall_street; keep lincoln_center-empire_state_building")
    kept = next(event for event in happened if event.kind == "decided")
    assert (kept.seat, kept.values) == (0, {"ticket": "chelsea-wall_street", "keep": 1})
    assert kept.json() == {"event": "decided", "seat": 0, **kept.values}
    assert repr(kept) == "<decided seat=0 ticket='chelsea-wall_street' keep=1>"
    assert str(kept) == kept.sentence == "Anna decides about Chelsea – Wall Street"
    dealt = next(event for event in match.events(seat=1) if event.kind == "offered")
    assert (dealt.seat, dealt.values["ticket"]) == (0, None)
    assert dealt.sentence == "Anna looks at a ticket"
    turned = next(event for event in match.events(language="it") if event.kind == "turned")
    assert turned.seat is None
    assert turned.sentence.startswith("Si scopre, nello spazio 1: ")


def test_the_same_event_is_equal_in_both_languages_and_not_in_another_game() -> None:
    match = played("new_york", gestures=3)
    assert match.events(language="it") == match.events()
    assert len({*match.events(language="it"), *match.events()}) == len({*match.raw_events})
    other = Match(load("new_york", 3), 5)
    assert other.events()[0] != match.events()[0]
    assert match.events()[0] != match.raw_events[0]


def test_a_passed_turn_is_told_before_the_next_one() -> None:
    teller = Teller(load("new_york", 2), "en", ["Anna", "Bruno"])
    (event,) = teller.named([(TURN, 1, 1)])
    assert event.sentence == "Anna can do nothing and passes. It is Bruno's turn."


def test_what_a_seat_does_in_a_row_reads_like_one_sentence() -> None:
    game = load("new_york", 2)
    kinds = {kind.name: number for number, kind in enumerate(game.layout.events)}
    blue = game.layout.words["card"].index("blue")
    green = game.layout.words["card"].index("green")
    twice = [(kinds["took"], 0, slot, blue) for slot in (1, 3)]
    claim = [(kinds["spent"], 0, blue, 2), (kinds["claimed"], 0, 0)]
    other = (kinds["took"], 0, 2, green)
    names = Names(game, Voice("it"), ["Anna", "Bruno"])
    assert Narrator(names).tell(twice) == ["Anna prende 2 carte blu"]
    assert Narrator(names).tell([twice[0], other]) == [
        "Anna prende una carta blu e prende una carta verde"
    ]
    (told,) = Narrator(names).tell(claim)
    length = game.board.routes[0].length
    assert told.startswith("Anna gioca 2 × blu e prende la linea ")
    assert told.endswith(f"({length} caselle)")


def test_the_second_card_is_asked_for_in_words() -> None:
    names = Names(load("new_york", 2), Voice("it"), ["Anna", "Bruno"])
    reason = Reason("not_asked", {"question": "second_card"})
    assert names.reason(reason) == "prima prendi la seconda carta"
