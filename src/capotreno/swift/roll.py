"""Dice: which to roll again for a wanted route, and which tokens to buy."""

from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.rules.dice.dice import DOUBLE, LOCOMOTIVE, SINGLE, STATION, Dice
from capotreno.rules.dice.payment import DicePayment
from capotreno.rules.dice.tokens import Tokens
from capotreno.swift.codes import DROP, PAY, REROLL, TOKEN, Codes


class DiceUse:
    """The dice of a game, where it has any."""

    def __init__(self, game: Game, codes: Codes) -> None:
        layout = game.layout
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        payer = layout.partner(DicePayment)
        self.kind, self.prices, self.ferry = payer.kind, payer.prices, payer.ferry
        self.codes = codes

    def aim(self, state: State, seat: int, routes: int) -> int:
        """The kind of route that the roll is nearest to, of some."""
        roll = self.dice.showing(state)
        tokens = [self.tokens.held(state, seat, kind) for kind in (SINGLE, DOUBLE)]
        nearest = 100
        found = SINGLE
        left = routes
        while left:
            low = left & -left
            left ^= low
            route = low.bit_length() - 1
            kind = self.kind[route]
            locomotives = max(0, self.ferry[route] - roll[LOCOMOTIVE])
            ready = roll[LOCOMOTIVE] + roll[SINGLE if kind == SINGLE else DOUBLE]
            short = 2 * (self.prices[route] - ready - tokens[kind]) + locomotives
            if short < nearest:
                nearest, found = short, kind
        return found

    def worth(self, code: int, what: int, aim: int) -> int:
        """What an answer about dice and tokens is worth."""
        if what == REROLL:
            return 900 + self.again(code, aim)
        if what == TOKEN:
            return 500 + 10 * (self.codes.about[code] == aim)
        if what == PAY:
            return -self.codes.tokens[code]
        return -500 if what == DROP else 115

    def again(self, code: int, aim: int) -> int:
        """What rolling some dice again is worth: those that do not help, and no others."""
        faces = self.codes.rerolled[code]
        useful = faces[LOCOMOTIVE] * 3
        useless = 0
        for face in (SINGLE, DOUBLE, STATION):
            if face == aim:
                useful += faces[face] * 2
            else:
                useless += faces[face]
        return 10 * useless - 20 * useful
