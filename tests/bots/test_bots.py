"""Bots: legal on every table, honest, reproducible, each level stronger than the one below."""

import pytest

from capotreno import CapotrenoError, Game, Outcome, games, load
from capotreno.arena.deals import play
from capotreno.arena.entrants import maker
from capotreno.arena.pairings import Pairing
from capotreno.arena.report.times import Times
from capotreno.bots.registry import bots, make
from capotreno.games.registry import REGISTRY
from tests import long

TABLES = [
    (name, players)
    for name in games()
    for players in range(REGISTRY[name]().board.players[0], REGISTRY[name]().board.players[1] + 1)
]


def played(game: Game, seats: list[str], seed: int) -> Outcome:
    """A game between bots; each sees its own view and nothing else."""
    at_table = [make(name, game, seed * 10 + seat) for seat, name in enumerate(seats)]
    state = game.start(seed)
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        before = view.cells[:], view.stack[:]
        code = at_table[seat].choose(view)
        assert code in game.legal(state)
        assert (view.cells, view.stack) == before, "a bot may not write on its view"
        game.apply(state, code)
    return game.outcome(state)


@pytest.mark.parametrize(("name", "players"), long.some(TABLES, 2))
def test_every_bot_plays_every_table_to_the_end(name: str, players: int) -> None:
    game = load(name, players)
    seats = [bots()[seat % len(bots())] for seat in range(players)]
    assert played(game, seats, 1).winners


@pytest.mark.parametrize("bot", [*bots(), "swift"])
def test_the_same_seed_plays_the_same_game(bot: str) -> None:
    game = load("new_york", 3)
    assert played(game, [bot] * 3, 5) == played(game, [bot] * 3, 5)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("bot", [*bots(), "swift"])
def test_a_bot_cannot_tell_an_imagined_world_from_the_true_one(bot: str, name: str) -> None:
    """What a bot chooses depends on its view alone: any world behind it gives the same choice."""
    game = load(name, 3)
    state = game.start(3)
    for step in range(long.of(30, 120)):
        seat = game.actor(state)
        if seat is None:
            break
        view = game.view(state, seat)
        code = make(bot, game, step).choose(view)
        if step % 3 == 0:
            world = game.resample(view, step)
            assert make(bot, game, step).choose(game.view(world, seat)) == code
        game.apply(state, code)


def won(name: str, weak: str, strong: str, deals: int) -> float:
    """How much of the victories the stronger bot has, over duplicate deals."""
    game = load(name, 2)
    makers = [maker(weak), maker(strong)]
    seatings = Pairing(1, 0).seatings(2)
    times = Times()
    played = [play(game, makers, seats, (5, n), times) for n in range(deals) for seats in seatings]
    return sum(one.share(1) for one in played) / len(played)


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("new_york", long.of(12, 30)),
        pytest.param("germany", long.of(4, 8), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    ("weak", "strong", "share"),
    [("random", "greedy", 0.85), ("greedy", "path", 0.5), ("path", "planner", 0.5)],
)
def test_every_level_beats_the_one_below(
    name: str, deals: int, weak: str, strong: str, share: float
) -> None:
    """A wide gate for few games; the ladder in docs/bots.md has the figures."""
    assert won(name, weak, strong, deals) > share


def test_there_is_no_other_bot() -> None:
    with pytest.raises(CapotrenoError, match="there is no bot 'nobody'"):
        make("nobody", load("new_york", 2), 1)
