"""The greedy bot with dice: points now. It takes what the dice pay, or rolls for the dearest."""

from capotreno.bots.levels.dice_bot import DiceBot
from capotreno.bots.odds.turn_values import NO, NOTHING, TurnValues
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.dice.tokens import MOST
from capotreno.rules.tickets.race import TicketRace

TOKEN = 0.2  # points: of two equal turns the one that leaves more
OTHERS = 1.0  # points: other tickets for those that cannot be done
LONG = 3  # spaces of a route that is claimed from the first roll


class DiceGreedy(DiceBot):
    """Level 1: the dearest route the dice allow, the fewest and smallest tickets, no plan."""

    name = "greedy"

    def turn(self, view: View, menu: list[int]) -> int:
        """A bird in the hand: what the first roll pays is claimed, if it is not all too short."""
        journey = self.journey(view, menu)
        if journey is not None:
            return journey
        claims = self.of(menu, "claim")
        if isinstance(self.plans.tickets, TicketRace):
            way = self._way(view)
            claims = [code for code in claims if way >> (code - self.claims.codes) & 1]
        best = max(claims, key=lambda code: self.points[code - self.claims.codes], default=-1)
        if best >= 0 and self.plans.length[best - self.claims.codes] >= LONG:
            return best
        return super().turn(view, menu)

    def turn_values(self, view: View) -> TurnValues:
        within = self.claims.open_to(view, view.seat)
        within &= self.plans.pieces.within(view, view.seat)
        stations = NOTHING[:]
        if isinstance(self.plans.tickets, TicketRace):
            way = self._way(view)
            within &= way
            if not way:
                stations[1] = OTHERS
        routes = {route: 1.0 + self.points[route] for route in bits(within)}
        return TurnValues(self.dice_tables, view, routes, stations, self.tokens(view))

    def _way(self, view: View) -> int:
        """Where only tickets count: the way of the first ticket, with few spaces."""
        plans = self.plans
        for ticket in plans.own(view)[:1]:
            return max(0, plans.way(plans.costs(view), ticket))
        return 0

    def bought(self, view: View, code: int) -> float:
        """Other tickets, where the first one cannot be done."""
        return NO if self._way(view) else OTHERS

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        return [[TOKEN * n for n in range(MOST + 1)] for _ in range(2)]

    def keep(self, view: View, menu: list[int]) -> int:
        """No more tickets than it must, and of those the ones that cost least to miss."""
        tickets = self.plans.tickets.tickets
        chosen, undecided = self.plans.offered(view)
        need = view.asked[2]
        cheap = sorted(undecided, key=lambda ticket: tickets[ticket].penalty)
        return menu[undecided[0] not in cheap[: max(0, need - len(chosen))]]

    def mix(self, view: View, menu: list[int]) -> int:
        """Short tickets: those cost least to miss."""
        return menu[-1]
