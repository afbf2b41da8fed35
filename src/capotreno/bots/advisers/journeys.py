"""What a bot knows of passengers who ride for merchandise: where to put one, when to send which.

The way of a journey is found by an exact search, as long as the network is as small as networks
are; after so many steps the best way found until then is good enough.
"""

from typing import NamedTuple

from capotreno.bots.bot import Advice
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.reader.reader import Reader
from capotreno.rules.travelling.journeys import Journeys

STEPS = 1500  # of one search; a network without rings never needs as many
FARE = 0.5  # points that a passenger card or a locomotive is worth for something else
WORTH = 5.0  # points that a journey must bring to be worth a turn
RIPE = 15.0  # points for which a journey may begin before its time
LONG = 15  # points that a journey must promise for a passenger to be put early
NEAR = 0.8  # of the best place to start from: good enough to put a passenger there
PACE = 1.2  # pieces that a seat places in a turn, ...
DICE_PACE = 2.7  # ... and where there are dice
MARGIN = 3.0  # turns that are kept in reserve: somebody may hurry
LATE = 12  # pieces: who has fewer left puts passengers wherever it can


class JourneyPlan(NamedTuple):
    """A journey: what it is worth, the points it brings and the routes it rides."""

    value: float
    points: int
    routes: tuple[int, ...]


NOWHERE = JourneyPlan(0.0, 0, ())


class JourneyAdviser:
    """Advice on journeys; where a game has none there is nothing to advise."""

    def __init__(self, game: Game) -> None:
        self.game = game
        read = Reader(game)
        self.part = read.journeys
        self.pieces = read.pieces
        self.ending = read.last_round
        self.pace = DICE_PACE if read.dice else PACE

    # -- ways ---------------------------------------------------------------------------------

    def goods(self, view: View, deeper: dict[int, int] | None = None) -> list[int]:
        """What every place gives its next visitor, or the one after some others."""
        assert self.part is not None
        found = []
        for place in range(self.part.count):
            lying = self.part.goods.lying_at(view, place)
            taken = (deeper or {}).get(place, 0)
            found.append(lying[taken] if taken < len(lying) else 0)
        return found

    def journey(
        self, goods: list[int], start: int, own: int, other: int = 0, fares: int = 0,
        ridden: int = 0, visited: int = 0,
    ) -> JourneyPlan:  # fmt: skip
        """The best way on from a place over own routes, and over some of others for fares."""
        search = _JourneySearch(self.part, goods, own, other if fares else 0, ridden)
        return search.best(start, visited or 1 << start, 0 if visited else goods[start], fares)

    def sent(self, view: View, place: int, deeper: dict[int, int] | None = None) -> JourneyPlan:
        """The best journey now from a place."""
        assert self.part is not None
        own = self.part.claims.routes(view, view.seat)
        fares = self.part.fares(view, view.seat)
        return self.journey(self.goods(view, deeper), place, own, self._others(view), fares)

    def _others(self, view: View) -> int:
        assert self.part is not None
        mask = 0
        for seat in range(self.game.players):
            if seat != view.seat:
                mask |= self.part.claims.routes(view, seat)
        return mask

    def standing(self, view: View) -> list[int]:
        """The places where the seat's own passengers stand, each as often as they do."""
        if self.part is None:
            return []
        standing = self.part.standing_of(view, view.seat)
        return [place for place, n in enumerate(standing) for _ in range(n)]

    # -- when to send one ---------------------------------------------------------------------

    def best(self, view: View, menu: list[int]) -> tuple[int, JourneyPlan]:
        """The passenger with the best journey now, as the code to send it."""
        found = -1, NOWHERE
        for code in menu:
            assert self.part is not None
            plan = self.sent(view, code - self.part.departs)
            if plan.value > found[1].value:
                found = code, plan
        return found

    def send(self, view: View, menu: list[int], needed: int, claim: float = 0.0) -> int | None:
        """The passenger to send now, if it is time: the end is near, or nothing is left to build.

        `needed` are the routes the seat still means to claim, `claim` the points the best claim
        would bring in its last turn.
        """
        if not menu:
            return None
        code, plan = self.best(view, menu)
        turns = self.turns_left(view)
        if turns <= 1:
            return code if plan.points > claim else None
        if plan.value < WORTH:
            return None
        ripe = plan.value >= RIPE and not self._grows(view, code, needed)
        return code if ripe or turns <= self._journeys(view) + MARGIN else None

    def _journeys(self, view: View) -> int:
        """How many of the passengers standing have a journey worth a turn, one after the other."""
        deeper: dict[int, int] = {}
        count = 0
        for place in self.standing(view):
            plan = self.sent(view, place, deeper)
            if plan.value >= WORTH:
                count += 1
                self._take(place, plan, deeper)
        return count

    def _take(self, start: int, plan: JourneyPlan, deeper: dict[int, int]) -> None:
        """A journey takes a token in every city on its way."""
        assert self.part is not None
        places = {start}
        for route in plan.routes:
            places.update(self.part.ends[route])
        for place in places:
            deeper[place] = deeper.get(place, 0) + 1

    def _grows(self, view: View, code: int, needed: int) -> bool:
        """Whether a journey would bring more once the plan is built."""
        assert self.part is not None
        place = code - self.part.departs
        own = self.part.claims.routes(view, view.seat)
        goods = self.goods(view)
        later = self.journey(goods, place, own | needed)
        return later.points > self.journey(goods, place, own).points

    def turns_left(self, view: View) -> float:
        """How many turns the seat still has, this one included, as far as can be said."""
        ending = self.ending
        if ending is None:
            return float("inf")
        known = ending.own_turns_to_go(view)
        if known:
            return known
        fewest = min([self.pieces.left(view, seat) for seat in range(self.game.players)])
        return (fewest - ending.limit) / self.pace + ending.turns

    # -- where to put one ---------------------------------------------------------------------

    def put(self, view: View, menu: list[int], needed: int) -> int:
        """An end from where a long journey will lead, over the routes owned and planned."""
        part = self.part
        assert part is not None
        own = part.claims.routes(view, view.seat) | needed
        deeper: dict[int, int] = {}
        for place in self.standing(view):
            self._take(place, self.journey(self.goods(view, deeper), place, own), deeper)
        goods = self.goods(view, deeper)
        here = {
            code: self.journey(goods, code - part.put_codes, own).points
            for code in menu
            if code != part.nowhere
        }
        best = max(here, key=here.__getitem__)
        late = self.pieces.left(view, view.seat) <= LATE
        if here[best] < (WORTH if late else LONG):
            return part.nowhere
        return best if late or here[best] >= NEAR * self._furthest(goods, own) else part.nowhere

    def _furthest(self, goods: list[int], own: int) -> int:
        """The most that a journey over some routes brings, wherever it starts."""
        assert self.part is not None
        ends = {end for route in bits(own) for end in self.part.ends[route]}
        return max([self.journey(goods, place, own).points for place in ends])

    # -- on the way ---------------------------------------------------------------------------

    def ride(self, view: View, menu: list[int]) -> int:
        """The next route of the best way on; to get off where none brings more."""
        part = self.part
        assert part is not None
        plan = self.journey(
            self.goods(view),
            view.asked[2],
            part.claims.routes(view, view.seat),
            self._others(view),
            part.fares(view, view.seat),
            part.ridden_now(view),
            part.visited_now(view),
        )
        if plan.routes:
            return part.rides + plan.routes[0]
        return part.alight if part.alight in menu else menu[0]

    def told(self, view: View, code: int, needed: int) -> Advice:
        """A choice with its reason; `needed` are the routes the seat still means to claim."""
        part = self.part
        assert part is not None
        action = self.game.action(code)
        if action.verb == "depart":
            points = self.sent(view, code - part.departs).points
            reason = "depart_late" if self._grows(view, code, needed) else "depart"
            return Advice(code, reason, {"place": str(action.json["place"]), "points": points})
        if action.verb == "ride":
            there = part.far_end(code - part.rides, view.asked[2])
            return Advice(code, "ride", {"place": part.places[there]})
        if code in (part.nowhere, part.alight):
            return Advice(code, "alight" if code == part.alight else "no_place", {})
        return Advice(code, "place", {"place": str(action.json["place"])})


class _JourneySearch:
    """One search for the best journey: depth first, the dearest city first, cut where hopeless."""

    def __init__(
        self, part: Journeys | None, goods: list[int], own: int, other: int, ridden: int
    ) -> None:
        assert part is not None
        self.part = part
        self.goods = goods
        self.own = own
        self.able = (own | other) & ~ridden
        self.steps = STEPS
        self.found = NOWHERE
        self.way: list[int] = []

    def best(self, start: int, visited: int, points: int, fares: int) -> JourneyPlan:
        hope = self._hope(start, visited)
        self.found = JourneyPlan(float(points), points, ())
        self._go(start, self.able, visited, points, fares, 0, hope)
        return self.found

    def _hope(self, start: int, visited: int) -> int:
        """What lies in all the places that could be reached."""
        part = self.part
        seen, wave = 1 << start, [start]
        while wave:
            place = wave.pop()
            for route in bits(self.able & part.at[place]):
                there = part.far_end(route, place)
                if not seen >> there & 1:
                    seen |= 1 << there
                    if not part.dead_end[there]:
                        wave.append(there)
        return sum([self.goods[place] for place in bits(seen & ~visited)])

    def _go(
        self, at: int, able: int, visited: int, points: int, fares: int, paid: int, hope: int
    ) -> None:
        value = points - FARE * paid
        if value > self.found.value:
            self.found = JourneyPlan(value, points, tuple(self.way))
        if value + hope <= self.found.value or self.steps <= 0:
            return
        self.steps -= 1
        part = self.part
        onward = []
        for route in bits(able & part.at[at]):
            fare = 1 - (self.own >> route & 1)
            if fare <= fares:
                there = part.far_end(route, at)
                more = 0 if visited >> there & 1 else self.goods[there]
                onward.append((-more, fare, route, there))
        for less, fare, route, there in sorted(onward):
            self.way.append(route)
            rest = 0 if part.dead_end[there] else able & ~(1 << route)
            self._go(
                there, rest, visited | 1 << there, points - less, fares - fare, paid + fare,
                hope + less,
            )  # fmt: skip
            self.way.pop()
