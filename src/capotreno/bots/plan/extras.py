"""What a route brings besides its points: landmarks, passengers, whatever the box has.

One class per mechanic; a box without the mechanic has none of it.
"""

from capotreno.bots.plan.sight import Sight
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.scoring.double_paths import DoublePaths
from capotreno.rules.scoring.globetrotter import Globetrotter
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.travelling.passengers import Passengers

LIKELY = 0.7  # of the tickets somebody holds: the share that will be done


class Extra:
    """Points a route is expected to bring a seat through one mechanic."""

    def worth(self, view: View) -> list[float]:
        """By route, for the view's seat."""
        raise NotImplementedError


class LandmarkExtra(Extra):
    """A point for every landmark that is touched for the first time."""

    def __init__(self, sight: Sight, part: Landmarks) -> None:
        self.sight = sight
        self.part = part

    def worth(self, view: View) -> list[float]:
        touched = 0
        for route in bits(self.sight.owned_by(view, view.seat)):
            touched |= self.part.touch[route]
        points = self.part.points
        return [float(points * (mask & ~touched).bit_count()) for mask in self.part.touch]


class PassengerExtra(Extra):
    """A passenger of each end: worth what it moves the race for its colour."""

    def __init__(self, sight: Sight, part: Passengers) -> None:
        self.sight = sight
        self.part = part

    def by_colour(self, view: View) -> list[float]:
        """What one more passenger of each colour is worth to the seat.

        The race is open while passengers wait: a lead of one is worth more the fewer are left.
        """
        part = self.part
        found = []
        for colour in range(part.colours):
            held = part.held(view, colour)
            waiting = part.bag[colour] - sum(held)
            rivals = held[: view.seat] + held[view.seat + 1 :]
            found.append(self._gain(held[view.seat], rivals, waiting / part.players))
        return found

    def _gain(self, own: int, rivals: list[int], to_come: float) -> float:
        """The rise of the expected award, with what may still come smeared over two more each."""
        part = self.part
        spread = 1.0 + to_come**0.5
        value = 0.0
        best = max(rivals)
        # Who is ahead of the second of the others has at least the second award.
        second = sorted(rivals)[-2] if len(rivals) > 1 else 0
        for rival, points in ((best, part.most - part.second), (second, part.second)):
            lead = own - rival
            value += points * (_rise(lead + 1, spread) - _rise(lead, spread))
        if own == 0 and best == 0:
            value += 1.0
        return value

    def worth(self, view: View) -> list[float]:
        at_place = [gain for gain, _ in self._best(view)]
        return [at_place[a] + at_place[b] for a, b in self.part.ends]

    def _best(self, view: View) -> list[tuple[float, int]]:
        """By place: what the best passenger who waits there is worth, and the colour."""
        gain = self.by_colour(view)
        return [
            max(
                [(gain[c], c) for c, n in enumerate(self.part.waiting_at(view, place)) if n],
                default=(0.0, -1),
            )
            for place in range(len(self.part.stock))
        ]

    def best_on(self, view: View, route: int) -> tuple[float, int, int]:
        """What the best passenger at the ends of a route is worth, the colour and the place."""
        best = self._best(view)
        return max([(*best[place], place) for place in self.part.ends[route]])

    def against(self, view: View, colour: int) -> tuple[int, int, int]:
        """How many of a colour the seat has, who of the others has the most, and how many."""
        held = self.part.held(view, colour)
        rivals = [seat for seat in range(len(held)) if seat != view.seat]
        rival = max(rivals, key=held.__getitem__)
        return held[view.seat], rival, held[rival]


class LongestPathExtra(Extra):
    """The prize for the longest path: a route that makes one's own longer wins some of it."""

    def __init__(self, sight: Sight, part: LongestPath) -> None:
        self.sight = sight
        self.part = part

    def worth(self, view: View) -> list[float]:
        """How much the chance to have the longest path rises with routes that touch one's own."""
        part, sight = self.part, self.sight
        spaces = [part.spaces(view, seat) for seat in range(sight.players)]
        own = spaces.pop(view.seat)
        lead = own - max(spaces)
        owned = sight.owned_by(view, view.seat)
        ends = sight.tickets.graph.ends
        touched = {node for route in bits(owned) for node in ends[route]}
        doubt = 2.0 + sight.to_place(view, view.seat) / 4
        found = []
        for route, length in enumerate(sight.length):
            near = not owned or ends[route][0] in touched or ends[route][1] in touched
            rise = _rise(lead + length, doubt) - _rise(lead, doubt) if near else 0.0
            found.append(part.points * rise * 0.5)  # half of what touches makes it longer
        return found


class DoublePathExtra(Extra):
    """A second way for a ticket that is done: worth what one such ticket more brings."""

    def __init__(self, sight: Sight, part: DoublePaths) -> None:
        self.sight = sight
        self.part = part
        self.known: tuple[int, list[int], list[float]] = (0, [], [])

    def worth(self, view: View) -> list[float]:
        """By route, if it alone closes the ring; it changes with one's own routes and tickets."""
        part, sight = self.part, self.sight
        owned = sight.owned_by(view, view.seat)
        done = [t for t in part.tickets.done(view, view.seat) if part.goals[t]]
        if self.known[:2] != (owned, done) or not self.known[2]:
            self.known = (owned, done, self._closing(owned, done))
        return self.known[2]

    def _closing(self, owned: int, done: list[int]) -> list[float]:
        part, graph = self.part, self.sight.tickets.graph
        twice = [ticket for ticket in done if part.twice(owned, ticket)]
        single = [ticket for ticket in done if ticket not in twice]
        found = [0.0] * self.sight.routes
        nets = graph.nets(owned) if single else []
        for route, ends in enumerate(graph.edges):
            if not owned >> route & 1 and any(net & ends == ends for net in nets):
                more = sum(part.twice(owned | 1 << route, ticket) for ticket in single)
                found[route] = float(part.worth(len(twice) + more) - part.worth(len(twice)))
        return found


def one_more(sight: Sight, view: View) -> float:
    """What a prize for the most tickets done makes one more of them worth."""
    prize = sum(part.points for part in sight.game.layout.partners(Globetrotter))
    if not prize:
        return 0.0
    held = [sight.ticket_count(view, seat) for seat in range(sight.players)]
    lead = held.pop(view.seat) - LIKELY * max(held)
    return prize * (_rise(lead + 1, 2.0) - _rise(lead, 2.0))


def _rise(lead: float, spread: float) -> float:
    """The chance to end in front, from 0 to 1, for a lead now."""
    x = lead / spread
    return 0.5 + 0.5 * x / (1.0 + abs(x))


def extras(sight: Sight) -> list[Extra]:
    """The extras of a game, from the parts it has."""
    layout = sight.game.layout
    found: list[Extra] = [LandmarkExtra(sight, part) for part in layout.partners(Landmarks)]
    found += [PassengerExtra(sight, part) for part in layout.partners(Passengers)]
    found += [LongestPathExtra(sight, part) for part in layout.partners(LongestPath)]
    found += [DoublePathExtra(sight, part) for part in layout.partners(DoublePaths)]
    return found
