"""Lockstep: a game's library beside the interpreter, compared at every decision."""

import random

from capotreno.engine.chance import scramble
from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.native.library.game import CHOOSER, NativeGame, NativeState
from capotreno.swift.swift import LUCK, Swift


def compared(game: Game, first: int, count: int) -> tuple[int, str]:
    """So many games on both: their decisions, and the first difference, if there is one."""
    native, swift = NativeGame(game), Swift(game)
    decisions = 0
    for seed in range(first, first + count):
        own = random.Random(seed)
        state, fast = game.start(seed), native.start(seed)
        gone: list[int] = []
        while not (fault := _difference(game, native, state, fast)) and state.stack:
            seat = len(gone) % (game.players + 1) - 1  # NOBODY looks on too
            if fault := _seen_otherwise(game, native, state, fast, seat):
                break
            if fault := _chosen_otherwise(swift, native, state, fast):
                break
            seat = own.choice(game.actors(state))
            code = own.choice(game.legal_for(state, seat))
            gone.append(code)
            game.apply(state, code, seat)
            native.apply(fast, code, seat)
        decisions += len(gone)
        if fault:
            return decisions, f"{fault} (seed {seed}, after {gone})"
    return decisions, ""


def _difference(game: Game, native: NativeGame, state: State, fast: NativeState) -> str:
    """What the two sides say otherwise at one moment."""
    fault = _unlike(game, state, native.state(fast))
    if fault:
        return fault
    for seat in game.actors(state):
        menu, found = game.legal_for(state, seat), native.legal_for(fast, seat)
        if menu != found:
            return f"legal for seat {seat}: {menu} and {found}"
    if not state.stack:
        outcome = game.outcome(state)
        theirs = (native.totals(fast), native.ranks(fast), native.tie_break(fast))
        if (outcome.totals, outcome.ranks, outcome.tie_break) != theirs:
            ours = (outcome.totals, outcome.ranks, outcome.tie_break)
            return f"totals, ranks and tie-break: {ours} and {theirs}"
    return ""


def _unlike(game: Game, state: State, other: State) -> str:
    """Where two states, or two views, differ."""
    if other == state:
        return ""
    cells = [
        f"{span.name}[{i - span.first}]: {state.cells[i]} and {other.cells[i]}"
        for span in game.layout.spans
        for i in range(span.first, span.first + span.size)
        if state.cells[i] != other.cells[i]
    ]
    pairs = [("stack", state.stack, other.stack), ("seed", state.seed, other.seed)]
    return "; ".join(cells + [f"{name}: {a} and {b}" for name, a, b in pairs if a != b])


def _seen_otherwise(
    game: Game, native: NativeGame, state: State, fast: NativeState, seat: int
) -> str:
    """What a seat or a spectator would know on one side only, or imagine otherwise."""
    view, seen = game.view(state, seat), native.view(fast, seat)
    if fault := _unlike(game, view, native.state(seen)):
        return f"the view of seat {seat}: {fault}"
    seed = state.seed >> 1
    world, dealt = game.resample(view, seed), native.dealt(seen, seed)
    if dealt is None:
        return f"seat {seat} finds no world"
    if fault := _unlike(game, world, native.state(dealt)):
        return f"a world of seat {seat}: {fault}"
    return "" if game.digest(world) == native.digest(dealt) else "the digest"


def chosen(swift: Swift, state: State, seat: int, seed: int) -> int:
    """What the policy answers interpreted, with the luck that `NativeGame.choose` draws."""
    game = swift.game
    decision = game.decision(state, seat)
    assert decision is not None
    chance = State([], [], scramble(seed) ^ CHOOSER, game.id)
    return swift.choose(state, game.legal_for(state, seat), decision, chance.below(LUCK))


def _chosen_otherwise(swift: Swift, native: NativeGame, state: State, fast: NativeState) -> str:
    """What the policy would do on one side only, or if it knew what its seat may not know."""
    seed = state.seed >> 1
    for seat in swift.game.actors(state):
        code = native.choose(fast, seed, seat)
        own = chosen(swift, state, seat, seed)
        seen = native.choose(native.view(fast, seat), seed)
        if not code == own == seen:
            return f"swift in seat {seat}: {own}, {code} in the library, {seen} of its view"
    return ""
