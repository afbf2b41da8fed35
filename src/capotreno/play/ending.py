"""The end of a game on the screen: score sheets line by line, winners, the reason."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from capotreno.engine.outcome import Outcome, Sheet
from capotreno.play import paint
from capotreno.play.names import Names

TICKET_LINES = {"tickets_done": ("✓", "green"), "tickets_missed": ("✗", "red")}


def show_outcome(console: Console, names: Names, outcome: Outcome) -> None:
    """Everything a table wants to know when the game is over."""
    voice = names.voice
    console.rule(Text(voice.say("end.title", game=names.title), "bold"))
    console.print(voice.say(f"reason.{outcome.reason}"))
    console.print(_sheets(names, outcome))
    for sheet in outcome.sheets:
        _tickets(console, names, sheet)
    winners = voice.say("end.and").join(names.seat(seat) for seat in outcome.winners)
    if outcome.winners == (names.you,):
        sentence = voice.say("end.you_win")
    else:
        sentence = voice.number("end.winners", len(outcome.winners), winners=winners)
    console.print(Text(sentence, "bold green"))
    if outcome.tie_break:
        console.print(voice.say("end.tie_break", measure=voice.say(f"measure.{outcome.tie_break}")))


def _sheets(names: Names, outcome: Outcome) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2))
    table.add_column("")
    for sheet in outcome.sheets:
        table.add_column(names.seat(sheet.seat), justify="right")
    for line in outcome.sheets[0].lines:
        points = [str(sheet.line(line.label).points) for sheet in outcome.sheets]
        table.add_row(names.voice.say(f"label.{line.label}"), *points)
    table.add_section()
    totals = [Text(str(sheet.total), "bold") for sheet in outcome.sheets]
    table.add_row(Text(names.voice.say("label.total"), "bold"), *totals)
    ranks = [names.voice.say("end.rank", rank=rank) for rank in outcome.ranks]
    table.add_row(Text(names.voice.say("label.rank"), "dim"), *ranks)
    return table


def _tickets(console: Console, names: Names, sheet: Sheet) -> None:
    """A seat's tickets one by one."""
    ids = names.game.layout.words["ticket"]
    console.print(Text(names.voice.say("end.tickets_of", who=names.seat(sheet.seat)), "bold cyan"))
    found = False
    for line in sheet.lines:
        if line.label not in TICKET_LINES:
            continue
        sign, style = TICKET_LINES[line.label]
        for item in line.items:
            found = True
            text = paint.words(f"  {sign} ", style).append(names.tickets[ids.index(item.id)])
            console.print(text.append(f"  {item.points:+}", style))
    if not found:
        console.print(Text(f"  {names.voice.say('end.no_tickets')}", "dim"))
