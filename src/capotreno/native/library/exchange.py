"""Tickets exchanged in a library's worlds, as guesses tell: the same draws as the interpreter's."""

from collections.abc import Sequence
from ctypes import Array, addressof, c_double, c_int32, c_uint64, c_void_p, cast
from itertools import accumulate
from weakref import WeakKeyDictionary

from capotreno.engine.chance import MASK
from capotreno.native.library.binding import CGuess
from capotreno.native.library.game import NativeGame, NativeState
from capotreno.rules.tickets.guess import FINE, SWEEPS, TRIES, Guess
from capotreno.rules.tickets.whereabouts import DECK, HELD

_known: "WeakKeyDictionary[Guess, tuple[CGuess, list[Array[c_int32]]]]" = WeakKeyDictionary()


def exchange(
    native: NativeGame, worlds: Sequence[NativeState], guesses: Sequence[tuple[int, Guess]]
) -> None:
    """In each world each seat that is guessed about gets other tickets."""
    told = (CGuess * len(guesses))()
    for at, (seat, guess) in enumerate(guesses):
        told[at] = _told(guess)
        told[at].place = HELD + seat
    blocks = (c_void_p * len(worlds))(*[addressof(world.block) for world in worlds])
    native.library.capo_exchange(told, len(guesses), blocks, len(worlds))


def _told(guess: Guess) -> CGuess:
    """A guess as the library reads it."""
    found = _known.get(guess)
    if found is None:
        found = _known[guess] = _made(guess)
    return found[0]


def _made(guess: Guess) -> "tuple[CGuess, list[Array[c_int32]]]":
    stock, words = guess.stock, max(1, -(-len(guess.lengths) // 64))

    def bits(some: Sequence[int]) -> list[int]:
        return [one >> 64 * word & MASK for one in some for word in range(words)]

    unknown = [ticket for own in guess.unknown for ticket in own]
    rows = {
        "first": (c_int32, [0, *accumulate(len(own) for own in guess.unknown)]),
        "unknown": (c_int32, unknown),
        "ways": (c_uint64, bits(guess.ways)),
        "own": (c_uint64, bits([guess.own])),
        "lengths": (c_int32, guess.lengths),
        "alone": (c_double, guess.alone),
        "whole": (c_double, [guess.weight(ticket, 0) for ticket in range(stock.count)]),
        "built": (c_double, guess.built),
        "missing": (c_double, guess.missing),
    }
    held = {name: (kind * len(row))(*row) for name, (kind, row) in rows.items()}  # type: ignore[operator]
    numbers = {
        "where": stock.where, "deck": DECK, "decks": stock.decks, "words": words,
        "fine": FINE, "sweeps": SWEEPS, "tries": TRIES,
    }  # fmt: skip
    pointers = {name: cast(row, c_void_p) for name, row in held.items()}
    return CGuess(**numbers, **pointers), list(held.values())
