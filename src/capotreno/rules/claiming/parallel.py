"""Parallel routes: nobody owns two twins; at small tables only one of them can be used at all."""

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.part import Part


class Parallel(Part):
    """`open_from`: from so many players on, the twins of a claimed route stay open to others."""

    def __init__(self, open_from: int) -> None:
        self.open_from = open_from

    def bind(self, layout: Layout) -> None:
        routes = layout.board.routes
        everything = (1 << len(routes)) - 1
        self.shared = layout.players >= self.open_from
        self.ids = [route.id for route in routes]
        self.twins = [sum(1 << twin for twin in route.twins) for route in routes]
        # What stays open when a route is claimed: to everybody, and to the one who claimed it.
        self.stays_open_for_owner = [
            everything & ~(1 << r) & ~self.twins[r] for r in range(len(routes))
        ]
        self.stays_open_for_all = [
            everything & ~(1 << r) if self.shared else self.stays_open_for_owner[r]
            for r in range(len(routes))
        ]
        layout.reason("twin_owned", "twin_closed")

    def closed_by(self, owned: int, route: int) -> Reason:
        """Why a route nobody owns is closed to a seat that owns the mask `owned`."""
        if owned & self.twins[route]:
            return Reason("twin_owned", {"route": self.ids[route]})
        return Reason("twin_closed", {"route": self.ids[route]})
