"""The databases of the server's tests."""

from tests.server.conftest import postgres, postgresql_url

__all__ = ["postgres", "postgresql_url"]
