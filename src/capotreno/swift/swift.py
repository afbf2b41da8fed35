"""Swift: one decision after the other, from what the asked seat may know.

Every answer gets a number and the best is taken; equal ones are told apart by `luck`, one number
that whoever asks draws from a counter of its own. What it knows nothing of is as good as anything.
"""

from typing import Final

from capotreno.engine.game import Game
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.dice.dice import Dice
from capotreno.rules.ending.last_round import LastRound
from capotreno.swift.codes import (
    ALIGHT,
    BLIND,
    BUILD,
    CLAIM,
    DEPART,
    DROP,
    EXCHANGE,
    GIVE,
    KEEP,
    PASSENGER,
    PAY,
    PIECES,
    PUT,
    RENEW,
    RIDE,
    STATION,
    STOP,
    TAKE,
    TICKETS,
    TOKEN,
    Codes,
)
from capotreno.swift.extras import Extras
from capotreno.swift.hand import Hand
from capotreno.swift.plans import Plans
from capotreno.swift.roll import DiceUse
from capotreno.swift.ways import FAR, PER_COST, Ways

LUCK: Final = 65_536  # one of so many numbers decides between what is equal
EQUAL: Final = 16  # parts of a point that it decides
MANY: Final = 16_777_216  # more than anything is worth

CONTESTED: Final = 40  # a wanted route is worth more for each route of a rival beside it
NEAREST: Final = 300  # and if it serves the ticket of a race that is nearest
GOOD: Final = 8  # tenths of what a turn is worth: routes that bring as much need no ticket
EARLY: Final = 5  # tenths of the pieces: as many are left while tickets are drawn
DOUBT: Final = 0  # points that a ticket must bring beyond what it costs
SPARE: Final = 8  # tenths of the pieces that tickets may take
LOST: Final = 5000  # worse than any ticket that can still be done

#: What is answered by whoever has a plan.
PLANNED: Final = (TAKE, BLIND, PAY, STOP, GIVE, TOKEN, DROP, PASSENGER, PUT, RIDE, ALIGHT)
LAST: Final = (EXCHANGE, STATION, RENEW)  # what it does where nothing else is possible
BESIDE: Final = (TICKETS, BUILD, PASSENGER, PUT, DEPART, RIDE, ALIGHT, *LAST)


class Swift:
    """The policy of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        layout = game.layout
        self.players = game.players
        self.codes = Codes(game)
        self.does = self.codes.does
        self.about = self.codes.about
        self.extras = Extras(game, self.codes)
        self.ways = Ways(game, self.extras)
        self.plans = Plans(self.ways)
        ending = layout.partners(LastRound)
        self.ending = ending[0] if ending else None
        # who has so few pieces may end the game soon
        self.hurry = max(self.ways.length) * 2 // 3 + (self.ending.limit if self.ending else 0)
        spaces = [0] * self.ways.pieces.kinds
        for route, kind in enumerate(self.ways.pieces.kind):
            spaces[kind] += self.ways.length[route]
        self.share = 100 * spaces[0] // sum(spaces)  # of the first kind of pieces
        cards = layout.partners(Cards)
        self.hand = Hand(game, cards[0], self.codes) if cards else None
        self.roll = DiceUse(game, self.codes) if layout.partners(Dice) else None

    def choose(
        self, state: State, codes: tuple[int, ...], decision: tuple[int, int, int], luck: int
    ) -> int:
        """One of the legal codes."""
        return self.decide(state, codes, decision, luck, self.plans.none())

    def decide(
        self,
        state: State,
        codes: tuple[int, ...],
        decision: tuple[int, int, int],
        luck: int,
        kept: list[int],
    ) -> int:
        """The same by who keeps the seats' plans from one decision to the next."""
        question, seat, subject = decision
        if len(codes) == 1:
            return codes[0]
        first = self.does[codes[0]]
        if first == KEEP:
            return self.keep(state, codes, seat, subject)
        if first == PIECES:
            return self.pieces(state, codes, seat, kept)
        if question == TURN_QUESTION or first in PLANNED:
            return self.best(state, codes, (seat, subject), luck, kept)
        return codes[luck * len(codes) // LUCK]

    def best(
        self,
        state: State,
        codes: tuple[int, ...],
        asked: tuple[int, int],
        luck: int,
        kept: list[int],
    ) -> int:
        """The answer that is worth most to who has a plan."""
        seat, _ = asked
        plan, waiting, first = self.plans.plan(state, seat, kept)
        least = self.least(state, seat)
        hurry = least <= self.hurry and not plan
        if self.ending is not None and self.ending.own_turns_to_go(state) == 1:
            hurry = True
            plan = self.finishing(state, seat, codes)
        aims = first or plan or self.longest(state, seat)
        wants = [0]
        blind = [0]
        aim = 0
        if self.hand is not None:
            wants = self.hand.wants(state, seat, aims)
            blind = self.hand.blind(state, seat, wants)
        if self.roll is not None:
            aim = self.roll.aim(state, seat, aims)
        touched = self.extras.touched(state, seat)
        early = not waiting and least * 10 > self.ways.supply * EARLY
        found = codes[0]
        most = -MANY
        for number, code in enumerate(codes):
            what = self.does[code]
            if what == CLAIM:
                worth = self.claim(state, seat, code, (plan, first, touched), hurry)
            elif what in BESIDE:
                worth = self.beside(state, code, asked, early, hurry)
            elif self.hand is not None:
                worth = self.hand.worth(code, what, wants, blind)
            else:
                worth = self.roll.worth(code, what, aim) if self.roll is not None else 0
            worth = worth * EQUAL + (luck + 7 * number) % EQUAL
            if worth > most:
                found, most = code, worth
        return found

    def least(self, state: State, seat: int) -> int:
        """The pieces of whoever has fewest left."""
        pieces = self.ways.pieces
        found = pieces.left(state, seat)
        for other in range(self.players):
            found = min(found, pieces.left(state, other))
        return found

    def finishing(self, state: State, seat: int, codes: tuple[int, ...]) -> int:
        """Routes that can be claimed now and complete a ticket: all a last turn can do for it."""
        ways = self.ways
        free = ways.tickets.network(state, seat)
        able = 0
        for code in codes:
            if self.does[code] == CLAIM:
                able |= 1 << self.codes.route[code]
        found = 0
        for ticket in ways.tickets.undone(state, seat):
            _, routes = ways.ticket_way(free, able, ticket)
            if routes.bit_count() == 1:
                found |= routes
        return found

    def pieces(self, state: State, codes: tuple[int, ...], seat: int, kept: list[int]) -> int:
        """Of two kinds of pieces what the plan needs, and of the others as the board has routes."""
        part = self.ways.pieces
        plan, _, _ = self.plans.plan(state, seat, kept)
        needs = [0] * part.kinds
        while plan:
            low = plan & -plan
            plan ^= low
            route = low.bit_length() - 1
            needs[part.kind[route]] += part.length[route]
        rest = max(0, part.total - sum(needs))
        wanted = needs[0] + rest * self.share // 100
        found = codes[0]
        nearest = MANY
        for code in codes:
            distance = max(self.about[code] - wanted, wanted - self.about[code])
            if distance < nearest:
                found, nearest = code, distance
        return found

    def longest(self, state: State, seat: int) -> int:
        """The longest routes that a seat can still claim."""
        able = self.ways.able(state, seat)
        length = 0
        found = able
        while able:
            low = able & -able
            able ^= low
            own = self.ways.length[low.bit_length() - 1]
            if own > length:
                length, found = own, low
            elif own == length:
                found |= low
        return found

    def claim(
        self, state: State, seat: int, code: int, aims: tuple[int, int, int], hurry: bool
    ) -> int:
        """What claiming a route is worth: first those of the plan, then what brings most."""
        plan, first, touched = aims
        ways = self.ways
        route = self.codes.route[code]
        if plan and not (plan >> route & 1 or hurry) and self.roll is None:
            return 0
        more = self.extras.now(state, route, touched)
        if plan >> route & 1:
            contested = 0
            for other in range(self.players):
                if other != seat:
                    contested += (ways.beside[route] & ways.claims.routes(state, other)).bit_count()
            near = first >> route & 1
            return 2000 + 20 * ways.length[route] + more + CONTESTED * contested + NEAREST * near
        points = ways.own_points[route] + more
        good = 100 * points >= GOOD * ways.turn_worth * ways.turns[route]
        if hurry or (good and not plan):
            return 1000 + points
        if plan:
            return points
        return 100 + points

    def beside(
        self, state: State, code: int, asked: tuple[int, int], early: bool, hurry: bool
    ) -> int:
        """What an answer is worth that is about neither routes nor cards nor dice."""
        seat, place = asked
        what = self.does[code]
        if what == TICKETS:
            return 800 + self.codes.tickets[code] if early else -1
        if what == BUILD:
            harbour = self.extras.build(state, seat, self.about[code])
            return 1100 + harbour if harbour > self.ways.turn_worth else -1
        if what in LAST:
            return -LOST
        if what == RIDE:
            return self.extras.ride(state, seat, self.codes.route[code], place)
        return self.extras.worth(state, seat, code, what, hurry)

    # -- tickets --------------------------------------------------------------------------------

    def keep(self, state: State, codes: tuple[int, ...], seat: int, need: int) -> int:
        """Keep the ticket asked about, if it is among the best of those offered.

        They are chosen one after the other, each by what it brings beyond what it still costs.
        """
        ways = self.ways
        tickets = ways.tickets
        waiting = tickets.offered_to(state, seat)
        chosen = tickets.chosen_by(state, seat)
        free = tickets.network(state, seat)
        able = ways.able(state, seat)
        held = tickets.undone(state, seat) + chosen
        wanted, _, _, _ = ways.joint(state, seat, held)
        count = len(chosen)
        taken = 0  # of those waiting, by their place in the list
        for _ in range(len(waiting)):
            best = -1
            most = -MANY
            way = 0
            for at, ticket in enumerate(waiting):
                if taken >> at & 1:
                    continue
                cost, routes = ways.ticket_way(free | wanted, able, ticket)
                worth = ways.prize[ticket] - PER_COST * cost - 10 * DOUBT
                if cost >= FAR or not ways.fits(state, seat, wanted | routes, SPARE):
                    worth = -LOST - ways.value[ticket]
                    routes = 0
                if worth > most:
                    best, most, way = at, worth, routes
            if most < 0 and count >= need:
                break
            taken |= 1 << max(0, best)
            count += 1
            wanted |= way
            if best == 0:
                return codes[0]
        return codes[len(codes) - 1]
