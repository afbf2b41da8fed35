"""A deal: one start that every seating plays, with streams of chance that leave each other alone.

Cards and tickets come from a stream each, and every seat's bot has its own. So a bot that takes
tickets once more often does not change the cards that come next, and a bot that thinks with dice
of its own changes neither. The dice of the game have a stream for every turn of every seat: what
a seat rolls first in a turn is the same whatever has been played before. What a seat's bot rolls
belongs to the seat, not to the bot: a bot against itself plays one and the same game in every
seating.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from capotreno.arena.report.times import Times
from capotreno.bots.bot import Bot
from capotreno.engine.actions import Json
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.part import Part
from capotreno.engine.state import State, View
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.dice.dice import Dice
from capotreno.rules.dice.tunnels import TunnelDice
from capotreno.rules.tickets.stock import TicketStock

ENDLESS = 20_000  # decisions: bots that go round in circles must not hang the arena

Maker = Callable[[Game, int], Bot]


def stream(seed: int, deal: int, name: str) -> int:
    """The first number of a named stream of a deal, from 0 to 2**63 - 1."""
    digest = blake2b(f"{seed}/{deal}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


@dataclass
class PlayedGame:
    """One finished game of a deal, in numbers that are the same on every machine."""

    seats: tuple[int, ...]  # which entrant sat where
    points: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    done: list[list[int]] = field(default_factory=list)  # tickets, by seat
    missed: list[list[int]] = field(default_factory=list)
    routes: list[list[int]] = field(default_factory=list)
    turns: int = 0
    decisions: int = 0
    illegal: list[int] = field(default_factory=list)
    reason: str = ""

    def json(self) -> Json:
        return dict(vars(self))

    def share(self, entrant: int) -> float:
        """How much of the victory an entrant has, over its seats; a shared one is shared."""
        winners = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
        own = sum(self.seats[seat] == entrant for seat in winners)
        return own / len(winners) / self.seats.count(entrant)

    def margin(self, entrant: int) -> float:
        """An entrant's points less those of the best other one."""
        own = [p for seat, p in enumerate(self.points) if self.seats[seat] == entrant]
        others = [p for seat, p in enumerate(self.points) if self.seats[seat] != entrant]
        return sum(own) / len(own) - max(others, default=max(own))


class Chance:
    """The streams of a game's chance: each keeps its own counter, the state gets the one in use."""

    def __init__(self, game: Game, seed: int, deal: int) -> None:
        self.deal = (seed, deal)
        self.of_code = [_stream_of(owner) for owner in game.owners]
        self.counters: dict[str, int] = {}

    def start(self, game: Game) -> State:
        state = game.start(self._counter("cards"))
        self.counters["cards"] = state.seed
        return state

    def apply(self, game: Game, state: State, code: int, seat: int) -> None:
        own = self.of_code[code]
        if own == "dice":
            own = f"dice {seat} {state.turn}"
        state.seed = self._counter(own)
        game.apply(state, code, seat)
        self.counters[own] = state.seed

    def _counter(self, name: str) -> int:
        if name not in self.counters:
            self.counters[name] = stream(*self.deal, name)
        return self.counters[name]


def _stream_of(owner: Part | None) -> str:
    """The stream that an action's part takes its chance from."""
    if isinstance(owner, TicketStock):
        return "tickets"
    return "dice" if isinstance(owner, Dice | TunnelDice) else "cards"


def play(
    game: Game,
    makers: Sequence[Maker],
    seats: tuple[int, ...],
    deal: tuple[int, int],
    times: Times,
) -> PlayedGame:
    """One game of a deal (its seed and number) to the end; `seats` says who sits where."""
    chance = Chance(game, *deal)
    state = chance.start(game)
    table = [makers[who](game, stream(*deal, f"bot {seat}")) for seat, who in enumerate(seats)]
    played = PlayedGame(seats, illegal=[0] * game.players)
    while (seat := game.actor(state)) is not None:
        menu = game.legal(state)
        view = game.view(state, seat)
        began = time.perf_counter()
        code = _choice(table[seat], view, seat)
        if len(menu) > 1:
            times.add(seats[seat], time.perf_counter() - began)
        if code not in menu:
            played.illegal[seat] += 1
            code = menu[0]
        chance.apply(game, state, code, seat)
        played.decisions += 1
        if played.decisions > ENDLESS:
            raise CapotrenoError(f"seed {deal[0]}, deal {deal[1]}: bots that play without end")
    _finish(game, state, played)
    return played


def _choice(bot: Bot, view: View, seat: int) -> int:
    """What a bot answers; whatever it raises names the bot that did."""
    try:
        return bot.choose(view)
    except Exception as error:
        raise CapotrenoError(f"bot '{bot.name}' in seat {seat}: {error!r}") from error


def _finish(game: Game, state: State, played: PlayedGame) -> None:
    outcome = game.outcome(state)
    played.points = list(outcome.totals)
    played.ranks = list(outcome.ranks)
    played.reason = outcome.reason
    played.turns = state.turn
    claims = game.layout.partner(Claims)
    played.routes = [list(claims.listed(state, seat)) for seat in range(game.players)]
    index = {ticket.id: ticket.index for ticket in game.board.tickets}
    for sheet in outcome.sheets:
        items = {
            line.label: [index[item.id] for item in line.items]
            for line in sheet.lines
            if line.label in ("tickets_done", "tickets_missed")
        }
        played.done.append(items.get("tickets_done", []))
        played.missed.append(items.get("tickets_missed", []))
