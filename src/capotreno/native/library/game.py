"""A game played by its library: the same games as the interpreted ones, hundreds of times faster.

It answers as `Game` does, with the same errors, on states of its own; `state` and `native` turn one
kind into the other. Calls into the library let other threads run.
"""

import ctypes
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import byref, c_int32, c_int64, c_uint64
from pathlib import Path

from capotreno.engine.chance import MASK, seeded
from capotreno.engine.errors import CapotrenoError, NotYourDecision
from capotreno.engine.game import Game
from capotreno.engine.layout import SomeOf
from capotreno.engine.outcome import Outcome
from capotreno.engine.state import NOBODY, State, View
from capotreno.native.library import build, shelf
from capotreno.native.library.binding import DONE, Sizes, bind, checked_threads
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.identity import identity
from capotreno.native.library.rollouts import (
    How,
    Playout,
    Playouts,
    Rollouts,
    arrays,
    policies,
    rolled,
)

CHOOSER = 0x5851F42D4C957F2D  # CAPO_CHOOSER: choices have a counter of their own
TOO_LARGE = 1 << 62  # for a cell
SHARED = 2520  # a victory in equal parts, by whatever number of winners


class NativeState:
    """One moment of a game, as its library keeps it."""

    __slots__ = ("block", "game")

    def __init__(self, block: "ctypes.Array[c_uint64]", game: str) -> None:
        self.block = block
        self.game = game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game}>"

    def copy(self) -> "NativeState":
        """An independent state equal to this one."""
        return NativeState(type(self.block).from_buffer_copy(self.block), self.game)


class NativeView(NativeState):
    """What one seat may know, in the shape of a state."""

    __slots__ = ("seat",)

    def __init__(self, block: "ctypes.Array[c_uint64]", game: str, seat: int) -> None:
        super().__init__(block, game)
        self.seat = seat

    def copy(self) -> "NativeView":
        return NativeView(type(self.block).from_buffer_copy(self.block), self.game, self.seat)


def source(game: Game) -> str:
    """The C++ of a game's library, whole: one text for one call of a compiler."""
    return _with(game, "batch.hpp")


def library(game: Game, make: bool = True) -> Path:
    """The file of a game's library, which is built if there is none and if it may be."""
    file = build.library(identity(game), (lambda: source(game)) if make else None)
    shelf.note(file, game)
    return file


def gpu_source(game: Game) -> str:
    """The same for a GPU, as CUDA."""
    return _with(game, "batch.cu")


def _with(game: Game, batches: str) -> str:
    # The compiler is for who has no library yet.
    from capotreno.native.translate import translate  # noqa: PLC0415
    from capotreno.native.values import NotTranslatable  # noqa: PLC0415

    try:
        text = translate(game)
    except NotTranslatable as reason:
        raise NoLibrary(str(reason)) from reason
    return "\n".join((text, build.runtime("many.hpp"), build.runtime(batches)))


class NativeGame:
    """A game and its library, which is built at the first use where none is shipped.

    Raises `NoLibrary` where it cannot be: no compiler, or rules outside what is translated. `make`:
    whether it may be built now, which takes seconds.
    """

    def __init__(self, game: Game, make: bool = True) -> None:
        self.game = game
        self.library = bind(library(game, make), game.id)
        sizes: Sizes = self.library.capo_sizes().contents
        self.sizes = sizes
        self._block = c_uint64 * (sizes.state_bytes // 8)
        self._words = c_int64 * sizes.words
        self._stack = c_int32 * (3 * sizes.depth)
        self._seats = c_int32 * sizes.players
        self._cell_words = tuple(self.library.capo_cell_words()[: sizes.cells])
        self._sets = self._cells_of_sets()
        self._rows = self._cells_in_rows()
        self._codes = _Codes(sizes.actions)

    def __repr__(self) -> str:
        return f"<NativeGame {self.game.id}>"

    def _cells_of_sets(self) -> frozenset[int]:
        spans = [span for span in self.game.layout.spans if isinstance(span.codec, SomeOf)]
        return frozenset(span.first + i for span in spans for i in range(span.size))

    def _cells_in_rows(self) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
        """Cells of one word, side by side: the first, the end and its word; sets: how many."""
        rows: list[tuple[int, int, int]] = []
        sets: list[tuple[int, int, int]] = []
        at = 0
        for cell, count in enumerate(self._cell_words):
            if cell in self._sets:
                sets.append((cell, count, at))
            elif rows and rows[-1][1] == cell:
                rows[-1] = (rows[-1][0], cell + 1, rows[-1][2])
            else:
                rows.append((cell, cell + 1, at))
            at += count
        return rows, sets

    # -- play -------------------------------------------------------------------------------

    def start(self, seed: int) -> NativeState:
        """A new game: the one that the same seed gives interpreted."""
        seeded(seed)  # refuses what is no seed
        state = NativeState(self._block(), self.game.id)
        self.library.capo_start(state.block, seed)
        return state

    def actor(self, state: NativeState) -> int | None:
        """The seat that is asked next, or None when the game is over."""
        self._check(state)
        seat: int = self.library.capo_actor(state.block)
        return None if seat < 0 else seat

    def legal(self, state: NativeState) -> tuple[int, ...]:
        """The codes of everything the asked seat can do, sorted; of a view, its own seat's."""
        self._check(state)
        codes = self._codes.row
        if isinstance(state, NativeView):
            n = self.library.capo_legal_for(state.block, state.seat, codes)
        else:
            n = self.library.capo_legal(state.block, codes)
        return tuple(codes[:n])

    def legal_for(self, state: NativeState, seat: int) -> tuple[int, ...]:
        """What one seat can do now, also in a simultaneous choice; empty if it is not asked."""
        self._check(state)
        self.game.check_seat(seat)
        if isinstance(state, NativeView) and seat not in (state.seat, NOBODY):
            raise CapotrenoError("a view knows what its own seat can do, and no other")
        codes = self._codes.row
        return tuple(codes[: self.library.capo_legal_for(state.block, seat, codes)])

    def apply(self, state: NativeState, code: int, seat: int = NOBODY) -> None:
        """Do it; the state changes. Whatever is refused changes nothing."""
        self._check_whole(state)
        if seat < 0:
            refused = self._answer(self.library.capo_apply, state, code)
        else:
            refused = self._answer(self.library.capo_apply_as, state, code, seat)
        if refused:
            raise self.game.refusal(self.state(state), code, seat)

    def _answer(self, function: object, state: NativeState, code: int, *seat: int) -> bool:
        if type(code) is not int or not 0 <= code < self.sizes.actions:
            return True
        if seat and not 0 <= seat[0] < self.sizes.players:
            return True
        given: int = function(state.block, code, *seat)  # type: ignore[operator]
        return given != DONE

    # -- random games -----------------------------------------------------------------------

    def playout(self, state: NativeState, seed: int) -> Playout:
        """Play to the end, every legal action as likely as the others; the state changes."""
        self._check_whole(state)
        counter = c_uint64(seeded(seed) ^ CHOOSER)
        played = self.library.capo_playout(state.block, byref(counter))
        return Playout(played.decisions, played.checksum)

    def playouts(
        self,
        games: int,
        first: int = 0,
        threads: int = 1,
        policy: str | Sequence[str] = "random",
    ) -> Playouts:
        """Whole games from the seeds first, first + 1 …: the same with any threads.

        `policy`: who chooses, "random" or "swift", for all seats or one for each of them.
        """
        if type(games) is not int or not 0 <= games < 2**62:
            raise CapotrenoError(f"{games!r:.40} is not a number of games")
        seeded(first)
        who = policies(policy, self.sizes.players)
        points = (c_int64 * self.sizes.players)()
        wins = (c_int64 * self.sizes.players)()
        with self.pool(threads) as pool:
            played = self.library.capo_pool_playouts(pool, first, games, who, points, wins)
        shares = tuple(won / SHARED for won in wins)
        return Playouts(games, played.decisions, played.checksum, tuple(points), shares)

    # -- swift games ------------------------------------------------------------------------

    def choose(self, state: NativeState, seed: int, seat: int = NOBODY) -> int:
        """What the policy `swift` answers for the seat asked; of a view, for the view's own."""
        self._check(state)
        self.game.check_seat(seat)
        who = state.seat if isinstance(state, NativeView) else seat
        counter = c_uint64(seeded(seed) ^ CHOOSER)
        code: int = self.library.capo_choose(state.block, who, byref(counter))
        if code < 0:
            raise NotYourDecision(f"seat {who} is not asked now" if who >= 0 else "it is over")
        return code

    def rollouts(
        self,
        worlds: Sequence[NativeState],
        codes: Sequence[int | None] | None = None,
        seeds: Sequence[int] | None = None,
        threads: int = 1,
        *,
        policy: str | Sequence[str] = "swift",
        limit: int = 0,
        seat: int = NOBODY,
    ) -> Rollouts:
        """Play worlds on, each in a copy and with its own seed, as arrays of NumPy.

        A world's code comes first, where it has one, by the seat (NOBODY: the one asked next); then
        the policy chooses to the end, or for so many decisions. The same with any threads.
        """
        how = How(policy, limit, seat, threads)
        found = rolled(self, worlds, codes, seeds, how)
        return arrays(found, self.sizes.players)

    def with_chance(self, state: NativeState, seed: int) -> NativeState:
        """A copy of a state in which chance goes on from a seed."""
        self._check_whole(state)
        twin = state.copy()
        twin.block[0] = seeded(seed)  # state.hpp: the counter of chance comes first
        return twin

    def together(self, states: Sequence[NativeState]) -> "ctypes.Array[ctypes.Array[c_uint64]]":
        """Copies of some states, side by side."""
        rows = (self._block * len(states))()
        for number, state in enumerate(states):
            self._check_whole(state)
            rows[number] = state.block
        return rows

    @contextmanager
    def pool(self, threads: int) -> Iterator[int | None]:
        """Threads of the library for one call."""
        found = self.library.capo_pool_open(checked_threads(threads))
        try:
            yield found
        finally:
            self.library.capo_pool_close(found)

    # -- the end ----------------------------------------------------------------------------

    def totals(self, state: NativeState) -> tuple[int, ...]:
        """Points by seat, as the sheets stand."""
        self._check(state)
        if isinstance(state, NativeView) and self.library.capo_actor(state.block) >= 0:
            raise CapotrenoError("a view cannot be scored before the end: it does not know enough")
        totals = self._seats()
        self.library.capo_totals(state.block, totals)
        return tuple(totals)

    def ranks(self, state: NativeState) -> tuple[int, ...]:
        """By seat the rank from 1, shared by equals, of a game that is over."""
        return self._ranked(state)[0]

    def tie_break(self, state: NativeState) -> str:
        """The measure that decided between equal points at the top, or nothing."""
        return self._ranked(state)[1]

    def _ranked(self, state: NativeState) -> tuple[tuple[int, ...], str]:
        self._check(state)
        if self.library.capo_actor(state.block) >= 0:
            raise CapotrenoError("the game is not over yet")
        ranks = self._seats()
        decided = self.library.capo_outcome(state.block, self._seats(), ranks)
        return tuple(ranks), self.game.ruleset.ranking[decided] if decided >= 0 else ""

    def outcome(self, state: NativeState) -> Outcome:
        """The final sheets, the ranking and the reason of the end, as the interpreter tells it."""
        return self.game.outcome(self.state(state))

    # -- looking ----------------------------------------------------------------------------

    def view(self, state: NativeState, seat: int) -> NativeView:
        """What a seat may know; NOBODY (-1) is a spectator."""
        self._check(state)
        self.game.check_seat(seat)
        if isinstance(state, NativeView) and state.seat != seat:
            raise CapotrenoError("a view tells what its own seat may know, and no other")
        seen = NativeView(self._block(), self.game.id, seat)
        self.library.capo_view(state.block, seat, seen.block)
        return seen

    def resample(self, seen: NativeView, seed: int) -> NativeState:
        """A whole state that looks to the view's seat exactly as the true one does."""
        dealt = self.dealt(seen, seed)
        if dealt is not None:
            return dealt
        own = self.state(seen)  # the interpreter says why not
        assert isinstance(own, View)
        return self.native(self.game.resample(own, seed))

    def dealt(self, seen: NativeView, seed: int) -> NativeState | None:
        """The same from the library alone; None where it finds no state that the view allows."""
        self._check_view(seen)
        seeded(seed)
        state = NativeState(self._block(), self.game.id)
        given = self.library.capo_resample(seen.block, seen.seat, seed, state.block)
        return state if given == DONE else None

    def worlds(self, seen: NativeView, seeds: Sequence[int], threads: int = 1) -> list[NativeState]:
        """For every seed the state that `resample` gives; their memory is one block."""
        self._check_view(seen)
        for seed in seeds:
            seeded(seed)
        n = len(seeds)
        rows = (self._block * n)()
        numbers = (c_uint64 * n)(*seeds)
        with self.pool(threads) as pool:
            failed = self.library.capo_worlds(pool, seen.block, seen.seat, numbers, n, rows)
        if failed >= 0:
            return [self.resample(seen, seed) for seed in seeds]
        return [NativeState(row, self.game.id) for row in rows]

    def digest(self, state: NativeState) -> str:
        """Sixteen hex digits that depend on the values of a state alone, as `Game.digest`."""
        self._check(state)
        return f"{self.library.capo_digest(state.block):016x}"

    # -- states in and out ------------------------------------------------------------------

    def state(self, own: NativeState) -> State:
        """The interpreter's state (or view) with these values."""
        self._check(own)
        words, rows, seed = self._words(), self._stack(), c_uint64()
        n = self.library.capo_read(own.block, words, rows, byref(seed))
        cells = []
        at = 0
        for cell, count in enumerate(self._cell_words):
            if cell in self._sets:
                parts = [words[at + i] & MASK for i in range(count)]
                cells.append(sum(part << 64 * i for i, part in enumerate(parts)))
            else:
                cells.append(words[at])
            at += count
        stack = [(rows[i], rows[i + 1], rows[i + 2]) for i in range(0, 3 * n, 3)]
        if isinstance(own, NativeView):
            return _seen(self.game, View(cells, stack, own.seat, self.game.id))
        return State(cells, stack, seed.value, self.game.id)

    def native(self, state: State) -> NativeState:
        """A state (or view) of the interpreter as the library keeps it."""
        self.game.check_state(state)
        words, rows = self._words(), self._stack()
        whole = len(state.stack) <= self.sizes.depth and len(state.cells) == self.sizes.cells
        block = self._block()
        if whole:
            whole = self._fill(words, state.cells)
            for i, decision in enumerate(state.stack):
                rows[3 * i : 3 * i + 3] = list(decision)
            seed = state.seed & MASK
            n = len(state.stack)
            whole = whole and self.library.capo_write(block, words, rows, n, seed) == DONE
        if not whole:
            raise CapotrenoError(f"this is no state that {self.game.id} can come to")
        if isinstance(state, View):
            return NativeView(block, self.game.id, state.seat)
        return NativeState(block, self.game.id)

    def from_bytes(self, data: bytes) -> NativeState:
        """The state in a copy of its memory."""
        return NativeState(self._block.from_buffer_copy(data), self.game.id)

    def _fill(self, words: "ctypes.Array[c_int64]", cells: list[int]) -> bool:
        """Whether every cell fits its words."""
        rows, sets = self._rows
        for first, end, at in rows:
            row = cells[first:end]
            if min(row) <= -TOO_LARGE or max(row) >= TOO_LARGE:
                return False
            words[at : at + end - first] = [*row]
        for cell, count, at in sets:
            value = cells[cell]
            if not 0 <= value < 1 << 64 * count:
                return False
            for i in range(count):
                part = value >> 64 * i & MASK
                words[at + i] = part - (1 << 64) if part >> 63 else part
        return True

    # -- refusals ---------------------------------------------------------------------------

    def _check(self, state: object) -> None:
        if not isinstance(state, NativeState):
            raise CapotrenoError(f"{state!r:.60} is no native state of a game")
        if state.game != self.game.id:
            raise CapotrenoError(f"this is a state of {state.game}, not of {self.game.id}")

    def _check_view(self, seen: object) -> None:
        self._check(seen)
        if not isinstance(seen, NativeView):
            raise CapotrenoError("this is a whole state; a seat's view of it is needed")

    def _check_whole(self, state: object) -> None:
        self._check(state)
        if isinstance(state, NativeView):
            raise CapotrenoError("a view cannot be played on; resample it first")


class _Codes(threading.local):
    """Room for a menu, one in each thread."""

    def __init__(self, actions: int) -> None:
        self.row = (c_int32 * actions)()


def _seen(game: Game, view: View) -> View:
    """A view with its seat's own menu, as `Game.view` gives it."""
    return game.view(view, view.seat)
