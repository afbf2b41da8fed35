"""Games that are looked at while they are played: by a library if there is one, else interpreted.

A library plays the bots that it knows, `random` and `swift`; it is asked for one decision after the
other, so that claims, tickets and the lead can be counted.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from capotreno.bots.bot import Bot
from capotreno.bots.registry import make
from capotreno.engine.chance import scramble
from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.games.registry import build, build_content
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame
from capotreno.native.library.rollouts import POLICIES
from capotreno.reader.reader import Reader
from capotreno.study.tally import BoardTally, margin_of

OTHER, CLAIM, KEEP, RETURN = range(4)
VERBS = {"claim": CLAIM, "keep": KEEP, "return": RETURN}
LUCK = 0x9E3779B97F4A7C15  # the second game of a deal is chosen with other luck
CHOICES = 1 << 12  # more than a game has decisions


class StudyTable(NamedTuple):
    """What is played: a game by its name, or a board of your own by its file; and by whom."""

    name: str
    board: bytes
    players: int
    bots: tuple[str, ...]
    dice: bool = False


class StudyJob(NamedTuple):
    """Deals of a table, from one number on; each is played twice."""

    table: StudyTable
    first: int
    deals: int
    seed: int
    native: bool


class Playing(Protocol):
    """One way of playing: a game is begun, asked for who is next, moved on, and scored."""

    def begin(self, deal: int, luck: int, lineup: Sequence[str]) -> None: ...
    def move(self) -> int:
        """One decision; its code, or -1 where the game was over."""

    def seat(self) -> int: ...
    def totals(self) -> Sequence[int]: ...
    def end(self) -> State: ...


class Fast:
    """By the game's library."""

    def __init__(self, game: Game) -> None:
        self.native = NativeGame(game)

    def begin(self, deal: int, luck: int, lineup: Sequence[str]) -> None:
        self.state = self.native.start(deal)
        self.luck = luck
        self.at_random = [name == POLICIES[0] for name in lineup]
        self.asked = 0

    def move(self) -> int:
        asked = self.native.actor(self.state)
        if asked is None:
            return -1
        self.asked = asked
        self.luck += 1
        if self.at_random[asked]:
            legal = self.native.legal(self.state)
            code = legal[scramble(self.luck) * len(legal) >> 64]
        else:
            code = self.native.choose(self.state, self.luck)
        self.native.apply(self.state, code)
        return code

    def seat(self) -> int:
        return self.asked

    def totals(self) -> Sequence[int]:
        return self.native.totals(self.state)

    def end(self) -> State:
        return self.native.state(self.state)


class Slow:
    """Interpreted, with any bots."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked = 0

    def begin(self, deal: int, luck: int, lineup: Sequence[str]) -> None:
        self.state = self.game.start(deal)
        self.bots: list[Bot] = [
            make(name, self.game, luck + seat) for seat, name in enumerate(lineup)
        ]

    def move(self) -> int:
        asked = self.game.actor(self.state)
        if asked is None:
            return -1
        self.asked = asked
        code = self.bots[asked].choose(self.game.view(self.state, asked))
        self.game.apply(self.state, code, asked)
        return code

    def seat(self) -> int:
        return self.asked

    def totals(self) -> Sequence[int]:
        return [sheet.total for sheet in self.game.sheets(self.state)]

    def end(self) -> State:
        return self.state


@cache
def game_of(table: StudyTable) -> Game:
    """A table's game, built once in every process."""
    options = {"dice": True} if table.dice else {}
    if table.board:
        return build_content(table.board, table.players, options, f"{table.name}.json")
    return build(table.name, table.players, options)


@cache
def _player(table: StudyTable, native: bool) -> Playing:
    game = game_of(table)
    return Fast(game) if native else Slow(game)


def has_library(table: StudyTable) -> str:
    """Why a table is played interpreted; nothing where a library plays it."""
    if set(table.bots) - set(POLICIES):
        return "bots"
    try:
        NativeGame(game_of(table))
    except NoLibrary as reason:
        return str(reason)
    return ""


def study(job: StudyJob) -> BoardTally:
    """Play a job's deals, twice each, and count."""
    game = game_of(job.table)
    player = _player(job.table, job.native)
    watch = _Watch(game)
    bots, players = job.table.bots, job.table.players
    for deal in range(job.first, job.first + job.deals):
        turned = [bots[(seat + deal) % len(bots)] for seat in range(players)]
        seed = scramble(job.seed ^ scramble(deal))
        margins = [
            watch.play(player, seed, scramble(seed ^ luck) >> 2, turned) for luck in (LUCK, deal)
        ]
        watch.tally.count_pair(*margins)
    return watch.tally


class _Watch:
    """Who counts what happens in a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        board = game.board
        self.reader = Reader(game)
        size = (game.players, len(board.routes), len(board.tickets), len(board.cards))
        self.tally = BoardTally.of(*size)
        self.codes = list(_codes(game))
        self.ticket = {ticket.id: ticket.index for ticket in board.tickets}

    def play(self, player: Playing, deal: int, luck: int, lineup: Sequence[str]) -> float:
        """One game; gives how far the first seat was ahead."""
        player.begin(deal, luck, lineup)
        codes, tally = self.codes, self.tally
        claims: dict[int, int] = {}  # by route the decision; of a tunnel the last attempt
        kept: list[tuple[int, int]] = []  # the ticket, the seat
        leaders: list[tuple[int, int]] = []  # since which decision who leads
        decisions = 0
        while (code := player.move()) >= 0:
            decisions += 1
            what, about = codes[code]
            if what == OTHER:
                continue
            if what == CLAIM:
                claims[about] = decisions
            else:
                tally.offered[about] += 1
                if what == KEEP:
                    kept.append((about, player.seat()))
            leader = _leader(player.totals())
            if leader >= 0 and (not leaders or leaders[-1][1] != leader):
                leaders.append((decisions, leader))
        tally.decisions += decisions
        end = player.end()
        for route, decision in claims.items():
            if self.reader.owner(end, route) >= 0:
                tally.when[route] += decision / decisions
        return self._ended(end, lineup, kept, leaders, decisions)

    def _ended(
        self,
        state: State,
        lineup: Sequence[str],
        kept: Sequence[tuple[int, int]],
        leaders: Sequence[tuple[int, int]],
        decisions: int,
    ) -> float:
        tally, outcome = self.tally, self.game.outcome(state)
        totals = outcome.totals
        mean = sum(totals) / len(totals)
        tally.games += 1
        _count(tally.turns, str(state.turn))
        _count(tally.reasons, outcome.reason)
        for seat, total in enumerate(totals):
            won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            tally.seat_points[seat] += total
            tally.seat_wins[seat] += won
            own = tally.bots.setdefault(lineup[seat], [0.0, 0.0])
            own[0] += 1
            own[1] += won
            self._routes(state, seat, seat in outcome.winners)
        for ticket, seat in kept:
            tally.kept[ticket] += 1
            tally.ahead[ticket] += totals[seat] - mean
        for sheet in outcome.sheets:
            for line in sheet.lines:
                for item in line.items:
                    if item.points >= 0 and item.id in self.ticket:
                        tally.done[self.ticket[item.id]] += 1
        best = sorted(totals)[::-1]
        tally.apart += best[0] - best[1] if len(best) > 1 else 0
        tally.changes += max(0, len(leaders) - 1)
        half = [leader for since, leader in leaders if since <= decisions / 2]
        tally.turned += bool(half and half[-1] not in outcome.winners)
        return margin_of(outcome, 0)

    def _routes(self, state: State, seat: int, won: bool) -> None:
        tally, routes = self.tally, self.reader.owned_by(state, seat)
        while routes:
            low = routes & -routes
            routes ^= low
            index = low.bit_length() - 1
            tally.claimed[index] += 1
            tally.by_winners[index] += won
        if self.reader.cards is not None:
            for card, count in enumerate(self.reader.hand_of(state, seat)):
                tally.in_hand[card] += count


def _codes(game: Game) -> Iterator[tuple[int, int]]:
    """What every code does, of what is counted, and the route or ticket it is about."""
    numbers = {
        "route": {route.id: route.index for route in game.board.routes},
        "ticket": {ticket.id: ticket.index for ticket in game.board.tickets},
    }
    for action in game.actions.all:
        data = dict(action.json)
        named = data.get("route" if action.verb == "claim" else "ticket")
        kind = "route" if action.verb == "claim" else "ticket"
        index = numbers[kind].get(str(named), -1)
        yield (VERBS.get(action.verb, OTHER) if index >= 0 else OTHER, index)


def _leader(totals: Sequence[int]) -> int:
    """The seat that has more than all others; -1 where several have as many."""
    most = max(totals)
    return list(totals).index(most) if list(totals).count(most) == 1 else -1


def _count(counts: dict[str, int], key: str) -> None:
    counts[key] = counts.get(key, 0) + 1
