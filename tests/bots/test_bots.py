"""Bots: legal on every table, honest, reproducible, and greedy is worth playing against."""

import pytest

from capotreno import CapotrenoError, Game, Outcome, games, load
from capotreno.bots.registry import bots, make
from capotreno.games.registry import REGISTRY

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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_bot_plays_every_table_to_the_end(name: str, players: int) -> None:
    game = load(name, players)
    seats = [bots()[seat % len(bots())] for seat in range(players)]
    assert played(game, seats, 1).winners


@pytest.mark.parametrize("bot", bots())
def test_the_same_seed_plays_the_same_game(bot: str) -> None:
    game = load("new_york", 3)
    assert played(game, [bot] * 3, 5) == played(game, [bot] * 3, 5)


@pytest.mark.parametrize("bot", bots())
def test_a_bot_cannot_tell_an_imagined_world_from_the_true_one(bot: str) -> None:
    """What a bot chooses depends on its view alone: any world behind it gives the same choice."""
    game = load("germany", 3)
    state = game.start(3)
    for step in range(150):
        seat = game.actor(state)
        assert seat is not None
        view = game.view(state, seat)
        world = game.resample(view, step)
        code = make(bot, game, step).choose(view)
        assert make(bot, game, step).choose(game.view(world, seat)) == code
        game.apply(state, code)


@pytest.mark.parametrize(
    ("name", "n", "tickets"),
    [("new_york", 60, 0.8), ("germany", 16, 0.8), ("ghost_train", 60, 1.0)],
)
def test_greedy_beats_random_and_does_its_tickets(name: str, n: int, tickets: float) -> None:
    game = load(name, 2)
    won = 0.0
    done = held = 0
    for seed in range(n):
        own = seed % 2
        seats = ["greedy", "random"] if own == 0 else ["random", "greedy"]
        outcome = played(game, seats, seed)
        won += (own in outcome.winners) / len(outcome.winners)
        tickets_of = {line.label: len(line.items) for line in outcome.sheets[own].lines}
        done += tickets_of["tickets_done"]
        held += tickets_of["tickets_done"] + tickets_of.get("tickets_missed", 0)
    assert won / n >= 0.9
    assert done / held >= tickets
    if name == "ghost_train":  # nothing is missed in a race: most of the six are done
        assert done / n >= 5


def test_there_is_no_other_bot() -> None:
    with pytest.raises(CapotrenoError, match="there is no bot 'nobody'"):
        make("nobody", load("new_york", 2), 1)
