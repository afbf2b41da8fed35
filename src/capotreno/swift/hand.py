"""Cards in hand: what wanted routes lack, which card helps most, and what a payment costs."""

from typing import Final

from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.rules.cards.cards import Cards
from capotreno.swift.codes import BLIND, GIVE, PAY, STOP, TAKE, Codes

MOST: Final = 200  # what a kind of card can be wanted at most


class Hand:
    """Which cards fill which routes, as the board prints them; None of it where dice are rolled."""

    def __init__(self, game: Game, cards: Cards, codes: Codes) -> None:
        board = game.board
        self.cards = cards
        self.costs = codes.cards
        self.about = codes.about
        self.kinds = cards.kinds
        colours = [card.colour for card in board.cards]
        self.colours = len(board.colours)
        self.wild = [card.wild for card in board.cards]
        self.suit = [
            board.colours.index(colour) if colour in board.colours else -1 for colour in colours
        ]
        self.length = [route.length for route in board.routes]
        self.ferry = [route.ferry for route in board.routes]
        self.colour = [
            board.colours.index(route.colour) if route.colour else -1 for route in board.routes
        ]
        self._fillings(game)

    def _fillings(self, game: Game) -> None:
        """By route the number of a row that says how many spaces each kind of card fills there."""
        rows: list[tuple[int, ...]] = []
        self.filling: list[int] = []
        cards = game.board.cards
        several = len({route.kind for route in game.board.routes}) > 1
        for route in game.board.routes:
            row = tuple(
                0
                if card.passenger
                or (several and card.kind not in ("", route.kind))
                or card.from_length > route.length
                else max(1, card.spaces)
                for card in cards
            )
            if row not in rows:
                rows.append(row)
            self.filling.append(rows.index(row))
        self.fills = [list(row) for row in rows]

    def missing(self, hand: list[int], route: int) -> tuple[int, int]:
        """How many spaces a hand cannot fill of a route, and the colour that is nearest to it."""
        fills = self.fills[self.filling[route]]
        wilds = 0
        spaces = [0] * self.colours
        for kind in range(self.kinds):
            filled = hand[kind] * fills[kind]
            if self.suit[kind] < 0:
                wilds += filled
            else:
                spaces[self.suit[kind]] += filled
        colour = self.colour[route]
        if colour < 0:
            colour = 0
            for other in range(self.colours):
                if spaces[other] > spaces[colour]:
                    colour = other
        ferry = self.ferry[route]
        short = max(0, ferry - wilds)
        rest = self.length[route] - ferry - spaces[colour] - max(0, wilds - ferry)
        return (short + max(0, rest), colour)

    def wants(self, state: State, seat: int, routes: int) -> list[int]:
        """How much each kind of card is wanted for some routes."""
        hand = self.cards.hand_of(state, seat)
        wants = [0] * self.kinds
        left = routes
        while left:
            low = left & -left
            left ^= low
            route = low.bit_length() - 1
            missing, colour = self.missing(hand, route)
            worth = 1
            if missing:
                worth = 2 + (10 + 10 * self.length[route]) // (1 + missing)
            fills = self.fills[self.filling[route]]
            for kind in range(self.kinds):
                if fills[kind] and (
                    self.suit[kind] == colour or (self.wild[kind] and self.ferry[route])
                ):
                    wants[kind] = min(MOST, wants[kind] + worth)
        return wants

    def blind(self, state: State, seat: int, wants: list[int]) -> list[int]:
        """By deck: how much its cards are wanted on the average, as far as the seat can count."""
        unseen = self.cards.unseen(state, seat)
        found = [0] * self.cards.decks
        counts = [0] * self.cards.decks
        for kind in range(self.kinds):
            deck = self.cards.deck_of[kind]
            found[deck] += unseen[kind] * wants[kind]
            counts[deck] += unseen[kind]
        return [total // max(1, count) for total, count in zip(found, counts, strict=True)]

    def worth(self, code: int, what: int, wants: list[int], blind: list[int]) -> int:
        """What an answer about cards is worth: one to draw, or a payment, or one to give away."""
        if what == TAKE:
            kind = self.about[code]
            return 500 + (max(wants) * 6 // 10 if self.wild[kind] else wants[kind])
        if what == BLIND:
            return 502 + blind[self.about[code]]
        if what == PAY:
            price = 0
            for kind in range(self.kinds):
                price += self.price(kind, wants) * self.costs[code][kind]
            return -price
        if what == GIVE:
            return -self.price(self.about[code], wants)
        if what == STOP:
            return -MOST * 10
        return 0

    def price(self, kind: int, wants: list[int]) -> int:
        """What a card is worth to who pays with it."""
        return 100 if self.wild[kind] else 10 + min(wants[kind], 60)
