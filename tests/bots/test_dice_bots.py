"""The bots that roll: legal on every board, honest, each level stronger, with true reasons."""

import pytest

from capotreno import games
from capotreno.arena.deals import play
from capotreno.arena.entrants import maker
from capotreno.arena.pairings import Pairing
from capotreno.arena.report.times import Times
from capotreno.bots.levels.dice_planner import DicePlanner
from capotreno.bots.odds.turn_values import DiceTables
from capotreno.bots.registry import WITH_DICE, advise, make
from capotreno.bots.tuned.constants import DiceConstants
from capotreno.engine.state import TURNS_CELL
from capotreno.rules.ending.last_round import LastRound
from capotreno.words import LANGUAGES, messages, say
from tests import long
from tests.bots.effort import usual
from tests.conformance.tables import DICE, counts, table
from tests.test_words import placeholders

#: Every bot on every board, at the small and the large tables in turn.
TABLES = [
    (name + DICE, counts(name)[-((at + level) % 2)], bot)
    for level, bot in enumerate(WITH_DICE)
    for at, name in enumerate(games())
]


@pytest.mark.parametrize(("name", "players", "bot"), long.some(TABLES, 2))
def test_they_play_every_board_to_the_end(name: str, players: int, bot: str) -> None:
    """By their view alone: the same choice in any world behind it, and nothing written on it."""
    game = table(name, players)
    state = game.start(6)
    seats = [make(bot, game, seat) for seat in range(players)]
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        before = view.cells[:]
        chance = seats[seat].random.getstate()
        code = seats[seat].choose(view)
        assert code in game.legal(state)
        assert view.cells == before
        if len(game.legal(state)) > 1 and state.cells[TURNS_CELL] % 9 == 0:
            other = make(bot, game, seat)
            other.random.setstate(chance)
            assert other.choose(game.view(game.resample(view, 3), seat)) == code
        game.apply(state, code)
    assert game.outcome(state).winners


def test_one_bot_can_play_every_seat() -> None:
    """What the planner keeps of one decision does not change the next."""
    game = table("germany" + DICE, 3)
    state = game.start(9)
    bot = make("planner", game, 1)
    for _ in range(150):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        code = bot.choose(view)
        assert make("planner", game, 1).choose(view) == code
        game.apply(state, code)


def share(name: str, weak: str, strong: str, deals: int) -> float:
    """The stronger bot's share of the victories over duplicate deals."""
    game = table(name + DICE, 2)
    makers = [maker(weak), maker(strong)]
    seatings = Pairing(1, 0).seatings(2)
    played = [
        play(game, makers, seats, (5, n), Times()) for n in range(deals) for seats in seatings
    ]
    return sum(one.share(1) for one in played) / len(played)


@pytest.mark.parametrize("name", games())
def test_greedy_beats_chance(name: str) -> None:
    deals = long.of(12, 60)
    assert share(name, "random", "greedy", deals) >= (0.9 if deals > 50 else 0.8)


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("new_york", long.of(12, 40)),
        pytest.param("germany", long.of(4, 10), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(("weak", "strong"), [("greedy", "path"), ("path", "planner")])
def test_every_level_beats_the_one_below(name: str, deals: int, weak: str, strong: str) -> None:
    """A wide gate for few games; the ladder in docs/bots.md has the figures."""
    assert share(name, weak, strong, deals) > 0.5


def test_the_planner_thinks_fast_on_the_largest_board() -> None:
    name = max(games(), key=lambda name: len(table(name + DICE, 2).board.routes))
    assert usual(table(name + DICE, 3)) < 20_000


def test_constants_are_those_of_the_table_or_the_defaults() -> None:
    assert DiceConstants.of("nowhere", 2) == DiceConstants()
    assert DiceConstants.of("new_york", 2) != DiceConstants()
    assert DiceConstants.of("usa", 5) == DiceConstants.of("usa", 2)


# -- reasons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_every_advice_is_possible_and_has_words(name: str) -> None:
    game = table(name + DICE, 2)
    state = game.start(4)
    reasons = set()
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        advice = advise(game, view)
        assert advice.code in game.legal(view)
        for kind, value in advice.values.items():
            if kind in ("route", "ticket"):
                assert value in game.layout.words[kind]
        for language in LANGUAGES:
            key = f"advice.{advice.reason}"
            assert placeholders(messages(language)[key]) <= set(advice.values), key
            assert say(language, key, advice.values)
        reasons.add(advice.reason)
        if advice.reason == "any":  # which token to take where none will be used any more
            assert isinstance(game.ending, LastRound)
            assert 0 < state.cells[game.ending.to_go] <= game.players
        game.apply(state, advice.code)
    assert reasons & {"reroll_for", "reroll"}
    assert "only" in reasons


def test_the_chance_that_is_told_is_true() -> None:
    """So often as the advice says, the route can be paid after the second roll."""
    game = table("new_york" + DICE, 2)
    dice_tables = DiceTables(game)
    told = 0
    for seed in range(40):
        state = game.start(seed)
        while (seat := game.actor(state)) is not None and told < 4:
            view = game.view(state, seat)
            advice = advise(game, view)
            if advice.reason == "reroll_for" and 20 < int(advice.values["chance"]) < 98:
                route = game.layout.words["route"].index(str(advice.values["route"]))
                paid = 0
                for again in range(600):
                    then = state.copy()
                    then.seed = again
                    game.apply(then, advice.code)
                    paid += dice_tables.payer.payable(then, seat) >> route & 1
                assert 100 * paid / 600 == pytest.approx(int(advice.values["chance"]), abs=7)
                told += 1
            game.apply(state, advice.code)
    assert told == 4


def test_a_claim_for_a_ticket_is_part_of_the_plan() -> None:
    game = table("usa" + DICE, 2)
    state = game.start(3)
    bot = make("planner", game, 1)
    assert isinstance(bot, DicePlanner)
    seen = set()
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        advice = bot.advise(view)
        seen.add(advice.reason)
        if advice.reason in ("claim_plan_dice", "claim_contested"):
            route = game.layout.words["route"].index(str(advice.values["route"]))
            ticket = game.layout.words["ticket"].index(str(advice.values["ticket"]))
            outlook = bot.outlook(view)
            assert outlook.joint.routes >> route & 1
            assert ticket in outlook.joint.done
        game.apply(state, advice.code)
    assert seen & {"claim_plan_dice", "claim_contested"}
