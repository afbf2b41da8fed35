"""The path bot with dice: a cheapest way for every ticket, claimed as soon as the dice pay it."""

from functools import partial

from capotreno.bots.levels.dice_bot import DiceBot
from capotreno.bots.odds.dice import turns
from capotreno.bots.odds.turn_values import NOTHING, DiceTables, TurnValues
from capotreno.bots.plan.keeping import answer
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.dice.dice import DICE, DOUBLE, SINGLE
from capotreno.rules.dice.tokens import MOST

FINE = 10  # steps of a turn in which ways are measured
# In points:
NEEDED = 4.0  # a route that the tickets need, beside its own points
TOKEN = 0.5  # a token kept for later ...
LIKED = 0.01  # ... a little more for one of the kind the tickets need
TICKETS = 4.0  # a look at new tickets, when those in hand are done ...
ANOTHER = 1.5  # ... and at every further one
EARLY = 0.5  # of the pieces: while everybody has as many left, there is time for tickets
TURN = 6.0  # what a turn brings without tickets
SPACE = 0.1  # what a space costs beside the turns, in turns


class DiceWays(TicketWays):
    """Ways by the turns they take: with dice a long route is nearly as quick as a short one."""

    def __init__(self, game: Game, dice_tables: DiceTables) -> None:
        super().__init__(game)
        self.turns = [
            turns(price, ferry, tunnel, 1) for _, price, ferry, tunnel in dice_tables.sorts
        ]
        self.price = [
            round(FINE * (t + SPACE * n)) for t, n in zip(self.turns, self.length, strict=True)
        ]

    def worth(self, view: View, tickets: list[int]) -> float:
        """Points won and lost with these tickets and their routes, less the turns they take."""
        needed, reached = self.plan(view, tickets)
        board = self.tickets.tickets
        value = 0.0
        for ticket in tickets:
            value += board[ticket].points if ticket in reached else -board[ticket].penalty
        for route in bits(needed):
            value += self.claims.items[route].points - TURN * self.turns[route]
        return value


class DicePath(DiceBot):
    """Level 2: the cheapest way for each ticket, points when nothing is left to join."""

    name = "path"
    plans: DiceWays

    def ways(self, game: Game) -> TicketWays:
        return DiceWays(game, self.dice_tables)

    def keep(self, view: View, menu: list[int]) -> int:
        return answer(self.plans, view, menu, partial(self.plans.worth, view))

    def turn_values(self, view: View) -> TurnValues:
        plans = self.plans
        waiting = plans.own(view)
        needed, reached = plans.plan(view, waiting)
        free = plans.left(view) - plans.spaces(needed)
        within = self.claims.open_to(view, view.seat) & plans.pieces.within(view, view.seat)
        routes = {
            route: self.points[route] + (NEEDED if needed >> route & 1 else 0.0)
            for route in bits(within)
            if needed >> route & 1 or plans.length[route] <= free or not needed
        }
        return TurnValues(
            self.dice_tables, view, routes, self._stations(view, needed, reached), self.tokens(view)
        )

    def _stations(self, view: View, needed: int, reached: list[int]) -> list[float]:
        """The best that each number of stations buys: tickets or a harbour."""
        worth = self._tickets(view, needed, reached)
        sites = self.harbours.sites(view, reached)
        if sites and self.dice.harbour_price is not None:
            price = self.dice.harbour_price.price(view, view.seat)
            worth[price] = max(worth[price], *sites.values())
        return worth

    def _tickets(self, view: View, needed: int, reached: list[int]) -> list[float]:
        """New tickets when those in hand are done, other ones when none can be."""
        plans = self.plans
        worth = NOTHING[:]
        left = plans.read.tickets_left(view)
        pieces = [plans.pieces.left(view, seat) for seat in range(self.game.players)]
        if not needed and min(pieces) > EARLY * plans.all_pieces:
            for n in range(1, min(DICE, left) + 1):
                worth[n] = TICKETS + ANOTHER * (n - 1)
        elif left and plans.own(view) and not reached:
            worth[1] = TICKETS
        return worth

    def bought(self, view: View, code: int) -> float:
        """Which deck a ticket comes from is a matter of taste; where a harbour stands is not."""
        needed, reached = self.plan(view)
        action = self.game.action(code)
        if action.verb == "build":
            return self.harbours.site_worth(view, code, reached)
        tickets = self._tickets(view, needed, reached)
        return tickets[self.dice.stations_for(view, code)] + 0.1 * self.random.random()

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        """Of the kind the plan lacks most, or else of what is open."""
        needed, _ = self.plan(view)
        wanted = needed or self.claims.open_to(view, view.seat)
        lack = [0.0, 0.0]
        for route in bits(wanted):
            lack[self.dice_tables.sorts[route][0]] += self.dice_tables.sorts[route][1]
        held = self.dice_tables.held(view)
        want = [lack[kind] / (1 + held[kind]) for kind in (SINGLE, DOUBLE)]
        liked = [TOKEN + LIKED * (one == max(want)) for one in want]
        return [[liked[kind] * n for n in range(MOST + 1)] for kind in (SINGLE, DOUBLE)]
