"""The path bot: a cheapest way for every ticket, claimed as soon as it can, cards drawn for it."""

from capotreno.bots.levels.ticket_bot import TicketBot
from capotreno.bots.plan.keeping import one_long
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.two_decks import TwoDeckMarket
from capotreno.rules.paying.payment import CardPayment

EARLY = 0.5  # of the pieces: while everybody has as many left, there is time for more tickets
SECOND_BEST = 0.7  # what a card is worth that helps, but less than another would


class CardPath(TicketBot):
    """Level 2: the cheapest way for each ticket, cards for it, points when nothing is left."""

    name = "path"

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed, TicketWays(game))
        self.cards = game.layout.partner(Cards)
        self.payment = game.layout.partner(CardPayment)
        self.two_decks = game.layout.partners(TwoDeckMarket)

    # -- a turn -------------------------------------------------------------------------------

    def turn(self, view: View, menu: list[int]) -> int:
        plans = self.plans
        waiting = plans.own(view)
        needed, reached = plans.plan(view, waiting)
        claims = self.of(menu, "claim")
        useful = [code for code in claims if needed >> self._route(code) & 1]
        departs, best = self.of(menu, "depart"), max(map(self._points, claims), default=0)
        journey = self.journeys.send(view, departs, needed, best)
        if journey is not None:
            return journey
        harbour = self.harbours.build(view, self.of(menu, "build"), reached)
        if harbour is not None:
            return harbour
        if useful:
            return max(useful, key=lambda code: plans.length[self._route(code)])
        exchange = self.harbours.exchange(view, self.of(menu, "exchange"), needed)
        if exchange is not None:
            return exchange
        draws = self.of(menu, "take", "draw")
        if needed and draws:
            return self.card(view, draws)
        renew = self.of(menu, "renew")
        if renew and waiting and not reached:
            return renew[0]
        more = self.of(menu, "tickets")
        left = plans.left(view)
        early = min(self._pieces(view)) > plans.all_pieces * EARLY
        if more and early and len(reached) == len(waiting):
            return self.mix(view, more)
        if claims and (not draws or self._worth_claiming(view, claims, left)):
            return max(claims, key=self._points)
        return self.card(view, draws) if draws else self.random.choice(menu)

    def _worth_claiming(self, view: View, claims: list[int], left: int) -> bool:
        """Tickets apart, points come from long routes: collect unless one is long or time is up."""
        longest = max(self.plans.length[self._route(code)] for code in claims)
        return longest >= min(4, left) or min(self._pieces(view)) <= 5

    def _pieces(self, view: View) -> list[int]:
        return [self.plans.pieces.left(view, seat) for seat in range(self.game.players)]

    def _route(self, code: int) -> int:
        return code - self.plans.claims.codes

    def _points(self, code: int) -> int:
        return self.plans.claims.items[self._route(code)].points

    # -- cards --------------------------------------------------------------------------------

    def hand(self, view: View) -> list[int]:
        return self.cards.hand_of(view, view.seat)

    def wants(self, view: View) -> list[float]:
        """How much each colour is wanted for the planned routes; gray ones want the fullest."""
        hand = self.hand(view)
        needed, _ = self.plan(view)
        if not needed:
            needed = self.plans.read.open_to(view, view.seat)
            needed &= self.plans.pieces.within(view, view.seat)
            best = max(bits(needed), key=lambda r: self.plans.length[r], default=None)
            needed = 0 if best is None else 1 << best
        wants = [0.0] * self.cards.kinds
        for route in bits(needed):
            length = self.plans.length[route]
            missing, kinds = self.payment.lacking(hand, route)
            worth = (1.0 + length) / (1 + missing) if missing > 0 else 0.1
            worth += 0.0 if self.plans.coloured[route] else 0.5
            for kind in kinds:
                wants[kind] += worth
                worth *= SECOND_BEST
        self.harbours.wants(view, hand, wants)
        return wants

    def card(self, view: View, menu: list[int]) -> int:
        """The face-up card that is wanted most; a wild as a whole draw only late; else blind."""
        wants = self.wants(view)
        names = self.cards.names
        best, code_of_best = 0.4, -1
        for code in menu:
            action = self.game.action(code)
            if action.verb == "take":
                kind = names.index(str(action.json["card"]))
                value = max(wants) * 0.9 if kind == self.cards.wild else wants[kind]
                if value > best:
                    best, code_of_best = value, code
        if code_of_best >= 0:
            return code_of_best
        blind = self.of(menu, "draw")
        return self._from_deck(view, blind, wants, 1) if blind else self.random.choice(menu)

    def refill(self, view: View, menu: list[int]) -> int:
        """What the seat may take next from the deck it wants most, for others the other one."""
        again = self.two_decks[0].second_is_due(view)
        return self._from_deck(view, menu, self.wants(view), 1 if again else -1)

    def _from_deck(self, view: View, menu: list[int], wants: list[float], sign: int) -> int:
        """The deck whose unseen cards are wanted most (or least) on the average."""
        if len(menu) == 1:
            return menu[0]
        unseen = self.cards.unseen(view, view.seat)
        names = self.game.layout.words["card_deck"]

        def mean(code: int) -> float:
            deck = names.index(str(self.game.action(code).json["deck"]))
            own = range(self.cards.first_kind[deck], self.cards.end_kind[deck])
            total = sum(wants[kind] * unseen[kind] for kind in own)
            return sign * total / max(1, sum(unseen[kind] for kind in own))

        return max(menu, key=mean)

    def pay(self, view: View, menu: list[int]) -> int:
        """As few wilds as possible, then few cards, and those that are wanted least."""
        wants = self.wants(view)

        def price(code: int) -> tuple[float, ...]:
            cost = self.payment.cost(code)
            cards = self.game.action(code).json["cards"]
            loose = cards.get("any", 0) if isinstance(cards, dict) else 0
            wilds = sum(n for card, n in cost if card == self.cards.wild)
            return wilds + loose / 2, sum(n * (1 + wants[card]) for card, n in cost)

        return min(self.of(menu, "pay"), key=price)

    def give(self, view: View, menu: list[int]) -> int:
        """The card that is wanted least, of those there are most of."""
        wants, hand = self.wants(view), self.hand(view)
        names = self.cards.names

        def loss(code: int) -> tuple[float, int]:
            card = names.index(str(self.game.action(code).json["card"]))
            return wants[card] + 9.0 * (card == self.cards.wild), -hand[card]

        return min(menu, key=loss)

    # -- tickets ------------------------------------------------------------------------------

    def mix(self, view: View, menu: list[int]) -> int:
        """Short tickets late, a long one early."""
        pieces = self.plans.pieces
        early = pieces.of(view, view.seat)[0] * 3 > pieces.counts[0] * 2
        return one_long(menu) if early else menu[-1]
