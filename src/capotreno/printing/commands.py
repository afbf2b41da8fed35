"""The command `capotreno print`: a board of your own as pages, SVG for each and one PDF."""

import argparse
import re
from pathlib import Path

from rich.console import Console

from capotreno.board import drawing as drawings
from capotreno.board.errors import BoardError
from capotreno.board.load import load as load_board
from capotreno.board.load import parse, read, shipped
from capotreno.board.model import Board
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.games.registry import REGISTRY, build_content
from capotreno.printing import aid, deck, pdf, rules, svg
from capotreno.printing.chart import chart
from capotreno.printing.ground import Measure
from capotreno.printing.letters import writable
from capotreno.printing.pen import Drawn, Page, TextLine, Window
from capotreno.printing.sheets import PAPERS, Paper, cut, dealt, grid, map_sheets
from capotreno.words import Voice

AIR = 1.0  # a space is so much longer and wider than the piece that fills it
PIECE = (25.0, 8.0)
SMALL, LARGE = 5.0, 60.0  # a piece's length and width, in millimetres
MOST_SHEETS = 100  # of the map
_OURS = re.compile(r"\d{3}-(start|map|score|tickets|cards|pieces|tokens|rules)\b.*\.svg")


def print_arguments(sub: argparse.ArgumentParser, voice: Voice) -> None:
    """The words after `capotreno print`."""
    sub.add_argument("board", metavar="FILE", help=voice.say("help.print.board"))
    papers = [paper.name for paper in PAPERS.values()]
    words = voice.say("help.print.paper", papers=", ".join(papers))
    sub.add_argument("--paper", default=papers[0], metavar="NAME", help=words)
    sub.add_argument("--piece", default="25x8", metavar="MM", help=voice.say("help.print.piece"))
    sub.add_argument("--out", type=Path, metavar="DIR", help=voice.say("help.print.out"))


def run_print(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """All pages into a folder."""
    paper = PAPERS.get(options.paper.lower())
    if paper is None:
        known = ", ".join(paper.name for paper in PAPERS.values())
        raise CapotrenoError(voice.say("print.no_paper", paper=options.paper[:40], papers=known))
    if options.board in REGISTRY or options.board in shipped():
        raise CapotrenoError(voice.say("print.shipped"))
    content, file = read(options.board), Path(options.board).name
    pages = printed(content, file, paper, _piece(options.piece, voice), voice)
    board = parse(content, file)
    folder: Path = options.out or Path(f"{board.id}-{paper.name}")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():  # of an earlier printing that may have had more
        if _OURS.fullmatch(old.name):
            old.unlink()
    for number, page in enumerate(pages, 1):
        path = folder / f"{number:03}-{page.name}.svg"
        path.write_text(svg.written(page), encoding="utf-8")
    whole = folder / f"{board.id}.pdf"
    whole.write_bytes(pdf.written(pages, board.name.of(voice.language)))
    said = voice.say("print.written", pages=len(pages), file=str(whole), folder=str(folder))
    console.print(said, soft_wrap=True)
    strange = sorted({sign for page in pages for sign in pdf.missing(_text(page.things))})
    if strange:
        console.print(voice.say("print.strange", signs=" ".join(strange)), soft_wrap=True)
    return 0


def printed(
    content: bytes, file: str, paper: Paper, piece: tuple[float, float], voice: Voice
) -> list[Page]:
    """Every page of a board of your own, in the order one wants them."""
    board = parse(content, file)
    if of_a_publisher(board):
        raise CapotrenoError(voice.say("print.shipped"))
    game: Game = build_content(content, board.players[0], {}, file)
    found = drawings.within(content)
    drawing = None if found == b"null" else drawings.parse(found, file)
    long, wide = piece
    whole = chart(board, drawing, Measure(long + AIR, wide + AIR), voice)
    tiles = cut(whole, paper)
    if tiles.columns * tiles.rows > MOST_SHEETS:
        sheets = tiles.columns * tiles.rows
        raise BoardError(file, "", voice.say("print.too_large", n=sheets, most=MOST_SHEETS))
    title = writable(board.name.of(voice.language))
    upright = grid(paper, deck.WIDE, deck.TALL)
    lying = grid(paper, deck.TALL, deck.WIDE)
    cards, tickets = deck.cards(board, voice), deck.tickets(board, voice)
    strips = aid.pieces(game, long, wide)
    coins = aid.tokens(game, voice)
    counts = {"map": tiles.columns * tiles.rows, "cards": len(cards), "tickets": len(tickets)}
    note = {
        kind: writable(voice.say(f"print.{kind}", title=title))
        for kind in ("cards", "tickets", "pieces", "tokens")
    }
    return [
        aid.first_sheet(game, tiles, counts, paper, voice),
        *map_sheets(whole, tiles, voice, title),
        aid.track(paper, voice),
        *dealt("tickets", tickets, lying, note["tickets"]),
        *dealt("cards", cards, upright, note["cards"]),
        *dealt("pieces", strips, grid(paper, long, wide), note["pieces"]),
        *dealt("tokens", coins, grid(paper, aid.TOKEN, aid.TOKEN), note["tokens"]),
        *rules.pages(game, paper, voice),
    ]


def of_a_publisher(board: Board) -> bool:
    """Whether this is the map of a shipped box, perhaps under another name."""
    if board.id in shipped():
        return True
    own = _map(board)
    return any(_map(load_board(name)) == own for name in shipped())


def _map(board: Board) -> list[tuple[str, str, int, str]]:
    ids = [place.id for place in board.places]
    return sorted(
        (min(ids[r.a], ids[r.b]), max(ids[r.a], ids[r.b]), r.length, r.colour) for r in board.routes
    )


def _piece(text: str, voice: Voice) -> tuple[float, float]:
    match = re.fullmatch(r"(\d{1,3}(?:\.\d)?)[x×](\d{1,3}(?:\.\d)?)", text)
    long, wide = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
    if not (SMALL <= wide <= long <= LARGE):
        raise CapotrenoError(voice.say("print.no_piece", piece=text[:40]))
    return long, wide


def _text(things: tuple[Drawn, ...]) -> str:
    """All letters of a page."""
    return "".join(
        thing.text if isinstance(thing, TextLine) else _text(thing.things)
        for thing in things
        if isinstance(thing, TextLine | Window)
    )
