"""The greedy bot: points now. It claims the dearest route it can pay and looks no further."""

from capotreno.board.graph import FAR
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.bot import Bot
from capotreno.bots.plan.sight import Sight
from capotreno.engine.game import Game
from capotreno.engine.state import View

JOURNEY = 8  # points that a passenger must bring before it is sent
WORTH = 2  # spaces a route must have while there is time to collect for a longer one


class CardGreedy(Bot):
    """Level 1: long routes for points, the fewest and smallest tickets, no plan for any of them."""

    name = "greedy"

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.sight = Sight(game)
        self.journeys = JourneyAdviser(game)

    def choose(self, view: View) -> int:
        menu = self.game.legal(view)
        if len(menu) == 1:
            return menu[0]
        by_verb: dict[str, list[int]] = {}
        for code in menu:
            by_verb.setdefault(self.game.action(code).verb, []).append(code)
        if "pay" in by_verb:
            return min(by_verb["pay"], key=self.sight.wilds_in)
        if "return" in by_verb:
            return self._keep(view, by_verb)
        if "place" in by_verb:
            return self.journeys.put(view, by_verb["place"], 0)
        if "ride" in by_verb:
            return self.journeys.ride(view, list(menu))
        claims = by_verb.get("claim", [])
        if self.sight.race:
            claims = self._on_the_way(view, claims)
        journey, plan = self.journeys.best(view, by_verb.get("depart", []))
        if plan.points > max([JOURNEY, *[self.sight.points[self.sight.route(c)] for c in claims]]):
            return journey
        if claims and self._worth(view, claims):
            return max(claims, key=lambda code: self.sight.points[self.sight.route(code)])
        if "take" in by_verb or "draw" in by_verb:
            return self._card(view, by_verb)
        return self.random.choice(claims or list(menu))

    def _on_the_way(self, view: View, claims: list[int]) -> list[int]:
        """Where only tickets count: the way of the first ticket, with few places between."""
        owned = self.sight.owned_by(view, view.seat)
        free = self.sight.open_to(view, view.seat)
        cost = [
            1 if owned >> route & 1 else length if free >> route & 1 else FAR
            for route, length in enumerate(self.sight.length)
        ]
        tickets = self.sight.tickets
        for ticket in self.sight.waiting(view)[:1]:
            _, way = tickets.graph.way(cost, tickets.groups[ticket])
            return [code for code in claims if way >> self.sight.route(code) & 1]
        return []

    def _keep(self, view: View, by_verb: dict[str, list[int]]) -> int:
        """No more tickets than it must, and of those the ones that cost least to miss."""
        tickets = self.sight.tickets.tickets
        chosen, undecided = self.sight.offered(view)
        need = view.asked[2]
        cheap = sorted(undecided, key=lambda ticket: tickets[ticket].penalty)
        keep = undecided[0] in cheap[: max(0, need - len(chosen))]
        return by_verb["keep" if keep else "return"][0]

    def _worth(self, view: View, claims: list[int]) -> bool:
        """Whether the longest route it can pay is long, or time is short."""
        sight = self.sight
        longest = max(sight.length[sight.route(code)] for code in claims)
        left = min(sight.to_place(view, seat) for seat in range(self.game.players))
        return longest >= min(WORTH, sight.to_place(view, view.seat)) or left <= 2 * WORTH

    def _card(self, view: View, by_verb: dict[str, list[int]]) -> int:
        """The face-up card it has most of; blind if it has none of them."""
        hand = self.sight.hand(view)
        takes = by_verb.get("take", [])
        held = {code: hand[self.sight.card(code)] for code in takes}
        best = max(takes, key=held.__getitem__, default=None)
        if best is not None and (held[best] or "draw" not in by_verb):
            return best
        return self.random.choice(by_verb["draw"])
