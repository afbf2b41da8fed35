"""Who does a long piece of work: whoever it is, the results are the same, in the same order."""

import sys

import pytest

from capotreno.crew import done
from capotreno.engine.errors import CapotrenoError
from tests.cluster import RayError, StandIn, ray

__all__ = ["ray"]


def square(n: int) -> int:
    if n == 13:
        raise RayError("the node has no library\nand a long story")
    return n * n


def test_every_crew_gives_the_same_in_the_same_order(ray: StandIn) -> None:
    wanted = [n * n for n in range(12)]
    assert list(done(square, range(12), 1)) == wanted
    assert list(done(square, range(12), 2)) == wanted
    assert list(done(square, range(12), 1, "local")) == wanted
    assert ray.address == "local"
    assert ray.most == 6  # nobody is handed everything at once


def test_without_an_address_the_cluster_is_the_one_that_is_known(ray: StandIn) -> None:
    assert list(done(square, range(2), 1, "")) == [0, 1]
    assert ray.address is None


@pytest.mark.parametrize(
    ("address", "jobs", "sentence"),
    [
        ("nowhere:1", [1], "no Ray cluster at 'nowhere:1': nobody answers$"),
        ("", [1, 13], "the Ray cluster gave up: the node has no library$"),
    ],
)
def test_what_goes_wrong_on_a_cluster_is_one_sentence(
    ray: StandIn, address: str, jobs: list[int], sentence: str
) -> None:
    with pytest.raises(CapotrenoError, match=sentence):
        list(done(square, jobs, 1, address))


def test_without_ray_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(
        CapotrenoError, match=r"Ray is not installed; pip install 'capotreno\[ray\]'"
    ):
        list(done(square, [1], 1, ""))
