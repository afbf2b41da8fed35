"""Paying with train and ship cards: rail routes, sea routes, and rugged ones pair by pair.

Nothing enumerates hands: what a seat can pay is looked up by how much it has per colour, and the
ways to pay by a few small numbers, from tables that fill as they are asked.
"""

from capotreno.board.memory import Memory
from capotreno.board.model import Board
from capotreno.engine.actions import Json, face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.part import require
from capotreno.engine.state import UNKNOWN, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.paying.fares import Fare, most_pairs, ship_sets, train_sets
from capotreno.rules.paying.payment import CardPayment

CardCounts = tuple[tuple[int, int], ...]  # kinds of card and how many of each, by kind
FareKey = tuple[int, int, int, int, int]  # colour, length, and how many cards of three kinds


class Suit:
    """The four kinds of card of one colour."""

    def __init__(self, board: Board, colour: str) -> None:
        own = [(i, card) for i, card in enumerate(board.cards) if card.colour == colour]
        self.plain = _only([i for i, c in own if c.kind == "rail" and not c.harbour])
        self.marked = _only([i for i, c in own if c.kind == "rail" and c.harbour])
        self.single = _only([i for i, c in own if c.kind == "sea" and c.spaces == 1])
        self.double = _only([i for i, c in own if c.kind == "sea" and c.spaces == 2])


class TransportPayment(CardPayment):
    """Rail routes take sets of trains, sea routes sets of ships, rugged spaces pairs of trains.

    All of a set are of one colour but for the wilds, which stand for any card and fill one space
    (R-31); it has no card too many (R-07). A rugged route is paid space by space (R-86).
    """

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.cards = layout.partner(Cards)
        self.hands = self.cards.hands
        self.kinds = self.cards.kinds
        self.wild = self.cards.wild
        self.counts = self.cards.counts
        self.questions = layout.questions
        self.suits = [Suit(board, colour) for colour in board.colours]
        self.colours = len(self.suits)
        self.of_suit = [(own.plain, own.marked, own.single, own.double) for own in self.suits]
        self.length = [route.length for route in board.routes]
        self.sea = [route.kind == "sea" for route in board.routes]
        self.rugged = [route.rugged for route in board.routes]
        # -1: a gray route, which takes any colour
        self.colour = [board.colours.index(r.colour) if r.colour else -1 for r in board.routes]
        for route in board.routes:
            whole = route.rugged == route.length and not route.colour and route.kind == "rail"
            require(whole or not route.rugged, f"{route.id}: rugged is all of a gray rail route")
        self.code: dict[CardCounts, int] = {}
        self.ways: dict[int, CardCounts] = {}
        self._register_all(layout)
        self._afford()
        self.trains: Memory[FareKey, tuple[int, ...]] = Memory()  # menus, as they are asked for
        self.ships: Memory[FareKey, tuple[int, ...]] = Memory()
        layout.reason("cards_short", "payment_short", "ships_short")
        if any(self.rugged):
            layout.reason("pairs_short")

    # -- tables -------------------------------------------------------------------------------

    def _register_all(self, layout: Layout) -> None:
        """Codes for all payments of routes: wilds alone, then trains and ships by colour."""
        routes = list(zip(self.length, self.sea, self.rugged, strict=True))
        rails = sorted({2 if rugged else n for n, sea, rugged in routes if not sea})
        seas = sorted({n for n, sea, _ in routes if sea})
        counts, wilds = self.counts, self.counts[self.wild]
        longest = max(*self.length, 2 if any(self.rugged) else 1)  # a rugged space takes a pair
        alone: list[CardCounts] = [((self.wild, n),) for n in range(1, longest + 1)]
        self.register(layout, alone)
        self.all_wild = [(), *[(self.code[way],) for way in alone]]
        # by colour, length, and how many cards of the first and of the second kind
        self.train_codes = [[_table(longest) for _ in range(longest + 1)] for _ in self.suits]
        self.ship_codes = [[_table(longest) for _ in range(longest + 1)] for _ in self.suits]
        for suit, by_length in zip(self.suits, self.train_codes, strict=True):
            for n in rails:
                fares = train_sets(n, counts[suit.plain], counts[suit.marked], wilds)
                self._code_all(layout, suit.plain, suit.marked, fares, by_length[n])
        for suit, by_length in zip(self.suits, self.ship_codes, strict=True):
            for n in seas:
                fares = ship_sets(n, counts[suit.single], counts[suit.double], wilds)
                self._code_all(layout, suit.single, suit.double, fares, by_length[n])

    def _code_all(
        self, layout: Layout, first: int, second: int, fares: list[Fare], codes: list[list[int]]
    ) -> None:
        """Codes for some fares, and in a table by how many cards of both kinds they take."""
        self.register(layout, [self.way(first, second, fare) for fare in fares])
        for fare in fares:
            codes[fare[0]][fare[1]] = self.code[self.way(first, second, fare)]

    def register(self, layout: Layout, ways: list[CardCounts]) -> None:
        """Codes for payments that have none yet."""
        new = [way for way in dict.fromkeys(ways) if way not in self.code]
        first = layout.actions(self, [_face(self.cards.names, way) for way in new], group="pay")
        for code, way in enumerate(new, first):
            self.code[way] = code
            self.ways[code] = way

    def way(self, first: int, second: int, fare: Fare) -> CardCounts:
        """The cards of a fare: so many of the first kind, of the second, of the wilds."""
        counts = sorted(zip((first, second, self.wild), fare, strict=True))
        return tuple([(card, n) for card, n in counts if n])

    def _afford(self) -> None:
        """rail[w][c][n], sea[w][c][n]: the routes that n spaces of colour c and w wilds pay.

        pairs[n]: the rugged routes that n pairs pay.
        """
        wilds = self.counts[self.wild]
        self.rail_mask = [self._by_colour(w, False) for w in range(wilds + 1)]
        self.sea_mask = [self._by_colour(w, True) for w in range(wilds + 1)]
        routes = range(len(self.length))
        most = sum(self.counts)
        self.pair_mask = [
            sum(1 << r for r in routes if 0 < self.rugged[r] <= n) for n in range(most + 1)
        ]

    def _by_colour(self, wilds: int, sea: bool) -> list[list[int]]:
        routes = [r for r in range(len(self.length)) if self.sea[r] == sea and not self.rugged[r]]
        return [
            [
                sum(
                    1 << r
                    for r in routes
                    if self.colour[r] in (c, -1) and self.length[r] <= n + wilds
                )
                for n in range(self._most(suit, sea) + 1)
            ]
            for c, suit in enumerate(self.suits)
        ]

    def _most(self, suit: Suit, sea: bool) -> int:
        """How many spaces all cards of a colour fill."""
        counts = self.counts
        if sea:
            return counts[suit.single] + 2 * counts[suit.double]
        return counts[suit.plain] + counts[suit.marked]

    # -- what can be paid ---------------------------------------------------------------------

    def payable(self, state: State, seat: int) -> int:
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        wilds = hand[self.wild]
        rail = self.rail_mask[wilds]
        sea = self.sea_mask[wilds]
        mask = pairs = odd = c = 0
        for plain, marked, single, double in self.of_suit:
            trains = hand[plain] + hand[marked]
            mask |= rail[c][trains] | sea[c][hand[single] + 2 * hand[double]]
            pairs += trains >> 1
            odd += trains & 1
            c += 1  # noqa: SIM113 (faster than a pair for every suit)
        return mask | self.pair_mask[most_pairs(pairs, odd, wilds)]

    def instalments(self, route: int) -> int:
        return self.rugged[route] or 1

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        if self.rugged[route]:
            return self._pairs(hand, self._due(state, route))
        length = self.length[route]
        wilds = min(hand[self.wild], length)
        codes = self.all_wild[length] if wilds == length else ()
        colour = self.colour[route]
        menu = self._ship_menu if self.sea[route] else self._train_menu
        if colour >= 0:
            return codes + menu(hand, colour, length, wilds)
        for colour in range(self.colours):
            codes += menu(hand, colour, length, wilds)
        return codes

    def _train_menu(self, hand: list[int], colour: int, length: int, wilds: int) -> tuple[int, ...]:
        """The codes to pay a length with trains of a colour and at most so many wilds."""
        suit = self.suits[colour]
        plain, marked = hand[suit.plain], hand[suit.marked]
        if plain + marked + wilds < length:
            return ()
        key = (colour, length, plain, marked, wilds)
        menu = self.trains.get(key)
        if menu is None:
            codes = self.train_codes[colour][length]
            fares = train_sets(length, plain, marked, wilds)
            menu = self.trains[key] = tuple(sorted([codes[p][m] for p, m, _ in fares]))
        return menu

    def _ship_menu(self, hand: list[int], colour: int, length: int, wilds: int) -> tuple[int, ...]:
        """The codes to pay a length with ships of a colour and at most so many wilds."""
        suit = self.suits[colour]
        single, double = hand[suit.single], hand[suit.double]
        if single + 2 * double + wilds < length:
            return ()
        key = (colour, length, single, double, wilds)
        menu = self.ships.get(key)
        if menu is None:
            codes = self.ship_codes[colour][length]
            fares = ship_sets(length, single, double, wilds)
            menu = self.ships[key] = tuple(sorted([codes[s][d] for s, d, _ in fares]))
        return menu

    def menu_of(self, ways: list[CardCounts]) -> tuple[int, ...]:
        return tuple(sorted([self.code[way] for way in ways]))

    # -- rugged routes ------------------------------------------------------------------------

    def _due(self, state: State, route: int) -> int:
        """How many pairs of a rugged route are still to be paid."""
        asked = [1 for q, _, subject in state.stack if subject == route and self._for_route(q)]
        return len(asked) or self.rugged[route]

    def _for_route(self, question: int) -> bool:
        return self.awaits(question) and self.questions[question].about == "route"

    def _pairs(self, hand: list[int], due: int) -> tuple[int, ...]:
        """The pairs that pay one space and leave enough for the others that are due."""
        trains = [hand[suit.plain] + hand[suit.marked] for suit in self.suits]
        pairs = sum([n >> 1 for n in trains])
        odd = sum([n & 1 for n in trains])
        wilds = hand[self.wild]
        codes: tuple[int, ...] = ()
        if most_pairs(pairs, odd, wilds) < due:
            return codes
        if wilds > 1 and most_pairs(pairs, odd, wilds - 2) >= due - 1:
            codes = self.all_wild[2]
        for colour, n in enumerate(trains):
            # beside a wild an odd card breaks no pair, one of an even number does
            broken = 1 - (n & 1)
            mixed = wilds > 0 and n > 0
            mixed = mixed and most_pairs(pairs - broken, odd + 2 * broken - 1, wilds - 1) >= due - 1
            codes += self._train_menu(hand, colour, 2, 1 if mixed else 0)
        return codes

    # -- paying -------------------------------------------------------------------------------

    def cost(self, code: int) -> list[tuple[int, int]]:
        return list(self.ways[code])

    def price(self, route: int) -> int:
        length = self.length[route]
        return (length + 1) // 2 if self.sea[route] else length + self.rugged[route]

    def lacking(self, hand: list[int], route: int) -> tuple[int, list[int]]:
        wilds, length, colour = hand[self.wild], self.length[route], self.colour[route]
        suits = self.suits if colour < 0 else [self.suits[colour]]
        if self.sea[route]:
            best = max(suits, key=lambda suit: hand[suit.single] + 2 * hand[suit.double])
            spaces = length - hand[best.single] - 2 * hand[best.double] - wilds
            return (spaces + 1) // 2, [best.double, best.single]
        trains = [hand[suit.plain] + hand[suit.marked] for suit in suits]
        if self.rugged[route]:
            odd = sum([n & 1 for n in trains])
            pairs = most_pairs(sum([n >> 1 for n in trains]), odd, wilds)
            single = [s for s, n in zip(suits, trains, strict=True) if n & 1] or self.suits
            return length - pairs, [kind for suit in single for kind in (suit.marked, suit.plain)]
        best = suits[trains.index(max(trains))]
        return length - max(trains) - wilds, [best.marked, best.plain]

    def pay(self, state: State, seat: int, code: int) -> None:
        cards = self.cards
        for card, count in self.ways[code]:
            cards.spend(state, seat, card, count)
        for keeper in cards.keepers:
            keeper.replenish(state)

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        hand = self.cards.hand_of(state, seat)
        wilds, length, colour = hand[self.wild], self.length[route], self.colour[route]
        suits = self.suits if colour < 0 else [self.suits[colour]]
        if self.sea[route]:
            best = max([hand[suit.single] + 2 * hand[suit.double] for suit in suits])
            return Reason("ships_short", {"missing": length - best - wilds, "length": length})
        trains = [hand[suit.plain] + hand[suit.marked] for suit in suits]
        if self.rugged[route]:
            odd = sum([n & 1 for n in trains])
            pairs = most_pairs(sum([n >> 1 for n in trains]), odd, wilds)
            return Reason("pairs_short", {"missing": length - pairs, "length": length})
        return Reason("cards_short", {"missing": length - max(trains) - wilds, "length": length})

    # -- worlds -------------------------------------------------------------------------------

    def deal_payment(self, state: State, payer: int) -> bool:
        """For a rugged route all pairs that are still due, in any combination."""
        question, _, route = state.stack[-1]
        if not self._for_route(question) or not self.rugged[route]:
            return super().deal_payment(state, payer)
        first = self.hands + payer * self.kinds
        hand = [
            state.cells[first + k] + state.cells[self.cards.deck + k] for k in range(self.kinds)
        ]
        codes = list(self.all_wild[2])
        for colour in range(self.colours):
            codes += self._train_menu(hand, colour, 2, min(2, hand[self.wild]))
        due = self._due(state, route)
        none = [0] * self.kinds
        ways = self._combine(state, payer, codes, 0, due, none, UNKNOWN)
        if ways:
            self._combine(state, payer, codes, 0, due, none, state.below(ways))
        return ways > 0

    def _combine(
        self,
        state: State,
        payer: int,
        codes: list[int],
        first: int,
        due: int,
        some: list[int],
        wanted: int,
    ) -> int:
        """How many ways there are to get some cards and so many pairs, in whatever order.

        The codes of pairs are those from the first on. The payer gets the wanted way, if one is.
        """
        if due == 0:
            if wanted == 0:
                self.cards.get(state, payer, some)
            return 1
        found = 0
        for at in range(first, len(codes)):
            pair = self.row(codes[at])
            more = [held + n for held, n in zip(some, pair, strict=True)]
            if self.cards.can_get(state, payer, more, 0):
                found += self._combine(state, payer, codes, at, due - 1, more, wanted - found)
                if 0 <= wanted < found:
                    return found
        return found


def _table(longest: int) -> list[list[int]]:
    """Room for codes by two numbers of cards."""
    return [[-1] * (longest + 1) for _ in range(longest + 1)]


def _only(kinds: list[int]) -> int:
    require(len(kinds) == 1, "a colour needs one kind of train, marked train, ship, double ship")
    return kinds[0]


def _face(names: list[str], way: CardCounts) -> tuple[str, str, Json]:
    """`pay train_red*2 wild*1`, and the same as an object."""
    words = " ".join(f"{names[card]}*{n}" for card, n in way)
    return face("pay", words, cards={names[card]: n for card, n in way})
