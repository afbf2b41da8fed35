"""The text for a GPU plays what the library for a CPU plays: here a CPU runs it, thread by thread.

What a GPU alone can show, its compiler's faults and its speed, is for `tools/native/gpu.sh`.
"""

import re
from pathlib import Path

import pytest

from capotreno import load
from capotreno.bench import native as bench
from capotreno.engine.errors import CapotrenoError
from capotreno.native.library import build, gpu
from capotreno.native.library.game import NativeGame, gpu_source
from capotreno.native.library.gpu import GpuBatch, GpuGame

pytest.importorskip("numpy")

SHIM = Path(__file__).parent / "cuda.hpp"
FLAGS = ("-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-w")
TABLES = [("new_york", 3, False), ("germany", 2, True), ("ghost_train", 2, False)]
BATCH = 40  # more than a tile of observations holds, and not all of a second one


def on_a_cpu(text: str) -> str:
    """A text for a GPU as one of C++: kernels are called in turn, and a trap is the CPU's."""
    calls = re.sub(r"(\w+::)?(\w+)<<<(.*), (.*)>>>(\(.*\));", _launched, text)
    return SHIM.read_text("utf-8") + calls.replace('asm("trap;")', "__builtin_trap()")


def _launched(found: re.Match[str]) -> str:
    room, kernel, blocks, threads, arguments = found.groups("")
    return f"launch({blocks}, {threads}, [&] {{ {room}{kernel}{arguments}; }});"


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def games(
    request: pytest.FixtureRequest, libraries: None, tmp_path_factory: pytest.TempPathFactory
) -> tuple[NativeGame, GpuGame]:
    """A table's library for the CPU, and the one for a GPU as a CPU has it."""
    name, players, dice = request.param
    game = load(name, players, dice=dice)
    file = tmp_path_factory.mktemp("gpu") / "game.so"
    build.compile_text(on_a_cpu(gpu_source(game)), file, build.compiler(), FLAGS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "FLAGS", (*FLAGS, "-pthread"))
        patch.setattr(build, "OWN_FLAGS", ())
        patch.setattr(gpu, "gpu_library", lambda _: file)
        native = NativeGame(game)
        return native, GpuGame(native)


@pytest.mark.slow
def test_whole_games_are_the_same(games: tuple[NativeGame, GpuGame]) -> None:
    native, device = games
    assert device.playouts(90, first=7, block=32) == native.playouts(90, first=7)


@pytest.mark.slow
def test_every_array_is_the_same(
    games: tuple[NativeGame, GpuGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the ends of games too, after which others begin."""
    monkeypatch.setattr(bench, "BATCH", BATCH)
    monkeypatch.setattr(bench, "COMPARED", 250)
    assert bench.same_batches(*games)


@pytest.mark.slow
def test_a_code_that_is_not_legal_changes_nothing(games: tuple[NativeGame, GpuGame]) -> None:
    _, device = games
    batch = GpuBatch(device, BATCH)
    before = batch.numpy(batch.rows)
    codes = batch.numpy(batch.choose())
    codes[[11, 30]] = -1
    with pytest.raises(CapotrenoError, match="game 11 of the batch: its code is not legal now"):
        batch.step(codes)
    assert (batch.numpy(batch.rows) == before).all()
