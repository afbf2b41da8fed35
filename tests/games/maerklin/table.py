"""What the tests of Märklin share: a scene to be looked at in words, journeys prepared."""

from typing import Any, Self

from capotreno import Game, Outcome
from capotreno.engine.state import Event
from capotreno.engine.view import event_json
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.merchandise import Merchandise
from tests.scene import Scene

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")

# From Berlin to the south, four routes in a row, and the cities along them.
SOUTH = ("berlin-leipzig", "erfurt-leipzig", "erfurt-nuernberg/1", "muenchen-nuernberg/1")
CITIES = ("berlin", "leipzig", "erfurt", "nuernberg", "muenchen")


class Maerklin(Scene):
    """A scene of Märklin."""

    def __init__(self, players: int = 2, seed: int = 1, game: Game | None = None) -> None:
        super().__init__("maerklin", players, seed, game)

    # -- arranging ----------------------------------------------------------------------------

    def standing(self, seat: int, *places: str) -> Self:
        """Passengers of a seat stand in these cities, one for every name."""
        part = self.part(Journeys)
        for place in places:
            part.put(self.state, seat, part.places.index(place))
        self.state.menu = None
        return self

    def empty(self, place: str, left: int, seat: int = 1) -> Self:
        """Only so many tokens are left in a city; a seat has taken the others."""
        part = self.part(Merchandise)
        index = part.ids.index(place)
        while self.cells[part.left + index] > left:
            part.take(self.state, seat, index)
        return self

    # -- looking ------------------------------------------------------------------------------

    def see(self, name: str) -> Any:
        """Some cells by name, in words, nothing hidden."""
        cells: Any = self.game.position(self.state)["cells"]
        return cells[name]

    def at(self, seat: int) -> dict[str, int]:
        """Where a seat's passengers stand, zeros left out."""
        return {place: n for place, n in self.see("passengers_at")[seat].items() if n}

    def won(self, seat: int) -> dict[str, int]:
        """The points a seat has in merchandise, by city, zeros left out."""
        return {place: n for place, n in self.see("merchandise")[seat].items() if n}

    @property
    def claimable(self) -> set[str]:
        """The routes the asked seat can claim."""
        return {text.split()[1] for text in self.legal if text.startswith("claim ")}

    def words(self, events: list[Event], name: str) -> list[Any]:
        """The events of one name, in words."""
        told = [event_json(self.game, event) for event in events]
        return [event for event in told if event["event"] == name]

    def why(self, action: str) -> tuple[str, str]:
        """The key and the rule of a refusal; no rule if the action is simply not asked for."""
        reason = self.refused(action).reason
        return reason.key, reason.rule

    # -- playing ------------------------------------------------------------------------------

    def ways(self, route: str) -> set[str]:
        """The ways to pay a route that the asked seat is offered."""
        state = self.state.copy()
        self.game.apply(state, self.game.code(f"claim {route}"))
        return {self.game.action(code).text.removeprefix("pay ") for code in self.game.legal(state)}

    def end(self) -> Outcome:
        """The last turn of the game is played, with blind cards; what came of the game."""
        self.last_turn(self.players - 1).play("draw", "draw")
        return self.game.outcome(self.state)
