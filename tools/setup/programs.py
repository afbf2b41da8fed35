"""What the tests need of the system's packages, installed before they begin.

Each test would install it too; but then the others wait for it with nothing to do.
"""

import contextlib

from tests.deploy import proxy
from tests.server import postgres, redis_server
from tools.setup.debian import Missing
from tools.web import browser


def main() -> None:
    """What cannot be had is left to the tests, which say that they need it."""
    for provide in (
        browser.chromium,
        postgres.programs,
        redis_server.program,
        lambda: proxy.program("nginx"),
        lambda: proxy.program("caddy"),
    ):
        with contextlib.suppress(Missing):
            provide()


if __name__ == "__main__":
    main()
