"""What the tests of dice share: a scene with dice on the table and tokens before the seats."""

from dataclasses import replace
from functools import cache
from typing import Self

from capotreno import Game
from capotreno.board.load import load
from capotreno.engine.ruleset import Ruleset
from capotreno.engine.state import TURNS_CELL, WHO_CELL
from capotreno.games.dice import dice
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.dice.dice import FACES, SIDES, Dice
from capotreno.rules.dice.tokens import KINDS, MOST, Tokens
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.tickets.tickets import Draw, Tickets
from tests.conformance.tables import DICE, table
from tests.scene import Scene

# What chance says for a face: the first side of a die that shows it.
SIDE = {name: SIDES.index(i) for i, name in enumerate(FACES)}

# What Claims, Pieces, Parallel and Tickets refuse.
LAWS = (
    *("route_taken", "pieces_short", "twin_owned", "twin_closed"),
    *("ticket_mix", "no_tickets", "must_keep"),
)

# The booklet's own example.
EXAMPLE = {"single": 2, "double": 1, "station": 1, "locomotive": 1}


class DiceTable(Scene):
    """A scene of a game with dice."""

    def __init__(self, name: str = "germany", players: int = 2, game: Game | None = None) -> None:
        super().__init__(name, players, game=game or table(name + DICE, players))

    def tokens(self, seat: int, **counts: int) -> Self:
        """A seat has exactly these tokens, before its turn."""
        part = self.part(Tokens)
        for kind, name in enumerate(KINDS):
            self.cells[part.first + seat * len(KINDS) + kind] = counts.get(name, 0)
        self.state.menu = None
        return self

    def roll(self, **faces: int) -> Self:
        """The seat whose turn it is has rolled these five dice, none of them twice yet."""
        dice, tokens = self.part(Dice), self.part(Tokens)
        assert sum(faces.values()) == 5
        seat = self.cells[WHO_CELL]
        self.cells[dice.first : dice.first + len(FACES)] = [faces.get(f, 0) for f in FACES]
        self.cells[dice.rolls] = 1
        self.cells[dice.when] = self.cells[TURNS_CELL]
        for kind in range(len(KINDS)):
            self.cells[tokens.full + kind] = int(tokens.held(self.state, seat, kind) == MOST)
        self.state.menu = None
        return self

    def rolled_twice(self) -> Self:
        """The dice that lie there have been rolled again."""
        self.cells[self.part(Dice).rolls] = 2
        self.state.menu = None
        return self

    def falls(self, *faces: str) -> Self:
        """The next dice to be rolled fall like this."""
        return self.chance(*[SIDE[face] for face in faces])

    @property
    def dice(self) -> dict[str, int]:
        """The dice not used, as everybody sees them, zeros left out."""
        return {name: n for name, n in self.seen(-1, "dice").items() if n}

    def has(self, seat: int) -> dict[str, int]:
        """The tokens of a seat, as everybody sees them, zeros left out."""
        return {name: n for name, n in self.seen(-1, "tokens")[seat].items() if n}

    def verbs(self) -> set[str]:
        return {text.split()[0] for text in self.legal}

    def claims(self) -> set[str]:
        return {text.removeprefix("claim ") for text in self.legal if text.startswith("claim ")}

    def claim(self, length: int, *, double: bool, pay: str = "") -> str:
        """Claim some route; no passengers are taken."""
        route = self.some_route(length, double=double)
        self.play(f"claim {route}", *([f"pay {pay}"] if pay else []))
        while self.question == "passenger":
            self.play("passenger none")
        return route

    def some_route(self, length: int, *, double: bool) -> str:
        """A route of a length, single or double, without ferries and the like."""
        return next(
            route.id
            for route in self.game.board.routes
            if route.length == length and bool(route.twins) == double and not route.rugged
        )


@cache
def with_ferries() -> Game:
    """A game with dice on the board of Europe, but for all it has besides routes and ferries."""
    board = load("europe")
    long = tuple(ticket for ticket in board.tickets if ticket.deck == board.tickets[0].deck)
    points = {length: length for length in range(1, 10)}
    plain = Ruleset(
        name="ferries",
        version=1,
        title=board.name,
        board=replace(board, tickets=long),
        parts=(
            Pieces(),
            Parallel(open_from=4),
            Claims(points),
            Tickets(opening=Draw(2, keep=1), later=Draw(2, keep=1)),
        ),
        ending=LastRound(pieces=2, turns=1),
        ranking=(),
        laws=dict.fromkeys(LAWS, "X-01"),
        options={},
    )
    return Game(dice(plain), 2)
