"""A stand-in for Ray, so that what is played on a cluster is tried without one."""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class RayError(Exception):
    """Ray's own."""


class StandIn(ModuleType):
    """As much of Ray as is asked of it: jobs are done when their result is wanted."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(RayError=RayError)
        self.address: str | None = ""
        self.running = False
        self.most = self.out = 0

    def init(self, address: str | None, **_: object) -> None:
        if address == "nowhere:1":
            raise ConnectionError("nobody answers\nand a long story")
        self.address, self.running = address, True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, work: Callable[[Any], Any]) -> SimpleNamespace:
        def submit(job: object) -> Callable[[], Any]:
            self.out += 1
            self.most = max(self.most, self.out)
            return lambda: work(job)

        return SimpleNamespace(remote=submit)

    def get(self, waiting: Callable[[], Any]) -> Any:
        self.out -= 1
        return waiting()

    def shutdown(self) -> None:
        self.running = False


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    module = StandIn()
    monkeypatch.setitem(sys.modules, "ray", module)
    yield module
    assert not module.running
