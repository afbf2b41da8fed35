"""The random bot: any legal action, each as likely as the others."""

from capotreno.bots.bot import Bot
from capotreno.engine.state import View


class RandomBot(Bot):
    """Level 0: knows what is legal and nothing else."""

    name = "random"

    def choose(self, view: View) -> int:
        return self.random.choice(self.game.legal(view))
