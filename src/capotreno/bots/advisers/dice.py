"""Dice: what to do with a roll, what to roll again, how to pay and which tokens to take.

All levels weigh the dice alike and exactly; a level says what the ends of a turn are worth to it.
"""

from typing import Protocol

from capotreno.bots.odds.turn_values import NO, NOTHING, DiceTables, TurnValues
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.dice.dice import LOCOMOTIVE, Roll
from capotreno.rules.dice.harbours import DiceHarbours
from capotreno.rules.dice.tokens import KINDS


class DiceLevel(Protocol):
    """What a bot says of a turn, by its level."""

    def turn_values(self, view: View) -> TurnValues:
        """What the ends of a turn are worth."""

    def tokens(self, view: View, paying: int = -1) -> list[list[float]]:
        """By kind: what 0 to 3 tokens are worth after the turn; `paying`: a route being paid."""

    def bought(self, view: View, code: int) -> float:
        """What an action that stations buy is worth."""


class DiceAdviser:
    """Advice on a roll and on what it pays."""

    def __init__(self, game: Game, dice_tables: DiceTables, level: DiceLevel) -> None:
        self.game = game
        self.dice_tables = dice_tables
        self.level = level
        self.claims = game.layout.partner(Claims)
        self.harbour_price = next(iter(game.layout.partners(DiceHarbours)), None)

    def turn(self, view: View, menu: list[int]) -> int:
        """The best with the dice as they lie, or the best of them to roll again."""
        turn_values = self.level.turn_values(view)
        dice = self.dice_tables.dice
        roll = dice.showing(view)
        again = {dice.again[code - dice.codes]: code for code in self._of(menu, "reroll")}
        if again:
            _, some = turn_values.reroll(roll, list(again))
            if some is not None:
                return again[some]
        return max(menu, key=lambda code: self.worth(view, turn_values, roll, code))

    def _of(self, menu: list[int], *verbs: str) -> list[int]:
        return [code for code in menu if self.game.action(code).verb in verbs]

    def worth(self, view: View, turn_values: TurnValues, roll: Roll, code: int) -> float:
        """What an action is worth with the dice as they lie."""
        action = self.game.action(code)
        locos = roll[LOCOMOTIVE]
        if action.verb == "claim":
            route = code - self.claims.codes
            kind = self.dice_tables.sorts[route][0]
            known = route in turn_values.routes
            return turn_values.claim(route, roll[kind] + locos, locos) if known else NO
        if action.verb == "no_action":
            return turn_values.nothing()
        n = self.stations_for(view, code)
        return self.level.bought(view, code) + turn_values.rest(n) if n else NO

    def stations_for(self, view: View, code: int) -> int:
        """How many stations an action takes; 0 if it is none that stations buy."""
        action = self.game.action(code)
        if action.verb == "renew":
            return 1
        if action.verb == "build" and self.harbour_price:
            return self.harbour_price.price(view, view.seat)
        if action.verb == "tickets":
            decks = action.json.get("decks")
            n = sum(decks.values()) if isinstance(decks, dict) else action.json.get("count", 1)
            return int(str(n))
        return 0

    def pay(self, view: View, menu: list[int]) -> int:
        """What leaves most, with the tokens that the dice left over will buy."""
        payer = self.dice_tables.payer
        route = view.asked[2]
        kind = self.dice_tables.sorts[route][0]
        turn_values = TurnValues(
            self.dice_tables, view, {}, NOTHING, self.level.tokens(view, route)
        )

        def left(code: int) -> tuple[float, int]:
            dice, tokens = payer.ways[code - payer.codes]
            return turn_values.paid(kind, dice, tokens), dice

        return max(menu, key=left)

    def token(self, view: View, menu: list[int]) -> int:
        """The token that is worth most; a fourth of a kind is not worth throwing one away."""
        able = self._of(menu, "token", "gift")
        if not able:
            return menu[-1]
        tokens, held = self.level.tokens(view), self.dice_tables.held(view)

        def gain(code: int) -> tuple[float, int]:
            kind = KINDS.index(str(self.game.action(code).json["token"]))
            return tokens[kind][held[kind] + 1] - tokens[kind][held[kind]], -held[kind]

        return max(able, key=gain)
