"""The review on the screen: the verdict, the curve in a line, the sums, the dearest mistakes."""

from rich.console import Console
from rich.text import Text

from capotreno.reviewing import tell
from capotreno.reviewing.shape import CHANCE, DEAL, DECISION, MISTAKE, Decided, SeatReview, Worth
from capotreno.terminal.review.labels import SeatLabels, turn_of
from capotreno.words import Voice

BARS = "▁▂▃▄▅▆▇█"
STROKES = 2  # of good and of bad luck that are named
FELT = 0.02  # a chance to win that luck must move to be named


def show_seat(console: Console, labels: SeatLabels, found: SeatReview) -> None:
    """One seat's game."""
    names, voice = labels.names, labels.names.voice
    console.rule(Text(names.seats[found.seat], "bold"))
    console.print(Text(f"{tell.verdict(names, found, labels.action)}.", "bold"))
    console.print(curve(found))
    for line in tell.sums(voice, found):
        console.print(line)
    for at in found.dearest:
        _mistake(console, labels, found.decisions[at])
    if not found.dearest:
        console.print(voice.say("review.no_mistakes"))
    strokes = [step for step in found.steps if step.kind in (DEAL, CHANCE)]
    strokes.sort(key=lambda step: -abs(step.worth.dearness))
    for step in strokes[:STROKES]:
        if abs(step.worth.win) >= FELT:
            what = labels.happened(step) if step.kind == CHANCE else voice.say("review.deal")
            console.print(
                voice.say(
                    "review.stroke",
                    turn=turn_of(voice, step.turn),
                    gain=told(step.worth, voice),
                    what=what,
                )
            )
    close = sum(one.verdict not in (MISTAKE, "right") for one in found.decisions)
    counts = {"n": len(found.decisions), "close": close}
    console.print(Text(voice.say("review.counted", **counts), "dim"))


def curve(found: SeatReview) -> Text:
    """The chances to win in a line of bars, mistakes in red, luck in green or yellow."""
    line = Text(_bar(found.fair.win))
    wrong = {(one.gesture) for one in found.decisions if one.verdict == MISTAKE}
    for step in found.steps:
        style = ""
        if step.kind == DECISION and step.gesture in wrong:
            style = "bold red"
        elif step.kind in (DEAL, CHANCE) and abs(step.worth.win) >= 2 * FELT:
            style = "green" if step.worth.win > 0 else "yellow"
        line.append(_bar(step.after.win), style)
    return line


def _bar(win: float) -> str:
    return BARS[min(len(BARS) - 1, int(win * len(BARS)))]


def _mistake(console: Console, labels: SeatLabels, one: Decided) -> None:
    voice = labels.names.voice
    best = one.instead[0]
    console.print(
        Text.assemble(
            (f"{turn_of(voice, one.turn)}  ", "bold red"),
            voice.say(
                "review.mistake",
                played=labels.action(one, one.played.code),
                better=labels.action(one, best.code),
                gain=told(one.cost, voice),
            ),
        )
    )
    console.print(f"  {tell.why(labels.names, one)}")


def told(worth: Worth, voice: Voice) -> str:
    """A difference in both its figures: +12 %, +4.5 points."""
    win = percent(worth.win, voice, sign=True)
    return voice.say("review.gain", win=win, points=voice.figure(worth.margin, "+.1f"))


def percent(win: float, voice: Voice, *, sign: bool = False) -> str:
    """A chance, or with a sign a difference of chances."""
    return f"{voice.figure(100 * win, '+.0f' if sign else '.0f')} %"
