"""Every board has a drawing behind it that fits it, and the tool that makes them keeps its word."""

import math
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno.board.drawing import (
    AREAS,
    LABELS,
    LARGEST_FILE,
    LINES,
    faults,
    load,
    outline,
    parse,
    text,
    within,
)
from capotreno.board.errors import BoardError, NoSuchThing
from capotreno.board.format import DrawingFile, LabelFile, LayerFile, NameFile
from capotreno.board.load import load as load_board
from capotreno.board.load import parse as parse_board
from capotreno.board.load import shipped
from tests import long
from tools.drawing import ghost_train, new_york
from tools.drawing.check import ashore
from tools.drawing.geography import FACTS, LIKE, Map, meandering, unwrapped
from tools.drawing.outline import area, clipped, merged, path, pieces, thinned
from tools.drawing.warp import CLOSE, Warp
from tools.drawing.write import written

BY_HAND = {"new_york": new_york.draw, "ghost_train": ghost_train.draw}
REAL = [name for name in shipped() if name not in BY_HAND]


@pytest.mark.parametrize("name", shipped())
def test_every_board_has_a_sound_drawing(name: str) -> None:
    assert list(faults(load(name), load_board(name))) == []
    assert len(text(name)) <= LARGEST_FILE


@pytest.mark.parametrize("name", shipped())
def test_no_place_stands_in_the_water(name: str) -> None:
    assert list(ashore(load(name), load_board(name))) == []


@pytest.mark.parametrize("name", shipped())
def test_a_drawing_has_ground_to_stand_on_and_names_in_both_languages(name: str) -> None:
    roles = [layer.role for layer in load(name).layers]
    assert roles[0] in ("sea", "night")
    assert "land" in roles
    assert load(name).labels


ROOT = Path(__file__).parents[2]


def test_the_known_roles_are_the_drawn_ones() -> None:
    drawn = {layer.role for name in shipped() for layer in load(name).layers}
    assert drawn == AREAS | LINES
    assert {label.role for name in shipped() for label in load(name).labels} == LABELS


def test_a_place_in_the_water_is_told() -> None:
    drawing = msgspec.structs.replace(
        load("germany"), layers=[LayerFile(role="land", paths=["M0 0l100 0 0 100z"])]
    )
    assert "berlin stands" in "\n".join(ashore(drawing, load_board("germany")))


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_what_is_drawn_by_hand_is_what_is_shipped(name: str) -> None:
    assert written(BY_HAND[name]()) == text(name).decode()


@pytest.mark.parametrize("name", REAL)
def test_the_facts_name_every_place_of_the_board(name: str) -> None:
    board = load_board(name)
    facts = msgspec.json.decode((FACTS / f"{LIKE.get(name, name)}.json").read_bytes())
    needed = {place.id for place in board.places if place.kind not in ("country", "waypoint")}
    assert needed <= set(facts["places"]) <= {place.id for place in board.places}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(REAL) - set(LIKE)))
def test_no_land_folds_and_every_place_is_met(name: str) -> None:
    warp = Map(name, Path()).warp
    assert max(warp.misses) < CLOSE
    assert warp.folds(gap=long.of(40, 25))[0] > 0.1


def drawing(**changes: object) -> DrawingFile:
    whole = DrawingFile(
        format="capotreno-drawing/1",
        board="germany",
        size=(1000.0, 1550.1),
        layers=[LayerFile(role="sea", paths=["M0 0l10 0 0 10z"])],
        theme={"sea": "#bcd7e3"},
    )
    return msgspec.structs.replace(whole, **changes)


def label(**changes: object) -> LabelFile:
    name = NameFile(en="North Sea", it="Mare del Nord")
    return msgspec.structs.replace(LabelFile(text=name, x=5, y=5, size=9, role="sea"), **changes)


def test_a_small_drawing_has_no_fault() -> None:
    assert list(faults(drawing(labels=[label()]), load_board("germany"))) == []


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (drawing(board="usa"), "the drawing of usa"),
        (drawing(size=(1000.0, 1000.0)), "aspect"),
        (drawing(size=(100.0, 155.01)), "aspect"),
        (drawing(layers=[LayerFile(role="lava", paths=["M0 0z"])]), "role lava"),
        (drawing(theme={}), "no colour for sea"),
        (drawing(layers=[LayerFile(role="sea", paths=["M0 0l1010 0 0 9z"])]), "runs out"),
        (drawing(layers=[LayerFile(role="sea", paths=["M0 -9l9 0 0 9z"])]), "runs out"),
        (drawing(labels=[label(y=1600)]), "outside the picture"),
        (drawing(labels=[label(role="lava")]), "role lava of a label"),
    ],
)
def test_what_does_not_fit_is_told(wrong: DrawingFile, fault: str) -> None:
    assert fault in "\n".join(faults(wrong, load_board("germany")))


@pytest.mark.parametrize(
    "data", ["", "L1 1", "M1", "M1 2l3", "M1 2zl", "M0 0z3 4", "M1 2a3 4", "M1.25 2", "M1e3 2"]
)
def test_bad_path_data_is_refused(data: str) -> None:
    content = msgspec.json.encode(drawing(layers=[LayerFile(role="sea", paths=[data])]))
    with pytest.raises(BoardError, match="layer sea"):
        parse(content)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"format": "x"}'])
def test_what_is_no_drawing_is_refused(content: bytes) -> None:
    with pytest.raises(BoardError):
        parse(content)


def test_a_board_without_a_drawing_is_told() -> None:
    with pytest.raises(NoSuchThing):
        text("nowhere")


def test_path_data_is_read_as_browsers_do() -> None:
    assert outline("M1 2 3 4l1-1.5.5.5z") == [[(1, 2), (3, 4), (4, 2.5), (4.5, 3.0)]]
    assert outline("M1 2l3 4-1-1zm10 0q1 1 2 0") == [
        [(1, 2), (4, 6), (3, 5)],
        [(11, 2), (12, 3), (13, 2)],
    ]
    assert outline("M0 0C1 1 2 2 3 3.5L.5-.5") == [[(0, 0), (1, 1), (2, 2), (3, 3.5), (0.5, -0.5)]]


tenths = st.integers(-60, 10_060).map(lambda n: n / 10)
corners = st.lists(st.tuples(tenths, tenths), min_size=2, max_size=30, unique=True)


@given(corners, st.booleans())
def test_what_is_written_is_what_is_read(line: list[tuple[float, float]], closed: bool) -> None:
    (found,) = outline(path(line, closed=closed))
    assert len(found) == len(line)
    assert all(math.dist(a, b) < 0.001 for a, b in zip(found, line, strict=True))


@given(corners)
def test_clipping_leaves_nothing_outside(line: list[tuple[float, float]]) -> None:
    box = (100.0, 200.0, 600.0, 700.0)
    inside = [*clipped(line, box), *(p for piece in pieces(line, box) for p in piece)]
    for x, y in inside:
        assert 99.99 <= x <= 600.01
        assert 199.99 <= y <= 700.01


def test_two_countries_merge_along_their_border() -> None:
    west = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    east = [(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 0.0)]
    (both,) = merged([west, east])
    assert abs(area(both[:-1])) == 2


def test_thinning_keeps_the_ends_and_what_matters() -> None:
    line = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 10.0)]
    assert thinned(line, 1.0) == [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]


def test_longitudes_run_on_over_the_edge_of_the_atlas() -> None:
    assert unwrapped([(179.0, 0.0), (-179.0, 1.0), (178.0, 2.0)]) == [
        (179.0, 0.0),
        (181.0, 1.0),
        (178.0, 2.0),
    ]


def test_a_river_still_passes_through_its_towns() -> None:
    course = [(0.0, 0.0), (100.0, 0.0), (100.0, 80.0)]
    assert [p for p in meandering(course) if p in course] == course
    assert len(meandering(course)) > 6


def test_two_places_that_change_sides_do_not_fold_the_land() -> None:
    fixed = [(0.0, 0.0), (200.0, 0.0), (0.0, 200.0), (200.0, 200.0)]
    pairs = [(p, p) for p in fixed] + [
        ((80.0, 100.0), (70.0, 125.0)),
        ((120.0, 100.0), (130.0, 75.0)),
    ]
    warp = Warp(lambda p: p, pairs, (200.0, 200.0))
    assert max(warp.misses) < CLOSE
    assert warp.folds()[0] > 0


def test_a_board_of_ones_own_holds_a_drawing_that_fits_it() -> None:
    board = msgspec.json.decode((ROOT / "docs" / "examples" / "island.json").read_bytes())
    land = {"role": "land", "paths": ["M100 100l800 0 0 400z"]}
    board["drawing"] = {
        "format": "capotreno-drawing/1",
        "board": board["id"],
        "size": [1000.0, 666.7],
        "theme": {"land": "#f3ecd9"},
        "layers": [land],
    }
    content = msgspec.json.encode(board)
    assert parse_board(content).id == board["id"]
    assert parse(within(content)).layers[0].role == "land"
    for wrong, sentence in (
        ({"board": "elsewhere"}, "drawing: it is the drawing of elsewhere"),
        ({"layers": [{"role": "land", "paths": ["oops"]}]}, "layer land: path data"),
        ({"layers": [{"role": "lava", "paths": ["M1 1z"]}]}, "nobody knows the role lava"),
    ):
        changed = {**board, "drawing": {**board["drawing"], **wrong}}
        with pytest.raises(BoardError, match=sentence):
            parse_board(msgspec.json.encode(changed))
    assert within((ROOT / "docs" / "examples" / "island.json").read_bytes()) == b"null"
