import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from capotreno import Game
from tests.conformance.tables import table

# No deadline and no complaint about slowness: the machines that run this are shared and noisy.
# A failing example prints the line that brings it back.
settings.register_profile(
    "dev",
    max_examples=30,  # other ones each time
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# The gate asks the same questions each time, so that a red run is the change's own doing.
settings.register_profile(
    "ci", parent=settings.get_profile("dev"), max_examples=50, derandomize=True
)
settings.register_profile("long", parent=settings.get_profile("dev"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

# A machine that is late for other reasons must not make a server refuse what a test asks of it.
os.environ["CAPOTRENO_LATE_SECONDS"] = "0"

# Whole folders that need servers, browsers or long random play: `make test` runs them. What is
# fast in them is marked `quick`.
SLOW = (
    "browser",
    "server",
    "engine",
    "rules",
    "arena",
    "bots",
    "bench",
    "envs",
    "invent",
    "learning",
    "printing",
    "deploy",
)

#: How `make quick` asks for its tests.
QUICK = "not slow"

#: What takes longest begins first: at the end all workers would wait for one.
LONGEST = (
    "test_install.py",
    "test_torture.py",
    "test_toy_mechanic.py",
    "test_two_servers.py",
    "test_random_boards.py",
)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Six on two cores: servers and browsers are waited for more often than a core is busy.

    The tests of `make quick` wait for hardly anything, and every worker first reads all tests.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return cores + 1 if config.getoption("markexpr") == QUICK else cores * 2 + 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`make quick` does not read what holds nothing for it."""
    folder, *inside = collection_path.relative_to(Path(__file__).parent).parts or ("",)
    if config.getoption("markexpr") != QUICK or folder not in SLOW or not inside:
        return None
    files = [collection_path] if collection_path.is_file() else collection_path.rglob("test_*.py")
    return None if any("mark.quick" in file.read_text("utf-8") for file in files) else True


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    """The game of a row of `every_table` or `every_game`, made when it is wanted."""
    return table(*request.param)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: whoever looks for garbage need not look at it."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        folder = Path(item.path).relative_to(Path(__file__).parent).parts[0]
        if folder in SLOW and item.get_closest_marker("quick") is None:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.name not in LONGEST)
