"""Stops in their order leg by leg: the same answers as by looking at the whole."""

from hypothesis import given, settings

from capotreno.board.legs import Legs
from capotreno.board.tour import Edge, in_order
from tests import long
from tests.board.test_tour import Stops, tours


@given(tours())
@settings(max_examples=long.of(150, 2000))
def test_the_same_trails_are_found(drawn: tuple[list[Edge], Stops]) -> None:
    edges, stops = drawn
    legs = Legs(edges, [[sum(1 << node for node in stop) for stop in stops]])
    if max(node for stop in stops for node in stop) < len(legs.meeting):
        assert legs.in_order((1 << len(edges)) - 1, 0) == in_order(edges, stops)
