"""Where the translation of a game begins: what the engine does, without its refusals and caches.

These functions are read by the translator, which knows `game`; nobody calls them. A part's score
is what its lines are worth, by seat.
"""

from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.swift.swift import Swift


def start(game: Game, state: State) -> None:
    for part in game._starters:
        part.start(state)
    if not state.stack:
        game._next_turn(state, False)


def menu(game: Game, state: State, question: int, seat: int, subject: int) -> tuple[int, ...]:
    return game._menu(state, (question, seat, subject))


def play(game: Game, state: State, code: int, question: int, seat: int, subject: int) -> None:
    owner = game.owners[code]
    if not game._together[question]:
        state.stack.pop()
    if owner is not None:
        owner.apply(state, seat, code, question, subject)
    if not state.stack:
        game._next_turn(state, owner is None)


def totals(game: Game, state: State) -> list[int]:
    found = [0] * game.players
    for part in game._scorers:
        for seat, points in enumerate(part.score(state)):
            found[seat] += points  # type: ignore[operator]
    return found


def measures(game: Game, state: State, seat: int) -> tuple[int, ...]:
    return game._measures(state, seat)


def choose(
    swift: Swift,
    state: State,
    question: int,
    seat: int,
    subject: int,
    luck: int,
    kept: list[int],
) -> int:
    codes = swift.game._menu(state, (question, seat, subject))
    return swift.decide(state, codes, (question, seat, subject), luck, kept)
