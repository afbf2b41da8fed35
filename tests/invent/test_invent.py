"""Invented boards: the same for ever, planar, balanced, and maps one can look at."""

import json
from functools import cache
from hashlib import blake2b
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from capotreno.board import drawing
from capotreno.board.check.statistics import Statistics, statistics
from capotreno.board.load import parse
from capotreno.board.model import Board
from capotreno.cli import main
from capotreno.engine.errors import CapotrenoError
from capotreno.invent.invent import invent
from capotreno.invent.land import inside, regions

#: places, players, seed, region: what is asked of every board here
ASKED = [
    (30, 5, 7, None),
    (8, 2, 1, None),
    (14, 3, 2, None),
    (22, 4, 3, None),
    (50, 7, 4, None),
    (30, 5, 7, "italy"),
    (24, 4, 9, "britain"),
    (20, 3, 5, "new_zealand"),
]
#: Whoever changes what comes out of a seed, changes this: boards of a seed are quoted in papers.
DIGESTS = {(30, 5, 7, None): "93f49ab506b6743b", (30, 5, 7, "italy"): "c5c55697e0e5d522"}

Asked = tuple[int, int, int, str | None]


made = cache(invent)


def board_of(asked: Asked) -> Board:
    return parse(made(*asked))


@pytest.mark.parametrize("asked", list(DIGESTS))
def test_a_seed_gives_the_same_file_for_ever(asked: Asked) -> None:
    content = invent(*asked)
    assert content == made(*asked)
    assert blake2b(content, digest_size=8).hexdigest() == DIGESTS[asked]


def crosses(board: Board) -> list[tuple[str, str]]:
    """Pairs of routes without a common place whose straight lines cross."""
    spots = [(place.at.x * board.aspect, place.at.y) for place in board.places]

    def side(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = spots[a], spots[b], spots[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    found = []
    for one, two in combinations(board.routes, 2):
        if {one.a, one.b} & {two.a, two.b}:
            continue
        apart = side(one.a, one.b, two.a) * side(one.a, one.b, two.b)
        if apart < 0 and side(two.a, two.b, one.a) * side(two.a, two.b, one.b) < 0:
            found.append((one.id, two.id))
    return found


@pytest.mark.parametrize("asked", ASKED)
def test_it_is_a_planar_map_in_one_piece_with_fair_colours(asked: Asked) -> None:
    board = board_of(asked)
    facts: Statistics = statistics(board)
    assert (facts.places, board.players) == (asked[0], (2, asked[1]))
    assert not crosses(board)
    assert (facts.parts, facts.isolated_places) == (1, ())
    spaces = [own.spaces for own in facts.colours if own.colour != "gray"]
    assert max(spaces) - min(spaces) <= 3
    gray = next(own for own in facts.colours if own.colour == "gray")
    assert 0.15 < gray.spaces / facts.spaces < 0.5
    assert all(1 <= route.length <= 6 for route in board.routes)
    assert 2.0 < facts.spaces / facts.routes < 3.9


@pytest.mark.parametrize("asked", ASKED)
def test_tickets_are_worth_their_way_and_no_place_is_forgotten(asked: Asked) -> None:
    board = board_of(asked)
    facts = statistics(board)
    assert len(facts.tickets) >= 3 * asked[1]
    assert all(0 <= ticket.points - ticket.distance <= 2 for ticket in facts.tickets)
    named = [stop for ticket in board.tickets for stop in ticket.stops]
    counts = [named.count(place.id) for place in board.places]
    assert min(counts) >= 1
    assert max(counts) - min(counts) <= 4
    assert len({ticket.distance for ticket in facts.tickets}) >= 4


@pytest.mark.parametrize("asked", ASKED)
def test_it_has_a_drawing_and_every_place_is_ashore(asked: Asked) -> None:
    content = made(*asked)
    board = parse(content)
    drawn = drawing.parse(drawing.within(content))
    assert not list(drawing.faults(drawn, board))
    width, height = drawn.size
    land = next(layer for layer in drawn.layers if layer.role == "land")
    rings = [tuple(ring) for path in land.paths for ring in drawing.outline(path)]
    for place in board.places:
        spot = (place.at.x * width, place.at.y * height)
        assert any(inside(ring, spot) for ring in rings), place.id
    assert len({place.name for place in board.places}) == len(board.places)


@pytest.mark.quick
def test_in_italy_the_places_are_real() -> None:
    board = board_of((30, 5, 7, "italy"))
    names = {(place.id, place.name.en, place.name.it) for place in board.places}
    assert {("roma", "Rome", "Roma"), ("napoli", "Naples", "Napoli")} <= names
    north = {place.id: place.at.y for place in board.places}
    west = {place.id: place.at.x for place in board.places}
    assert north["milano"] < north["firenze"] < north["roma"] < north["palermo"]
    assert west["torino"] < west["genova"] < west["venezia"] < west["bari"]


@pytest.mark.parametrize("region", regions())
def test_every_region_gives_a_board(region: str) -> None:
    assert len(board_of((10, 3, 1, region)).places) == 10


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ((7, 2, 1, None), "8 to 80 places"),
        ((30, 8, 1, None), "2 to 7 players"),
        ((8, 7, 1, None), "8 places are too few for 7 players"),
        ((30, 5, -1, None), "a seed is"),
        ((30, 5, 1, "narnia"), "no outline of 'narnia'"),
        ((80, 5, 1, "japan"), "too many for this land"),
    ],
)
def test_what_cannot_be_invented_is_refused(asked: Asked, sentence: str) -> None:
    with pytest.raises(CapotrenoError, match=sentence):
        invent(*asked)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    command = ["invent", "--places", "10", "--players", "3", "--seed", "4"]
    assert main([*command, "--out", str(file)]) == 0
    assert file.read_bytes() == invent(10, 3, 4)
    assert "10 places" in capsys.readouterr().out
    folder = tmp_path / "many"
    assert main([*command, "--count", "3", "--out", str(folder), "--language", "it"]) == 0
    assert "3 mappe" in capsys.readouterr().out
    found = sorted(folder.glob("*.json"))
    assert [json.loads(one.read_bytes())["id"][-1] for one in found] == ["4", "5", "6"]
    for one, two in pairwise(found):
        assert one.read_bytes() != two.read_bytes()
    assert main([*command, "--count", "0"]) == 2
