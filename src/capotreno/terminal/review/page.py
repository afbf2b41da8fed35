"""The review as one self-contained page, in the manner of `capotreno report`."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from capotreno.arena.report import svg
from capotreno.arena.report.page import STYLE
from capotreno.engine.game import Game
from capotreno.engine.state import NOBODY
from capotreno.reader.reader import Reader
from capotreno.reviewing import tell
from capotreno.reviewing.shape import CHANCE, DEAL, DECISION, MISTAKE, Decided, Review, SeatReview
from capotreno.terminal.review.labels import SeatLabels, turn_of
from capotreno.terminal.review.show import FELT, told
from capotreno.words import Voice

WIDE, TALL, EDGE = 900.0, 240.0, 48.0
CURVE = """.curve{fill:none;stroke:var(--ink);stroke-width:2.5;stroke-linejoin:round}
.band{fill:var(--ink);opacity:.13}.bad{fill:#d55e00}.good{fill:#009e73}.poor{fill:#e69f00}
blockquote{border-left:4px solid #d55e00;margin:1rem 0;padding:.2rem 1rem}
.verdict{font-size:1.25rem;font-weight:600}
"""
BUILT, ABOUT = 0.3, 1.0  # how dark a claimed route is drawn, and the one a mistake is about


def write(
    path: Path, game: Game, found: Review, labels: Sequence[SeatLabels], voice: Voice
) -> None:
    """Write the page about a review."""
    title = escape(voice.say("review.title", game=labels[0].names.title))
    sections = [
        _section(game, own, words, voice) for own, words in zip(found.reviews, labels, strict=True)
    ]
    method = voice.say(
        "review.method", budget=found.budget, judge=voice.say(f"review.judge.{found.judge}")
    )
    path.write_text(
        f'<!doctype html><html lang="{voice.language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}{CURVE}</style><h1>{title}</h1><p>{escape(method)}</p>"
        f"{''.join(sections)}</html>\n",
        encoding="utf-8",
    )


def _section(game: Game, own: SeatReview, labels: SeatLabels, voice: Voice) -> str:
    name = escape(labels.names.seats[own.seat])
    parts = "".join(f"<li>{escape(line)}</li>" for line in tell.sums(voice, own))
    mistakes = "".join(_mistake(game, own.decisions[at], labels, voice) for at in own.dearest)
    none = f"<p>{escape(voice.say('review.no_mistakes'))}</p>"
    return (
        f'<section><h2>{name}</h2><p class="verdict">'
        f"{escape(tell.verdict(labels.names, own, labels.action))}.</p>"
        f"{_curve(own, labels, voice)}<ul>{parts}</ul>{mistakes or none}</section>"
    )


def _curve(own: SeatReview, labels: SeatLabels, voice: Voice) -> str:
    """The chances to win from left to right, with what moved them most."""
    wins = [(own.fair.win, 0.0), *((step.after.win, step.after.win_error) for step in own.steps)]
    across = (WIDE - 2 * EDGE) / max(1, len(wins) - 1)

    def x(at: int) -> float:
        return EDGE + across * at

    def y(win: float) -> float:
        return EDGE / 2 + (TALL - EDGE) * (1 - min(1.0, max(0.0, win)))

    high = [f"{x(at):.1f},{y(win + 2 * off):.1f}" for at, (win, off) in enumerate(wins)]
    low = [f"{x(at):.1f},{y(win - 2 * off):.1f}" for at, (win, off) in enumerate(wins)]
    line = [f"{x(at):.1f},{y(win):.1f}" for at, (win, _) in enumerate(wins)]
    parts = [
        svg.line((EDGE, y(own.fair.win)), (WIDE - EDGE, y(own.fair.win)), "mark"),
        *(svg.text(EDGE - 6, y(at) + 4, f"{100 * at:.0f} %", "end", "small") for at in (0, 0.5, 1)),
        f'<polygon class="band" points="{" ".join([*high, *reversed(low)])}"/>',
        f'<polyline class="curve" points="{" ".join(line)}"/>',
    ]
    answers = iter(own.decisions)
    for at, step in enumerate(own.steps, start=1):
        kind, words = "", ""
        if step.kind == DECISION:
            one = next(answers)
            if one.verdict == MISTAKE:
                kind, words = "bad", _sentence(one, labels, voice)
        elif step.kind in (DEAL, CHANCE) and abs(step.worth.win) >= 2 * FELT:
            kind = "good" if step.worth.win > 0 else "poor"
            what = labels.happened(step) if step.kind == CHANCE else voice.say("review.deal")
            words = f"{turn_of(voice, step.turn)}: {told(step.worth, voice)}. {what}"
        if kind:
            parts.append(
                f'<circle class="{kind}" cx="{x(at):.1f}" cy="{y(step.after.win):.1f}" r="6">'
                f"<title>{escape(words)}</title></circle>"
            )
    return svg.picture(WIDE, TALL, parts, voice.say("review.curve"))


def _sentence(one: Decided, labels: SeatLabels, voice: Voice) -> str:
    words = voice.say(
        "review.mistake",
        played=labels.action(one, one.played.code),
        better=labels.action(one, one.instead[0].code),
        gain=told(one.cost, voice),
    )
    return f"{turn_of(voice, one.turn)}: {words}"


def _mistake(game: Game, one: Decided, labels: SeatLabels, voice: Voice) -> str:
    """A mistake in words and, where it is about routes, on the map."""
    about = {str(game.action(one.instead[0].code).json.get("route", "")), *one.way}
    view, reader, names = labels.view(one), Reader(game), labels.names
    uses, tips = [], []
    for route in game.board.routes:
        owner = reader.owner(view, route.index)
        uses.append(ABOUT if route.id in about else BUILT if owner != NOBODY else 0.0)
        tips.append(names.routes[route.index] + (f": {names.seat(owner)}" if owner >= 0 else ""))
    title = voice.say("review.map", turn=turn_of(voice, one.turn))
    drawn = svg.heat_map(game.board, uses, tips, names.places, title) if ABOUT in uses else ""
    return (
        f"<blockquote><p><b>{escape(_sentence(one, labels, voice))}</b></p>"
        f"<p>{escape(tell.why(names, one))}</p>{drawn}</blockquote>"
    )
