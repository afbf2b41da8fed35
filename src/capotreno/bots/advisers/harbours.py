"""What a bot knows of harbours, chosen pieces and exchanges, where a game has them."""

from collections.abc import Callable

from capotreno.board.graph import FAR
from capotreno.bots.bot import Advice
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.building.harbour_cards import HarbourCards
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.piece_choice import PieceChoice

HARBOUR_WISH = 3.0  # how much the cards of a harbour are wanted, divided by how many are missing
SPARE = 0.5  # of the pieces no plan needs: the share that goes to the first kind


# What a bot plans: the mask of routes it means to claim, and the tickets these will do.
Plan = Callable[[View], tuple[int, list[int]]]


class HarbourAdviser:
    """Advice on decisions that only some games have; None or nothing where there is none."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game = game
        self.plan = plan
        self.ways = TicketWays(game)
        self.harbours = next(iter(game.layout.partners(Harbours)), None)
        self.harbour_cards = next(iter(game.layout.partners(HarbourCards)), None)
        self.choice = next(iter(game.layout.partners(PieceChoice)), None)
        self.trade = next(iter(game.layout.partners(Exchange)), None)

    # -- harbours -----------------------------------------------------------------------------

    def gain(self, place: int, tickets: list[int]) -> int:
        """What a harbour in a place would bring with these tickets."""
        assert self.harbours is not None
        served = sum(self.harbours.named[ticket] >> place & 1 for ticket in tickets)
        return self.harbours.worth(served) + self.harbours.unbuilt if served else 0

    def _hopes(self, view: View, reached: list[int]) -> list[int]:
        """The tickets the seat has done or plans to."""
        return self.ways.tickets.done(view, view.seat) + reached

    def build(self, view: View, menu: list[int], reached: list[int]) -> int | None:
        """The port that most tickets name, done or planned."""
        if self.harbours is None or not menu:
            return None
        harbours, hopes = self.harbours, self._hopes(view, reached)
        best = max(menu, key=lambda c: self.gain(harbours.ports[c - harbours.codes], hopes))
        gain = self.gain(harbours.ports[best - harbours.codes], hopes)
        return best if gain else None

    def sites(self, view: View, reached: list[int]) -> dict[int, float]:
        """What a harbour would bring, by the places where the seat could build one."""
        if self.harbours is None:
            return {}
        hopes = self._hopes(view, reached)
        found = {
            site: self.gain(site, hopes) for site in bits(self.harbours.sites(view, view.seat))
        }
        return {site: float(gain) for site, gain in found.items() if gain}

    def site_worth(self, view: View, code: int, reached: list[int]) -> float:
        """What the harbour that a code builds would bring."""
        assert self.harbours is not None
        return self.sites(view, reached).get(self.harbours.ports[code - self.harbours.codes], -FAR)

    def told(self, view: View, code: int, reached: list[int]) -> Advice:
        """A harbour with its reason: how many tickets, done or planned, name its place."""
        assert self.harbours is not None
        place = self.harbours.ports[code - self.harbours.codes]
        hopes = self._hopes(view, reached)
        served = sum(self.harbours.named[ticket] >> place & 1 for ticket in hopes)
        name = str(self.game.action(code).json["place"])
        return Advice(code, "build", {"place": name, "n": served})

    def wants(self, view: View, hand: list[int], wants: list[float]) -> None:
        """Add how much the cards for a harbour are wanted, if there is a port for one."""
        if self.harbours is None or self.harbour_cards is None:
            return
        if not self.harbours.left(view, view.seat):
            return
        _, reached = self.plan(view)
        hopes = self._hopes(view, reached)
        free = ~self.harbours.taken(view)
        named = 0
        for ticket in hopes:
            named |= self.harbours.named[ticket]
        if not named & free:
            return
        missing, kinds = self.harbour_cards.lacking(hand)
        for kind in kinds:
            wants[kind] += HARBOUR_WISH / max(1, missing)

    # -- pieces -------------------------------------------------------------------------------

    def equip(self, view: View, menu: list[int]) -> int:
        """What the plan needs of each kind, and a share of what is to spare."""
        assert self.choice is not None
        choice = self.choice
        needed, _ = self.plan(view)
        first, second = self.ways.spaces_by_kind(needed)
        spare = max(0, self.ways.all_pieces - first - second)
        share = first / (first + second) if first + second else SPARE
        wish = first + spare * share
        return min(menu, key=lambda code: abs(choice.mixes[code - choice.codes][0] - wish))

    def _shortage(self, view: View, kind: int, needed: int) -> int:
        """How many pieces of a kind the plan lacks, if the other kind has as many to spare."""
        spaces = self.ways.spaces_by_kind(needed)
        have = self.ways.read.pieces_of(view, view.seat)
        return min(spaces[kind] - have[kind], have[1 - kind] - spaces[1 - kind])

    def exchange(self, view: View, menu: list[int], needed: int) -> int | None:
        """Exchange when a route that is needed could be paid and only pieces are missing."""
        if self.trade is None or not needed:
            return None
        planner = self.ways
        ready = needed & planner.payment.payable(view, view.seat)
        blocked = ready & ~planner.pieces.within(view, view.seat)
        kinds = {planner.pieces.kind[route] for route in bits(blocked)}
        for code in menu:
            kind = code - self.trade.codes
            if kind in kinds and self._shortage(view, kind, needed) > 0:
                return code
        return None

    def make_way(self, view: View, menu: list[int], needed: int) -> int | None:
        """Exchange when every route that is needed waits for pieces of a kind."""
        if self.trade is None or not needed or needed & self.ways.pieces.within(view, view.seat):
            return None
        for code in menu:
            if self._shortage(view, code - self.trade.codes, needed) > 0:
                return code
        return None

    def swap(self, view: View, menu: list[int]) -> int:
        """As many as the plan lacks."""
        kind = view.asked[2]
        needed, _ = self.plan(view)
        wish = max(1, self._shortage(view, kind, needed))
        return menu[min(wish, len(menu)) - 1]
