"""The planner: one joint plan over all tickets, with an eye on rivals and the clock.

The way of a decision, from top to bottom: a question comes with a view (`decide`); the answer for
its form (`answers`) looks at the outlook, which is what the seat plans (`plan/outlook.py`);
for what only some games have it asks the adviser of that mechanic; it says what to do and why.
A turn and its payments are answered with cards (`card_planner`) or with dice (`dice_planner`).
"""

from collections.abc import Callable

from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.stations import StationAdviser
from capotreno.bots.bot import Advice, Bot, Menu, Values
from capotreno.bots.plan.extras import PassengerExtra, extras
from capotreno.bots.plan.keeping import best_to_keep
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.outlook import Outlook
from capotreno.bots.plan.rivals import Rivals
from capotreno.bots.plan.sight import Sight
from capotreno.engine.game import Game
from capotreno.engine.layout import (
    MIX,
    NUMBER,
    ONE_OF,
    ROUTE_BY_ROUTE,
    SEVERAL_OF,
    TURN,
)
from capotreno.engine.state import View
from capotreno.rules.tickets.tickets import Tickets


class Planner(Bot):
    """Level 3. Everything it does can be told in a sentence: see `advise`."""

    name = "planner"

    sight: Sight

    def __init__(self, game: Game, seed: int, sight: Sight) -> None:
        super().__init__(game, seed)
        self.network = Network(sight.tickets.graph, sight.length)
        self.extras = extras(sight)
        self.rivals = Rivals(sight, self.network)
        self.harbours = HarbourAdviser(game, self.plan)
        self.journeys = JourneyAdviser(game)
        self.stations = StationAdviser(sight)
        self.tickets = sight.tickets
        self.answers: dict[tuple[str, str], Callable[[View, Menu], Advice]] = {
            (TURN, ""): self.turn,
            (SEVERAL_OF, "ticket"): self.keep,
            (MIX, "ticket_deck"): self.mix,
            (ONE_OF, "passenger"): self.passenger,
            (MIX, "piece"): self.pieces,
            (NUMBER, "piece"): self.swap,
            (ONE_OF, "place"): self.put,
            (ROUTE_BY_ROUTE, ""): self.ride,
        }

    def choose(self, view: View) -> int:
        return self.decide(view).code

    def advise(self, view: View) -> Advice:
        """What it would do, with the reason."""
        return self.decide(view)

    def decide(self, view: View) -> Advice:
        """The answer to the question that is asked."""
        codes = self.game.legal(view)
        if len(codes) == 1:
            return Advice(codes[0], "only", {})
        menu: Menu = {}
        for code in codes:
            menu.setdefault(self.game.action(code).verb, []).append(code)
        answer = self.answers.get(self.form(view))
        if answer is None:
            return Advice(self.random.choice(codes), "any", {})
        return answer(view, menu)

    # -- with cards or with dice ----------------------------------------------------------------

    def outlook(self, view: View) -> Outlook:
        """What the seat plans; the last outlook is kept, for the questions of one turn."""
        raise NotImplementedError

    def turn(self, view: View, menu: Menu) -> Advice:
        """What to do with a turn."""
        raise NotImplementedError

    def plan(self, view: View) -> tuple[int, list[int]]:
        """The mask of routes it means to claim, and the tickets these will do."""
        outlook = self.outlook(view)
        return outlook.joint.routes, outlook.served

    def journey(self, view: View, menu: Menu) -> Advice | None:
        """A passenger sets out: late, or when its journey cannot grow any more."""
        if "depart" not in menu:
            return None
        outlook, needed = self.outlook(view), self.plan(view)[0]
        claims = [outlook.last_gain(self.sight.route(code)) for code in menu.get("claim", [])]
        code = self.journeys.send(view, menu["depart"], needed, max(claims, default=0.0))
        return None if code is None else self.journeys.told(view, code, needed)

    # -- tickets --------------------------------------------------------------------------------

    def keep(self, view: View, menu: Menu) -> Advice:
        """Decide about all offered tickets together, then answer for the one that is asked."""
        value = self.outlook(view).keep_value
        held, best = best_to_keep(self.tickets, view, value)
        asked = self.tickets.offered_to(view, view.seat)[0]
        printed = self.tickets.tickets[asked]
        values: Values = {"ticket": printed.id, "points": printed.points}
        if asked not in best:
            return Advice(menu["return"][0], "return", values)
        others = [ticket for ticket in best if ticket != asked]
        pays = value([*held, *best]) > value([*held, *others])
        return Advice(menu["keep"][0], "keep" if pays else "keep_least", values)

    def mix(self, view: View, menu: Menu) -> Advice:
        """The mix that promises most; of equal ones the first."""
        best = max(menu["tickets"], key=lambda code: (self.promise(view, code), -code))
        return Advice(best, "mix", {})

    def promise(self, view: View, code: int) -> float:
        """What the tickets that a code draws promise."""
        stock = self.tickets
        assert isinstance(stock, Tickets)
        rule = stock.opening if self.asked(view) != "turn" else stock.later
        if stock.mix:
            drawn: tuple[int, ...] = stock.mixes[code - stock.announce]
        else:
            wanted = int(str(self.game.action(code).json.get("count", rule.draw)))
            drawn = self.of_one_deck(min(wanted, stock.left_in(view)[stock.drawn]))
        return self.outlook(view).draw_value(drawn, self.counted(rule.keep))

    def counted(self, keep: int) -> int:
        """How many of the tickets that must be kept are weighed as a burden."""
        return keep

    def of_one_deck(self, n: int) -> tuple[int, ...]:
        """So many tickets, by deck, where no mix is announced."""
        stock = self.tickets
        assert isinstance(stock, Tickets)
        return tuple([n if deck == stock.drawn else 0 for deck in range(stock.decks)])

    # -- what only some games have --------------------------------------------------------------

    def passenger(self, view: View, menu: Menu) -> Advice:
        """The colour in which one more passenger moves the race most."""
        extra = next(extra for extra in self.extras if isinstance(extra, PassengerExtra))
        gain, part = extra.by_colour(view), extra.part
        own = [code for code in menu["passenger"] if code != part.none]
        best = max(own, key=lambda code: gain[code - part.codes])
        return Advice(best, "passenger", {"colour": part.names[best - part.codes]})

    def pieces(self, view: View, menu: Menu) -> Advice:
        return Advice(self.harbours.equip(view, menu["pieces"]), "pieces", {})

    def swap(self, view: View, menu: Menu) -> Advice:
        return Advice(self.harbours.swap(view, menu["swap"]), "exchange", {})

    def put(self, view: View, menu: Menu) -> Advice:
        """Where a passenger waits for its journey, or nowhere."""
        needed, _ = self.plan(view)
        return self.journeys.told(view, self.journeys.put(view, menu["place"], needed), needed)

    def ride(self, view: View, menu: Menu) -> Advice:
        return self.journeys.told(view, self.journeys.ride(view, list(self.game.legal(view))), 0)
