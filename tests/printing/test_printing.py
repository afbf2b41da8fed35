"""A board of your own on paper: sizes are right, nothing is missing, nothing lies on another."""

import json
import re
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path as File

import pytest

from capotreno.board.load import load, parse, shipped, text
from capotreno.board.model import Board
from capotreno.cli import main
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import build
from capotreno.invent.invent import invent
from capotreno.printing import aid, deck, pdf, svg
from capotreno.printing.chart import Chart, chart
from capotreno.printing.commands import AIR, of_a_publisher, printed
from capotreno.printing.ground import Measure, depth
from capotreno.printing.letters import lines, width
from capotreno.printing.paints import paints
from capotreno.printing.pen import Drawn, Frame, Page, Path, TextLine, Window
from capotreno.printing.sheets import PAPERS, cut
from capotreno.words import Voice

ISLAND = File(__file__).parents[2] / "docs/examples/island.json"
PIECE = (25.0, 8.0)
SIZE = Measure(PIECE[0] + AIR, PIECE[1] + AIR)
BOARDS = ("island", "invented")


@cache
def content(name: str) -> bytes:
    return ISLAND.read_bytes() if name == "island" else invent(14, 3, 2)


@cache
def board_of(name: str) -> Board:
    return parse(content(name))


@cache
def whole(name: str) -> Chart:
    return chart(board_of(name), None, SIZE, Voice("it"))


@cache
def pages(name: str, paper: str = "a4", language: str = "it") -> list[Page]:
    return printed(content(name), f"{name}.json", PAPERS[paper], PIECE, Voice(language))


def words(things: tuple[Drawn, ...]) -> Iterator[TextLine]:
    for thing in things:
        if isinstance(thing, TextLine):
            yield thing
        elif isinstance(thing, Window):
            yield from words(thing.things)


def said(name: str, kind: str) -> Counter[str]:
    """What is written on all pages of a kind, and how often."""
    found = [page for page in pages(name) if page.name.startswith(kind)]
    return Counter(one.text for page in found for one in words(page.things))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("paper", list(PAPERS))
def test_every_page_is_a_sheet_and_nothing_is_outside_it(name: str, paper: str) -> None:
    size = (PAPERS[paper].wide, PAPERS[paper].tall)
    for page in pages(name, paper):
        assert (page.wide, page.tall) in (size, size[::-1])
        sheet = Frame(0, 0, page.wide, page.tall)
        for thing in page.things:
            assert sheet.holds(thing.bounds), (page.name, thing)


def test_smaller_sheets_are_more() -> None:
    counts = {paper: len(pages("invented", paper)) for paper in PAPERS}
    assert counts["a3"] < counts["a4"] <= counts["letter"]


@pytest.mark.parametrize("name", BOARDS)
def test_every_space_is_as_large_as_a_piece_and_lies_on_no_other(name: str) -> None:
    board, found = board_of(name), whole(name)
    assert [len(spots) for spots in found.ground.spots] == [route.length for route in board.routes]
    assert found.ground.tight == 0
    for form in found.forms:
        sides = [
            ((form[i][0] - form[i + 1][0]) ** 2 + (form[i][1] - form[i + 1][1]) ** 2) ** 0.5
            for i in (0, 1)
        ]
        assert sides == pytest.approx([SIZE.long, SIZE.wide])
    # The map grows with its pieces.
    small = chart(board, None, Measure(13, 5), Voice("it"))
    assert small.wide < found.wide * 0.7


@pytest.mark.parametrize("name", BOARDS)
def test_every_name_is_there_and_lies_on_no_route_and_no_other(name: str) -> None:
    found = whole(name)
    assert {one.text for one in found.names} == {place.name.it for place in board_of(name).places}
    boxes = []
    for one in found.names:
        left, top, right, bottom = one.bounds
        boxes.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    for i, box in enumerate(boxes):
        assert not any(depth(box, form) for form in found.forms), found.names[i].text
        assert not any(depth(box, other) for other in boxes[:i]), found.names[i].text


@pytest.mark.parametrize("name", BOARDS)
def test_the_sheets_of_the_map_cover_it_and_share_a_strip(name: str) -> None:
    found = whole(name)
    tiles = cut(found, PAPERS["a4"])
    sheets = [page for page in pages(name) if page.name.startswith("map-")]
    assert [page.name for page in sheets] == [f"map-{one}" for one in tiles.names()]
    room = tiles.paper.room
    dx, dy = tiles.step
    assert room.right - room.left - dx == room.bottom - room.top - dy == 10
    assert tiles.left >= 0 <= tiles.top
    assert tiles.left + found.wide <= tiles.columns * dx + 10 + 1e-6
    assert tiles.top + found.tall <= tiles.rows * dy + 10 + 1e-6


@pytest.mark.parametrize("name", BOARDS)
def test_every_space_is_printed_whole_somewhere_or_across_a_joint(name: str) -> None:
    """The middle of every space is on a sheet, drawn where that sheet has its part of the map."""
    found = whole(name)
    tiles = cut(found, PAPERS["a4"])
    (dx, dy), room = tiles.step, tiles.paper.room
    sheets = {page.name: page for page in pages(name)}
    for form in found.forms:
        x, y = sum(dot[0] for dot in form) / 4, sum(dot[1] for dot in form) / 4
        column = min(int((x + tiles.left) / dx), tiles.columns - 1)
        row = min(int((y + tiles.top) / dy), tiles.rows - 1)
        page = sheets[f"map-{tiles.names()[row * tiles.columns + column]}"]
        window = next(thing for thing in page.things if isinstance(thing, Window))
        at = (x + tiles.left - column * dx + room.left, y + tiles.top - row * dy + room.top)
        middles = [
            ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
            for box in (one.bounds for one in window.things if isinstance(one, Path) and one.fill)
        ]
        assert any(abs(mx - at[0]) < 0.01 and abs(my - at[1]) < 0.01 for mx, my in middles)


@pytest.mark.parametrize("name", BOARDS)
def test_every_card_and_every_ticket_is_printed(name: str) -> None:
    board = board_of(name)
    cards = said(name, "cards")
    for card in board.cards:
        assert cards[card.name.it] == card.count
    tickets = " ".join(said(name, "tickets").elements())
    assert len(deck.tickets(board, Voice("it"))) == len(board.tickets)
    for ticket in board.tickets:
        for stop in ticket.stops:
            assert all(word in tickets for word in board.name_of(stop).it.split())
    points = Counter(str(ticket.points) for ticket in board.tickets)
    assert points == Counter({n: k for n, k in said(name, "tickets").items() if n.isdigit()})
    pieces = said(name, "pieces")
    for seat in range(board.players[1]):
        assert pieces[str(seat + 1)] == board.supplies[0].count
    assert {str(n) for n in range(100)} <= said(name, "score").keys()


def test_a_ticket_of_several_ends_tells_what_each_is_worth() -> None:
    board = load("switzerland")
    ticket = next(one for one in board.tickets if one.options)
    drawn = deck.tickets(board, Voice("en"))[ticket.index]
    told = {one.text for one in words(tuple(drawn))}
    assert {f"{board.name_of(o.stop).en} {o.points}" for o in ticket.options} <= told


@pytest.mark.parametrize("name", ["germany", "maerklin", "europe", "world", "new_york"])
def test_every_token_is_printed(name: str) -> None:
    game = build(name, 2, {})
    board = game.board
    each = {"europe": 3, "world": 3}.get(name, 0)  # stations, harbours
    wanted = sum(one.count for one in board.passengers) + each * board.players[1]
    wanted += sum(len(place.tokens) for place in board.places)
    drawn = aid.tokens(game, Voice("it"))
    assert len(drawn) == wanted
    room = Frame(0, 0, aid.TOKEN, aid.TOKEN)
    assert all(room.holds(thing.bounds) for token in drawn for thing in token)


@pytest.mark.parametrize(("language", "numbers"), [("it", "OB-36"), ("en", "OB-36")])
def test_the_rules_are_those_of_the_board(language: str, numbers: str) -> None:
    rules = [page for page in pages("island", "a4", language) if page.name.startswith("rules-")]
    told = " ".join(one.text for page in rules for one in words(page.things))
    assert numbers in told  # tunnels: the island has one
    assert "OB-40" not in told  # stations: it has none
    assert "**" not in told


@pytest.mark.parametrize("name", ["germany", "world", "switzerland", "maerklin", "invented"])
def test_no_two_colours_of_a_board_share_a_symbol(name: str) -> None:
    found = paints(board_of(name) if name == "invented" else load(name))
    symbols = [paint.symbol for paint in found.values()]
    assert len(set(symbols)) == len(symbols)
    hatched = Counter(paint.hatch for colour, paint in found.items() if paint.hatch)
    assert not hatched or max(hatched.values()) == 1


@pytest.mark.parametrize("name", [*shipped()])
def test_the_map_of_a_box_is_not_printed(name: str) -> None:
    assert of_a_publisher(load(name))
    data = json.loads(text(name))
    data["id"] = "mine"
    copied = json.dumps(data).encode()
    with pytest.raises(CapotrenoError, match="belong to their publisher"):
        printed(copied, "mine.json", PAPERS["a4"], PIECE, Voice("en"))


def test_a_box_is_refused_with_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "germany", "--language", "en"]) == 2
    assert "belong to their publisher" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--paper", "A9"], "no paper 'A9'"),
        (["--piece", "8x25"], "'8x25' is not"),
        (["--piece", "large"], "'large' is not"),
    ],
)
def test_what_cannot_be_printed_is_said(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", str(ISLAND), "--language", "en", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_command_writes_pages_and_one_pdf(
    tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "099-cards-9.svg").write_text("of an earlier printing")
    (tmp_path / "mine.svg").write_text("a person's own")
    assert main(["print", str(ISLAND), "--out", str(tmp_path), "--language", "it"]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    wanted = [f"{n:03}-{page.name}.svg" for n, page in enumerate(pages("island"), 1)]
    assert names == sorted([*wanted, "brume_island.pdf", "mine.svg"])
    title = "Isola di Bruma".encode("utf-16-be").hex()
    assert title in (tmp_path / "brume_island.pdf").read_bytes().decode("latin-1").lower()
    assert f"{len(wanted)} pagine" in capsys.readouterr().out
    root = ET.parse(tmp_path / wanted[1]).getroot()  # noqa: S314 (written a line ago)
    assert (root.get("width"), root.get("height")) == ("297mm", "210mm")


# -- the PDF --------------------------------------------------------------------------------------


def test_the_pdf_is_sound() -> None:
    """Every object is where the table says, every page has its size and its content."""
    made = pages("island")
    file = pdf.written(made, "Isola di Bruma")
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", file)[1])  # type: ignore[index]
    assert file[start:].startswith(b"xref\n")
    places = [int(n) for n in re.findall(rb"(\d{10}) 00000 n", file[start:])]
    for number, place in enumerate(places, 1):
        assert file[place:].startswith(b"%d 0 obj\n" % number)
    boxes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", file)
    millimetres = [tuple(float(n) / 72 * 25.4 for n in box) for box in boxes]
    assert millimetres == [pytest.approx((page.wide, page.tall), abs=0.01) for page in made]
    streams = re.findall(rb"/Length (\d+)/Filter/FlateDecode>>stream\n", file)
    assert len(streams) == len(made)
    for found in re.finditer(rb"/Length (\d+)/Filter/FlateDecode>>stream\n", file):
        packed = file[found.end() : found.end() + int(found[1])]
        content = zlib.decompress(packed).decode("latin-1").split()
        assert content.count("q") == content.count("Q")
        assert content.count("BT") == content.count("ET")


def test_the_pdf_writes_the_letters_of_the_latin_languages() -> None:
    page = Page("x", 100, 100, (TextLine(10, 10, "Forlì Łódź Győr", 5),))
    file = pdf.written([page], "x")
    assert b"/Differences[128/Lslash/zacute/hungarumlaut" not in file
    assert b"/Differences[128/Lslash/zacute/ohungarumlaut]" in file
    assert pdf.missing("Forlì Łódź Győr – ’") == set()
    assert pdf.missing("Αθήνα") == set("Αθήνα")


def test_letters_are_measured() -> None:
    assert width("Hello", 10) == pytest.approx(22.78)
    assert width("Hello", 10, bold=True) == pytest.approx(24.45)
    assert width("è", 10) == width("e", 10)
    assert list(lines("one two three", 10, width("one two", 10) + 0.1)) == ["one two", "three"]


def test_both_files_hold_the_same_words() -> None:
    page = pages("island")[0]
    root = ET.fromstring(svg.written(page))  # noqa: S314 (our own)
    told = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert told == [one.text for one in words(page.things)]
