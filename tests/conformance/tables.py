"""Every registered game at every number of players: being registered is being tested.

The laws hold on boards of your own too: the example of the documentation stands for them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

import pytest

from capotreno import Game, State, games, load, register
from capotreno.games import registry
from capotreno.games.registry import REGISTRY

Test = Callable[..., None]


DICE = "+dice"  # behind a game's name: the same game with dice


def counts(name: str) -> range:
    """The numbers of players a game is for."""
    low, high = REGISTRY[name.removesuffix(DICE)]().board.players
    return range(low, high + 1)


VARIANTS = [variant for name in games() for variant in (name, name + DICE)]
TABLES = [(name, players) for name in VARIANTS for players in counts(name)]
#: Every board once, with cards and with dice in turn.
IN_TURN = [VARIANTS[2 * at + at % 2] for at in range(len(VARIANTS) // 2)]
# The smallest and the largest table of each: where time is short, they stand for the others.
EXTREMES = [(name, players) for name in VARIANTS for players in (counts(name)[0], counts(name)[-1])]

#: Boards of your own, by what the tests call them; they are registered nowhere.
OWN = {"island": Path(__file__).parents[2] / "docs" / "examples" / "island.json"}
OWN_TABLES = [("island", 2), ("island", 4), ("island" + DICE, 3)]


@cache
def table(name: str, players: int) -> Game:
    """A game, built once."""
    plain = name.removesuffix(DICE)
    options = {"dice": True} if plain != name else {}
    return load(OWN.get(plain, plain), players, **options)


@contextmanager
def registered(name: str) -> Iterator[None]:
    """Boards of your own are known for a while: a log names its game and no file."""
    plain = name.removesuffix(DICE)
    names = register(OWN[plain]) if plain in OWN else ()
    try:
        yield
    finally:
        for own in names:
            del registry.OWN[own], REGISTRY[own]


def every_game(test: Test) -> Test:
    """Run a test once for every game, the small and the large tables in turn; it takes `game`."""
    rows = [EXTREMES[2 * at + (at + at // 2) % 2] for at in range(len(VARIANTS))]
    return _on(rows, test)


def every_extreme(test: Test) -> Test:
    """Run a test at the smallest and the largest table of every game; it takes `game`."""
    return _on(EXTREMES, test)


def every_table(test: Test) -> Test:
    """Run a test once for every game and number of players; it takes `game`.

    The quick run has the smallest and the largest tables.
    """
    return _on(TABLES, test)


def _on(tables: list[tuple[str, int]], test: Test) -> Test:
    rows = [
        pytest.param(
            row, id=f"{row[0]}-{row[1]}", marks=() if row in EXTREMES else pytest.mark.slow
        )
        for row in tables
    ]
    marked: Test = pytest.mark.parametrize("game", rows, indirect=True)(test)
    return marked


def called(game: Game) -> str:
    """A game's name in these tests."""
    return game.name + (DICE if game.ruleset.options.get("dice") else "")


def label(game: Game, seed: int) -> str:
    """What brings a failing game back."""
    return f"game {called(game)}, players {game.players}, seed {seed}"


def bound(game: Game) -> int:
    """More decisions than any game may take.

    Cards, pieces and tickets run out: nothing but them lets a turn be spent, IDLE turns apart. A
    card or piece is good for a few decisions, and between two of them all seats but one may pass.
    """
    board = game.board
    pieces = game.players * sum(supply.count for supply in board.supplies)
    if game.ruleset.options.get("dice"):
        # Between two claims or kept tickets the table is patient for some rounds.
        return 20 * 20 * game.players * (pieces + len(board.tickets))
    cards = sum(card.count for card in board.cards)
    return 6 * game.players * (cards + pieces + len(board.tickets))


#: What a rulebook lets a seat do nearly for ever, at a price (R-97): no taste for it, or games are
#: mostly that.
IDLE = {"exchange"}


class Chooser:
    """Random play with a taste: every seed weighs the verbs of a game anew.

    So some games are all claims, some all tickets, and in some the cards run out.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = Random(seed)
        verbs = sorted({action.verb for action in game.actions.all})
        taste = {verb: self.random.choice((1, 1, 1, 5, 50, 1000)) for verb in verbs}
        taste.update({verb: 1 for verb in IDLE if verb in taste})
        self.weight = [taste[action.verb] for action in game.actions.all]

    def code(self, menu: tuple[int, ...]) -> int:
        if len(menu) == 1:
            return menu[0]
        weights = [self.weight[code] for code in menu]
        return self.random.choices(menu, weights)[0]

    def step(self, state: State) -> tuple[int, int]:
        """Some asked seat, and one of its codes."""
        actors = self.game.actors(state)
        seat = actors[0] if len(actors) == 1 else self.random.choice(actors)
        return seat, self.code(self.game.legal_for(state, seat))


def played(game: Game, seed: int, chooser: Chooser, state: State | None = None) -> Iterator[State]:
    """A game from its start (or from a state) to its end: the one state, before every decision.

    The last one is over. Tests change the state only by copying it.
    """
    state = game.start(seed) if state is None else state
    limit = bound(game)
    for _ in range(limit):
        yield state
        if not state.stack:
            return
        seat, code = chooser.step(state)
        game.apply(state, code, seat)
    raise AssertionError(f"not over after {limit} decisions")


def finished(game: Game, seed: int) -> State:
    """The end of a random game."""
    state = game.start(seed)
    for _ in played(game, seed, Chooser(game, seed), state):
        pass
    return state
