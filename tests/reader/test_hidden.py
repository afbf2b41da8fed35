"""Whatever is asked of a View ends: a hidden cell is a number too, and no count and no set."""

import inspect
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import product
from random import Random

import pytest

from capotreno import NOBODY, Game, View, games, load
from capotreno.reader.reader import Reader
from capotreno.reader.standing import Standing
from tests.long import LONG

PATIENCE = 20  # seconds of work for what takes a hundredth: a loop without end takes longer
SOME = 5  # routes, places and codes that are asked about

#: What a hand could pay is asked by whose hand it is, and by nobody else.
OWN = ("payments", "harbour_payments", "ways", "harbour_ways")


@contextmanager
def ending(what: str) -> Iterator[None]:
    """What is done here ends."""

    def late(*_: object) -> None:
        pytest.fail(f"{what} does not end")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def questions(kind: type) -> list[str]:
    """All that may be asked, in public."""
    return [
        name
        for name, found in vars(kind).items()
        if not name.startswith("_") and (inspect.isfunction(found) or is_value(kind, name))
    ]


def is_value(kind: type, name: str) -> bool:
    return isinstance(vars(kind).get(name), property | cached_property)


def subjects(game: Game, random: Random, nobody: bool) -> dict[str, list[int]]:
    """What a question may be about, by the name of its argument."""
    board = game.board

    def some(n: int) -> list[int]:
        return random.sample(range(n), min(SOME, n))

    return {
        "seat": [*([NOBODY] if nobody else []), *range(game.players)],
        "route": some(len(board.routes)),
        "place": some(len(board.places)),
        "ticket": some(len(board.tickets)),
        "code": some(game.num_actions),
        "deck": [0],
    }


def ask(of: Reader | Standing, game: Game, view: View, random: Random) -> int:
    """Ask everything; how much there was to ask."""
    asked = 0
    first = [view] if isinstance(of, Reader) else []
    for name in questions(type(of)):
        if name in OWN and view.seat == NOBODY:
            continue
        if is_value(type(of), name):
            with ending(f"{type(of).__name__}.{name}"):
                getattr(of, name)
            asked += 1
            continue
        wanted = [one for one in inspect.signature(getattr(of, name)).parameters if one != "state"]
        # Of nobody's own there is nothing but routes.
        known = subjects(game, random, nobody=name in ("owned_by", "open_to", "network_of"))
        if name in OWN:
            known["seat"] = [view.seat]
        for values in product(*(known[one] for one in wanted)):
            with ending(f"{type(of).__name__}.{name}{values}"):
                getattr(of, name)(*first, *values)
            asked += 1
    return asked


@pytest.mark.parametrize("dice", [False, True], ids=["cards", "dice"])
@pytest.mark.parametrize("name", games())
def test_every_question_of_every_view_ends(name: str, dice: bool) -> None:
    game = load(name, players=3, dice=dice)
    random, state, asked, step = Random(name), game.start(3), 0, 0
    while menu := game.legal(state):
        if step in (0, 7) or (LONG and step % 100 == 50) or step == 150:
            for seat in (NOBODY, *range(game.players)):
                view = game.view(state, seat)
                asked += ask(Reader(game), game, view, random)
                asked += ask(Standing(game, view, seat), game, view, random)
        game.apply(state, random.choice(menu))
        step += 1
    assert asked > 1000
