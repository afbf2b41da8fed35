"""What the tests of Germany share: a scene to be looked at in words and brought to its end."""

from typing import Any, Self

from capotreno import Outcome, Tape
from capotreno.engine.state import Event
from capotreno.engine.view import event_json
from tests.scene import Scene, game_of

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")

# Two heaps of routes that take 42 of a seat's 45 pieces; none is shorter than four spaces.
HEAP = (
    "berlin-hamburg/1", "berlin-hannover", "dresden-regensburg", "erfurt-regensburg",
    "berlin-rostock", "berlin-leipzig", "augsburg-nuernberg",
)  # fmt: skip
OTHER_HEAP = (
    "berlin-dresden", "berlin-schwerin", "erfurt-hannover/1", "lindau-muenchen",
    "muenchen-nuernberg/1", "bremerhaven-daenemark", "chemnitz-erfurt", "kiel-rostock",
    "hannover-magdeburg",
)  # fmt: skip


class Germany(Scene):
    """A scene of Germany."""

    def __init__(self, players: int = 2, seed: int = 1) -> None:
        super().__init__("germany", players, seed)

    def see(self, name: str) -> Any:
        """Some cells by name, in words, nothing hidden."""
        cells: Any = self.game.position(self.state)["cells"]
        return cells[name]

    @property
    def claimable(self) -> set[str]:
        """The routes the asked seat can claim."""
        return {text.split()[1] for text in self.legal if text.startswith("claim ")}

    @property
    def mixes(self) -> set[str]:
        """The mixes of tickets the asked seat can announce."""
        return {text.removeprefix("tickets ") for text in self.legal if text.startswith("tickets")}

    def pieces(self, seat: int) -> int:
        count: int = self.see("pieces")[seat]["rail"]
        return count

    def waiting(self, place: str) -> dict[str, int]:
        """Who waits at a place, by colour, zeros left out."""
        return {colour: n for colour, n in self.see("waiting")[place].items() if n}

    def with_seat(self, seat: int) -> dict[str, int]:
        """The passengers a seat has taken, zeros left out."""
        return {colour: n for colour, n in self.see("passengers")[seat].items() if n}

    def where(self, place: str) -> set[str]:
        """The tickets in a place, such as `held 0`."""
        return {ticket for ticket, at in self.see("tickets").items() if at == place}

    def under(self, deck: str) -> list[str]:
        """The returned tickets of a deck, the one to be drawn first in front."""
        decks = {ticket.id: ticket.deck for ticket in self.game.board.tickets}
        turns = [
            (int(at.split()[1]), ticket)
            for ticket, at in self.see("tickets").items()
            if at.startswith("under") and decks[ticket] == deck
        ]
        return [ticket for _, ticket in sorted(turns)]

    def words(self, events: list[Event], name: str) -> list[Any]:
        """The events of one name, in words."""
        told = [event_json(self.game, event) for event in events]
        return [event for event in told if event["event"] == name]

    def why(self, action: str) -> tuple[str, str]:
        """The key and the rule of a refusal; no rule if the action is simply not asked for."""
        self.audit()
        reason = self.refused(action).reason
        return reason.key, reason.rule

    def claim(self, seat: int, route: str, **hand: int) -> Self:
        """A seat claims a route in its turn with exactly this hand and takes no passengers."""
        self.hand(seat, **hand)
        self.turn(seat).play(f"claim {route}")
        return self.wave()

    def wave(self) -> Self:
        """No passenger is taken at either end."""
        while self.state.stack and self.question == "passenger":
            self.play("passenger none")
        return self

    def keep_only(self, *tickets: str) -> Self:
        """The asked seat keeps these of the tickets offered and returns the others."""
        seat = self.actor
        while self.state.stack and self.question == "keep_tickets" and self.actor == seat:
            ticket = self.legal[0].split()[1]
            self.play(f"keep {ticket}" if ticket in tickets else f"return {ticket}")
        return self

    def end(self) -> Outcome:
        """The last turn of the game is played, with blind cards; what came of the game."""
        self.last_turn(self.players - 1).play("draw", "draw")
        return self.game.outcome(self.state)


class Opening(Germany):
    """Germany from its very beginning; chance says `forced` and then always its first outcome."""

    def __init__(self, players: int = 2, forced: tuple[int, ...] = ()) -> None:
        self.game = game_of("germany", players)
        self.players = players
        self.told: list[Event] = []  # the events of the set-up
        self.state = self.game.start(1, Tape([*forced, *[0] * 200]), self.told)
        self.state.events = None
        self.cells = self.state.cells

    def announce(self, *mixes: str) -> Self:
        for mix in mixes:
            self.play(f"tickets {mix}")
        return self
