"""The planner: one joint plan over all tickets, with an eye on rivals and the clock.

The way of a decision, from top to bottom: a question comes with a view (`decide`); the answer for
its form (`answerer`) looks at the outlook, which is what the seat plans (`plan/outlook.py`);
for what only some games have it asks the adviser of that mechanic; it says what to do and why.
A turn and its payments are answered with cards (`card_planner`) or with dice (`dice_planner`).
"""

from capotreno.board.graph import FAR
from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.stations import StationAdviser
from capotreno.bots.bot import Advice, ByVerb, Values
from capotreno.bots.levels.answerer import Answerer
from capotreno.bots.plan.extras import PassengerExtra, extras
from capotreno.bots.plan.keeping import best_to_keep
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.outlook import Outlook
from capotreno.bots.plan.rivals import Rivals
from capotreno.bots.plan.sight import Sight
from capotreno.engine.game import Game
from capotreno.engine.state import TURN_QUESTION, View
from capotreno.rules.tickets.tickets import Tickets


class Planner(Answerer[ByVerb, Advice]):
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

    def choose(self, view: View) -> int:
        return self.decide(view).code

    def advise(self, view: View) -> Advice:
        """What it would do, with the reason."""
        return self.decide(view)

    def why(self, view: View, code: int) -> Advice | None:
        """What speaks for an answer that another bot gives, whatever else could be done."""
        if self.sight.last_turn(view):
            return None
        return self.serving(view, code, self.game.action(code).verb)

    def serving(self, view: View, code: int, verb: str) -> Advice | None:
        """What an answer serves or guards against in its plan, where that can be said."""
        raise NotImplementedError

    def decide(self, view: View) -> Advice:
        """The answer to the question that is asked."""
        codes = self.game.legal(view)
        if len(codes) == 1:
            return Advice(codes[0], "only", {})
        menu: ByVerb = {}
        for code in codes:
            menu.setdefault(self.game.action(code).verb, []).append(code)
        return self.answer(view, menu)

    def any(self, view: View, menu: ByVerb) -> Advice:
        return Advice(self.random.choice(self.game.legal(view)), "any", {})

    # -- with cards or with dice ----------------------------------------------------------------

    def outlook(self, view: View) -> Outlook:
        """What the seat plans; the last outlook is kept, for the questions of one turn."""
        raise NotImplementedError

    def plan(self, view: View) -> tuple[int, list[int]]:
        """The mask of routes it means to claim, and the tickets these will do."""
        outlook = self.outlook(view)
        return outlook.joint.routes, outlook.served

    def guarded(self, outlook: Outlook, ticket: int, route: int, values: Values) -> str:
        """The reason for a claim before somebody else makes it: what its ticket would lose then.

        The reasons are claim_sole (no way is left), claim_contested (the shortest one left is
        longer by so many spaces), or none.
        """
        sight, view = self.sight, outlook.view
        groups = outlook.demand(ticket).groups
        free = sight.open_to(view, view.seat)
        further = self.rivals.further(sight.network(view), free, groups, route)
        if further == FAR:
            return "claim_sole"
        if further <= 0:
            return ""
        values["spaces"] = int(further)
        return "claim_contested"

    def prized(self, outlook: Outlook, code: int, route: int) -> Advice:
        """A claim on the way of a bonus or a district, by its name."""
        kind, name = outlook.prize_for(route)
        values: Values = {"route": self.sight.claims.ids[route], kind: name}
        return Advice(code, f"claim_{kind}", values)

    def boarding(self, outlook: Outlook, code: int, route: int) -> Advice | None:
        """A claim for the sake of a passenger, if that one counts for more than its points."""
        for extra in self.extras:
            if not isinstance(extra, PassengerExtra):
                continue
            gain, colour, place = extra.best_on(outlook.view, route)
            if outlook.constants.extra * gain <= self.sight.points[route]:
                continue
            own, rival, theirs = extra.against(outlook.view, colour)
            part = extra.part
            return Advice(
                code,
                "claim_passenger",
                {
                    "route": self.sight.claims.ids[route],
                    "points": self.sight.points[route],
                    "colour": part.names[colour],
                    "place": self.game.board.places[place].id,
                    "own": own,
                    "owner": rival,
                    "n": theirs,
                    "most": part.most,
                },
            )
        return None

    def blocking(self, view: View, code: int, route: int) -> Advice:
        """A claim against the rival whom it costs the longest way around."""
        detours = self.rivals.detours(view, route)
        rival = max(detours, key=detours.__getitem__)
        values: Values = {"route": self.sight.claims.ids[route], "owner": rival}
        if detours[rival] == FAR:
            return Advice(code, "claim_block_sole", values)
        return Advice(code, "claim_block", {**values, "spaces": int(detours[rival])})

    def journey(self, view: View, menu: ByVerb) -> Advice | None:
        """A passenger sets out: late, or when its journey cannot grow any more."""
        if "depart" not in menu:
            return None
        outlook, needed = self.outlook(view), self.plan(view)[0]
        claims = [outlook.last_gain(self.sight.route(code)) for code in menu.get("claim", [])]
        code = self.journeys.send(view, menu["depart"], needed, max(claims, default=0.0))
        return None if code is None else self.journeys.told(view, code, needed)

    # -- tickets --------------------------------------------------------------------------------

    def keep(self, view: View, menu: ByVerb) -> Advice:
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

    def mix(self, view: View, menu: ByVerb) -> Advice:
        """The mix that promises most; of equal ones the first."""
        best = max(menu["tickets"], key=lambda code: (self.promise(view, code), -code))
        return Advice(best, "mix", {})

    def promise(self, view: View, code: int) -> float:
        """What the tickets that a code draws promise."""
        stock = self.tickets
        assert isinstance(stock, Tickets)
        rule = stock.opening if view.asked[0] != TURN_QUESTION else stock.later
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

    def passenger(self, view: View, menu: ByVerb) -> Advice:
        """The colour in which one more passenger moves the race most."""
        extra = next(extra for extra in self.extras if isinstance(extra, PassengerExtra))
        gain, part = extra.by_colour(view), extra.part
        own = [code for code in menu["passenger"] if code != part.none]
        best = max(own, key=lambda code: gain[code - part.codes])
        colour = best - part.codes
        mine, rival, theirs = extra.against(view, colour)
        values: Values = {"colour": part.names[colour], "own": mine, "most": part.most}
        if not mine and not theirs:
            return Advice(best, "passenger_first", values)
        values |= {"owner": rival, "n": theirs}
        if mine > theirs:
            reason = "passenger_lead"
        elif mine == theirs:
            reason = "passenger_ahead"
        else:
            reason = "passenger_level" if mine + 1 == theirs else "passenger_behind"
        return Advice(best, reason, values)

    def pieces(self, view: View, menu: ByVerb) -> Advice:
        return Advice(self.harbours.equip(view, menu["pieces"]), "pieces", {})

    def swap(self, view: View, menu: ByVerb) -> Advice:
        return Advice(self.harbours.swap(view, menu["swap"]), "exchange", {})

    def put(self, view: View, menu: ByVerb) -> Advice:
        """Where a passenger waits for its journey, or nowhere."""
        needed, _ = self.plan(view)
        return self.journeys.told(view, self.journeys.put(view, menu["place"], needed), needed)

    def ride(self, view: View, menu: ByVerb) -> Advice:
        return self.journeys.told(view, self.journeys.ride(view, list(self.game.legal(view))), 0)
