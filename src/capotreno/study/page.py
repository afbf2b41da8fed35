"""A study as one page that needs nothing else: what it found, on the map and in tables."""

from collections.abc import Sequence
from html import escape

from capotreno.board.format import DrawingFile
from capotreno.board.model import Board
from capotreno.printing import svg
from capotreno.printing.chart import Mark, chart
from capotreno.printing.ground import Measure
from capotreno.printing.paints import Hue, paints
from capotreno.printing.pen import Page
from capotreno.study.balance import Balanced
from capotreno.study.figures import RouteFigures
from capotreno.study.telling import StudyTeller

STYLE = """
:root{color-scheme:light dark;--ink:#222;--paper:#fdfcf8;--line:#bbb;--bar:#0072b2}
@media(prefers-color-scheme:dark){:root{--ink:#e8e4da;--paper:#1c1b19;--line:#666;--bar:#56b4e9}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:64rem;
margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .7rem;text-align:right;
border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}
svg.map{width:100%;min-width:36rem;height:auto;border:1px solid var(--line)}
.bar{display:inline-block;height:.7rem;background:var(--bar);vertical-align:middle}
td.bars{text-align:left;width:12rem;white-space:nowrap}section{overflow-x:auto}small{opacity:.75}
h2{margin-top:2.5rem;border-bottom:2px solid var(--line)}
.scale{display:inline-block;width:12rem;height:.8rem;vertical-align:middle;
background:linear-gradient(90deg,#dfe7f2,#7f9cc8,#b2182b)}
li{margin:.4rem 0}.change{font-weight:600}
"""
PIECE = Measure(14.0, 5.0)  # small, so that names are large beside them
COLD, MILD, HOT = (223, 231, 242), (127, 156, 200), (178, 24, 43)


def page(teller: StudyTeller, drawing: DrawingFile | None, balanced: Balanced | None = None) -> str:
    """The whole page."""
    say = teller.voice.say
    title = say("study.title", board=teller.board.name.of(teller.voice.language))
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(words)}</p>" for words in teller.about()),
        _section(teller, "found", _findings(teller)),
        _section(teller, "balance", _balanced(teller, balanced)) if balanced else "",
        _section(teller, "map", _map(teller, drawing)),
        _section(teller, "tickets", _tickets(teller)) if teller.board.tickets else "",
        _section(teller, "seats", _seats(teller)),
        _section(teller, "colours", _colours(teller)),
        _section(teller, "course", _listed(teller.course())),
    ]
    return (
        f'<!doctype html><html lang="{teller.voice.language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>{''.join(parts)}</html>\n"
    )


def _section(teller: StudyTeller, key: str, body: str) -> str:
    say = teller.voice.say
    how = say(f"study.{key}.how")
    heading = escape(say(f"study.{key}"))
    return f"<section><h2>{heading}</h2><p><small>{escape(how)}</small></p>{body}</section>"


def _listed(sentences: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(words)}</li>' for words in sentences)}</ul>"


def _findings(teller: StudyTeller) -> str:
    told = [teller.sentence(item) for item in teller.findings]
    return _listed(told or [teller.voice.say("study.nothing")])


def _balanced(teller: StudyTeller, found: Balanced) -> str:
    return _listed(teller.balanced(found))


def _map(teller: StudyTeller, drawing: DrawingFile | None) -> str:
    """The board with every route coloured by how often it is taken."""
    board = teller.board
    marks = [
        Mark(_hue(board, n, own), _told(teller, n, own))
        for n, own in enumerate(teller.found.routes)
    ]
    drawn = chart(board, drawing, PIECE, teller.voice, marks)
    label = escape(teller.voice.say("study.map"))
    sheet = Page(board.id, drawn.wide, drawn.tall, drawn.things)
    return svg.written(sheet, f'class="map" role="img" aria-label="{label}"') + (
        '<p>0% <span class="scale"></span> 100%</p>'
    )


def _told(teller: StudyTeller, route: int, own: RouteFigures) -> str:
    one = teller.board.routes[route]
    values = {"taken": teller.share(own.taken), "when": teller.share(own.when)}
    return teller.voice.say("study.route", name=teller.route(one.id), spaces=one.length, **values)


def _hue(board: Board, route: int, own: RouteFigures) -> Hue:
    """From pale over blue to red, with the symbol of the route's own colour."""
    part = own.taken * 2
    one, other = (COLD, MILD) if part < 1 else (MILD, HOT)
    part -= part >= 1
    mixed = [round(a + (b - a) * min(part, 1.0)) for a, b in zip(one, other, strict=True)]
    sign = paints(board)[board.routes[route].colour].symbol
    ink = "#ffffff" if own.taken > 0.6 else "#26241f"
    return Hue("#" + "".join(f"{n:02x}" for n in mixed), "#555555", ink, sign, "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def _cell(text: str) -> str:
    return f"<td>{escape(text)}</td>"


def _bar(part: float, words: str) -> str:
    wide = max(0.0, min(part, 1.0)) * 7
    return f'<td class="bars"><span class="bar" style="width:{wide:.2f}rem"></span> {words}</td>'


def _tickets(teller: StudyTeller) -> str:
    say = teller.voice.say
    head = [
        say(f"study.ticket.{key}") for key in ("name", "points", "fair", "kept", "done", "ahead")
    ]
    order = sorted(teller.found.tickets, key=lambda own: -own.ahead)
    stops = {ticket.id: ticket.stops for ticket in teller.board.tickets}
    rows = []
    for own in order:
        fair = f'<td class="change">{own.fair}</td>' if own.fair != own.points else "<td>–</td>"
        rows.append(
            [
                _cell(teller.names(stops[own.id])),
                _cell(str(own.points)),
                fair,
                _cell(teller.share(own.kept)),
                _bar(own.done, teller.share(own.done)),
                _cell(teller.voice.figure(own.ahead, "+.1f")),
            ]
        )
    return _table(head, rows)


def _seats(teller: StudyTeller) -> str:
    say, found = teller.voice.say, teller.found
    head = [say(f"study.seat.{key}") for key in ("name", "wins", "points")]
    rows = [
        [
            _cell(say("study.seat.number", n=seat + 1)),
            _bar(won, teller.share(won)),
            _cell(teller.figure(points)),
        ]
        for seat, (won, points) in enumerate(zip(found.seats, found.points, strict=True))
    ]
    return _table(head, rows)


def _colours(teller: StudyTeller) -> str:
    say = teller.voice.say
    head = [say(f"study.colour.{key}") for key in ("name", "spaces", "taken", "left")]
    rows = [
        [
            _cell(teller.colour(own.colour)),
            _cell(str(own.spaces)),
            _bar(own.taken, teller.share(own.taken)),
            _cell(teller.figure(own.left)),
        ]
        for own in teller.found.colours
    ]
    return _table(head, rows)
