"""A slice of `make calibration`: its figures on made-up samples, and a few real ones."""

import random
from dataclasses import replace

import pytest

import capotreno
from capotreno.engine.game import Game
from capotreno.reviewing.judge import BotJudge
from capotreno.reviewing.scale import Scale
from capotreno.reviewing.shape import Value
from tools.calibration import blunders
from tools.calibration.__main__ import BEGIN, END, PAPER, written
from tools.calibration.figures import figures
from tools.calibration.samples import Kind, Sample, Wanted, sure, work
from tools.calibration.scaling import checked, fitted_scale


def made(believed: float, deals: int = 400) -> list[Sample]:
    """Games whose true chance is known; what is said is `believed` times as far from even."""
    chance = random.Random(1)
    found = []
    for deal in range(deals):
        true = chance.uniform(0.1, 0.9)
        said = min(0.99, max(0.01, 0.5 + believed * (true - 0.5)))
        won = float(chance.random() < true)
        found.append(Sample(deal, 0, 0.5, chance.uniform(-9, 9), said, 0.0, won, 0.0))
    return found


def test_honest_chances_lie_on_the_line_and_proud_ones_do_not() -> None:
    honest, proud = figures(made(1.0)), figures(made(2.2))
    assert 0.8 < honest.slope < 1.25
    assert proud.slope < 0.7
    assert honest.bias.low < 0 < honest.bias.high
    assert honest.better.low > 0  # than a lead that says nothing here
    assert honest.brier.mean < proud.brier.mean
    assert sum(own.samples for own in honest.bins) == 400


@pytest.mark.slow
def test_chances_that_are_too_sure_and_too_hopeful_are_told_as_they_came_true() -> None:
    kind = Kind("new_york", 2)
    proud = [replace(one, win=min(0.99, one.win + 0.08)) for one in made(1.6, 1600)]
    sure, hope = fitted_scale({kind: proud})
    assert 0.4 < sure < 0.8
    assert hope < -0.1
    scale = Scale(capotreno.load("new_york", players=2))
    happens = random.Random(2)  # as it would if the two constants were right
    honest = [replace(one, won=float(happens.random() < scale.win(one.win))) for one in proud]
    told = checked(kind, honest)
    assert told.bias.low < 0 < told.bias.high
    assert told.untold > 0.03


def test_a_scale_keeps_the_order_and_touches_no_points() -> None:
    for options in ({"players": 2}, {"players": 4}, {"players": 2, "dice": True}):
        scale = Scale(capotreno.load("new_york", **options))
        told = [scale.win(n / 50) for n in range(51)]
        assert told == sorted(told)
        assert 0 < told[0] < 0.02
        assert 0.96 < told[-1] < 1
    fair = Scale(capotreno.load("new_york", players=4, dice=True))
    assert abs(fair.win(0.25) - 0.25) < 1e-9
    assert fair.told(Value(0.25, 0.02, -3.5, 0.7)) == Value(0.25, 0.0142, -3.5, 0.7)


def test_real_moments_are_sampled_the_same_way_again() -> None:
    wanted = Wanted(Kind("new_york", 2), ("path",), 2, 16)
    found = [Sample(**one) for deal in (0, 1) for one in work(wanted, deal)]
    assert found == [Sample(**one) for deal in (0, 1) for one in work(wanted, deal)]
    assert len(found) == 4
    assert {one.won for one in found} <= {0.0, 0.5, 1.0}
    assert all(0 <= one.win <= 1 and 0 <= one.progress <= 1 for one in found)


def test_figures_of_one_part_leave_the_others_as_they_are() -> None:
    paper = PAPER.read_text("utf-8")
    parts = ("chances", "plants", "luck")
    for part in parts:
        new = written(paper, part, ["one line"])
        assert f"{BEGIN.format(part)}\none line\n\n{END.format(part)}" in new
        for other in parts:
            begin, end = BEGIN.format(other), END.format(other)
            kept = [text.split(begin)[1].split(end)[0] for text in (paper, new)]
            assert (kept[0] == kept[1]) == (other != part)
        assert written(paper, part, []) == paper


def wilds(game: Game, code: int) -> int:
    """How many a payment takes."""
    cards = game.action(code).json["cards"]
    assert isinstance(cards, dict)
    return sum(cards.get(card.id, 0) for card in game.board.cards if card.wild)


def test_a_wild_is_wasted_only_where_a_planner_spends_fewer() -> None:
    game, deal = capotreno.load("new_york", players=4), 113
    chance = next(blunders.chances(game, blunders.WILD, deal, "planner"))
    assert wilds(game, chance.code) - wilds(game, chance.own) >= blunders.WASTED
    erring = blunders.erring(game, deal, "planner", chance, taken=False)
    assert erring is not None
    assert erring.log.gestures[chance.gesture].actions[-1] == game.action(chance.code).text


def test_a_way_that_is_left_is_taken_by_another_before_the_seat_can_come_back() -> None:
    game, deal = capotreno.load("new_york", players=4), 2
    took = []
    for chance in blunders.chances(game, blunders.BOTTLENECK, deal, "planner"):
        erring = blunders.erring(game, deal, "planner", chance, taken=True)
        if erring is None:
            continue
        claim = game.action(chance.own).text
        after = erring.log.gestures[chance.gesture + 1 :]
        took = [one for one in after if claim in one.actions]
        assert [one.seat != chance.seat for one in took] == [True]
        before = [one for one in after if one.seq < took[0].seq and one.seat == chance.seat]
        assert len(before) <= 1  # the other card of the same turn
    assert took


def test_nothing_is_measured_by_a_judge_that_plays_few_games() -> None:
    game = capotreno.load("new_york", players=2)
    with pytest.raises(capotreno.CapotrenoError, match="libraries"):
        sure(BotJudge(game))
