"""What the bots below the planner share: an answer by a question's form, and ways for tickets."""

from collections.abc import Callable

from capotreno.bots.advisers.harbours import HarbourAdviser
from capotreno.bots.advisers.journeys import JourneyAdviser
from capotreno.bots.advisers.passengers import board
from capotreno.bots.bot import Bot
from capotreno.bots.plan.keeping import keep
from capotreno.bots.plan.ways import TicketWays
from capotreno.engine.game import Game
from capotreno.engine.layout import MIX, NUMBER, ONE_OF, ROUTE_BY_ROUTE, SEVERAL_OF, TURN
from capotreno.engine.state import View
from capotreno.rules.travelling.passengers import Passengers


class TicketBot(Bot):
    """A bot that plans a way for every ticket; `answers` tells what it says to which question."""

    def __init__(self, game: Game, seed: int, plans: TicketWays) -> None:
        super().__init__(game, seed)
        self.plans = plans
        self.harbours = HarbourAdviser(game, self.plan)
        self.journeys = JourneyAdviser(game)
        self.passengers = game.layout.partners(Passengers)
        self.answers: dict[tuple[str, str], Callable[[View, list[int]], int]] = {
            (TURN, ""): self.turn,
            (SEVERAL_OF, "ticket"): self.keep,
            (MIX, "ticket_deck"): self.mix,
            (ONE_OF, "passenger"): self.passenger,
            (MIX, "piece"): self.harbours.equip,
            (NUMBER, "piece"): self.harbours.swap,
            (ONE_OF, "place"): self.put,
            (ROUTE_BY_ROUTE, ""): self.journeys.ride,
        }

    def choose(self, view: View) -> int:
        menu = list(self.game.legal(view))
        if len(menu) == 1:
            return menu[0]
        answer = self.answers.get(self.form(view))
        return self.random.choice(menu) if answer is None else answer(view, menu)

    def plan(self, view: View) -> tuple[int, list[int]]:
        """The mask of routes it means to claim, and the tickets these will do."""
        return self.plans.plan(view, self.plans.own(view))

    def of(self, menu: list[int], *verbs: str) -> list[int]:
        """What of a menu has one of these verbs."""
        return [code for code in menu if self.game.action(code).verb in verbs]

    def turn(self, view: View, menu: list[int]) -> int:
        raise NotImplementedError

    def mix(self, view: View, menu: list[int]) -> int:
        """From which decks tickets are drawn."""
        raise NotImplementedError

    def keep(self, view: View, menu: list[int]) -> int:
        return keep(self.plans, view, menu)

    def passenger(self, view: View, menu: list[int]) -> int:
        return board(self.passengers[0], view, menu)

    def put(self, view: View, menu: list[int]) -> int:
        """Where a passenger waits."""
        return self.journeys.put(view, menu, self.plan(view)[0])
