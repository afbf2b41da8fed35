"""What the bots below the planner share: an answer by a question's form, and ways for tickets."""

from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.passengers import board
from capotreno.bots.levels.answerer import Answerer
from capotreno.bots.plan.keeping import keep
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.travelling.passengers import Passengers


class TicketBot(Answerer[list[int], int]):
    """A bot that plans a way for every ticket."""

    def __init__(self, game: Game, seed: int, plans: TicketWays) -> None:
        super().__init__(game, seed)
        self.plans = plans
        self.harbours = HarbourAdviser(game, self.plan)
        self.journeys = JourneyAdviser(game)
        self.passengers = game.layout.partners(Passengers)

    def choose(self, view: View) -> int:
        menu = list(self.game.legal(view))
        if len(menu) == 1:
            return menu[0]
        return self.answer(view, menu)

    def any(self, view: View, menu: list[int]) -> int:
        return self.random.choice(menu)

    def plan(self, view: View) -> tuple[int, list[int]]:
        """The mask of routes it means to claim, and the tickets these will do."""
        return self.plans.plan(view, self.plans.own(view))

    def of(self, menu: list[int], *verbs: str) -> list[int]:
        """What of a menu has one of these verbs."""
        return [code for code in menu if self.game.action(code).verb in verbs]

    def keep(self, view: View, menu: list[int]) -> int:
        return keep(self.plans, view, menu)

    def passenger(self, view: View, menu: list[int]) -> int:
        return board(self.passengers[0], view, menu)

    def pieces(self, view: View, menu: list[int]) -> int:
        return self.harbours.equip(view, menu)

    def swap(self, view: View, menu: list[int]) -> int:
        return self.harbours.swap(view, menu)

    def put(self, view: View, menu: list[int]) -> int:
        return self.journeys.put(view, menu, self.plan(view)[0])

    def ride(self, view: View, menu: list[int]) -> int:
        return self.journeys.ride(view, menu)
