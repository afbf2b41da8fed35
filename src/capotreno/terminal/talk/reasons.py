"""Why something cannot be done, and what is good about what can: one sentence each."""

from collections.abc import Sequence

from rich.text import Text

from capotreno.reader.standing import Standing
from capotreno.terminal.show.screen import Screen
from capotreno.terminal.talk.choices import Chooser

# From what is nearly possible to what never will be.
NEARNESS = (
    "not_asked", "roll_first", "spaces_short", "locomotives_short", "stations_short",
    "harbour_stations", "cards_short", "ships_short", "pairs_short", "harbour_short",
    "pieces_short", "twin_owned", "twin_closed", "route_taken",
)  # fmt: skip
BEST = 4  # of the routes a question may be about


class Reasons:
    """Explains actions of the game to the seat that asks."""

    def __init__(self, screen: Screen, standing: Standing, chooser: Chooser) -> None:
        self.screen = screen
        self.standing = standing
        self.chooser = chooser
        self.game = chooser.game
        self.legal = self.game.legal(standing.view)

    def tell(self, codes: Sequence[int], most: int = BEST) -> None:
        """The actions nearest to being possible, each with its reason; twins are told once."""
        lines: dict[str, str] = {}
        for code in sorted(codes, key=self._distance):
            lines.setdefault(*self._line(code))
        for line, style in list(lines.items())[:most]:
            self.screen.console.print(Text(line, style))
        if most > 1 and len(lines) > most:
            rest = self.screen.voice.say("play.more_reasons", n=len(lines) - most)
            self.screen.console.print(Text(rest, "dim"))

    def _distance(self, code: int) -> tuple[int, int]:
        """How far an action is from being possible."""
        if code in self.legal:
            return -1, 0
        reason = self.game.why_not(self.standing.view, code, self.standing.seat)
        missing = reason.values.get("missing", 0)
        rank = NEARNESS.index(reason.key) if reason.key in NEARNESS else len(NEARNESS)
        return rank, missing if isinstance(missing, int) else 0

    def _line(self, code: int) -> tuple[str, str]:
        label = self.chooser.label(self.game.action(code))
        if code in self.legal:
            return self._possible(code, label), "green"
        reason = self.game.why_not(self.standing.view, code, self.standing.seat)
        return f"{label}: {self.screen.names.reason(reason)}", "yellow"

    def _possible(self, code: int, label: str) -> str:
        """That it can be done, and for a route which tickets it serves."""
        action, voice = self.game.action(code), self.screen.voice
        if not self.chooser.claims(action):
            return voice.say("play.possible", action=label)
        route = self.chooser.route(action)
        served = self.standing.serving.get(route, [])
        if not served:
            return voice.say("play.possible", action=label)
        tickets = ", ".join(self.screen.names.tickets[ticket] for ticket in served)
        return voice.say("play.possible_for", action=label, tickets=tickets)
