"""Where a station pays: in a city whose foreign routes complete tickets that would be missed."""

from capotreno.bots.plan.outlook import Outlook
from capotreno.bots.plan.sight import Sight

EARLY = 0.5  # of the pieces: while a seat has more left, its own ways may still change


class StationAdviser:
    """Advice on stations, where a game has them."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.part = sight.stations

    def build(self, outlook: Outlook, menu: list[int]) -> int | None:
        """The code of the station that gains most beyond its points and its turn, if one does.

        A ticket counts as far as its own way would cost more; one that is not planned, whole.
        """
        part, sight = self.part, self.sight
        if part is None or not menu or not outlook.waiting:
            return None
        if outlook.left > EARLY * sight.supply or not self._promising(outlook):
            return None
        best, found = float(part.unbuilt) + outlook.turn, None
        for code in menu:
            view = outlook.view.copy()
            part.put(view, view.seat, code - part.codes)
            done = sight.tickets.done(view, view.seat)
            gain = sum([self._gain(outlook, t) for t in outlook.waiting if t in done])
            if gain > best:
                best, found = gain, code
        return found

    def _gain(self, outlook: Outlook, ticket: int) -> float:
        demand = outlook.demand(ticket)
        if ticket not in outlook.joint.done:
            return demand.prize
        return min(demand.prize, outlook.network.graph.way(outlook.cost, demand.groups)[0])

    def _promising(self, outlook: Outlook) -> bool:
        """Whether all routes of the others together would complete a ticket."""
        sight, view = self.sight, outlook.view
        everybody = 0
        for seat in range(sight.players):
            everybody |= sight.owned_by(view, seat)
        root = sight.tickets.graph.roots(everybody)
        return any(sight.tickets.joins(root, ticket) for ticket in outlook.waiting)
