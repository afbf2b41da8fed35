"""Bots that do everything wrong, for the tests of the workers. No client can ask for them."""

import itertools
import os
import signal
import time

from capotreno.bots.bot import Bot
from capotreno.engine.state import HIDDEN, View


class Sleeper(Bot):
    """Never answers."""

    def choose(self, view: View) -> int:
        time.sleep(3600)
        return self.game.legal(view)[0]


class Stone(Bot):
    """Hangs in C code: it holds the interpreter, and no Python signal handler ever runs."""

    def choose(self, view: View) -> int:
        signal.signal(signal.SIGTERM, lambda *_: None)
        return sum(itertools.repeat(0))


class Parent(Bot):
    """Leaves a child behind that holds the worker's pipes, and sleeps."""

    def choose(self, view: View) -> int:
        os.fork()
        time.sleep(3600)
        return -1


class Crasher(Bot):
    def choose(self, view: View) -> int:
        raise ZeroDivisionError("a bad day\nin two lines")


class Unborn(Bot):
    def __init__(self, game: object, seed: int) -> None:
        raise RuntimeError("never made")


class Quitter(Bot):
    """SystemExit is no Exception."""

    def choose(self, view: View) -> int:
        raise SystemExit(0)


class Leaver(Bot):
    def choose(self, view: View) -> int:
        os._exit(3)


class Victim(Bot):
    """As the OOM killer does it."""

    def choose(self, view: View) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(3600)
        return -1


class Cheat(Bot):
    def choose(self, view: View) -> int:
        return next(code for code in itertools.count() if code not in self.game.legal(view))


class Mumbler(Bot):
    """Answers with something that is no code at all."""

    def choose(self, view: View) -> int:
        return "claim everything\n"  # type: ignore[return-value]


class Giant(Bot):
    def choose(self, view: View) -> int:
        return 10**6000


class Chatterbox(Bot):
    """Prints and reads, and then does well: that is not the conversation with the server."""

    def choose(self, view: View) -> int:
        os.write(1, b"code 0\n" * 3)
        assert not os.read(0, 1)
        return self.game.legal(view)[-1]


class Spy(Bot):
    """Crashes unless all it got is a View with its secrets hidden, and no secret of the server."""

    def choose(self, view: View) -> int:
        assert type(view) is View
        assert view.seed == -1
        assert HIDDEN in view.cells
        assert view.tape is None
        assert view.events is None
        assert "CAPOTRENO_DATABASE" not in os.environ
        return self.game.legal(view)[-1]


class Thrifty(Bot):
    """Answers only if it is told how long it may think."""

    def choose(self, view: View) -> int:
        return self.game.legal(view)[-1] if self.budget == 5.0 else -1


class Clock(Bot):
    """Thinks for a while and answers."""

    def choose(self, view: View) -> int:
        time.sleep(0.4)
        return self.game.legal(view)[-1]
