"""The loader: what a good file means, and how every bad one is refused."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from capotreno.board.load import LARGEST_FILE, BoardError, load, parse, shipped
from capotreno.board.model import Name, Point
from tests.board.boards import DOCUMENT, documented, read

Change = Callable[[dict[str, Any]], object]


def refused(change: Change) -> str:
    board = documented()
    change(board)
    with pytest.raises(BoardError) as error:
        read(board)
    return str(error.value)


def test_the_documented_example_is_a_board() -> None:
    board = read(documented())
    assert board.name == Name("Four Corners", "Quattro Angoli")
    assert [route.id for route in board.routes] == [
        "north-east/1",
        "north-east/2",
        "east-south",
        "south-west",
        "north-west",
    ]
    assert [route.twins for route in board.routes] == [(1,), (0,), (), (), ()]
    assert board.routes[2].colour == ""
    assert board.colours == ("red", "blue")
    assert board.cards[0].name == Name("red", "rosso")
    assert board.seat_colours == ("blue", "red", "green")
    assert board.route_points == (0, 1, 2, 4, 7)
    assert [ticket.id for ticket in board.tickets] == ["north-south", "east-west"]
    assert board.tickets[0].penalty == 5
    assert board.places[3].dead_end
    assert board.aspect == 1.5


def test_tracks_written_in_either_direction_are_twins() -> None:
    board = documented()
    board["routes"][1].update(a="east", b="north")
    routes = read(board).routes
    assert [route.id for route in routes[:2]] == ["north-east/1", "north-east/2"]
    assert routes[1].twins == (0,)


def test_pairs_may_be_declared_no_twins() -> None:
    board = documented()
    board["not_twins"] = [["east", "north"]]
    routes = read(board).routes
    assert [route.id for route in routes[:2]] == ["north-east/1", "north-east/2"]
    assert routes[0].twins == ()


def test_own_ids_are_kept_and_count_in_the_numbering() -> None:
    board = documented()
    board["routes"][0]["id"] = "coast-line"
    assert [route.id for route in read(board).routes[:2]] == ["coast-line", "north-east/2"]


def test_the_same_ticket_twice_is_numbered() -> None:
    board = documented()
    board["tickets"].append({"stops": ["north", "south"], "points": 5})
    ids = [ticket.id for ticket in read(board).tickets]
    assert ids == ["north-south/1", "east-west", "north-south/2"]


def test_a_choice_is_worth_its_highest_option_and_costs_its_lowest() -> None:
    board = documented()
    options = [{"stop": "east", "points": 2}, {"stop": "south", "points": 5}]
    board["tickets"] = [{"stops": ["north"], "options": options}]
    ticket = read(board).tickets[0]
    assert (ticket.id, ticket.points, ticket.penalty) == ("north-any", 5, 2)


def test_a_region_is_a_stop_and_has_a_place_for_its_name() -> None:
    board = documented()
    board["regions"] = [{"id": "far", "places": ["south", "west"], "at": [0.2, 0.9]}]
    board["tickets"] = [{"stops": ["north", "far"], "points": 3}]
    loaded = read(board)
    assert loaded.places_of("far") == (2, 3)
    assert loaded.regions[0].at == Point(0.2, 0.9)
    assert loaded.name_of("far") == Name("Far", "Far")


def test_a_byte_order_mark_and_a_schema_are_allowed() -> None:
    board = documented() | {"$schema": "board.schema.json"}
    assert parse(b"\xef\xbb\xbf" + json.dumps(board).encode()).id == "four_corners"


FAULTS: list[tuple[Change, str]] = [
    (
        lambda b: b.update(format="x/1"),
        "'format' has the unknown value 'x/1'; it can be 'capotreno-board/1'.",
    ),
    (lambda b: b.pop("name"), "the field 'name' is missing."),
    (lambda b: b.update(ruotes=[]), "unknown field 'ruotes', did you mean 'routes'?"),
    (lambda b: b.update(players=[3, 2]), "players: players 3 to 2 is not a range within 1 to 8."),
    (lambda b: b.update(players=[0, 2]), "players: players 0 to 2 is not a range within 1 to 8."),
    (lambda b: b.update(players=[2, 90]), "players: players 2 to 90 is not a range within 1 to 8."),
    (
        lambda b: b.update(seat_colours=["red", "blue"]),
        "seat_colours: 2 colours are too few for 3 players.",
    ),
    (
        lambda b: b.update(seat_colours=["red", "blue", "red"]),
        "seat colour red: the id 'red' is used 2 times.",
    ),
    (lambda b: b["places"][1].update(id="north"), "place north: the id 'north' is used 2 times."),
    (
        lambda b: b["places"][1].update(id="Øst"),
        "place Øst: 'id' should be an id of lower-case letters, digits, underscores, not 'Øst'.",
    ),
    (lambda b: b["places"][1].update(x=1.2), "place east: 'x' should be a number <= 1.05."),
    (lambda b: b["places"][1].update(y=-1), "place east: 'y' should be a number >= -0.05."),
    (lambda b: b["places"][1].pop("x"), "place east: the field 'x' is missing."),
    (
        lambda b: b["places"][1].update(name={"en": "East"}),
        "place east: the field 'it' of 'name' is missing.",
    ),
    (
        lambda b: b.update(regions=[{"id": "r", "places": ["nroth"]}]),
        "region r: unknown place 'nroth', did you mean 'north'?",
    ),
    (
        lambda b: b.update(regions=[{"id": "r", "places": ["north", "north"]}]),
        "region r: it names 'north' twice.",
    ),
    (
        lambda b: b.update(regions=[{"id": "north", "places": ["north"]}]),
        "region north: a place has the same id.",
    ),
    (
        lambda b: b.update(regions=[{"id": "r", "places": ["north"]}] * 2),
        "region r: the id 'r' is used 2 times.",
    ),
    (
        lambda b: b["routes"][2].update(b="suoth"),
        "route east-suoth: unknown place 'suoth', did you mean 'south'?",
    ),
    (lambda b: b["routes"][2].update(b="east"), "route east-east: it runs from 'east' to itself."),
    (
        lambda b: b["routes"][1].update(length=0),
        "route north-east/2: 'length' should be a whole number >= 1.",
    ),
    (
        lambda b: b["routes"][1].update(length="2"),
        "route north-east/2: 'length' should be a whole number, not a text.",
    ),
    (
        lambda b: b["routes"][1].update(length=2.5),
        "route north-east/2: 'length' should be a whole number, not a fraction.",
    ),
    (
        lambda b: b["routes"][1].update(length=10**40),
        "route north-east/2: 'length' should be a whole number <= 99.",
    ),
    (
        lambda b: b["routes"][1].update(lenght=2),
        "route north-east/2: unknown field 'lenght', did you mean 'length'?",
    ),
    (
        lambda b: b["routes"][1].update(colour="bleu"),
        "route north-east/2: unknown card colour 'bleu', did you mean 'blue'?",
    ),
    (
        lambda b: (
            b["decks"][0]["cards"].insert(0, {"id": "green", "count": 8}),
            b["routes"][1].update(colour="grey"),
        ),
        "route north-east/2: unknown card colour 'grey', did you mean 'gray'?",
    ),
    (
        lambda b: b["routes"][1].update(id="east-south"),
        "route east-south: the id 'east-south' is used 2 times.",
    ),
    (
        lambda b: b["routes"][2].update(ferry=4),
        "route east-south: ferry 4 is more than its length 3.",
    ),
    (
        lambda b: b["routes"][2].update(rugged=4),
        "route east-south: rugged 4 is more than its length 3.",
    ),
    (
        lambda b: b["routes"][2].update(spaces=[[0.1, 0.1, 0]]),
        "route east-south: it has 1 spaces but length 3.",
    ),
    (
        lambda b: b["routes"].extend([b["routes"][0]] * 8),
        "route north-east/10: more than 9 tracks join the same two places.",
    ),
    (
        lambda b: b["route_points"].pop("3"),
        "route east-south: route_points has no points for its length 3.",
    ),
    (
        lambda b: b["route_points"].update({"0": 0}),
        "a key of 'route_points' should be a whole number >= 1.",
    ),
    (
        lambda b: b.update(not_twins=[["south", "north"]]),
        "not_twins: no route joins 'south' and 'north'.",
    ),
    (
        lambda b: b.update(not_twins=[["south", "nort"]]),
        "not_twins: unknown place 'nort', did you mean 'north'?",
    ),
    (
        lambda b: b["decks"][0]["cards"][1].update(id="red"),
        "card red: the id 'red' is used 2 times.",
    ),
    (
        lambda b: b["decks"][0]["cards"][1].update(count=0),
        "deck train, card blue: 'count' should be a whole number >= 1.",
    ),
    (
        lambda b: b["decks"][0]["cards"][2].update(colour="red"),
        "card wild: a wild card has no colour.",
    ),
    (
        lambda b: b["decks"][0]["cards"].append({"id": "gray", "count": 1}),
        "card gray: gray is no card colour, grey routes take any.",
    ),
    (
        lambda b: b["tickets"][0].update(stops=["north", "suth"]),
        "ticket north-suth: unknown place 'suth', did you mean 'south'?",
    ),
    (
        lambda b: b["tickets"][0].update(stops=["north", "north"]),
        "ticket north-north: it visits 'north' twice.",
    ),
    (
        lambda b: b["tickets"][0].update(stops=["north"]),
        "ticket north: it needs two stops, or one stop and options.",
    ),
    (
        lambda b: b["tickets"][0].pop("points"),
        "ticket north-south: the field 'points' is missing.",
    ),
    (
        lambda b: b["tickets"][0].update(points_in_order=1),
        "ticket north-south: points_in_order is less than points.",
    ),
    (
        lambda b: b["tickets"][0].update(options=[{"stop": "east", "points": 1}]),
        "ticket north-south-any: a ticket with options has exactly one stop.",
    ),
    (
        lambda b: b["tickets"][0].update(
            stops=["north"], options=[{"stop": "east", "points": 1}] * 2
        ),
        "ticket north-any: it has the same option twice.",
    ),
    (
        lambda b: b["tickets"][0].update(id="east-west"),
        "ticket east-west: the id 'east-west' is used 2 times.",
    ),
    (
        lambda b: b["routes"].pop(2),
        "ticket north-south: no routes can ever connect north and south.",
    ),
    (
        lambda b: b["supplies"].append({"kind": "rail", "count": 3}),
        "supply rail: the id 'rail' is used 2 times.",
    ),
    (
        lambda b: b.update(picture={"aspect": 0}),
        "'picture.aspect' should be a number >= 0.1.",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[text for _, text in FAULTS])
def test_a_fault_is_told_in_one_sentence(change: Change, sentence: str) -> None:
    assert refused(change) == f"my-board.json: {sentence}"


def test_passengers_on_the_map_must_be_those_of_the_bag() -> None:
    def change(board: dict[str, Any]) -> None:
        board["places"][0]["passengers"] = 3
        board["passengers"] = [{"colour": "red", "count": 2}]

    sentence = "my-board.json: passengers: the places want 3 but the bag holds 2."
    assert refused(change) == sentence


def test_a_path_may_end_in_a_dead_end_but_not_run_through() -> None:
    board = documented()
    board["tickets"] = [{"stops": ["east", "west"], "points": 4}]
    board["places"][0]["dead_end"] = True
    assert read(board).tickets[0].id == "east-west"
    board["tickets"] = [{"stops": ["north", "west"], "points": 4}]
    assert read(board).tickets[0].id == "north-west"
    board["routes"].pop()
    del board["routes"][2]
    with pytest.raises(BoardError, match="no routes can ever connect north and west"):
        read(board)


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b["routes"][1].update(length=0),
        lambda b: b["routes"][1].update(b="eats"),
        lambda b: b["routes"].pop(2),
        lambda b: (
            b["places"][0].update(passengers=60)
            or b.update(passengers=[{"colour": "red", "count": 50}])
        ),
    ],
)
def test_the_documented_sentences_are_what_the_loader_says(change: Change) -> None:
    assert refused(change) in DOCUMENT.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \n", "it is empty"),
        (b"{", "it is not JSON (it ends too early, in line 1)"),
        (b'{\n"id": "a",\n', "it is not JSON (it ends too early, in line 2)"),
        (b'{"format": NaN}', "it is not JSON"),
        (b'{"format": Infinity}', "it is not JSON"),
        (b"\xff\xfe{\x00}\x00", "it is not UTF-8 text"),
        (b'{"name": "\xe8"}', "it is not UTF-8 text"),
        (b'{"name": "\\ud800"}', "it is not JSON"),
        (b"[" * 100_000, "it should be an object, not a list"),
        (b'{"x":' * 100_000, "unknown field 'x'"),
        (b'{"places":[{"id":"a","x":1e999,"y":0}]}', "number out of range"),
        (b'{"places":[{"id":"a","x":' + b"9" * 5000 + b',"y":0}]}', "places"),
        (b'{\n"id": "a",\n"name" 3}', "it is not JSON (expected ':' in line 3, column 8)"),
        (b'"berlin"', "it should be an object, not a text"),
        (b"null", "it should be an object, not null"),
    ],
)
def test_what_is_no_board_at_all_is_refused(content: bytes, fault: str) -> None:
    with pytest.raises(BoardError) as error:
        parse(content, "x.json")
    assert str(error.value).startswith("x.json: ")
    assert fault in str(error.value)


def test_a_field_written_twice_is_refused() -> None:
    content = json.dumps(documented()).encode()
    twice = content.replace(b'"length": 3', b'"length": 3, "length": 4')
    with pytest.raises(BoardError, match="the field 'length' is written 2 times"):
        parse(twice)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * (LARGEST_FILE + 1))
    sources: list[tuple[str | Path, str]] = [
        ("germny", "there is no such board or file, did you mean 'germany'?"),
        (tmp_path / "none.json", "there is no such board or file"),
        (tmp_path, "it is a directory, not a board file"),
        ("a\0b", "it cannot be read"),
        ("x" * 5000, "it cannot be read"),
        (huge, "it is larger than 8,000,000 bytes"),
    ]
    for source, fault in sources:
        with pytest.raises(BoardError) as error:
            load(source)
        assert fault in str(error.value)


def test_a_file_of_ones_own_is_loaded_and_named_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(documented()), encoding="utf-8")
    assert load(path) == load(str(path)) == read(documented())
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BoardError, match=r"^mine\.json: "):
        load(path)


def test_shipped_boards_are_read_once() -> None:
    assert shipped() == tuple(sorted(shipped()))
    assert load("germany") is load("germany")


def test_a_board_of_the_largest_size_is_read() -> None:
    board = documented()
    board["places"] += [{"id": f"p{n}", "x": 0, "y": 0} for n in range(1996)]
    board["routes"] += [
        {"a": f"p{n % 1996}", "b": f"p{(n * n + 1) % 1996}", "length": 1 + n % 4}
        for n in range(1900)
    ]
    content = json.dumps(board).encode()
    assert len(parse(content).places) == 2000


def test_an_error_survives_another_process() -> None:
    error = BoardError("f.json", "route a-b", "it is wrong")
    assert str(pickle.loads(pickle.dumps(error))) == "f.json: route a-b: it is wrong."  # noqa: S301
