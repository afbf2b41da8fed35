"""The report: one self-contained page about all contests in a folder."""

from html import escape
from pathlib import Path

from capotreno.arena.pairings import Pairing
from capotreno.arena.pool import table
from capotreno.arena.report import svg
from capotreno.arena.report.summary import SPREAD, Summary, summary
from capotreno.arena.report.table import called, percent, spread
from capotreno.arena.report.times import Times
from capotreno.arena.results import find_board, read
from capotreno.arena.run import read_times, times_of
from capotreno.arena.statistics import Estimate
from capotreno.board.model import Board
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import REGISTRY
from capotreno.words import Voice

STYLE = """
:root{color-scheme:light dark;--ink:#222;--paper:#fdfcf8;--line:#bbb;--good:0,114,178;
--bad:213,94,0}
@media(prefers-color-scheme:dark){:root{--ink:#e8e4da;--paper:#1c1b19;--line:#666}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;
margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.3rem .7rem;text-align:right;
border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}
svg{width:100%;height:auto;max-width:60rem}svg text{font:13px system-ui,sans-serif;fill:var(--ink)}
svg .small{font-size:11px}svg .tiny{font-size:10px;paint-order:stroke;stroke:var(--paper);
stroke-width:2.5px;stroke-linejoin:round}
.plots{width:100%}.plots td,.plots th{border:0;padding:.1rem .4rem;line-height:1.25;
vertical-align:middle;font-weight:400;font-size:.85rem}.plots th{width:34%;text-align:right;
overflow-wrap:anywhere}.plots td:nth-child(2){padding:0}.plots td:last-child{width:22%;
text-align:left}.plots svg{display:block}.whisker{stroke:var(--ink);stroke-width:2}
.mark{stroke:var(--line);stroke-width:2;stroke-dasharray:4 3}.place{fill:var(--ink)}
section{overflow-x:auto}small{opacity:.75}h2{margin-top:3rem;border-bottom:2px solid var(--line)}
"""


def write(folder: Path, voice: Voice) -> Path:
    """Write the page about a folder of results into it; gives its path."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise CapotrenoError(f"{folder} holds no results (*.jsonl) of `capotreno arena`")
    sections = []
    for file in files:
        contest, samples = read(file)
        find_board(folder, contest.game)
        if contest.game not in REGISTRY:
            raise CapotrenoError(f"{file}: there is no game '{contest.game}'")
        if samples:
            found = summary(contest, samples)
            sections.append(_section(found, read_times(times_of(file)), voice))
    page = folder / "report.html"
    title = escape(voice.say("report.title"))
    page.write_text(
        f'<!doctype html><html lang="{voice.language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}</style><h1>{title}</h1>"
        f"<p>{escape(voice.say('report.method'))}</p>{''.join(sections)}</html>\n",
        encoding="utf-8",
    )
    return page


def _section(found: Summary, times: Times, voice: Voice) -> str:
    contest = found.contest
    board = table(contest.game, contest.players, contest.options).board
    title = voice.say("report.section", game=board.name.of(voice.language), n=contest.players)
    about = voice.say(
        "report.about",
        samples=found.samples,
        games=found.games,
        turns=voice.figure(found.turns, ".1f"),
        seed=contest.seed,
        version=contest.version,
    )
    parts = [
        ("cross", _cross(found, voice)),
        ("ratings", _ratings(found, voice)),
        ("figures", _figures(found, times, voice)),
        ("scores", _scores(found, voice)),
        ("seats", _seats(found, voice)),
        ("routes", _routes(found, board, voice)),
        ("tickets", _tickets(found, board, voice)),
    ]
    body = "".join(
        f"<h3>{escape(voice.say(f'report.{key}'))}</h3>"
        f"<p><small>{escape(voice.say(f'report.{key}.how'))}</small></p>{part}"
        for key, part in parts
    )
    return f"<section><h2>{escape(title)}</h2><p>{escape(about)}</p>{body}</section>"


def _names(found: Summary, voice: Voice) -> list[str]:
    return [called(name, voice) for name in found.contest.names()]


def _cross(found: Summary, voice: Voice) -> str:
    """Row against column: how much of the victories the row has, as a multiple of its due."""
    names = _names(found, voice)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = []
    for one, name in enumerate(names):
        cells = [_cross_cell(found, Pairing(one, other), voice) for other in range(len(names))]
        rows.append(f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>")
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _cross_cell(found: Summary, pairing: Pairing, voice: Voice) -> str:
    players = found.contest.players
    duel = found.duels.get(pairing)
    back = found.duels.get(Pairing(pairing.others, pairing.one))
    if duel is not None:
        own = duel.share
    elif back is not None and players == 2:
        seen = back.share
        own = Estimate(1 - seen.mean, 1 - seen.high, 1 - seen.low, seen.samples)
    else:
        return "<td>–</td>"
    lead = own.mean * players - 1
    tint = f"rgba(var(--{'good' if lead > 0 else 'bad'}),{min(1.0, abs(lead)) * 0.5:.2f})"
    return f'<td style="background:{tint}">{percent(own, voice)}</td>'


def _ratings(found: Summary, voice: Voice) -> str:
    rows = []
    for name, own in zip(_names(found, voice), found.standings, strict=True):
        mean, off = own.rating[0], SPREAD * own.rating[1]
        ends = Estimate(mean, mean - off, mean + off, found.samples)
        rows.append((name, ends, spread(own.rating, voice)))
    scale = svg.PlotScale(min(row[1].low for row in rows), max(row[1].high for row in rows))
    return svg.whiskers(rows, scale, None, voice.say("report.ratings"))


def _figures(found: Summary, times: Times, voice: Voice) -> str:
    keys = ("share", "points", "done", "missed", "ms", "ms_95", "illegal_moves")
    head = "".join(f"<th>{escape(voice.say(f'arena.{key}'))}</th>" for key in keys)
    rows = []
    for entrant, own in enumerate(found.standings):
        seats = max(1, own.seats)
        cells = (
            percent(own.share, voice),
            voice.figure(sum(own.points) / seats, ".1f"),
            voice.figure(own.done / seats, ".2f"),
            voice.figure(own.missed / seats, ".2f"),
            voice.figure(times.milliseconds(entrant), ".2f"),
            voice.figure(times.milliseconds(entrant, 0.95), ".2f"),
            str(own.illegal),
        )
        body = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f"<tr><th>{escape(called(own.name, voice))}</th>{body}</tr>")
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _scores(found: Summary, voice: Voice) -> str:
    names = _names(found, voice)
    rows = [
        (name, own.points, voice.figure(sum(own.points) / max(1, len(own.points)), ".1f"))
        for name, own in zip(names, found.standings, strict=True)
    ]
    return svg.distributions(rows, voice.say("report.scores"))


def _seats(found: Summary, voice: Voice) -> str:
    rows = [
        (voice.say("report.seat", n=seat + 1), own, percent(own, voice))
        for seat, own in enumerate(found.by_seat)
    ]
    return svg.whiskers(rows, svg.PlotScale(0, 1), found.contest.fair, voice.say("report.seats"))


def _routes(found: Summary, board: Board, voice: Voice) -> str:
    uses = [found.routes[route.index] / max(1, found.games) for route in board.routes]
    names = [place.name.of(voice.language) for place in board.places]
    words = [
        f"{names[route.a]} – {names[route.b]} ({route.length}): {uses[route.index]:.0%}"
        for route in board.routes
    ]
    return svg.heat_map(board, uses, words, names, voice.say("report.routes"))


def _tickets(found: Summary, board: Board, voice: Voice) -> str:
    rows = []
    for index, (held, done) in found.tickets.items():
        ticket = board.tickets[index]
        stops = "–".join(board.name_of(stop).of(voice.language) for stop in ticket.stops)
        rows.append((f"{stops} ({ticket.points})", done / held, f"{done / held:.0%} / {held}"))
    rows.sort(key=lambda row: -row[1])
    return svg.bars(rows, voice.say("report.tickets"))
