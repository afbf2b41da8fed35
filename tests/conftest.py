import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No deadline and no complaint about slowness: the machines that run this are shared and noisy.
# A failing example prints the line that brings it back.
settings.register_profile(
    "dev",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# The gate asks the same questions each time, so that a red run is the change's own doing.
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True)
settings.register_profile("long", parent=settings.get_profile("dev"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

# A machine that is late for other reasons must not make a server refuse what a test asks of it.
os.environ["CAPOTRENO_LATE_SECONDS"] = "0"

# Whole folders that need servers, browsers or long random play: `make test` runs them. What is
# fast in them is marked `quick`.
SLOW = ("browser", "server", "engine", "rules", "arena", "bots", "bench")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        folder = Path(item.path).relative_to(Path(__file__).parent).parts[0]
        if folder in SLOW and item.get_closest_marker("quick") is None:
            item.add_marker(pytest.mark.slow)
