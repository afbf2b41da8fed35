"""What `check-board` says: a board's statistics, in the person's language and the board's names."""

from dataclasses import asdict

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from capotreno.board.check.findings import findings
from capotreno.board.check.statistics import Bottleneck, TicketFacts, statistics
from capotreno.board.model import Board
from capotreno.telling.findings import BoardTeller
from capotreno.words import Voice

WORST = 5  # so many bottlenecks of a kind are told
NONE = "–"


class Facts(BoardTeller):
    """The facts of one board, in one voice."""

    def __init__(self, board: Board, voice: Voice) -> None:
        super().__init__(board, voice)
        self.found = statistics(board)
        self.findings = findings(board, self.found)

    def report(self) -> Group:
        """Everything, as tables and sentences for a terminal."""
        return Group(
            self.voice.say(
                "check.ok", board=self.board.name.of(self.voice.language), id=self.board.id
            ),
            self._sizes(),
            "",
            *self._colours(),
            *(["", *self._tickets()] if self.found.tickets else []),
            *(["", *self._bottlenecks()] if self.found.weak_pairs else []),
            "",
            *self._sentences(),
        )

    def json(self) -> dict[str, object]:
        """Everything, for programs; sentences in the voice's language."""
        told = [
            {**asdict(item), "numbers": dict(item.numbers), "sentence": self.sentence(item)}
            for item in self.findings
        ]
        return {
            "board": self.board.id,
            "name": asdict(self.board.name),
            "players": self.board.players,
            **asdict(self.found),
            "findings": told,
        }

    # -- tables -----------------------------------------------------------------------------------

    def _sizes(self) -> Table:
        found, say = self.found, self.voice.say
        low, high = self.board.players
        rows = {
            "players": f"{low}–{high}",
            "places": str(found.places),
            "routes": say("check.routes_on", n=found.routes, pairs=found.pairs),
            "spaces": str(found.spaces),
            "tickets": self._decks(),
            "exact": f"{found.exact_tickets} / {len(found.tickets)}",
            "cheap": f"{found.cheap_tickets} / {len(found.tickets)}",
            "pieces": self._pieces(),
            "cards": self._cards(),
            # Several crossings into a country share its name.
            "dead_ends": ", ".join(dict.fromkeys(map(self.name, found.dead_ends))) or NONE,
        }
        table = Table(box=None, show_header=False, padding=(0, 1))
        for key, value in rows.items():
            table.add_row(say(f"check.{key}"), value)
        return table

    def _decks(self) -> str:
        """How many tickets there are; of which deck, where there are several."""
        decks = self.found.tickets_by_deck
        if len(decks) < 2:
            return str(sum(n for _, n in decks))
        told = []
        for deck, n in decks:
            key = f"deck.{deck}"
            word = self.voice.say(key, n=n) if self.voice.knows(key) else deck
            told.append(self.voice.say("check.deck", n=n, deck=word))
        return ", ".join(told)

    def _pieces(self) -> str:
        found = self.found
        if not found.pieces:
            return NONE
        share = found.pieces * self.board.players[1] / found.spaces
        told = self.voice.say(
            "check.pieces_fill",
            n=found.pieces,
            players=self.board.players[1],
            share=self.voice.figure(share, ".0%"),
        )
        if not found.tickets:
            return told
        reach = self.voice.say(
            "check.pieces_reach",
            tickets=self.voice.figure(found.pieces / found.mean_distance, ".1f"),
            spaces=self.voice.figure(found.mean_distance, ".1f"),
        )
        return f"{told}; {reach}"

    def _cards(self) -> str:
        found = self.found
        wilds = sum(card.count for card in self.board.cards if card.wild)
        each = self.voice.figure(found.cards / self.board.players[1], ".1f")
        return self.voice.say(
            "check.cards_each", n=found.cards, wilds=wilds, each=each, players=self.board.players[1]
        )

    def _colours(self) -> list[RenderableType]:
        """What the map asks for, colour by colour and length by length."""
        lengths = [length for length, _ in self.found.routes_by_length]
        table = self._table("check.colour", *(f"× {length}" for length in lengths))
        for key in ("routes", "spaces", "cards"):
            table.add_column(self.voice.say(f"check.{key}"), justify="right")
        for own in self.found.colours:
            counts = dict(own.routes_by_length)
            table.add_row(
                self.colour(own.colour),
                *(str(counts.get(length, NONE)) for length in lengths),
                str(own.routes),
                str(own.spaces),
                str(own.cards),
            )
        return [table, _legend(self.voice.say("check.colour_legend"))]

    def _tickets(self) -> list[RenderableType]:
        """Every ticket, the short ones first, and what the columns mean."""
        say, line = self.voice.say, self.found.line
        keys = ("spaces", "points", "per_space", "routes", "detour")
        table = self._table("check.ticket", *(say(f"check.{key}") for key in keys), "")
        odd = {frozenset(item.stops) for item in self.findings if item.kind in ("cheap", "dear")}
        for ticket, copies in self._printed():
            names = self.names(ticket.stops)
            far = line is not None and frozenset(ticket.stops) in odd
            off = ticket.points - line.points(ticket.distance) if line else 0
            table.add_row(
                f"{names} (× {copies})" if copies > 1 else names,
                str(ticket.distance),
                str(ticket.points),
                self.voice.figure(ticket.points / ticket.distance, ".2f")
                if ticket.distance
                else NONE,
                str(ticket.routes),
                NONE if ticket.detour is None else f"+{ticket.detour}",
                f"{'▲' if off > 0 else '▼'} {self.voice.figure(off, '+.1f')}" if far else "",
            )
        legends = [say("check.ticket_legend")]
        if line is not None:
            base, each = (
                self.voice.figure(line.base, ".1f"),
                self.voice.figure(line.per_space, ".2f"),
            )
            legends.append(say("check.line_legend", base=base, each=each))
        return [table, *map(_legend, legends)]

    def _printed(self) -> list[tuple[TicketFacts, int]]:
        """Every different ticket and how often it is printed, the shortest first."""
        ordered = sorted(self.found.tickets, key=lambda own: (own.distance, own.points))
        alike: dict[tuple[object, int], list[TicketFacts]] = {}
        for ticket in ordered:
            ends = ticket.stops if len(ticket.stops) > 2 else frozenset(ticket.stops)
            alike.setdefault((ends, ticket.points), []).append(ticket)
        return [(tickets[0], len(tickets)) for tickets in alike.values()]

    def _bottlenecks(self) -> list[RenderableType]:
        """The pairs and the places that tickets would miss most."""
        say = self.voice.say
        keys = ("tickets_longer", "spaces_more", "tickets_lost")
        table = self._table("check.bottlenecks", *(say(f"check.{key}") for key in keys))
        for some in (self.found.weak_pairs, self.found.weak_places):
            for weak in some[:WORST]:
                table.add_row(*self._bottleneck(weak))
        return [table, _legend(say("check.bottleneck_legend"))]

    def _bottleneck(self, weak: Bottleneck) -> tuple[str, ...]:
        numbers = (weak.longer, weak.spaces, weak.lost)
        return self.names(weak.places), *(str(n) if n else NONE for n in numbers)

    def _sentences(self) -> list[RenderableType]:
        if not self.findings:
            return [self.voice.say("check.nothing_found")]
        bullets = Table.grid(padding=(0, 1))
        for item in self.findings:
            bullets.add_row("  •", self.sentence(item))
        return [self.voice.say("check.findings"), bullets]

    def _table(self, first: str, *columns: str) -> Table:
        table = Table(box=None, header_style="bold", padding=(0, 1))
        table.add_column(self.voice.say(first))
        for column in columns:
            table.add_column(column, justify="right")
        return table


def _legend(sentence: str) -> RenderableType:
    return Padding(Text(sentence, "dim"), (0, 1))
