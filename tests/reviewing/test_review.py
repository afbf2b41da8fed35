"""The review: it adds up, it is repeatable, it sees no more than the seat saw, it finds faults."""

import json
import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import pytest

import capotreno
from capotreno.engine.game import Game
from capotreno.engine.state import TURN_QUESTION, State, View
from capotreno.reviewing import tell
from capotreno.reviewing.judge import BotJudge, Ends, Judge, judge_of
from capotreno.reviewing.moments import moments
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import CHANCE, MISTAKE, SeatReview, Worth, from_json
from capotreno.reviewing.weigh import difference, halved, seeds, significance
from capotreno.telling.names import Names
from capotreno.words import LANGUAGES, Voice


class Rehearsed:
    """A judge whose games are not played: the value of a code is the code's, and a little noise."""

    name = "rehearsed"
    slow = False

    def __init__(self, worth: dict[int | None, float]) -> None:
        self.worth = worth
        self.asked: list[tuple[int | None, int]] = []

    def ends(self, view: View, codes: Sequence[int | None], seeds: Sequence[int]) -> list[Ends]:
        self.asked += [(code, len(seeds)) for code in codes]
        noise = [seed / 2**64 - 0.5 for seed in seeds]
        worths = [self.worth.get(code, 0.0) for code in codes]
        return [
            Ends([0.5 + worth] * len(seeds), [100 * worth + own for own in noise])
            for worth in worths
        ]


@cache
def played(seed: int = 7) -> capotreno.Match:
    game = capotreno.load("new_york", players=2)
    bots = [capotreno.make_bot(name, game, 1) for name in ("path", "random")]
    match = capotreno.Match(game, seed, ["Anna", "Bruno"])
    while match.actor is not None:
        match.play(bots[match.actor].choose(match.view(match.actor)))
    return match


@cache
def reviewed() -> capotreno.Review:
    return review(played(), budget=60)


def sums(own: SeatReview) -> Worth:
    return own.fair + own.skill + own.luck + own.others


@pytest.mark.slow
def test_the_sums_are_the_result() -> None:
    for own in reviewed().reviews:
        assert sums(own) == own.result
        assert own.steps[-1].after.worth == own.result
        moved = sum((step.worth for step in own.steps), own.fair)
        assert moved == own.result
    totals = played().outcome().totals
    assert [own.result.margin for own in reviewed().reviews] == [
        totals[0] - totals[1],
        totals[1] - totals[0],
    ]


def test_every_decision_with_a_choice_is_weighed_once() -> None:
    match = played()
    for own in reviewed().reviews:
        asked = [m for m in moments(match.game, match.log, own.seat) if len(m.codes) > 1]
        found = [(one.gesture, one.part, one.played.action) for one in own.decisions]
        assert found == [
            (m.gesture, m.part, match.log.gestures[m.gesture].actions[m.part]) for m in asked
        ]
        assert [step.kind for step in own.steps].count("decision") == len(asked)


@pytest.mark.slow
def test_the_same_log_gives_the_same_review() -> None:
    again = review(played().log, [1], budget=60)
    assert again.reviews[0] == reviewed().reviews[1]
    assert review(played(), [1], budget=60, seed=1).reviews[0] != again.reviews[0]


def test_seats_side_by_side_are_reviewed_the_same() -> None:
    told: list[tuple[int, int]] = []
    again = review(played(), budget=60, threads=2, progress=lambda *at: told.append(at))
    assert again == reviewed()
    assert sorted(told) == [(at, told[0][1]) for at in range(1, told[0][1] + 1)]


def test_what_a_seat_drew_last_is_luck_and_not_what_the_others_did() -> None:
    match = played()
    own = reviewed().reviews[0]
    gestures = match.log.gestures
    last = [
        one.seq for one, after in pairwise(gestures) if one.seat == 0 != after.seat and one.chance
    ]
    lucky = {step.gesture for step in own.steps if step.kind == CHANCE}
    assert set(last) <= lucky
    assert len(last) > 5


def test_it_is_written_and_read() -> None:
    written = json.dumps(reviewed().json())
    assert from_json(json.loads(written)) == reviewed()
    wrongs: tuple[object, ...] = ({}, [], {"format": "capotreno-review/2", "reviews": 3})
    for wrong in wrongs:
        with pytest.raises(capotreno.CapotrenoError):
            from_json(wrong)


@pytest.mark.parametrize("judge", [judge_of, BotJudge])
def test_a_seat_is_judged_by_what_it_saw(judge: Callable[[Game], Judge]) -> None:
    """A world that looks the same is worth the same: nothing of the true one comes in."""
    match = played()
    game, seat = match.game, 1
    asked = [m for m in moments(game, match.log, seat) if len(m.codes) > 1]
    for moment in asked[::6]:
        view = moment.view
        assert isinstance(view, View)
        assert view.seat == seat
        codes, row = (None, moment.codes[0], moment.code), [1 << 32, 2 << 32]
        found = judge(game).ends(view, codes, row)
        for seed in (98, 99):
            world = game.resample(view, seed)
            twin = game.view(world, seat)
            assert isinstance(twin, State)
            assert judge(game).ends(twin, codes, row) == found


def test_what_is_better_is_found_and_what_is_not_is_not_called_a_mistake() -> None:
    game = played().game
    view = game.view(game.start(7), 0)
    codes = list(range(40))
    judge = Rehearsed({17: 0.2, 3: 0.1})
    row = seeds(0, 1)
    (_, mine), (best, second, *_) = halved(judge, view, codes, [5], 1000, row)
    assert (mine.code, best.code, second.code) == (5, 17, 3)
    assert sum(n for _, n in judge.asked) <= 2 * 1000
    both = best.beside(mine)
    assert both is not None
    assert difference(*both).win == pytest.approx(0.2)
    assert significance(*both) > 3
    assert len(mine.ends.wins) == 1000 // 4  # the curve is made of these
    assert significance(mine.ends, mine.ends) == 0


def test_a_verdict_is_said_in_both_languages() -> None:
    for language in LANGUAGES:
        names = Names(played().game, Voice(language), played().log.seats)
        for own in reviewed().reviews:
            assert tell.verdict(names, own)
            for one in own.decisions:
                assert bool(tell.why(names, one)) == (one.verdict == MISTAKE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_that_are_told_come_to_the_result(language: str) -> None:
    voice = Voice(language)
    for own in reviewed().reviews:
        *parts, result, doubt = tell.sums(voice, own)
        told = []
        for name, line in zip(("skill", "luck", "others", "result"), (*parts, result), strict=True):
            ways = {
                voice.say(f"review.{name}.{way}", points=abs(points)): points
                for points in range(-99, 100)
                for way in (["more", "less", "none"][(points < 0) + 2 * (points == 0)],)
            }
            told.append(ways[line])
        assert sum(told[:-1]) == told[-1] == round(own.result.margin)
        assert doubt == voice.say("review.doubt", points=max(1, math.ceil(own.doubt.margin)))
        assert own.doubt.margin > 0


def test_a_person_s_own_turns_are_counted() -> None:
    match = played()
    for own in reviewed().reviews:
        turns = [one.turn for one in own.decisions]
        assert turns == sorted(turns)
        assert set(turns) <= set(range(match.state.turn // 2 + 2))
        asked = [m for m in moments(match.game, match.log, own.seat) if m.code is not None]
        begun = {m.view.turn for m in asked if m.view.asked[0] == TURN_QUESTION}
        assert max(m.turn for m in asked) == len(begun) > 5
        assert asked[0].turn == 0


def test_what_cannot_be_reviewed_is_refused() -> None:
    match = played()
    running = capotreno.Match(match.game, 1)
    for wrong, seats in ((running, None), (match, [2]), (match, [-1])):
        with pytest.raises(capotreno.CapotrenoError):
            review(wrong, seats)
    with pytest.raises(capotreno.CapotrenoError):
        review(match, budget=0)
