"""The proxies, or a loud word that they are missing."""

import os

import pytest

from tests.deploy.proxy import program
from tests.server.conftest import postgres
from tools.setup.debian import Missing

__all__ = ["postgres"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def there(package: str) -> str:
    try:
        return program(package)
    except Missing as reason:
        sentence = f"NOT TESTED BEHIND {package.upper()}: {reason}"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)


@pytest.fixture
def nginx_there() -> str:
    return there("nginx")


@pytest.fixture
def caddy_there() -> str:
    return there("caddy")
