"""The examples of docs/environments.md run, in small, and its datasheets are true."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

np = pytest.importorskip("numpy", reason="the extra `rl` is not installed")
pytest.importorskip("gymnasium", reason="the extra `rl` is not installed")

ROOT = Path(__file__).parents[2]


def example(name: str) -> ModuleType:
    """A file of docs/examples as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_trains() -> None:
    weights, curve = example("ppo").train(updates=3, tables=3, steps=40)
    assert len(curve) == 3
    assert np.isfinite(weights).all()
    assert abs(weights).max() > 0


def test_ismcts_plays() -> None:
    pytest.importorskip("pyspiel", reason="the extra `rl` is not installed")
    assert example("ismcts").play(simulations=3, most=60) == [0, 0]  # not over yet


def test_the_datasheets_are_as_the_tool_writes_them() -> None:
    from tools.papers.datasheets import FILE, text  # noqa: PLC0415 -- needs the extra

    assert FILE.read_text("utf-8") == text(), "python -m tools.papers.datasheets writes them anew"
