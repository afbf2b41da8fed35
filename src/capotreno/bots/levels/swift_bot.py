"""The policy `swift` as a bot: no level for people, but what libraries play games on with."""

from capotreno.bots.bot import Bot
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.swift.swift import LUCK, Swift


class SwiftBot(Bot):
    """A plan for its tickets at every decision, and nothing remembered between them."""

    name = "swift"

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.policy = Swift(game)

    def choose(self, view: View) -> int:
        decision = self.game.decision(view, view.seat)
        assert decision is not None
        luck = self.random.randrange(LUCK)
        return self.policy.choose(view, self.game.legal(view), decision, luck)
