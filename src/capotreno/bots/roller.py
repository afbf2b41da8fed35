"""The bot for games with dice: rolls again what promises more, claims what its tickets need."""

from collections.abc import Callable
from itertools import product
from math import factorial

from capotreno.bots.boarding import board
from capotreno.bots.bot import Advice, Bot
from capotreno.bots.keeping import keep
from capotreno.bots.plan import Planner
from capotreno.bots.porter import Porter
from capotreno.bots.seafarer import Seafarer
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.dice import DICE, DOUBLE, LOCOMOTIVE, SIDES, SINGLE, STATION, Dice, Roll
from capotreno.rules.dice_harbours import DiceHarbours
from capotreno.rules.dice_payment import DicePayment
from capotreno.rules.harbours import Harbours
from capotreno.rules.passengers import Passengers
from capotreno.rules.tokens import KINDS, MOST, PRICE, Tokens

# In points:
NEEDED = 3.0  # a space of a route that the tickets need
TOKEN = 1.2  # a token kept for later
TICKETS = 8.0  # a look at new tickets, when those in hand are done ...
ANOTHER = 1.5  # ... and at every further one
REASONS = {
    "reroll": "reroll", "no_action": "tokens", "token": "tokens", "gift": "tokens",
    "done": "tokens", "tickets": "tickets", "renew": "renew", "exchange": "exchange",
    "swap": "exchange", "pieces": "pieces",
}  # fmt: skip
EARLY = 1 / 3  # of the pieces: who has more left has time for tickets


def throws(n: int) -> list[tuple[Roll, float]]:
    """How n dice can fall, with the chance of each."""
    found = []
    for a, b, c in product(range(n + 1), repeat=3):
        roll = (a, b, c, n - a - b - c)
        if roll[LOCOMOTIVE] >= 0:
            chance = float(factorial(n))
            for face, count in enumerate(roll):
                chance *= (SIDES.count(face) / len(SIDES)) ** count / factorial(count)
            found.append((roll, chance))
    return found


class Roller(Bot):
    """Plays every level above chance where there are dice: a plan as with cards, and the odds."""

    name = "roller"

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        layout = game.layout
        self.planner = Planner(game)
        self.seafarer = Seafarer(game, self.planner)
        self.porter = Porter(game)
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        self.payer = layout.partner(DicePayment)
        self.passengers = layout.partners(Passengers)
        self.harbours = next(iter(layout.partners(Harbours)), None)
        self.harbour_price = next(iter(layout.partners(DiceHarbours)), None)
        self.points = [item.points for item in self.planner.claims.items]
        self.throws = [throws(n) for n in range(DICE + 1)]
        self.answers: dict[str, Callable[[View, list[int]], int]] = {
            "turn": self.turn,
            "payment": self.pay,
            "tokens": self.token,
            "windfall": self.token,
            "keep_tickets": lambda view, menu: keep(self.planner, view, menu),
            "ticket_mix": self.mix,
            "passenger": lambda view, menu: board(self.passengers[0], view, menu),
            "pieces": self.seafarer.equip,
            "exchange": self.seafarer.swap,
            "place_passenger": self.put,
            "ride": self.porter.ride,
        }

    def choose(self, view: View) -> int:
        menu = list(self.game.legal(view))
        if len(menu) == 1:
            return menu[0]
        asked = next(q for q, seat, _ in reversed(view.stack) if seat == view.seat)
        answer = self.answers.get(self.game.layout.questions[asked].name)
        return self.random.choice(menu) if answer is None else answer(view, menu)

    def advise(self, view: View) -> Advice:
        """What it would do and why, in the words the other bots give their reasons in."""
        code = self.choose(view)
        action = self.game.action(code)
        if len(self.game.legal(view)) == 1:
            return Advice(code, "only", {})
        if action.verb in ("place", "depart", "ride", "alight"):
            return self.porter.told(view, code)
        if action.verb == "claim":
            return Advice(code, "claim_dice", {"route": str(action.json["route"])})
        return Advice(code, REASONS.get(action.verb, "any"), {})

    def _of(self, menu: list[int], *verbs: str) -> list[int]:
        return [code for code in menu if self.game.action(code).verb in verbs]

    # -- a turn -------------------------------------------------------------------------------

    def turn(self, view: View, menu: list[int]) -> int:
        if not self.dice.is_rolled(view):
            needed, _ = self.planner.plan(view, self.planner.own(view))
            return self.seafarer.make_way(view, self._of(menu, "exchange"), needed) or menu[0]
        journey = self.journey(view, menu)
        if journey is not None:
            return journey
        outlook = Outlook(self, view)
        best = max(menu, key=lambda code: self._value(outlook, code))
        again = self._of(menu, "reroll")
        if not again:
            return best
        roll = outlook.roll
        values = {faces: outlook.value(faces) for faces, _ in self.throws[DICE]}
        hopes = {
            code: self._hope(roll, self.dice.again[code - self.dice.codes], values)
            for code in again
        }
        dream = max(again, key=hopes.__getitem__)
        return dream if hopes[dream] > values[roll] else best

    def journey(self, view: View, menu: list[int]) -> int | None:
        """A passenger sets out, if it is time."""
        departs = self._of(menu, "depart")
        if not departs:
            return None
        needed, _ = self.planner.plan(view, self.planner.own(view))
        claims = [self.points[code - self.planner.claims.codes] for code in self._of(menu, "claim")]
        return self.porter.send(view, departs, needed, max(claims, default=0))

    def put(self, view: View, menu: list[int]) -> int:
        return self.porter.put(view, menu, self.planner.plan(view, self.planner.own(view))[0])

    def _hope(self, roll: Roll, some: Roll, values: dict[Roll, float]) -> float:
        """What a second roll of some dice is worth on the average."""
        a, b, c, d = [n - m for n, m in zip(roll, some, strict=True)]
        return sum(
            [
                chance * values[a + new[0], b + new[1], c + new[2], d + new[3]]
                for new, chance in self.throws[sum(some)]
            ]
        )

    def _value(self, outlook: "Outlook", code: int) -> float:
        """What an action of this turn is worth now."""
        action = self.game.action(code)
        if action.verb == "claim":
            return outlook.claim(outlook.roll, code - self.planner.claims.codes)
        if action.verb == "build" and self.harbours is not None:
            price = outlook.harbour_price
            site = self.harbours.ports[code - self.harbours.codes]
            return outlook.sites.get(site, 0.0) + outlook.saved(price)
        if action.verb == "tickets":
            decks = action.json.get("decks")
            n = sum(decks.values()) if isinstance(decks, dict) else action.json.get("count", 1)
            # Which deck a ticket comes from is a matter of taste.
            return outlook.tickets(int(str(n))) + 0.1 * self.random.random()
        if action.verb == "renew":
            return outlook.renew()
        return outlook.saved(0) if action.verb == "no_action" else float("-inf")

    # -- payments and tokens --------------------------------------------------------------------

    def pay(self, view: View, menu: list[int]) -> int:
        """What leaves most tokens, those counted that the dice left over will buy."""

        def left(code: int) -> tuple[int, int]:
            dice, tokens = self.payer.ways[code - self.payer.codes]
            return (DICE - dice) // PRICE - tokens, dice

        return max(menu, key=left)

    def token(self, view: View, menu: list[int]) -> int:
        """The kind the plan lacks most; a fourth of a kind is not worth throwing one away."""
        able = self._of(menu, "token", "gift")
        if not able:
            return menu[-1]
        lack = self.lack(view)
        return max(
            able, key=lambda code: lack[KINDS.index(str(self.game.action(code).json["token"]))]
        )

    def lack(self, view: View) -> list[float]:
        """How much tokens of each kind are wanted: for the plan, or else for what is open."""
        needed, _ = self.planner.plan(view, self.planner.own(view))
        wanted = needed or view.cells[self.planner.claims.open + view.seat]
        lack = [0.0, 0.0]
        for route in bits(wanted):
            lack[self.payer.kind[route]] += self.payer.price(route)
        return [n / (1 + self.tokens.held(view, view.seat, kind)) for kind, n in enumerate(lack)]

    def mix(self, view: View, menu: list[int]) -> int:
        """At the opening: one long ticket, the others short."""
        return menu[-2]


class Outlook:
    """What rolls are worth to a seat in this turn; it depends on the view alone."""

    def __init__(self, bot: Roller, view: View) -> None:
        self.bot = bot
        planner, seat = bot.planner, view.seat
        self.roll = bot.dice.showing(view)
        self.held = [bot.tokens.held(view, seat, kind) for kind in (SINGLE, DOUBLE)]
        waiting = planner.own(view)
        needed, self.reached = planner.plan(view, waiting)
        self.waiting = waiting
        left = planner.left(view)
        free = left - planner.spaces(needed)
        within = view.cells[planner.claims.open + seat] & planner.pieces.within(view, seat)
        self.worth = {
            route: bot.points[route]
            + (NEEDED * planner.length[route] if needed >> route & 1 else 0.0)
            for route in bits(within)
            if needed >> route & 1 or planner.length[route] <= free or not needed
        }
        self.best = sorted(self.worth, key=lambda route: -self.worth[route])
        self.room = sum(MOST - n for n in self.held)
        self.more = left > EARLY * planner.all_pieces and not needed
        self.stock = sum(
            view.cells[planner.tickets.left : planner.tickets.left + planner.tickets.decks]
        )
        self.sites: dict[int, float] = {}
        self.harbour_price = 0
        if bot.harbours is not None and bot.harbour_price is not None:
            self.harbour_price = bot.harbour_price.price(view, seat)
            hopes = planner.tickets.done(view, seat) + self.reached
            gains = {
                site: bot.seafarer.gain(site, hopes)
                for site in bits(bot.harbours.sites(view, seat))
            }
            self.sites = {site: float(gain) for site, gain in gains.items() if gain}

    def value(self, roll: Roll) -> float:
        """The best that can be done with a roll."""
        best = self.saved(0)
        payer = self.bot.payer
        mask = payer.within(roll, SINGLE, self.held[SINGLE]) | payer.within(
            roll, DOUBLE, self.held[DOUBLE]
        )
        for route in self.best:
            if mask >> route & 1:
                best = max(best, self.claim(roll, route))
                break
        stations = roll[STATION] + roll[LOCOMOTIVE]
        if stations:
            best = max(best, self.tickets(min(stations, self.stock)), self.renew())
            if self.sites and stations >= self.harbour_price:
                best = max(best, max(self.sites.values()) + self.saved(self.harbour_price))
        return best

    def saved(self, used: int) -> float:
        """The tokens that the dice left over buy."""
        return TOKEN * min(self.room, (DICE - used) // PRICE)

    def claim(self, roll: Roll, route: int) -> float:
        """A route, and the tokens it leaves or takes."""
        if route not in self.worth:
            return float("-inf")
        payer = self.bot.payer
        price = payer.price(route)
        dice = min(price, roll[payer.kind[route]] + roll[LOCOMOTIVE])
        return self.worth[route] + TOKEN * ((DICE - dice) // PRICE - (price - dice))

    def tickets(self, n: int) -> float:
        if not self.more or n < 1:
            return float("-inf")
        return TICKETS + ANOTHER * (n - 1) + self.saved(n)

    def renew(self) -> float:
        """New tickets for old ones, where none of those can be done."""
        stuck = bool(self.waiting) and not self.reached
        return TICKETS + self.saved(1) if stuck and self.stock else float("-inf")
