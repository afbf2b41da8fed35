"""The screen of a decision: the table, the own hand and tickets, the news, the choices."""

from collections.abc import Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from capotreno.reader.progress import BLOCKED, DONE, TicketProgress
from capotreno.reader.standing import Standing
from capotreno.telling.names import Names
from capotreno.terminal.show import paint
from capotreno.terminal.show.dice import in_a_row
from capotreno.terminal.talk.ask import ask
from capotreno.terminal.talk.choices import MenuEntry
from capotreno.terminal.talk.spelling import words_in

FEWEST_CLAIMS = 4  # are always listed, even where the terminal is low
MOST_TICKETS = 7
MOST_WAYS = 12  # to pay that are listed at once
ROOMY = 30  # lines; on a lower screen the news are few and every sentence gets one line
FEW_NEWS = 4


class Screen:
    """Draws what a Standing holds; knows no rule and no secret."""

    def __init__(self, console: Console, names: Names) -> None:
        self.console = console
        self.names = names
        self.voice = names.voice

    @property
    def width(self) -> int:
        return min(self.console.width, 120)

    def show(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.console.print(line)

    def say(self, key: str, style: str = "", **values: str | int) -> None:
        text = Text(self.voice.say(key, **values), style)
        self.console.print(text)

    def say_path(self, key: str, style: str, path: Path) -> None:
        """A sentence and under it a path in one piece: somebody may want to copy it."""
        self.say(key, style)
        self.console.print(Text(f"  {path}", style), soft_wrap=True)

    def page(self, lines: Sequence[Text]) -> None:
        """Many lines, on a terminal as many at once as it holds."""
        size = max(self.console.height - 2, 5) if self.console.is_terminal else len(lines) or 1
        for first in range(0, len(lines), size):
            self.show(lines[first : first + size])
            rest = len(lines) - first - size
            if rest > 0 and words_in(ask(self.console, self.voice.say("play.page", n=rest))):
                return

    # -- the position -----------------------------------------------------------------------------

    def heading(self, standing: Standing, asked: str) -> None:
        title = self.voice.say("play.heading", game=self.names.title, turn=standing.turn)
        if standing.last_round:
            title += f" · {self.voice.say('play.last_round')}"
        if self.names.game.board.reconstructed:
            title += f" ({self.voice.say('games.reconstructed')})"
        self.console.rule(
            paint.words(title, "bold").append(f" · {asked}" if asked else "", "bold cyan")
        )

    def players(self, standing: Standing) -> None:
        """Everybody's points, pieces, cards, tickets and passengers, as all can see them."""
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
        table.add_column("", min_width=14)
        several = len(self.names.pieces) > 1
        read = standing.read
        heads = [self.voice.say("column.done" if read.race else "column.points")]
        heads += self.names.pieces if several else [self.voice.say("column.pieces")]
        heads += [self.voice.say("column.cards" if read.cards else "column.tokens")]
        heads += [self.voice.say("column.tickets")]
        heads += [self.voice.say("column.harbours")] if read.harbours else []
        heads += [self.voice.say("column.passengers")] if read.passengers or read.journeys else []
        for head in heads:
            table.add_column(head, justify="right")
        table.add_column("")
        turn = standing.view.whose_turn
        for seat in range(self.names.game.players):
            name = paint.words("▶ " if seat == turn else "  ", "cyan").append(
                self.names.seat(seat), "bold" if seat == self.names.you else ""
            )
            counts = (standing.points[seat], *standing.pieces_of(seat))
            cells = [Text(str(count)) for count in counts]
            held = Text(str(standing.hand_size(seat)))
            cells += [held if read.cards else self._tokens(standing, seat)]
            cells += [Text(str(standing.tickets_held(seat)))]
            cells += [self._harbours(standing, seat)] if read.harbours else []
            cells += [self._passengers(standing, seat)] if read.passengers else []
            cells += [self._travellers(standing, seat)] if read.journeys else []
            table.add_row(name, *cells, Text(self.names.bot(seat), "dim"))
        self.console.print(table)

    def _harbours(self, standing: Standing, seat: int) -> Text:
        """How many of a seat's harbours are built."""
        part = standing.read.harbours
        assert part is not None
        return Text(f"{part.each - part.left(standing.view, seat)}/{part.each}")

    def _tokens(self, standing: Standing, seat: int) -> Text:
        """Letters and numbers: S2 D1."""
        held = zip(self.names.face_letters, standing.tokens_of(seat), strict=False)
        return Text(" ".join(f"{letter}{n}" for letter, n in held if n) or "–")

    def _passengers(self, standing: Standing, seat: int) -> Text:
        """Letters and numbers, in the passengers' colours."""
        text = Text()
        for colour, n in enumerate(standing.passengers(seat)):
            if n:
                ink = paint.INKS.get(self.names.game.board.passengers[colour].colour, "default")
                text.append(f" {self.names.passenger_letters[colour]}{n}", ink)
        return text or Text("–")

    def _travellers(self, standing: Standing, seat: int) -> Text:
        """How many passengers wait beside the board, and the cities where others stand."""
        left = standing.read.beside(standing.view, seat)
        cities = [
            name
            for place, name in enumerate(self.names.places)
            for _ in range(standing.standing_at(seat, place))
        ]
        return Text(" · ".join([str(left), *cities]))

    def cards(self, standing: Standing) -> list[Text]:
        """The face-up row and the own hand, or the dice."""
        names, width = self.names, self.width
        if standing.read.dice:
            faces = enumerate(in_a_row(standing.roll), start=1)
            parts = [paint.die(names, number, face) for number, face in faces]
            return paint.row(self.voice.say("label.dice"), parts or [Text("–", "dim")], width)
        lying = [paint.chip(names, card).append(f" {names.cards[card]}") for card in standing.row]
        lines = []
        if standing.read.market:
            lines = paint.row(self.voice.say("label.row"), lying or [Text("–", "dim")], width)
        if standing.seat >= 0:
            lines += self.hand(standing, standing.seat, self.voice.say("label.hand"))
        return lines

    def hand(self, standing: Standing, seat: int, label: str) -> list[Text]:
        if standing.read.cards is None:
            return []
        held = sorted(enumerate(standing.hand(seat)), key=lambda one: -one[1])
        stacks = [paint.stack(self.names, card, n) for card, n in held if n > 0]
        return paint.row(label, stacks or [Text("–", "dim")], self.width)

    def tickets(self, each: Sequence[TicketProgress], label: str) -> list[Text]:
        """Tickets with their marks; what is done or lost gives way to what is still to do."""
        room = self.width - 2 - paint.INDENT
        lines = [self.ticket(progress, room) for progress in each[:MOST_TICKETS]]
        rest = len(each) - MOST_TICKETS
        if rest > 0:
            lines.append(Text(self.voice.say("play.more_tickets", n=rest), "dim"))
        return paint.block(label, lines or [Text("–", "dim")])

    def ticket(self, progress: TicketProgress, room: int) -> Text:
        text = paint.mark(progress.status).append(f" {self.names.tickets[progress.ticket]}", "bold")
        text.append(f"  {progress.points}  " if self._valued else "  ")
        if progress.status == DONE:
            key = "ticket.done_lent" if progress.lent else "ticket.done"
            return text.append(self.voice.say(key), "green")
        if progress.status == BLOCKED:
            key = "ticket.too_far" if progress.missing else "ticket.blocked"
            return text.append(self.voice.say(key, n=progress.missing), "red")
        text.append(self.voice.say("ticket.missing", n=progress.missing), "cyan")
        places = [self.names.places[place] for place in progress.via]
        text.append(self._via(places, room - text.cell_len), "dim")
        text.truncate(room, overflow="ellipsis")
        return text

    def _via(self, places: Sequence[str], room: int) -> str:
        """The way of a ticket, as far as whole names of it fit."""
        for end in range(len(places), 0, -1):
            rest = "…" if end < len(places) else ""
            told = self.voice.say("ticket.via", way=", ".join(places[:end]) + rest)
            if cell_len(told) <= room:
                return told
        return ""

    @property
    def _valued(self) -> bool:
        """Whether tickets differ in points: where all count one, the number says nothing."""
        return len({one.points for one in self.names.game.board.tickets}) > 1

    def offered(self, progress: TicketProgress) -> Text:
        """A ticket that may be kept, with the deck it comes from."""
        deck = self.names.ticket_deck(progress.ticket)
        text = paint.words(f"[{deck}] " if deck else "", "magenta")
        room = self.width - 4 - paint.INDENT - text.cell_len
        return text.append_text(self.ticket(progress, room))

    def news(self, lines: Sequence[str]) -> list[Text]:
        room = self.width - paint.INDENT
        if self.console.height < ROOMY:
            lines = lines[-FEW_NEWS:]
        texts = [part for line in lines for part in Text(line).wrap(self.console, room)]
        if len(texts) > len(lines) and self.console.height < ROOMY:
            texts = [Text(line) for line in lines]
            for text in texts:
                text.truncate(room, overflow="ellipsis")
        return paint.block(self.voice.say("label.news"), texts)

    # -- the choices ------------------------------------------------------------------------------

    def choices(self, standing: Standing, choices: Sequence[MenuEntry], room: int) -> list[Text]:
        """The menu, group by group; a long list of routes is cut to the room there is."""
        lines: list[Text] = []
        groups = list(dict.fromkeys(choice.group for choice in choices))
        for group in groups:
            own = [choice for choice in choices if choice.group == group]
            label = self.voice.say(f"group.{group}")
            if group == "claim":
                lines += self._claims(standing, own, label, max(room, FEWEST_CLAIMS))
            elif group in ("pay", "passenger", "journey"):
                lines += paint.block(label, self._listed(own, max(room, MOST_WAYS)))
            elif group == "station" and len(own) > FEWEST_CLAIMS:
                first, last = own[0].number, own[-1].number
                how = self.voice.say("play.station_how", first=first, last=last, label=own[0].label)
                lines += paint.block(label, [Text(how)])
            else:
                parts = [self._choice(choice) for choice in own]
                lines += paint.row(label, parts, self.width, gap=3 if group == "tickets" else 2)
        return lines

    def _listed(self, own: Sequence[MenuEntry], room: int) -> list[Text]:
        """One choice a line, the best first; a very long list is cut."""
        shown = own if len(own) <= room else own[: room - 1]
        lines = [self._choice(choice) for choice in shown]
        if len(shown) < len(own):
            lines.append(Text(self.voice.say("play.more_claims", n=len(own) - len(shown)), "dim"))
        return lines

    def _choice(self, choice: MenuEntry) -> Text:
        text = paint.words(f"{choice.number}) ", "bold yellow")
        if choice.card >= 0:
            text.append_text(paint.chip(self.names, choice.card)).append(" ")
        return text.append(choice.label)

    def _claims(
        self, standing: Standing, own: Sequence[MenuEntry], label: str, room: int
    ) -> list[Text]:
        shown = own if len(own) <= room else own[: room - 1]
        wide = max(len(choice.label) for choice in shown)
        lines = [self._claim(standing, choice, wide) for choice in shown]
        if len(shown) < len(own):
            rest = self.voice.say("play.more_claims", n=len(own) - len(shown))
            lines.append(Text(rest, "dim"))
        return paint.block(label, lines)

    def _claim(self, standing: Standing, choice: MenuEntry, wide: int) -> Text:
        route = self.names.game.board.routes[choice.route]
        text = paint.words(f"{choice.number:>2}) ", "bold yellow")
        text.append("★ " if choice.useful else "  ", "bold green")
        text.append(choice.label.ljust(wide)).append(f"  {route.length} ", "bold")
        text.append_text(paint.track(self.names, route.index))
        text.pad_right(max(0, wide + (20 if len(self.names.pieces) == 1 else 30) - text.cell_len))
        points = standing.route_points(choice.route)
        text.append(f"  +{points}" if points else "", "dim")
        landmarks = standing.landmark_points(choice.route)
        return text.append(f" +{landmarks}{paint.LANDMARK}" if landmarks else "", "dim")

    def offer(self, each: Sequence[TicketProgress]) -> list[Text]:
        """Offered tickets, numbered together."""
        rows = [
            paint.words(f"{number}) ", "bold yellow").append_text(self.offered(progress))
            for number, progress in enumerate(each, start=1)
        ]
        return paint.block(self.voice.say("group.keep"), rows)
