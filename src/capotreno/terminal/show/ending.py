"""The end of a game on the screen: score sheets line by line, winners, the reason."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from capotreno.engine.outcome import Outcome, Sheet
from capotreno.telling.names import Names
from capotreno.terminal.show import paint

TICKET_LINES = {"tickets_done": ("✓", "green"), "tickets_missed": ("✗", "red")}


def show_outcome(console: Console, names: Names, outcome: Outcome) -> None:
    """Everything a table wants to know when the game is over."""
    voice = names.voice
    console.rule(Text(voice.say("end.title", game=names.title), "bold"))
    console.print(voice.say(f"reason.{outcome.reason}"))
    console.print(_sheets(names, outcome))
    for sheet in outcome.sheets:
        _details(console, names, sheet)
    winners = voice.say("end.and").join(names.seat(seat) for seat in outcome.winners)
    if outcome.winners == (names.you,):
        sentence = voice.say("end.you_win")
    else:
        sentence = voice.say("end.winners", n=len(outcome.winners), winners=winners)
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


def _details(console: Console, names: Names, sheet: Sheet) -> None:
    """What a seat's points are made of: its tickets one by one, then every line with items."""
    voice = names.voice
    console.print(Text(voice.say("end.points_of", who=names.seat(sheet.seat)), "bold cyan"))
    ids = names.game.layout.words["ticket"]
    tickets = [line for line in sheet.lines if line.label in TICKET_LINES]
    for line in tickets:
        sign, style = TICKET_LINES[line.label]
        for item in line.items:
            text = paint.words(f"  {sign} ", style).append(names.tickets[ids.index(item.id)])
            console.print(text.append(f"  {item.points:+}", style))
    if not any(line.items for line in tickets):
        console.print(Text(f"  {voice.say('end.no_tickets')}", "dim"))
    for line in sheet.lines:
        if line.label in TICKET_LINES or not line.points:
            continue
        told = ", ".join(f"{_item(names, item.id)} {item.points:+}" for item in line.items)
        text = paint.words(f"  {voice.say(f'label.{line.label}')} {line.points:+}", "bold")
        text.append(f": {told}" if told else "")
        for at, part in enumerate(text.wrap(console, console.width - 4)):
            console.print(Text("    " if at else "").append_text(part))


def _item(names: Names, id: str) -> str:
    """An item of a score line by its name."""
    board = names.game.board
    for known, called in (
        ([route.id for route in board.routes], [names.ends(r.index) for r in board.routes]),
        ([place.id for place in board.places], names.places),
        ([region.id for region in board.regions], [names.stop(r.id) for r in board.regions]),
        ([passenger.colour for passenger in board.passengers], names.passengers),
    ):
        if id in known:
            return called[known.index(id)]
    return names.bonus(id)
